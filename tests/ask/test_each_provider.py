"""Each provider, played: how it is told to think, where its thoughts come, what it counts, and what its errors mean.

The rows are those of the providers' own behaviour; `provider_server` says in their own words what they say.
"""

import asyncio

import pytest
from ask_builders import KEY, endpoint
from builders import request
from provider_server import provider_server

from omnibench.ask.client import Client
from omnibench.ask.retry import ask_with_retries
from omnibench.plan.prompt import build_messages
from omnibench.records import Failure, Image, Question, Reply

FLAVOURS = ("ollama", "openrouter", "vllm", "sglang", "llamacpp", "lmstudio", "openai")
TEMPLATES = ("vllm", "sglang", "llamacpp")
THINKER = {"id": "m", "capabilities": ["completion", "thinking"]}
THOUGHTS = "Let me think step by step."


@pytest.fixture(scope="module")
def running():
    with provider_server() as server:
        yield server


@pytest.fixture
def play(running):
    """Set the server up as a provider and ask it; all the tries that its failure gets, without a wait."""

    def playing(flavour, model=None, *, faults=(), ask=None, **config):
        running.reset(flavour=flavour, models=[model or {"id": "m"}], faults=list(faults), **config)
        at = endpoint(running.base_url, provider=flavour)
        return asyncio.run(asking(at, request(**{"model_id": "m", "timeout_s": 20.0, **(ask or {})})))

    return playing


async def asking(at, made):
    client, waits = Client(at), []

    async def sleep(seconds):
        waits.append(seconds)

    try:
        return await ask_with_retries(
            lambda: client.ask(made), sleep=sleep, has_answered=lambda: True, is_stopping=lambda: False
        )
    finally:
        await client.close()


def n_asked(server):
    return len(server.stats()["chats"])


# --- thinking ----------------------------------------------------------------------------------------


@pytest.mark.parametrize("flavour", [flavour for flavour in FLAVOURS if flavour != "openai"])
@pytest.mark.parametrize(
    ("mode", "thoughts"),
    [
        ({"mode": "think"}, THOUGHTS),
        ({"mode": "think", "effort": "high"}, THOUGHTS),
        ({"mode": "non_think"}, ""),
        ({"mode": None}, THOUGHTS),
    ],
)
def test_a_mode_is_switched_in_the_providers_own_way(play, flavour, mode, thoughts):
    attempt = play(flavour, THINKER, ask=mode)
    assert isinstance(attempt, Reply), attempt
    assert ("A", thoughts) == (attempt.text, attempt.reasoning_text)


@pytest.mark.parametrize("flavour", TEMPLATES)
@pytest.mark.parametrize("variable", ["enable_thinking", "thinking"])
@pytest.mark.parametrize(
    ("mode", "thoughts"), [("think", THOUGHTS), ("non_think", "")], ids=["think", "non_think"]
)
def test_a_mode_reaches_a_chat_template_whatever_it_calls_its_variable(
    play, flavour, variable, mode, thoughts
):
    attempt = play(flavour, {**THINKER, "template_variable": variable}, ask={"mode": mode})
    assert isinstance(attempt, Reply)
    assert thoughts == attempt.reasoning_text


@pytest.mark.parametrize("effort", [None, "low", "high"])
def test_a_switch_of_the_registry_is_the_only_one_that_llamacpp_sees(play, running, effort):
    """With both, llama.cpp follows the template's argument and thinks on."""
    off = {"extra_body": {"reasoning_effort": "none"}}
    attempt = play("llamacpp", THINKER, ask={"mode": "think", "effort": effort, **off})
    assert isinstance(attempt, Reply)
    assert "" == attempt.reasoning_text


@pytest.mark.parametrize("flavour", ["openrouter", "vllm", "sglang", "llamacpp", "lmstudio"])
def test_a_model_that_cannot_think_ignores_an_effort(play, flavour):
    attempt = play(flavour, ask={"mode": "think", "effort": "high"})
    assert isinstance(attempt, Reply)
    assert ("A", "") == (attempt.text, attempt.reasoning_text)


@pytest.mark.parametrize(
    ("flavour", "model", "ask"),
    [
        ("ollama", {"id": "m"}, {"mode": "think", "effort": "high"}),
        ("ollama", {**THINKER, "efforts": ["low"]}, {"mode": "think", "effort": "medium"}),
        ("ollama", THINKER, {"mode": "think", "extra_body": {"reasoning_effort": "very"}}),
        ("openrouter", {**THINKER, "reasoning_mandatory": True}, {"mode": "non_think"}),
        ("llamacpp", THINKER, {"mode": "think", "extra_body": {"reasoning_format": "zzz"}}),
        (
            "vllm",
            {**THINKER, "reasoning": "inline"},
            {"mode": "think", "extra_body": {"thinking_token_budget": 9}},
        ),
    ],
)
def test_a_setting_for_reasoning_that_a_model_refuses_ends_its_run_at_once(
    play, running, flavour, model, ask
):
    failure = play(flavour, model, ask=ask)
    assert isinstance(failure, Failure)
    assert ("bad_request", "mode", True) == (failure.kind, failure.cause, failure.is_fatal)
    assert 1 == n_asked(running)


def test_a_model_of_ollama_that_cannot_think_can_be_told_not_to(play):
    assert isinstance(play("ollama", ask={"mode": "non_think"}), Reply)
    assert isinstance(play("ollama", ask={"mode": "think"}), Reply)


def test_a_model_that_always_thinks_is_seen_to(play):
    attempt = play("ollama", {**THINKER, "reasoning_mandatory": True}, ask={"mode": "non_think"})
    assert isinstance(attempt, Reply)
    assert THOUGHTS == attempt.reasoning_text


def test_openrouter_takes_a_budget_in_place_of_an_effort(play):
    budget = {"reasoning": {"max_tokens": 2000}}
    assert isinstance(play("openrouter", THINKER, ask={"mode": "think", "extra_body": budget}), Reply)


# --- thoughts ----------------------------------------------------------------------------------------


@pytest.mark.parametrize("flavour", ["vllm", "openrouter", "lmstudio"])
@pytest.mark.parametrize(
    ("channel", "text", "thoughts"),
    [
        ("reasoning", "A", THOUGHTS),
        ("reasoning_content", "A", THOUGHTS),
        ("reasoning_details", "A", THOUGHTS),
        ("inline", "A", THOUGHTS),
        ("bare_close", "A", THOUGHTS),
        ("unclosed", "", THOUGHTS),
        ("hidden", "A", ""),
    ],
)
def test_thoughts_are_read_from_every_place(play, flavour, channel, text, thoughts):
    attempt = play(flavour, {**THINKER, "reasoning": channel}, ask={"mode": "think"})
    assert isinstance(attempt, Reply)
    assert (text, thoughts) == (attempt.text, attempt.reasoning_text)


@pytest.mark.parametrize("flavour", [flavour for flavour in FLAVOURS if flavour != "openai"])
def test_thoughts_that_ate_the_budget_are_kept_and_not_asked_for_again(play, running, flavour):
    attempt = play(flavour, THINKER, ask={"mode": "think", "max_tokens": 2})
    assert isinstance(attempt, Reply)
    assert ("", "Let me t", "length") == (attempt.text, attempt.reasoning_text, attempt.finish_reason)
    assert 1 == n_asked(running)


def test_an_answer_that_vllms_parser_took_for_a_thought_is_no_answer(play, running):
    attempt = play("vllm", faults=[{"match": {}, "do": "answer_in_reasoning"}])
    assert isinstance(attempt, Reply)
    assert ("", "A") == (attempt.text, attempt.reasoning_text)
    assert 2 == n_asked(running)


# --- usage -------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("flavour", "reasoning_tokens"),
    [
        ("ollama", None),
        ("openrouter", 7),
        ("vllm", 7),
        ("sglang", 7),
        ("llamacpp", None),
        ("lmstudio", 7),
        ("openai", 7),
    ],
)
def test_what_a_provider_counts_is_kept_and_the_rest_is_open(play, flavour, reasoning_tokens):
    attempt = play(flavour, THINKER, ask={"mode": "think", "temperature": 1.0})
    assert isinstance(attempt, Reply)
    usage = attempt.usage
    assert (1, 8, reasoning_tokens) == (usage.prompt_tokens, usage.completion_tokens, usage.reasoning_tokens)
    assert (usage.cost_usd is not None) is (flavour == "openrouter")
    assert (attempt.upstream is not None) is (flavour == "openrouter")


# --- errors ------------------------------------------------------------------------------------------

IMAGE = {"type": "image_url", "image_url": {"url": "data:image/png;base64,AA=="}}
WEBP = {"type": "image_url", "image_url": {"url": "data:image/webp;base64,AA=="}}


def with_image(image=IMAGE):
    return {"messages": ({"role": "user", "content": [{"type": "text", "text": "?"}, image]},)}


LONG = {"messages": ({"role": "user", "content": "word " * 100},), "max_tokens": 8}
NO_ROOM = {"do": "status", "status": 500, "message": "cudaMalloc failed: out of memory"}
ERRORS = [
    # provider, model, fault, what is asked: kind, cause, is_fatal, tries
    *[(flavour, {"id": "m", "context_length": 64, "overflow": "refuse"}, None, LONG, "bad_request", "context", False, 1) for flavour in FLAVOURS],
    ("vllm", {"id": "m", "context_length": 64}, None, {"max_tokens": 65}, "bad_request", "context", False, 1),
    ("sglang", {"id": "m", "context_length": 64}, None, {"max_tokens": 64}, "bad_request", "context", False, 1),
    *[(flavour, {"id": "m"}, None, with_image(), "bad_request", "image", False, 1) for flavour in ("ollama", "openrouter", "vllm", "llamacpp", "openai")],
    ("lmstudio", {"id": "m", "capabilities": ["vision"]}, None, with_image(WEBP), "bad_request", "image", False, 1),
    *[(flavour, {"id": "other"}, None, {}, "not_found", None, True, 1) for flavour in ("ollama", "openrouter", "vllm", "lmstudio", "openai")],
    *[(flavour, {"id": "m"}, {"do": "status", "status": 401}, {}, "auth", None, True, 1) for flavour in FLAVOURS],
    ("ollama", {"id": "m"}, {"do": "status", "status": 503}, {}, "server", "queue", False, 5),
    ("vllm", {"id": "m"}, {"do": "status", "status": 503}, {}, "server", None, False, 5),
    ("sglang", {"id": "m"}, {"do": "status", "status": 503}, {}, "server", "queue", False, 5),
    ("llamacpp", {"id": "m"}, {"do": "status", "status": 503}, {}, "server", "loading", False, 5),
    *[(flavour, {"id": "m"}, {"do": "status", "status": 500}, {}, "server", None, False, 5) for flavour in ("ollama", "vllm", "llamacpp")],
    *[(flavour, {"id": "m"}, {"do": "status", "status": status, "body": "<html>proxy</html>"}, {}, "server", None, False, 5) for flavour in ("ollama", "openrouter") for status in (502, 504, 524)],
    *[(flavour, {"id": "m"}, NO_ROOM, {}, "server", "memory", True, 2) for flavour in ("ollama", "llamacpp", "lmstudio")],
    ("vllm", {"id": "m"}, {"do": "reset"}, {}, "connection", None, False, 5),
    ("vllm", {"id": "m"}, {"do": "cut_json", "variant": "connection"}, {}, "connection", None, False, 5),
    ("sglang", {"id": "m"}, {"do": "finish", "reason": "abort"}, {}, "server", None, False, 5),
    ("vllm", {"id": "m"}, {"do": "html"}, {}, "protocol", "page", False, 5),
    ("openrouter", {"id": "m"}, {"do": "cut_json"}, {}, "protocol", None, False, 5),
    ("openrouter", {"id": "m"}, {"do": "choices_null"}, {}, "protocol", None, False, 5),
    ("openrouter", {"id": "m"}, {"do": "choices_empty"}, {}, "protocol", None, False, 5),
    ("openrouter", {"id": "m"}, {"do": "choice_error"}, {}, "server", None, False, 5),
    *[("openrouter", {"id": "m"}, {"do": "error_200", "status": status}, {}, kind, None, is_fatal, tries) for status, kind, is_fatal, tries in (
        (402, "quota", True, 1), (408, "timeout", False, 2), (429, "rate_limit", False, 5),
        (500, "server", False, 5), (502, "server", False, 5), (503, "server", False, 5))],
    ("openrouter", {"id": "m"}, {"do": "status", "status": 403}, {}, "bad_request", "moderation", False, 1),
    ("openrouter", {"id": "m"}, {"do": "status", "status": 413}, {}, "bad_request", "context", False, 1),
    ("openai", {"id": "m"}, {"do": "quota"}, {}, "quota", None, True, 1),
    ("openrouter", {"id": "m"}, {"do": "quota"}, {}, "quota", None, True, 1),
    ("openai", THINKER, None, {"temperature": 0.0}, "bad_request", "temperature", True, 1),
]  # fmt: skip


@pytest.mark.parametrize(("flavour", "model", "fault", "ask", "kind", "cause", "is_fatal", "n_tries"), ERRORS)
def test_an_error_of_a_provider_means_what_it_means_there(
    play, running, flavour, model, fault, ask, kind, cause, is_fatal, n_tries
):
    faults = [{"match": {}, **fault}] if fault else []
    failure = play(flavour, model, faults=faults, ask=ask)
    assert isinstance(failure, Failure), failure
    assert (kind, cause, is_fatal) == (failure.kind, failure.cause, failure.is_fatal), failure
    assert (n_tries, n_tries) == (failure.n_tries, n_asked(running))
    assert failure.detail


def test_out_of_memory_once_is_nothing(play, running):
    attempt = play("ollama", faults=[{"match": {"first": 1}, **NO_ROOM}])
    assert isinstance(attempt, Reply)
    assert 2 == n_asked(running)


@pytest.mark.parametrize(
    ("do", "n_tries"), [("finish_null", 1), ("length", 1), ("content_filter", 1), ("empty", 2)]
)
def test_an_answer_that_is_none_is_asked_for_again_only_where_that_may_help(play, running, do, n_tries):
    """Thirty equal tokens, a spent budget and a filter come back the same; an empty stop may not."""
    assert isinstance(play("ollama", faults=[{"match": {}, "do": do}]), Reply)
    assert n_tries == n_asked(running)


def test_an_answer_of_another_model_says_so(play):
    attempt = play("lmstudio", faults=[{"match": {}, "do": "other_model", "served": "loaded-before"}])
    assert isinstance(attempt, Reply)
    assert "loaded-before" == attempt.served_model


@pytest.mark.parametrize("flavour", FLAVOURS)
def test_a_reply_is_held_to_words_in_a_form_that_each_takes(play, flavour):
    judge = {"id": "m", "role": "judge", "judge": "chatty", "holds_form": True}
    attempt = play(flavour, judge, ask={"mode": None, "words": ("TRUE", "FALSE")})
    assert isinstance(attempt, Reply)
    assert ("TRUE" if flavour == "vllm" else '{"verdict": "TRUE"}') == attempt.text


def test_a_schema_stops_the_thoughts_of_lm_studio_without_a_word(play):
    attempt = play("lmstudio", {**THINKER, "holds_form": True}, ask={"mode": None, "words": ("A", "B")})
    assert isinstance(attempt, Reply)
    assert "" == attempt.reasoning_text


@pytest.mark.parametrize("flavour", FLAVOURS)
@pytest.mark.parametrize("media_type", ["image/png", "image/jpeg"])
def test_an_image_is_sent_in_the_form_that_each_reads(play, flavour, media_type):
    question = Question(question_id="q", text="?", kind="free_text", images=("x",))
    image = Image(name="x", media_type=media_type, sha256="0", content=b"x")
    ask = {"messages": build_messages(question, "direct", [image])}
    assert isinstance(play(flavour, {"id": "m", "capabilities": ["vision"]}, ask=ask), Reply)


def test_a_local_server_is_sent_the_limit_that_it_obeys(play):
    """Ollama ignores `max_completion_tokens`: it would answer without an end."""
    attempt = play("ollama", {"id": "m", "answer": "A long answer"}, ask={"max_tokens": 1})
    assert isinstance(attempt, Reply)
    assert ("A lo", "length") == (attempt.text, attempt.finish_reason)


# --- OpenRouter --------------------------------------------------------------------------------------


def test_a_long_question_is_refused_rather_than_cut_in_its_middle(play):
    long = {"messages": ({"role": "user", "content": "word " * 10_000},)}
    failure = play("openrouter", {"id": "m", "context_length": 8192}, ask=long)
    assert isinstance(failure, Failure)
    assert "context" == failure.cause
    on = {"plugins": [{"id": "context-compression", "enabled": True}]}
    attempt = play("openrouter", {"id": "m", "context_length": 8192}, ask={**long, "extra_body": on})
    assert isinstance(attempt, Reply)


PINNED = {"order": ["DeepInfra"], "allow_fallbacks": False, "data_collection": "deny"}


def test_a_pinned_upstream_answers_or_nobody_does(play):
    ask = {"extra_body": {"provider": PINNED}}
    attempt = play("openrouter", {"id": "m", "upstreams": ["Other", "DeepInfra"]}, ask=ask)
    assert isinstance(attempt, Reply)
    assert "DeepInfra" == attempt.upstream
    failure = play("openrouter", {"id": "m", "upstreams": ["Other"]}, ask=ask)
    assert isinstance(failure, Failure)
    assert ("not_found", "routing", True) == (failure.kind, failure.cause, failure.is_fatal)


@pytest.mark.parametrize("do", ["status", "error_200"])
@pytest.mark.parametrize(
    ("status", "more", "kind", "n_tries"),
    [
        (402, {"error": {"metadata": {"limit_source": "openrouter_in_flight_budget"}}}, "rate_limit", 5),
        (402, {"error": {"metadata": {"limit_source": "openrouter_credits"}}}, "quota", 1),
        (403, {"error": {"metadata": {"limit_source": "openrouter_key_limit"}}}, "quota", 1),
        (429, {"error": {"metadata": {"limit_source": "openrouter_free_tier_daily"}}}, "quota", 1),
        (429, {"message": "Rate limit exceeded: free-models-per-day"}, "quota", 1),
        (429, {"message": "Rate limit exceeded: free-models-per-min"}, "rate_limit", 5),
        (503, {"error": {"availability": {"code": "overloaded", "retryable": False}}}, "server", 1),
        (503, {"error": {"availability": {"retryable": True, "retry_after": 3}}}, "server", 5),
        (503, {"error": {"availability": {"retryable": True, "retry_after": 900}}}, "server", 1),
        (502, {"error": {"metadata": {"error_type": "invalid_request"}}}, "bad_request", 1),
    ],
)
def test_what_openrouter_says_of_an_error_is_believed(play, running, do, status, more, kind, n_tries):
    failure = play("openrouter", faults=[{"match": {}, "do": do, "status": status, **more}])
    assert isinstance(failure, Failure)
    assert (kind, n_tries) == (failure.kind, n_asked(running))


def test_the_upstreams_own_words_stand_in_the_failure(play):
    failure = play("openrouter", faults=[{"match": {}, "do": "error_200", "status": 502}])
    assert isinstance(failure, Failure)
    assert "Provider returned error (provider_unavailable TestProvider upstream overloaded)" == failure.detail


@pytest.mark.parametrize(
    ("headers", "wait_s"),
    [
        ({"Retry-After": "7"}, 7.0),
        ({"Retry-After": "Thu, 01 Jan 2026 00:01:00 GMT", "Date": "Thu, 01 Jan 2026 00:00:00 GMT"}, 60.0),
        ({"retry-after-ms": "250"}, 0.25),
        ({"retry-after-ms": "250", "Retry-After": "7"}, 0.25),
    ],
)
def test_a_wait_is_read_from_every_form_of_header(play, headers, wait_s):
    failure = play("openai", faults=[{"match": {}, "do": "status", "status": 429, "headers": headers}])
    assert isinstance(failure, Failure)
    assert wait_s == failure.retry_after_s


def test_a_key_that_is_required_is_sent_to_each_provider(play):
    for flavour in FLAVOURS:
        assert isinstance(play(flavour, require_key=KEY), Reply)
