"""Claims about questions answered in a model's own words."""

from __future__ import annotations

import pytest

from omnibench.kinds.free_text import KIND, instruct, read
from omnibench.records import Question, Reading

WHY = Question(question_id="f1", text="Why?", kind="free_text", expected=("Because of iron loss.",))


@pytest.mark.parametrize("text", ["", "  \n\t "])
def test_blank_is_no_answer(text: str) -> None:
    assert Reading() == read(text, WHY)


def test_any_text_is_an_answer_without_keys() -> None:
    assert Reading(how="text", span=(1, 11), outcome="answered") == read(" Iron loss. ", WHY)


@pytest.mark.parametrize("mark", ["ANSWER:", "**Answer:**", "Final answer：", "## Answer:"])
def test_the_last_answer_line_is_the_final_answer(mark: str) -> None:
    text = f"{mark} a first try\n\n{mark} iron loss\n"
    reading = read(text, WHY)
    start, end = reading.span or (0, 0)

    assert (True, "iron loss", ()) == (reading.is_sure, text[start:end], reading.answer)


@pytest.mark.parametrize("text", ["Because of iron loss", "Let me think.\nANSWER: because of iron loss."])
def test_what_equals_the_reference_is_right(text: str) -> None:
    reading = read(text, WHY)

    assert (True, "equal", True) == (KIND.is_correct(reading, WHY), reading.how, reading.is_sure)


def test_what_equals_an_accepted_text_is_right_too() -> None:
    asked = Question(
        question_id="f2", text="?", kind="free_text", expected=("low potassium",), accepted=("hypokalemia",)
    )
    assert KIND.is_correct(read("Hypokalemia.", asked), asked) is True


def test_of_other_words_rules_cannot_say_whether_they_are_right() -> None:
    assert KIND.is_correct(read("Iron was lost", WHY), WHY) is None


def test_a_short_answer_is_asked_for() -> None:
    assert "short" in instruct(WHY, "direct")
    assert instruct(WHY, "cot").endswith("ANSWER: X")
