"""Medbullets: questions in the manner of the United States licensing examination's steps 2 and 3."""

from __future__ import annotations

from typing import Final

from omnibench.sources.columns import Columns
from omnibench.sources.importers.importer import Importer

_FIVE: Final = ("opa", "opb", "opc", "opd", "ope")
_NAMED: Final = ("choicesA", "choicesB", "choicesC", "choicesD", "choicesE")

IMPORTER: Final = Importer(
    title="Medbullets",
    about="Medbullets with 4 or 5 options, CSV or JSON by columns",
    home="https://github.com/HanjieChen/ChallengeClinicalQA",
    licence="see the repository",
    forms=(
        Columns(question="question", options=_FIVE, answer=("answer_idx", "answer")),
        Columns(question="question", options=_NAMED, answer=("answer_idx", "answer")),
    ),
    kind="single_choice",
)
