"""Claims about JSON lines: an object a line, and a fault by its line."""

import json

import pytest

from omnibench.sources.rows import HowToRead, read_table
from omnibench.sources.table import SourceFile, SourceUnreadable

ROWS = [{"question": "Why\u2028?", "options": ["a", {"b": 1}]}, {"question": "Wie?", "answer": None}]


def read(content, name="bank.jsonl", **how):
    return read_table(SourceFile(name=name, content=content), HowToRead(**how))


def lines(rows, end="\n"):
    return "".join(json.dumps(row, ensure_ascii=False) + end for row in rows)


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "utf-16"])
@pytest.mark.parametrize("end", ["\n", "\r\n", "\n\n", "\n \n"])
def test_every_line_is_a_row(end, encoding):
    table = read(lines(ROWS, end).encode(encoding))

    assert [row.fields for row in table.rows] == ROWS
    assert table.rows[1].place == ("line 2" if end.count("\n") == 1 else "line 3")


def test_the_name_does_not_matter_where_the_content_is_clear():
    assert len(read(lines(ROWS).encode(), "bank.json").rows) == 2
    assert len(read(lines(ROWS).encode(), "bank.csv").rows) == 2
    assert len(read(json.dumps(ROWS[:1], indent=1).encode(), "bank.jsonl").rows) == 1
    assert len(read(json.dumps({"questions": ROWS}, indent=1).encode(), "bank.jsonl").rows) == 2


def test_one_line_is_a_record_by_its_name_only():
    line = b'{"1": {"question": "Why?", "answer": "A"}, "2": {"question": "How?", "answer": "B"}}'

    assert len(read(line, "bank.jsonl").rows) == 1
    assert len(read(line, "bank.jsonl.gz").rows) == 1
    assert len(read(line, "bank.json").rows) == 2


def test_a_long_first_line_is_seen_to_its_end():
    assert len(read(lines([{"question": "x" * 200_000}, ROWS[1]]).encode(), "bank").rows) == 2


def test_an_encoding_that_is_said_is_taken():
    assert read('{"question": "Süß"}'.encode("cp1252"), encoding="cp1252").rows[0].fields == {
        "question": "Süß"
    }


@pytest.mark.parametrize(
    ("line", "reason"),
    [
        ('{"question": NaN}', "NaN is not a JSON value; write null"),
        ('{"question": 1e999}', "write null"),
        ('{"a": 1, "a": 2}', "'a' stands twice"),
        ('{"question": "cut', "Unterminated"),
        ("[" * 100_000, "nested too deeply"),
        ('["question", "Why?"]', "no JSON object"),
        ('{"a": 1} {"a": 2}', "Extra data"),
    ],
)
def test_a_fault_is_named_by_its_line(line, reason):
    with pytest.raises(SourceUnreadable) as caught:
        read(f'{{"question": "Why?"}}\n\n{line}\n{{"question": "b"}}\n'.encode())

    assert "line 3 " in str(caught.value)
    assert reason in str(caught.value)
