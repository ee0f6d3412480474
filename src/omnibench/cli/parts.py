"""Prints counts by part, a table a model; 80 columns are enough, longer values go on in the next line."""

from __future__ import annotations

from itertools import groupby
from typing import TYPE_CHECKING

from omnibench.cli.console import build_table, inert, interval_text, notes_of, percent

if TYPE_CHECKING:
    from collections.abc import Sequence

    from rich.console import Console
    from rich.table import Table

    from omnibench.report.tally import Tally

_NUMBERS = ("asked", "graded", "accuracy", "95 % interval", "of asked")


def print_parts(tallies: Sequence[Tally], field: str, console: Console) -> None:
    """Print each model's parts with its whole below them, and the notes of the leaderboard."""
    wholes: list[Tally] = []
    overlaps = False
    for model_key, of_model in groupby(tallies, key=lambda tally: tally.model_key):
        *parts, whole = of_model
        wholes.append(whole)
        overlaps = overlaps or sum(part.n_asked for part in parts) > whole.n_asked
        console.print(inert(model_key))
        console.print(_table([*parts, whole], field))
        console.print()
    if overlaps:
        console.print(
            inert(f"note: a question with several values of {field} counts under each, once in all")
        )
    for note in notes_of(wholes):
        console.print(inert(f"note: {note}"))


def _table(tallies: Sequence[Tally], field: str) -> Table:
    table = build_table(inert(field).plain, *_NUMBERS, right=_NUMBERS)
    for tally in tallies:
        table.add_row(
            inert(tally.part.value if tally.part else ""),
            str(tally.n_asked),
            str(tally.n_graded),
            percent(tally.accuracy_graded),
            interval_text(tally.interval_graded),
            percent(tally.accuracy_asked),
        )
    return table
