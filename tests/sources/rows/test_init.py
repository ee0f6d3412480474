"""Claims about reading a table: its content says what it is, and whatever it is, there are rows or one sentence."""

import json
import time

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from omnibench.sources.rows import HowToRead, contents, read_table
from omnibench.sources.table import MAX_CELL_CHARACTERS, SourceFile, SourceUnreadable

JSON = b'[{"question": "Why?", "answer": "A"}]'
CSV = b"question,answer\nWhy?,A\n"


def read(content, name="bank.csv", **how):
    return read_table(SourceFile(name=name, content=content), HowToRead(**how))


def test_a_file_that_is_too_large_is_refused(monkeypatch):
    monkeypatch.setattr(contents, "MAX_SOURCE_BYTES", len(CSV) - 1)

    with pytest.raises(SourceUnreadable, match="bytes unpacked"):
        read(CSV)


@pytest.mark.parametrize(
    "value", [lambda text: text, lambda text: [1, {"a": [text]}], lambda text: {"a": {text: 1}}]
)
@pytest.mark.parametrize("wrapped", [lambda row: [row], lambda row: {"questions": [row]}, lambda row: row])
def test_a_text_that_is_too_long_is_named_wherever_it_stands(value, wrapped):
    def document(length):
        return json.dumps(wrapped({"question": "Why?", "options": value("x" * length)})).encode()

    assert len(read(document(MAX_CELL_CHARACTERS)).rows) == 1
    with pytest.raises(SourceUnreadable, match="1,000,000 characters in 'options'"):
        read(document(MAX_CELL_CHARACTERS + 1))


def test_what_was_lost_before_is_told():
    table = read("question,answer\nWhich rib?,A\nThe \x02nd rib?,B\nThe \ufffdth?,\x1d\n".encode())

    assert [row.fields["question"] for row in table.rows[1:]] == ["The \x02nd rib?", "The \ufffdth?"]
    assert table.oddities == (
        "2 rows hold control characters, the first one is line 3: signs were lost where they stand",
    )
    assert read('question,answer\n"a\tb\r\nc\x0b\x85\u2028",A\n'.encode()).oddities == ()


def test_the_message_begins_with_the_file():
    with pytest.raises(SourceUnreadable, match=r"^x\.zip/a\.csv: line 3 "):
        read(CSV + b"a,b,c\n", "x.zip/a.csv")


@given(
    content=st.one_of(st.binary(max_size=60), st.text('{}[]":,;\t\n\r ab1', max_size=40).map(str.encode)),
    name=st.sampled_from(["x", "x.csv", "x.tsv", "x.json", "x.jsonl", "x.xlsx"]),
    encoding=st.sampled_from([None, "cp1252", "utf-16", "utf-7", "idna"]),
    has_header=st.sampled_from([None, True, False]),
)
@example(content=b'"\r"', name="x.csv", encoding=None, has_header=None)
def test_any_bytes_are_read_or_refused(content, name, encoding, has_header):
    try:
        table = read(content, name, encoding=encoding, has_header=has_header)
    except SourceUnreadable as error:
        assert str(error).startswith(f"{name}: ")
    else:
        assert table.rows


@pytest.mark.parametrize(
    "content",
    [
        b'"' * 300_000,
        b"," * 300_000,
        b"question,answer\n" + b"\r" * 300_000,
        b"\xe9" * 300_000,
        b'{"question": "a"}\n' * 30_000,
        b"[" + b'{"a": [{"b": 1}]},' * 30_000 + b'{"a": 1}]',
    ],
    ids=range(6),
)
def test_what_is_odd_is_answered_in_time(content):
    before = time.process_time()
    try:
        read(content)
    except SourceUnreadable as error:
        assert len(str(error)) < 1000
    assert time.process_time() - before < 3


@pytest.mark.parametrize("content", [b"[" + b"0," * 9 + b"0]", b"a,b\n" * 5, b'{"a": 1}\n' * 12])
def test_a_file_of_more_values_than_memory_holds_is_refused_unread(content, monkeypatch):
    monkeypatch.setattr("omnibench.sources.rows.MAX_VALUES", 9)

    with pytest.raises(SourceUnreadable, match="more than 9 values"):
        read_table(SourceFile(name="x", content=content))
