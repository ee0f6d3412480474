"""Refuses places that an import must not write to, before any work is done."""

from __future__ import annotations

import json
import os
from pathlib import Path
from typing import TYPE_CHECKING, Final

from omnibench.errors import UsageError
from omnibench.store.files import kind_of, may_write, read_bytes

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

REFUSED_KEYS: Final = ("file", "place", "field", "reason", "row")
"""Of each line of a file of refused rows."""
_ANOTHER: Final = "Name another file with --refused."


def check_refused(path: Path, sources: Sequence[Path], dataset_dir: Path) -> None:
    """Refuse a file of refused rows that would harm another one, or that cannot be written.

    Raises:
        UsageError, StoreError.
    """
    if _is_among(path, sources) or any(_is_below(path, source) for source in sources):
        raise UsageError(f"--refused {path} is one of the sources, or lies among them", hint=_ANOTHER)
    if _is_below(path, dataset_dir):
        raise UsageError(f"--refused {path} lies in the dataset folder {dataset_dir}", hint=_ANOTHER)
    kind = kind_of(path)
    if kind in ("folder", "other"):
        raise UsageError(f"--refused {path} is no regular file", hint=_ANOTHER)
    if kind == "file" and not _is_of_refused_rows(read_bytes(path) or b""):
        raise UsageError(f"--refused {path} is there already, and holds something else", hint=_ANOTHER)
    if not may_write(path):
        raise UsageError(
            f"--refused {path} cannot be written: its folder is not there, or not writable",
            hint="Make the folder, or name another file.",
        )


def check_out(path: Path) -> None:
    """Refuse a document of a name that no run would ask.

    Raises:
        UsageError, StoreError.
    """
    hint = "Give it a name such as dataset/general/exam.json."
    if not path.name.endswith(".json") or path.name.endswith(".temp.json") or path.name.startswith("."):
        raise UsageError(
            f"--out {path} is no name of a document: it ends in .json, not in .temp.json, and is not hidden",
            hint=hint,
        )
    if kind_of(path) in ("folder", "other"):
        raise UsageError(f"--out {path} is no regular file", hint=hint)


def check_documents(paths: Iterable[Path], sources: Sequence[Path], refused: Path | None) -> None:
    """Refuse to write a document over a source, or where the refused rows go.

    Raises:
        UsageError, StoreError.
    """
    for path in paths:
        is_source = _is_among(path, sources) or any(_is_below(path, source) for source in sources)
        if is_source and kind_of(path) is not None:
            raise UsageError(
                f"the document {path} would be written over a source", hint="Give another --out."
            )
        if refused is not None and _is_among(path, [refused]):
            raise UsageError(f"the document {path} and --refused are one file", hint=_ANOTHER)


def _is_of_refused_rows(content: bytes) -> bool:
    try:
        lines = [json.loads(line) for line in content.splitlines()]
    except (ValueError, RecursionError):
        return False
    return all(isinstance(line, dict) and set(line) == set(REFUSED_KEYS) for line in lines)


def _is_among(path: Path, others: Iterable[Path]) -> bool:
    return os.path.realpath(path) in {os.path.realpath(other) for other in others}


def _is_below(path: Path, folder: Path) -> bool:
    return Path(os.path.realpath(folder)) in Path(os.path.realpath(path)).parents
