"""Claims about workbooks: what a sheet shows is what is read, and bombs end in an error."""

import builtins
import datetime as dt
import io
import time
import zipfile

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from openpyxl import Workbook

from omnibench.sources.rows import HowToRead, contents, read_table, workbook
from omnibench.sources.table import MAX_CELL_CHARACTERS, SourceFile, SourceUnreadable

HEADER = ["id", "question", "answer"]


def book(sheets, **cells):
    """A workbook of sheets by name; cells of the first one are set after that, by coordinate."""
    made = Workbook()
    made.remove(made.active)
    for name, rows in sheets.items():
        sheet = made.create_sheet(name)
        for row in rows:
            sheet.append(row)
    for coordinate, (value, number_format) in cells.items():
        cell = made.worksheets[0][coordinate]
        cell.value = value
        cell.number_format = number_format
    return saved(made)


def saved(made):
    stream = io.BytesIO()
    made.save(stream)
    return stream.getvalue()


def changed(content, part, change):
    """A workbook with one part changed, or without it."""
    stream = io.BytesIO()
    with (
        zipfile.ZipFile(io.BytesIO(content)) as old,
        zipfile.ZipFile(stream, "w", zipfile.ZIP_DEFLATED) as new,
    ):
        for name in old.namelist():
            after = change(old.read(name)) if name == part else old.read(name)
            if after is not None:
                new.writestr(name, after)
    return stream.getvalue()


def sheet_xml(rows, before=b""):
    return (
        b'<?xml version="1.0"?>'
        + before
        + b'<worksheet xmlns="http://schemas.openxmlformats.org/spreadsheetml/'
        b'2006/main"><dimension ref="A1"/><sheetData>' + rows + b"</sheetData></worksheet>"
    )


def with_sheet(rows, before=b""):
    return changed(book({"Q": [HEADER]}), "xl/worksheets/sheet1.xml", lambda _: sheet_xml(rows, before))


def read(content, **how):
    return read_table(SourceFile(name="bank.xlsx", content=content), HowToRead(**how))


def fields(content, **how):
    return [dict(row.fields) for row in read(content, **how).rows]


def refusal(content, **how):
    with pytest.raises(SourceUnreadable) as caught:
        read(content, **how)
    return str(caught.value)


TEXT = st.text(
    st.characters(exclude_categories=["Cs", "Cc", "Cn"], exclude_characters="\ufffe\uffff_="), max_size=9
)


@settings(max_examples=25)
@given(
    st.lists(
        st.tuples(st.integers(1, 99), TEXT.filter(str.strip), TEXT.filter(str.strip)), min_size=1, max_size=5
    )
)
def test_texts_come_back(rows):
    assert [tuple(row.values()) for row in fields(book({"Q": [HEADER, *rows]}))] == rows


@pytest.mark.parametrize(
    ("value", "number_format", "expected"),
    [
        ("0110", "General", "0110"),
        ("0110", "@", "0110"),
        (110, "0000", "0110"),
        (110, "General", 110),
        (7, "0", 7),
        (3.0, "General", 3),
        (2.5, "General", 2.5),
        (2.5, "0000", 2.5),
        (True, "General", True),
        ("TRUE", "General", "TRUE"),
        (dt.datetime.fromisoformat("2024-03-01"), "yyyy-mm-dd", "2024-03-01"),
        (dt.datetime.fromisoformat("2024-03-01T14:30"), "yyyy-mm-dd hh:mm", "2024-03-01T14:30:00"),
        (dt.time(14, 30), "hh:mm", "14:30:00"),
        ("a\nb", "General", "a\nb"),
        ("#N/A is a text", "General", "#N/A is a text"),
    ],
)
def test_a_cell_is_read_as_it_is_shown(value, number_format, expected):
    got = fields(book({"Q": [HEADER, [1, "Why?"]]}, C2=(value, number_format)))[0]["answer"]

    assert got == expected
    assert type(got) is type(expected)


def test_places_name_the_sheet_and_the_row():
    table = read(book({"Q 1": [HEADER, [1, "a", "A"], [], [None, " ", None], [2, "b", "B"]]}))

    assert [row.place for row in table.rows] == ["sheet Q 1, row 2", "sheet Q 1, row 4", "sheet Q 1, row 5"]


def test_empty_rows_and_columns_are_no_fields():
    rows = [[], HEADER, [], [1, "Why?", None], [None, None, None, None], [None, "How?", "B", None, "x"], []]

    assert fields(book({"Q": rows})) == [
        {"id": 1, "question": "Why?"},
        {"question": "How?", "answer": "B", "column_5": "x"},
    ]


def test_what_a_sheet_says_of_its_size_cuts_nothing():
    cells = b'<row r="%d"><c r="A%d" t="inlineStr"><is><t>%s</t></is></c><c r="B%d"><v>1</v></c></row>'
    rows = cells % (1, 1, b"question", 1) + cells % (2, 2, b"Why?", 2)

    assert fields(with_sheet(rows), has_header=True) == [{"question": "Why?", "1": 1}]


def test_merged_cells_hold_their_value_once():
    made = Workbook()
    for row in (HEADER, [1, "Why?", "A"], [2, None, "B"]):
        made.active.append(row)
    made.active.merge_cells("B2:B3")

    assert fields(saved(made)) == [{"id": 1, "question": "Why?", "answer": "A"}, {"id": 2, "answer": "B"}]


def test_a_title_above_the_names_is_told():
    table = read(book({"Q": [["Exam of 2024"], HEADER, [1, "Why?", "A"]]}))

    assert dict(table.rows[0].fields) == {"id": 1, "question": "Why?", "answer": "A"}
    assert "above" in table.oddities[0]


def test_columns_of_one_name_are_told():
    table = read(book({"Q": [["id", "A", "A"], [1, "x", "y"]]}))

    assert table.rows[0].fields == {"id": 1, "A": "x", "A_2": "y"}
    assert table.oddities == ("sheet Q: columns of the same name are told apart as 'A_2'",)


def test_pictures_in_a_workbook_are_not_looked_at():
    stream = io.BytesIO(book({"Q": [HEADER, [1, "Why?", "A"]]}))
    with zipfile.ZipFile(stream, "a") as archive:
        archive.writestr("xl/media/1.png", b"<!DOCTYPE")

    assert len(read(stream.getvalue()).rows) == 1


def test_sheets_of_the_same_columns_are_read_in_order():
    sheets = {
        "B": [HEADER, [1, "b", "A"]],
        "Empty": [],
        "A": [["answer", "id", "question", None], ["A", 2, "a"]],
    }
    table = read(book(sheets))

    assert [(row.place, row.fields["question"]) for row in table.rows] == [
        ("sheet B, row 2", "b"),
        ("sheet A, row 2", "a"),
    ]


def test_sheets_of_other_columns_must_be_chosen():
    content = book({"One": [HEADER, [1, "a", "A"]], "Two": [["id", "answer"], [1, "A"]]})

    assert "'One', 'Two'" in refusal(content)
    assert fields(content, sheet="Two") == [{"id": 1, "answer": "A"}]
    assert "'One', 'Two'" in refusal(content, sheet="Three")


def test_notes_and_hidden_sheets_are_passed_over_and_told():
    made = Workbook()
    made.active.title = "Notes"
    made.active.append(["These notes concern the bank"])
    for row in (HEADER, [1, "Why?", "A"]):
        made.create_sheet("Q") if "Q" not in made.sheetnames else None
        made["Q"].append(row)
    made.create_sheet("Sums").append([1, 2])
    made.create_sheet("Lists").append(HEADER[:2])
    made["Lists"].append([1, "x"])
    made["Lists"].sheet_state = "hidden"
    table = read(saved(made))

    assert [row.place for row in table.rows] == ["sheet Q, row 2"]
    assert "'Lists'" in table.oddities[0]
    assert "'Notes', 'Sums'" in table.oddities[1]
    assert len(fields(saved(made), sheet="Lists")) == 1


FORMULA = (
    b'<row r="1"><c r="A1" t="inlineStr"><is><t>question</t></is></c></row><row r="2"><c r="A2"%s</c></row>'
)


@pytest.mark.parametrize(
    ("cell", "expected"),
    [
        (b' t="str"><f>"Why"&amp;"?"</f><v>Why?</v>', "Why?"),
        (b"><f>1+1</f><v>2</v>", 2),
        (b' t="b"><f>1=1</f><v>1</v>', True),
    ],
)
def test_a_formula_is_read_as_its_stored_value(cell, expected):
    assert fields(with_sheet(FORMULA % cell)) == [{"question": expected}]


@pytest.mark.parametrize("cell", [b"><f>1+1</f>", b"><f>1+1</f><v/>", b"><f>1+1</f><v></v>"])
def test_a_formula_without_a_stored_value_is_named_by_its_cell(cell):
    rows = FORMULA % cell + b'<row r="3"><c r="A3"><v>1</v></c></row>'

    assert "sheet Q, cell A2 holds a formula" in refusal(with_sheet(rows))


def test_an_empty_text_is_a_formulas_value():
    rows = FORMULA % b' t="str"><f>""</f><v></v>' + b'<row r="3"><c r="A3"><v>1</v></c></row>'

    assert fields(with_sheet(rows)) == [{"question": 1}]


def test_formulas_in_a_sheet_that_is_not_read_are_no_trouble():
    content = book({"Sums": [["=1+1"]], "Q": [HEADER, [1, "Why?", "A"]]})

    assert len(fields(content, sheet="Q")) == 1


def test_a_workbook_without_formulas_is_opened_once(monkeypatch):
    import openpyxl

    opened = []
    load = openpyxl.load_workbook
    monkeypatch.setattr(
        openpyxl, "load_workbook", lambda *args, **how: opened.append(1) or load(*args, **how)
    )
    read(book({"Q": [HEADER, [1, "Why? <f> =1", "A"]]}))

    assert len(opened) == 1


def test_an_error_stays_a_text_and_is_told():
    rows = FORMULA % b' t="e"><f>A9/0</f><v>#DIV/0!</v>'
    table = read(with_sheet(rows))

    assert table.rows[0].fields == {"question": "#DIV/0!"}
    assert "#DIV/0! in sheet Q, cell A2" in table.oddities[0]


def test_a_control_character_is_read_as_it_was_written():
    rows = FORMULA % b' t="inlineStr"><is><t>a_x000D_b _x0041_</t></is>'

    assert fields(with_sheet(rows)) == [{"question": "a\rb _x0041_"}]


def test_a_sheet_without_a_header_has_numbered_columns():
    assert fields(book({"Q": [[1, "A"], [2, "B"]]})) == [
        {"column_1": 1, "column_2": "A"},
        {"column_1": 2, "column_2": "B"},
    ]


SHARED = b'<sst xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main">%s</sst>'
SHARED_TYPE = (
    b'<Override PartName="/xl/sharedStrings.xml" ContentType="application/'
    b'vnd.openxmlformats-officedocument.spreadsheetml.sharedStrings+xml"/></Types>'
)


def with_shared_texts(part):
    """A workbook whose texts stand in a part of their own, as Excel writes them."""
    rows = b'<row r="1"><c r="A1" t="s"><v>0</v></c></row><row r="2"><c r="A2" t="s"><v>1</v></c></row>'
    content = with_sheet(rows)
    content = changed(content, "[Content_Types].xml", lambda types: types.replace(b"</Types>", SHARED_TYPE))
    stream = io.BytesIO(content)
    if part is not None:
        with zipfile.ZipFile(stream, "a") as archive:
            archive.writestr("xl/sharedStrings.xml", part)
    return stream.getvalue()


def test_texts_in_a_part_of_their_own_are_read():
    texts = b"<si><t>question</t></si><si><r><t>Wh</t></r><r><t>y?</t></r></si>"

    assert fields(with_shared_texts(SHARED % texts)) == [{"question": "Why?"}]
    assert "broken" in refusal(with_shared_texts(SHARED % b"<si><t>question</t></si>"))
    assert "broken" in refusal(with_shared_texts(None))


@pytest.mark.parametrize(
    "part", ["xl/workbook.xml", "xl/_rels/workbook.xml.rels", "xl/worksheets/sheet2.xml"]
)
def test_a_missing_part_is_refused(part):
    content = book({"Q": [HEADER, [1, "Why?", "A"]], "R": [HEADER, [2, "How?", "B"]]})

    assert refusal(changed(content, part, lambda _: None)).startswith("bank.xlsx: ")


@pytest.mark.parametrize("part", ["[Content_Types].xml", "xl/workbook.xml", "xl/worksheets/sheet1.xml"])
@pytest.mark.parametrize(
    "change", [lambda part: part[: len(part) // 2], lambda _: b"", lambda _: b"\xff" * 99]
)
def test_a_broken_part_is_refused(part, change):
    content = book({"Q": [HEADER, [1, "Why?", "A"]]})

    assert refusal(changed(content, part, change)).startswith("bank.xlsx: ")


def test_damaged_bytes_are_refused():
    content = bytearray(book({"Q": [HEADER, [1, "Why?", "A"]]}))
    with zipfile.ZipFile(io.BytesIO(bytes(content))) as archive:
        start = archive.getinfo("xl/worksheets/sheet1.xml").header_offset
    content[start + 80 : start + 90] = bytes(10)

    assert "broken" in refusal(bytes(content))
    assert "broken" in refusal(bytes(content)[:-30])


LAUGHS = b"".join(b'<!ENTITY l%d "%s">' % (n, b"&l%d;" % (n - 1) * 10) for n in range(1, 10))
BOMBS = {
    "entities of entities": b'<!DOCTYPE x [<!ENTITY l0 "ha">' + LAUGHS + b"]>",
    "one long entity": b'<!DOCTYPE x [<!ENTITY l9 "' + b"a" * 100_000 + b'">]>',
}


@pytest.mark.parametrize("encoding", ["utf-8", "utf-16"])
@pytest.mark.parametrize("before", BOMBS.values(), ids=BOMBS)
def test_an_entity_bomb_ends_quickly(before, encoding):
    rows = b'<row r="1"><c r="A1" t="inlineStr"><is><t>' + b"&l9;" * 20_000 + b"</t></is></c></row>"
    xml = sheet_xml(rows, before).decode().replace('version="1.0"', f'version="1.0" encoding="{encoding}"')
    content = changed(book({"Q": [HEADER]}), "xl/worksheets/sheet1.xml", lambda _: xml.encode(encoding))
    start = time.process_time()

    refusal(content)
    assert time.process_time() - start < 2


def test_a_zip_bomb_is_refused_before_it_is_unpacked(monkeypatch):
    monkeypatch.setattr(contents, "MAX_SOURCE_BYTES", 50_000)
    monkeypatch.setattr(zipfile.ZipFile, "read", None)
    stream = io.BytesIO(book({"Q": [HEADER]}))
    with zipfile.ZipFile(stream, "a", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("xl/media/x.xml", bytes(60_000))

    assert "50,000 bytes" in refusal(stream.getvalue())


@pytest.mark.parametrize(
    "rows",
    [
        b'<row r="999999999"><c r="A999999999"><v>1</v></c></row>',
        b'<row><c r="XFD1"><v>1</v></c></row>' * 200,
    ],
)
def test_a_sheet_that_spreads_over_millions_of_cells_is_refused(rows, monkeypatch):
    monkeypatch.setattr(workbook, "_MAX_CELLS", 1_000_000)

    assert "1,000,000 cells" in refusal(with_sheet(rows))


def test_a_number_that_json_cannot_hold_is_refused():
    assert "too large" in refusal(with_sheet(FORMULA % b"><v>1E999</v>"))


def test_a_text_that_is_too_long_is_named_by_its_place():
    text = b"x" * (MAX_CELL_CHARACTERS + 1)

    assert "sheet Q, row 2 has a text" in refusal(
        with_sheet(FORMULA % (b' t="inlineStr"><is><t>%s</t></is>' % text))
    )


def test_a_missing_openpyxl_is_told_where_all_extras_are(monkeypatch):
    content = book({"Q": [HEADER]})
    import_ = builtins.__import__

    def without(name, *args, **more):
        if name == "openpyxl":
            raise ImportError("No module named 'openpyxl'", name="openpyxl")
        return import_(name, *args, **more)

    monkeypatch.setattr(builtins, "__import__", without)
    with pytest.raises(ImportError, match="openpyxl"):
        read(content)


def test_a_workbook_without_rows_is_refused():
    assert "no rows" in refusal(book({"Q": [], "R": [HEADER]}))


@pytest.mark.parametrize(
    ("value", "number_format", "expected"), [(0.5, "0%", "50%"), (0.125, "0.0%", "12.5%"), (1, "0%", "100%")]
)
def test_a_per_cent_is_read_as_it_is_shown(value, number_format, expected):
    made = Workbook()
    made.active.append(["question", "A"])
    made.active.append(["How much?", value])
    made.active["B2"].number_format = number_format

    assert [{"question": "How much?", "A": expected}] == fields(saved(made))


def test_dates_and_times_are_told_and_columns_keep_the_order_of_the_sheet():
    made = Workbook()
    for row in (
        ["question", "A", "B", "C"],
        ["First?", "x", None, "z"],
        ["When?", dt.date(2024, 2, 1), dt.time(1, 10), "z"],
    ):
        made.active.append(row)
    found = read(saved(made))

    assert ("question", "A", "B", "C") == found.columns
    assert any(
        one.startswith("2 cells hold a date or a time, the first one is 2024-02-01") for one in found.oddities
    )
