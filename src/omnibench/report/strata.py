"""Counts by part: of each model a tally a value of one field, and one of the whole.

The whole pools all answers, so each part weighs as many as it has; an answer counts once in it, also where its
question has several values and counts under each.
"""

from __future__ import annotations

import json
import re
from collections import defaultdict
from dataclasses import replace
from typing import TYPE_CHECKING, Any, Final

from omnibench.errors import UsageError
from omnibench.report.tally import Part, tally_models

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    from omnibench.report.tally import Row, Tally

NO_VALUE: Final = "(none)"
"""Stands for the value of questions without the field."""
WHOLE: Final = "all"
_MAX_NAMED: Final = 20
_EXAM: Final = re.compile(r"(?P<year>[0-9]{4})/(?P<level>[^/]+)/[^/]+")
_NUMBER: Final = re.compile(r"-?[0-9]{1,300}(?:\.[0-9]{1,300})?")


def _of_exam(row: Row, field: str) -> Any:
    """Return what the folder of a yearly exam says; of other documents, what the question says itself."""
    exam = _EXAM.fullmatch(row.document)
    return exam[field] if exam else row.metadata.get(field)


FIELDS: Final[Mapping[str, Callable[[Row], Any]]] = {
    "document": lambda row: row.document,
    "year": lambda row: _of_exam(row, "year"),
    "level": lambda row: _of_exam(row, "level"),
    "kind": lambda row: row.kind,
}
"""What `report --by` takes beside every field of `metadata`."""


def tally_parts(rows: Sequence[Row], field: str) -> tuple[Tally, ...]:
    """Count each model by the values of a field, in the order of the leaderboard; its whole comes last.

    Raises:
        UsageError: no question has such a field.
    """
    _refuse_unknown(rows, field)
    by_model: dict[str, dict[str, list[Row]]] = defaultdict(lambda: defaultdict(list))
    for row in rows:
        for value in values_of(row, field):
            by_model[row.model_key][value].append(row)
    found: list[Tally] = []
    for whole in tally_models(rows):
        by_value = by_model[whole.model_key]
        for value in sorted(by_value, key=_order):
            (tally,) = tally_models(by_value[value])
            found.append(replace(tally, part=Part(field=field, value=value)))
        found.append(replace(whole, part=Part(field=field, value=WHOLE, is_whole=True)))
    return tuple(found)


def values_of(row: Row, field: str) -> tuple[str, ...]:
    """Return the values under which an answer counts, each once; one at least."""
    value = FIELDS[field](row) if field in FIELDS else row.metadata.get(field)
    several = value if isinstance(value, list) else [value]
    texts = dict.fromkeys(filter(None, map(_text, several)))
    return tuple(texts) or (NO_VALUE,)


def _refuse_unknown(rows: Sequence[Row], field: str) -> None:
    # Of a run that was killed before its first swap the answers are there, and their questions are not.
    if field in FIELDS or any(field in row.metadata or not row.kind for row in rows):
        return
    names = sorted({name for row in rows for name in row.metadata})
    if rows:
        more = " and more" if len(names) > _MAX_NAMED else ""
        raise UsageError(
            f"no question has a field {field} in its metadata",
            hint=f"There are {', '.join([*FIELDS, *names[:_MAX_NAMED]])}{more}.",
        )


def _text(value: Any) -> str:
    if value is None:
        return ""
    return value.strip() if isinstance(value, str) else json.dumps(value, ensure_ascii=False, sort_keys=True)


def _order(value: str) -> tuple[bool, bool, float, str]:
    """Sort numbers by size before words; what has no value comes last."""
    number = float(value) if _NUMBER.fullmatch(value) else None
    return value == NO_VALUE, number is None, number or 0.0, value
