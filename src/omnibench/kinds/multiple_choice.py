"""Questions with any number of right options, all of which must be found and no other."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from omnibench.kinds.choices import build_choices
from omnibench.kinds.kind import Kind
from omnibench.kinds.reader import is_expected, read_choice

if TYPE_CHECKING:
    from omnibench.kinds.kind import Style
    from omnibench.records import Question, Reading

_INSTRUCTIONS: Final = {
    "direct": (
        "One or more options are correct. Answer with the {signs} of all correct options, "
        "separated by commas, and nothing else."
    ),
    "cot": (
        "One or more options are correct. Think it through step by step. Then write your final answer on a last "
        "line of its own, in exactly this form, with the {signs} of all correct options separated by commas:\n"
        "ANSWER: X, Y"
    ),
}


def instruct(question: Question, style: Style) -> str:
    """Ask for every right option."""
    signs = "numbers" if question.options and all(key.isdigit() for key in question.options) else "letters"
    return _INSTRUCTIONS[style].format(signs=signs)


def read(text: str, question: Question) -> Reading:
    """Return the options that a text gives together as its answer."""
    return read_choice(text, build_choices(tuple(question.options.items()), is_plural=True), question.text)


KIND: Final = Kind(name="multiple_choice", version=1, instruct=instruct, read=read, is_correct=is_expected)
