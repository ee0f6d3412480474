"""Time as a run sees it: handed in, so that a test of hours takes none."""

from __future__ import annotations

import asyncio
import time
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable


@dataclass(frozen=True, slots=True)
class Clock:
    """A clock on the wall, one that only goes forward, and a way to wait."""

    now: Callable[[], datetime] = lambda: datetime.now(UTC)
    monotonic: Callable[[], float] = time.monotonic
    """Seconds since any moment."""
    sleep: Callable[[float], Awaitable[None]] = asyncio.sleep
    """Takes seconds."""

    def stamp(self) -> str:
        """Return the time as results write it, `2026-11-30T06:45:55.944Z`."""
        return self.now().isoformat(timespec="milliseconds").replace("+00:00", "Z")
