"""One row a model, or a part of its answers, with a header."""

from __future__ import annotations

import csv
import io
from typing import TYPE_CHECKING

from omnibench.report.views.record import record_of

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from omnibench.report.tally import Tally

_FORMULA_STARTS = ("=", "+", "-", "@", "\t", "\r")


def render(tallies: Sequence[Tally]) -> str:
    """Return RFC 4180 text with line feeds as line ends; an empty tree gives an empty text."""
    records = [{**record_of(tally), "judge_methods": _joined(tally.judge_methods)} for tally in tallies]
    if not records:
        return ""
    out = io.StringIO()
    writer = csv.DictWriter(out, list(records[0]), lineterminator="\n")
    writer.writeheader()
    writer.writerows({name: _inert(value) for name, value in record.items()} for record in records)
    return out.getvalue()


def _joined(counts: Mapping[str, int]) -> str:
    return ";".join(f"{name}={n}" for name, n in counts.items())


def _inert(value: object) -> object:
    # A spreadsheet would run a model name that starts like a formula.
    return f"'{value}" if isinstance(value, str) and value.startswith(_FORMULA_STARTS) else value
