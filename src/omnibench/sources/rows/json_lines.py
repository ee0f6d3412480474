"""JSON lines: an object a line."""

from __future__ import annotations

from typing import TYPE_CHECKING

from omnibench.sources.rows.decoding import decode
from omnibench.sources.table import Row, SourceUnreadable, Table
from omnibench.strict_json import parse

if TYPE_CHECKING:
    from collections.abc import Iterator

    from omnibench.sources.rows.how_to_read import HowToRead
    from omnibench.sources.table import SourceFile


def read(file: SourceFile, how: HowToRead) -> Table:
    """Read a record from each line that is not blank.

    Raises:
        SourceUnreadable: the text cannot be decoded, or a line is no JSON object.
    """
    text = decode(file.content, how.encoding)
    return Table(file=file.name, rows=tuple(_rows(text)))


def _rows(text: str) -> Iterator[Row]:
    # not splitlines: a JSON text may hold U+2028 and its like as they are
    for number, line in enumerate(text.split("\n"), 1):
        if not line.strip():
            continue
        try:
            record = parse(line.encode())
        except ValueError as error:
            raise SourceUnreadable(f"line {number} is no JSON: {reason_of(error)}") from None
        if not isinstance(record, dict):
            raise SourceUnreadable(f'line {number} is no JSON object such as {{"question": "..."}}')
        yield Row(place=f"line {number}", fields=record)


def reason_of(error: ValueError) -> str:
    """Say what is wrong with a JSON text, and what helps where it is no slip of the pen."""
    reason = str(error)
    if "not a JSON value" in reason:
        return f"{reason}; write null where there is none"
    return reason
