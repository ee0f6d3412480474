"""How often, and after which waits, a failed request is sent again."""

import asyncio
from dataclasses import replace

import pytest
from ask_builders import failure, reply

from omnibench.ask.retry import MAX_RETRY_AFTER_S, ask_with_retries, tries_allowed
from omnibench.records import Failure


class Provider:
    """Gives its attempts one after the other, the last one for ever; `waits` are the sleeps asked for."""

    def __init__(self, *attempts):
        self.attempts, self.n_asked, self.waits = attempts, 0, []
        self.is_stopping = False

    async def ask(self):
        self.n_asked += 1
        return self.attempts[min(self.n_asked, len(self.attempts)) - 1]

    async def sleep(self, seconds):
        self.waits.append(seconds)

    def run(self, *, has_answered=True):
        return asyncio.run(
            ask_with_retries(
                self.ask,
                sleep=self.sleep,
                has_answered=lambda: has_answered,
                is_stopping=lambda: self.is_stopping,
            )
        )


@pytest.mark.parametrize(
    ("attempt", "has_answered", "n_tries"),
    [
        (reply("A"), True, 1),
        (reply("A", finish_reason="length"), True, 1),
        (reply("A", finish_reason=None), True, 1),
        (reply(""), True, 2),
        (reply("", finish_reason=None), True, 2),
        (reply("", finish_reason="length"), True, 1),
        (reply("", finish_reason="content_filter"), True, 1),
        (failure("server"), True, 5),
        (failure("server"), False, 5),
        (failure("protocol"), False, 5),
        (failure("rate_limit"), True, 5),
        (failure("rate_limit", retry_after_s=MAX_RETRY_AFTER_S), True, 5),
        (failure("rate_limit", retry_after_s=MAX_RETRY_AFTER_S + 1), True, 1),
        (failure("connection"), True, 5),
        (failure("connection"), False, 2),
        (failure("timeout"), True, 2),
        (failure("timeout"), False, 2),
        (failure("server", is_transient=False), True, 1),
        (failure("auth", is_transient=False, is_fatal=True), True, 1),
        (failure("bad_request", is_transient=False, retry_after_s=1.0), True, 1),
        ("anything else that was asked for", True, 1),
    ],
)
def test_tries_by_the_sort_of_attempt(attempt, has_answered, n_tries):
    assert n_tries == tries_allowed(attempt, has_answered=has_answered)
    provider = Provider(attempt)
    provider.run(has_answered=has_answered)
    assert (n_tries, n_tries - 1) == (provider.n_asked, len(provider.waits))


def test_waits_grow_threefold_with_a_jitter_that_only_lengthens_them():
    provider = Provider(failure())
    provider.run()
    for least, wait in zip((1, 3, 9, 27), provider.waits, strict=True):
        assert least <= wait <= min(least + 2, 27)
    assert sum(provider.waits) <= 60


def test_waits_differ_from_one_request_to_the_next():
    first, second = Provider(failure()), Provider(failure())
    first.run()
    second.run()
    assert first.waits[:3] != second.waits[:3]


@pytest.mark.parametrize("seconds", [0.0, 0.5, 60.0, MAX_RETRY_AFTER_S])
def test_a_wait_that_the_provider_asks_for_is_obeyed_exactly(seconds):
    provider = Provider(failure("rate_limit", retry_after_s=seconds))
    provider.run()
    assert [seconds] * 4 == provider.waits


def test_each_failure_has_its_own_wait_and_its_own_limit():
    provider = Provider(
        failure("rate_limit", retry_after_s=42.0),
        failure("server"),
        failure("bad_request", is_transient=False),
    )
    attempt = provider.run()
    assert isinstance(attempt, Failure)
    assert ("bad_request", 3) == (attempt.kind, attempt.n_tries)
    assert 42.0 == provider.waits[0]
    assert 3 <= provider.waits[1] <= 5


def test_the_last_attempt_comes_back_with_the_number_of_tries():
    provider = Provider(failure(detail="first"), failure(detail="later"))
    assert failure(detail="later", n_tries=5) == provider.run()
    assert failure(is_transient=False, n_tries=1) == Provider(failure(is_transient=False)).run()


def test_an_answer_ends_the_tries_and_is_given_back_as_it_came():
    answer = reply("B")
    provider = Provider(failure(), failure(), answer)
    assert provider.run() is answer
    assert 3 == provider.n_asked


NO_MEMORY = failure(detail="cudaMalloc failed", cause="memory")


def test_out_of_memory_twice_in_a_row_is_for_good_and_ends_the_run_of_the_model():
    provider = Provider(NO_MEMORY)
    assert replace(NO_MEMORY, is_transient=False, is_fatal=True, n_tries=2) == provider.run()
    assert 2 == provider.n_asked


def test_out_of_memory_once_or_between_other_failures_is_tried_again():
    answer = reply("B")
    assert answer is Provider(NO_MEMORY, answer).run()
    assert answer is Provider(NO_MEMORY, failure(), NO_MEMORY, failure(), answer).run()


def test_an_empty_answer_is_asked_for_once_more_at_once_and_then_kept():
    provider = Provider(reply(""), reply(""))
    assert reply("") == provider.run()
    assert [0.0] == provider.waits
    assert reply("B") == Provider(reply(""), reply("B")).run()


def test_nothing_is_tried_again_while_the_run_is_ending():
    provider = Provider(failure())
    provider.is_stopping = True
    provider.run()
    assert (1, []) == (provider.n_asked, provider.waits)


def test_a_wait_that_the_end_of_the_run_cut_short_is_followed_by_nothing():
    provider = Provider(failure(detail="the one"), reply("too late"))

    async def sleep(seconds):
        provider.is_stopping = True

    provider.sleep = sleep
    assert failure(detail="the one", n_tries=1) == provider.run()
    assert 1 == provider.n_asked


@pytest.mark.parametrize(
    "second",
    [
        failure("bad_request", is_transient=False),
        failure("rate_limit", retry_after_s=MAX_RETRY_AFTER_S + 1),
        failure("timeout"),
        failure("server"),
    ],
)
def test_an_empty_answer_is_not_lost_to_a_second_try_that_fails(second):
    empty = reply("", reasoning_text="an hour of thinking")

    assert empty == Provider(empty, second).run()


def test_an_empty_answer_is_not_lost_when_the_run_ends_during_the_second_try():
    empty = reply("")
    provider = Provider(empty, failure("connection"))
    real = provider.ask

    async def ask():
        attempt = await real()
        provider.is_stopping = provider.n_asked == 2
        return attempt

    provider.ask = ask
    assert empty == provider.run()
    assert 2 == provider.n_asked
