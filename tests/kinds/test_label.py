"""Claims about questions answered with one of a few labels."""

from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from omnibench.kinds.label import KIND, instruct, read
from omnibench.records import Question, Reading

SMEAR = Question(question_id="l1", text="Is the smear positive?", kind="label", expected=("POSITIVE",))
WORKS = Question(
    question_id="l2", text="Does it work?", kind="label", labels=("YES", "NO", "MAYBE"), expected=("NO",)
)
GRADED = Question(
    question_id="l3", text="How likely?", kind="label", labels=("LIKELY", "UNLIKELY", "VERY LIKELY")
)


@pytest.mark.parametrize(
    ("text", "label"),
    [
        ("POSITIVE", "POSITIVE"),
        ("positive.", "POSITIVE"),
        ("**Positive**", "POSITIVE"),
        ("ANSWER: POSITIVE", "POSITIVE"),
        ("Label: positive", "POSITIVE"),
        ("Classification: NEGATIVE", "NEGATIVE"),
        ('{"label": "POSITIVE"}', "POSITIVE"),
        ("\\boxed{POSITIVE}", "POSITIVE"),
        ("答案：POSITIVE", "POSITIVE"),
        ("The result is positive.", "POSITIVE"),
        ("NEGATIVE for malaria", "NEGATIVE"),
        ("POSITIVE\n\nThe smear is not negative.", "POSITIVE"),
        ("It was negative at first, but the final answer is positive.", "POSITIVE"),
        ("No parasites were seen; therefore NEGATIVE.", "NEGATIVE"),
        ("not positive", None),
        ("It is not positive.", None),
        ("non-positive", None),
        ("The patient is seropositive.", None),
        ("This is a false-positive finding.", None),
        ("Gram positive cocci were seen.", None),
        ("It could be positive or negative.", None),
        ("", None),
    ],
)
def test_a_label_is_read_where_it_is_the_answer(text: str, label: str | None) -> None:
    assert ((label,) if label else ()) == read(text, SMEAR).answer


@pytest.mark.parametrize(
    ("text", "label"),
    [
        ("No.", "NO"),
        ("No, it does not.", "NO"),
        ("Yes, it does.", "YES"),
        ("The answer is no.", "NO"),
        ("ANSWER: MAYBE", "MAYBE"),
        ("There is no evidence that it works.", None),
        ("No answer can be given.", None),
        ("I do not know", None),
    ],
)
def test_a_label_that_is_a_common_word_must_be_announced(text: str, label: str | None) -> None:
    assert ((label,) if label else ()) == read(text, WORKS).answer


@pytest.mark.parametrize(
    ("text", "label"),
    [
        ("likely", "LIKELY"),
        ("unlikely", "UNLIKELY"),
        ("It is very likely.", "VERY LIKELY"),
        ("Answer: VERY LIKELY", "VERY LIKELY"),
    ],
)
def test_a_label_inside_another_is_not_read(text: str, label: str) -> None:
    assert (label,) == read(text, GRADED).answer


def test_two_labels_are_several() -> None:
    assert "several" == read("POSITIVE or NEGATIVE", SMEAR).outcome


def test_a_letter_is_no_label() -> None:
    assert () == read("A", SMEAR).answer


def test_the_instruction_names_the_labels() -> None:
    assert "YES, NO, MAYBE" in instruct(WORKS, "direct")
    assert "POSITIVE, NEGATIVE" in instruct(SMEAR, "cot")
    assert KIND.is_correct(Reading(answer=("POSITIVE",)), SMEAR) is True


@given(st.text(max_size=200))
def test_any_text_gives_labels_or_nothing(text: str) -> None:
    assert set(read(text, WORKS).answer) <= set(WORKS.labels)


def test_a_label_that_the_bank_accepts_too_is_right_though_a_comma_stands_in_it() -> None:
    asked = replace(WORKS, labels=("YES", "NO", "NO, BUT"), accepted=("NO, BUT",))
    verdicts = [KIND.is_correct(Reading(answer=(label,)), asked) for label in asked.labels]

    assert [False, True, True] == verdicts
