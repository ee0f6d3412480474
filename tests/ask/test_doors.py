"""Several addresses, one queue: the freest is asked, one that is gone drops out and comes back."""

import asyncio
from collections import Counter
from dataclasses import replace

import pytest
from ask_builders import endpoint, failure, reply
from builders import request
from virtual_time import run_in_virtual_time

from omnibench.ask.doors import BREAKER, Hall
from omnibench.ask.pool import Lane, one_after_another
from omnibench.ask.stop import Stop
from omnibench.records import Failure, Usage, Venue

GONE = failure("connection", detail="refused")


class Servers:
    """Stands in for a client of several servers with slots, a service time, and hours at which they are gone."""

    def __init__(self, *, slots=(1,), seconds=(0.5,), gone=(), **changes):
        urls = [f"http://h{n}/v1" for n in range(len(slots))]
        self.endpoint = endpoint(*urls, concurrency=None, **changes)
        self.has_answered = True
        self.gone = gone
        self.asked, self.answered, self.latencies = Counter(), Counter(), []
        self._seconds = seconds
        self._slots = [asyncio.Semaphore(n) for n in slots]

    def _is_gone(self, number):
        now = asyncio.get_running_loop().time()
        return any(number == which and start <= now < end for which, start, end in self.gone)

    async def is_there(self, number):
        return not self._is_gone(number)

    async def ask(self, made, number=0):
        sent_at = asyncio.get_running_loop().time()
        self.asked[number] += 1
        if self._is_gone(number):
            return GONE
        async with self._slots[number]:
            await asyncio.sleep(self._seconds[number])
        if self._is_gone(number):
            return GONE
        self.answered[number] += 1
        self.latencies.append(asyncio.get_running_loop().time() - sent_at)
        return reply(usage=Usage(prompt_tokens=0, completion_tokens=1))

    async def close(self):
        pass


def ask(build, n, *, stop=None, made=None):
    """Ask n questions; return servers, what was recorded, what was said, and the seconds that it took."""
    recorded, said = [], []

    async def run():
        servers = build()
        lane = Lane(servers, stop or Stop(), said=said.append)
        await lane.run(
            one_after_another(range(n)),
            lambda job: made or request(),
            lambda job, attempt: recorded.append((job, attempt)),
        )
        await lane.close()
        return servers

    servers, seconds = run_in_virtual_time(run())
    return servers, recorded, said, seconds


def test_a_server_with_one_slot_is_busy_all_the_time():
    servers, recorded, _, seconds = ask(lambda: Servers(slots=[1], seconds=[0.5]), 400)
    assert [*range(400)] == sorted(job for job, _ in recorded)
    assert seconds / (400 * 0.5) < 1.03
    assert max(servers.latencies) < 600


def test_all_doors_take_from_one_queue_as_fast_as_each_can():
    servers, recorded, _, seconds = ask(lambda: Servers(slots=[1, 1, 1], seconds=[0.5, 1.0, 2.0]), 700)
    assert 700 == len(recorded)
    assert seconds / (700 / (2 + 1 + 0.5)) < 1.05
    assert servers.answered[0] > servers.answered[1] > servers.answered[2]


def test_an_endpoint_that_dies_in_a_pool_of_three_loses_nothing():
    servers, recorded, said, _ = ask(
        lambda: Servers(slots=[4] * 3, seconds=[0.5] * 3, gone=[(1, 10.0, 1e9)]), 600
    )
    assert {*range(600)} == {job for job, _ in recorded}
    assert 600 == len(recorded)
    assert not [attempt for _, attempt in recorded if isinstance(attempt, Failure)]
    assert 1 == len([text for text in said if "http://h1 is gone" in text or "http://h1/v1 is gone" in text])
    assert servers.asked[1] - servers.answered[1] <= 16  # what was in flight there, once


def test_an_endpoint_that_comes_back_works_again():
    servers, recorded, said, seconds = ask(
        lambda: Servers(slots=[1] * 2, seconds=[1.0] * 2, gone=[(0, 10.0, 30.0)]), 400
    )
    assert 400 == len(recorded)
    assert ["is gone", "is back"] == [
        word for text in said for word in ("is gone", "is back") if word in text
    ]
    assert servers.answered[0] > 150
    assert seconds < 240


# --- sick members of a pool --------------------------------------------------------------------------


class Sick(Servers):
    """The first server answers every question with a failure, from some hour on; its list of models still comes."""

    def __init__(self, sick, *, since=0.0, slots=(2, 2), **changes):
        super().__init__(slots=slots, seconds=[1.0] * len(slots), **changes)
        self.sick, self.since = sick, since

    async def ask(self, made, number=0):
        if number == 0 and asyncio.get_running_loop().time() >= self.since:
            self.asked[0] += 1
            return self.sick
        return await super().ask(made, number)


SICK = {
    "busy for ever": failure("server", status=503),
    "an HTML page": failure("protocol", detail="HTTP 200 with an HTML page"),
    "hung": failure("timeout"),
    "no key": failure("auth", is_transient=False, is_fatal=True),
    "no money": failure("quota", is_transient=False, is_fatal=True),
    "another model": failure("not_found", is_transient=False, is_fatal=True),
    "out of memory": failure("server", cause="memory"),
    "too many": failure("rate_limit", status=429),
    "put off for a day": failure("rate_limit", status=429, retry_after_s=86_400.0),
}


@pytest.mark.parametrize("since", [0.0, 20.0])
@pytest.mark.parametrize("sick", SICK.values(), ids=SICK)
def test_a_sick_member_of_a_pool_costs_no_question(sick, since):
    servers, recorded, said, _ = ask(lambda: Sick(sick, since=since), 200)

    assert [*range(200)] == sorted(job for job, _ in recorded)
    assert not [attempt for _, attempt in recorded if isinstance(attempt, Failure)]
    if sick.is_fatal:
        assert 1 == len(said)
        assert "http://h0/v1 is left out" in said[0]
        assert servers.asked[0] - servers.answered[0] <= 4  # what was in flight there


def test_a_pool_all_of_whose_members_are_sick_fails_with_the_address_of_the_last():
    class AllSick(Sick):
        async def ask(self, made, number=0):
            return self.sick

    _, recorded, _, _ = ask(lambda: AllSick(SICK["another model"]), 1)
    ((_, attempt),) = recorded

    assert attempt.is_fatal
    assert "(h1)" in attempt.detail or "(h0)" in attempt.detail


def test_a_question_that_one_provider_will_not_have_is_put_to_the_others():
    refused = failure("bad_request", is_transient=False, cause="moderation", status=403)
    _, recorded, said, _ = ask(lambda: Sick(refused), 100)

    assert not [attempt for _, attempt in recorded if isinstance(attempt, Failure)]
    assert [] == said  # a server that refuses some questions is not sick


def test_a_key_that_is_refused_while_the_others_are_gone_is_no_end_where_the_user_would_wait():
    class Alone(Sick):
        """The second is away for a while, and meanwhile the first begins to refuse the key."""

        async def ask(self, made, number=0):
            if number == 1 and 5.0 <= asyncio.get_running_loop().time() < 100.0:
                return GONE
            return await super().ask(made, number)

        async def is_there(self, number):
            return number == 0 or asyncio.get_running_loop().time() >= 100.0

    build = lambda: Alone(SICK["no key"], since=10.0, max_wait_s=3600.0)  # noqa: E731
    _, recorded, _, seconds = ask(build, 100)

    assert 100 == len([attempt for _, attempt in recorded if not isinstance(attempt, Failure)])
    assert 100 < seconds < 250


def test_a_server_that_refuses_every_request_takes_no_question_from_the_others():
    """It refuses at once, so it always has room."""
    bad = failure("bad_request", is_transient=False, status=400)
    _, recorded, said, _ = ask(lambda: Sick(bad, slots=(1, 1)), 40)

    assert not [attempt for _, attempt in recorded if isinstance(attempt, Failure)]
    assert [] == said


def test_an_empty_reply_is_asked_again_at_another_server():
    servers, recorded, _, _ = ask(lambda: Sick(reply("")), 100)

    assert {"A"} == {attempt.text for _, attempt in recorded}
    assert servers.asked[0] > 10  # it goes on to be asked: an empty reply may be the question's fault


def test_a_question_that_nobody_takes_fails_and_the_run_goes_on():
    class Strict(Servers):
        async def ask(self, made, number=0):
            self.asked[number] += 1
            return failure("bad_request", is_transient=False, status=400)

    servers, recorded, _, _ = ask(lambda: Strict(slots=(1, 1), seconds=(1, 1)), 10)

    assert 10 == len([attempt for _, attempt in recorded if isinstance(attempt, Failure)])
    assert {10} == {*servers.asked.values()}  # once at each


def test_a_server_that_was_away_from_the_start_is_asked_nothing_until_it_answers():
    async def run():
        servers = Servers(slots=[2, 2], seconds=[1.0, 1.0], gone=[(0, 0.0, 60.0)])
        lane = Lane(servers, Stop())
        lane.doors.leave_out([servers.endpoint.base_urls[0]])
        at_first = []

        async def watch():
            await asyncio.sleep(50.0)
            at_first.append(servers.asked[0])

        watching = asyncio.create_task(watch())
        await lane.run(one_after_another(range(300)), lambda job: request(), lambda *_: None)
        await watching
        await lane.close()
        return at_first, servers

    (at_first, servers), _ = run_in_virtual_time(run())
    assert [0] == at_first
    assert servers.answered[0] > 50


def test_each_model_finds_its_server_though_nobody_lists_anything():
    """Two servers, a model each, one queue; a server tells with a 404 that it lacks a model."""

    class Halves(Servers):
        async def ask(self, made, number=0):
            if made.model_id != f"m{number}":
                self.asked[number] += 1
                return failure("not_found", detail=f"no {made.model_id}", is_transient=False, is_fatal=True)
            return await super().ask(made, number)

    recorded, said = [], []

    async def run():
        servers = Halves(slots=[2, 2], seconds=[1.0, 1.0])
        lane = Lane(servers, Stop(), said=said.append)
        await lane.run(
            one_after_another(range(200)),
            lambda job: request(model_id=f"m{job // 100}"),
            lambda job, attempt: recorded.append((job, attempt)),
        )
        await lane.close()
        return servers

    servers, _ = run_in_virtual_time(run())
    assert 200 == len([attempt for _, attempt in recorded if not isinstance(attempt, Failure)])
    assert 2 == len(said)
    assert sum(servers.asked.values()) - 200 < 20  # in flight when it was found out


def test_an_address_that_comes_back_with_another_model_is_left_out():
    class Changed(Servers):
        async def ask(self, made, number=0):
            answer = await super().ask(made, number)
            is_other = number == 0 and asyncio.get_running_loop().time() > 20.0
            return replace(answer, served_model="tiny" if is_other else "m") if answer is not GONE else GONE

    recorded, said = [], []

    async def run():
        servers = Changed(slots=[1, 1], seconds=[1.0, 1.0])
        lane = Lane(servers, Stop(), said=said.append)
        made = request(model_id="m", aliases=frozenset())
        await lane.run(one_after_another(range(100)), lambda job: made, lambda *pair: recorded.append(pair))
        await lane.close()

    run_in_virtual_time(run())
    assert {"m"} == {attempt.served_model for _, attempt in recorded}
    assert 100 == len(recorded)
    assert "tiny answers in place of" in said[0]


def test_one_address_alone_may_answer_under_another_name():
    """Nobody else can be asked: the answer is kept, and flagged by those who read it."""

    async def run():
        lane, recorded = Lane(Servers(), Stop()), []
        made = request(model_id="another", aliases=frozenset())
        await lane.run(one_after_another(range(2)), lambda job: made, lambda *pair: recorded.append(pair))
        await lane.close()
        return recorded

    recorded, _ = run_in_virtual_time(run())
    assert not [attempt for _, attempt in recorded if isinstance(attempt, Failure)]


def test_two_sick_servers_of_which_one_seems_to_come_back_are_given_up():
    """Its list answers at once, its chat asks for rest; the other is busy for ever."""

    class Both(Servers):
        async def is_there(self, number):
            return True

        async def ask(self, made, number=0):
            self.asked[number] += 1
            if number == 0:
                return failure("rate_limit", status=429, retry_after_s=30.0)
            return failure("server", status=503)

    servers, recorded, _, seconds = ask(lambda: Both(slots=[2, 2], seconds=[1.0, 1.0]), 3)

    assert 3 == len([attempt for _, attempt in recorded if isinstance(attempt, Failure)])
    assert seconds < 1200
    assert sum(servers.asked.values()) < 80


def test_names_that_mean_nothing_stop_nothing():
    """A proxy gives every model a name of its own."""
    _, recorded, _, _ = ask(
        lambda: Servers(slots=[1, 1], seconds=[1.0, 1.0]), 20, made=request(model_id="x", aliases=frozenset())
    )

    assert {"m"} == {attempt.served_model for _, attempt in recorded}


@pytest.mark.parametrize(
    ("first", "second"),
    [
        (lambda lane: lane, lambda lane: lane),
        (lambda lane: lane.only(["http://h0/v1"]), lambda lane: lane.only(["http://h0/v1"])),
        (lambda lane: lane, lambda lane: lane.only(["http://h0/v1"])),
        (lambda lane: lane.only(["http://h0/v1"]), lambda lane: lane),
    ],
    ids=["one", "parts", "all and part", "part and all"],
)
def test_two_queues_at_one_door_take_turns(first, second):
    order = []

    async def run():
        servers = Servers(slots=[2, 2], seconds=[1.0, 1.0])
        servers.endpoint = replace(servers.endpoint, concurrency=2)
        stop = Stop()
        lane = Lane(servers, stop)

        async def queue(name, at):
            await at.run(one_after_another(range(60)), lambda job: request(), lambda *_: order.append(name))

        await asyncio.gather(queue("a", first(lane)), queue("b", second(lane)))
        await lane.close()

    run_in_virtual_time(run())
    middle = order[20:60]
    assert 8 <= middle.count("a") <= 32


def test_a_model_whose_server_goes_is_waited_for_though_another_without_it_is_open():
    class Halves(Servers):
        async def ask(self, made, number=0):
            answer = await super().ask(made, number)
            return (
                failure("not_found", detail="no m", is_transient=False, is_fatal=True) if number else answer
            )

    def build():
        return Halves(slots=[2, 2], seconds=[1.0, 0.1], gone=[(0, 20.0, 400.0)], max_wait_s=3600.0)

    servers, recorded, _, seconds = ask(build, 100)
    assert 100 == len([attempt for _, attempt in recorded if not isinstance(attempt, Failure)])
    assert 400 < seconds < 700
    assert sum(servers.asked.values()) < 200


def test_a_key_that_is_refused_where_the_only_other_lacks_the_model_ends_the_run():
    class Halves(Servers):
        async def ask(self, made, number=0):
            self.asked[number] += 1
            if number:
                return failure("not_found", detail="no m", is_transient=False, is_fatal=True)
            if self.asked[0] > 5:
                return SICK["no key"]
            return await super().ask(made, number)

    servers, recorded, _, _ = ask(lambda: Halves(slots=[1, 1], seconds=[1.0, 1.0]), 12)
    failed = [attempt for _, attempt in recorded if isinstance(attempt, Failure)]
    assert failed
    assert all(attempt.is_fatal for attempt in failed)
    assert sum(servers.asked.values()) < 60


def test_what_waits_for_its_rate_is_not_sent_when_the_run_ends():
    stop, sent = Stop(), []

    class Slow(Servers):
        async def ask(self, made, number=0):
            sent.append(asyncio.get_running_loop().time())
            return await super().ask(made, number)

    async def run():
        servers = Slow(slots=[32], seconds=[1.0], requests_a_minute=6)
        servers.endpoint = replace(servers.endpoint, concurrency=16)
        lane = Lane(servers, stop)
        asyncio.get_running_loop().call_later(25.0, stop.by_budget, "enough")
        await lane.run(one_after_another(range(40)), lambda job: request(), lambda *_: None)
        await lane.close()

    run_in_virtual_time(run())
    assert [0.0, 10.0, 20.0] == [round(time) for time in sent]


@pytest.mark.parametrize("rest_s", [20.0, 7200.0])
def test_a_server_of_a_pool_that_asks_to_be_left_alone_is_left_alone(rest_s):
    class Tired(Servers):
        async def ask(self, made, number=0):
            now = asyncio.get_running_loop().time()
            if number == 0 and 5.0 <= now < 5.0 + rest_s:
                self.asked[0] += 1
                self.n_disturbed = getattr(self, "n_disturbed", 0) + 1
                return failure("rate_limit", status=429, retry_after_s=5.0 + rest_s - now)
            return await super().ask(made, number)

    servers, recorded, said, seconds = ask(lambda: Tired(slots=[2, 2], seconds=[1.0, 1.0]), 200)

    assert 200 == len([attempt for _, attempt in recorded if not isinstance(attempt, Failure)])
    assert servers.n_disturbed <= 8  # what was on its way
    assert "asks to wait" in said[0]
    assert seconds < 130


def test_what_was_left_out_for_one_model_is_tried_for_the_next():
    async def run():
        servers = Sick(SICK["no key"])
        lane = Lane(servers, Stop())
        for _ in range(2):
            lane.restart()
            await lane.run(one_after_another(range(10)), lambda job: request(), lambda *_: None)
            servers.sick = reply()
        await lane.close()
        return servers

    servers, _ = run_in_virtual_time(run())
    assert servers.asked[0] > 3


# --- several endpoints -------------------------------------------------------------------------------


class Named(Servers):
    """Remembers the names under which it was asked."""

    def __init__(self, **changes):
        super().__init__(**changes)
        self.names = []

    async def ask(self, made, number=0):
        self.names.append((made.model_id, dict(made.extra_body)))
        return await super().ask(made, number)


VENUE = Venue(provider="openrouter", model_id="lab/m", extra_body={"provider": {"only": ["x"]}})


def run_joined(build, n, n_alone=0):
    """Ask n questions at two endpoints, and meanwhile n_alone of another model at the first alone."""
    recorded, alone, said = [], [], []

    async def run():
        own, other = build()
        stop = Stop()
        hall = Hall(stop)
        lane, more = (Lane(client, stop, said=said.append, hall=hall) for client in (own, other))
        joined = lane.with_others([(more, VENUE)])

        async def ask_all(lane, n, into):
            await lane.run(
                one_after_another(range(n)),
                lambda job: request(extra_body={"a": 1}),
                lambda *pair: into.append(pair),
            )

        async with asyncio.TaskGroup() as tasks:
            tasks.create_task(ask_all(joined, n, recorded))
            tasks.create_task(ask_all(lane, n_alone, alone))
        await lane.close()
        await more.close()
        return own, other

    (own, other), seconds = run_in_virtual_time(run())
    return own, other, recorded, alone, said, seconds


def test_two_endpoints_take_from_one_queue_each_by_its_own_name():
    own, other, recorded, _, _, seconds = run_joined(
        lambda: (Named(slots=[1], seconds=[1.0]), Named(slots=[1], seconds=[1.0])), 200
    )

    assert [*range(200)] == sorted(job for job, _ in recorded)
    assert seconds < 115
    assert {("qwen3:8b", (("a", 1),))} == {(name, tuple(extra.items())) for name, extra in own.names}
    assert ("lab/m", {"a": 1, "provider": {"only": ["x"]}}) == other.names[0]
    by_venue = Counter(attempt.venue is VENUE for _, attempt in recorded)
    assert (own.answered[0], other.answered[0]) == (by_venue[False], by_venue[True])


def test_one_that_goes_away_leaves_its_questions_to_the_other_and_other_models_find_out_for_themselves():
    gone = [(0, 10.0, 1e9)]
    _, _, recorded, alone, said, _ = run_joined(
        lambda: (Named(slots=[2], seconds=[1.0], gone=gone), Named(slots=[2], seconds=[1.0])), 100, 50
    )

    assert 100 == len([attempt for _, attempt in recorded if not isinstance(attempt, Failure)])
    assert len(said) <= 1  # it is said by who has another door, and found the place free to see it
    assert alone[-1][
        1
    ].is_fatal  # nobody else can be asked, and the run is told so instead of waiting for ever


def test_a_queue_that_may_wait_is_told_when_a_door_that_another_queue_shut_opens_again():
    gone = [(0, 10.0, 500.0)]
    _, _, recorded, alone, said, _ = run_joined(
        lambda: (
            Named(slots=[2], seconds=[1.0], gone=gone, max_wait_s=7200.0),
            Named(slots=[2], seconds=[1.0], max_wait_s=7200.0),
        ),
        2000,
        50,
    )

    assert 50 == len([attempt for _, attempt in alone if not isinstance(attempt, Failure)])
    assert 2000 == len([attempt for _, attempt in recorded if not isinstance(attempt, Failure)])
    assert 1 == len([text for text in said if "is back" in text])


# --- waiting -----------------------------------------------------------------------------------------


def test_a_server_that_asks_for_hours_is_waited_for_where_the_user_wants_that():
    class PutOff(Servers):
        async def ask(self, made, number=0):
            if asyncio.get_running_loop().time() < 3000.0:
                return failure("rate_limit", status=429, retry_after_s=3000.0)
            return await super().ask(made, number)

    class Mistaken(Servers):
        async def ask(self, made, number=0):
            if asyncio.get_running_loop().time() < 10.0:
                return failure("rate_limit", status=429, retry_after_s=1e12)
            return await super().ask(made, number)

    build = lambda max_wait_s: lambda: PutOff(slots=[4], seconds=[1.0], max_wait_s=max_wait_s)  # noqa: E731
    _, recorded, said, seconds = ask(build(3600.0), 20)
    assert 20 == len([attempt for _, attempt in recorded if not isinstance(attempt, Failure)])
    assert ["http://h0/v1 asks to wait 50 min; it is waited for"] == [*dict.fromkeys(said)]
    assert 3000 <= seconds < 3100

    _, recorded, said, _ = ask(build(1800.0), 1)
    assert recorded[0][1].is_fatal
    assert "asks to wait 50 min" in recorded[0][1].detail
    assert 1 == len({*said})
    _, recorded, _, seconds = ask(lambda: Mistaken(slots=[4], seconds=[1.0], max_wait_s=3600.0), 20)
    assert 20 == len([attempt for _, attempt in recorded if not isinstance(attempt, Failure)])
    assert seconds < 400


def test_a_server_that_takes_questions_and_lets_them_hang_is_waited_for_when_nothing_of_it_answers():
    class Hung(Servers):
        async def ask(self, made, number=0):
            self.asked[number] += 1
            if 50.0 <= asyncio.get_running_loop().time() < 4000.0:
                await asyncio.sleep(made.timeout_s)
                return failure("timeout")
            return await super().ask(made, number)

        async def is_there(self, number):
            return not 50.0 <= asyncio.get_running_loop().time() < 4000.0

    _, recorded, said, _ = ask(lambda: Hung(slots=[1], seconds=[1.0], max_wait_s=7200.0), 100)
    assert 100 == len([attempt for _, attempt in recorded if not isinstance(attempt, Failure)])
    assert ["is gone", "is back"] == [
        word for text in said for word in ("is gone", "is back") if word in text
    ]


def test_a_question_that_is_merely_slow_is_a_failure_of_its_own():
    class Slow(Servers):
        async def ask(self, made, number=0):
            return failure("timeout")

    _, recorded, said, _ = ask(lambda: Slow(max_wait_s=7200.0), 1)
    assert ("timeout", []) == (recorded[0][1].kind, said)


@pytest.mark.parametrize("hours", [0.5, 1.5])
def test_a_night_outlives_a_server_that_goes_away_for_a_while(hours):
    away = 3600 * hours
    servers, recorded, said, seconds = ask(
        lambda: Servers(slots=[1], seconds=[1.0], gone=[(0, 100.0, 100.0 + away)], max_wait_s=7200.0), 300
    )
    assert {*range(300)} == {job for job, _ in recorded}
    assert not [attempt for _, attempt in recorded if isinstance(attempt, Failure)]
    assert 2 == len(said)
    assert away + 300 < seconds < away + 500
    assert servers.asked[0] < 330  # probes, not questions, find out that it is back


def test_a_server_that_stays_away_ends_the_run_when_the_wait_is_over():
    _, recorded, said, seconds = _until_fatal(3600.0)
    assert 1 == len([text for text in said if "waiting up to 1 h" in text])
    assert 3600 < seconds < 3900
    assert any(isinstance(attempt, Failure) and attempt.is_fatal for _, attempt in recorded)


def _until_fatal(max_wait_s):
    """A run that ends, as runs do, at the first fatal failure."""
    recorded, said, stop = [], [], Stop()

    def record(job, attempt):
        recorded.append((job, attempt))
        if isinstance(attempt, Failure) and attempt.is_fatal:
            stop.by_error(RuntimeError("stopped"))

    async def run():
        servers = Servers(slots=[1], seconds=[1.0], gone=[(0, 50.0, 1e9)], max_wait_s=max_wait_s)
        lane = Lane(servers, stop, said=said.append)
        await lane.run(one_after_another(range(10_000)), lambda job: request(), record)
        await lane.close()
        return servers

    servers, seconds = run_in_virtual_time(run())
    return servers, recorded, said, seconds


def test_what_is_left_when_the_wait_is_over_fails_and_nothing_waits_for_ever():
    """A judge that is given up ends no run: its lane must come to its end all the same."""
    _, recorded, _, seconds = ask(
        lambda: Servers(slots=[2], seconds=[1.0], gone=[(0, 5.0, 1e9)], max_wait_s=600.0), 30
    )

    failed = [attempt for _, attempt in recorded if isinstance(attempt, Failure)]
    assert 30 == len(recorded)
    assert all(attempt.is_fatal for attempt in failed)
    assert seconds < 3600


def test_without_a_wait_a_third_request_that_finds_nobody_is_fatal():
    servers, recorded, said, _ = _until_fatal(0.0)
    failures = [attempt for _, attempt in recorded if isinstance(attempt, Failure)]
    assert [False] * (BREAKER - 1) + [True] == [attempt.is_fatal for attempt in failures][:BREAKER]
    assert [] == said
    assert servers.asked[0] < 80


def test_a_server_whose_models_answer_while_its_chat_does_not_is_given_up_in_time():
    class HalfThere(Servers):
        async def is_there(self, number):
            return True

    recorded, stop = [], Stop()

    def record(job, attempt):
        recorded.append(attempt)
        stop.by_error(RuntimeError("stopped"))

    async def run():
        servers = HalfThere(slots=[1], seconds=[1.0], gone=[(0, 0.0, 1e9)], max_wait_s=3600.0)
        lane = Lane(servers, stop)
        await lane.run(one_after_another(range(5)), lambda job: request(), record)
        await lane.close()
        return servers

    servers, seconds = run_in_virtual_time(run())
    assert recorded[0].is_fatal
    assert 3600 <= seconds < 3900
    assert servers.asked[0] < 400


def test_the_end_of_a_run_ends_the_wait_for_a_server():
    stop, recorded = Stop(), []

    async def run():
        servers = Servers(slots=[1], seconds=[1.0], gone=[(0, 10.0, 1e9)], max_wait_s=7200.0)
        lane = Lane(servers, stop)
        asyncio.get_running_loop().call_later(500.0, stop.by_signal, 15)
        await lane.run(
            one_after_another(range(100)), lambda job: request(), lambda *pair: recorded.append(pair)
        )
        await lane.close()

    _, seconds = run_in_virtual_time(run())
    assert 500 <= seconds < 515
    assert not [attempt for _, attempt in recorded if isinstance(attempt, Failure)]


def test_too_many_requests_make_fewer_go_at_once():
    class Busy(Servers):
        n_inside = peak = 0

        async def ask(self, made, number=0):
            self.n_inside += 1
            try:
                if self.n_inside > 6:
                    return failure("rate_limit", status=429, retry_after_s=1.0)
                self.peak = max(self.peak, self.n_inside)
                return await super().ask(made, number)
            finally:
                self.n_inside -= 1

    _, recorded, _, _ = ask(lambda: Busy(slots=[100], seconds=[1.0]), 500)
    assert 500 == len([attempt for _, attempt in recorded if not isinstance(attempt, Failure)])


@pytest.mark.parametrize(
    ("rate", "low", "high"), [({"requests_a_minute": 60.0}, 195, 205), ({"tokens_a_minute": 60.0}, 195, 210)]
)
def test_a_rate_is_kept(rate, low, high):
    _, recorded, _, seconds = ask(lambda: Servers(slots=[50], seconds=[0.1], **rate), 200)
    assert 200 == len(recorded)
    assert low <= seconds <= high


# --- rates -------------------------------------------------------------------------------------------


class Metered(Servers):
    """Notes when each question came, and takes a fixed number of tokens for it."""

    def __init__(self, tokens, **changes):
        super().__init__(slots=[64], **changes)
        self.tokens, self.sent = tokens, []

    async def ask(self, made, number=0):
        self.sent.append(asyncio.get_running_loop().time())
        answer = await super().ask(made, number)
        return replace(answer, usage=Usage(prompt_tokens=self.tokens - 1, completion_tokens=1))


def most_in_a_minute(times):
    return max(sum(start <= time < start + 60.0 for time in times) for start in times)


@pytest.mark.parametrize("seconds", [0.1, 4.0, 45.0])
@pytest.mark.parametrize("concurrency", [None, 16])
def test_no_minute_has_more_tokens_than_were_allowed(seconds, concurrency):
    def build():
        servers = Metered(400, seconds=[seconds], tokens_a_minute=6000)
        servers.endpoint = replace(servers.endpoint, concurrency=concurrency)
        return servers

    servers, recorded, _, took = ask(build, 60)

    assert 60 == len(recorded)
    assert most_in_a_minute(servers.sent) <= 6000 / 400
    if concurrency:
        assert took < (60 * 400 / 6000 + 2.5) * 60  # and the allowance is used


def test_tokens_that_a_server_does_not_tell_count_by_an_estimate():
    class Silent(Metered):
        async def ask(self, made, number=0):
            return replace(await super().ask(made, number), raw_text="x" * 1200, usage=Usage())

    servers, _, _, _ = ask(lambda: Silent(0, seconds=[0.1], tokens_a_minute=6000), 60)

    assert most_in_a_minute(servers.sent) <= 6000 / 400


def test_no_minute_has_more_requests_than_were_allowed():
    servers, _, _, took = ask(lambda: Metered(400, seconds=[4.0], requests_a_minute=20), 60)

    assert most_in_a_minute(servers.sent) <= 20
    assert took < 3.2 * 60


# --- what tries take ---------------------------------------------------------------------------------


@pytest.mark.parametrize("first", [failure(), reply("")], ids=["failed", "empty"])
def test_what_tries_without_an_answer_took_comes_with_the_answer(first):
    class Wasteful(Servers):
        async def ask(self, made, number=0):
            self.asked[number] += 1
            usage = Usage(cost_usd=self.asked[number] / 100)
            return replace(first if self.asked[number] == 1 else reply(), usage=usage)

    _, ((_, attempt),), _, _ = ask(Wasteful, 1)

    assert ("A", 0.02) == (attempt.text, attempt.usage.cost_usd)
    assert [0.01] == [usage.cost_usd for usage, _ in attempt.discarded]
