"""Intervals of cells are statsmodels', and those of sums and ratios solve the equations that define them."""

import sys
from math import inf, sqrt

import pytest
from hypothesis import given
from hypothesis import strategies as st
from statsmodels.stats.inter_rater import cohens_kappa
from statsmodels.stats.proportion import proportion_confint

from omnibench.errors import ReportUnavailable
from omnibench.report.audit.intervals import Bounded, exact, joined, kappa_of, share_of, weighted_sum


@st.composite
def bounded(draw):
    low, value, high = sorted(draw(st.tuples(*[st.floats(0.001, 0.999)] * 3)))
    return Bounded(value, low, high)


@pytest.mark.parametrize(("k", "n"), [(0, 7), (1, 7), (3, 7), (7, 7), (90, 200)])
def test_a_cells_interval_is_clopper_and_pearsons(k, n):
    found = exact(k / n, n)

    assert pytest.approx(proportion_confint(k, n, method="beta"), abs=1e-12) == (found.low, found.high)


def test_none_of_n_is_bounded_by_the_rule_of_three():
    assert (0.0, 0.0) == (exact(0, 100).value, exact(0, 100).low)
    assert pytest.approx(1 - 0.025 ** (1 / 100)) == exact(0, 100).high


def test_an_effective_size_need_not_be_whole():
    assert exact(0.3, 12).high > exact(0.3, 12.5).high > exact(0.3, 13).high


def test_a_sum_adds_the_squares_of_what_its_parts_may_be_off():
    found = weighted_sum([(0.5, Bounded(0.4, 0.1, 0.6)), (0.25, Bounded(0.8, 0.4, 0.9))])

    assert pytest.approx(0.4) == found.value
    assert pytest.approx(0.4 - sqrt(0.15**2 + 0.1**2)) == found.low
    assert pytest.approx(0.4 + sqrt(0.1**2 + 0.025**2)) == found.high


def test_a_second_doubt_is_added_and_goes_below_nothing_never():
    found = joined(Bounded(0.2, 0.1, 0.6), Bounded(0.2, 0.0, 0.5))

    assert (0.2, 0.0) == (found.value, found.low)
    assert pytest.approx(0.2 + 0.5) == found.high


@given(bounded(), bounded())
def test_a_ratio_solves_the_equation_that_defines_it(hits, misses):
    found = share_of(hits, misses)
    most, least = 1 / found.low - 1, 1 / found.high - 1  # misses over hits

    assert 0 <= found.low <= found.value <= found.high <= 1
    assert pytest.approx(hits.value / (hits.value + misses.value)) == found.value
    # R is a limit where misses - R x hits is as far from 0 as its own interval reaches.
    off = (misses.high - misses.value) ** 2 + (most * (hits.value - hits.low)) ** 2
    assert pytest.approx((misses.value - most * hits.value) ** 2, rel=1e-5, abs=1e-9) == off
    off = (misses.value - misses.low) ** 2 + (least * (hits.high - hits.value)) ** 2
    assert pytest.approx((misses.value - least * hits.value) ** 2, rel=1e-5, abs=1e-9) == off


def test_no_miss_among_few_leaves_a_doubt_and_no_hit_neither():
    some, none = Bounded(0.4, 0.3, 0.5), Bounded(0.0, 0.0, 0.1)
    all_hit, none_hit = share_of(some, none), share_of(none, some)

    assert (1.0, 1.0) == (all_hit.value, all_hit.high)
    assert 0.7 < all_hit.low < 0.85
    assert (0.0, 0.0) == (none_hit.value, none_hit.low)
    assert pytest.approx(1 - all_hit.low, abs=0.1) == none_hit.high


def test_what_may_be_nothing_at_all_may_be_any_share():
    assert 0.0 == share_of(Bounded(0.1, 0.0, 0.2), Bounded(0.1, 0.05, 0.2)).low
    assert share_of(Bounded(0.0, 0.0, 0.1), Bounded(0.0, 0.0, 0.1)) is None


def test_kappa_is_statsmodels_within_its_range():
    table = [[20.5, 2.25], [1.5, 7.0]]
    direct = cohens_kappa(table)

    assert Bounded(direct.kappa, direct.kappa_low, direct.kappa_upp) == kappa_of(table)
    assert 1.0 == kappa_of([[9, 1], [0, 3]]).high < cohens_kappa([[9, 1], [0, 3]]).kappa_upp < inf


@pytest.mark.parametrize("measure", [lambda: exact(0.5, 10), lambda: kappa_of([[3, 1], [1, 3]])])
def test_without_statsmodels_the_one_command_is_said(measure, monkeypatch):
    for name in ("statsmodels.stats.proportion", "statsmodels.stats.inter_rater"):
        monkeypatch.setitem(sys.modules, name, None)
    with pytest.raises(ReportUnavailable) as raised:
        measure()
    assert 'pip install "clinicallm-omnibench[report]"' == raised.value.hint
