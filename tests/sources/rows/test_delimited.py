"""Claims about tables as text: any dialect comes back, cells stay as they are, nothing is lost without a word."""

import csv
import io

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from omnibench.sources.rows import HowToRead, read_table
from omnibench.sources.table import MAX_CELL_CHARACTERS, SourceFile, SourceUnreadable


def read(text, name="bank.csv", **how):
    content = text if isinstance(text, bytes) else text.encode()
    return read_table(SourceFile(name=name, content=content), HowToRead(**how))


def fields(text, name="bank.csv", **how):
    return [dict(row.fields) for row in read(text, name, **how).rows]


def refusal(text, **how):
    with pytest.raises(SourceUnreadable) as caught:
        read(text, **how)
    return str(caught.value)


CELL = st.text(st.characters(exclude_categories=["Cs"], exclude_characters="\0\ufeff"), max_size=12)


@given(
    rows=st.lists(st.tuples(CELL, CELL, CELL), min_size=1, max_size=8),
    delimiter=st.sampled_from(",;\t|"),
    line_end=st.sampled_from(["\n", "\r\n"]),
    quoting=st.sampled_from([csv.QUOTE_MINIMAL, csv.QUOTE_ALL]),
    encoding=st.sampled_from(["utf-8", "utf-8-sig", "utf-16", "utf-32"]),
)
def test_every_dialect_comes_back(rows, delimiter, line_end, quoting, encoding):
    rows = [row for row in rows if any(cell.strip() for cell in row)]
    assume(rows)
    # a lone carriage return ends a line, and not every writer puts it in quotes
    assume(quoting == csv.QUOTE_ALL or not any("\r" in cell for row in rows for cell in row))
    stream = io.StringIO()
    writer = csv.writer(stream, delimiter=delimiter, lineterminator=line_end, quoting=quoting)
    writer.writerows([("id", "question", "answer"), *rows])

    read_back = [tuple(row.values()) for row in fields(stream.getvalue().encode(encoding), has_header=True)]

    assert read_back == rows


@given(st.text("0123456789", min_size=1))
def test_digits_stay_text_with_their_zeros(digits):
    assert fields(f"id,answer\nx,{digits}\n") == [{"id": "x", "answer": digits}]


@pytest.mark.parametrize("cell", ["0110", " a  b ", "=A1+1", "1e5", "NaN", "null", "TRUE", "1,5", "5' 3"])
def test_cells_stay_as_they_are(cell):
    assert fields(f"id;question\n1;{cell}\n")[0]["question"] == cell


@pytest.mark.parametrize("delimiter", [",", ";", "\t", "|"])
def test_the_delimiter_is_found_among_others_in_the_texts(delimiter):
    text = delimiter.join(["id", "question", "answer"]) + "\n"
    others = " ".join({",", ";", "|"} - {delimiter})
    text += "".join(delimiter.join([str(n), f"Is it {others} so?", "A"]) + "\n" for n in range(5))

    assert fields(text)[3] == {"id": "3", "question": f"Is it {others} so?", "answer": "A"}


def test_the_name_decides_only_where_the_evidence_is_even():
    even = "id,x\tquestion\n1,x\tWhy?\n"

    assert list(fields(even, "bank.tsv")[0]) == ["id,x", "question"]
    assert list(fields(even, "bank.csv")[0]) == ["id", "x\tquestion"]
    assert list(fields("id\tquestion\n1\tWhy, then?\n", "bank.csv")[0]) == ["id", "question"]


def test_the_person_names_the_delimiter():
    assert fields("id~question\n1~a,b\n", delimiter="~") == [{"id": "1", "question": "a,b"}]
    assert fields("id\tquestion,\n1\ta,\n", delimiter="\\t") == [{"id": "1", "question,": "a,"}]
    assert "--delimiter" in refusal("id,question\n1,a\n", delimiter="ab")
    assert "--delimiter" in refusal("id,question\n1,a\n", delimiter='"')


def test_excels_hint_is_understood_and_counted():
    table = read("sep=;\r\nid;question\r\n1;a,b\r\n")

    assert dict(table.rows[0].fields) == {"id": "1", "question": "a,b"}
    assert table.rows[0].place == "line 3"


def test_a_place_is_the_line_where_the_record_begins():
    table = read('id,question\n1,"two\nlines"\n\n , \n2,"three\r\n\r\nlines"\n3,x\n')

    assert [row.place for row in table.rows] == ["line 2", "line 6", "line 9"]
    assert table.rows[1].fields["question"] == "three\r\n\r\nlines"


@pytest.mark.parametrize("separator", ["\x0b", "\x0c", "\x1c", "\x85", "\u2028"])
def test_only_line_breaks_end_a_line(separator):
    assert fields(f"id,question\n1,a{separator}b\n") == [{"id": "1", "question": f"a{separator}b"}]


def test_a_longer_row_is_refused_and_a_shorter_one_lacks_fields():
    assert "line 3 has 3 cells, and there are 2 columns" in refusal("id,question\n1,a\n2,b,c\n")
    table = read("id,question,answer\n1,a,A,,\n2,b\n")

    assert [dict(row.fields) for row in table.rows] == [
        {"id": "1", "question": "a", "answer": "A"},
        {"id": "2", "question": "b"},
    ]
    assert ["1 of 2" in oddity for oddity in table.oddities] == [True]


@pytest.mark.parametrize(
    ("text", "line", "reason"),
    [
        ('id,question\n1,"open\n2,b\n3,c\n', 2, "nothing closes"),
        ('id,question\n1,a\n2,"he said "no" to it"\n', 3, "inside a quoted cell"),
        (f'id,question\n1,a\n2,"{"x" * (MAX_CELL_CHARACTERS + 1)}"\n', 3, "1,000,000 characters"),
    ],
)
def test_a_broken_quote_is_named_by_its_line(text, line, reason):
    message = refusal(text)

    assert f"line {line} " in message
    assert reason in message


def test_a_quote_within_a_cell_is_a_sign():
    assert fields('id,question\n1,a 5" tube\n')[0]["question"] == 'a 5" tube'


def test_tabs_that_make_no_table_either_way_are_refused_for_the_first_reason():
    assert "line 2 has 3 cells" in refusal("id\tquestion\n1\ta\tb\n")


def test_tabs_without_quoting_are_read():
    table = read('id\tquestion\n1\t"Aspirin" is\n2\t"open\n3\tc\n', "bank.tsv")

    assert [row.fields["question"] for row in table.rows] == ['"Aspirin" is', '"open', "c"]
    assert len(table.oddities) == 1


def test_the_longest_cell_is_read_and_the_librarys_limit_comes_back():
    before = csv.field_size_limit()
    text = "x" * MAX_CELL_CHARACTERS

    assert fields(f"id,question\n1,{text}\n")[0]["question"] == text
    refusal('id,question\n1,"open\n')
    assert csv.field_size_limit() == before


def test_a_table_without_a_header_has_numbered_columns():
    assert fields("1\t3\n2\t5\n", "key.gold") == [
        {"column_1": "1", "column_2": "3"},
        {"column_1": "2", "column_2": "5"},
    ]
    assert len(fields("id,question\n1,a\n", has_header=False)) == 2


def test_a_title_above_the_names_is_told():
    table = read("Exam of 2024,,\nid,question,answer\n1,a,A\n")

    assert dict(table.rows[0].fields) == {"id": "1", "question": "a", "answer": "A"}
    assert "line 2" in table.oddities[0]


def test_names_that_stand_twice_lose_no_cell():
    table = read("id,A,A,\n1,x,y,z\n")

    assert dict(table.rows[0].fields) == {"id": "1", "A": "x", "A_2": "y", "column_4": "z"}
    assert "'A_2'" in table.oddities[0]


def test_one_column_needs_no_delimiter_but_the_name_of_a_table():
    assert fields("question\nWhy?\n", "bank.csv") == [{"question": "Why?"}]
    with pytest.raises(SourceUnreadable, match="no table"):
        read("Dear reader\nthis is a letter\n", "letter.txt")


def test_reading_is_linear():
    text = "id,question\n" + '1,"' + 'a""\n' * 200_000 + '"\n'

    assert len(fields(text)[0]["question"]) == 600_000


def test_a_cell_that_swallows_a_row_is_told():
    swallowed = 'id,question,A,answer\n1,"What is it?,x,A\n2,What is that?",y,A\n'
    plain = 'id,question,A,answer\n1,"What is it?\nAnd why, then?",x,A\n'

    assert any("a quote that nobody closed" in one for one in read(swallowed).oddities)
    assert () == read(plain).oddities
