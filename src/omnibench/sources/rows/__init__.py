"""The rows of a foreign bank's file, whatever its form: which one it is, its content says."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from omnibench.sources.rows import delimited, json_lines, json_rows, workbook
from omnibench.sources.rows.contents import form_of, refuse_size
from omnibench.sources.rows.how_to_read import HowToRead
from omnibench.sources.rows.packed import passed_over, unpack
from omnibench.sources.table import MAX_CELL_CHARACTERS, Row, SourceUnreadable

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping
    from typing import Any

    from omnibench.sources.rows.contents import Form
    from omnibench.sources.table import SourceFile, Table

__all__ = ["HowToRead", "passed_over", "read_table", "unpack"]

_READERS: Final[Mapping[Form, Callable[[SourceFile, HowToRead], Table]]] = {
    "delimited": delimited.read,
    "json": json_rows.read,
    "json_lines": json_lines.read,
    "workbook": workbook.read,
}
_AS_CONTENT_SAYS: Final = HowToRead()


def read_table(file: SourceFile, how: HowToRead = _AS_CONTENT_SAYS) -> Table:
    """Read the rows of an unpacked file.

    Raises:
        SourceUnreadable: it holds none that can be read without losing something.
        ImportError: it is a workbook, and openpyxl is not installed.
    """
    try:
        refuse_size(len(file.content))
        table = _READERS[form_of(file, how.encoding)](file, how)
        if not table.rows:
            raise SourceUnreadable("it holds no rows")
        for row in table.rows:
            _refuse_long_texts(row)
    except SourceUnreadable as error:
        raise SourceUnreadable(f"{file.name}: {error}") from None
    return table


def _refuse_long_texts(row: Row) -> None:
    for name, value in row.fields.items():
        inside: list[Any] = [name, value]
        while inside:
            one = inside.pop()
            if isinstance(one, str):
                if len(one) > MAX_CELL_CHARACTERS:
                    raise SourceUnreadable(
                        f"{row.place} has a text of more than {MAX_CELL_CHARACTERS:,} characters in "
                        f"{name[:40]!r}, which no model can read: take it out"
                    )
            elif isinstance(one, dict):
                inside += one.keys()
                inside += one.values()
            elif isinstance(one, list):
                inside += one
