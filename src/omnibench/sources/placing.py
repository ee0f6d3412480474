"""Where an imported bank belongs in the dataset tree: told by flags, or by the names of its files."""

from __future__ import annotations

import re
import unicodedata
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from collections.abc import Mapping

_FIELD: Final = re.compile(r"\{([A-Za-z_][A-Za-z0-9_]*)\}")
_FORMS: Final = {"yyyy": r"\d{4}", "year": r"\d{4}", "yy": r"\d{2}"}
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
    if len(set(names)) < len(names):
        raise PatternInvalid(f"{pattern} names a field twice")
    parts = _FIELD.split(pattern)
    expression = "".join(
        f"(?P<{part}>{_FORMS.get(part, '.+?')})" if i % 2 else re.escape(part) for i, part in enumerate(parts)
    )
    found = re.fullmatch(expression, name)
    if not found:
        raise PatternInvalid(f"the file {name} does not fit the pattern {pattern}")
    told = found.groupdict()
    in_full = told.pop("yyyy", None) or told.pop("year", None)
    two = told.pop("yy", None)
    if two and not in_full:
        in_full = f"{19 if int(two) >= _CENTURY_TURNS else 20}{two}"
    named = told.pop("level", None)
    if named in (".", ".."):
        raise PatternInvalid(f"the file {name} names the level {named}, which is no folder's name")
    return Place(year=in_full or year, level=named or level, facts=told)


def slug(text: str) -> str:
    """Return a file's name from any text: letters and digits of any script, joined by `_`."""
    plain = unicodedata.normalize("NFC", text).casefold()
    return re.sub(r"[^\w]+", "_", plain).strip("_") or "bank"
