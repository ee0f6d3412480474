"""Graded answers, a few a kind: the tests run them, and docs/grading.md prints them."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, NamedTuple

from omnibench.kinds.rules import EXAMPLE_OPTIONS
from omnibench.records import Question

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence


class Graded(NamedTuple):
    """What rules say of one answer."""

    text: str
    is_correct: bool | None
    """None: rules cannot say; a judge model must."""
    why: str


QUESTIONS: Final[Mapping[str, Question]] = {
    "single_choice": Question(
        question_id="1", text="", kind="single_choice", options=EXAMPLE_OPTIONS, expected=("B",)
    ),
    "multiple_choice": Question(
        question_id="2", text="", kind="multiple_choice", options=EXAMPLE_OPTIONS, expected=("A", "C")
    ),
    "label": Question(
        question_id="3",
        text="",
        kind="label",
        labels=("POSITIVE", "NEGATIVE"),
        synonyms={"POSITIVE": ("reactive",)},
        expected=("POSITIVE",),
    ),
    "free_text": Question(
        question_id="4", text="", kind="free_text", expected=("2.5 mg",), accepted=("half a tablet",)
    ),
}
"""The question that the examples of a kind answer."""

GRADED: Final[Mapping[str, Sequence[Graded]]] = {
    "single_choice": (
        Graded("The answer is B.", is_correct=True, why="the expected option"),
        Graded("Surgery", is_correct=True, why="its text, without a letter"),
        Graded("The answer is A. Actually, the answer is B.", is_correct=True, why="the last word counts"),
        Graded("The answer is C.", is_correct=False, why="another option"),
        Graded("Both A and B are correct.", is_correct=False, why="`several`: one was asked for"),
        Graded("The answer is E.", is_correct=False, why="`no_answer`: there is no E"),
        Graded("I cannot give medical advice.", is_correct=False, why="`refused`"),
    ),
    "multiple_choice": (
        Graded("The answers are A and C.", is_correct=True, why="the exact set"),
        Graded("AC", is_correct=True, why="letters in a row"),
        Graded("The answer is A.", is_correct=False, why="`overlap` 0.5: one of two"),
        Graded("A, B and C", is_correct=False, why="`overlap` 0.6667: two of three"),
        Graded("All of the above", is_correct=False, why="`overlap` 0.5: it means A, B, C and D"),
    ),
    "label": (
        Graded("POSITIVE", is_correct=True, why="the label, in any case of letters"),
        Graded("The result is reactive.", is_correct=True, why="a synonym that the bank lists"),
        Graded("NEGATIVE", is_correct=False, why="the other label"),
        Graded("This is not positive.", is_correct=False, why="denied, so nothing is read"),
        Graded("Rh-positive blood was found.", is_correct=False, why="part of a name"),
    ),
    "free_text": (
        Graded("2.5 mg", is_correct=True, why="the reference"),
        Graded("2,5 mg.", is_correct=True, why="another spelling of the same quantity"),
        Graded("Half a tablet", is_correct=True, why="an alternative that the bank accepts"),
        Graded("2500 micrograms", is_correct=None, why="other words: the judge model says"),
        Graded("5 mg", is_correct=None, why="rules never call free text wrong"),
    ),
}
"""A kind's examples."""
