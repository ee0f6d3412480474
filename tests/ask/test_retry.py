"""Claims about when a request is sent again, and after how long."""

import pytest

from omnibench.ask.retry import ask_with_retries, tries_allowed
from omnibench.records import Failure, Reply

pytestmark = pytest.mark.anyio


@pytest.fixture
def anyio_backend():
    return "asyncio"


def failure(kind="server", **more):
    return Failure(kind=kind, detail="x", **{"is_transient": True, **more})


def reply(text="A", finish_reason="stop"):
    return Reply(text=text, raw_text=text, reasoning_text="", finish_reason=finish_reason, served_model="m")


async def run(attempts, *, has_answered=True, is_stopping=False):
    waits, left = [], list(attempts)

    async def ask():
        return left.pop(0)

    async def sleep(seconds):
        waits.append(seconds)

    last = await ask_with_retries(
        ask, sleep=sleep, has_answered=lambda: has_answered, is_stopping=lambda: is_stopping
    )
    return last, waits, len(attempts) - len(left)


@pytest.mark.parametrize(
    ("attempt", "has_answered", "n"),
    [
        (failure("server"), True, 5), (failure("rate_limit"), True, 5), (failure("connection"), True, 5),
        (failure("connection"), False, 2), (failure("timeout"), True, 2), (failure("server", is_transient=False), True, 1),
        (failure("rate_limit", retry_after_s=300), True, 5), (failure("rate_limit", retry_after_s=301), True, 1),
        (reply("A"), True, 1), (reply(""), True, 2), (reply("", "length"), True, 1),
    ],
)  # fmt: skip
def test_how_many_tries(attempt, has_answered, n):
    assert n == tries_allowed(attempt, has_answered=has_answered)


async def test_five_tries_within_about_a_minute():
    last, waits, n_asked = await run([failure()] * 9)

    assert (5, 5) == (n_asked, last.n_tries)
    assert all(low <= wait <= low + 2 for low, wait in zip((1, 3, 9, 27), waits, strict=True))
    assert sum(waits) <= 60


async def test_retry_after_is_obeyed():
    last, waits, _ = await run([failure("rate_limit", retry_after_s=17.0), reply()])

    assert ([17.0], "A") == (waits, last.text)


async def test_nothing_is_tried_again_while_the_run_ends():
    _, waits, n_asked = await run([failure()] * 3, is_stopping=True)

    assert ([], 1) == (waits, n_asked)


def test_the_client_catches_every_error_that_the_sdk_raises_for_a_request():
    import openai

    raised = [
        error
        for error in list(vars(openai).values())
        if isinstance(error, type) and issubclass(error, openai.APIError) and error is not openai.APIError
    ]
    known = (openai.APIStatusError, openai.APIConnectionError, openai.APIResponseValidationError)

    assert len(raised) > 8
    assert [] == [error for error in raised if not issubclass(error, known)]
