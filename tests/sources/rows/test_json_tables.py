"""Claims about tables in JSON: every way round gives the same rows, and their names decide where two are possible."""

import json

import pytest

from omnibench.sources.rows import HowToRead, read_table
from omnibench.sources.table import SourceFile, SourceUnreadable

ROWS = [
    {"question": "Why?", "answer": "A", "options": {"A": "x", "B": "y"}},
    {"question": "How?", "answer": "B", "options": {"A": "u", "B": "v"}},
    {"question": "Who?", "answer": "A", "options": {"A": "s", "B": "t"}},
]
KEYS = ["q7", "q8", "q9"]
COLUMNS = {name: [row[name] for row in ROWS] for name in ROWS[0]}
LINES = [list(row.values()) for row in ROWS]


def read(document, name="bank.json", **how):
    content = document if isinstance(document, bytes) else json.dumps(document).encode()
    return read_table(SourceFile(name=name, content=content), HowToRead(**how))


def fields(document, **how):
    return [dict(row.fields) for row in read(document, **how).rows]


def places(document, **how):
    return [row.place for row in read(document, **how).rows]


def refusal(document, **how):
    with pytest.raises(SourceUnreadable) as caught:
        read(document, **how)
    return str(caught.value)


WITHOUT_KEYS = {
    "records": ROWS,
    "columns": COLUMNS,
    "pandas columns": {
        name: {str(i): value for i, value in enumerate(column)} for name, column in COLUMNS.items()
    },
    "pandas split": {"columns": list(ROWS[0]), "index": [0, 1, 2], "data": LINES},
    "split without index": {"columns": list(ROWS[0]), "data": LINES},
    "pandas table": {"schema": {"fields": [{"name": "question", "type": "string"}]}, "data": ROWS},
}
WITH_KEYS = {
    "by id": dict(zip(KEYS, ROWS, strict=True)),
    "pandas columns": {name: dict(zip(KEYS, column, strict=True)) for name, column in COLUMNS.items()},
    "pandas split": {"columns": list(ROWS[0]), "index": KEYS, "data": LINES},
}
AROUND = {
    "at the top": lambda value: value,
    "under a name": lambda value: {"questions": value},
    "under two names": lambda value: {"data": {"items": value}},
    "in a list": lambda value: [{"year": 2024, "questions": value}],
}


@pytest.mark.parametrize("around", AROUND.values(), ids=AROUND)
@pytest.mark.parametrize("document", WITHOUT_KEYS.values(), ids=WITHOUT_KEYS)
def test_every_way_round_gives_the_rows(document, around):
    assert fields(around(document)) == ROWS


@pytest.mark.parametrize("around", AROUND.values(), ids=AROUND)
@pytest.mark.parametrize("document", WITH_KEYS.values(), ids=WITH_KEYS)
def test_keys_come_with_the_rows(document, around):
    assert fields(around(document)) == [{"_key": key, **row} for key, row in zip(KEYS, ROWS, strict=True)]


def test_columns_beside_records_are_a_description():
    assert fields({"columns": ["question", "answer"], "data": ROWS}) == ROWS
    with pytest.raises(SourceUnreadable, match="nothing in it looks like questions"):
        read({"columns": [{"name": "question"}], "data": [["Why?"]]})


def test_a_place_is_the_way_to_a_row():
    assert places(ROWS) == ["[0]", "[1]", "[2]"]
    assert places(WITH_KEYS["by id"]) == KEYS
    assert places({"data": {"items": ROWS}})[2] == "data.items[2]"
    assert places({"data": WITH_KEYS["by id"]})[2] == "data.q9"
    assert places([{"questions": ROWS}])[2] == "[0].questions[2]"


def test_values_by_id_are_rows():
    assert fields({"17": "yes", "18": ["a", "c"]}) == [
        {"_key": "17", "value": "yes"},
        {"_key": "18", "value": ["a", "c"]},
    ]


def test_answers_alone_are_rows():
    answers = [{"id": 1, "answer": "A"}, {"id": 2, "answer": "B"}]

    assert fields(answers) == answers
    assert fields({"key": answers}) == answers
    assert fields({"key": {"id": [1, 2], "answer": ["A", "B"]}}) == answers


def test_a_single_question_is_a_row():
    assert fields(ROWS[0]) == ROWS[:1]
    assert fields({"q1": ROWS[0]}) == [{"_key": "q1", **ROWS[0]}]
    assert places(ROWS[0]) == ["the document"]


def test_lists_of_one_length_under_names_of_columns_stay_apart():
    document = {"question": ROWS[:2], "answer": [{"id": 1, "answer": "A"}, {"id": 2, "answer": "B"}]}
    table = read(document)

    assert [row.fields for row in table.rows] == ROWS[:2]
    assert "answer (2 rows)" in table.oddities[0]


def test_a_note_among_questions_by_id_costs_none_of_them():
    rows = fields({"meta": {"version": 1}, **WITH_KEYS["by id"]})

    assert [row["_key"] for row in rows] == ["meta", *KEYS]


def test_options_within_questions_are_no_rows():
    rows = [{"question": "Why?", "options": [{"id": 1, "question": "x"}, {"id": 2, "question": "y"}]}] * 2

    assert fields(rows) == rows


def test_questions_in_parts_are_questions():
    rows = [
        {
            "id": "1",
            "question": {"question": "Why?", "options": [{"id": "A", "question": "x"}]},
            "answer": "A",
        }
    ]

    assert fields({"data": rows}) == rows


def test_deep_nesting_that_json_takes_is_no_trouble():
    deep = b'[{"question": "Why?", "x": ' + b'{"a":[' * 200 + b"]}" * 200 + b"}]"

    assert len(read(deep).rows) == 1
    refusal(b'{"a":[' * 200 + b"]}" * 200)
