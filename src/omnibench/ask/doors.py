"""The addresses of an endpoint, each with a limit of its own; who is sent where, and what happens when one is gone.

A door whose server is gone is shut: what was sent there goes elsewhere at once, probes are sent with growing pauses,
and it opens again when one is answered. The last open door is shut only where the user wants the run to wait for the
server.
"""

from __future__ import annotations

import asyncio
from dataclasses import dataclass, replace
from datetime import datetime
from typing import TYPE_CHECKING, Final

from omnibench.ask.addresses import shown_url
from omnibench.ask.pace import Pace
from omnibench.records import Failure

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable, Sequence

    from omnibench.ask.presets import Endpoint
    from omnibench.ask.stop import Stop
    from omnibench.records import Attempt

FIRST_PAUSE_S: Final = 5.0
LONGEST_PAUSE_S: Final = 60.0
"""Pauses between probes of a server that is gone; each is twice the one before."""
MOST_TIMES: Final = 4
"""So many times what is usual is the most that is ever tried."""
BREAKER: Final = 3
"""So many requests in a row whose tries all found nobody end the run."""
MANY_FAILURES: Final = 5
"""So many failures of one door, without an answer between them, shut it where another is open."""
_TOO_MUCH: Final = (429, 503)
_AWAY: Final = (502, 503, 504)


@dataclass(slots=True)
class Door:
    """One address."""

    number: int
    """Its place among the endpoint's URLs."""
    url: str
    fixed: int
    """The limit that the user gave, or the server's own; 0 where it is found out."""
    pace: Pace
    n_inside: int = 0
    n_failures: int = 0
    """Since the last answer."""
    is_open: bool = True
    pause_s: float = FIRST_PAUSE_S
    """Before the next probe."""

    @property
    def limit(self) -> int:
        """Requests that it takes at once."""
        return self.fixed or self.pace.limit

    @property
    def room(self) -> float:
        """The share of its limit that is free; 0 or less when it is full or shut."""
        return 1 - self.n_inside / self.limit if self.is_open else 0.0


class Doors:
    """All doors of an endpoint."""

    def __init__(
        self,
        endpoint: Endpoint,
        stop: Stop,
        is_there: Callable[[int], Awaitable[bool]],
        said: Callable[[str], None],
    ) -> None:
        """Open them.

        Args:
            endpoint: tells addresses and limits.
            stop: ends every wait.
            is_there: sends a probe to a door, by its number.
            said: hears in words that a server is gone or back.
        """
        self._endpoint, self._stop, self._is_there, self._said = endpoint, stop, is_there, said
        self._changed = asyncio.Event()
        """Set for an instant: whoever waits looks again."""
        stop.on_end(self._tell)
        self._gate = asyncio.Lock()
        """Who waits for room waits in turn: of several runs none takes every place that becomes free."""
        self._n_waiting = 0
        self._probing: set[asyncio.Task[None]] = set()
        self._gone_since: float | None = None
        """When the last open door was shut; None once there was an answer."""
        self._n_gone = 0
        self.all: Sequence[Door] = [
            Door(number, url, endpoint.concurrency or 0, self._new_pace())
            for number, url in enumerate(endpoint.base_urls or ("",))
        ]

    def restart(self) -> None:
        """Find the limits out anew: another model is asked, which may be slower."""
        for door in self.all:
            door.pace = self._new_pace()

    def _new_pace(self) -> Pace:
        usual = self._endpoint.preset.concurrency
        return Pace(usual, MOST_TIMES * usual)

    @property
    def are_any_open(self) -> bool:
        """Whether there is a server to ask."""
        return any(door.is_open for door in self.all)

    async def wait_for_room(self) -> bool:
        """Wait until there is a free place, and leave it free; False when the run is ending."""
        if self.is_contested:
            self._n_waiting += 1
            try:
                async with self._gate:
                    while not (self._has_room or self._stop.is_set):
                        await self._changed.wait()
            finally:
                self._n_waiting -= 1
        return not self._stop.is_set

    async def enter(self) -> Door | None:
        """Wait for a place at the door with the most room, and take it; None when the run is ending."""
        if not await self.wait_for_room():
            return None
        door = max(self.all, key=lambda door: door.room)
        door.n_inside += 1
        return door

    @property
    def _has_room(self) -> bool:
        return any(door.room > 0 for door in self.all)

    @property
    def is_contested(self) -> bool:
        """Whether there is no room, or more than one run waits for it."""
        return self._n_waiting > 1 or not self._has_room

    def leave(self, door: Door) -> None:
        """Give a place back."""
        door.n_inside -= 1
        self._tell()

    def move(self, door: Door) -> Door:
        """Return an open door in place of one that is shut, even a full one: what was sent is not put off."""
        if door.is_open:
            return door
        other = max((one for one in self.all if one.is_open), key=lambda one: one.room, default=door)
        door.n_inside -= 1
        other.n_inside += 1
        self._tell()
        return other

    def heard(self, door: Door, attempt: Attempt, sent_at: float, timeout_s: float) -> None:
        """Learn from what came of a request."""
        now = asyncio.get_running_loop().time()
        if not isinstance(attempt, Failure):
            door.n_failures, door.pause_s = 0, FIRST_PAUSE_S
            self._gone_since, self._n_gone = None, 0
            door.pace.answered(now, sent_at, float(attempt.usage.completion_tokens or 1), timeout_s)
            return
        if attempt.status in _TOO_MUCH or attempt.kind in ("rate_limit", "timeout"):
            door.pace.refused(now, sent_at)
        if attempt.kind in ("connection", "server", "timeout"):
            door.n_failures += 1
        is_gone = attempt.kind == "connection" or door.n_failures >= MANY_FAILURES
        if is_gone and door.is_open and any(one.is_open for one in self.all if one is not door):
            self._shut(door, f"{shown_url(door.url)} is gone ({attempt.summary}); the others go on")

    async def settle(self, door: Door, attempt: Failure) -> Failure | None:
        """Decide what becomes of a request whose tries are used up: None to send it again, else its failure.

        A server that is gone is waited for as long as the user wants; without that, a third request in a row that
        finds nobody there is fatal.
        """
        if not (attempt.is_transient and (attempt.kind == "connection" or attempt.status in _AWAY)):
            return attempt
        if not self._endpoint.max_wait_s:
            self._n_gone += 1
            return replace(attempt, is_fatal=True) if self._n_gone >= BREAKER else attempt
        now = asyncio.get_running_loop().time()
        self._gone_since = now if self._gone_since is None else self._gone_since
        deadline = self._gone_since + self._endpoint.max_wait_s
        if now >= deadline:
            return replace(attempt, is_fatal=True)
        if door.is_open:
            rest = f"waiting up to {_in_words(self._endpoint.max_wait_s)} for it"
            self._shut(door, f"{shown_url(door.url)} is gone ({attempt.summary}); {rest}")
        try:
            async with asyncio.timeout_at(deadline):
                while not self.are_any_open:
                    await self._changed.wait()
        except TimeoutError:
            return replace(attempt, is_fatal=True)
        return None

    def _shut(self, door: Door, why: str) -> None:
        door.is_open = False
        self._said(f"{_clock()} {why}")
        task = asyncio.create_task(self._probe(door))
        self._probing.add(task)
        task.add_done_callback(self._probing.discard)

    async def _probe(self, door: Door) -> None:
        while not (self._stop.is_set or door.is_open):
            await self._stop.sleep(door.pause_s)
            door.pause_s = min(2 * door.pause_s, LONGEST_PAUSE_S)
            if await self._is_there(door.number):
                door.is_open, door.n_failures = True, 0
                self._said(f"{_clock()} {shown_url(door.url)} is back")
                self._tell()

    def _tell(self) -> None:
        self._changed.set()
        self._changed.clear()

    async def close(self) -> None:
        """End the probes."""
        for task in self._probing:
            task.cancel()
        await asyncio.gather(*self._probing, return_exceptions=True)


def _clock() -> str:
    return f"{datetime.now().astimezone():%H:%M}"


def _in_words(seconds: float) -> str:
    unit, name = next(
        ((unit, name) for unit, name in ((3600, "h"), (60, "min")) if seconds >= unit), (1, "s")
    )
    return f"{round(seconds / unit, 1):g} {name}"
