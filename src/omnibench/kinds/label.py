"""Questions answered with one word of a fixed list, such as POSITIVE or NEGATIVE."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from omnibench.kinds.choices import build_choices
from omnibench.kinds.kind import Kind
from omnibench.kinds.reader import is_expected, read_choice

if TYPE_CHECKING:
    from omnibench.kinds.kind import Style
    from omnibench.records import Question, Reading

DEFAULT_LABELS: Final = ("POSITIVE", "NEGATIVE")
"""The labels of a question that names none."""

_INSTRUCTIONS: Final = {
    "direct": "Answer with exactly one of these labels and nothing else: {labels}.",
    "cot": (
        "Think it through step by step. Then write your final answer on a last line of its own, in exactly this "
        "form, where X is one of these labels: {labels}.\nANSWER: X"
    ),
}


def instruct(question: Question, style: Style) -> str:
    """Ask for one label."""
    return _INSTRUCTIONS[style].format(labels=", ".join(question.labels or DEFAULT_LABELS))


def read(text: str, question: Question) -> Reading:
    """Return the label that a text gives as its answer; `several` when it leaves more than one standing.

    A denied label ("not positive") is no answer: which of the others is meant stays open.
    """
    labels = question.labels or DEFAULT_LABELS
    options = tuple((label, label) for label in labels)
    synonyms = tuple((label, tuple(words)) for label, words in question.synonyms.items())
    return read_choice(text, build_choices(options, has_letters=False, synonyms=synonyms), question.text)


KIND: Final = Kind(name="label", version=1, instruct=instruct, read=read, is_correct=is_expected)
