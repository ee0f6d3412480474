"""Questions answered in a model's own words: read as they stand, scored only by a judge model."""

from __future__ import annotations

import re
from collections import deque
from typing import TYPE_CHECKING, Final

from omnibench.kinds.kind import Kind
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
_FINAL: Final = re.compile(r"(?mi)^[ \t>*_#]{0,8}(?:final )?answer[*_ ]{0,4}[:：][*_ \t]{0,8}(?=\S)")


def instruct(question: Question, style: Style) -> str:  # noqa: ARG001 - every kind is called alike
    """Ask for a short answer."""
    return _INSTRUCTIONS[style]


def read(text: str, question: Question) -> Reading:  # noqa: ARG001 - every kind is called alike
    """Return whether there is any text, and where its final answer stands.

    `answer` stays empty: the words themselves are judged. `is_sure` means that an `ANSWER:` line was found.
    """
    if not text.strip():
        return Reading()
    start, end = len(text) - len(text.lstrip()), len(text.rstrip())
    last = deque(_FINAL.finditer(text), maxlen=1)
    if not last:
        return Reading(how="text", span=(start, end), outcome="answered")
    return Reading(how="line", is_sure=True, is_closed=True, span=(last[0].end(), end), outcome="answered")


def is_correct(_reading: Reading, _question: Question) -> None:
    """Say that rules cannot say."""


KIND: Final = Kind(name="free_text", version=1, instruct=instruct, read=read, is_correct=is_correct)
