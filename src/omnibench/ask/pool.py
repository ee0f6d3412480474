"""Keeps an endpoint busy: as many requests in flight as it takes, nothing new once the run is ending.

A place at a door is held from before a request is sent until what came of it was recorded, so an answer is never in
memory alone while the next question goes out. The time of a question runs from when it is sent, never while it waits
for a place.
"""

from __future__ import annotations

import asyncio
from copy import copy
from dataclasses import replace
from typing import TYPE_CHECKING, TypeVar

from omnibench.ask.addresses import shown_host
from omnibench.ask.doors import REFUSED, Doors, doors_of
from omnibench.ask.retry import ask_with_retries
from omnibench.records import Failure

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable, Collection, Iterable, Mapping

    from omnibench.ask.client import Client
    from omnibench.ask.doors import Door
    from omnibench.ask.stop import Stop
    from omnibench.records import Attempt, Request, Venue

T = TypeVar("T")


class Lane:
    """Everything that is asked of one endpoint. Several `run`s at a time share its doors."""

    def __init__(
        self,
        client: Client,
        stop: Stop,
        on_wait: Callable[[Failure], None] = lambda _: None,
        said: Callable[[str], None] = lambda _: None,
        changed: asyncio.Condition | None = None,
    ) -> None:
        """Open the endpoint's doors.

        Args:
            client: of the endpoint.
            stop: ends every wait.
            on_wait: hears of what is tried again.
            said: hears of servers that come and go.
            changed: shared with the lanes that this one may be joined with.
        """
        self.client, self._stop, self._on_wait = client, stop, on_wait
        self.doors = Doors(doors_of(client), stop, said, changed or asyncio.Condition())
        self.venues: Mapping[int, Venue] = {}
        """What is another endpoint than this lane's, by the identity of its client."""

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
            try:
                while not self._is_ending() and (job := await next_job()) is not None:
                    door = self.doors.enter_now() or await self._stop.unless_set(self.doors.enter())
                    if door is None:
                        return
                    if self._is_ending():  # it came to its end while this one waited
                        await self.doors.leave(door)
                        return
                    tasks.create_task(self._serve(door, job, request_of, record))
            except Exception as error:  # noqa: BLE001 - whatever it is, the run ends in order
                self._stop.by_error(error)

    async def ask_once(self, request: Request) -> Attempt:
        """Send one request to the first address, without a second try."""
        return await self.client.ask(request)

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
            await self.doors.leave(held[0])

    async def _ask(self, held: list[Door], request: Request) -> Attempt:
        """Ask, retries included, and again elsewhere or when a server is back; `held` is the door it stands at."""
        tried: list[Door] = []
        while True:
            attempt = await ask_with_retries(
                lambda: self._send(held, request),
                sleep=self._stop.sleep,
                has_answered=lambda: held[0].client.has_answered,
                is_stopping=self._is_ending,
                on_wait=self._on_wait,
            )
            if not isinstance(attempt, Failure) or self._is_ending():
                return attempt  # a run that is ending waits for no server, and does not say that it would
            settled = await self._stop.unless_set(self.doors.settle(held[0], attempt, tried))
            if settled is None or isinstance(settled, Failure) or self._is_ending():
                return settled if isinstance(settled, Failure) else attempt
            held[0] = settled

    async def _send(self, held: list[Door], request: Request) -> Attempt:
        """Send once; where a door was found shut in doing so, at once through another."""
        while True:
            held[0] = await self.doors.move(held[0])
            door, clock = held[0], asyncio.get_running_loop()
            if wait_s := door.allowance.wait_s(clock.time()):
                await self._stop.sleep(wait_s)
            sent_at = clock.time()
            attempt = await self._ask_at(door, request)
            self.doors.heard(door, attempt, sent_at, request.timeout_s)
            if not isinstance(attempt, Failure):
                used = (attempt.usage.prompt_tokens or 0) + (attempt.usage.completion_tokens or 0)
                door.allowance.spend(clock.time(), used)
                return attempt
            is_elsewhere = attempt.kind in ("connection", *REFUSED) and not door.is_open
            if not is_elsewhere or not self.doors.are_any_open or self._is_ending():
                return attempt

    async def _ask_at(self, door: Door, request: Request) -> Attempt:
        """Ask through one door; another endpoint knows the model by a name of its own."""
        venue = self.venues.get(id(door.client))
        if venue is not None:
            extra_body = {**request.extra_body, **venue.extra_body}
            request = replace(request, model_id=venue.model_id, extra_body=extra_body)
        attempt = await door.client.ask(request, door.number)
        if isinstance(attempt, Failure) and len(self.doors.all) > 1 and attempt.kind != "connection":
            attempt = replace(attempt, detail=f"{attempt.detail} ({shown_host(door.url)})")
        return attempt if venue is None else replace(attempt, venue=venue)

    def _is_ending(self) -> bool:
        return self._stop.is_set

    async def close(self) -> None:
        """Close every connection."""
        await self.doors.close()
        await self.client.close()


def one_after_another(jobs: Iterable[T]) -> Callable[[], Awaitable[T | None]]:
    """Turn jobs into a source that any number of runs may draw from."""
    iterator = iter(jobs)

    async def next_job() -> T | None:
        return next(iterator, None)

    return next_job
