"""Keeps an endpoint busy: as many requests in flight as it takes, nothing new once the run is ending.

A place at a door is held from before a request is sent until what came of it was recorded, so an answer is never in
memory alone while the next question goes out. The time of a question runs from when it is sent, never while it waits
for a place.
"""

from __future__ import annotations

import asyncio
from copy import copy
from dataclasses import replace
from typing import TYPE_CHECKING, Final, TypeVar

from omnibench.ask.addresses import shown_host
from omnibench.ask.door import doors_of
from omnibench.ask.doors import Doors, Hall
from omnibench.ask.names import is_same_model
from omnibench.ask.retry import ask_with_retries
from omnibench.records import Failure, Reply, Usage

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable, Collection, Iterable, Mapping

    from omnibench.ask.client import Client
    from omnibench.ask.door import Door
    from omnibench.ask.stop import Stop
    from omnibench.records import Attempt, Request, Venue

T = TypeVar("T")
_NOTHING: Final = Usage()
_LOOK_AGAIN_S: Final = 1.0
_ENDING: Final = Failure(kind="protocol", detail="the run is ending")
"""In place of an attempt that was not made; never recorded."""
_CHARACTERS_A_TOKEN: Final = 3
_AT_ONCE: Final = ("connection", "auth", "quota", "rate_limit")
"""Failures after which a question goes elsewhere at once, where they shut the door."""


class Lane:
    """Everything that is asked of one endpoint. Several `run`s at a time share its doors."""

    def __init__(
        self,
        client: Client,
        stop: Stop,
        on_wait: Callable[[Failure], None] = lambda _: None,
        said: Callable[[str], None] = lambda _: None,
        hall: Hall | None = None,
    ) -> None:
        """Open the endpoint's doors.

        Args:
            client: of the endpoint.
            stop: ends every wait.
            on_wait: hears of what is tried again.
            said: hears of servers that come and go.
            hall: shared with the lanes that this one may be joined with.
        """
        self.client, self._stop, self._on_wait = client, stop, on_wait
        self.doors = Doors(doors_of(client), stop, said, hall or Hall(stop))
        self.venues: Mapping[int, Venue] = {}
        """What is another endpoint than this lane's, by the identity of its client."""
        self._well_named: set[str] = set()
        """Models that have answered under a name of theirs."""

    @property
    def place(self) -> tuple[int, ...]:
        """What tells queues apart: the doors, and for a model that others serve too the lane itself."""
        return (id(self),) if self.venues else tuple(id(door) for door in self.doors.all)

    def only(self, urls: Collection[str]) -> Lane:
        """Return a lane for a model that not every address has."""
        narrow = copy(self)
        narrow.doors = self.doors.only(urls)
        return narrow

    def with_others(self, others: Iterable[tuple[Lane, Venue]]) -> Lane:
        """Return a lane for a model that other endpoints serve too: one queue at all their doors."""
        others = tuple(others)
        joined = copy(self)
        joined.doors = self.doors.with_others(lane.doors for lane, _ in others)
        joined.venues = {id(lane.client): venue for lane, venue in others}
        return joined

    def restart(self) -> None:
        """Find out anew how much the endpoint takes: another model is asked."""
        self.doors.restart()

    async def run(
        self,
        next_job: Callable[[], Awaitable[T | None]],
        request_of: Callable[[T], Request],
        record: Callable[[T, Attempt], None],
    ) -> None:
        """Ask jobs until there are no more, recording each attempt in the order in which answers come.

        Args:
            next_job: gives the next job, or None for "no more".
            request_of: builds a job's request, just before it is sent.
            record: runs before the place is given back; what it raises ends the run. An attempt that failed while
                the run was ending is not recorded: it says nothing about the provider.
        """
        async with asyncio.TaskGroup() as tasks:
            while placed := await self._next(next_job):
                tasks.create_task(self._work(placed, next_job, request_of, record))

    async def _next(self, next_job: Callable[[], Awaitable[T | None]]) -> tuple[Door, T] | None:
        """Draw a job once there is room, and take a place for it; None when there are no more, or at the end."""
        try:
            if await self.doors.wait_for_room() and (job := await next_job()) is not None:
                door = await self.doors.enter()
                return None if door is None else (door, job)
        except Exception as error:  # noqa: BLE001 - whatever it is, the run ends in order
            self._stop.by_error(error)
        return None

    async def _work(
        self,
        placed: tuple[Door, T] | None,
        next_job: Callable[[], Awaitable[T | None]],
        request_of: Callable[[T], Request],
        record: Callable[[T, Attempt], None],
    ) -> None:
        """Serve a job and, as long as nobody else waits for the place, the next ones without a pause between."""
        while placed is not None:
            await self._serve(*placed, request_of, record)
            placed = None if self.doors.is_contested else await self._next(next_job)

    async def ask_once(self, request: Request) -> Attempt:
        """Send one request, to each of the lane's addresses until one answers, and to none a second time."""
        attempt: Attempt = Failure(kind="connection", detail="no address is known")
        for door in self.doors.all:
            attempt = await self._ask_at(door, request)
            if not isinstance(attempt, Failure):
                break
        return attempt

    async def _serve(
        self, door: Door, job: T, request_of: Callable[[T], Request], record: Callable[[T, Attempt], None]
    ) -> None:
        held = [door]
        try:
            attempt = await self._ask(held, request_of(job))
            if not (self._is_ending() and isinstance(attempt, Failure)):
                record(job, attempt)
        except Exception as error:  # noqa: BLE001 - as above
            self._stop.by_error(error)
        finally:
            self.doors.leave(held[0])

    async def _ask(self, held: list[Door], request: Request) -> Attempt:
        """Ask, retries included, and again elsewhere or when a server is back; `held` is the door it stands at."""
        tried: list[Door] = []
        used: list[tuple[Usage, Venue | None]] = []
        silent: list[Door] = []
        while True:
            attempt = await ask_with_retries(
                lambda: self._send(held, request, used, silent, tried),
                sleep=self._stop.sleep,
                has_answered=lambda: held[0].client.has_answered,
                is_stopping=self._is_ending,
                on_wait=self._on_wait,
            )
            # A run that is ending waits for no server, and does not say that it would.
            if isinstance(attempt, Failure) and not self._is_ending():
                settled = await self._stop.unless_set(self.doors.settle(held[0], attempt, tried))
                if settled is not None and not isinstance(settled, Failure) and not self._is_ending():
                    held[0] = settled
                    continue
                attempt = settled if isinstance(settled, Failure) else attempt
            discarded = tuple(one for one in used if one[0] is not attempt.usage)
            return replace(attempt, discarded=discarded) if discarded else attempt

    async def _send(
        self,
        held: list[Door],
        request: Request,
        used: list[tuple[Usage, Venue | None]],
        silent: list[Door],
        tried: list[Door],
    ) -> Attempt:
        """Send once; where a door was found shut in doing so, at once through another.

        Args:
            held: the door at which the question stands.
            request: to send.
            used: grows by what it took.
            silent: doors at which it got an empty reply; the next try is made at another.
            tried: grows by the doors that it left for another.
        """
        while True:
            held[0] = self.doors.move(held[0], request.model_id, silent)
            door, clock = held[0], asyncio.get_running_loop()
            reserved = await self._pass(door)
            if reserved is None:
                return _ENDING
            sent_at = clock.time()
            attempt = await self._ask_at(door, request)
            self.doors.heard(door, request, attempt, sent_at)
            door.allowance.settle(reserved, _tokens_of(attempt, request))
            if attempt.usage != _NOTHING:
                used.append((attempt.usage, attempt.venue))
            if isinstance(attempt, Reply) and not attempt.text:
                silent.append(door)
            is_elsewhere = (
                isinstance(attempt, Failure)
                and attempt.kind in _AT_ONCE
                and not door.is_open
                and self.doors.has_other(door)
            )
            if not is_elsewhere or self._is_ending():
                return attempt
            tried.append(door)

    async def _pass(self, door: Door) -> float | None:
        """Wait until the door's allowance lets a request through; return the tokens that it reserves, None at the end."""
        allowance, clock = door.allowance, asyncio.get_running_loop()
        if not allowance.is_limited:
            return 0.0
        async with allowance.turn:
            while (wait_s := allowance.wait_s(clock.time())) > 0 and not self._is_ending():
                # For a moment at a time: an answer may have taken less than expected.
                await self._stop.sleep(min(wait_s, _LOOK_AGAIN_S))
            return None if wait_s > 0 else allowance.take(clock.time())

    async def _ask_at(self, door: Door, request: Request) -> Attempt:
        """Ask through one door; another endpoint knows the model by a name of its own."""
        venue = self.venues.get(id(door.client))
        if venue is not None:
            extra_body = {**request.extra_body, **venue.extra_body}
            request = replace(request, model_id=venue.model_id, extra_body=extra_body)
        attempt = await door.client.ask(request, door.number)
        if len(self.doors.all) == 1:
            return attempt
        if isinstance(attempt, Reply) and self._is_of_model(request, attempt):
            return replace(attempt, venue=venue, address=door.url)
        if isinstance(attempt, Reply):
            detail = f"{attempt.served_model} answers in place of {request.model_id}"
            attempt = Failure(kind="not_found", detail=detail, is_fatal=True, usage=attempt.usage)
        named = "" if attempt.kind == "connection" else f" ({shown_host(door.url)})"
        return replace(attempt, venue=venue, detail=f"{attempt.detail}{named}")

    def _is_of_model(self, request: Request, reply: Reply) -> bool:
        """Whether a reply names the model; where none ever did, names mean nothing here, and it is taken as it is."""
        if request.aliases is None or reply.served_model is None:
            return True
        if is_same_model(request.model_id, reply.served_model, request.aliases):
            self._well_named.add(request.model_id)
            return True
        return request.model_id not in self._well_named

    def _is_ending(self) -> bool:
        return self._stop.is_set

    async def close(self) -> None:
        """Close every connection."""
        await self.doors.close()
        await self.client.close()


def _tokens_of(attempt: Attempt, request: Request) -> int | None:
    """Return what a question and its answer took, estimated where that is not told; None where nothing was taken."""
    usage = attempt.usage
    if usage.prompt_tokens is not None or usage.completion_tokens is not None:
        return (usage.prompt_tokens or 0) + (usage.completion_tokens or 0)
    if isinstance(attempt, Failure):
        return None
    n_asked = sum(
        len(message["content"]) for message in request.messages if isinstance(message["content"], str)
    )
    return (n_asked + len(attempt.raw_text) + len(attempt.reasoning_text)) // _CHARACTERS_A_TOKEN


def one_after_another(jobs: Iterable[T]) -> Callable[[], Awaitable[T | None]]:
    """Turn jobs into a source that any number of runs may draw from."""
    iterator = iter(jobs)

    async def next_job() -> T | None:
        return next(iterator, None)

    return next_job
