"""How many requests at once: climbs while it pays, falls when it does not, halves when it is too much."""

import heapq
import random

import pytest

from omnibench.ask.pace import START, Allowance, Pace


def serve(pace, n, *, slots, seconds, timeout_s=600.0, seed=1, spread=0.3, start=0.0):
    """Ask a server n questions at the pace's limit; return its time over the ideal, and the latencies."""
    rnd, coming, queue, latencies = random.Random(seed), [], [], []
    now, n_inside, n_busy, n_sent, total = start, 0, 0, 0, 0.0
    while n_sent < n or coming:
        while n_inside < pace.limit and n_sent < n:
            length = max(0.1, rnd.gauss(1, spread))
            queue.append((now, length))
            n_sent, n_inside, total = n_sent + 1, n_inside + 1, total + length * seconds
        while queue and n_busy < slots:
            sent_at, length = queue.pop(0)
            heapq.heappush(coming, (now + length * seconds, sent_at, length))
            n_busy += 1
        now, sent_at, length = heapq.heappop(coming)
        n_busy, n_inside = n_busy - 1, n_inside - 1
        latencies.append(now - sent_at)
        pace.answered(now, sent_at, 100 * length, timeout_s)
    return (now - start) / (total / slots), latencies


def test_it_begins_with_one_and_goes_on_with_two():
    pace = Pace(4, 32)
    assert 1 == pace.limit
    pace.answered(1.0, 0.0, 1, 600)
    assert START == pace.limit


@pytest.mark.parametrize("usual", [2, 4, 64])
@pytest.mark.parametrize("seed", range(3))
def test_a_server_with_one_slot_is_kept_busy_and_never_queued_into_timeouts(usual, seed):
    ratio, latencies = serve(Pace(usual, 4 * usual), 400, slots=1, seconds=60.0, seed=seed)
    assert ratio < 1.03
    assert max(latencies) < 600


@pytest.mark.parametrize(("usual", "slots"), [(4, 4), (16, 32), (64, 100)])
def test_a_server_that_answers_many_at_once_is_found_out(usual, slots):
    pace = Pace(usual, 4 * usual)
    serve(pace, 3000, slots=slots, seconds=2.0)
    assert 0.5 * slots <= pace.limit <= 4 * usual


def test_a_slow_server_that_may_have_one_slot_is_asked_one_by_one():
    pace = Pace(2, 8)
    ratio, latencies = serve(pace, 60, slots=1, seconds=280.0, spread=0.1)
    assert ratio < 1.01
    assert max(latencies) < 600


def test_too_much_halves_it_once_for_what_was_sent_together():
    pace = Pace(64, 256)
    pace.limit = 16
    pace.refused(10.0, 5.0)
    pace.refused(10.1, 5.0)
    assert 8 == pace.limit
    pace.refused(20.0, 15.0)
    assert 4 == pace.limit


def test_it_never_falls_below_one_nor_climbs_beyond_its_end():
    pace = Pace(4, 8)
    for moment in range(10):
        pace.refused(float(moment), float(moment))
    assert 1 == pace.limit
    serve(pace, 2000, slots=500, seconds=1.0)
    assert pace.limit <= 8


def test_a_server_that_lost_its_slots_is_sent_less():
    pace = Pace(64, 256)
    serve(pace, 3000, slots=64, seconds=2.0)
    high = pace.limit
    serve(pace, 4000, slots=2, seconds=2.0, seed=7, start=10_000.0)
    assert pace.limit < high / 2


def test_a_clock_that_stands_still_between_question_and_answer_does_no_harm():
    pace = Pace(4, 32)
    for _ in range(500):
        pace.answered(1.0, 1.0, 1, 600)

    assert 1 <= pace.limit <= 32


def sent_at(allowance, n, *, now=0.0):
    """When n requests in a row are sent, with nothing answered meanwhile."""
    times = []
    for _ in range(n):
        now += allowance.wait_s(now)
        allowance.take(now)
        times.append(now)
    return times


def test_requests_a_minute_are_spread_evenly():
    allowance = Allowance(requests_a_minute=30)
    assert [100.0, 102.0, 104.0] == sent_at(allowance, 3, now=100.0)
    assert 0.0 == allowance.wait_s(200.0)


def test_before_the_first_answer_one_request_finds_out_what_requests_take():
    allowance = Allowance(tokens_a_minute=6000)
    reserved = allowance.take(10.0)
    assert 60.0 == allowance.wait_s(10.0)
    allowance.settle(reserved, 1000)
    assert 9.0 == allowance.wait_s(11.0)


def test_what_is_on_its_way_counts_for_what_is_usual():
    allowance = Allowance(tokens_a_minute=6000)
    allowance.settle(allowance.take(0.0), 500)
    assert [5.0, 10.0, 15.0] == sent_at(allowance, 3, now=5.0)


def test_more_than_was_reserved_puts_the_next_one_off_and_less_lets_it_go():
    allowance = Allowance(tokens_a_minute=6000)
    allowance.settle(allowance.take(0.0), 500)
    allowance.settle(allowance.take(5.0), 1500)
    assert 10.0 == allowance.wait_s(10.0)
    allowance.settle(allowance.take(20.0), None)  # no answer: it has taken nothing
    assert 0.0 == allowance.wait_s(20.0)


def test_without_a_rate_nothing_waits():
    allowance = Allowance()
    allowance.settle(allowance.take(1.0), 10**9)
    assert [1.0] * 3 == sent_at(allowance, 3, now=1.0)
    assert not allowance.is_limited
