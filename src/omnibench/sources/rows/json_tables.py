"""Tables within a JSON document, whichever way round they stand.

A list of records, an object of columns, pandas' orientations, records keyed by id; at the top or under names. Where two
ways are possible, the names of the fields decide.
"""

from __future__ import annotations

from itertools import islice
from typing import TYPE_CHECKING, Any, Final, NamedTuple

from omnibench.sources.columns import role_of
from omnibench.sources.table import SourceUnreadable

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence

Step = str | int
Path = tuple[Step, ...]

QUESTIONS: Final = 2
"""Records with a question's text."""
KNOWN: Final = 1
"""Records of which several fields have known names: answers by id, for one."""
UNLIKE: Final = 0

_MAX_DEPTH: Final = 16
"""Objects within objects that are searched."""
_JUDGED_BY: Final = 20
"""Records of a table that are looked at."""
_QUESTION: Final = role_of("question")


class Record(NamedTuple):
    """A row in the making."""

    key: Step
    """The last step to its place."""
    fields: Mapping[str, Any]


class Found(NamedTuple):
    """A table and the way to it."""

    path: Path
    records: Sequence[Record]
    rank: int
    way: tuple[Mapping[str, Any], ...]
    """The scalars of the objects on the way, the document's own first."""


def find_tables(value: Any, path: Path, way: tuple[Mapping[str, Any], ...]) -> list[Found]:
    """Return a value as a table, or the tables within it where they look more like questions.

    Raises:
        SourceUnreadable: a table lost its shape.
    """
    records = _as_records(value, path)
    rank = _rank(record.fields for record in records)
    own = [Found(path, records, rank, way)] if records else []
    if rank == QUESTIONS or len(way) >= _MAX_DEPTH:
        return own
    inside = (*way, scalars_of(value))
    below = [found for step, one in _steps(value) for found in find_tables(one, (*path, step), inside)]
    if not own or any(found.rank > rank for found in below):
        return below
    return own


def scalars_of(value: Any) -> dict[str, Any]:
    """Return what an object says in single values."""
    if not isinstance(value, dict):
        return {}
    return {name: one for name, one in value.items() if not isinstance(one, dict | list)}


def single_question(value: Any) -> list[Record]:
    """Return an object that is a question itself as the one record, else nothing."""
    return [Record("", value)] if isinstance(value, dict) and _rank([value]) == QUESTIONS else []


def keyed_values(value: Any) -> list[Record]:
    """Return a record for each of the values that stand by an id, {id: "yes"}; else nothing."""
    if not isinstance(value, dict) or not all(_is_flat(one) and one != [] for one in value.values()):
        return []
    return [Record(key, {"_key": key, "value": one}) for key, one in value.items()]


def written(path: Path) -> str:
    """Write a path as a person gives it: `exams.X.data[4]`."""
    steps = (f"[{step}]" if isinstance(step, int) else f".{step}" for step in path)
    return "".join(steps).removeprefix(".")


def _steps(value: Any) -> Iterator[tuple[Step, Any]]:
    steps: Iterable[tuple[Step, Any]] = ()
    if isinstance(value, dict):
        steps = value.items()
    elif isinstance(value, list):
        steps = enumerate(value)
    return ((step, one) for step, one in steps if isinstance(one, dict | list))


def _as_records(value: Any, path: Path) -> list[Record]:
    if isinstance(value, list) and all(isinstance(one, dict) for one in value):
        return [Record(index, one) for index, one in enumerate(value)]
    if not isinstance(value, dict) or not value:
        return []
    if isinstance(value.get("columns"), list) and isinstance(value.get("data"), list):
        return _from_split(value, path)
    if all(isinstance(one, list) for one in value.values()):
        return _from_columns(value)
    if all(isinstance(one, dict) for one in value.values()):
        return _from_objects(value)
    return []


def _from_split(value: Mapping[str, Any], path: Path) -> list[Record]:
    """Read {"columns": [...], "index": [...], "data": [[...], ...]}."""
    names, lines = value["columns"], value["data"]
    if not all(isinstance(name, str) for name in names) or not all(isinstance(line, list) for line in lines):
        return []
    if len(set(names)) < len(names):
        raise SourceUnreadable(f"{written((*path, 'columns'))} names a column twice: rename one")
    for index, line in enumerate(lines):
        if len(line) != len(names):
            place = written((*path, "data", index))
            raise SourceUnreadable(f"{place} has {len(line)} values, and there are {len(names)} columns")
    given = value.get("index")
    keys = given if isinstance(given, list) and len(given) == len(lines) else range(len(lines))
    rows = (dict(zip(names, line, strict=True)) for line in lines)
    return [_keyed(number, key, row) for number, (key, row) in enumerate(zip(keys, rows, strict=True))]


def _from_columns(value: Mapping[str, list[Any]]) -> list[Record]:
    """Read {"question": [...], "answer": [...]}, all of one length."""
    if len({len(column) for column in value.values()}) > 1:
        return []
    if all(isinstance(one, dict) for column in value.values() for one in column[:1]):
        return []  # lists of records each
    rows = zip(*value.values(), strict=True)
    records = [Record(index, dict(zip(value, row, strict=True))) for index, row in enumerate(rows)]
    # lists under other names than those of columns may be of one length by chance
    return records if _rank(record.fields for record in records) else []


def _from_objects(value: Mapping[str, Mapping[str, Any]]) -> list[Record]:
    """Read {id: {"question": ...}}, or {"question": {id: ...}, "answer": {id: ...}}."""
    first, *others = value.values()
    rank = _rank(value.values())
    if rank < _rank(_turned(value, islice(first, _JUDGED_BY))):
        keys = dict.fromkeys(key for column in value.values() for key in column)
        rows = _turned(value, keys)
        return [_keyed(number, key, row) for number, (key, row) in enumerate(zip(keys, rows, strict=True))]
    # under names that nobody knows, what makes records of objects is that they are alike
    if rank == UNLIKE and not set(first).intersection(*islice(others, _JUDGED_BY)):
        return []
    return [Record(key, {"_key": key, **one}) for key, one in value.items()]


def _turned(value: Mapping[str, Mapping[str, Any]], keys: Iterable[str]) -> Iterator[dict[str, Any]]:
    return ({name: column[key] for name, column in value.items() if key in column} for key in keys)


def _keyed(number: int, key: Any, fields: Mapping[str, Any]) -> Record:
    """Keep a row's key where it is more than its number."""
    if str(key) == str(number):
        return Record(number, fields)
    return Record(str(key), {"_key": key, **fields})


def _rank(records: Iterable[Mapping[str, Any]]) -> int:
    """Say how much most of the first records look like questions."""
    ranks = sorted(_rank_of_one(fields) for fields in islice(records, _JUDGED_BY))
    return ranks[(len(ranks) - 1) // 2] if ranks else UNLIKE


def _rank_of_one(fields: Mapping[str, Any]) -> int:
    roles, has_scalar = set(), False
    for name, value in fields.items():
        role = None if name == "_key" else role_of(name)
        if role == _QUESTION and _is_text(value):
            return QUESTIONS
        if role is not None and _is_flat(value):
            roles.add(role)
            has_scalar |= not isinstance(value, list)
    return KNOWN if has_scalar and len(roles) > 1 else UNLIKE


def _is_text(value: Any) -> bool:
    """Say whether a value is a question's text, or an object of its parts."""
    if isinstance(value, dict):
        return any(isinstance(part, str) and role_of(name) == _QUESTION for name, part in value.items())
    return isinstance(value, str)


def _is_flat(value: Any) -> bool:
    if isinstance(value, list):
        return not any(isinstance(one, dict | list) for one in value)
    return not isinstance(value, dict)
