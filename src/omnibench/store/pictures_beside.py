"""Lays the pictures of a document beside it: an archive as it is, never unpacked, or the files of a folder."""

from __future__ import annotations

import os
import shutil
import zipfile
from typing import TYPE_CHECKING

from omnibench.errors import StoreError
from omnibench.store.files import list_files, make_folder, temporary_path, writing

if TYPE_CHECKING:
    from collections.abc import Iterable
    from pathlib import Path


def list_pictures(place: Path) -> tuple[str, ...]:
    """Return the files in a folder or an archive, by their names in it; folders and hidden files are left out.

    Raises:
        StoreError: there is neither, or it cannot be read.
    """
    if place.is_dir():
        return tuple(name for name in list_files(place) if not _is_hidden(name))
    try:
        with zipfile.ZipFile(place) as archive:
            members = [one.filename for one in archive.infolist() if not one.is_dir()]
    except (OSError, zipfile.BadZipFile, NotImplementedError) as error:
        raise StoreError(
            f"{place} is neither a folder nor a zip archive of pictures: {error}", hint="See --images."
        ) from None
    return tuple(sorted(name for name in members if not _is_hidden(name)))


def lay_beside(place: Path, target: Path, names: Iterable[str]) -> bool:
    """Bring an archive, or the named files of a folder, to where a document names them.

    On one disk an archive is linked, so that no second copy of its bytes is made.

    Returns:
        Whether anything had to be brought.

    Raises:
        DiskFull: nothing can be written there.
        StoreError: something else lies there.
    """
    if place.resolve() == target.resolve():
        return False
    if place.is_dir():
        brought = [_bring(place / name, target / name) for name in names]
        return any(brought)
    return _bring(place, target)


def _bring(source: Path, target: Path) -> bool:
    if target.exists():
        if target.stat().st_size == source.stat().st_size:
            return False
        raise StoreError(
            f"{target} is there already, and is not {source}", hint="Move it away, or choose another --out."
        )
    with writing(target):
        make_folder(target.parent)
        temporary = temporary_path(target)
        temporary.unlink(missing_ok=True)
        try:
            os.link(source, temporary)
        except OSError:  # another disk, or one without links
            shutil.copyfile(source, temporary)
        temporary.replace(target)
    return True


def _is_hidden(name: str) -> bool:
    return any(part.startswith((".", "__MACOSX")) for part in name.split("/"))
