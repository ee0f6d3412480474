"""Any table of questions: its columns are found out by name and content."""

from __future__ import annotations

from typing import Final

from omnibench.sources.importers.importer import Importer

IMPORTER: Final = Importer(
    title="a table of questions",
    about="CSV, TSV, Excel, JSON in any orientation, JSON lines; columns are found out or named by --map",
)
