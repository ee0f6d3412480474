"""`read_answer`: the rule reader for notebooks and other programs."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from omnibench.kinds import KINDS
from omnibench.kinds.reasoning import blank_reasoning
from omnibench.records import Question

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from omnibench.records import Reading


def read_answer(
    text: str,
    options: Mapping[str, str] | None = None,
    kind: str = "single_choice",
    labels: Sequence[str] | Mapping[str, Sequence[str]] | None = None,
    finish_reason: str | None = None,
    question: str = "",
) -> Reading:
    """Return what a model's text gives as its answer, by rules alone.

    Args:
        text: the whole reply; inline reasoning is recognised and not read.
        options: key to text, in order; for `single_choice` and `multiple_choice`. Texts may be empty.
        kind: `single_choice`, `multiple_choice`, `label` or `free_text`.
        labels: for `label`; a mapping gives each label's synonyms. POSITIVE and NEGATIVE when absent.
        finish_reason: `length` says that the text was cut; then only an answer that nothing can take back counts.
        question: the question's text; says whether what is wrong was asked for.

    Returns:
        `answer` (option keys in order, or one label; empty when there is none), `how` (the rule), `is_sure`, `span`
        (start and end in `text`) and `outcome`: `answered`, `no_answer`, `refused`, `several` or `truncated`.

    Raises:
        ValueError: an unknown kind, or no options for a kind that chooses among them.
    """
    if kind not in KINDS:
        msg = f"kind {kind!r} is not known; known are {', '.join(KINDS)}"
        raise ValueError(msg)
    if kind.endswith("_choice") and not options:
        msg = f"kind {kind!r} needs options"
        raise ValueError(msg)
    synonyms = labels if isinstance(labels, dict) else {}
    asked = Question(
        question_id="",
        text=question,
        kind=kind,
        options=dict(options or {}),
        labels=tuple(labels or ()),
        synonyms=synonyms,
    )
    reading = KINDS[kind].read(blank_reasoning(text), asked)
    is_final = reading.is_sure and reading.is_closed and reading.outcome == "answered"
    if finish_reason == "length" and not is_final:
        return replace(reading, answer=(), outcome="truncated", is_sure=False)
    return reading
