"""Lays the pictures of a document beside it: an archive as it is, never unpacked, or the files of a folder."""

from __future__ import annotations

import hashlib
import os
import shutil
import struct
import zipfile
from typing import TYPE_CHECKING, Final

from omnibench.errors import StoreError
from omnibench.store.files import kind_of, list_files, make_folder, removing, temporary_path, writing

if TYPE_CHECKING:
    from collections.abc import Iterable
    from pathlib import Path

MAX_FILES: Final = 100_000
"""In a folder of pictures: who names more has named the wrong folder."""
_BROKEN: Final = (OSError, zipfile.BadZipFile, NotImplementedError, EOFError, ValueError, struct.error)


def list_pictures(place: Path) -> tuple[str, ...]:
    """Return the files in a folder or an archive, by their names in it.

    Folders and hidden files are left out, and of a folder pipes, devices, and links that lead out of it.

    Raises:
        StoreError: there is neither, or it cannot be read.
    """
    kind = kind_of(place)
    if kind == "folder":
        names = (name for name in list_files(place, MAX_FILES) if not _is_hidden(name))
        return tuple(
            name
            for name in names
            if os.path.isfile(place / name) and _is_in(place, place / name)  # noqa: PTH113 - a ring of links
        )
    try:
        if kind != "file":
            raise NotImplementedError("no regular file")
        with zipfile.ZipFile(place) as archive:
            members = {one.filename for one in archive.infolist() if not one.is_dir()}
    except _BROKEN as error:
        raise StoreError(
            f"{place} is neither a folder nor a zip archive of pictures: {error}", hint="See --images."
        ) from None
    return tuple(sorted(name for name in members if not _is_hidden(name)))


def check_beside(
    place: Path, target: Path, names: Iterable[str], *, is_replacing: bool = False
) -> list[tuple[Path, Path]]:
    """Tell which files are still to be brought to where a document names them, each with its place there.

    Raises:
        StoreError: something else lies there, and is not to be replaced; or a link there leads out of the folder.
    """
    if os.path.realpath(place) == os.path.realpath(target):
        return []
    is_folder = kind_of(place) == "folder"
    pairs = [(place / name, target / name) for name in names] if is_folder else [(place, target)]
    for _, to in pairs:
        if not _is_in(target.parent, to):
            raise StoreError(f"{to} is there already, a link out of {target.parent}", hint="Move it away.")
    return [(source, to) for source, to in pairs if not _is_there(source, to, is_replacing=is_replacing)]


def lay_beside(place: Path, target: Path, names: Iterable[str], *, is_replacing: bool = False) -> bool:
    """Bring an archive, or the named files of a folder, to where a document names them.

    On one disk an archive is linked, so that no second copy of its bytes is made; files of a folder are copied.

    Returns:
        Whether anything had to be brought.

    Raises:
        DiskFull: nothing can be written there.
        StoreError: something else lies there, and is not to be replaced.
    """
    pairs = check_beside(place, target, names, is_replacing=is_replacing)
    for source, to in pairs:
        _bring(source.resolve(), to, may_link=source == place)
    return bool(pairs)


def _is_there(source: Path, target: Path, *, is_replacing: bool) -> bool:
    kind = kind_of(target)
    if kind is None and not target.is_symlink():
        return False
    if kind == "file" and _is_same(source, target):
        return True
    if kind == "file" and is_replacing:
        return False
    raise StoreError(
        f"{target} is there already, and is not {source}",
        hint="Move it away, choose another --out, or --replace it where it is a file.",
    )


def _is_same(one: Path, other: Path) -> bool:
    try:
        if one.samefile(other):
            return True
        return one.stat().st_size == other.stat().st_size and _digest(one) == _digest(other)
    except OSError as error:
        raise StoreError(f"{one} and {other} cannot be compared: {error.strerror}") from error


def _digest(path: Path) -> bytes:
    with path.open("rb") as file:
        return hashlib.file_digest(file, "sha256").digest()


def _bring(source: Path, target: Path, *, may_link: bool) -> None:
    with writing(target):
        make_folder(target.parent)
        temporary = temporary_path(target)
        with removing(temporary):
            if not (may_link and _is_linked(source, temporary)):
                shutil.copyfile(source, temporary)
            temporary.replace(target)
        temporary.unlink(missing_ok=True)  # two links to one file: a rename would leave both


def _is_linked(source: Path, path: Path) -> bool:
    try:
        os.link(source, path)
    except OSError:  # another disk, or one without links
        return False
    return True


def _is_in(folder: Path, path: Path) -> bool:
    """Say whether a path stays in a folder, links followed."""
    return os.path.realpath(path).startswith(os.path.join(os.path.realpath(folder), ""))  # noqa: PTH118


def _is_hidden(name: str) -> bool:
    return any(part.startswith((".", "__MACOSX")) for part in name.split("/"))
