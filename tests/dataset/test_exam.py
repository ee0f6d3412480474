"""Claims about what an exam says of a question: its weight, its section, and what must never be chosen."""

import pytest
from builders import item

from omnibench.dataset.document import DEFAULT_LABELS
from omnibench.dataset.item import ItemReader, Labels


def read(**changes):
    """The question of an item, and field and reason of each fault."""
    one = {**item("q1"), **changes}
    reader = ItemReader("general/x.json", Labels(DEFAULT_LABELS, {}), [one])
    question = reader.read(0, one)
    return question, [(fault.field, fault.reason) for fault in reader.faults]


@pytest.mark.parametrize(
    ("changes", "points", "section", "forbidden"),
    [
        ({}, None, "", ()),
        ({"points": None, "section": None, "forbidden_options": None}, None, "", ()),
        ({"points": 2, "section": " Paper 1 ", "forbidden_options": ["C", "b"]}, 2.0, "Paper 1", ("B", "C")),
        ({"points": 0}, 0.0, "", ()),
        ({"points": 0.25, "forbidden_options": "those"}, 0.25, "", ("C",)),
        ({"forbidden_options": "B,C", "voided": True}, None, "", ("B", "C")),
    ],
)
def test_what_an_exam_says_is_kept_with_its_question(changes, points, section, forbidden):
    question, faults = read(**changes)

    assert [] == faults
    assert (points, section, forbidden) == (question.points, question.section, question.forbidden)


@pytest.mark.parametrize("points", [-1, True, "2", [1], float("nan"), float("inf"), 10**400, -(10**400), {}])
def test_points_are_a_number_and_not_below_nought(points):
    ((field, reason),) = read(points=points)[1]

    assert ("points", True) == (field, reason.startswith("must be a number, 0 or more"))


@pytest.mark.parametrize("section", [1, ["Paper 1"], True])
def test_a_section_is_a_text(section):
    assert [("section", "must be a text")] == read(section=section)[1]


@pytest.mark.parametrize(
    ("changes", "reason"),
    [
        ({"forbidden_options": []}, "must name at least one option; leave the field out where there is none"),
        ({"forbidden_options": "D"}, "'D' names no option; the options are A, B, C"),
        ({"forbidden_options": {"B": 1}}, "must be a text or a list of option keys, not dict"),
        ({"forbidden_options": ["A", "B"]}, "names A, which a right answer names too"),
        (
            {"answer": "A,B", "accepted_answers": ["A,C"], "forbidden_options": "B,C"},
            "names B, C, which a right answer names too",
        ),
        ({"options": None, "forbidden_options": "B"}, "are for questions with options alone"),
    ],
)
def test_a_forbidden_option_is_one_that_no_right_answer_names(changes, reason):
    assert [("forbidden_options", reason)] == read(**changes)[1]
