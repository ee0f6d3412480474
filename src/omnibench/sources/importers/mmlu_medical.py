"""The medical subjects of MMLU: anatomy, clinical knowledge, college medicine and so on, four options."""

from __future__ import annotations

from typing import Final

from omnibench.sources.columns import Columns
from omnibench.sources.importers.importer import Importer

IMPORTER: Final = Importer(
    title="MMLU (medical subjects)",
    about="MMLU, the official CSV without a header (the file's name tells the subject), or JSON lines",
    home="https://github.com/hendrycks/test",
    licence="MIT",
    has_header=False,
    forms=(
        Columns(
            question="column_1",
            options=("column_2", "column_3", "column_4", "column_5"),
            answer=("column_6",),
        ),
        Columns(question="question", options=("choices",), answer=("answer",)),
        Columns(question="question", answer=("label",)),
    ),
    kind="single_choice",
)
