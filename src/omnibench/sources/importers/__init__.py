"""The formats of foreign question banks, one file each.

To add one, write `importers/<name>.py` with an `IMPORTER` and give it a line in `IMPORTERS`.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from omnibench.sources.importers import (
    bioasq,
    careqa,
    cmb,
    cmexam,
    frenchmedmcqa,
    headqa,
    healthbench,
    igakuqa,
    kormedmcqa,
    medbullets,
    medexpqa,
    medmcqa,
    medqa,
    medxpertqa,
    mmlu_medical,
    pubmedqa,
    table,
    worldmedqa,
)
from omnibench.sources.importers.importer import Importer

if TYPE_CHECKING:
    from collections.abc import Mapping

__all__ = ["IMPORTERS", "Importer"]

IMPORTERS: Final[Mapping[str, Importer]] = {
    "table": table.IMPORTER,
    "medqa": medqa.IMPORTER,
    "medmcqa": medmcqa.IMPORTER,
    "mmlu-medical": mmlu_medical.IMPORTER,
    "medxpertqa": medxpertqa.IMPORTER,
    "pubmedqa": pubmedqa.IMPORTER,
    "bioasq": bioasq.IMPORTER,
    "healthbench": healthbench.IMPORTER,
    "medbullets": medbullets.IMPORTER,
    "headqa": headqa.IMPORTER,
    "careqa": careqa.IMPORTER,
    "medexpqa": medexpqa.IMPORTER,
    "frenchmedmcqa": frenchmedmcqa.IMPORTER,
    "igakuqa": igakuqa.IMPORTER,
    "kormedmcqa": kormedmcqa.IMPORTER,
    "cmexam": cmexam.IMPORTER,
    "cmb": cmb.IMPORTER,
    "worldmedqa": worldmedqa.IMPORTER,
}
