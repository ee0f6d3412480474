"""One place that says a run is ending, why, and whether what is in flight may still take its time."""

from __future__ import annotations

import asyncio
from contextlib import suppress
from typing import TYPE_CHECKING, Any, Final, TypeVar

if TYPE_CHECKING:
    from collections.abc import Callable, Coroutine

T = TypeVar("T")
GRACE_S: Final = 10.0


class Stop:
    """Set once, by a signal, by a failure, or by a budget; the first reason counts.

    A budget leaves what is in flight its time, so a signal or a failure that comes meanwhile counts too.
    """

    def __init__(self) -> None:
        """Begin unset."""
        self._event = asyncio.Event()
        self._hurry = asyncio.Event()
        self.error: BaseException | None = None
        self.signal: int | None = None
        self.budget: str | None = None
        """Which budget was used up, in words."""
        self._at_end: list[Callable[[], None]] = []

    @property
    def is_set(self) -> bool:
        """Whether nothing new is to be started."""
        return self._event.is_set()

    @property
    def is_hurried(self) -> bool:
        """Whether what is in flight has a few seconds left, and not all its time."""
        return self._hurry.is_set()

    def by_error(self, error: BaseException) -> None:
        """End the run because of an error."""
        if not self.is_hurried:
            self.error = error
        self._end_soon()

    def by_signal(self, number: int) -> None:
        """End the run because a person or the system asks for it."""
        if not self.is_hurried:
            self.signal = number
        self._end_soon()

    def by_budget(self, which: str) -> None:
        """End the run because it may cost or last no more: nothing new is started, what is in flight may finish."""
        if not self.is_set:
            self.budget = which
        self._end()

    def _end_soon(self) -> None:
        self._end()
        self._hurry.set()

    def _end(self) -> None:
        self._event.set()
        for tell in self._at_end:
            tell()

    def on_end(self, tell: Callable[[], None]) -> None:
        """Have somebody told, at once, when the run begins to end."""
        self._at_end.append(tell)

    async def wait(self) -> None:
        """Return when the run is ending."""
        await self._event.wait()

    async def wait_hurried(self) -> None:
        """Return when what is in flight has only a few seconds left."""
        await self._hurry.wait()

    async def unless_set(self, coming: Coroutine[Any, Any, T]) -> T | None:
        """Wait for something, but not longer than until the run is ending; then it is cancelled, and None."""
        task, ending = asyncio.create_task(coming), asyncio.create_task(self.wait())
        try:
            await asyncio.wait({task, ending}, return_when=asyncio.FIRST_COMPLETED)
            return task.result() if task.done() else None
        finally:
            task.cancel()
            ending.cancel()
            await asyncio.wait({task, ending})

    async def sleep(self, seconds: float) -> None:
        """Sleep, or wake early when the run is ending."""
        with suppress(TimeoutError):
            await asyncio.wait_for(self._event.wait(), seconds)
