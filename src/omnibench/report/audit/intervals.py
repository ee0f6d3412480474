"""95 % intervals of what is pieced together from several strata.

Each cell (a group of strata) gets the exact binomial interval of Clopper and Pearson at its effective sample size
(Kish 1965; Korn and Graubard 1998). Sums and ratios of cells get theirs from those of the cells: MOVER, the method of
variance estimates recovery (Zou and Donner 2008; ratios: Donner and Zou 2012). Unlike the normal interval this never
shrinks to a point where a person and a judge agree throughout, and unlike one effective size for the whole sample it
sees what may hide in a large stratum of which few answers were drawn.
"""

from __future__ import annotations

from dataclasses import dataclass
from math import hypot, inf, sqrt
from typing import TYPE_CHECKING

from omnibench.errors import ReportUnavailable

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence


@dataclass(frozen=True, slots=True)
class Bounded:
    """A value and its 95 % interval."""

    value: float
    low: float
    high: float


def exact(share: float, n: float) -> Bounded:
    """Return Clopper and Pearson's interval of a share of n; n is an effective size and need not be whole.

    Raises:
        ReportUnavailable: statsmodels is not installed.
    """
    try:
        from statsmodels.stats.proportion import proportion_confint  # noqa: PLC0415 - slow, and rarely needed
    except ImportError as error:
        raise ReportUnavailable(f"the statistics of an audit are not installed ({error})") from None
    low, high = proportion_confint(share * n, n, method="beta")
    return Bounded(share, min(float(low), share), max(float(high), share))


def kappa_of(table: Sequence[Sequence[float]]) -> Bounded:
    """Return Cohen's kappa of a table with disagreements in it.

    Raises:
        ReportUnavailable: statsmodels is not installed.
    """
    try:
        from statsmodels.stats.inter_rater import cohens_kappa  # noqa: PLC0415 - slow, and rarely needed
    except ImportError as error:
        raise ReportUnavailable(f"the statistics of an audit are not installed ({error})") from None
    found = cohens_kappa(table)
    return Bounded(float(found.kappa), max(-1.0, float(found.kappa_low)), min(1.0, float(found.kappa_upp)))


def weighted_sum(parts: Iterable[tuple[float, Bounded]]) -> Bounded:
    """Add independent parts, each times its weight of 0 or more."""
    value = down = up = 0.0
    for weight, part in parts:
        value += weight * part.value
        down += (weight * (part.value - part.low)) ** 2
        up += (weight * (part.high - part.value)) ** 2
    return Bounded(value, max(0.0, value - sqrt(down)), value + sqrt(up))


def joined(one: Bounded, other: Bounded) -> Bounded:
    """Return one with another, independent doubt about the same value added."""
    down, up = (
        (one.value - one.low, other.value - other.low),
        (one.high - one.value, other.high - other.value),
    )
    return Bounded(one.value, max(0.0, one.value - hypot(*down)), one.value + hypot(*up))


def share_of(hits: Bounded, misses: Bounded) -> Bounded | None:
    """Return hits over hits and misses; None when there are neither."""
    if hits.value + misses.value <= 0:
        return None
    most, least = _ratio_high(misses, hits), _ratio_low(misses, hits)
    value = hits.value / (hits.value + misses.value)
    return Bounded(value, min(1 / (1 + most), value), max(1 / (1 + least), value))


def _ratio_high(top: Bounded, base: Bounded) -> float:
    product = top.value * base.value
    below = base.low * (2 * base.value - base.low)
    if below <= 0:
        return inf
    return (product + sqrt(max(0.0, product**2 - top.high * (2 * top.value - top.high) * below))) / below


def _ratio_low(top: Bounded, base: Bounded) -> float:
    # The smaller root, in the form that does not divide by what may be 0 or less.
    product = top.value * base.value
    above = top.low * (2 * top.value - top.low)
    root = sqrt(max(0.0, product**2 - above * base.high * (2 * base.value - base.high)))
    return above / (product + root) if product + root > 0 else 0.0
