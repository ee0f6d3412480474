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

if TYPE_CHECKING:
    from collections.abc import Collection, Mapping, Sequence

    from omnibench.sources.table import Table


@dataclass(frozen=True, slots=True)
class KeyRow:
    """One row of a file of answers."""

    answer: Any
    fields: Mapping[str, Any]
    """All of it but the id."""


@dataclass(frozen=True, slots=True)
class Joined:
    """What answer files say, by the place of the question."""

    rows: Mapping[int, Sequence[KeyRow]]
    unclear: Collection[int]
    """Questions whose id stands more or less often than its answers."""
    n_unused: int
    """Rows that name no question."""


@dataclass(frozen=True, slots=True)
class Asked:
    """What tells one question from another."""

    group: str
    own_id: Any
    text: str


def join(questions: Sequence[Asked], tables: Sequence[Table], told: Mapping[str, str]) -> Joined:
    """Find the answers to questions.

    A file that is named like a group of questions is for that group. Where an id stands several times in one group,
    its answers are taken in their order when there are as many; where it is the same question each time, as in parts of
    a bank beside the whole, one answer is for all. Otherwise nobody can tell whose they are.

    Args:
        questions: all of the bank.
        tables: of answers.
        told: role to column, for tables that have these.
    """
    groups = {question.group for question in questions}
    places: dict[tuple[str, str], list[int]] = defaultdict(list)
    for i, question in enumerate(questions):
        places[question.group, plain(question.own_id)].append(i)
        places["", plain(question.own_id)].append(i)
    found: dict[int, list[KeyRow]] = defaultdict(list)
    unclear: set[int] = set()
    n_unused = 0
    for table in tables:
        scope = stem if (stem := stem_of(table.file)) in groups else ""
        for wanted, rows in _by_id(table, told).items():
            same = places.get((scope, wanted), []) if wanted else []  # no id is nobody's
            if not same:
                n_unused += len(rows)
            elif len(rows) == 1 and len({questions[i].text for i in same}) == 1:
                for i in same:
                    found[i].append(rows[0])
            elif len(same) != len(rows) or len({questions[i].group for i in same}) > 1:
                unclear.update(same)
            else:
                for i, row in zip(same, rows, strict=True):
                    found[i].append(row)
    return Joined(found, frozenset(unclear), n_unused)


def _by_id(table: Table, told: Mapping[str, str]) -> Mapping[str, Sequence[KeyRow]]:
    id_name, answer_name = _columns(names_of(table), told)
    found: dict[str, list[KeyRow]] = defaultdict(list)
    for row in table.rows:
        fields = {name: value for name, value in row.fields.items() if name != id_name}
        found[plain(row.fields.get(id_name))].append(KeyRow(row.fields.get(answer_name), fields))
    return found


def plain(value: Any) -> str:
    """Return an id as it is compared: as text, without the blanks around it; 7.0 is 7."""
    if isinstance(value, float) and value.is_integer():
        value = int(value)
    return unicodedata.normalize("NFKC", "" if is_empty(value) else str(value)).strip()


def stem_of(name: str) -> str:
    """Return a file's name without folders and endings."""
    return PurePosixPath(name.replace("\\", "/")).name.partition(".")[0]


def _columns(names: Sequence[str], told: Mapping[str, str]) -> tuple[str, str]:
    if told.get("id") in names and told.get("answer") in names:
        return told["id"], told["answer"]
    if len(names) == 2:  # noqa: PLR2004 - an id and its answer
        first, second = names
        return (second, first) if role_of(second) == "id" and role_of(first) != "id" else (first, second)
    ids = [name for name in names if role_of(name) == "id"]
    answers = [name for name in names if role_of(name) == "answer" or name == "value"]
    return min(ids, key=rank_of), min(answers, key=rank_of)
