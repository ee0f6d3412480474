"""A run ends once, for its first reason."""

import asyncio

import pytest

from omnibench.ask.stop import Stop


def test_nothing_is_ending_at_first():
    stop = Stop()
    assert (False, False, None, None, None) == (
        stop.is_set,
        stop.is_hurried,
        stop.error,
        stop.signal,
        stop.budget,
    )


def test_the_first_reason_counts():
    first, second = ValueError("first"), ValueError("second")
    stop = Stop()
    stop.by_error(first)
    stop.by_error(second)
    stop.by_signal(15)
    assert (True, first, None) == (stop.is_set, stop.error, stop.signal)
    stop = Stop()
    stop.by_signal(15)
    stop.by_signal(2)
    stop.by_error(first)
    assert (True, None, 15) == (stop.is_set, stop.error, stop.signal)


def test_a_budget_ends_a_run_without_hurry():
    stop = Stop()
    stop.by_budget("all spent")
    stop.by_budget("all over")
    assert (True, False, "all spent") == (stop.is_set, stop.is_hurried, stop.budget)


@pytest.mark.parametrize("reason", ["signal", "error"])
def test_what_comes_while_a_budgets_last_answers_come_counts_too(reason):
    stop, full = Stop(), OSError("full")
    stop.by_budget("all spent")
    stop.by_signal(2) if reason == "signal" else stop.by_error(full)
    stop.by_error(ValueError("later"))
    stop.by_signal(15)
    expected = (2, None) if reason == "signal" else (None, full)
    assert (True, "all spent", *expected) == (stop.is_hurried, stop.budget, stop.signal, stop.error)


def test_a_run_that_ends_for_another_reason_has_spent_no_budget():
    stop = Stop()
    stop.by_signal(2)
    stop.by_budget("all spent")
    assert (2, None) == (stop.signal, stop.budget)


def test_hurry_is_waited_for():
    async def wait():
        stop = Stop()
        stop.by_budget("all spent")
        waiting = asyncio.create_task(stop.wait_hurried())
        await asyncio.sleep(0)
        assert not waiting.done()
        stop.by_signal(2)
        await waiting

    asyncio.run(wait())


def test_a_sleep_lasts_its_time_or_until_the_run_is_ending():
    async def sleep():
        stop = Stop()
        await stop.sleep(0.001)
        assert not stop.is_set
        asyncio.get_running_loop().call_soon(stop.by_signal, 2)
        await stop.sleep(3600)
        await stop.sleep(3600)
        await stop.wait()

    asyncio.run(sleep())
