"""The judge of a run: who replied counts, three failures in a row are enough, and rules are never far."""

import pytest
from ask_builders import failure, reply
from builders import entry, model, question

from omnibench.app.judging import Judge, build_case, known, rule_verdict
from omnibench.app.models import Limits
from omnibench.ask.names import aliases_of
from omnibench.judge.outcome import read_reply
from omnibench.judge.panel import decide
from omnibench.records import Pair, Usage

PAIR = Pair(document="general/x.json", question=question(), question_hash="q1:aa", model=model())
FREE = Pair(
    document="general/x.json",
    question=question(kind="free_text", options={}, expected=("scurvy",)),
    question_hash="q1:bb",
    model=model(),
)
RIGHT = entry("The answer is B.")


def judge(**changes):
    return Judge(**{"name": "gpt-oss:120b", "model_id": "gpt-oss:120b", **changes})


def verdict_of(asked, pair, stored, attempt):
    """What becomes of one judge's reply."""
    case = build_case(pair, stored)
    return known(decide([asked.opinion_of(case, attempt)], pair.question, case.reading, asked.method))


def said(text, **changes):
    return reply(text, **{"served_model": "gpt-oss:120b", **changes})


@pytest.mark.parametrize(("word", "is_correct"), [("TRUE", True), ("**false**.", False)])
def test_the_judges_word_is_the_verdict_whatever_rules_would_say(word, is_correct):
    verdict = verdict_of(judge(), PAIR, RIGHT, said(word))
    assert (is_correct, int(is_correct), "llm_judge_gpt_oss_120b", None) == (
        verdict.is_correct,
        verdict.score,
        verdict.judge_method,
        verdict.fallback_cause,
    )


@pytest.mark.parametrize(
    ("attempt", "cause", "why"),
    [
        (
            said("TRUE because it agrees"),
            "invalid_output",
            "neither TRUE nor FALSE: 'TRUE because it agrees'",
        ),
        (said("", finish_reason="length"), "invalid_output", "nothing (length)"),
        (said("a\nb" * 90), "invalid_output", "'a b"),
        (said("TRUE", served_model="llama3:8b"), "invalid_output", "came from llama3:8b, not gpt-oss:120b"),
        (said("TRUE", served_model=None), "invalid_output", "an unnamed model"),
        (failure(status=503, n_tries=5), "unavailable", "judge unavailable (server 503 after 5 tries: busy)"),
    ],
)
def test_rules_judge_in_place_of_a_judge_that_gave_no_verdict_and_say_why(attempt, cause, why):
    verdict = verdict_of(judge(), PAIR, RIGHT, attempt)
    assert (True, "rule_based_fallback_v1", cause) == (
        verdict.is_correct,
        verdict.judge_method,
        verdict.fallback_cause,
    )
    assert why in verdict.reason
    assert "\n" not in verdict.reason
    assert len(verdict.reason) < 200


def test_free_text_without_the_judges_word_stays_without_a_verdict():
    assert verdict_of(judge(), FREE, RIGHT, failure()) is None
    assert verdict_of(judge(), FREE, RIGHT, said("maybe")) is None
    assert verdict_of(judge(), FREE, RIGHT, said("TRUE")).is_correct is True
    assert rule_verdict(FREE, read_reply("a lack of vitamins", FREE.question)) is None
    assert rule_verdict(FREE, read_reply("Scurvy.", FREE.question)).is_correct is True
    assert rule_verdict(PAIR, read_reply("B", PAIR.question)).is_correct is True


@pytest.mark.parametrize(
    ("model_id", "served", "is_it"),
    [
        ("gpt-oss:120b", "gpt-oss:120b", True),
        ("gpt-oss:120b", "GPT-OSS:120B", True),
        ("gpt-oss", "gpt-oss:latest", True),
        ("gpt-oss:latest", "gpt-oss", True),
        ("gpt-5", "gpt-5-2026-01-01", True),
        ("gpt-5", "gpt-5-0613", True),
        ("gpt-5", "gpt-5-mini", False),
        ("gpt-5", "gpt-5-mini-2026-01-01", False),
        ("gpt-5", "gpt-5-", False),
        ("gpt-oss:120b", "gpt-oss:20b", False),
        ("gpt-oss:120b", "gpt-oss", False),
        ("gpt-oss:120b", "", False),
        ("gpt-oss:120b", "/models/judge.gguf", True),
    ],
)
def test_a_verdict_counts_only_from_the_model_that_was_asked(model_id, served, is_it):
    asked = judge(model_id=model_id, aliases=aliases_of("/models/Judge.gguf"))
    verdict = verdict_of(asked, PAIR, RIGHT, said("FALSE", served_model=served))
    assert ("llm_judge_gpt_oss_120b" if is_it else "rule_based_fallback_v1") == verdict.judge_method


@pytest.mark.parametrize(("n_tokens", "is_full"), [(90, False), (99, True)])
def test_a_judge_whose_context_was_full_may_have_forgotten_the_question(n_tokens, is_full):
    usage = Usage(prompt_tokens=n_tokens, completion_tokens=1)
    verdict = verdict_of(judge(full_context=100), PAIR, RIGHT, said("FALSE", usage=usage))
    assert ("invalid_output" if is_full else None) == verdict.fallback_cause
    assert is_full == ("context of 100 tokens was full" in verdict.reason)


def test_three_failures_in_a_row_are_a_judge_that_is_down():
    asked = judge()
    for _ in range(2):
        verdict_of(asked, PAIR, RIGHT, failure())
        assert asked.down is None
    verdict_of(asked, PAIR, RIGHT, failure(status=502))
    assert ("unavailable", "judge unavailable (server 502: busy)") == asked.down


@pytest.mark.parametrize("text", ["TRUE", "no verdict at all"])
def test_a_reply_in_between_begins_the_count_anew(text):
    asked = judge()
    for attempt in (failure(), failure(), said(text), failure(), failure()):
        verdict_of(asked, PAIR, RIGHT, attempt)
    assert asked.down is None


def test_a_failure_that_no_other_question_would_escape_is_enough():
    asked = judge()
    verdict_of(asked, PAIR, RIGHT, failure("not_found", is_transient=False, is_fatal=True, status=404))
    assert asked.down
    assert "unavailable" == asked.down[0]


def test_a_judge_is_asked_for_a_verdict_on_the_answer_without_its_thoughts():
    case = build_case(PAIR, entry("<think>A? A!</think>I say B."))
    made = judge().verdict_request(PAIR.question, case.text)
    (message,) = made.messages
    assert "\nI say B.\n" in message["content"]
    assert "A? A!" not in message["content"]
    assert ("gpt-oss:120b", 0.0, None, 16384) == (made.model_id, made.temperature, made.mode, made.max_tokens)


def test_a_judges_reply_is_no_longer_than_its_endpoint_allows():
    made = judge(limits=Limits(max_completion_tokens=99)).verdict_request(PAIR.question, "B")
    assert (99, 16384) == (made.max_tokens, made.max_tokens_wanted)


@pytest.mark.parametrize(
    ("name", "method"),
    [("gpt-oss:120b", "llm_judge_gpt_oss_120b"), ("openai/GPT 5.2", "llm_judge_openai_gpt_5_2")],
)
def test_a_method_is_the_name_that_the_user_gave(name, method):
    assert method == judge(name=name, model_id="other").method
