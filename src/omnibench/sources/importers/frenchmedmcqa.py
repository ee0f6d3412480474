"""FrenchMedMCQA: questions of the French diploma in pharmacy; how many options are right is not told."""

from __future__ import annotations

from typing import Final

from omnibench.sources.columns import Columns
from omnibench.sources.importers.importer import Importer

IMPORTER: Final = Importer(
    title="FrenchMedMCQA",
    about="FrenchMedMCQA, every question asked as one with several right options",
    home="https://github.com/qanastek/FrenchMedMCQA",
    licence="Apache-2.0",
    forms=(
        Columns(question="question", options=("answers",), answer=("correct_answers",), id="id"),
        Columns(
            question="question",
            options=("answer_a", "answer_b", "answer_c", "answer_d", "answer_e"),
            answer=("correct_answers",),
            id="id",
        ),
    ),
    kind="multiple_choice",
)
