"""Claims about questions with any number of right options."""

from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from omnibench.kinds.multiple_choice import KIND, instruct, read
from omnibench.records import Question, Reading

SIGNS = Question(
    question_id="s1",
    text="Which of these signs are expected?",
    kind="multiple_choice",
    options={"A": "Fever", "B": "Cough", "C": "Rash", "D": "Jaundice", "E": "Itch"},
    expected=("A", "C"),
)
BOTH = [
    "A, C",
    "A,C",
    "AC",
    "a, c",
    "A and C",
    "A & C",
    "A/C",
    "A + C",
    "A; C",
    "A、C",
    "(A), (C)",
    "[A, C]",
    "ＡＣ",
    "C, A",
    "A. Fever, C. Rash",
    "A. Fever\nC. Rash",
    "- A. Fever\n- C. Rash",
    "ANSWER: A, C",
    "ANSWER: AC",
    "**Answer: A, C**",
    "\\boxed{A, C}",
    "<answer>A, C</answer>",
    '{"answer": ["A", "C"]}',
    '{"answer": "A, C"}',
    '{"answers": "AC"}',
    "The correct answers are A and C.",
    "The correct options are:\n- A. Fever\n- C. Rash",
    "Both A and C are correct.",
    "A and C are the correct answers.",
    "A: correct\nB: incorrect\nC: correct\nD: incorrect\nE: incorrect",
    "A is correct. B is incorrect. C is correct. D is wrong.",
    "The answer is fever and rash.",
    "Correct: A, C. Incorrect: B, D, E.",
    "The correct answer is A, not B. Final answer: A, C",
    "答案：AC",
    "答案是A和C。",
    "故选AC。",
    "正解は a と c です。",
    "正解：a、c",
    "정답: A, C",
    "정답은 A와 C입니다.",
    "La respuesta correcta es A y C.",
    "As corretas são A e C.",
    "Les bonnes réponses sont A et C.",
    "Richtig sind A und C.",
    "Risposta: A e C",
    "Ответ: А, С",
    "Đáp án: A và C",
]


@pytest.mark.parametrize("text", BOTH)
def test_a_set_is_read_in_whatever_form_it_is_given(text: str) -> None:
    reading = read(text, SIGNS)

    assert (("A", "C"), "answered") == (reading.answer, reading.outcome)


@pytest.mark.parametrize(
    ("text", "keys"),
    [
        ("B", "B"),
        ("A, B, and C", "ABC"),
        ("ANSWER: A, B, and C", "ABC"),
        ("ABE", "ABE"),
        ("All of the above", "ABCDE"),
        ("ANSWER: all of the above", "ABCDE"),
        ("The answer is A.\nWait, C too.\nANSWER: A, C, D", "ACD"),
    ],
)
def test_any_number_of_options_can_be_the_answer(text: str, keys: str) -> None:
    assert tuple(keys) == read(text, SIGNS).answer


@pytest.mark.parametrize(
    "text",
    [
        "",
        "CAB",
        "The patient was admitted to the ICU with an ACE inhibitor overdose.",
        "None of the above",
        "A. Fever\nB. Cough\nC. Rash\nD. Jaundice\nE. Itch",
        "I cannot answer.",
    ],
)
def test_a_set_is_never_invented(text: str) -> None:
    assert () == read(text, SIGNS).answer


def test_or_leaves_the_set_open() -> None:
    assert ("several", False) == (read("A or C", SIGNS).outcome, read("A or C", SIGNS).is_sure)


@pytest.mark.parametrize("text", ["ANSWER: A,", "The options to weigh are A, B and"])
def test_a_list_that_was_cut_says_less_than_it_seems(text: str) -> None:
    assert read(text, SIGNS).answer in {(), ("A",)}


def test_correct_means_all_and_nothing_else() -> None:
    assert KIND.is_correct(Reading(answer=("A", "C")), SIGNS) is True
    assert KIND.is_correct(Reading(answer=("A",)), SIGNS) is False
    assert KIND.is_correct(Reading(answer=("A", "B", "C")), SIGNS) is False
    assert KIND.is_correct(Reading(), SIGNS) is False


def test_a_set_that_the_bank_accepts_too_is_right_and_no_mixture_of_two_is() -> None:
    asked = replace(SIGNS, accepted=("A,B", "D"))
    right = {("A", "C"), ("A", "B"), ("D",)}
    read_sets = [*right, ("B", "C"), ("A", "B", "C"), ("A",), ("A", "D"), ()]

    assert right == {one for one in read_sets if KIND.is_correct(Reading(answer=one), asked)}


def test_what_is_asked_for_is_read_back() -> None:
    assert "commas" in instruct(SIGNS, "direct")
    assert instruct(SIGNS, "cot").endswith("ANSWER: X, Y")
    assert read("Reasons.\n\nANSWER: A, C", SIGNS).is_sure


@settings(max_examples=200, deadline=None)
@given(
    st.lists(
        st.sampled_from(
            ["A", "B", "c", "E.", "and", "or", ",", "\n", "ANSWER:", "Rash", "all of the above", " "]
        ),
        max_size=30,
    )
)
def test_any_list_is_read_within_its_bounds(pieces: list[str]) -> None:
    text = " ".join(pieces)
    reading = read(text, SIGNS)
    start, end = reading.span or (0, 0)

    assert 0 <= start <= end <= len(text)
    assert list(reading.answer) == [key for key in SIGNS.options if key in reading.answer]
