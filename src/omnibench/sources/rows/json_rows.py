"""JSON documents: which of the tables in one are the rows, and what stands around them."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any, Final

from omnibench.sources.rows.decoding import decode
from omnibench.sources.rows.json_lines import reason_of
from omnibench.sources.rows.json_tables import (
    QUESTIONS,
    UNLIKE,
    Found,
    find_tables,
    keyed_values,
    scalars_of,
    single_question,
    written,
)
from omnibench.sources.table import Row, SourceUnreadable, Table
from omnibench.strict_json import parse

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from omnibench.sources.rows.how_to_read import HowToRead
    from omnibench.sources.rows.json_tables import Path
    from omnibench.sources.table import SourceFile

_N_NAMED: Final = 5
"""Places that are named in a message."""


def read(file: SourceFile, how: HowToRead) -> Table:
    """Read the tables that hold questions, in order; several ones with the name of each as `_group`.

    Raises:
        SourceUnreadable: it is no JSON, or nothing in it looks like questions.
    """
    text = decode(file.content, how.encoding)
    try:
        document = parse(text.encode())
    except ValueError as error:
        raise SourceUnreadable(f"it is no JSON: {reason_of(error)}") from None
    value, path, way = _follow(document, how.at or "")
    found = find_tables(value, path, way)
    chosen = _choose(value, path, way, found)
    others = [one for one in found if one.rank < chosen[0].rank]
    n_shared = _n_shared([one.path for one in chosen]) if len(chosen) > 1 else len(chosen[0].path)
    around: dict[str, Any] = {}
    for scalars in chosen[0].way[: n_shared + 1]:
        around |= scalars
    oddities = [f"{_named(chosen)} are read, one after the other"] if len(chosen) > 1 else []
    if others:
        oddities.append(f"{_named(others)} look less like questions, and are passed over")
    return Table(file=file.name, rows=tuple(_rows(chosen)), around=around, oddities=tuple(oddities))


def _follow(document: Any, at: str) -> tuple[Any, Path, tuple[Mapping[str, Any], ...]]:
    """Return what stands at a dotted path, the path in steps, and what the objects on the way say."""
    value = document
    path: Path = ()
    way: tuple[Mapping[str, Any], ...] = ()
    rest = re.sub(r"\[(\d+)\]", r".\1", at).strip(".")
    while rest:
        step, after = _step(value, rest)
        if step is None:
            there = (
                ", ".join(list(value)[:_N_NAMED]) if isinstance(value, dict) else f"a {type(value).__name__}"
            )
            raise SourceUnreadable(
                f"there is no {rest!r} at {written(path) or 'its top'} (--at): there is {there}"
            )
        way = (*way, scalars_of(value))
        value, path, rest = value[step], (*path, step), after
    return value, path, way


def _step(value: Any, rest: str) -> tuple[str | int | None, str]:
    """Return the next step of a path and what comes after it; a name may hold dots itself."""
    if isinstance(value, list):
        head, _, after = rest.partition(".")
        return (int(head), after) if head.isdecimal() and int(head) < len(value) else (None, "")
    ends = [len(rest), *(dot.start() for dot in reversed(list(re.finditer(r"\.", rest))))]
    name = next((rest[:end] for end in ends if isinstance(value, dict) and rest[:end] in value), None)
    return name, "" if name is None else rest[len(name) + 1 :]


def _choose(
    value: Any, path: Path, way: tuple[Mapping[str, Any], ...], found: Sequence[Found]
) -> list[Found]:
    """Return the tables that look most like questions; without any, the value itself if it is one."""
    best = max((one.rank for one in found), default=UNLIKE)
    if best < QUESTIONS and (records := single_question(value)):
        return [Found(path, records, QUESTIONS, way)]
    if best > UNLIKE or [one.path for one in found] == [path]:
        return [one for one in found if one.rank == best]
    if records := keyed_values(value):
        return [Found(path, records, UNLIKE, way)]
    if found:
        raise SourceUnreadable(f"nothing in it looks like questions: name one of {_named(found)} by --at")
    if isinstance(value, list) and value:
        number = next(index for index, one in enumerate(value) if not isinstance(one, dict))
        place = written((*path, number))
        raise SourceUnreadable(f'{place} is no object such as {{"question": "..."}}: the rows have no names')
    raise SourceUnreadable("it holds no list of records: write one, an object for each question")


def _n_shared(paths: Sequence[Path]) -> int:
    """Return how many steps all paths begin with."""
    n = 0
    while len({path[: n + 1] for path in paths}) == 1:
        n += 1
    return n


def _rows(chosen: Sequence[Found]) -> Iterator[Row]:
    """Yield the rows; those of several tables with what tells one from the other."""
    if len(chosen) == 1:
        found = chosen[0]
        for key, fields in found.records:
            yield Row(place=_place(found.path, key), fields=fields)
        return
    start = _n_shared([found.path for found in chosen])
    n_same_end = _n_shared([tuple(reversed(found.path[start:])) for found in chosen])
    for found in chosen:
        group = {"_group": written(found.path[start : len(found.path) - n_same_end]).strip("[]")}
        inherited = {name: value for scalars in found.way[start + 1 :] for name, value in scalars.items()}
        for key, fields in found.records:
            beside = {f"_group_{name}" if name in fields else name: one for name, one in inherited.items()}
            yield Row(place=_place(found.path, key), fields={**fields, **beside, **group})


def _place(path: Path, key: str | int) -> str:
    return written((*path, key) if key != "" else path) or "the document"


def _named(tables: Sequence[Found]) -> str:
    names = [f"{written(table.path) or 'the top'} ({len(table.records)} rows)" for table in tables[:_N_NAMED]]
    more = len(tables) - len(names)
    return ", ".join(names) + (f" and {more} more" if more else "")
