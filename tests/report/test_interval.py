"""Claims about the closed form."""

import pytest
from statsmodels.stats.proportion import proportion_confint

from omnibench.report.interval import wilson


@pytest.mark.parametrize("n", [1, 2, 5, 29, 100, 1273])
def test_it_is_statsmodels_interval(n):
    for k in {0, 1, n // 3, n // 2, n - 1, n}:
        assert pytest.approx(proportion_confint(k, n, method="wilson"), abs=1e-12) == wilson(k, n)


def test_nothing_graded_has_no_interval():
    assert wilson(0, 0) is None
