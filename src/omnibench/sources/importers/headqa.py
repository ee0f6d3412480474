"""HEAD-QA: Spanish examinations for specialised health professions, options numbered from 1."""

from __future__ import annotations

from typing import Final

from omnibench.sources.columns import Columns
from omnibench.sources.importers.importer import Importer

IMPORTER: Final = Importer(
    title="HEAD-QA",
    about="HEAD-QA, its JSON by exam, and the exams' .gold files",
    home="https://github.com/aghie/head-qa",
    licence="MIT; the exams of the Spanish ministry of health may be reused if it is named",
    forms=(
        Columns(question="qtext", options=("answers",), answer=("ra",), id="qid", images=("image",)),
        Columns(question="qtext", options=("answers",), answer=("ra",), id="qid"),
    ),
    kind="single_choice",
)
