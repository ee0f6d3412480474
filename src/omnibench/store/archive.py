"""Reads pictures straight from a zip archive; nothing is extracted, and a member's name is only a key in its index."""

from __future__ import annotations

import os.path
import struct
import zlib
from bisect import bisect_left
from functools import cached_property, lru_cache
from threading import Lock
from typing import TYPE_CHECKING, Final
from zipfile import ZIP_DEFLATED, ZIP_STORED, BadZipFile, ZipFile

if TYPE_CHECKING:
    from pathlib import Path
    from zipfile import ZipInfo

MAX_BYTES: Final = 64 * 2**20
"""Of a member, unpacked: no picture is larger, and a few bytes may unpack to far more than memory holds."""
_METHODS: Final = (ZIP_STORED, ZIP_DEFLATED)
"""The usual ones. They unpack no more than is asked for at a time; others unpack without bound."""
_IS_ENCRYPTED: Final = 0x1
_BROKEN: Final = (BadZipFile, EOFError, NotImplementedError, OSError, ValueError, struct.error, zlib.error)
_MAX_OPEN: Final = 4
_SHOWN: Final = 120
"""Characters of a cause: a broken name in the archive may be long."""


def split_member(folder: Path, name: str) -> tuple[str, str] | None:
    """Split `a/images.zip/b/c.png` into archive and member; None where nothing on the way is named like an archive.

    A folder may be named like one, too.
    """
    parts = name.split("/")
    for n, part in enumerate(parts[:-1], 1):
        if part.lower().endswith(".zip"):
            archive = "/".join(parts[:n])
            if not os.path.isdir(folder / archive):  # noqa: PTH112 - Path.is_dir raises for odd names
                return archive, "/".join(parts[n:])
    return None


def read_member(path: Path, archive: str, member: str) -> bytes | str:
    """Return a member's content, or say in one sentence why it cannot be used.

    Args:
        path: of the archive.
        archive: its name as the document has it.
        member: its whole name in the archive.
    """
    try:
        status = path.stat()
        opened = _opened(path, status.st_mtime_ns, status.st_size)
    except _BROKEN as error:
        return f"{archive!r} is no zip archive that can be read ({_cause(error)}); pack it anew"
    return opened.read(archive, member)


@lru_cache(maxsize=_MAX_OPEN)
def _opened(path: Path, _mtime_ns: int, _size: int) -> _Archive:
    """Open an archive once for all of its pictures: its index is read anew only when the file has changed."""
    return _Archive(path)


class _Archive:
    """An open archive; it closes itself when it is forgotten."""

    def __init__(self, path: Path) -> None:
        self._zip = ZipFile(path)
        self._lock = Lock()  # ZipFile counts its open members without one

    def read(self, archive: str, member: str) -> bytes | str:
        """Return a member's content, or why not."""
        what = f"{member!r} in {archive!r}"
        try:
            info = self._zip.getinfo(member)
        except KeyError:
            return self._why_none(archive, member)
        if why := _why_refused(info):
            return f"{what} {why}"
        try:
            content = self._unpack(info)
        except _BROKEN as error:
            return f"{what} is broken ({_cause(error)}); pack it anew"
        return content if len(content) <= MAX_BYTES else f"{what} {_too_large()}"

    def _unpack(self, info: ZipInfo) -> bytes:
        """Unpack a member, its checksum compared; never more than one byte too many, whatever the index declares."""
        with self._lock, self._zip.open(info) as file:
            return file.read(MAX_BYTES + 1)

    def _why_none(self, archive: str, member: str) -> str:
        if not member or self._has_folder(member):
            return f"{member!r} in {archive!r} is a folder; name a picture in it"
        meant = self._by_base_name.get(_base_name(member))
        hint = f"; is {f'{archive}/{meant}'!r} meant?" if meant else ""
        return f"{archive!r} holds no {member!r}{hint}"

    @cached_property
    def _by_base_name(self) -> dict[str, str]:
        return {_base_name(name): name for name in reversed(self._zip.namelist()) if not name.endswith("/")}

    @cached_property
    def _names(self) -> list[str]:
        return sorted(self._zip.namelist())

    def _has_folder(self, member: str) -> bool:
        """Whether anything lies below a name, be the folder itself listed or not."""
        start = f"{member}/"
        at = bisect_left(self._names, start)
        return at < len(self._names) and self._names[at].startswith(start)


def _why_refused(info: ZipInfo) -> str:
    """Say what of a member's entry in the index forbids to unpack it; empty where nothing does."""
    if info.is_dir():
        return "is a folder; name a picture in it"
    if info.flag_bits & _IS_ENCRYPTED:
        return "is encrypted; pack it without a password"
    if info.compress_type not in _METHODS:
        return "is compressed in an unusual way; pack it anew by deflate"
    return _too_large() if info.file_size > MAX_BYTES else ""


def _too_large() -> str:
    return f"unpacks to more than {MAX_BYTES // 2**20} MB"


def _cause(error: Exception) -> str:
    return str(error)[:_SHOWN] or "cut off"


def _base_name(name: str) -> str:
    return name.replace("\\", "/").rpartition("/")[2].casefold()
