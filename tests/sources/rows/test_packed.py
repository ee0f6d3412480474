"""Claims about packed files: by their bytes, in order, within bounds, and never out of the zip."""

import gzip
import io
import struct
import zipfile

import pytest

from omnibench.sources.rows import contents, passed_over, unpack
from omnibench.sources.table import SourceFile, SourceUnreadable


def zipped(members, compression=zipfile.ZIP_DEFLATED):
    stream = io.BytesIO()
    with zipfile.ZipFile(stream, "w", compression) as archive:
        for name, content in members.items():
            archive.writestr(name, content)
    return stream.getvalue()


def unpacked(content, name="bank.zip"):
    return {file.name: file.content for file in unpack(SourceFile(name=name, content=content))}


def refusal(content, name="bank.zip"):
    with pytest.raises(SourceUnreadable) as caught:
        unpack(SourceFile(name=name, content=content))
    return str(caught.value)


@pytest.fixture
def bound(monkeypatch):
    monkeypatch.setattr(contents, "MAX_SOURCE_BYTES", 10_000)
    return 10_000


def test_what_is_not_packed_comes_out_as_it_went_in():
    assert unpacked(b"id,question\n", "bank.zip") == {"bank.zip": b"id,question\n"}


def test_a_gzip_is_known_by_its_bytes_and_keeps_its_name():
    assert unpacked(gzip.compress(b"a,b\n"), "bank.csv") == {"bank.csv": b"a,b\n"}


def test_several_gzips_in_a_row_are_one_file():
    parts = gzip.compress(b"one\n") + gzip.compress(b"") + gzip.compress(b"two\n")

    assert unpacked(parts) == {"bank.zip": b"one\ntwo\n"}


def test_many_small_gzips_are_read_in_linear_time():
    parts = gzip.compress(b"x") * 20_000

    assert unpacked(parts) == {"bank.zip": b"x" * 20_000}


@pytest.mark.parametrize("cut", [5, 12, -1, -5])
def test_a_gzip_that_is_cut_is_refused(cut):
    assert "the gzip is broken" in refusal(gzip.compress(b"id,question\n" * 20)[:cut])


def test_a_gzip_with_something_behind_it_is_refused():
    assert "the gzip is broken" in refusal(gzip.compress(b"id\n") + b"more")


def test_a_gzip_of_the_largest_size_is_read_and_no_larger_one(bound):
    assert len(unpacked(gzip.compress(b"x" * bound))["bank.zip"]) == bound
    assert "10,000 bytes" in refusal(gzip.compress(b"x" * (bound + 1)))


def test_a_gzip_bomb_is_not_unpacked_to_its_end(bound):
    bomb = gzip.compress(bytes(20_000_000))

    # its end is cut off, which is an error of its own for who comes there
    assert "10,000 bytes" in refusal(bomb[: len(bomb) // 2])


def test_a_file_that_is_too_large_itself_is_refused(bound):
    assert "10,000 bytes" in refusal(bytes(bound + 1))


def test_members_come_in_the_order_of_their_names():
    content = zipped({"b.csv": "2", "a/z.json": "1", "c.jsonl.gz": gzip.compress(b"3")})

    assert list(unpacked(content).items()) == [
        ("bank.zip/a/z.json", b"1"),
        ("bank.zip/b.csv", b"2"),
        ("bank.zip/c.jsonl.gz", b"3"),
    ]


def test_what_is_no_data_is_passed_over_and_named():
    others = {
        "images/": "",
        "images/1.png": b"\x89PNG",
        "paper.pdf": b"%PDF",
        "README.md": "",
        "readme.txt": "",
        "LICENSE": "",
        "__MACOSX/._q.csv": "",
        ".DS_Store": "",
        ".hidden/q.csv": "",
        "q.py": "",
    }
    content = zipped({**others, "notes.txt": "a,b", "q.csv": "a,b"})

    assert list(unpacked(content)) == ["bank.zip/notes.txt", "bank.zip/q.csv"]
    assert set(passed_over(SourceFile(name="x", content=content))) == others.keys() - {"images/"}


def test_nothing_is_passed_over_where_nothing_is_packed():
    assert passed_over(SourceFile(name="q.csv", content=b"a,b")) == ()
    with pytest.raises(SourceUnreadable, match=r"^q\.zip: the zip is broken"):
        passed_over(SourceFile(name="q.zip", content=b"PK\x03\x04"))


def test_pictures_do_not_count_against_the_bound(bound):
    content = zipped({"1.png": bytes(bound), "q.csv": "a,b"})

    assert unpacked(content) == {"bank.zip/q.csv": b"a,b"}


@pytest.mark.parametrize(
    "name", ["../q.csv", "a/../../q.csv", "a\x1b[2J.csv", "/etc/q.csv", "..\\q.csv", "\\q.csv"]
)
def test_a_member_that_leads_out_is_refused_by_name(name):
    message = refusal(zipped({name: "a,b"}))

    assert repr(name) in message


@pytest.mark.filterwarnings("ignore:Duplicate name")
def test_two_members_of_one_name_are_refused():
    stream = io.BytesIO()
    with zipfile.ZipFile(stream, "w") as archive:
        archive.writestr("q.csv", "1")
        archive.writestr("q.csv", "2")

    assert "two members are named 'q.csv'" in refusal(stream.getvalue())


def test_a_zip_of_pictures_alone_is_refused():
    assert "no member" in refusal(zipped({"1.png": ""}))
    assert "no member" in refusal(zipped({}))


@pytest.mark.parametrize("name", ["inner.zip", "q.csv"])
def test_a_zip_in_a_zip_is_refused(name):
    assert f"in the member {name!r}, there is a zip again" in refusal(
        zipped({name: zipped({"q.csv": "a,b"})})
    )


def test_a_zip_in_a_gzip_is_refused():
    assert "a zip within a gzip" in refusal(gzip.compress(zipped({"q.csv": "a,b"})))


def test_a_workbook_is_no_zip_of_files_even_in_one():
    book = zipped({"[Content_Types].xml": "", "xl/workbook.xml": ""})

    assert unpacked(book, "b.xlsx") == {"b.xlsx": book}
    assert unpacked(zipped({"b.xlsx": book})) == {"bank.zip/b.xlsx": book}
    assert unpacked(gzip.compress(book), "b.xlsx.gz") == {"b.xlsx.gz": book}
    assert passed_over(SourceFile(name="b.xlsx", content=book)) == ()


def test_a_zip_that_declares_too_much_is_refused_before_it_is_read(bound, monkeypatch):
    monkeypatch.setattr(zipfile.ZipFile, "read", None)
    half = bytes(bound // 2 + 1)

    assert "10,000 bytes" in refusal(zipped({"a.csv": half, "b.csv": half}))


def test_a_zip_that_declares_too_little_is_refused(bound):
    content = zipped({"q.csv": bytes(1_000_000)})
    lying = content.replace(struct.pack("<L", 1_000_000), struct.pack("<L", 10))

    assert "cannot be unpacked" in refusal(lying)


def test_gzips_in_a_zip_share_its_bound(bound):
    half = gzip.compress(bytes(bound // 2 + 1))

    assert "10,000 bytes" in refusal(zipped({"a.csv.gz": half, "b.csv.gz": half}))


def test_an_encrypted_member_is_refused_by_name():
    content = bytearray(zipped({"q.csv": "a,b"}))
    content[content.index(b"PK\x01\x02") + 8] |= 1

    assert "'q.csv' is encrypted" in refusal(bytes(content))


@pytest.mark.parametrize("cut", [10, -10])
def test_a_zip_that_is_cut_is_refused(cut):
    assert "the zip is broken" in refusal(zipped({"q.csv": "a,b\n" * 100})[:cut])


def test_a_member_whose_bytes_are_damaged_is_refused_by_name():
    content = zipped({"q.csv": "id,question\n"}, zipfile.ZIP_STORED).replace(b"question", b"qu3stion")

    assert "in the member 'q.csv', the bytes cannot be unpacked" in refusal(content)


@pytest.mark.parametrize(
    ("member", "what"),
    [
        ("META-INF/manifest.xml", "OpenDocument"),
        ("word/document.xml", "Word"),
        ("xl/workbook.bin", ".xlsb"),
        ("ppt/presentation.xml", "presentation"),
    ],
)
def test_office_files_are_called_by_their_name(member, what):
    office = zipped({member: "", "content.xml": ""})

    assert what in refusal(office)
    assert "in the member 'b.ods', the file is " in refusal(zipped({"b.ods": office}))
