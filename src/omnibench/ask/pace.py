"""How many requests an endpoint takes at once, and how many a minute. Pure: time comes in as an argument, in seconds.

Nobody tells how many requests a server answers at once, so `Pace` finds out: it starts low and climbs while more in
flight gets more work done, goes back where it only makes answers wait, and halves when the server says that it is too
much (429, 503). It is the slow start and additive increase of TCP (RFC 5681), led by throughput where TCP is led by
loss.
"""

from __future__ import annotations

import asyncio
from dataclasses import dataclass, field
from typing import Final

START: Final = 2
"""One request that is answered and one that waits keep a server with one slot busy. The very first goes alone."""
MIN_ANSWERS: Final = 4
"""A limit is judged by at least so many answers, and by twice as many as it lets in flight."""
WORTH: Final = 0.2
"""Twice as many in flight must get at least this share more work done."""
ROUNDS_OF_REST: Final = 4
"""So many rounds pass between trials: a server may change through a night."""
MAX_SHARE_OF_TIMEOUT: Final = 0.7
"""A limit is not tried if answers would then be expected to take more than this share of a question's timeout."""
_BATCHES: Final = 16
"""A server that usually takes so many answers them together; any other may have one slot, and a queue."""
_QUEUES: Final = 0.5
_WINDOW_S: Final = 60.0


_TICK_S: Final = 1e-6
"""Some clocks move in steps, and what came within one took no time by them."""


@dataclass(frozen=True, slots=True)
class _Trial:
    """Another limit is tried; this one was left for it."""

    limit: int
    rate: float
    """Work a second under it."""
    latency: float
    """Mean, in seconds."""


class Pace:
    """The limit of requests in flight at one address."""

    def __init__(self, usual: int, highest: int) -> None:
        """Begin with one.

        Args:
            usual: what such a server usually takes: below it a step doubles the limit, above it adds a quarter.
            highest: as far as it climbs.
        """
        self.limit = 1
        self._usual, self._highest = usual, highest
        self._queueing = 0.0 if usual >= _BATCHES else 1.0
        """How far answers wait for each other: 0 when more in flight take no longer, 1 when they only queue."""
        self._has_answered = False
        self._trial: _Trial | None = None
        self._n_rest = 0
        self._is_up_next = True
        self._refused_at = float("-inf")
        self._begin_round(1, 0.0)

    def answered(self, now: float, sent_at: float, work: float, timeout_s: float) -> None:
        """Count an answer.

        Args:
            now: when it came.
            sent_at: when its request was sent.
            work: what it was worth, in tokens; 1 where nobody tells.
            timeout_s: of its request.
        """
        self._n_answers += 1
        self._work += work
        if sent_at >= self._since:  # else it was sent, and waited, under another limit
            self._latencies.append(now - sent_at)
        is_enough = self._n_answers >= max(MIN_ANSWERS, 2 * self.limit) and self._latencies
        if self._has_answered and not is_enough:
            return
        if self._has_answered:
            self._end_round(now, timeout_s)
        else:  # the very first went alone
            self._has_answered = True
            is_quick = START * (now - sent_at) * self._queueing <= MAX_SHARE_OF_TIMEOUT * timeout_s
            self._begin_round(min(START, self._highest) if is_quick else 1, now)

    def refused(self, now: float, sent_at: float) -> None:
        """Halve the limit, since the server said that it is too much; once for requests that were sent together."""
        if sent_at < self._refused_at:
            return
        self._refused_at = now
        self._trial, self._n_rest = None, ROUNDS_OF_REST
        self._begin_round(max(1, self.limit // 2), now)

    def _end_round(self, now: float, timeout_s: float) -> None:
        rate = self._work / max(now - self._since, _TICK_S)
        latency = max(sum(self._latencies) / len(self._latencies), _TICK_S)
        trial, self._trial = self._trial, None
        if trial is not None and self.limit > trial.limit:
            grown = (latency / trial.latency - 1) / (self.limit / trial.limit - 1)
            self._queueing = min(max(grown, 0.0), 1.0)
        if self.limit > 1 and self._queueing > _QUEUES and latency > MAX_SHARE_OF_TIMEOUT * timeout_s:
            self._begin_round(self.limit // 2, now)  # answers wait for each other, and may wait too long
        elif trial is not None and not self._is_better(trial, rate):
            self._is_up_next = self.limit < trial.limit
            self._n_rest = ROUNDS_OF_REST
            self._begin_round(trial.limit, now)
        elif self._n_rest > 0:
            self._n_rest -= 1
            self._begin_round(self.limit, now)
        else:
            self._try_another(now, rate, latency, timeout_s)

    def _is_better(self, trial: _Trial, rate: float) -> bool:
        """Whether more in flight gets more work done, or fewer nearly as much."""
        step = min(abs(self.limit - trial.limit) / min(self.limit, trial.limit), 1.0)
        if self.limit > trial.limit:
            return rate >= trial.rate * (1 + WORTH * step)
        return trial.rate < rate * (1 + WORTH * step / 2)

    def _try_another(self, now: float, rate: float, latency: float, timeout_s: float) -> None:
        """Go on in the direction that paid last; at an end of the range rest, and turn round."""
        if self._is_up_next:
            step = self.limit if self.limit < self._usual else max(1, self.limit // 4)
            expected = latency * (1 + self._queueing * step / self.limit)
            is_risky = self._queueing and expected > MAX_SHARE_OF_TIMEOUT * timeout_s
            other = self.limit if is_risky else min(self._highest, self.limit + step)
        else:
            other = max(min(START, self.limit), self.limit // 2)
        if other == self.limit:
            self._n_rest = ROUNDS_OF_REST if self._is_up_next else 0
            self._is_up_next = not self._is_up_next
        else:
            self._trial = _Trial(self.limit, rate, latency)
        self._begin_round(other, now)

    def _begin_round(self, limit: int, now: float) -> None:
        self.limit, self._since = limit, now
        self._n_answers, self._work = 0, 0.0
        self._latencies: list[float] = []


@dataclass(slots=True)
class Allowance:
    """At most so many requests, and so many tokens, a minute; spread evenly, since providers count differently.

    What a request takes is known when it is answered. Until then it counts for what is usual, and for a minute's tokens
    while nothing is known: the first goes alone to find out.
    """

    requests_a_minute: float | None = None
    tokens_a_minute: float | None = None
    turn: asyncio.Lock = field(default_factory=asyncio.Lock)
    """Who waits holds it: the next one looks when this one has gone."""
    _next_request: float = 0.0
    _next_token: float = 0.0
    _tokens: int = 0
    _n_settled: int = 0

    @property
    def is_limited(self) -> bool:
        """Whether anything ever waits."""
        return bool(self.requests_a_minute or self.tokens_a_minute)

    def wait_s(self, now: float) -> float:
        """Return how long the next request must wait, as things stand."""
        return max(self._next_request - now, self._next_token - now, 0.0)

    def take(self, now: float) -> float:
        """Count a request as sent; return the tokens that are reserved for it."""
        if self.requests_a_minute:
            self._next_request = now + _WINDOW_S / self.requests_a_minute
        reserved = self._tokens / self._n_settled if self._n_settled else self.tokens_a_minute or 0.0
        self._next_token = max(now, self._next_token) + self._seconds(reserved)
        return reserved

    def settle(self, reserved: float, tokens: int | None) -> None:
        """Count what a question and its answer took in place of what was reserved; None where there is no answer."""
        self._next_token += self._seconds((tokens or 0) - reserved)
        if tokens is not None:
            self._tokens, self._n_settled = self._tokens + tokens, self._n_settled + 1

    def _seconds(self, tokens: float) -> float:
        return _WINDOW_S * tokens / self.tokens_a_minute if self.tokens_a_minute else 0.0
