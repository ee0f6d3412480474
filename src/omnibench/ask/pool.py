"""Keeps an endpoint busy: at most so many requests in flight, nothing new once the run is ending.

A slot is held from before a request is sent until what came of it was recorded, so an answer is never in memory
alone while the next question goes out.
"""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING, TypeVar

from omnibench.ask.retry import ask_with_retries
from omnibench.records import Failure

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable, Iterable

    from omnibench.ask.client import Client
    from omnibench.ask.stop import Stop
    from omnibench.records import Attempt, Request

T = TypeVar("T")


class Lane:
    """The slots of one endpoint. Several `run`s at a time share them."""

    def __init__(self, client: Client, stop: Stop, on_wait: Callable[[Failure], None] | None = None) -> None:
        """Make as many slots as the endpoint takes, at each of its URLs; `on_wait` hears of what is tried again."""
        self.client = client
        self._on_wait = on_wait
        self.n_slots = client.endpoint.concurrency * max(len(client.endpoint.base_urls), 1)
        self._stop = stop
        self._slots = asyncio.Semaphore(self.n_slots)

    async def run(
        self,
        next_job: Callable[[], Awaitable[T | None]],
        request_of: Callable[[T], Request],
        record: Callable[[T, Attempt], None],
    ) -> None:
        """Ask jobs until there are no more, recording each attempt in the order in which answers come.

        Args:
            next_job: gives the next job, or None for "no more", to each worker.
            request_of: builds a job's request, just before it is sent.
            record: runs before the slot is freed; what it raises ends the run. An attempt that failed while the
                run was ending is not recorded: it says nothing about the provider.
        """
        async with asyncio.TaskGroup() as workers:
            for _ in range(self.n_slots):
                workers.create_task(self._work(next_job, request_of, record))

    async def _work(
        self,
        next_job: Callable[[], Awaitable[T | None]],
        request_of: Callable[[T], Request],
        record: Callable[[T, Attempt], None],
    ) -> None:
        try:
            while not self._is_ending() and (job := await next_job()) is not None:
                async with self._slots:
                    if self._is_ending():
                        return
                    attempt = await self.ask(request_of(job))
                    if not (self._is_ending() and isinstance(attempt, Failure)):
                        record(job, attempt)
        except Exception as error:  # noqa: BLE001 - whatever it is, the run ends in order
            self._stop.by_error(error)

    def _is_ending(self) -> bool:
        return self._stop.is_set

    async def ask(self, request: Request) -> Attempt:
        """Ask once, retries included; takes no slot."""
        return await ask_with_retries(
            lambda: self.client.ask(request),
            sleep=self._stop.sleep,
            has_answered=lambda: self.client.has_answered,
            is_stopping=self._is_ending,
            on_wait=self._on_wait,
        )


def one_after_another(jobs: Iterable[T]) -> Callable[[], Awaitable[T | None]]:
    """Turn jobs into a source that any number of workers may draw from."""
    iterator = iter(jobs)

    async def next_job() -> T | None:
        return next(iterator, None)

    return next_job
