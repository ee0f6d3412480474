"""PubMedQA: is the abstract's question answered with yes, no or maybe. The abstract stands before the question."""

from __future__ import annotations

from typing import Final

from omnibench.sources.columns import Columns
from omnibench.sources.importers.importer import Importer

IMPORTER: Final = Importer(
    title="PubMedQA",
    about="PubMedQA (labelled), keyed by PubMed id, and its file of answers",
    home="https://github.com/pubmedqa/pubmedqa",
    licence="MIT",
    forms=(
        Columns(question="QUESTION", context=("CONTEXTS",), answer=("final_decision",), id="_key"),
        Columns(question="QUESTION", context=("CONTEXTS",), id="_key"),
        Columns(question="question", context=("context.contexts",), answer=("final_decision",), id="pubid"),
    ),
    labels=("yes", "no", "maybe"),
)
