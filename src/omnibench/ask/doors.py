"""The addresses that may be asked, each with a limit of its own; who is sent where, and what happens when one is gone.

A door whose server is gone or sick is shut: what was sent there goes elsewhere at once, probes are sent with growing
pauses, and it opens again when one is answered. A door that refuses the key or has no money left stays shut; one that
asks to be left alone is left alone for so long. The last open door is shut only where the user wants the run to wait.
"""

from __future__ import annotations

import asyncio
from dataclasses import dataclass, replace
from datetime import datetime
from typing import TYPE_CHECKING, Final

from omnibench.ask.addresses import shown_url
from omnibench.ask.door import FIRST_PAUSE_S, Door, new_pace
from omnibench.ask.retry import MAX_RETRY_AFTER_S, in_words
from omnibench.records import Failure

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Iterable, Sequence

    from omnibench.ask.stop import Stop
    from omnibench.records import Attempt, Request

LONGEST_PAUSE_S: Final = 60.0
"""Pauses between probes of a server that is gone grow from FIRST_PAUSE_S, each twice the one before, to this."""
BREAKER: Final = 3
"""So many requests in a row whose tries all found nobody end the run."""
MANY_FAILURES: Final = 5
"""So many failures of one door, without an answer between them, shut it where another is open."""
_REFUSED: Final = ("auth", "quota")
"""Failures that shut a door until another model is loaded, where another door is open: no waiting mends them."""
_OF_A_QUESTION: Final = ("rate_limit", "not_found", "bad_request")
"""Failures that another server may not have, and that say nothing of other questions at this one."""
_OF_A_SERVER: Final = ("connection", "server", "protocol", "timeout", *_REFUSED)
"""Failures that another server may not have, and that shut the door."""
_TOO_MUCH: Final = (429, 503)
_AWAY: Final = (502, 503, 504)


@dataclass(slots=True, eq=False)
class _Waiting:
    """Somebody who waits for room."""

    doors: Doors


class Hall:
    """What all queues share that may stand at one door."""

    def __init__(self, stop: Stop) -> None:
        """Prepare; the end of the run is news for whoever waits."""
        self.news = asyncio.Event()
        """Set for an instant: whoever waits looks again."""
        self.line: list[_Waiting] = []
        """Who waits for room, in the order in which they came, whichever queue they belong to."""
        stop.on_end(self.tell)

    def is_next(self, one: _Waiting) -> bool:
        """Whether nobody who came before could take a place now."""
        return not any(other.doors.has_room for other in self.line[: self.line.index(one)])

    def tell(self) -> None:
        """Have everybody look again: a place is free, or a door was opened or shut."""
        self.news.set()
        self.news.clear()


class Doors:
    """The doors at which one queue may stand. Several queues may share a door."""

    def __init__(
        self,
        doors: Sequence[Door],
        stop: Stop,
        said: Callable[[str], None],
        hall: Hall,
        probing: set[asyncio.Task[None]] | None = None,
    ) -> None:
        """Stand before doors, see `doors_of`.

        Args:
            doors: of one endpoint or of several.
            stop: ends every wait.
            said: hears in words that a server is gone or back.
            hall: one for all queues that share a door.
            probing: the probes that are on their way.
        """
        self.all = doors
        self._stop, self._said, self._hall = stop, said, hall
        self._max_wait_s = max(door.client.endpoint.max_wait_s for door in doors)
        self._probing = set() if probing is None else probing
        self._lacking: set[tuple[int, str]] = set()
        """Doors, by identity, with a model that is not to be had there."""
        self._model = ""
        """That is asked now: models come one after the other."""
        self._gone_since: float | None = None
        """When the last open door was shut; None once there was an answer."""
        self._n_gone = 0

    def only(self, urls: Collection[str]) -> Doors:
        """Return those of these doors that lead to some URLs."""
        doors = [door for door in self.all if door.url in urls]
        return Doors(doors, self._stop, self._said, self._hall, self._probing)

    def with_others(self, others: Iterable[Doors]) -> Doors:
        """Return these doors and those of others, for a queue that may stand at any."""
        doors = [*self.all, *(door for more in others for door in more.all)]
        # Whoever closes these ends the others' probes too.
        return Doors(doors, self._stop, self._said, self._hall, self._probing)

    def leave_out(self, urls: Collection[str]) -> None:
        """Begin with some addresses shut, which were found to be away; they are opened when they answer."""
        for door in self.all:
            if door.url in urls and door.is_open and self._others(door):
                self._shut(door)

    def restart(self) -> None:
        """Find the limits out anew: another model is asked, which may be slower."""
        for door in self.all:
            door.pace = new_pace(door.client)
            if door.is_refused:
                door.is_open, door.is_refused = True, False

    @property
    def are_any_open(self) -> bool:
        """Whether there is a server to ask."""
        return any(door.is_open for door in self._of_use())

    async def wait_for_room(self) -> bool:
        """Wait until there is a free place, and leave it free; False when the run is ending.

        Who waits waits in turn, so that of several runs none takes every place that becomes free.
        """
        if self.is_contested:
            me = _Waiting(self)
            self._hall.line.append(me)
            try:
                while not (self._stop.is_set or (self.has_room and self._hall.is_next(me))):
                    await self._hall.news.wait()
            finally:
                self._hall.line.remove(me)
                self._hall.tell()  # whoever is behind may be next
        return not self._stop.is_set

    async def enter(self) -> Door | None:
        """Wait for a place at the door with the most room, and take it; None when the run is ending."""
        if not await self.wait_for_room():
            return None
        door = max(self._enterable(), key=lambda door: door.room)
        door.n_inside += 1
        return door

    def _enterable(self) -> Sequence[Door]:
        """What is open; where another queue has shut all of it, this one finds out once for itself.

        When the wait is over, what is left to ask is let through to fail: nobody waits for ever.
        """
        of_use = self._of_use()
        are_open = [door for door in of_use if door.is_open]
        return are_open or (() if self._is_waiting else of_use)

    @property
    def _is_waiting(self) -> bool:
        now, since = asyncio.get_running_loop().time(), self._gone_since
        return since is not None and now < since + self._max_wait_s

    def _of_use(self) -> Sequence[Door]:
        """The doors that have the model, as far as is known, open or not."""
        if not self._lacking:
            return self.all
        return [door for door in self.all if not self._lacks(door)] or self.all

    def _lacks(self, door: Door) -> bool:
        return (id(door), self._model) in self._lacking

    def has_other(self, door: Door) -> bool:
        """Whether there is another open door that has the model."""
        return bool(self._others(door))

    @property
    def has_room(self) -> bool:
        """Whether there is a free place."""
        return any(door.room > 0 for door in self._enterable())

    @property
    def is_contested(self) -> bool:
        """Whether there is no room, or more than one run waits for it."""
        return len(self._hall.line) > 1 or not self.has_room

    def leave(self, door: Door) -> None:
        """Give a place back."""
        door.n_inside -= 1
        self._hall.tell()

    def move(self, door: Door, model_id: str, silent: Sequence[Door] = ()) -> Door:
        """Return an open door in place of one that is of no use, even a full one: what was sent is not put off.

        Args:
            door: where a question stands.
            model_id: that it asks.
            silent: where it got an empty reply.
        """
        self._model = model_id
        if door.is_open and not self._lacks(door) and not any(one is door for one in silent):
            return door
        others = self._others(door, silent)
        return self._move_to(others, door) if others else door

    def _move_to(self, others: Sequence[Door], door: Door) -> Door:
        other = max(others, key=lambda one: one.room, default=door)
        door.n_inside -= 1
        other.n_inside += 1
        self._hall.tell()
        return other

    def heard(self, door: Door, request: Request, attempt: Attempt, sent_at: float) -> None:
        """Learn from what came of a request."""
        now = asyncio.get_running_loop().time()
        if not isinstance(attempt, Failure):
            door.n_failures, door.pause_s = 0, FIRST_PAUSE_S
            self._gone_since, self._n_gone = None, 0
            door.pace.answered(now, sent_at, float(attempt.usage.completion_tokens or 1), request.timeout_s)
            return
        if attempt.status in _TOO_MUCH or attempt.kind in ("rate_limit", "timeout"):
            door.pace.refused(now, sent_at)
        if attempt.kind in ("connection", "server", "protocol", "timeout"):
            door.n_failures += 1
        key = (id(door), request.model_id)
        if attempt.kind == "not_found" and key not in self._lacking and self._others(door):
            self._lacking.add(key)
            what = f"{shown_url(door.url)} is left out for {request.model_id}"
            self._said(f"{clock()} {what} ({attempt.summary}); the others go on")
        is_gone = attempt.kind == "connection" or door.n_failures >= MANY_FAILURES
        is_put_off = attempt.kind == "rate_limit" and (attempt.retry_after_s or 0.0) > FIRST_PAUSE_S
        if (is_gone or is_put_off or attempt.kind in _REFUSED) and door.is_open and self._others(door):
            self._shut_beside_others(door, attempt)

    def _others(self, door: Door, tried: Sequence[Door] = ()) -> list[Door]:
        left_out = [id(one) for one in (door, *tried)]
        return [one for one in self._of_use() if one.is_open and id(one) not in left_out]

    async def settle(self, door: Door, attempt: Failure, tried: list[Door]) -> Door | Failure:
        """Decide what becomes of a request whose tries are used up: the door to send it through now, or its failure.

        It goes to an open door at which it has not been, if the failure is one that another server may not have. A
        server that is gone is waited for as long as the user wants; without that, a third request in a row that finds
        nobody there is fatal.

        Args:
            door: where it stands.
            attempt: the last try.
            tried: where it was before; added to, and emptied where the request begins anew.
        """
        if not any(one is door for one in tried):
            tried.append(door)
        others = self._others(door, tried)
        if others and attempt.kind in (*_OF_A_QUESTION, *_OF_A_SERVER):
            if door.is_open and attempt.kind in _OF_A_SERVER:
                self._shut_beside_others(door, attempt)
            return self._move_to(others, door)
        if not await self._is_away(door, attempt):
            return attempt
        if not self._max_wait_s:
            self._n_gone += 1
            is_fatal = attempt.is_fatal or self._n_gone >= BREAKER
            return replace(attempt, is_fatal=is_fatal)
        tried.clear()
        if await self._wait(door, attempt):
            return door
        self._hall.tell()
        return replace(waited_for(attempt, self._max_wait_s), is_fatal=True)

    async def _wait(self, door: Door, attempt: Failure) -> bool:
        """Wait until there is a server to ask, or as long as it asks for; False when that takes too long."""
        now = asyncio.get_running_loop().time()
        self._gone_since = now if self._gone_since is None else self._gone_since
        deadline = self._gone_since + self._max_wait_s
        pause_s = attempt.retry_after_s or 0.0
        if now >= deadline:
            return False
        if pause_s > MAX_RETRY_AFTER_S:
            # Who asks for longer than the user has is asked again now and then: some numbers are mistakes.
            is_obeyed = now + pause_s < deadline
            how = (
                "it is waited for"
                if is_obeyed
                else f"asked again now and then, up to {in_words(self._max_wait_s)}"
            )
            self._said(f"{shown_url(door.url)} asks to wait {in_words(pause_s)}; {how}")
            await self._stop.sleep(pause_s if is_obeyed else min(MAX_RETRY_AFTER_S, deadline - now))
            return True
        door.is_refused = attempt.kind in _REFUSED
        if door.is_open:
            rest = f"waiting up to {in_words(self._max_wait_s)} for it"
            self._shut(door, f"{shown_url(door.url)} is gone ({attempt.summary}); {rest}")
        try:
            async with asyncio.timeout_at(deadline):
                while not self.are_any_open:
                    await self._hall.news.wait()
        except TimeoutError:
            return False
        return True

    async def _is_away(self, door: Door, attempt: Failure) -> bool:
        """Whether a failure means that the server is gone, or wants to be left alone for long, and may come back."""
        if attempt.kind in _REFUSED:  # the others are gone, and may come back
            return any(not (one.is_open or one.is_refused) for one in self.all if one is not door)
        if not attempt.is_transient:
            return False
        if attempt.kind == "timeout":  # a slow question, unless nobody is there any more
            return bool(self._max_wait_s) and not await door.client.is_there(door.number)
        is_put_off = bool(self._max_wait_s) and (attempt.retry_after_s or 0.0) > MAX_RETRY_AFTER_S
        return attempt.kind == "connection" or attempt.status in _AWAY or is_put_off

    def _shut_beside_others(self, door: Door, attempt: Failure) -> None:
        door.is_refused = attempt.kind in _REFUSED
        what = "is left out" if door.is_refused else "is gone"
        if attempt.kind == "rate_limit" and attempt.retry_after_s:
            door.pause_s = attempt.retry_after_s
            what = f"asks to wait {in_words(door.pause_s)}"
        self._shut(door, f"{shown_url(door.url)} {what} ({attempt.summary}); the others go on")

    def _shut(self, door: Door, why: str = "") -> None:
        door.is_open = False
        if why:
            self._said(f"{clock()} {why}")
        if door.is_refused:
            return
        task = asyncio.create_task(self._probe(door))
        self._probing.add(task)
        task.add_done_callback(self._probing.discard)

    async def _probe(self, door: Door) -> None:
        while not (self._stop.is_set or door.is_open):
            await self._stop.sleep(door.pause_s)
            door.pause_s = min(2 * door.pause_s, LONGEST_PAUSE_S)
            if await door.client.is_there(door.number):
                door.is_open, door.n_failures = True, 0
                self._said(f"{clock()} {shown_url(door.url)} is back")
                self._hall.tell()

    async def close(self) -> None:
        """End the probes."""
        for task in self._probing:
            task.cancel()
        await asyncio.gather(*self._probing, return_exceptions=True)


def clock() -> str:
    """Return the time of day, for a line that somebody reads in the morning."""
    return f"{datetime.now().astimezone():%H:%M}"


def waited_for(failure: Failure, wait_s: float) -> Failure:
    """Say of a server that does not come back how long it was waited for."""
    is_told = failure.kind in ("connection", "timeout", "server") and wait_s
    return (
        replace(failure, detail=f"{failure.detail}; waited {in_words(wait_s)} for it") if is_told else failure
    )
