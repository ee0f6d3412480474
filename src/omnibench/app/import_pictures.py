"""Finds the pictures that came along with a bank."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from omnibench.errors import UsageError
from omnibench.sources.pictures import is_picture
from omnibench.store.pictures_beside import list_pictures

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

BESIDE: Final = ("images.zip", "images")
"""Where pictures lie beside a source when nobody says."""


@dataclass(frozen=True, slots=True)
class Brought:
    """Pictures at hand, and where they will lie."""

    place: Path | None = None
    target: Path | None = None
    paths: Sequence[str] = ()
    """As items name them."""


def find_pictures(path: Path, sources: Sequence[Path], told: Path | None) -> Brought:
    """Find the pictures that came along: where `--images` says, in a source that is a zip, or beside a source."""
    if told is not None and not told.exists():
        raise UsageError(
            f"there are no pictures at {told}", hint="Give a zip archive or a folder with --images."
        )
    beside = [source.parent / name for source in sources for name in BESIDE]
    inside = [source / name for source in sources if source.is_dir() for name in BESIDE]
    zips = [source for source in sources if source.suffix.lower() == ".zip"]
    candidates = [told] if told else [*zips, *inside, *beside]
    for place in candidates:
        if not place.exists():
            continue
        names = [name for name in list_pictures(place) if is_picture(name)]
        if names:
            is_there = place.resolve().parent == path.resolve().parent
            ending = "" if place.is_dir() else ".zip"
            own = place.name if is_there else f"{path.stem}_images{ending}"
            return Brought(place, path.parent / own, [f"{own}/{name}" for name in names])
    return Brought()
