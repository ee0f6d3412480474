"""CMB-Exam: Chinese medical examinations of many professions.

How many options are right is read from the answers; what `question_type` says of it is kept in `metadata`.
"""

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
