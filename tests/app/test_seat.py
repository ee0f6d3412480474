"""A judge's seat: every case gets one opinion, an equal one without asking, and a judge may answer blind first."""

import asyncio

import pytest
from ask_builders import failure, reply
from builders import entry, model, question

from omnibench.app.judging import Judge, build_case
from omnibench.app.seat import Seat
from omnibench.ask.stop import Stop
from omnibench.records import Blind, Opinion, Pair

ASKED = question()
FREE = question(question_id="q2", kind="free_text", options={}, expected=("scurvy",))
PICTURE = question(question_id="q3", images=("x.png",))


def case(text="The answer is B.", model_key="m", asked=ASKED):
    pair = Pair(
        document="general/x.json",
        question=asked,
        question_hash=f"q1:{asked.question_id}",
        model=model(model_key=model_key),
    )
    return build_case(pair, entry(text))


def said(text):
    return reply(text, served_model="j")


def ask_all(cases, answer, *, workers=1, **how):
    """Put cases before a judge that answers by a function of the request; gives opinions, requests and the seat."""
    judge, opinions, requests, stop = Judge(name="j", model_id="j"), [], [], Stop()

    async def work(seat):
        while (ask := await seat.next_ask()) is not None:
            request = seat.request_of(ask)
            requests.append(request)
            await asyncio.sleep(0)
            seat.heard(ask, answer(request))

    async def everything():
        seat = Seat(
            judge,
            stop,
            lambda one, opinion: opinions.append((one, opinion)),
            is_blind=how.pop("is_blind", False),
        )
        seat.remember(how.pop("remembered", ()))
        for one in cases:
            seat.put(one)
        seat.close()
        async with asyncio.timeout(10):
            await asyncio.gather(*(work(seat) for _ in range(workers)))
        return seat

    return opinions, requests, asyncio.run(everything())


def text_of(request):
    return request.messages[0]["content"]


def is_verdict(request):
    return "TRUE or FALSE" in text_of(request)


@pytest.mark.parametrize("workers", [1, 8])
def test_equal_answers_to_one_question_are_asked_once_and_each_gets_the_opinion(workers):
    cases = [case(model_key=f"m{n}") for n in range(5)] + [case("I say A.")]
    opinions, requests, seat = ask_all(cases, lambda _: said("TRUE"), workers=workers)

    assert 2 == len(requests)
    assert 4 == seat.n_saved
    assert {f"m{n}" for n in range(5)} | {"m"} == {one.pair.model.model_key for one, _ in opinions}
    assert {True} == {opinion.is_correct for _, opinion in opinions}


def test_what_the_judge_said_before_it_need_not_say_again():
    one = case()
    judge = Judge(name="j", model_id="j")
    kept = Opinion(judge_method="llm_judge_j", is_correct=False, reason="r", judge_hash=judge.hash_of(one))
    others = Opinion(judge_method="llm_judge_k", is_correct=True, reason="r", judge_hash=judge.hash_of(one))
    opinions, requests, _ = ask_all(
        [one], lambda _: said("TRUE"), remembered=[("q1:q1", kept), ("q1:q1", others)]
    )

    assert ([], [False]) == (requests, [opinion.is_correct for _, opinion in opinions])


def test_a_failure_is_no_opinion_to_remember():
    answers = iter([failure(is_transient=False), said("TRUE")])
    opinions, requests, _ = ask_all([case(model_key="a"), case(model_key="b")], lambda _: next(answers))

    assert [(None, "unavailable"), (True, None)] == [(o.is_correct, o.cause) for _, o in opinions]
    assert 2 == len(requests)


def test_a_judge_that_is_down_is_asked_nothing_more():
    dead = failure("not_found", is_fatal=True, is_transient=False)
    opinions, requests, _ = ask_all([case(f"I say {n}.") for n in range(6)], lambda _: dead)

    assert 1 == len(requests)
    assert ["unavailable"] * 6 == [opinion.cause for _, opinion in opinions]


@pytest.mark.parametrize("workers", [1, 4])
def test_a_judge_that_takes_no_fixed_form_is_asked_in_plain_words(workers):
    def answer(request):
        return failure("bad_request", is_transient=False) if request.words else said("FALSE")

    opinions, requests, seat = ask_all([case(f"I say {n}.") for n in range(9)], answer, workers=workers)

    assert {False} == {opinion.is_correct for _, opinion in opinions}
    assert 9 + workers == len(requests)
    assert seat.judge.is_held_to_words is False


def test_who_waits_for_the_next_case_meanwhile_is_given_what_is_asked_again():
    async def waiting():
        seat = Seat(Judge(name="j", model_id="j"), Stop(), lambda *_: None)
        seat.put(case())
        seat.close()
        first = await seat.next_ask()
        seat.request_of(first)
        waiter = asyncio.create_task(seat.next_ask())
        await asyncio.sleep(0)
        seat.heard(first, failure("bad_request", is_transient=False))
        async with asyncio.timeout(10):
            return first, await waiter

    first, again = asyncio.run(waiting())
    assert first == again


def test_a_request_that_is_bad_whatever_its_form_says_nothing_about_forms():
    def answer(request):
        return failure("bad_request", is_transient=False) if "too long" in text_of(request) else said("TRUE")

    opinions, requests, seat = ask_all([case("too long"), case()], answer)

    assert {"too long": None, "The answer is B.": True} == {one.text: o.is_correct for one, o in opinions}
    assert 3 == len(requests)
    assert seat.judge.is_held_to_words is True


@pytest.mark.parametrize("workers", [1, 8])
def test_a_blind_judge_answers_each_question_once_before_it_judges(workers):
    cases = [case(f"I say {n}. The answer is {'AB'[n % 2]}.", model_key=f"m{n}") for n in range(6)]
    opinions, requests, _ = ask_all(
        cases, lambda request: said("TRUE" if is_verdict(request) else "A"), is_blind=True, workers=workers
    )

    own = [request for request in requests if not is_verdict(request)]
    assert 1 == len(own)
    assert "Expected" not in text_of(own[0])
    assert () == own[0].words
    assert 6 == len(requests) - 1
    assert {(True, Blind(answer="A", is_expected=False, is_same=n % 2 == 0)) for n in range(2)} == {
        (opinion.is_correct, opinion.blind) for _, opinion in opinions
    }


def test_where_rules_cannot_compare_the_judge_compares_with_its_own_answer():
    def answer(request):
        if not is_verdict(request):
            return said("beriberi")
        return said("TRUE" if "Expected answer: beriberi" in text_of(request) else "FALSE")

    (one,), requests, _ = ask_all([case("a want of thiamine", asked=FREE)], answer, is_blind=True)

    assert (False, Blind(answer="beriberi", is_expected=None, is_same=True)) == (
        one[1].is_correct,
        one[1].blind,
    )
    assert 3 == len(requests)


def test_a_judge_that_gives_no_own_answer_still_judges():
    def answer(request):
        return said("TRUE") if is_verdict(request) else failure(is_transient=False)

    (one,), requests, _ = ask_all([case()], answer, is_blind=True)

    assert (True, Blind(answer=None, is_expected=None, is_same=None)) == (one[1].is_correct, one[1].blind)
    assert 2 == len(requests)


def test_nobody_judges_blind_what_cannot_be_seen():
    (one,), requests, _ = ask_all([case(asked=PICTURE)], lambda _: said("TRUE"), is_blind=True)

    assert (True, None, 1) == (one[1].is_correct, one[1].blind, len(requests))


def test_a_blind_judge_takes_over_its_own_answers_but_not_an_opinion_without_one():
    one = case()
    key = Judge(name="j", model_id="j").hash_of(one)
    seen = Opinion(judge_method="llm_judge_j", is_correct=True, reason="r", judge_hash=key)
    own = Opinion(
        judge_method="llm_judge_j",
        is_correct=True,
        reason="r",
        judge_hash="j1:other",
        blind=Blind(answer="A", is_expected=False, is_same=True),
    )
    (made,), requests, _ = ask_all(
        [one], lambda _: said("TRUE"), is_blind=True, remembered=[("q1:q1", seen), ("q1:q1", own)]
    )

    assert Blind(answer="A", is_expected=False, is_same=False) == made[1].blind
    assert [True] == [is_verdict(request) for request in requests]


def test_a_run_that_is_ending_asks_nothing_more():
    stop = Stop()
    seat = Seat(Judge(name="j", model_id="j"), stop, lambda *_: None)
    seat.put(case())
    stop.by_signal(2)

    assert asyncio.run(seat.next_ask()) is None


def test_a_worker_that_waits_is_let_go_when_the_run_is_ending():
    async def waiting():
        stop = Stop()
        seat = Seat(Judge(name="j", model_id="j"), stop, lambda *_: None)
        waiter = asyncio.create_task(seat.next_ask())
        await asyncio.sleep(0)
        stop.by_signal(2)
        async with asyncio.timeout(10):
            return await waiter

    assert asyncio.run(waiting()) is None
