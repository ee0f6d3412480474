"""Sheets of an .xlsx workbook, through openpyxl."""

from __future__ import annotations

import datetime as dt
import io
import re
import warnings
from dataclasses import dataclass
from itertools import repeat
from math import isfinite
from typing import TYPE_CHECKING, Any, Final, NamedTuple

from omnibench.sources.columns import role_of
from omnibench.sources.rows.contents import open_zip, refuse_members
from omnibench.sources.rows.header import Header, find_header, name_columns, numbered_columns
from omnibench.sources.table import Row, SourceUnreadable, Table

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from omnibench.sources.rows.how_to_read import HowToRead
    from omnibench.sources.table import SourceFile

_MAX_CELLS: Final = 20_000_000
"""Of a sheet, empty ones included: a file of a few bytes can declare millions of them in a row."""
_PADDED = re.compile(r"0{2,}")
"""A number's format that shows leading zeros."""
_CONTROL = re.compile("_x(00[01][0-9A-Fa-f])_")
"""A control character, as the format writes it within a text."""
_FORMULA = re.compile(rb"<(\w+:)?f[\s/>]")
_SHEET = re.compile(rb"<(?:\w+:)?sheet\s")
_DOCTYPE: Final = b"<!DOCTYPE"


@dataclass(frozen=True, slots=True, kw_only=True)
class _Sheet:
    """The rows of a sheet that hold anything, each with its number."""

    name: str
    rows: Sequence[tuple[int, Sequence[Any]]]
    without_value: str | None
    """The first cell whose formula has no stored value."""
    errors: Sequence[str]
    """The cells that hold an error, `#REF!`."""
    dates: Sequence[str]
    """The cells that hold a date."""


class _Inside(NamedTuple):
    n_sheets: int
    """That the workbook names; openpyxl leaves out without a word those whose part is missing."""
    has_formulas: bool


class _Columns(NamedTuple):
    header: Header
    n_above: int
    """Rows up to the header, which is one of them; without one there are none."""
    are_known: bool
    """Whether any name says what its column holds."""


def read(file: SourceFile, how: HowToRead) -> Table:
    """Read the sheets that hold the same columns, or the one that is named.

    Raises:
        SourceUnreadable: the workbook is broken, a formula's value is not stored, or it is open which sheet is meant.
        ImportError: openpyxl is not installed.
    """
    inside = _look_into(file.content)
    with warnings.catch_warnings():
        # openpyxl warns of styles and rules that concern no value
        warnings.simplefilter("ignore")
        try:
            sheets, oddities = _sheets(file.content, how, inside)
        except (SourceUnreadable, ImportError):
            raise  # a missing openpyxl is told where all missing extras are
        except Exception as error:  # noqa: BLE001 - openpyxl raises what it meets in a broken file
            why = " ".join(str(error).split()) or type(error).__name__
            raise SourceUnreadable(f"the workbook is broken ({why[:200]}): save it again as .xlsx") from None
    rows: list[Row] = []
    for sheet, columns in sheets:
        rows += _rows(sheet, columns)
        oddities += _oddities(sheet, columns)
    names = dict.fromkeys(name for _, columns in sheets for name in columns.header.names)
    return Table(file=file.name, rows=tuple(rows), columns=tuple(names), oddities=tuple(oddities))


def _look_into(content: bytes) -> _Inside:
    """Say what openpyxl does not.

    Raises:
        SourceUnreadable: a part cannot be unpacked within bounds, or defines entities, which unpack without any.
    """
    has_formulas, n_sheets = False, 0
    with open_zip(content) as archive:
        refuse_members(archive.infolist())
        for name in archive.namelist():
            if not name.endswith((".xml", ".rels")):
                continue
            try:
                part = archive.read(name)
            except Exception as error:  # noqa: BLE001 - zipfile raises what its decoders raise
                raise SourceUnreadable(f"the workbook is broken ({error}): save it again as .xlsx") from None
            if _DOCTYPE in part:
                raise SourceUnreadable(f"its part {name!r} defines a document type, which no workbook does")
            has_formulas |= name.startswith("xl/worksheets/") and _FORMULA.search(part) is not None
            if name == "xl/workbook.xml":
                n_sheets = len(_SHEET.findall(part))
    return _Inside(n_sheets, has_formulas)


def _sheets(
    content: bytes, how: HowToRead, inside: _Inside
) -> tuple[list[tuple[_Sheet, _Columns]], list[str]]:
    """Return the sheets to read, and what is odd about the choice."""
    from openpyxl import load_workbook  # noqa: PLC0415 - an extra

    def opened(*, data_only: bool) -> Any:
        return load_workbook(io.BytesIO(content), read_only=True, data_only=data_only, keep_links=False)

    book = opened(data_only=True)
    if len(book.sheetnames) < inside.n_sheets:
        raise SourceUnreadable(f"of its {inside.n_sheets} sheets some are missing: save it again as .xlsx")
    with_formulas = opened(data_only=False) if inside.has_formulas else None
    oddities = []
    if how.sheet is not None:
        chosen = [sheet for sheet in book.worksheets if sheet.title == how.sheet]
        if not chosen:
            raise SourceUnreadable(f"no sheet is named {how.sheet!r}; there are {_quoted(book.sheetnames)}")
    else:
        chosen = [sheet for sheet in book.worksheets if sheet.sheet_state == "visible"]
        hidden = [sheet.title for sheet in book.worksheets if sheet.sheet_state != "visible"]
        if hidden:
            oddities.append(f"hidden sheets are passed over: {_quoted(hidden)}")
    read = [_read_sheet(sheet, with_formulas and with_formulas[sheet.title]) for sheet in chosen]
    filled = [(sheet, _columns(sheet, how)) for sheet in read if sheet.rows]
    known = [(sheet, columns) for sheet, columns in filled if columns.are_known]
    if known and len(known) < len(filled):
        others = [sheet.name for sheet, columns in filled if not columns.are_known]
        oddities.append(f"sheets whose columns have no known name are passed over: {_quoted(others)}")
    return _with_one_header(known or filled), oddities


def _with_one_header(sheets: list[tuple[_Sheet, _Columns]]) -> list[tuple[_Sheet, _Columns]]:
    if len({_names_given(columns.header) for _, columns in sheets}) > 1:
        names = _quoted(sheet.name for sheet, _ in sheets)
        raise SourceUnreadable(f"its sheets {names} hold different columns: name the one to read by --sheet")
    for sheet, _ in sheets:
        if sheet.without_value:
            raise SourceUnreadable(
                f"{sheet.without_value} holds a formula whose value is not stored: open the workbook in a "
                "spreadsheet program and save it"
            )
    return sheets


def _names_given(header: Header) -> frozenset[str]:
    return frozenset(name for index, name in enumerate(header.names) if index not in header.unnamed)


def _columns(sheet: _Sheet, how: HowToRead) -> _Columns:
    cells = [row for _, row in sheet.rows]
    width = max(map(len, cells))
    at = find_header(cells, how.has_header)
    if at is None:
        return _Columns(numbered_columns(width), 0, are_known=False)
    header = name_columns([*cells[at], *repeat(None, width - len(cells[at]))])
    return _Columns(header, at + 1, are_known=any(map(role_of, header.names)))


def _rows(sheet: _Sheet, columns: _Columns) -> Iterator[Row]:
    for number, cells in sheet.rows[columns.n_above :]:
        yield Row(place=f"sheet {sheet.name}, row {number}", fields=columns.header.fields(cells))


def _oddities(sheet: _Sheet, columns: _Columns) -> Iterator[str]:
    for oddity in columns.header.oddities:
        yield f"sheet {sheet.name}: {oddity}"
    if columns.n_above > 1:
        yield f"sheet {sheet.name}: what stands above the names of the columns is passed over"
    if sheet.errors:
        yield f"{len(sheet.errors)} cells hold an error, the first one is {sheet.errors[0]}"
    if sheet.dates:
        yield (
            f"{len(sheet.dates)} cells hold a date or a time, the first one is {sheet.dates[0]}: "
            "a spreadsheet makes them of texts such as 1-2 and 1:10"
        )


def _read_sheet(sheet: Any, with_formulas: Any) -> _Sheet:
    rows: list[tuple[int, Sequence[Any]]] = []
    errors: list[str] = []
    dates: list[str] = []
    without_value = None
    for number, cells, formulas in _aligned(sheet, with_formulas):
        values = [_value_of(cell) for cell in cells]
        while values and values[-1] is None:
            values.pop()
        if any(value is not None and value != "" for value in values):
            rows.append((number, values))
        errors += [
            f"{cell.value} in sheet {sheet.title}, cell {cell.coordinate}"
            for cell in cells
            if cell.value is not None and cell.data_type == "e"
        ]
        dates += [
            f"{value} in sheet {sheet.title}, cell {cell.coordinate}"
            for cell, value in zip(cells, values, strict=False)
            if isinstance(cell.value, dt.date | dt.time | dt.timedelta)
        ]
        if without_value is None:
            pairs = zip(cells, formulas, strict=False)
            empty = (formula for cell, formula in pairs if formula.data_type == "f" and _is_unstored(cell))
            first = next(empty, None)
            without_value = first and f"sheet {sheet.title}, cell {first.coordinate}"
    return _Sheet(name=sheet.title, rows=rows, without_value=without_value, errors=errors, dates=dates)


def _aligned(sheet: Any, with_formulas: Any) -> Iterator[tuple[int, Sequence[Any], Sequence[Any]]]:
    """Yield each row with its number, as values and, where the workbook holds formulas, as these."""
    n_cells = 0
    formulas: Iterable[Sequence[Any]] = repeat(())
    sheet.reset_dimensions()  # what a sheet says of its size is often wrong, and would cut it
    if with_formulas is not None:
        with_formulas.reset_dimensions()
        formulas = with_formulas.iter_rows()
    for number, (cells, beside) in enumerate(zip(sheet.iter_rows(), formulas, strict=False), 1):
        n_cells += len(cells) + 1
        if n_cells > _MAX_CELLS:
            raise SourceUnreadable(
                f"sheet {sheet.title} spreads over more than {_MAX_CELLS:,} cells, most of them empty: copy its "
                "table into a new workbook"
            )
        yield number, cells, beside


def _is_unstored(cell: Any) -> bool:
    # an empty text as a formula's value has a type of its own
    return cell.value is None and cell.data_type != "str"


def _value_of(cell: Any) -> Any:
    """Return a cell's value as JSON can hold it."""
    value = cell.value
    if isinstance(value, str):
        return _CONTROL.sub(lambda match: chr(int(match[1], 16)), value)
    if value is None or isinstance(value, bool):
        return value
    if isinstance(value, int | float):
        return _number_of(value, cell)
    if isinstance(value, dt.datetime) and value.time() == dt.time.min:
        value = value.date()
    return value.isoformat() if isinstance(value, dt.date | dt.time) else str(value)


def _number_of(value: float, cell: Any) -> int | float | str:
    """Return a number, as a text where its zeros in front or a per cent sign are shown."""
    if not isfinite(value):
        raise SourceUnreadable(f"cell {cell.coordinate} holds a number that is too large: correct it")
    number_format = str(cell.number_format)
    if number_format.endswith("%"):
        return f"{round(value * 100, 10):g}%"
    if value != int(value):
        return value
    return f"{int(value):0{len(number_format)}}" if _PADDED.fullmatch(number_format) else int(value)


def _quoted(names: Iterable[str]) -> str:
    return ", ".join(repr(name) for name in names)
