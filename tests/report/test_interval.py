"""The closed form is statsmodels' interval, and stays within what a proportion can be."""

import pytest
from hypothesis import given
from hypothesis import strategies as st
from statsmodels.stats.proportion import proportion_confint

from omnibench.report.interval import wilson


@pytest.mark.parametrize("n", [1, 2, 3, 5, 29, 100, 1273, 100_000])
def test_it_is_statsmodels_interval(n):
    for k in {0, 1, n // 3, n // 2, n - 1, n}:
        assert pytest.approx(proportion_confint(k, n, method="wilson"), abs=1e-12) == wilson(k, n)


def test_another_level_is_another_width():
    from scipy.stats import norm

    for alpha in (0.01, 0.1, 0.5):
        expected = proportion_confint(7, 20, alpha=alpha, method="wilson")
        assert pytest.approx(expected, abs=1e-12) == wilson(7, 20, z=norm.isf(alpha / 2))


def test_nothing_graded_has_no_interval():
    assert wilson(0, 0) is None


@given(st.integers(1, 10**6).flatmap(lambda n: st.tuples(st.integers(0, n), st.just(n))))
def test_it_holds_the_proportion_and_lies_within_0_and_1(counts):
    k, n = counts
    low, high = wilson(k, n)
    assert 0.0 <= low <= k / n + 1e-12
    assert k / n - 1e-12 <= high <= 1.0
    assert low < high


@pytest.mark.parametrize("n", [1, 10, 1273])
def test_none_right_and_none_wrong_reach_the_edge(n):
    assert pytest.approx(0.0, abs=1e-12) == wilson(0, n)[0]
    assert pytest.approx(1.0, abs=1e-12) == wilson(n, n)[1]
