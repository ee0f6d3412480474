"""Joins files of answers, one an id, to the questions of other files."""

from __future__ import annotations

import unicodedata
from collections import defaultdict
from dataclasses import dataclass
from pathlib import PurePosixPath
from typing import TYPE_CHECKING, Any

from omnibench.sources.columns import rank_of, role_of
from omnibench.sources.options import is_empty
from omnibench.sources.recognise import names_of
from omnibench.sources.table import SourceUnreadable

if TYPE_CHECKING:
    from collections.abc import Collection, Iterator, Mapping, Sequence

    from omnibench.sources.table import Table


@dataclass(frozen=True, slots=True)
class KeyRow:
    """One row of a file of answers."""

    answers: tuple[Any, ...]
    """Of each column that holds some; they must agree."""
    fields: Mapping[str, Any]
    """All of it but the id."""


@dataclass(frozen=True, slots=True)
class Joined:
    """What answer files say, by the place of the question."""

    rows: Mapping[int, Sequence[KeyRow]]
    unclear: Collection[int]
    """Questions of which nobody can tell the answer among several."""
    n_unused: int
    """Rows that name no question."""


@dataclass(frozen=True, slots=True)
class Asked:
    """What tells one question from another."""

    group: str
    own_id: str
    fields: Mapping[str, Any]
    content: tuple[str, ...]


def join(questions: Sequence[Asked], tables: Sequence[Table], told: Mapping[str, str]) -> Joined:
    """Find the answers to questions.

    A file that is named like a group of questions is for that group. Ids are compared with the column of the same name,
    else with the id; where they repeat, other columns that both files have tell them apart. One answer is for all that
    are the same question, as in parts of a bank beside the whole. Nothing is paired by order, but in a file that lists
    all ids as the questions do.

    Args:
        questions: all of the bank.
        tables: of answers.
        told: role to column, for tables that have these.

    Raises:
        SourceUnreadable: a file has several columns that may be the id.
    """
    groups = {question.group for question in questions}
    found: dict[int, list[KeyRow]] = defaultdict(list)
    unclear: set[int] = set()
    n_unused = 0
    for table in tables:
        scope = stem if (stem := stem_of(table.file)) in groups else None
        within = [i for i, question in enumerate(questions) if scope in (None, question.group)]
        id_name, answer_names = _columns(table, told)
        ids = {i: _id_of(questions[i], id_name) for i in within}
        _refuse_rival_ids(table, id_name, told, set(ids.values()))
        keyed = _by_key(table, id_name, answer_names, ())
        places = _grouped(ids)
        if any(len(rows) > 1 for rows in keyed.values()):
            shared = _shared(table, questions, {id_name, *answer_names})
            in_order = [ids[i] for i in within] == [plain(row.fields.get(id_name)) for row in table.rows]
            if in_order and not shared and all(ids.values()):
                for i, row in zip(within, _key_rows(table, id_name, answer_names), strict=True):
                    found[i].append(row)
                continue
            if shared:
                keyed = _by_key(table, id_name, answer_names, shared)
                places = _grouped({i: (ids[i], *_values(questions[i].fields, shared)) for i in within})
        for key, rows in keyed.items():
            same = places.get(key, []) if _is_filled(key) else []
            if not same:
                n_unused += len(rows)
            elif len(rows) == 1 and len({questions[i].content for i in same}) == 1:
                for i in same:
                    found[i].append(rows[0])
            else:
                unclear.update(same)
    return Joined(found, frozenset(unclear), n_unused)


def _id_of(question: Asked, id_name: str) -> str:
    """Return a question's id: of the column that the answer file names, else its own."""
    return plain(question.fields[id_name]) if id_name in question.fields else plain(question.own_id)


def _grouped(keys: Mapping[int, Any]) -> Mapping[Any, list[int]]:
    places: dict[Any, list[int]] = defaultdict(list)
    for i, key in keys.items():
        places[key].append(i)
    return places


def _by_key(
    table: Table, id_name: str, answer_names: Sequence[str], shared: Sequence[str]
) -> Mapping[Any, Sequence[KeyRow]]:
    found: dict[Any, list[KeyRow]] = defaultdict(list)
    for row, key_row in zip(table.rows, _key_rows(table, id_name, answer_names), strict=True):
        own = plain(row.fields.get(id_name))
        found[(own, *_values(row.fields, shared)) if shared else own].append(key_row)
    return found


def _key_rows(table: Table, id_name: str, answer_names: Sequence[str]) -> Iterator[KeyRow]:
    for row in table.rows:
        fields = {name: value for name, value in row.fields.items() if name != id_name}
        yield KeyRow(tuple(row.fields.get(name) for name in answer_names), fields)


def _shared(table: Table, questions: Sequence[Asked], taken: Collection[str]) -> tuple[str, ...]:
    """Return the columns that questions have too."""
    theirs = {name for question in questions for name in question.fields}
    return tuple(name for name in names_of(table) if name in theirs and name not in taken)


def _values(fields: Mapping[str, Any], names: Sequence[str]) -> tuple[str, ...]:
    return tuple(plain(fields.get(name)) for name in names)


def _is_filled(key: Any) -> bool:
    return bool(key[0] if isinstance(key, tuple) else key)


def _refuse_rival_ids(table: Table, id_name: str, told: Mapping[str, str], ids: Collection[str]) -> None:
    rivals = [
        name
        for name in names_of(table)
        if role_of(name) == "id"
        and name != id_name
        and any(
            plain(row.fields.get(name)) in ids for row in table.rows if not is_empty(row.fields.get(name))
        )
    ]
    if rivals and told.get("id") != id_name:
        raise SourceUnreadable(
            f"in {table.file} both {id_name} and {rivals[0]} may name the questions; say which with --map id=..."
        )


def plain(value: Any) -> str:
    """Return an id as it is compared: as text, without the blanks around it; 7.0 is 7."""
    if isinstance(value, float) and value.is_integer():
        value = int(value)
    return unicodedata.normalize("NFKC", "" if is_empty(value) else str(value)).strip()


def stem_of(name: str) -> str:
    """Return a file's name without folders and endings."""
    return PurePosixPath(name.replace("\\", "/")).name.partition(".")[0]


def _columns(table: Table, told: Mapping[str, str]) -> tuple[str, tuple[str, ...]]:
    """Return the column of ids and those of answers."""
    names = names_of(table)
    if told.get("id") in names and told.get("answer") in names:
        return told["id"], (told["answer"],)
    if len(names) == 2:  # noqa: PLR2004 - an id and its answer
        first, second = names
        is_turned = role_of(second) == "id" and role_of(first) != "id"
        return (second, (first,)) if is_turned else (first, (second,))
    ids = [name for name in names if role_of(name) == "id"]
    answers = [name for name in names if role_of(name) == "answer" or name == "value"]
    return min(ids, key=rank_of), tuple(answers)
