"""Options and answers in columns that nobody knows are named, and never left out without a word."""

import pytest
from foreign_banks import imported, keys, reasons, table

from omnibench.sources.table import SourceUnreadable


def rows(names, answers, **more):
    return [
        {
            "id": f"q{n}",
            "question": f"Question {n}?",
            **dict(zip(names, ("one", "two", "three"), strict=True)),
            "answer": a,
            **more,
        }
        for n, a in enumerate(answers, 1)
    ]


@pytest.mark.parametrize(
    "names", [("I", "II", "III"), ("А", "Б", "В"), ("أ", "ب", "ج"), ("first", "second", "third")]
)
def test_answers_that_name_columns_are_refused_until_somebody_says_which_are_the_options(names):
    given = rows(names, [names[0], names[2], names[0]])

    with pytest.raises(SourceUnreadable, match=f"--map options={names[0]}..{names[2]}"):
        imported(given)
    assert keys(given, columns={"options": f"{names[0]}..{names[2]}"}) == {"q1": "A", "q2": "C", "q3": "A"}


def test_answers_that_stand_in_other_columns_are_one_of_several():
    given = rows(("o1", "o2", "o3"), ["two", "ONE", "three"])

    with pytest.raises(SourceUnreadable, match=r"stand in the columns o1, o2, o3"):
        imported(given)
    assert keys(given, columns={"options": "o1..o3"}) == {"q1": "B", "q2": "A", "q3": "C"}
    assert keys(given, columns={"options": ""}) == {"q1": "two", "q2": "ONE", "q3": "three"}


def test_a_latin_letter_is_none_of_another_alphabet():
    assert reasons(rows(("А", "Б", "В"), ["А", "B", "В"]), columns={"options": "А..В"}) == [
        "the answer is a Latin letter, and the options are named in another alphabet"
    ]


def test_wrong_options_apart_are_told():
    given = [{"question": "?", "Correct answer": "Liver", "Distractor 1": "Spleen", "Distractor 2": "Kidney"}]

    with pytest.raises(SourceUnreadable, match="Distractor 1, Distractor 2 hold wrong options"):
        imported(given)


def test_a_bank_without_options_is_left_alone():
    given = [
        {"question": f"{n}?", "answer": f"text {n}", "topic": "x", "topic_2": f"text {n + 1}"}
        for n in range(4)
    ]

    assert len(imported(given).items) == 4


def test_no_column_of_answers_is_told_with_the_ones_there_are():
    with pytest.raises(SourceUnreadable, match="is it one of solved, topic"):
        imported(table([{"question": "?", "A": "x", "B": "y", "solved": "B", "topic": "t"}]))
    with pytest.raises(SourceUnreadable, match="give the file of answers too"):
        imported(table([{"question": "?", "A": "x", "B": "y"}]))


@pytest.mark.parametrize("names", [("Answer", "Answer_2", "Answer_3"), ("Answer", "Option 2", "Option 3")])
def test_columns_named_like_options_are_not_left_out(names):
    given = [
        {"Question": f"{n}?", **dict(zip(names, ("x", "y", "z"), strict=True)), "Correct": "B"}
        for n in range(2)
    ]

    with pytest.raises(SourceUnreadable):
        imported(given)


def test_two_places_of_options_are_refused():
    with pytest.raises(SourceUnreadable, match=r"the options may be A\.\.B or Options"):
        imported(table([{"Question": "?", "Options": ["x", "y"], "A": 80, "B": 20, "Answer": "A"}]))
