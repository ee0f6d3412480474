"""CMB-Exam: Chinese medical examinations of many professions; `question_type` says whether several options are right."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from omnibench.sources.columns import Columns
from omnibench.sources.importers.importer import Importer

if TYPE_CHECKING:
    from collections.abc import Mapping

    from omnibench.sources.table import Row


def adapt(row: Row) -> Mapping[str, Any]:
    """Tell the kind by the type: a question of several right options may have one."""
    several = "多项" in str(row.fields.get("question_type"))
    return {**row.fields, "_kind": "multiple_choice"} if several else row.fields


IMPORTER: Final = Importer(
    title="CMB",
    about="CMB-Exam, and its separate file of answers",
    home="https://github.com/FreedomIntelligence/CMB",
    licence="Apache-2.0",
    forms=(
        Columns(question="question", options=("option",), answer=("answer",), id="id"),
        Columns(question="question", options=("option",), answer=("answer",)),
        Columns(question="question", options=("option",), id="id"),
    ),
    adapt=adapt,
)
