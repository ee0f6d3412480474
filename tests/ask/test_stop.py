"""A run ends once, for its first reason."""

import asyncio

from omnibench.ask.stop import Stop


def test_nothing_is_ending_at_first():
    stop = Stop()
    assert (False, None, None) == (stop.is_set, stop.error, stop.signal)


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
