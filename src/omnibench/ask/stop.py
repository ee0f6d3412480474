"""One place that says a run is ending, why, and how long what is in flight may still take."""

from __future__ import annotations

import asyncio
from contextlib import suppress
from typing import Final

GRACE_S: Final = 10.0


class Stop:
    """Set once, by a signal or by a failure; the first reason counts."""

    def __init__(self) -> None:
        """Begin unset."""
        self._event = asyncio.Event()
        self.error: BaseException | None = None
        self.signal: int | None = None

    @property
    def is_set(self) -> bool:
        """Whether nothing new is to be started."""
        return self._event.is_set()

    def by_error(self, error: BaseException) -> None:
        """End the run because of an error."""
        if not self.is_set:
            self.error = error
        self._event.set()

    def by_signal(self, number: int) -> None:
        """End the run because a person or the system asks for it."""
        if not self.is_set:
            self.signal = number
        self._event.set()

    async def wait(self) -> None:
        """Return when the run is ending."""
        await self._event.wait()

    async def sleep(self, seconds: float) -> None:
        """Sleep, or wake early when the run is ending."""
        with suppress(TimeoutError):
            await asyncio.wait_for(self._event.wait(), seconds)
