"""Finds the pictures that came along with a bank."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any, Final

from omnibench.dataset.images import read_images
from omnibench.errors import UsageError
from omnibench.sources.pictures import is_picture
from omnibench.store.files import kind_of
from omnibench.store.images import load_brought
from omnibench.store.pictures_beside import check_beside, lay_beside, list_pictures

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence
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

    def of(self, items: Iterable[Mapping[str, Any]]) -> Brought:
        """Return those that items name."""
        return replace(self, paths=sorted({name for item in items for name in item.get("images", ())}))

    def check(self, *, is_replacing: bool) -> None:
        """Refuse to lay them where something else lies.

        Raises:
            StoreError.
        """
        if self.place is not None and self.target is not None and self.paths:
            check_beside(self.place, self.target, self._names(), is_replacing=is_replacing)

    def lay(self, *, is_replacing: bool) -> bool:
        """Lay them beside the document, and say whether any was not there yet.

        Raises:
            StoreError.
        """
        if self.place is None or self.target is None or not self.paths:
            return False
        return lay_beside(self.place, self.target, self._names(), is_replacing=is_replacing)

    def why_unreadable(self, path: str) -> str:
        """Say why a picture cannot be used as an item names it; empty where it can."""
        if self.place is None:
            return ""
        found: list[str] = []
        read_images([path], lambda _, why: found.append(why))
        if not found and isinstance(why := load_brought(self.place, self._name(path)), str):
            found.append(why)
        return "".join(found[:1])

    def _names(self) -> list[str]:
        return [self._name(path) for path in self.paths]

    def _name(self, path: str) -> str:
        return path.removeprefix(f"{self.target.name}/") if self.target else path


def find_pictures(path: Path, sources: Sequence[Path], told: Path | None) -> Brought:
    """Find the pictures that came along: where `--images` says, in a source that is a zip, or beside a source.

    Raises:
        UsageError: there is nothing where `--images` says.
        StoreError: that, or what lies beside a source, cannot be read as pictures.
    """
    if told is not None and kind_of(told) is None:
        raise UsageError(
            f"there are no pictures at {told}", hint="Give a zip archive or a folder with --images."
        )
    for place in [told] if told else _candidates(sources):
        kind = kind_of(place)
        if kind is None or (kind == "other" and place != told):
            continue
        names = [name for name in list_pictures(place) if is_picture(name)]
        if names:
            ending = "" if kind == "folder" else ".zip"
            is_there = place.resolve().parent == path.resolve().parent and place.name.lower().endswith(ending)
            own = place.name if is_there else f"{path.stem}_images{ending}"
            return Brought(place, path.parent / own, [f"{own}/{name}" for name in names])
    return Brought()


def _candidates(sources: Sequence[Path]) -> list[Path]:
    """Return where pictures may lie, whatever the order of the sources."""
    by_name = sorted(sources, key=lambda source: (source.name, source))
    zips = [source for source in by_name if source.suffix.lower() == ".zip"]
    inside = [source / name for source in by_name if kind_of(source) == "folder" for name in BESIDE]
    return [*zips, *inside, *(source.parent / name for source in by_name for name in BESIDE)]


def keep_readable(
    items: Iterable[Mapping[str, Any]], pictures: Brought
) -> tuple[list[Mapping[str, Any]], dict[str, list[str]]]:
    """Take pictures that nobody could be shown out of items, which then wait for them, and note why."""
    whys: dict[str, str] = {}
    kept: list[Mapping[str, Any]] = []
    noted: list[str] = []
    for item in items:
        names = item.get("images", ())
        for name in names:
            if name not in whys:
                whys[name] = pictures.why_unreadable(name)
        noted += [f"{item['question_id']} ({whys[name]})" for name in names if whys[name]]
        kept.append(_without(item, [name for name in names if not whys[name]]))
    return kept, {"pictures that cannot be read": noted} if noted else {}


def _without(item: Mapping[str, Any], readable: Sequence[str]) -> Mapping[str, Any]:
    if len(readable) == len(item.get("images", ())):
        return item
    others = {name: value for name, value in item.items() if name != "images"}
    return {**others, **({"images": readable} if readable else {}), "images_missing": True}
