"""WorldMedQA-V: examinations of Brazil, Israel, Japan and Spain, every question with a picture."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from omnibench.sources.columns import Columns
from omnibench.sources.importers.importer import Importer

if TYPE_CHECKING:
    from collections.abc import Mapping

    from omnibench.sources.table import Row


def adapt(row: Row) -> Mapping[str, Any]:
    """Say that a question has a picture; tables of this bank name none."""
    return {**row.fields, "_has_image": True}


IMPORTER: Final = Importer(
    title="WorldMedQA-V",
    about="WorldMedQA-V, Excel or TSV, local language or English",
    home="https://github.com/WorldMedQA/V",
    licence="MIT (repository)",
    forms=(
        Columns(
            question="question",
            options=("A", "B", "C", "D"),
            answer=("correct_option",),
            id="index",
            has_image="_has_image",
        ),
    ),
    adapt=adapt,
    kind="single_choice",
)
