"""Claims about which of many claims holds."""

from __future__ import annotations

import time

import pytest

from omnibench.kinds.choices import build_choices
from omnibench.kinds.reader import is_expected, read_choice
from omnibench.records import Question, Reading

CHOICES = build_choices(
    (("A", "Rest"), ("B", "Surgery"), ("C", "Aspirin of the heart"), ("D", "Aspirin"), ("E", ""))
)
HOSTILE = [
    "the answer is ", "answer: A ", "A, ", "A and ", "answer A, ", "'answer':'", '"answer":[', '"answer":x ', "\\boxed{{",
    "<answer>", " ", "\n", "(", "**", "is ", "A) ", "is not B but ", '"', "aspirin of ", "A is correct ", "if the answer is ",
    "：", "答案", "1. ", "[", "wait ", "<b", "İ", "'",
]  # fmt: skip


def seconds(text: str) -> float:
    began = time.perf_counter()
    read_choice(text, CHOICES, "all except")
    return time.perf_counter() - began


@pytest.mark.parametrize("piece", HOSTILE)
def test_time_grows_with_length_and_no_faster(piece: str) -> None:
    """Four times the text takes about four times as long; a quadratic reader would take sixteen."""
    short, long = piece * (12_000 // len(piece)), piece * (48_000 // len(piece))
    ratio = min(seconds(long) / max(seconds(short), 1e-3) for _ in range(3))

    assert ratio < 10


def test_a_megabyte_is_read_to_its_end() -> None:
    assert ("B",) == read_choice("so (A) " * 150_000 + "\n\nANSWER: B", CHOICES).answer


@pytest.mark.parametrize(
    ("text", "key"),
    [
        ('{"reason": "The answer is A.", "answer": "B"}', "B"),
        ("A\n\nLooking closer, the answer is B.", "B"),
        ("The answer is A. The answer is B.", "B"),
        ("The answer is B. Rest is not enough.", "B"),
        ("A is correct in some ways.\nANSWER: B", "B"),
    ],
)
def test_the_strongest_claim_wins_and_of_these_the_last(text: str, key: str) -> None:
    assert (key,) == read_choice(text, CHOICES).answer


def test_weak_claims_that_disagree_give_nothing() -> None:
    assert Reading() == read_choice("A is correct. B is correct.", CHOICES)


def test_a_text_that_goes_round_all_options_chooses_none() -> None:
    assert () == read_choice("Answer: A\nAnswer: B\nAnswer: C\nAnswer: D\n" * 3, CHOICES).answer
    assert ("C",) == read_choice("Answer: A\nWait. Answer: B\nNo. Answer: C", CHOICES).answer


def test_a_last_sentence_can_leave_open_what_was_said_before() -> None:
    assert "several" == read_choice("So B. We do not know the volume. It is B or C.", CHOICES).outcome
    assert "answered" == read_choice("It is B or C. The rash is gone. So B.", CHOICES).outcome


def test_a_form_without_an_option_says_that_there_is_none() -> None:
    reading = read_choice('{"reason": "B is common.", "answer": "cannot be determined"}', CHOICES)

    assert ((), "field_none", "no_answer") == (reading.answer, reading.how, reading.outcome)


@pytest.mark.parametrize(
    "text",
    [
        "I'm sorry, but I can't assist with that.",
        "As an AI, I must decline.",
        "Lo siento, no puedo ayudar.",
        "申し訳ありませんが、お答えできません。",
    ],
)
def test_a_refusal_is_told_from_silence(text: str) -> None:
    assert "refused" == read_choice(text, CHOICES).outcome


def test_a_refusal_that_answers_after_all_is_an_answer() -> None:
    assert "answered" == read_choice("I cannot give medical advice, but the answer is B.", CHOICES).outcome


def test_a_lone_surrogate_is_read_like_any_character() -> None:
    assert ("B",) == read_choice("\ud800 ANSWER: B \udfff", CHOICES).answer


def test_an_empty_reading_is_never_what_was_expected() -> None:
    assert is_expected(Reading(), Question(question_id="q", text="", kind="single_choice")) is False
