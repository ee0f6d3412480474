"""A person's words, weighted so that they speak of all answers; and shares with their intervals."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from math import sqrt
from typing import TYPE_CHECKING, Final

from omnibench.report.audit.intervals import Bounded, exact, weighted_sum

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Sequence

    from omnibench.report.audit.reading import Sheet
    from omnibench.report.audit.sample import Case, Key, Layer

ALL_CELLS: Final = tuple(
    (is_correct, is_disputed) for is_correct in (True, False) for is_disputed in (False, True)
)


@dataclass(frozen=True, slots=True)
class Word:
    """A person's word on a case, and how many answers it stands for."""

    case: Case
    human: bool
    weight: float


def weigh(key: Key, sheet: Sheet) -> tuple[list[Word], tuple[Layer, ...]]:
    """Return the words that count, weighted by how many there are in a stratum, and the strata without any."""
    said = [
        (case, mark.is_correct)
        for case in key.cases
        if (mark := sheet.marks.get(case.audit_id)) and mark.is_correct is not None
    ]
    n_said = Counter(case.stratum for case, _ in said)
    size = {layer.stratum: layer.n_answers for layer in key.layers}
    words = [Word(case, human, size[case.stratum] / n_said[case.stratum]) for case, human in said]
    return words, tuple(layer for layer in key.layers if not n_said[layer.stratum])


def cell_of(one: Word) -> tuple[bool, bool]:
    """Return verdict and disputed: strata of all models that have these two are one cell."""
    return one.case.stratum.is_correct, one.case.stratum.is_disputed


def share_where(
    words: Sequence[Word],
    holds: Callable[[Word], bool],
    *,
    cells: Collection[tuple[bool, bool]] = ALL_CELLS,
) -> Bounded:
    """Return the share of all stored answers of which something holds, cell by cell of verdict x disputed.

    A cell that was audited in full leaves no doubt (finite population correction).

    Args:
        words: audited answers.
        holds: what is counted.
        cells: where it can hold.
    """
    total = sum(one.weight for one in words)
    parts = []
    for wanted in cells:
        cell = [one for one in words if cell_of(one) == wanted]
        if not cell:
            continue
        size = sum(one.weight for one in cell)
        found = exact(sum(one.weight for one in cell if holds(one)) / size, effective_size(cell))
        value, left = found.value, sqrt(max(0.0, 1 - len(cell) / size))
        bounded = Bounded(value, value - left * (value - found.low), value + left * (found.high - value))
        parts.append((size / total, bounded))
    return weighted_sum(parts)


def effective_size(words: Sequence[Word]) -> float:
    """Return how many answers of equal weight would tell as much (Kish)."""
    return sum(one.weight for one in words) ** 2 / sum(one.weight**2 for one in words)
