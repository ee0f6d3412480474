"""KorMedMCQA: Korean licensing examinations of health professions, answers counted from 1."""

from __future__ import annotations

from typing import Final

from omnibench.sources.columns import Columns
from omnibench.sources.importers.importer import Hub, Importer

IMPORTER: Final = Importer(
    title="KorMedMCQA",
    about="KorMedMCQA, CSV or JSON lines",
    home="https://huggingface.co/datasets/sean0042/KorMedMCQA",
    licence="CC BY-NC 2.0",
    forms=(Columns(question="question", options=("A", "B", "C", "D", "E"), answer=("answer",)),),
    kind="single_choice",
    hub=Hub(
        "sean0042/KorMedMCQA",
        "6a9b55c6873b5d9d5ef4bce16ea56925afd92ae7",
        ("data/doctor-test.csv", "data/nurse-test.csv", "data/pharm-test.csv"),
    ),
)
