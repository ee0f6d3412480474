"""The one interval that the plain leaderboard needs, in closed form so that a run never imports scipy."""

from __future__ import annotations

from math import sqrt

_Z95 = 1.959963984540054


def wilson(n_correct: float, n: float, z: float = _Z95) -> tuple[float, float] | None:
    """Return the (low, high) confidence interval of a proportion, each 0..1, or None when n is 0.

    Source: Wilson 1927, the score interval; tested against statsmodels' `proportion_confint(method="wilson")`.
    """
    if n == 0:
        return None
    p = n_correct / n
    centre = p + z * z / (2 * n)
    spread = z * sqrt(p * (1 - p) / n + z * z / (4 * n * n))
    scale = 1 + z * z / n
    return max(0.0, (centre - spread) / scale), min(1.0, (centre + spread) / scale)
