"""An endpoint is kept busy, never overfilled, and nothing new begins once a run is ending."""

import asyncio

import pytest
from ask_builders import FakeClient, endpoint, failure, reply
from builders import request
from provider_server import provider_server

from omnibench.ask.client import Client
from omnibench.ask.pool import Lane, one_after_another
from omnibench.ask.stop import Stop
from omnibench.records import Reply


def work(lane, jobs, record):
    """A run over jobs that are prompts."""
    return lane.run(
        one_after_another(jobs), lambda job: request(messages=({"role": "user", "content": job},)), record
    )


def jobs(n, start=0):
    return [f"Question {number}" for number in range(start, start + n)]


def drive(client, stop, n, record):
    asyncio.run(work(Lane(client, stop), jobs(n), record))


@pytest.mark.parametrize(("concurrency", "urls", "slots"), [(1, 1, 1), (4, 1, 4), (2, 3, 6)])
def test_as_many_requests_as_slots_are_in_flight_and_every_job_is_recorded_once(concurrency, urls, slots):
    client, recorded = FakeClient(concurrency=concurrency, urls=urls), []
    drive(client, Stop(), 20, lambda job, attempt: recorded.append((job, attempt)))
    assert slots == client.peak
    assert sorted(jobs(20)) == sorted(job for job, _ in recorded)
    assert {reply().text} == {attempt.text for _, attempt in recorded}
    assert {attempt.address for _, attempt in recorded} <= (
        {*client.endpoint.base_urls} if urls > 1 else {""}
    )


def test_a_real_server_never_sees_more_than_the_slots():
    async def run(at, record):
        client = Client(at)
        await work(Lane(client, Stop()), jobs(30), record)
        await client.close()

    with provider_server(flavour="vllm", models=[{"id": "qwen3:8b"}], latency_s=0.005) as server:
        recorded = []
        asyncio.run(run(endpoint(server.base_url, concurrency=3), lambda *pair: recorded.append(pair)))
        stats = server.stats()
    assert (30, 3, 0) == (stats["answered"], stats["in_flight_peak"], stats["asked_again"])
    assert all(isinstance(attempt, Reply) for _, attempt in recorded)


def test_several_runs_share_the_slots():
    client, recorded = FakeClient(concurrency=3), []

    async def both():
        lane = Lane(client, Stop())
        await asyncio.gather(
            work(lane, jobs(10), lambda *pair: recorded.append(pair)),
            work(lane, jobs(10, start=100), lambda *pair: recorded.append(pair)),
        )

    asyncio.run(both())
    assert (3, 20) == (client.peak, len(recorded))


@pytest.mark.parametrize("concurrency", [1, 3])
def test_no_run_takes_every_slot_that_becomes_free(concurrency):
    recorded = []

    async def both():
        lane = Lane(FakeClient(concurrency=concurrency), Stop())
        await asyncio.gather(
            work(lane, jobs(40), lambda job, _: recorded.append("one")),
            work(lane, jobs(40), lambda job, _: recorded.append("other")),
        )

    asyncio.run(both())
    assert 10 <= recorded[:40].count("one") <= 30


def test_a_slot_is_free_only_after_its_answer_was_recorded():
    log = []
    client = FakeClient(
        lambda made: log.append(("asked", made.messages[0]["content"])) or reply(), concurrency=1
    )
    drive(client, Stop(), 3, lambda job, attempt: log.append(("recorded", job)))
    assert [(what, job) for job in jobs(3) for what in ("asked", "recorded")] == log


def test_a_request_is_built_just_before_it_is_sent():
    built = []
    client = FakeClient(concurrency=1)

    def build(job):
        built.append((job, len(client.asked)))
        return request()

    asyncio.run(Lane(client, Stop()).run(one_after_another(jobs(3)), build, lambda *_: None))
    assert list(zip(jobs(3), range(3), strict=True)) == built


def test_a_record_that_raises_ends_the_run_in_order():
    stop, client, recorded = Stop(), FakeClient(concurrency=2), []
    full = OSError("no space left")

    def record(job, attempt):
        if len(recorded) == 3:
            raise full
        recorded.append(job)

    drive(client, stop, 50, record)
    assert stop.error is full
    assert 3 == len(recorded)
    assert len(client.asked) <= 5


def test_a_request_that_cannot_be_built_ends_the_run_in_order():
    stop, broken = Stop(), ValueError("no such image")

    def build(job):
        raise broken

    asyncio.run(Lane(FakeClient(), stop).run(one_after_another(jobs(9)), build, lambda *_: None))
    assert stop.error is broken


def test_a_source_that_raises_ends_the_run_in_order():
    stop, broken = Stop(), ValueError("a bad document")

    def source():
        yield "Question"
        raise broken

    asyncio.run(work(Lane(FakeClient(), stop), source(), lambda *_: None))
    assert stop.error is broken


def test_nothing_is_asked_when_the_run_is_ending_already():
    stop, client = Stop(), FakeClient()
    stop.by_signal(2)
    drive(client, stop, 9, lambda *_: None)
    assert [] == client.asked


def test_who_waits_for_a_slot_while_the_end_comes_asks_nothing():
    stop = Stop()
    client = FakeClient(lambda made: stop.by_signal(2) or reply(), concurrency=1)

    async def both():
        lane = Lane(client, stop)
        await asyncio.gather(work(lane, jobs(3), lambda *_: None), work(lane, jobs(3), lambda *_: None))

    asyncio.run(both())
    assert 1 == len(client.asked)


def test_what_fails_while_the_run_is_ending_is_not_recorded_but_an_answer_is():
    stop, recorded = Stop(), []
    attempts = iter([failure("bad_request", is_transient=False), reply("B"), failure(), reply("C")])

    def answer(made):
        stop.by_signal(15)
        return next(attempts)

    drive(FakeClient(answer, concurrency=4), stop, 20, lambda job, attempt: recorded.append(attempt))
    assert [reply("B"), reply("C")] == recorded


def test_what_fails_before_the_end_is_recorded_after_its_tries():
    stop, recorded = Stop(), []
    fatal = failure("auth", is_transient=False, is_fatal=True)
    drive(FakeClient(lambda made: fatal), stop, 1, lambda job, attempt: recorded.append(attempt))
    assert [fatal] == recorded


def test_the_end_of_a_run_wakes_a_wait_between_tries():
    stop, recorded = Stop(), []
    client = FakeClient(lambda made: failure("rate_limit", retry_after_s=299.0))

    async def run():
        asyncio.get_running_loop().call_later(0.005, stop.by_signal, 2)
        await work(Lane(client, stop), jobs(1), lambda *pair: recorded.append(pair))

    asyncio.run(run())
    assert (1, []) == (len(client.asked), recorded)


def test_a_run_that_is_ending_waits_for_no_server_and_says_nothing_of_waiting():
    stop, said, recorded = Stop(), [], []

    def gone(request):
        stop.by_budget("the 1 h of --max-hours are over")
        return failure("connection")

    client = FakeClient(gone)
    client.endpoint = endpoint("http://h/v1", concurrency=1, max_wait_s=7200.0)
    asyncio.run(work(Lane(client, stop, said=said.append), jobs(3), lambda *pair: recorded.append(pair)))

    assert (1, [], []) == (len(client.asked), said, recorded)
