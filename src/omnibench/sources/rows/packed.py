"""The files in a gzip or a zip, by what its bytes are; everything else comes out as it went in."""

from __future__ import annotations

import gzip
import io
import zipfile
import zlib
from itertools import pairwise
from pathlib import PurePosixPath
from typing import TYPE_CHECKING, Final

from omnibench.sources.rows.contents import (
    GZIP_MAGIC,
    ZIP_MAGICS,
    is_workbook,
    open_zip,
    refuse_members,
    refuse_size,
    suffix_of,
)
from omnibench.sources.table import SourceFile, SourceUnreadable

if TYPE_CHECKING:
    from collections.abc import Sequence

_WITH_DATA: Final = frozenset(
    [".csv", ".tsv", ".tab", ".txt", ".gold", ".json", ".jsonl", ".ndjson", ".xlsx", ".xlsm", ".xls", ".ods"]
)
_ARCHIVES: Final = frozenset([".zip", ".tar", ".tgz", ".7z", ".rar"])
"""They are taken out too, to be refused: what is in them would be lost without a word."""
_ABOUT_THE_DATA: Final = ("readme", "license", "licence", "notice", "copying", "changelog", "citation")
_CHUNK: Final = 1 << 20


def unpack(file: SourceFile) -> tuple[SourceFile, ...]:
    """Return the data files in a file, a zip's in the order of their names; `passed_over` names the others.

    Raises:
        SourceUnreadable: it is broken, encrypted, larger than any bank, or holds what cannot be taken out.
    """
    try:
        refuse_size(len(file.content))
        content = _gunzip(file.content) if file.content.startswith(GZIP_MAGIC) else file.content
        if not content.startswith(ZIP_MAGICS):
            return (SourceFile(name=file.name, content=content),)
        with open_zip(content) as archive:
            if is_workbook(archive.namelist()):
                return (SourceFile(name=file.name, content=content),)
            if content is not file.content:
                raise SourceUnreadable("it is a zip within a gzip: unpack the outer one first")
            return tuple(_members(file.name, archive))
    except SourceUnreadable as error:
        raise SourceUnreadable(f"{file.name}: {error}") from None


def passed_over(file: SourceFile) -> tuple[str, ...]:
    """Name the files of a zip that are no data by their names: pictures, notes, what programs leave behind.

    Raises:
        SourceUnreadable: the zip is broken.
    """
    if not file.content.startswith(ZIP_MAGICS):
        return ()
    try:
        with open_zip(file.content) as archive:
            if is_workbook(archive.namelist()):
                return ()
            names = [info.filename for info in archive.infolist() if not info.is_dir()]
    except SourceUnreadable as error:
        raise SourceUnreadable(f"{file.name}: {error}") from None
    return tuple(sorted(name for name in names if not _holds_data(name)))


def _members(zip_name: str, archive: zipfile.ZipFile) -> list[SourceFile]:
    infos = [info for info in archive.infolist() if not info.is_dir() and _holds_data(info.filename)]
    if not infos:
        raise SourceUnreadable("no member of the zip is a .csv, .tsv, .json, .jsonl or .xlsx")
    infos.sort(key=lambda info: info.filename)
    _refuse_names([info.filename for info in infos])
    refuse_members(infos)
    files: list[SourceFile] = []
    n_bytes = 0
    for info in infos:
        try:
            content = _read_member(archive, info, n_bytes)
        except SourceUnreadable as error:
            raise SourceUnreadable(f"in the member {info.filename!r}, {error}") from None
        n_bytes += len(content)
        files.append(SourceFile(name=f"{zip_name}/{info.filename}", content=content))
    return files


def _refuse_names(names: Sequence[str]) -> None:
    """Refuse names, in their order, that lead out of the zip, cannot be shown, or stand twice."""
    for name in names:
        if name.startswith(("/", "\\")) or ".." in _parts(name) or not name.isprintable():
            raise SourceUnreadable(f"the member {name!r} leads out of the zip or cannot be shown: rename it")
    for name, after in pairwise(names):
        if name == after:
            raise SourceUnreadable(f"two members are named {name!r}: pack it again with one of them")


def _read_member(archive: zipfile.ZipFile, info: zipfile.ZipInfo, n_before: int) -> bytes:
    """Return what is in a member; so many bytes count against the bound already."""
    try:
        content = archive.read(info)
    except (zipfile.BadZipFile, zlib.error, EOFError, OSError, ValueError, NotImplementedError) as error:
        raise SourceUnreadable(f"the bytes cannot be unpacked ({error}): pack it again") from None
    if content.startswith(GZIP_MAGIC):
        content = _gunzip(content, n_before)
    if content.startswith(ZIP_MAGICS):
        with open_zip(content) as inner:
            if not is_workbook(inner.namelist()):
                raise SourceUnreadable("there is a zip again: unpack the outer one first")
    return content


def _gunzip(content: bytes, n_before: int = 0) -> bytes:
    """Unpack all parts of a gzip, and no more than one chunk beyond the bound; so many bytes count already."""
    chunks: list[bytes] = []
    n_bytes = n_before
    try:
        with gzip.GzipFile(fileobj=io.BytesIO(content)) as stream:
            while chunk := stream.read(_CHUNK):
                chunks.append(chunk)
                n_bytes += len(chunk)
                refuse_size(n_bytes)
    except (OSError, EOFError, zlib.error) as error:
        raise SourceUnreadable(f"the gzip is broken ({error}): fetch the file again") from None
    return b"".join(chunks)


def _parts(name: str) -> tuple[str, ...]:
    return PurePosixPath(name.replace("\\", "/")).parts


def _holds_data(name: str) -> bool:
    """Say whether a member may hold rows, by its name."""
    parts = _parts(name)
    if any(part == "__MACOSX" or (part.startswith(".") and part != "..") for part in parts):
        return False
    if suffix_of(name) == ".txt" and parts[-1].casefold().startswith(_ABOUT_THE_DATA):
        return False
    return suffix_of(name) in _WITH_DATA | _ARCHIVES or name.casefold().endswith(".gz")
