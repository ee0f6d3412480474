"""CMExam: questions of the Chinese licensing examination, all options in one cell."""

from __future__ import annotations

from typing import Final

from omnibench.sources.columns import Columns
from omnibench.sources.importers.importer import Importer

IMPORTER: Final = Importer(
    title="CMExam",
    about="CMExam, CSV or Excel, options in one cell",
    home="https://github.com/williamliujl/CMExam",
    licence="Apache-2.0",
    forms=(Columns(question="Question", options=("Options",), answer=("Answer",)),),
)
