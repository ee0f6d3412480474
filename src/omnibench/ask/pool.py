"""Keeps an endpoint busy: as many requests in flight as it takes, nothing new once the run is ending.

A place at a door is held from before a request is sent until what came of it was recorded, so an answer is never in
memory alone while the next question goes out. The time of a question runs from when it is sent, never while it waits
for a place.
"""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING, TypeVar

from omnibench.ask.doors import Doors
from omnibench.ask.pace import Allowance
from omnibench.ask.retry import ask_with_retries
from omnibench.records import Failure

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable, Iterable

    from omnibench.ask.client import Client
    from omnibench.ask.doors import Door
    from omnibench.ask.stop import Stop
    from omnibench.records import Attempt, Request

T = TypeVar("T")


class Lane:
    """Everything that is asked of one endpoint. Several `run`s at a time share its doors."""

    def __init__(
        self,
        client: Client,
        stop: Stop,
        on_wait: Callable[[Failure], None] = lambda _: None,
        said: Callable[[str], None] = lambda _: None,
    ) -> None:
        """Open the endpoint's doors; `on_wait` hears of what is tried again, `said` of servers that come and go."""
        self._client, self._stop, self._on_wait = client, stop, on_wait
        self._doors = Doors(client.endpoint, stop, client.is_there, said)
        self._allowance = Allowance(client.endpoint.requests_a_minute, client.endpoint.tokens_a_minute)

    def restart(self) -> None:
        """Find out anew how much the endpoint takes: another model is asked."""
        self._doors.restart()

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
            if await self._doors.wait_for_room() and (job := await next_job()) is not None:
                door = await self._doors.enter()
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
            placed = None if self._doors.is_contested else await self._next(next_job)

    async def ask_once(self, request: Request) -> Attempt:
        """Send one request to the first address, without a second try."""
        return await self._client.ask(request)

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
            self._doors.leave(held[0])

    async def _ask(self, held: list[Door], request: Request) -> Attempt:
        """Ask, retries included, and again when a server that was gone is back; `held` is the door it stands at."""
        while True:
            attempt = await ask_with_retries(
                lambda: self._send(held, request),
                sleep=self._stop.sleep,
                has_answered=lambda: self._client.has_answered,
                is_stopping=self._is_ending,
                on_wait=self._on_wait,
            )
            if not isinstance(attempt, Failure):
                return attempt
            settled = await self._stop.unless_set(self._doors.settle(held[0], attempt))
            if settled is not None or self._is_ending():
                return settled or attempt

    async def _send(self, held: list[Door], request: Request) -> Attempt:
        """Send once; where a door was found shut in doing so, at once through another."""
        while True:
            held[0] = self._doors.move(held[0])
            door, clock = held[0], asyncio.get_running_loop()
            if wait_s := self._allowance.wait_s(clock.time()):
                await self._stop.sleep(wait_s)
            sent_at = clock.time()
            attempt = await self._client.ask(request, door.number)
            self._doors.heard(door, attempt, sent_at, request.timeout_s)
            self._allowance.spend(clock.time(), _tokens_of(attempt))
            if (
                not isinstance(attempt, Failure)
                or attempt.kind != "connection"
                or door.is_open
                or not self._doors.are_any_open
                or self._is_ending()
            ):
                return attempt

    def _is_ending(self) -> bool:
        return self._stop.is_set

    async def close(self) -> None:
        """Close every connection."""
        await self._doors.close()
        await self._client.close()


def _tokens_of(attempt: Attempt) -> int | None:
    """Return what a question and its answer took, None where there is no answer."""
    if isinstance(attempt, Failure):
        return None
    return (attempt.usage.prompt_tokens or 0) + (attempt.usage.completion_tokens or 0)


def one_after_another(jobs: Iterable[T]) -> Callable[[], Awaitable[T | None]]:
    """Turn jobs into a source that any number of runs may draw from."""
    iterator = iter(jobs)

    async def next_job() -> T | None:
        return next(iterator, None)

    return next_job
