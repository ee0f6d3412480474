"""MedExpQA: Spanish residency questions in four languages, with explanations; options are numbered from 1."""

from __future__ import annotations

from typing import Final

from omnibench.sources.columns import Columns
from omnibench.sources.importers.importer import Hub, Importer

IMPORTER: Final = Importer(
    title="MedExpQA",
    about="MedExpQA (CasiMedicos), JSON lines of one language",
    home="https://github.com/hitz-zentroa/MedExpQA",
    licence="CC BY 4.0",
    forms=(Columns(question="full_question", options=("options",), answer=("correct_option",), id="id"),),
    kind="single_choice",
    hub=Hub(
        "HiTZ/MedExpQA",
        "78b57699763e00e38acd550f28de24d8a65f1643",
        ("data/en/test.en.casimedicos.rag.jsonl",),
    ),
)
