"""A clock that stands still until a test moves it."""

import asyncio
from datetime import UTC, datetime, timedelta

from omnibench.app.clock import Clock

START = datetime(2026, 11, 30, 22, 0, tzinfo=UTC)


class FakeTime:
    """Hours pass when they are told to; whoever sleeps until then wakes up."""

    def __init__(self):
        self.seconds = 0.0
        self._moved = asyncio.Event()
        self.clock = Clock(now=self._now, monotonic=lambda: self.seconds, sleep=self._sleep)

    def pass_hours(self, hours):
        """Move the clock on."""
        self.seconds += hours * 3600
        self._moved.set()
        self._moved = asyncio.Event()

    def _now(self):
        return START + timedelta(seconds=self.seconds)

    async def _sleep(self, seconds):
        end = self.seconds + seconds
        while self.seconds < end:
            await self._moved.wait()
