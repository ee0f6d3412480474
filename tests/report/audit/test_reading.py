"""A sheet comes back as spreadsheets save it, and all that is wrong with it is said at once."""

import csv
import io

import pytest

from omnibench.report.audit import Mark, parse_sheet

IDS = ("a1", "a2", "a3", "a4")
HEAD = ("audit_id", "answer", "human", "note")
ROWS = (("a1", "x, y; z\tw", "right", ""), ("a2", 'say "B"\r\nor C', "wrong", "é"), ("a3", "", "unsure", ""))
MARKS = {"a1": Mark(is_correct=True), "a2": Mark(is_correct=False, note="é"), "a3": Mark(is_correct=None)}


def sheet(*rows, head=HEAD, separator=",", ending="\r\n"):
    text = io.StringIO(newline="")
    writer = csv.writer(text, delimiter=separator, lineterminator=ending)
    writer.writerows([head, *rows])
    return text.getvalue()


def read(content, ids=IDS):
    return parse_sheet("sheet.csv", content if isinstance(content, bytes) else content.encode(), ids)


def faults_of(content):
    return [(fault.item, fault.field, fault.reason) for fault in read(content)[1]]


@pytest.mark.parametrize("separator", [",", ";", "\t"])
@pytest.mark.parametrize("ending", ["\r\n", "\n"])
@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "utf-16"])
def test_separators_line_ends_and_encodings_do_not_matter(separator, ending, encoding):
    found, faults = read(sheet(*ROWS, separator=separator, ending=ending).encode(encoding))

    assert [] == faults
    assert (MARKS, 1, False) == (found.marks, found.n_missing, found.is_legacy)


def test_utf_16_with_the_high_byte_first_is_read():
    found, faults = read(b"\xfe\xff" + sheet(*ROWS).encode("utf-16-be"))

    assert (MARKS, []) == (found.marks, faults)


@pytest.mark.parametrize(("encoding", "note"), [("cp1252", "é"), ("gb18030", "错"), ("shift_jis", "表ソ")])
def test_a_legacy_encoding_costs_only_letters_of_notes(encoding, note):
    rows = (("a1", note * 3, "right", note), ("a2", f"{note}, {note}", "wrong", ""))
    found, faults = read(sheet(*rows).encode(encoding))

    assert ([], True) == (faults, found.is_legacy)
    assert {"a1": True, "a2": False} == {name: mark.is_correct for name, mark in found.marks.items()}


def test_rows_and_columns_may_move_and_more_may_come():
    rows = [(note, "mine", word, name) for name, _, word, note in reversed(ROWS)]
    found, faults = read(sheet(*rows, head=("note", "extra", "human", "audit_id")))

    assert (MARKS, []) == (found.marks, faults)


def test_a_line_that_names_the_separator_and_blank_rows_are_passed_over():
    text = "sep=;\r\n" + sheet(*ROWS[:1], ("", "", "", ""), *ROWS[1:], ("", "my sum", "", ""), separator=";")
    found, faults = read(text + "\r\n\r\n")

    assert (MARKS, []) == (found.marks, faults)


@pytest.mark.parametrize(
    ("word", "is_correct"),
    [
        ("right", True), (" Right ", True), ("TRUE", True), ("true", True),
        ("WRONG", False), ("False", False), ("unsure", None), ("Unsure ", None),
    ],
)  # fmt: skip
def test_words_in_any_case(word, is_correct):
    assert {"a1": Mark(is_correct=is_correct)} == read(sheet(("a1", "", word, "")))[0].marks


@pytest.mark.parametrize("word", ["", "  "])
def test_blanks_are_no_words(word):
    found, faults = read(sheet(*((name, "", word, "") for name in IDS)))

    assert ({}, 0, []) == (found.marks, found.n_missing, faults)


def test_ids_and_headings_in_any_case():
    assert {"a1"} == set(
        read(sheet(("A1 ", "", "right", ""), head=(" AUDIT_ID", "x", "Human", "note")))[0].marks
    )


def test_every_fault_is_said_with_its_row_and_line():
    text = sheet(
        ("a1", "one\ntwo\nthree", "right", ""),
        ("b9", "", "right", ""),
        ("a2", "", "maybe", ""),
        ("a1", "", "wrong", ""),
        ("", "", "right", ""),
        ("a3", "", "x" * 99, ""),
    )

    assert [
        ("row 3, line 5", "audit_id", "'b9' is no id of this audit"),
        ("row 4, line 6", "human", "a2: 'maybe' is none of right, wrong, unsure"),
        ("row 5, line 7", "audit_id", "a1 has a row already; keep one"),
        ("row 6, line 8", "audit_id", "'' is no id of this audit"),
        ("row 7, line 9", "human", f"a3: '{'x' * 40}...' is none of right, wrong, unsure"),
    ] == faults_of(text)


@pytest.mark.parametrize(
    ("head", "fields"),
    [
        (("audit_id", "note"), ["human"]),
        (("human",), ["audit_id"]),
        (("x", "y"), ["audit_id", "human"]),
        (("audit_id", "human", "Human"), ["human"]),
    ],
)
def test_a_missing_or_doubled_column_is_named(head, fields):
    assert fields == [field for _, field, _ in faults_of(sheet(("a1",), head=head))]


def test_an_empty_file_misses_its_columns():
    assert ["audit_id", "human"] == [field for _, field, _ in faults_of(b"")]


@pytest.mark.parametrize(
    ("content", "reason"),
    [
        (b"PK\x03\x04\x00\x00", "is a workbook; save the sheet as CSV UTF-8"),
        (sheet(*ROWS).encode("utf-16-le"), "is no CSV text; save the sheet as CSV UTF-8"),
        (b"\xff\xfea", "is no CSV text; save the sheet as CSV UTF-8"),
    ],
)
def test_what_is_no_csv_is_said(content, reason):
    assert [("", "", reason)] == faults_of(content)


@pytest.mark.parametrize(
    "content",
    [
        'audit_id,human\na1,"right\na2,wrong\n',
        'audit_id,human\na1,"' + "x" * 200_000,
        # Without quotes around cells, as some programs write tabs: a3's word would go to a1, and a2 with it.
        'audit_id\tanswer\thuman\na1\t"B\tright\na2\tC\tright\na3\t"D\twrong\n',
    ],
    ids=["endless", "long", "bare"],
)
def test_rows_never_run_together_through_a_quote(content):
    [(_, _, reason)] = faults_of(content)

    assert reason.startswith("is no CSV text (from line 2 on: ")


def test_quotes_around_every_cell_fit_their_separator():
    text = sheet(*ROWS, separator=";").replace("audit_id;answer", '"audit_id";"answer"')

    assert (MARKS, []) == (read(text)[0].marks, read(text)[1])
