"""CMB-Exam: Chinese medical examinations of many professions; `question_type` says whether several options are right."""

from __future__ import annotations

from typing import Final

from omnibench.sources.columns import Columns
from omnibench.sources.importers.importer import Importer

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
)
