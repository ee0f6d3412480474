"""Questions answered in a model's own words: rules say only that an answer equals a reference; a judge says the rest."""

from __future__ import annotations

from collections import deque
from typing import TYPE_CHECKING, Final

from omnibench.kinds.kind import Kind
from omnibench.kinds.pattern import Pattern
from omnibench.kinds.sameness import is_same
from omnibench.records import Reading

if TYPE_CHECKING:
    from omnibench.kinds.kind import Style
    from omnibench.records import Question

_INSTRUCTIONS: Final = {
    "direct": "Give a short answer, without an explanation.",
    "cot": (
        "Think it through step by step. Then write your final answer on a last line of its own, in exactly this "
        "form, where X is your short answer:\nANSWER: X"
    ),
}
_FINAL: Final = Pattern(r"(?mi)^[ \t>*_#]{0,8}(?:final )?answer[*_ ]{0,4}[:：][*_ \t]{0,8}(?=\S)")


def instruct(question: Question, style: Style) -> str:  # noqa: ARG001 - every kind is called alike
    """Ask for a short answer."""
    return _INSTRUCTIONS[style]


def read(text: str, question: Question) -> Reading:
    """Return whether there is any text, and where its final answer stands.

    `answer` holds the reference when the text equals it or an accepted alternative, and is empty otherwise: then the
    words themselves are judged. `is_sure` means that an `ANSWER:` line was found, or that the text equals a reference.
    """
    if not text.strip():
        return Reading()
    start, end = len(text) - len(text.lstrip()), len(text.rstrip())
    last = deque(_FINAL.finditer(text), maxlen=1)
    if last:
        start = last[0].end()
    final = text[start:end].split("\n", 1)[0] if last else text[start:end]
    if any(is_same(final, reference) for reference in (*question.expected, *question.accepted)):
        found = question.expected[:1]
        return Reading(
            answer=found, how="equal", is_sure=True, is_closed=True, span=(start, end), outcome="answered"
        )
    how = "line" if last else "text"
    return Reading(how=how, is_sure=bool(last), is_closed=bool(last), span=(start, end), outcome="answered")


def is_correct(reading: Reading, _question: Question) -> bool | None:
    """Say that what equals a reference is right; of anything else rules cannot say."""
    return True if reading.answer else None


KIND: Final = Kind(name="free_text", version=1, instruct=instruct, read=read, is_correct=is_correct)
