"""Claims about a table's header: which row it is, and names that stand once."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from omnibench.sources.rows.header import find_header, name_columns, numbered_columns


@pytest.mark.parametrize(
    ("rows", "at"),
    [
        ([["id", "question", "answer"], ["1", "Why?", "A"]], 0),
        ([["問題番号", "解答"], ["119A1", "a"]], 0),
        ([["foo", "bar"], ["1", "2"]], 0),
        ([["question", "1", "2", "3"], ["Why?", "x", "y", "z"]], 0),
        ([["1", "1"], ["2", "3"]], None),
        ([["1", "A"], ["2", "B"]], None),
        ([["level3_1", "0100"], ["level3_2", "1000"]], None),
        ([[1, "Why?"], [2, "How?"]], None),
        ([["What is it? " * 10, "A"], ["x", "B"]], None),
        ([["Exam of 2024"], ["id", "question", "answer"], ["1", "Why?", "A"]], 1),
        ([["1", "Why?"], ["2", "answer"]], None),
        ([], None),
    ],
)
def test_the_header_is_found(rows, at):
    assert find_header(rows, None) == at


def test_the_person_has_the_last_word():
    assert find_header([["id", "question"]], has_header=False) is None
    assert find_header([["1", "2"]], has_header=True) == 0


def test_names_are_stripped_and_unique():
    header = name_columns(["\ufeff id ", "A", "A", None, "A_2", "A"])

    assert header.names == ("id", "A", "A_3", "column_4", "A_2", "A_4")
    assert header.unnamed == {3}
    assert header.oddities == ("columns of the same name are told apart as 'A_3', 'A_4'",)
    assert name_columns(["id", "A", ""]).oddities == ()


@given(
    st.lists(
        st.one_of(st.none(), st.sampled_from(["a", "a_2", "a_3", "column_1", "column_2", " "]), st.text())
    )
)
def test_no_name_stands_twice_and_none_is_empty(cells):
    names = name_columns(cells).names

    assert len(names) == len(cells)
    assert len(set(names)) == len(names)
    assert all(names)


def test_a_column_without_a_name_is_there_where_it_holds_something():
    header = name_columns(["id", "", "answer"])

    assert header.fields(["1", "", ""]) == {"id": "1", "answer": ""}
    assert header.fields(["1", "x"]) == {"id": "1", "column_2": "x"}
    assert header.fields([None, None, "A"]) == {"answer": "A"}


def test_columns_are_numbered_from_one():
    assert numbered_columns(2).names == ("column_1", "column_2")


def test_many_columns_of_one_name_are_named_in_linear_time():
    header = name_columns(["a"] * 100_000)

    assert len(set(header.names)) == 100_000
    assert len(header.oddities[0]) < 100
