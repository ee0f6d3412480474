"""Loads the files of a bank, in an order that is the same however they are named."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from omnibench.app.import_pictures import BESIDE
from omnibench.errors import SourceInvalid, UsageError
from omnibench.records import Fault
from omnibench.sources.table import MAX_SOURCE_BYTES, SourceFile
from omnibench.store.files import kind_of, list_files, read_bytes

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
    from pathlib import Path

_DATA: Final = (".json", ".jsonl", ".csv", ".tsv", ".xlsx", ".zip", ".gz", ".gold", ".ndjson")
_MAX_FILES: Final = 100_000
"""In a folder, pictures among them: who names more has named the wrong folder."""


def load_sources(sources: Sequence[Path]) -> Iterator[SourceFile]:
    """Load files, and those in folders that hold data, by name.

    Raises:
        SourceInvalid: a file is too large.
        UsageError: there is no such file, or one is named twice.
        StoreError.
    """
    paths = [path for source in sources for path in _files_of(source)]
    for name, path in sorted(zip(_names(paths), paths, strict=True)):
        if kind_of(path) == "file" and path.stat().st_size > MAX_SOURCE_BYTES:
            reason = f"is larger than {MAX_SOURCE_BYTES // 2**20} MB"
            raise SourceInvalid([Fault(path=name, item="", field="", reason=reason)])
        content = read_bytes(path)
        if content is None:
            raise UsageError(f"there is no file {path}")
        yield SourceFile(name=name, content=content)


def _files_of(source: Path) -> Iterator[Path]:
    if kind_of(source) != "folder":
        yield source
        return
    for name in list_files(source, _MAX_FILES):
        path = source / name
        if name.lower().endswith(_DATA) and not path.name.startswith(".") and path.name not in BESIDE:
            yield path


def _names(paths: Sequence[Path]) -> list[str]:
    """Return the files' names, with as many of their folders as it takes to tell them apart."""
    for depth in range(1, max((len(path.parts) for path in paths), default=1) + 1):
        names = ["/".join(path.parts[-depth:]) for path in paths]
        if len(set(names)) == len(names):
            return names
    raise UsageError("a source is named twice")
