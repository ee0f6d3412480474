"""Claims about what a file is: its content says it, and what is no table is called by its name."""

import gzip

import pytest

from omnibench.sources.rows import HowToRead, read_table
from omnibench.sources.table import SourceFile, SourceUnreadable

JSON = b'[{"question": "Why?", "answer": "A"}]'
CSV = b"question,answer\nWhy?,A\n"


def read(content, name="bank.csv", **how):
    return read_table(SourceFile(name=name, content=content), HowToRead(**how))


@pytest.mark.parametrize("name", ["bank.csv", "bank.json", "bank.jsonl", "bank.xlsx", "bank", "LICENSE"])
@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "utf-16", "utf-32"])
@pytest.mark.parametrize("content", [JSON, CSV, b"\r\n  " + JSON])
def test_the_content_says_what_it_is(content, encoding, name):
    table = read(content.decode().encode(encoding), name)

    assert [dict(row.fields) for row in table.rows] == [{"question": "Why?", "answer": "A"}]
    assert table.file == name


@pytest.mark.parametrize("sign", ["第", "剛", "筒"])
def test_a_sign_that_holds_a_bracket_as_a_byte_is_no_json(sign):
    text = f"{sign},question\n1,Why?\n"

    assert list(read(text.encode("utf-16")).rows[0].fields) == [sign, "question"]
    assert list(read(text.encode()).rows[0].fields) == [sign, "question"]


def test_json_in_an_encoding_that_is_said_is_read():
    content = '[{"question": "Süß"}]'

    assert read(content.encode("utf-16-le"), encoding="utf-16-le").rows[0].fields == {"question": "Süß"}
    with pytest.raises(SourceUnreadable, match="--encoding cp1252"):
        read(content.encode("cp1252"))


@pytest.mark.parametrize(
    ("content", "what"),
    [
        (b"", "is empty"),
        (b" \n\t\n", "rows|no table"),
        (b"\xef\xbb\xbf", "rows|no table"),
        (b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1" + bytes(600), "save it as .xlsx"),
        (b"%PDF-1.7\n", "a PDF"),
        (b"PAR1\x15\x04", "Parquet"),
        (b"SQLite format 3\0", "SQLite"),
        (b"7z\xbc\xaf\x27\x1c", "7z"),
        (b"Rar!\x1a\x07", "RAR"),
        (b"BZh91AY&SY", "bzip2"),
        (b"\xfd7zXZ\0", "xz"),
        (b"\x28\xb5\x2f\xfd", "zstd"),
        (b"\x89PNG\r\n", "a picture"),
        (b"q.csv".ljust(257, b"\0") + b"ustar\0", "tar"),
        (b"\n<!DOCTYPE html><html>", "web page"),
        (b"\xef\xbb\xbf<?xml version='1.0'?><Workbook/>", "web page or XML"),
        (gzip.compress(CSV), "still packed"),
        (b"PK\x05\x06" + bytes(18), "still packed"),
        (b"PK\x03\x04 and no zip", "the zip is broken"),
    ],
)
def test_what_is_no_table_is_called_by_its_name(content, what):
    with pytest.raises(SourceUnreadable, match=what):
        read(content)


@pytest.mark.parametrize("header", ["BZh", "PAR1", "PK", "Rar", "7z"])
def test_a_table_may_begin_like_a_magic(header):
    assert list(read(f"{header},question\nx,Why?\n".encode()).rows[0].fields) == [header, "question"]
