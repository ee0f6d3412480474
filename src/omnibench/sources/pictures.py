"""Finds the pictures of a foreign bank among those that were brought along."""

from __future__ import annotations

import re
from collections import defaultdict
from typing import TYPE_CHECKING, Any, Final

from omnibench.sources.flags import FALSE, TRUE
from omnibench.sources.options import literal_of

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

_ENDINGS: Final = (".png", ".jpg", ".jpeg", ".webp", ".gif", ".bmp", ".tif", ".tiff")
_NAME_FIELDS: Final = ("image_path", "path", "file_name", "filename", "file", "name", "src", "image")

_MARKS: Final = TRUE | FALSE | {"none", "null", "n/a", "na", "nil", "-", "--"}


def is_picture(name: str) -> bool:
    """Say whether a file's name ends as a picture's."""
    return name.lower().endswith(_ENDINGS)


class Pictures:
    """The pictures at hand, as paths that an item may name (`images.zip/images/MM-0-a.jpeg`)."""

    def __init__(self, paths: Iterable[str] = ()) -> None:
        self._by_name: dict[str, list[str]] = defaultdict(list)
        self._by_stem: dict[str, list[str]] = defaultdict(list)
        for path in sorted(paths):
            name = _base(path)
            self._by_name[name.casefold()].append(path)
            stem = name.rpartition(".")[0]
            numbered = re.fullmatch(r"(.+)[-_ ](?:\d{1,2}|[A-Za-z])", stem)
            for key in {stem, numbered[1] if numbered else stem}:
                self._by_stem[key].append(path)

    def find(self, name: str) -> str | None:
        """Return the one picture that a bank's name means, by its last part; None when there is none or several.

        Case does not count, but where two pictures differ by it alone.
        """
        found = self._by_name.get(_base(name).casefold(), [])
        if len(found) > 1:
            found = [path for path in found if _base(path) == _base(name)] or found
        if len(found) > 1:
            found = [
                path for path in found if f"/{path}".endswith("/" + name.replace("\\", "/").lstrip("./"))
            ]
        return found[0] if len(found) == 1 else None

    def of_question(self, question_id: str) -> tuple[str, ...]:
        """Return the pictures that are named after a question, `119C40-1.png` and `119C40-2.png`."""
        return tuple(self._by_stem.get(question_id, ()))


def is_mark(value: Any) -> bool:
    """Say whether a field of pictures names none, and says only whether there is one: true, no, none, -."""
    if isinstance(value, str):
        return value.strip().casefold() in _MARKS
    return not isinstance(value, list | dict)


def names_in(value: Any) -> tuple[str, ...]:
    """Return the pictures that a field names: a text, a list of texts, or a list of objects with a path."""
    if isinstance(value, str):
        if is_mark(value):
            return ()
        if isinstance(literal := literal_of(value), list):
            return names_in(literal)
        parts = [part.strip() for part in re.split(r"[;|\n]", value)]
        if "," in value and all(is_picture(part.strip()) for part in value.split(",")):
            parts = [part.strip() for part in value.split(",")]
        return tuple(part for part in parts if part)
    if isinstance(value, dict):
        return _name_in(value)
    if isinstance(value, list):
        return tuple(name for one in value for name in names_in(one))
    return ()


def _name_in(value: Mapping[str, Any]) -> tuple[str, ...]:
    return next(((held,) for field in _NAME_FIELDS if isinstance(held := value.get(field), str) and held), ())


def _base(path: str) -> str:
    return re.split(r"[/\\]", path)[-1]
