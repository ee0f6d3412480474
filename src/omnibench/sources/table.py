"""The records on a foreign bank's way: a file, the rows in it, and what is wrong with one."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Final

if TYPE_CHECKING:
    from collections.abc import Mapping

MAX_SOURCE_BYTES: Final = 256 * 1024 * 1024
"""Of a file, unpacked: more is refused before it is read."""
MAX_VALUES: Final = 6_000_000
"""Of a file, by the signs between them: some bytes each, they take a hundred times as much memory."""
MAX_CELL_CHARACTERS: Final = 1_000_000
"""Of one text in a row; a question that is longer fits into no model's context."""


@dataclass(frozen=True, slots=True, kw_only=True)
class SourceFile:
    """A file of a foreign bank, as it was given."""

    name: str
    """As a person finds it again, `exams.zip/Examen_24A.json`; never used as a path."""
    content: bytes = field(repr=False)


@dataclass(frozen=True, slots=True, kw_only=True)
class Row:
    """One record of a table."""

    place: str
    """Where it stands, `line 3`, `sheet Q1, row 7`, `exams.X.data[4]`."""
    fields: Mapping[str, Any]
    """As read: texts of text cells stay texts, with their leading zeros."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Table:
    """The rows of one file."""

    file: str
    rows: tuple[Row, ...]
    columns: tuple[str, ...] = ()
    """As the file orders them, where it has them in an order: a row leaves out what is empty in it."""
    around: Mapping[str, Any] = field(default_factory=dict)
    """What the file says of all of its rows, beside them."""
    oddities: tuple[str, ...] = ()
    """What a person should know, in one sentence each."""


class SourceUnreadable(ValueError):
    """A file holds no rows that can be read; the message says why and what to do, in one sentence."""
