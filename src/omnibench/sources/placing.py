"""Where an imported bank belongs in the dataset tree: told by flags, or by the names of its files."""

from __future__ import annotations

import re
import unicodedata
from dataclasses import dataclass, field
from functools import cache
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

_FIELD: Final = re.compile(r"\{([A-Za-z_][A-Za-z0-9_]*)\}")
_DIGITS: Final = {"yyyy": 4, "year": 4, "yy": 2}
"""Fields that are as many digits; any other is one character or more."""
_MAX_FIELDS: Final = 20
_CENTURY_TURNS: Final = 70
"""Two digits from here on are of the last century."""
DEFAULT_LEVEL: Final = "attending"


class PatternInvalid(ValueError):
    """A pattern that names no field, or one that a file does not fit."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Place:
    """Where a document lies."""

    year: str | None = None
    level: str | None = None
    facts: Mapping[str, str] = field(default_factory=dict)
    """What else the name told, for `metadata`."""

    def __post_init__(self) -> None:
        """Refuse a level that is no name of one folder.

        Raises:
            PatternInvalid.
        """
        if self.level is not None and not re.fullmatch(r"\w[\w .-]*", self.level):
            raise PatternInvalid(f"{self.level!r} is no name of a level: letters, digits, _ and -")

    @property
    def folder(self) -> str:
        """Below the dataset folder, `2024/attending` or `general`."""
        return f"{self.year}/{self.level or DEFAULT_LEVEL}" if self.year else "general"


def place_of(name: str, pattern: str, year: str | None, level: str | None) -> Place:
    """Read a file's name by a pattern such as `Examen_{yy}{form}.json`.

    `{yyyy}` and `{year}` are four digits, `{yy}` two, `{level}` is the level; any other field goes into `metadata`.

    Raises:
        PatternInvalid: the pattern has no field, the name does not fit, or names a level that is no folder.
    """
    names = _FIELD.findall(pattern)
    if not names:
        raise PatternInvalid(f"{pattern} names no field such as {{yyyy}} or {{level}}")
    if len(names) > _MAX_FIELDS:
        raise PatternInvalid(f"{pattern} names more than {_MAX_FIELDS} fields")
    if len(set(names)) < len(names):
        raise PatternInvalid(f"{pattern} names a field twice")
    parts = _FIELD.split(pattern)
    values = _values(parts, name)
    if values is None:
        raise PatternInvalid(f"the file {name} does not fit the pattern {pattern}")
    told = dict(zip(names, values, strict=True))
    in_full = told.pop("yyyy", None) or told.pop("year", None)
    two = told.pop("yy", None)
    if two and not in_full:
        in_full = f"{19 if int(two) >= _CENTURY_TURNS else 20}{two}"
    named = told.pop("level", None)
    if named in (".", ".."):
        raise PatternInvalid(f"the file {name} names the level {named}, which is no folder's name")
    return Place(year=in_full or year, level=named or level, facts=told)


def _values(parts: Sequence[str], name: str) -> tuple[str, ...] | None:
    """Return what stands in the fields of a pattern, literals and fields by turns; None for a name that does not fit.

    Each field takes as little as the others leave it. Every place is tried once: however many fields there are, the
    time grows with the name's length squared, where a regular expression may need ages to say no.
    """

    @cache
    def rest(i: int, at: int) -> tuple[str, ...] | None:
        if i == len(parts):
            return () if at == len(name) else None
        if i % 2 == 0:
            return rest(i + 1, at + len(parts[i])) if name.startswith(parts[i], at) else None
        for end in _ends(parts[i], name, at):
            found = rest(i + 1, end)
            if found is not None:
                return (name[at:end], *found)
        return None

    return rest(0, 0)


def _ends(field: str, name: str, at: int) -> Iterable[int]:
    n = _DIGITS.get(field)
    if n is None:
        return range(at + 1, len(name) + 1)
    return [at + n] if re.fullmatch(rf"[0-9]{{{n}}}", name[at : at + n]) else []


def slug(text: str) -> str:
    """Return a file's name from any text: letters and digits of any script, joined by `_`."""
    plain = unicodedata.normalize("NFC", text).casefold()
    return re.sub(r"[^\w]+", "_", plain).strip("_") or "bank"
