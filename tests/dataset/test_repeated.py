"""Claims about questions that stand in a selection twice: told by content, and whether their answers differ."""

import time

import pytest
from builders import question

from omnibench.dataset.repeated import Repeated, Stated, find_repeated

FREE = {"kind": "free_text", "options": {}, "expected": ("scurvy",)}


def stated(document="a.json", pictures=(), **changes):
    return Stated(document=document, question=question(**changes), pictures=pictures)


def differ(one, other):
    """Whether the answers of two equal questions differ; None where the questions are not equal."""
    found = find_repeated([stated(**one), stated("b.json", **other)])
    return found[0].answers_differ if found else None


@pytest.mark.parametrize(
    ("one", "other", "expected"),
    [
        ({}, {}, False),
        ({}, {"text": "  WHICH vitamin is\nneeded to make ｃｏｌｌａｇｅｎ? "}, False),
        ({}, {"options": {"A": "vitamin  C", "B": "Vitamin A"}, "expected": ("A",)}, False),
        ({}, {"options": {"1": "Vitamin A", "2": "Vitamin C"}, "expected": ("2",)}, False),
        ({}, {"options": {"A": "Vitamin C", "B": "Vitamin A"}}, True),
        ({}, {"expected": ("A",)}, True),
        ({}, {"accepted": ("A",)}, True),
        ({"accepted": ("A",)}, {"expected": ("A",), "accepted": ("B",)}, False),
        ({}, {"kind": "multiple_choice", "expected": ("A", "B")}, True),
        (FREE, {**FREE, "expected": ("Scurvy",)}, False),
        (FREE, {**FREE, "expected": ("beriberi",)}, True),
        ({}, {"text": "Which vitamin is needed to make collagen"}, None),
        ({}, {"options": {"A": "Vitamin A", "B": "Vitamin C", "C": "Vitamin K"}}, None),
        ({}, {"options": {"A": "Vitamin A", "B": "Vitamin D"}}, None),
        ({}, FREE, None),
        ({}, {"is_voided": True}, None),
        ({}, {"is_without_images": True}, None),
        ({"pictures": ("1", "2")}, {"pictures": ("1", "2")}, False),
        ({"pictures": ("1", "2")}, {"pictures": ("2", "1")}, None),
        ({"pictures": ("1",)}, {}, None),
    ],
)
def test_equal_content_is_the_same_question_whatever_its_letters(one, other, expected):
    assert expected is differ(one, other)


def test_all_places_are_named_in_order_also_within_one_document():
    found = find_repeated(
        [
            stated(question_id="1"),
            stated(question_id="2", text="Another?"),
            stated(question_id="3"),
            stated("b.json", question_id="1"),
        ]
    )

    assert (
        Repeated(places=(("a.json", "1"), ("a.json", "3"), ("b.json", "1")), answers_differ=False),
    ) == found


def test_the_time_grows_with_the_number_of_questions_and_not_with_its_square():
    many = [stated(text=f"Case {i % 15_000}: which?") for i in range(30_000)]
    started = time.perf_counter()

    assert 15_000 == len(find_repeated(many))
    assert time.perf_counter() - started < 5
