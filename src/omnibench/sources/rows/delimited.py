"""Tables as text: cells between commas, semicolons, tabs or bars, quoted where they hold one."""

from __future__ import annotations

import csv
import re
from contextlib import contextmanager, suppress
from itertools import islice
from typing import TYPE_CHECKING, Final, NamedTuple

from omnibench.sources.rows.contents import suffix_of
from omnibench.sources.rows.decoding import decode
from omnibench.sources.rows.header import find_header, name_columns, numbered_columns
from omnibench.sources.table import MAX_CELL_CHARACTERS, Row, SourceUnreadable, Table

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from omnibench.sources.rows.how_to_read import HowToRead
    from omnibench.sources.table import SourceFile

_DELIMITERS: Final = (",", ";", "\t", "|")
_ROWS_OF_EVIDENCE: Final = 1000
_EXCELS_HINT = re.compile(r'"?sep=([^\r\n"])"?(\r\n|\r|\n)', re.IGNORECASE)
"""A first line that Excel takes as the choice of the delimiter."""
_LINE = re.compile(r"[^\r\n]*(?:\r\n|\r|\n)|[^\r\n]+")


class _Record(NamedTuple):
    line: int
    """The line of the file where it begins."""
    cells: list[str]


class _Text(NamedTuple):
    text: str
    delimiter: str
    is_quoted: bool = True
    n_lines_before: int = 0


def read(file: SourceFile, how: HowToRead) -> Table:
    """Read a table; every value is a text, exactly as it stands in its cell.

    Raises:
        SourceUnreadable: the text cannot be decoded, no delimiter makes a table of it, or a line would lose cells.
    """
    text = decode(file.content, how.encoding)
    hint = _EXCELS_HINT.match(text)
    if hint:
        text = text[hint.end() :]
    given = "\t" if how.delimiter == "\\t" else how.delimiter  # as it is typed in a shell
    if given is not None and (len(given) != 1 or given in '"\r\n'):
        raise SourceUnreadable(f"{given!r} is no delimiter: give --delimiter one character")
    with _long_cells_allowed():
        delimiter = given or (hint and hint[1]) or _find_delimiter(text, file, how)
        source = _Text(text, delimiter, n_lines_before=1 if hint else 0)
        try:
            return _read_table(source, file, how)
        except SourceUnreadable:
            if delimiter != "\t":
                raise
            # many programs write tabs without quoting, and then a quote is a sign like any other
            with suppress(SourceUnreadable):
                return _read_table(source._replace(is_quoted=False), file, how)
            raise


def _read_table(source: _Text, file: SourceFile, how: HowToRead) -> Table:
    records = list(_records(source))
    at = find_header([record.cells for record in records[:_ROWS_OF_EVIDENCE]], how.has_header)
    oddities = [] if source.is_quoted else ["its quotes mark no cells: they are read as they stand"]
    if at is None:
        header = numbered_columns(max((len(record.cells) for record in records), default=0))
        data = records
    else:
        header = name_columns(records[at].cells)
        data = records[at + 1 :]
        oddities += header.oddities
        if at:
            oddities.append(f"what stands above the names in line {records[at].line} is passed over")
    width = len(header.names)
    begins_like_a_row = re.compile(rf'\n"?\d+"?{re.escape(source.delimiter)}')
    if opened := [record.line for record in data if any(map(begins_like_a_row.search, record.cells))]:
        oddities.append(
            f"{len(opened)} rows hold a cell whose next line begins like a row, the first in line {opened[0]}: a quote that "
            "nobody closed?"
        )
    _refuse_lost_cells(data, width)
    if n_short := sum(len(record.cells) < width for record in data):
        oddities.append(f"{n_short} of {len(data)} rows have fewer cells than there are columns")
    rows = (Row(place=f"line {record.line}", fields=header.fields(record.cells)) for record in data)
    return Table(file=file.name, rows=tuple(rows), columns=tuple(header.names), oddities=tuple(oddities))


def _refuse_lost_cells(records: Sequence[_Record], width: int) -> None:
    for line, cells in records:
        if any(cell.strip() for cell in cells[width:]):
            raise SourceUnreadable(
                f"line {line} has {len(cells)} cells, and there are {width} columns: put a text that holds the "
                "delimiter in quotes, or name another one by --delimiter"
            )


def _find_delimiter(text: str, file: SourceFile, how: HowToRead) -> str:
    """Choose the delimiter that gives most rows the header's width."""
    by_name = "\t" if suffix_of(file.name) in (".tsv", ".tab") else ","
    # where the evidence is even, the name says it
    candidates = sorted(_DELIMITERS, key=lambda delimiter: delimiter != by_name)
    evidence = {one: _evidence(_Text(text, one), how) for one in candidates}
    best = max(candidates, key=lambda one: evidence[one])
    if evidence[best] > (0, 0):
        return best
    if suffix_of(file.name) in (".csv", ".tsv", ".tab"):
        return by_name  # one column needs no delimiter
    raise SourceUnreadable(
        "this is no table: its first line holds no comma, semicolon, tab or bar; name another by --delimiter"
    )


def _evidence(source: _Text, how: HowToRead) -> tuple[int, int]:
    """Return how many of the first rows are as wide as the header, and how wide it is."""
    rows: list[list[str]] = []
    with suppress(SourceUnreadable):  # the rows before a broken one are the evidence
        rows.extend(record.cells for record in islice(_records(source), _ROWS_OF_EVIDENCE))
    if not rows:
        return 0, 0
    width = len(rows[find_header(rows, how.has_header) or 0])
    return (sum(len(row) == width for row in rows), width) if width > 1 else (0, 0)


def _records(source: _Text) -> Iterator[_Record]:
    reader = csv.reader(
        (match[0] for match in _LINE.finditer(source.text)),
        delimiter=source.delimiter,
        quoting=csv.QUOTE_MINIMAL if source.is_quoted else csv.QUOTE_NONE,
        strict=True,
    )
    while True:
        line = source.n_lines_before + reader.line_num + 1
        try:
            cells = next(reader)
        except StopIteration:
            return
        except csv.Error as error:
            raise SourceUnreadable(_why_broken(line, str(error))) from None
        if any(cell.strip() for cell in cells):
            yield _Record(line, cells)


def _why_broken(line: int, error: str) -> str:
    if "field larger" in error:
        what = f"has a cell of more than {MAX_CELL_CHARACTERS:,} characters"
    elif "unexpected end" in error:
        what = "has a quote that nothing closes"
    elif "expected after" in error:
        what = "has a quote inside a quoted cell"
    else:
        what = f"cannot be read ({error})"
    return f'the row that begins in line {line} {what}: a quote within a quoted cell is written ""'


@contextmanager
def _long_cells_allowed() -> Iterator[None]:
    # the library's limit is one for the whole process, and it is lower
    before = csv.field_size_limit(MAX_CELL_CHARACTERS)
    try:
        yield
    finally:
        csv.field_size_limit(before)
