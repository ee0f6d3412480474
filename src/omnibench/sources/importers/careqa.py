"""CareQA: Spanish specialised health training of 2020 to 2024, answers counted from 1."""

from __future__ import annotations

from typing import Final

from omnibench.sources.columns import Columns
from omnibench.sources.importers.importer import Hub, Importer

IMPORTER: Final = Importer(
    title="CareQA",
    about="CareQA with options, Spanish or English",
    home="https://huggingface.co/datasets/HPAI-BSC/CareQA",
    licence="Apache-2.0",
    forms=(
        Columns(question="question", options=("op1", "op2", "op3", "op4"), answer=("cop",), id="unique_id"),
    ),
    kind="single_choice",
    hub=Hub("HPAI-BSC/CareQA", "1d976cc544ccb9dfc96e14439e6840e8a810cec5", ("CareQA_en.json",)),
)
