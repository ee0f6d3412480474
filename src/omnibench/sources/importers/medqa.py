"""MedQA: questions of the United States licensing examination, four or five options."""

from __future__ import annotations

from typing import Final

from omnibench.sources.columns import Columns
from omnibench.sources.importers.importer import Hub, Importer

IMPORTER: Final = Importer(
    title="MedQA",
    about="MedQA, the official JSON lines with 4 or 5 options, or options inside the question",
    home="https://github.com/jind11/MedQA",
    licence="MIT",
    forms=(
        Columns(question="question", options=("options",), answer=("answer_idx", "answer"), id="id"),
        Columns(question="question", answer=("label",), id="id"),
        Columns(
            question="data.Question", options=("data.Options",), answer=("data.Correct Option",), id="id"
        ),
    ),
    hub=Hub(
        "GBaker/MedQA-USMLE-4-options",
        "0fb93dd23a7339b6dcd27e241cb9b5eca62d4d18",
        ("phrases_no_exclude_test.jsonl",),
    ),
)
