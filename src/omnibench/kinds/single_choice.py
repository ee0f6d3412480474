"""Questions with one right option."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from omnibench.kinds.choices import build_choices
from omnibench.kinds.kind import Kind
from omnibench.kinds.reader import is_expected, read_choice

if TYPE_CHECKING:
    from omnibench.kinds.kind import Style
    from omnibench.records import Question, Reading

_INSTRUCTIONS: Final = {
    "direct": "Answer with the {sign} of the one correct option and nothing else.",
    "cot": (
        "Think it through step by step. Then write your final answer on a last line of its own, "
        "in exactly this form, where X is the {sign} of the one correct option:\nANSWER: X"
    ),
}


def instruct(question: Question, style: Style) -> str:
    """Ask for one option."""
    sign = "number" if question.options and all(key.isdigit() for key in question.options) else "letter"
    return _INSTRUCTIONS[style].format(sign=sign)


def read(text: str, question: Question) -> Reading:
    """Return the option that a text gives as its answer; `several` when it leaves more than one standing."""
    return read_choice(text, build_choices(tuple(question.options.items())), question.text)


KIND: Final = Kind(name="single_choice", version=1, instruct=instruct, read=read, is_correct=is_expected)
