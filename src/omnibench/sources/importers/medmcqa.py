"""MedMCQA: questions of Indian entrance examinations, four options, one of them right.

`choice_type` says "multi" of some, which means a question about several statements; one option is right all the same.
The official files count `cop` from 1, copies on the hub from 0; -1 stands for a hidden answer.
"""

from __future__ import annotations

from typing import Final

from omnibench.sources.columns import Columns
from omnibench.sources.importers.importer import Importer

IMPORTER: Final = Importer(
    title="MedMCQA",
    about="MedMCQA, with opa to opd and cop (counted from 0 or 1, by evidence), or options inside the question",
    home="https://github.com/medmcqa/medmcqa",
    licence="MIT (repository)",
    forms=(
        Columns(question="question", options=("opa", "opb", "opc", "opd"), answer=("cop",), id="id"),
        Columns(question="question", answer=("label",), id="id"),
    ),
    kind="single_choice",
)
