"""What a person says about how a file is to be read, where its content does not."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True, kw_only=True)
class HowToRead:
    """None stands for what the content shows. What does not concern a file's format is passed over."""

    encoding: str | None = None
    """Of text without a byte order mark, a name that Python knows."""
    delimiter: str | None = None
    """Between the cells of a line, one character."""
    has_header: bool | None = None
    """Whether the first row of a text table or a sheet holds the columns' names."""
    sheet: str | None = None
    """Of a workbook."""
    at: str | None = None
    """Where the rows stand in a JSON document: `data.items`, `exams[0].questions`."""
