"""Claims about time as a run sees it."""

import re

from app_clocks import FakeTime

from omnibench.app.clock import Clock


def test_a_stamp_is_utc_to_the_millisecond():
    assert re.fullmatch(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z", Clock().stamp())


def test_a_clock_that_is_handed_in_is_the_one_that_counts():
    time = FakeTime()
    time.pass_hours(2.5)

    assert ("2026-12-01T00:30:00.000Z", 9000.0) == (time.clock.stamp(), time.clock.monotonic())
