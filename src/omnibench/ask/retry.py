"""When a failed request is sent again. The one owner of retries: the SDK's are switched off.

Transient failures get five tries within about a minute, a time-out one more try, a connection that is refused
before anything was ever answered two (the server is not there), an empty reply one more. A model that ran out of
memory twice in a row does not fit: that ends its run. Retry-After is obeyed up to five minutes; a provider that asks
for longer is not waited for.
"""

from __future__ import annotations

from contextlib import suppress
from dataclasses import replace
from typing import TYPE_CHECKING, Final, TypeGuard, TypeVar

import tenacity

from omnibench.records import Failure, Reply

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable, Sequence

    Sleep = Callable[[float], Awaitable[None]]
    State = tenacity.RetryCallState

T = TypeVar("T")
MAX_TRIES: Final = 5
MAX_RETRY_AFTER_S: Final = 300.0
_BACKOFF = tenacity.wait_exponential_jitter(exp_base=3, max=27, jitter=2)
"""Waits of about 1, 3, 9 and 27 seconds; the first is tenacity's default."""


async def ask_with_retries(
    ask: Callable[[], Awaitable[T | Failure]],
    *,
    sleep: Sleep,
    has_answered: Callable[[], bool],
    is_stopping: Callable[[], bool],
    on_wait: Callable[[Failure], None] = lambda _: None,
) -> T | Failure:
    """Ask until there is a reply or the tries are used up; return the last attempt.

    Args:
        ask: sends once; returns a `Failure` or whatever it asked for.
        sleep: waits; tests pass one that does not.
        has_answered: whether this endpoint has ever answered.
        is_stopping: the run is ending: nothing is tried again.
        on_wait: is told of each failure that is tried again.
    """
    first = await ask()
    if tries_allowed(first, has_answered=has_answered()) == 1:
        return _told(first)  # nearly every one: nothing is set up for a second try

    def is_worth_another(state: State) -> bool:
        n_allowed = tries_allowed(_result_of(state), has_answered=has_answered())
        return not is_stopping() and state.attempt_number < n_allowed

    def say(state: State) -> None:
        attempt = _result_of(state)
        if isinstance(attempt, Failure):
            on_wait(attempt)

    retrying = tenacity.AsyncRetrying(
        retry=is_worth_another,
        wait=_wait,
        sleep=sleep,
        stop=tenacity.stop_after_attempt(MAX_TRIES),
        before_sleep=say,
    )
    attempts, asked = [first], [first]

    async def ask_unless_stopping() -> T | Failure:
        if asked:
            return asked.pop()
        if not is_stopping():  # the run may have begun to end during the wait
            attempt = await ask()
            if _is_out_of_memory(attempt) and _is_out_of_memory(attempts[-1]):
                attempt = replace(attempt, is_transient=False, is_fatal=True)
            attempts.append(attempt)
        return attempts[-1]

    with suppress(tenacity.RetryError):  # the tries are used up
        await retrying(ask_unless_stopping)
    return _outcome_of(attempts)


def _outcome_of(attempts: Sequence[T | Failure]) -> T | Failure:
    """Return the last of several attempts; where that failed, the last reply there was."""
    last = attempts[-1]
    if isinstance(last, Failure):
        replies = [one for one in attempts if not isinstance(one, Failure)]
        return replies[-1] if replies else _told(replace(last, n_tries=len(attempts)))
    return last


def _told(attempt: T | Failure) -> T | Failure:
    """Say it where a provider asks to wait for longer than is obeyed."""
    wait_s = attempt.retry_after_s or 0.0 if isinstance(attempt, Failure) else 0.0
    if wait_s <= MAX_RETRY_AFTER_S or not isinstance(attempt, Failure):
        return attempt
    return replace(attempt, detail=f"{attempt.detail}; asks to wait {in_words(wait_s)}")


def in_words(seconds: float) -> str:
    """Write a time as a person would say it, `90 s` or `2 h`."""
    unit, name = next(
        ((unit, name) for unit, name in ((86_400, "days"), (3600, "h"), (60, "min")) if seconds >= unit),
        (1, "s"),
    )
    return f"{seconds / unit:,.1f}".removesuffix(".0") + f" {name}"


def tries_allowed(attempt: object, *, has_answered: bool) -> int:
    """Return how many tries an attempt of this sort gets in all."""
    if isinstance(attempt, Reply) and not attempt.text and attempt.finish_reason in ("stop", None):
        return 2
    if not isinstance(attempt, Failure):
        return 1
    if not attempt.is_transient or (attempt.retry_after_s or 0) > MAX_RETRY_AFTER_S:
        return 1
    if attempt.kind == "timeout" or (attempt.kind == "connection" and not has_answered):
        return 2
    return MAX_TRIES


def _is_out_of_memory(attempt: object) -> TypeGuard[Failure]:
    return isinstance(attempt, Failure) and attempt.cause == "memory"


def _wait(state: State) -> float:
    attempt = _result_of(state)
    if not isinstance(attempt, Failure):
        return 0.0
    return _BACKOFF(state) if attempt.retry_after_s is None else attempt.retry_after_s


def _result_of(state: State) -> object:
    return state.outcome.result() if state.outcome else None
