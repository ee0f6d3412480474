"""The contract of a published prompt: which questions it asks, in which words, and how its benchmark scores."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from omnibench.records import Question


@dataclass(frozen=True, slots=True, kw_only=True)
class Prompt:
    """A prompt that a benchmark brings along, word for word as it was published.

    Answers are read back by the reader of the question's kind, as those to `direct` and `cot` are.
    """

    name: str
    """What `--prompt` takes, `medxpertqa` or `benchmark/style`."""
    kinds: frozenset[str]
    """Kinds of questions that it asks; a selection that holds others is refused."""
    judges_by_rules: bool
    """The benchmark scores by rules, so no judge model is asked unless somebody names one."""
    version: int
    """Stands in every result, `medxpertqa/single_choice/1`; raised whenever a word changes."""
    build: Callable[[Question], tuple[Mapping[str, Any], ...]]
    """The messages, plain texts; images are put behind the text of the last one."""
