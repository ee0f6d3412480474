"""The contract of a kind of question: how it is asked, read back and scored.

Instruction and reader are one contract: what `instruct` asks for, `read` must find. A change of the instruction raises
`version`, which stands in every result as `prompt_version`, and asks again. A better reader does not: answers are
stored, and `rejudge` reads them again.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal

if TYPE_CHECKING:
    from collections.abc import Callable

    from omnibench.records import Question, Reading

Style = Literal["direct", "cot"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Kind:
    """One kind of question."""

    name: str
    version: int
    instruct: Callable[[Question, Style], str]
    """The sentences that stand below the question and its options."""
    read: Callable[[str, Question], Reading]
    """The answer in a model's text, reasoning already removed."""
    is_correct: Callable[[Reading, Question], bool | None]
    """The rule verdict; None when rules cannot say (free text)."""
