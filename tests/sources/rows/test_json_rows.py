"""Claims about JSON documents: which tables are the rows, what stands around them, and a sentence where there are none."""

import json
import time

import pytest
from hypothesis import given
from hypothesis import strategies as st

from omnibench.sources.rows import HowToRead, read_table
from omnibench.sources.table import SourceFile, SourceUnreadable

ROWS = [
    {"question": "Why?", "answer": "A", "options": {"A": "x", "B": "y"}},
    {"question": "How?", "answer": "B", "options": {"A": "u", "B": "v"}},
    {"question": "Who?", "answer": "A", "options": {"A": "s", "B": "t"}},
]


def read(document, name="bank.json", **how):
    content = document if isinstance(document, bytes) else json.dumps(document).encode()
    return read_table(SourceFile(name=name, content=content), HowToRead(**how))


def fields(document, **how):
    return [dict(row.fields) for row in read(document, **how).rows]


def refusal(document, **how):
    with pytest.raises(SourceUnreadable) as caught:
        read(document, **how)
    return str(caught.value)


def test_names_that_nobody_knows_are_read_at_the_top_only():
    rows = [{"xyzzy": "Why?", "plugh": "A"}]

    assert fields(rows) == rows
    assert fields({"k": rows[0]}) == [{"_key": "k", **rows[0]}]
    message = refusal({"first": rows, "inner": {"second": rows}})
    assert "first (1 rows), inner.second (1 rows)" in message
    assert "--at" in message
    assert fields({"first": rows, "inner": {"second": rows}}, at="inner.second") == rows


def test_one_known_name_makes_no_questions():
    assert "topics (1 rows)" in refusal({"topics": [{"id": 1, "xyzzy": "a"}], "version": 1})


def test_what_the_document_says_stands_around_the_rows():
    table = read({"id": "exam-1", "year": 2024, "tags": ["x"], "data": {"lang": "pt", "items": ROWS}})

    assert table.around == {"id": "exam-1", "year": 2024, "lang": "pt"}
    assert [row.fields for row in table.rows] == ROWS


def test_exams_by_name_are_read_in_order_with_what_each_says():
    exams = {"X": {"year": 2013, "data": ROWS[:1]}, "Y": {"year": 2014, "answer": "none", "data": ROWS[1:]}}
    table = read({"version": "1.0", "exams": exams})

    assert table.around == {"version": "1.0"}
    assert [(row.place, row.fields["_group"], row.fields["year"]) for row in table.rows] == [
        ("exams.X.data[0]", "X", 2013),
        ("exams.Y.data[0]", "Y", 2014),
        ("exams.Y.data[1]", "Y", 2014),
    ]
    assert table.rows[1].fields["answer"] == "B"
    assert table.rows[1].fields["_group_answer"] == "none"


def test_exams_in_a_list_are_told_apart():
    exams = [{"exam": "X", "questions": ROWS[:1]}, {"exam": "Y", "questions": ROWS[1:]}]

    assert [(row["_group"], row["exam"]) for row in fields({"exams": exams})] == [
        ("0", "X"),
        ("1", "Y"),
        ("1", "Y"),
    ]


def test_lists_under_different_names_are_all_read():
    table = read({"train": ROWS[:1], "test": ROWS[1:]})

    assert [row.fields["_group"] for row in table.rows] == ["train", "test", "test"]
    assert "train (1 rows), test (2 rows)" in table.oddities[0]


@pytest.mark.parametrize(
    ("at", "n_rows"),
    [("b", 2), ("c.d", 3), ("f.d.e", 1), ("list[1].questions", 2), ("list.1.questions", 2)],
)
def test_a_path_is_followed(at, n_rows):
    document = {
        "a": ROWS,
        "b": ROWS[:2],
        "c.d": ROWS,
        "f": {"d": 1, "d.e": ROWS[:1]},
        "list": [{"questions": ROWS}, {"questions": ROWS[1:]}],
    }

    assert len(fields(document, at=at)) == n_rows


@pytest.mark.parametrize("at", ["x", "a.x", "a[7]", "a[0].question.x", "a[²]", "."])
def test_a_path_that_leads_nowhere_is_refused(at):
    document = {"a": ROWS, "b": "text"}

    if at == ".":
        assert len(fields(document, at=at)) == 3
    else:
        assert "--at" in refusal(document, at=at)


def test_a_path_that_leads_nowhere_is_told_what_there_is():
    document = {"a": {"b": ROWS}, "c": "text"}

    assert "no 'x' at its top (--at): there is a, c" in refusal(document, at="x")
    assert "no 'x' at a (--at): there is b" in refusal(document, at="a.x")
    assert "no 'x' at a.b (--at): there is a list" in refusal(document, at="a.b.x")


def test_what_stands_on_the_way_of_a_path_is_kept():
    table = read({"year": 2024, "sets": {"lang": "pt", "dev": ROWS, "test": ROWS}}, at="sets.dev")

    assert table.around == {"year": 2024, "lang": "pt"}
    assert table.rows[0].place == "sets.dev[0]"


@pytest.mark.parametrize(
    ("document", "reason"),
    [
        (b'[{"question": NaN}]', "NaN is not a JSON value; write null"),
        (b'[{"question": "a", "question": "b"}]', "stands twice"),
        (b'{"1": "yes", "1": "no"}', "'1' stands twice"),
        (b'[{"question": "a"},]', "it is no JSON"),
        (b'[{"question": "cut', "Unterminated"),
        (b"[" * 200_000, "nested too deeply"),
        (b'{"a":' * 200_000, "nested too deeply"),
        (b"[]", "holds no rows|no list of records"),
        (b"{}", "no rows|no list of records"),
        (b'{"questions": []}', "no list of records"),
        (b'[{"question": "a"}, null]', r"\[1\] is no object"),
        (b'[["question", "answer"], ["Why?", "A"]]', r"\[0\] is no object"),
        (b'{"a": 1, "b": {"c": 2}}', "no list of records"),
        (b'{"columns": ["id", "question"], "data": [[1, "a"], [2]]}', r"data\[1\] has 1 values"),
        (b'{"columns": ["question", "question"], "data": [["a", "b"]]}', "a column twice"),
    ],
)
def test_what_holds_no_rows_is_refused(document, reason):
    with pytest.raises(SourceUnreadable, match=reason):
        read(document)


@given(
    st.recursive(
        st.none() | st.booleans() | st.integers() | st.text(max_size=3),
        lambda inner: (
            st.lists(inner, max_size=3)
            | st.dictionaries(
                st.sampled_from(["question", "answer", "id", "columns", "data", "index", "x", "0"]), inner
            )
        ),
        max_leaves=20,
    )
)
def test_any_document_is_read_or_refused(document):
    try:
        table = read(document)
    except SourceUnreadable as error:
        assert str(error).startswith("bank.json: ")
    else:
        assert len({row.place for row in table.rows}) == len(table.rows) > 0


def test_many_groups_are_read_in_linear_time():
    document = {f"exam {n}": {"data": ROWS} for n in range(20_000)}
    before = time.process_time()

    assert len(read(document).rows) == 60_000
    assert time.process_time() - before < 5
