"""Columns that may hold what another one was taken for are named, and nobody chooses in a person's place."""

import pytest
from foreign_banks import imported, keys, table

from omnibench.sources.table import SourceUnreadable


def rows(**columns):
    n = len(next(iter(columns.values())))
    return [
        {
            "Question": f"What is {'abc'[i]}?",
            "A": "one",
            "B": "two",
            "C": "three",
            **{name: held[i] for name, held in columns.items()},
        }
        for i in range(n)
    ]


@pytest.mark.parametrize(
    "columns",
    [
        {"Answer": "ABC", "Right": "ACB"},
        {"Answer": "ABC", "Expected": ["one", "three", "three"]},
        {"Key": "BBC", "Final key": "ABC"},
        {"Gabarito": "ABC", "Gabarito definitivo": ["A", "anulada", "C"]},
        {"Label": "CCB", "Richtig": "ABC"},
        {"Answer": "ABC", "Answer 2": ["", "", "B"]},
        {"Answer": "AAA", "2nd correct answer": "BBB"},
    ],
)
def test_two_columns_that_name_options_are_refused_until_one_is_told(columns):
    first, _ = columns

    with pytest.raises(SourceUnreadable, match="say which is the key"):
        imported(rows(**columns))
    assert len(keys(rows(**columns), columns={"answer": first})) == 3


def test_right_and_wrong_beside_answers_are_of_students():
    with pytest.raises(SourceUnreadable, match="Correct says right or wrong"):
        imported(rows(Answer="ABC", Correct=["Yes", "No", "No"]))


@pytest.mark.parametrize(
    "columns",
    [
        {"Answer": "ABC", "Form": "AAA"},
        {"Answer": "ABC", "Again": "ABC"},
        {"Answer": "ABC", "Difficulty": "123"},
        {"Answer": "ABC", "Topic": ["heart", "lung", "liver"]},
    ],
)
def test_what_contradicts_nothing_is_left_alone(columns):
    assert list(keys(rows(**columns)).values()) == ["A", "B", "C"]


def test_two_questions_are_refused_and_a_name_is_none():
    stem = "A man of 54 years has had chest pain for two hours."
    with pytest.raises(SourceUnreadable, match="--map context=Stem"):
        imported(rows(Stem=[stem] * 2, Answer="AB"))
    with pytest.raises(SourceUnreadable, match="question=Lead-in,context=Stem"):
        imported(table([{"Stem": stem, "Lead-in": "Which drug is next?", "A": "x", "B": "y", "Answer": "A"}]))
    with pytest.raises(SourceUnreadable, match="Question_2"):
        imported(rows(Answer="AB", Question_2=["What is the other one?"] * 2))
    named = [
        {"Question": "Q1", "Question text": "Which organ makes bile?", "A": "x", "B": "y", "Answer": "A"}
    ]
    assert imported(named).items[0]["question_text"] == "Which organ makes bile?"


@pytest.mark.parametrize(
    ("name", "values"),
    [
        ("Score", [1, 0, 0]),
        ("Is correct", ["true", "false", "false"]),
        ("Email", ["a@x.org", "b@x.org", "c@x.org"]),
    ],
)
def test_answers_of_persons_are_no_key(name, values):
    with pytest.raises(SourceUnreadable, match=r"may hold (?:somebody's|their) answers"):
        imported(rows(Answer="ABC", **{name: values}))


def test_a_remark_in_one_cell_names_no_option():
    assert list(keys(rows(Answer="ABC", Remark=["", "B", ""])).values()) == ["A", "B", "C"]
