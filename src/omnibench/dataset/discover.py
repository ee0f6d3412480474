"""Which files of a dataset tree are documents: `general/**/*.json` and `<year>/<level>/*.json`."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable

_RUN_LOG = "run.json"
"""What runs note at the top of a result tree, which may serve as a dataset tree later."""
_DOCUMENT = re.compile(r"general/(?:[^/]+/)*[^/]+\.json|[0-9]{4}/[^/]+/[^/]+\.json")


@dataclass(frozen=True, slots=True)
class Tree:
    """What a walk through a dataset folder found; paths are relative, with `/`."""

    documents: tuple[str, ...]
    """General ones first, then by year and level."""
    ignored: tuple[str, ...]
    """JSON files outside the layout: worth a warning, since somebody put them there to be asked."""


def classify_paths(paths: Iterable[str]) -> Tree:
    """Tell documents from other JSON files; hidden files, temporary files and the log of runs are neither."""
    documents: list[str] = []
    ignored: list[str] = []
    for path in paths:
        parts = path.split("/")
        if any(part.startswith(".") for part in parts) or path.endswith(".temp.json"):
            continue
        if not path.lower().endswith(".json") or path == _RUN_LOG:
            continue
        (documents if _DOCUMENT.fullmatch(path) else ignored).append(path)
    return Tree(tuple(sorted(documents, key=_by_group_then_name)), tuple(sorted(ignored)))


def why_ignored(path: str) -> str:
    """Say why a JSON file of the tree is not asked."""
    return f"{path} is not asked: documents lie in general/ or in <year>/<level>/ and end in .json"


def _by_group_then_name(path: str) -> tuple[bool, str]:
    return (not path.startswith("general/"), path)
