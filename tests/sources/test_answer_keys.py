"""Claims about files of answers: joined by id, never by luck."""

import pytest
from foreign_banks import bank, imported, keys, reasons, table

from omnibench.sources.answer_keys import Asked, join, plain, stem_of
from omnibench.sources.table import SourceUnreadable

ASKED = [{"id": n, "question": f"Question {n}?", "options": ["one", "two", "three"]} for n in (1, 2, 3)]


def answers(pairs, file="key.csv", name="answer"):
    return table([{"id": key, name: answer} for key, answer in pairs], file)


@pytest.mark.parametrize(
    "pairs",
    [
        [(1, "A"), (2, "B"), (3, "C")],
        [("3", "C"), (" 1", "A"), ("２", "B")],
        [(3.0, "C"), (1, "A"), (2, "B"), (9, "A")],
    ],
)
def test_an_answer_finds_its_question_whatever_the_order_and_type_of_ids(pairs):
    assert keys(ASKED, answers(pairs)) == {"1": "A", "2": "B", "3": "C"}


def test_answers_may_stand_in_several_files():
    assert keys(ASKED, answers([(1, "A")]), answers([(2, "B"), (3, "C")], "more.csv")) == {
        "1": "A",
        "2": "B",
        "3": "C",
    }


def test_a_question_without_its_answer_is_refused_and_an_answer_without_its_question_counted():
    found = imported(ASKED, answers([(1, "A"), (2, "B"), (7, "C"), ("007", "C")]))

    assert [fault.reason for fault, _ in found.refused] == ["there is no answer"]
    assert found.oddities["answers that belong to no question"] == ["2"]


def test_an_id_that_has_two_answers_is_refused():
    found = imported(ASKED, answers([(1, "A"), (1, "B"), (2, "B"), (3, "C")]))

    assert [item["question_id"] for item in found.items] == ["2", "3"]
    assert "nobody can tell which answer" in found.refused[0][0].reason


def test_no_id_is_nobodys():
    asked = [{**row, "id": None} for row in ASKED[:2]]

    assert reasons(asked, answers([("", "A"), (None, "B")])) == ["there is no answer"] * 2


def test_files_of_the_same_ids_are_told_apart_by_their_names():
    others = [{**row, "question": f"Other {row['id']}?"} for row in ASKED]
    first, second = table(ASKED, "first.json"), table(others, "second.json")
    own = [
        answers([(n, key) for n in (1, 2, 3)], file)
        for key, file in [("A", "first.csv"), ("B", "second.csv")]
    ]

    assert set(keys(first, second, *own).values()) == {"A", "B"}
    assert len(reasons(first, second, answers([(1, "A"), (2, "A"), (3, "A")]))) == 6


def test_one_answer_is_for_the_same_question_in_parts_and_in_the_whole():
    whole, part = table(ASKED, "whole.json"), table(ASKED[:1], "part.json")

    found = keys(whole, part, answers([(1, "A"), (2, "B"), (3, "C")]))

    assert found == {"whole_1": "A", "part_1": "A", "whole_2": "B", "whole_3": "C"}


def test_columns_of_an_answer_file_are_told_by_map():
    key = table([{"nr": 1, "x": "B", "y": "C"}], "key.csv")

    assert keys(
        table(ASKED[:1]),
        key,
        columns={"id": "nr", "answer": "x", "question": "question", "options": "options"},
    ) == {"1": "B"}


def test_an_answer_file_must_not_contradict_the_question():
    found = imported(bank("AB"), answers([("q1", "A"), ("q2", "C")]))

    assert [item["answer"] for item in found.items] == ["A"]
    assert "contradict" in found.refused[0][0].reason


def test_what_else_an_answer_file_says_is_kept():
    key = table([{"id": 1, "answer": "b", "note": "page 7"}], "key.csv")

    assert imported(ASKED[:1], key).items[0]["metadata"] == {"answer": "b", "note": "page 7"}


def test_joining_many_takes_no_time():
    asked = [Asked("bank", "1", {}, (f"Question {n}?",)) for n in range(30_000)]
    assert len(join(asked, [answers([(1, "A")] * 30_000)], {}).rows) == 30_000


@pytest.mark.parametrize(
    ("value", "expected"),
    [
        (7, "7"),
        (7.0, "7"),
        (" 7 ", "7"),
        ("７", "7"),
        (None, ""),
        (float("nan"), ""),
        (float("inf"), "inf"),
        (7.5, "7.5"),
    ],
)
def test_ids_are_compared_as_texts(value, expected):
    assert expected == plain(value)


def test_a_stem_is_a_name_without_folders_and_endings():
    assert stem_of("exams.zip/2024\\Examen_24A.json.gz") == "Examen_24A"


def test_columns_of_both_files_tell_repeated_ids_apart():
    asked = table(
        [
            {"id": n, "form": form, **row}
            for form in "AB"
            for n, row in enumerate([{"question": f"{form}?", "options": ["x", "y"]}] * 2, 1)
        ]
    )
    key = table([{"id": n, "form": form, "answer": "AB"[n - 1]} for form in "BA" for n in (1, 2)], "key.csv")

    assert keys(asked, key) == {"1": "A", "2": "B", "1_2": "A", "2_2": "B"}
    assert len(reasons(asked, answers([(2, "A"), (1, "B"), (1, "A"), (2, "B")]))) == 4


def test_ids_are_compared_with_the_column_of_the_same_name():
    asked = table(
        [{"ID": n, "No": 4 - n, "Question": f"{n}?", "A": "x", "B": "y", "C": "z"} for n in (1, 2, 3)]
    )
    key = table([{"No": n, "Answer": "ABC"[n - 1]} for n in (1, 2, 3)], "key.csv")

    assert keys(asked, key) == {"1": "C", "2": "B", "3": "A"}


def test_two_columns_that_may_be_the_id_are_refused_until_one_is_told():
    key = table([{"id": 4 - n, "question_id": n, "answer": "ABC"[n - 1]} for n in (1, 2, 3)], "key.csv")

    with pytest.raises(SourceUnreadable, match="both id and question_id"):
        imported(table(ASKED), key)


def test_columns_of_answers_that_contradict_each_other_are_refused():
    key = table([{"id": 1, "answer_key": "B", "key": "A"}], "key.csv")

    assert "contradict" in reasons(ASKED[:1], key)[0]
