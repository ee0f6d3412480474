"""The rows of a foreign bank's file, whatever its form: which one it is, its content says."""

from __future__ import annotations

import re
from dataclasses import replace
from typing import TYPE_CHECKING, Any, Final

from omnibench.sources.rows import delimited, json_lines, json_rows, workbook
from omnibench.sources.rows.contents import ZIP_MAGICS, form_of, refuse_size
from omnibench.sources.rows.how_to_read import HowToRead
from omnibench.sources.rows.packed import passed_over, unpack
from omnibench.sources.table import MAX_CELL_CHARACTERS, MAX_VALUES, SourceUnreadable

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping

    from omnibench.sources.rows.contents import Form
    from omnibench.sources.table import Row, SourceFile, Table

__all__ = ["HowToRead", "passed_over", "read_table", "unpack"]

_READERS: Final[Mapping[Form, Callable[[SourceFile, HowToRead], Table]]] = {
    "delimited": delimited.read,
    "json": json_rows.read,
    "json_lines": json_lines.read,
    "workbook": workbook.read,
}
_BETWEEN_VALUES: Final = (b",", b";", b"|", b"\t", b"\n", b"{", b"[")
_AS_CONTENT_SAYS: Final = HowToRead()
_CONTROL = re.compile("[\\x00-\\x08\\x0e-\\x1f\\x7f-\\x84\\x86-\\x9f\\ufffd]")
"""What a text holds where a program could not read what stood there; not blanks and line ends of any kind."""


def read_table(file: SourceFile, how: HowToRead = _AS_CONTENT_SAYS) -> Table:
    """Read the rows of an unpacked file.

    Raises:
        SourceUnreadable: it holds none that can be read without losing something.
        ImportError: it is a workbook, and openpyxl is not installed.
    """
    try:
        refuse_size(len(file.content))
        _refuse_many_values(file.content)
        table = _READERS[form_of(file, how.encoding)](file, how)
        if not table.rows:
            raise SourceUnreadable("it holds no rows")
        damaged = [row.place for row in table.rows if _is_damaged(row)]
    except SourceUnreadable as error:
        raise SourceUnreadable(f"{file.name}: {error}") from None
    if not damaged:
        return table
    oddity = f"{len(damaged)} rows hold control characters, the first one is {damaged[0]}: signs were lost where they stand"
    return replace(table, oddities=(*table.oddities, oddity))


def _refuse_many_values(content: bytes) -> None:
    """Refuse a text that would unfold into more values than memory holds; a workbook counts its cells itself."""
    if content.startswith(ZIP_MAGICS):
        return
    if sum(content.count(sign) for sign in _BETWEEN_VALUES) > MAX_VALUES:
        raise SourceUnreadable(f"it holds more than {MAX_VALUES:,} values: split it")


def _is_damaged(row: Row) -> bool:
    """Say whether a row holds signs that no person wrote.

    Raises:
        SourceUnreadable: a text in it is too long.
    """
    is_damaged = False
    for name, value in row.fields.items():
        for text in _texts_in(name, value):
            if len(text) > MAX_CELL_CHARACTERS:
                raise SourceUnreadable(
                    f"{row.place} has a text of more than {MAX_CELL_CHARACTERS:,} characters in {name[:40]!r}, "
                    "which no model can read: take it out"
                )
            is_damaged = is_damaged or _CONTROL.search(text) is not None
    return is_damaged


def _texts_in(*values: Any) -> Iterator[str]:
    inside = list(values)
    while inside:
        one = inside.pop()
        if isinstance(one, str):
            yield one
        elif isinstance(one, dict):
            inside += one.keys()
            inside += one.values()
        elif isinstance(one, list):
            inside += one
