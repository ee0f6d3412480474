"""The header of a table: which row it is, and the names of its columns."""

from __future__ import annotations

import re
from collections import Counter
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final

from omnibench.sources.columns import role_of

if TYPE_CHECKING:
    from collections.abc import Sequence

_ROWS_LOOKED_AT: Final = 10
"""A header stands among the first ones, below a title at most."""
_LONGEST_NAME: Final = 80
_N_NAMED: Final = 5
"""Columns that are named in a sentence."""
_NUMBER = re.compile(r"[-+]?\d+([.,]\d+)?")
_DECORATION: Final = "\ufeff\u200b\u200e\u200f"
"""What copying leaves at a name's ends and nobody sees."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Header:
    """The names of a table's columns."""

    names: tuple[str, ...]
    unnamed: frozenset[int] = frozenset()
    """Columns that were given a name because they had none."""
    oddities: tuple[str, ...] = ()

    def fields(self, cells: Sequence[Any]) -> dict[str, Any]:
        """Return a row's fields; None is a cell that is not there, and so is an empty one without a name."""
        return {
            name: cell
            for index, (name, cell) in enumerate(zip(self.names, cells, strict=False))
            if cell is not None and (cell != "" or index not in self.unnamed)
        }


def find_header(rows: Sequence[Sequence[Any]], has_header: bool | None) -> int | None:  # noqa: FBT001
    """Say which of a table's first rows is the header; None: every row is data."""
    if has_header is False or not rows:
        return None
    if not _roles(rows[0]):
        for index, row in enumerate(rows[:_ROWS_LOOKED_AT]):
            if len(_roles(row)) > 1:
                return index
        if not has_header and any(map(_is_data, rows[0])):
            return None
    return 0


def name_columns(cells: Sequence[Any]) -> Header:
    """Return the header of a row of names: stripped, none empty, each one once."""
    given = [_stripped(cell) for cell in cells]
    wanted = [name or f"column_{number}" for number, name in enumerate(given, 1)]
    seen, reserved = Counter[str](), set(wanted)
    names, renamed = [], []
    for name in wanted:
        seen[name] += 1
        unique = name
        while seen[name] > 1 and unique in reserved:
            unique = f"{name}_{seen[name]}"
            seen[name] += unique in reserved
        if unique != name:
            renamed.append(repr(unique))
        reserved.add(unique)
        names.append(unique)
    unnamed = frozenset(index for index, name in enumerate(given) if not name)
    said = f"columns of the same name are told apart as {', '.join(renamed[:_N_NAMED])}"
    return Header(names=tuple(names), unnamed=unnamed, oddities=(said,) if renamed else ())


def numbered_columns(width: int) -> Header:
    """Return the header of a table that has none."""
    return Header(names=tuple(f"column_{number}" for number in range(1, width + 1)))


def _stripped(cell: Any) -> str:
    return "" if cell is None else str(cell).strip().strip(_DECORATION).strip()


def _roles(cells: Sequence[Any]) -> set[str]:
    """Return what the cells are names of; a bare letter or number may as well be an answer."""
    named = (_stripped(cell) for cell in cells if isinstance(cell, str))
    roles = (role_of(name) for name in named if len(name) > 1 and not _NUMBER.fullmatch(name))
    return {role for role in roles if role is not None}


def _is_data(cell: Any) -> bool:
    if cell is None or isinstance(cell, str):
        name = _stripped(cell)
        return len(name) > _LONGEST_NAME or _NUMBER.fullmatch(name) is not None
    return True
