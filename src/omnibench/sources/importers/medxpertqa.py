"""MedXpertQA: expert questions, Text with ten options, MM with five and up to six pictures.

Source: Zuo et al., "MedXpertQA", arXiv:2501.18362.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from omnibench.sources.columns import Columns
from omnibench.sources.importers.importer import Hub, Importer

if TYPE_CHECKING:
    from collections.abc import Mapping


def part_of(fields: Mapping[str, Any]) -> str:
    """Tell the two parts apart: only questions of MM have pictures."""
    return "mm" if fields.get("images") else "text"


IMPORTER: Final = Importer(
    title="MedXpertQA",
    about="MedXpertQA, Text and MM apart; the pictures of MM stay in images.zip",
    home="https://github.com/TsinghuaC3I/MedXpertQA",
    licence="MIT",
    forms=(
        Columns(question="question", options=("options",), answer=("label",), id="id", images=("images",)),
    ),
    kind="single_choice",
    prompt="medxpertqa",
    part_of=part_of,
    hub=Hub(
        "TsinghuaC3I/MedXpertQA",
        "7e7c465a68eb2b866926bfa59c8c9d17a8daba65",
        ("Text/test.jsonl", "MM/test.jsonl"),
        ("images.zip",),
    ),
)
