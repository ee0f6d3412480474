"""Reads a question's images from beside its document: files, or members of a zip archive there."""

from __future__ import annotations

import hashlib
import os
from typing import TYPE_CHECKING, Final

from omnibench.records import Image
from omnibench.store.archive import read_member, split_member
from omnibench.store.files import read_bytes

if TYPE_CHECKING:
    from collections.abc import Mapping
    from pathlib import Path

_MAGIC: Final[Mapping[bytes, str]] = {
    b"\x89PNG\r\n\x1a\n": "image/png",
    b"\xff\xd8\xff": "image/jpeg",
    b"GIF8": "image/gif",
    b"II*\x00": "image/tiff",
    b"MM\x00*": "image/tiff",
}


def load_image(document_path: Path, name: str) -> Image | str:
    """Load one image, or say in one sentence why it cannot be used.

    Args:
        document_path: the dataset file.
        name: relative to it; never leaves its folder, links followed. `images.zip/a.png` is a member of an archive.
    """
    folder = document_path.parent.resolve()
    archive, member = split_member(folder, name) or (name, None)
    path = _locate(folder, archive)
    if isinstance(path, str):
        return path
    content = read_bytes(path) if member is None else read_member(path, archive, member)
    if content is None:
        return _why_no_file(folder / name, name)
    return content if isinstance(content, str) else _picture(name, content)


def load_brought(place: Path, name: str) -> Image | str:
    """Load an image of a folder or an archive that is to be laid beside a document, or say why it cannot be used."""
    if place.is_dir():
        return load_image(place / "document", name)
    content = read_member(place, place.name, name)
    return content if isinstance(content, str) else _picture(name, content)


def _locate(folder: Path, name: str) -> Path | str:
    """Return where a file beside the document is, or why there is none."""
    try:
        path = (folder / name).resolve()
        is_file = path.is_file()
    except (OSError, ValueError, RuntimeError):  # a name too long, a NUL in it, a ring of links
        return _why_no_file(folder / name, name)
    if not path.is_relative_to(folder):
        return f"{name!r} leaves the document's folder"
    return path if is_file else _why_no_file(folder / name, name)


def _picture(name: str, content: bytes) -> Image | str:
    media_type = next((kind for magic, kind in _MAGIC.items() if content.startswith(magic)), None)
    if media_type is None and content[:4] == b"RIFF" and content[8:12] == b"WEBP":
        media_type = "image/webp"
    if media_type is None and content[:2] == b"BM" and content[6:10] == bytes(4):
        media_type = "image/bmp"  # two letters alone could begin any text; the four zeros are reserved
    if media_type is None:
        return f"{name!r} is not a PNG, JPEG, WebP, GIF, BMP or TIFF image"
    return Image(
        name=name, media_type=media_type, sha256=hashlib.sha256(content).hexdigest(), content=content
    )


def _why_no_file(place: Path, name: str) -> str:
    if os.path.lexists(place):
        return f"{name!r} is no file: a folder, a pipe, or a link that leads to none"
    return f"{name!r} does not exist beside the document"
