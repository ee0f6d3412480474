"""Everything that a provider is known to do becomes a reply or a failure of the right sort."""

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from omnibench.ask.classify import classify_body, classify_status, parse_retry_after
from omnibench.records import Failure, Reply, Usage


def read(body, **headers):
    content = body if isinstance(body, bytes) else json.dumps(body).encode()
    return classify_body(content, latency_s=1.5, answered_at="2026-01-01T00:00:00Z", headers=headers)


def refuse(status, body=b"", **headers):
    content = body if isinstance(body, bytes) else json.dumps(body).encode()
    return classify_status(status, headers, content)


def chat(content="A", finish_reason="stop", **message):
    return {
        "model": "m",
        "choices": [{"message": {"content": content, **message}, "finish_reason": finish_reason}],
    }


def error(message, code=None, kind=None, **more):
    return {"error": {"message": message, "code": code, "type": kind, **more}}


TRANSIENT, FATAL, THIS_ONE = (True, False), (False, True), (False, False)


@pytest.mark.parametrize(
    ("body", "kind", "sort"),
    [
        (error("Provider returned error", 502), "server", TRANSIENT),
        (error("slow down", "429"), "rate_limit", TRANSIENT),
        (error("Insufficient credits", 402), "quota", FATAL),
        (error("no code at all"), "server", TRANSIENT),
        (error("Input was flagged by moderation", 403), "bad_request", THIS_ONE),
        (error("x is not a valid model ID", 400), "not_found", FATAL),
        (error("Internal Server Error", 500), "server", TRANSIENT),
        ({**error("late", 502), "choices": [{"message": {"content": "A"}}]}, "server", TRANSIENT),
        ({"object": "error", "message": "flat", "code": 400}, "protocol", TRANSIENT),
        ({"error": "busy"}, "server", TRANSIENT),
        ({"choices": None}, "protocol", TRANSIENT),
        ({"choices": []}, "protocol", TRANSIENT),
        ({"choices": [None]}, "protocol", TRANSIENT),
        ({}, "protocol", TRANSIENT),
        ([], "protocol", TRANSIENT),
        (b"<html>Sign in</html>", "protocol", TRANSIENT),
        (b'{"choices": [{"mess', "protocol", TRANSIENT),
        (b"", "protocol", TRANSIENT),
        (b"\xff\xfe", "protocol", TRANSIENT),
        (b"[" * 100_000, "protocol", TRANSIENT),
        (chat("The answer is pro", "error"), "server", TRANSIENT),
        (chat("The answer is pro", "abort"), "server", TRANSIENT),
        (
            {"choices": [{"error": {"code": 502, "message": "gone"}, "message": {"content": "A"}}]},
            "server",
            TRANSIENT,
        ),
    ],
)
def test_a_200_that_is_no_answer_is_a_failure(body, kind, sort):
    failure = read(body)
    assert isinstance(failure, Failure)
    assert (kind, sort) == (failure.kind, (failure.is_transient, failure.is_fatal))


@pytest.mark.parametrize(
    ("status", "body", "kind", "sort"),
    [
        (400, error("bad value"), "bad_request", THIS_ONE),
        (401, error("Incorrect API key provided.", "invalid_api_key"), "auth", FATAL),
        (401, {"error": "Unauthorized"}, "auth", FATAL),
        (402, error("Insufficient credits", 402), "quota", FATAL),
        (403, error("Key is not allowed"), "auth", FATAL),
        (403, error("Input was flagged by moderation"), "bad_request", THIS_ONE),
        (404, error("model 'x' not found", None, "not_found_error"), "not_found", FATAL),
        (404, {"error": "model 'x' not found"}, "not_found", FATAL),
        (404, {"detail": "Not Found"}, "not_found", FATAL),
        (400, error("x is not a valid model ID", 400), "not_found", FATAL),
        (400, error("model 'x' not found", 400), "not_found", FATAL),
        (400, error('"m" does not support thinking'), "bad_request", FATAL),
        (404, error("No models loaded. Please load a model"), "not_found", FATAL),
        (
            400,
            {"object": "error", "message": "The input (9 tokens) is longer", "code": 400},
            "bad_request",
            THIS_ONE,
        ),
        (
            400,
            error("request (9 tokens) exceeds the available context size (8 tokens)"),
            "bad_request",
            THIS_ONE,
        ),
        (408, b"", "timeout", TRANSIENT),
        (409, b"", "server", TRANSIENT),
        (413, b"", "bad_request", THIS_ONE),
        (422, {"detail": [{"msg": "field required"}]}, "bad_request", THIS_ONE),
        (425, b"", "server", TRANSIENT),
        (429, error("Rate limit reached"), "rate_limit", TRANSIENT),
        (429, error("You exceeded your current quota", "insufficient_quota"), "quota", FATAL),
        (451, b"", "bad_request", THIS_ONE),
        (500, error("The server had an error"), "server", TRANSIENT),
        (500, error("image input is not supported - hint: mmproj"), "bad_request", THIS_ONE),
        (500, error("Unknown reasoning format: zzz", 500, "server_error"), "bad_request", FATAL),
        (500, error("cudaMalloc failed: out of memory; insufficient memory"), "server", TRANSIENT),
        (501, b"", "bad_request", THIS_ONE),
        (502, b"<html>Bad gateway</html>", "server", TRANSIENT),
        (503, error("Loading model", 503, "unavailable_error"), "server", TRANSIENT),
        (
            503,
            error("server busy, please try again.  maximum pending requests exceeded"),
            "server",
            TRANSIENT,
        ),
        (524, b"", "server", TRANSIENT),
        (529, error("Overloaded"), "server", TRANSIENT),
        (302, b"", "server", TRANSIENT),
        # Ollama
        (
            404,
            error('model "x" not found, try pulling it first', None, "not_found_error"),
            "not_found",
            FATAL,
        ),
        (
            500,
            error('think value "medium" is not supported for this model', None, "api_error"),
            "bad_request",
            FATAL,
        ),
        (
            400,
            error("the prompt is longer than the context length currently available to the model;"),
            "bad_request",
            THIS_ONE,
        ),
        (500, error("model runner has unexpectedly stopped, this may be due to"), "server", TRANSIENT),
        (
            500,
            error("image input is not supported - hint: provide the mmproj", None, "api_error"),
            "bad_request",
            THIS_ONE,
        ),
        (499, b"", "bad_request", THIS_ONE),
        # vLLM and SGLang
        (
            404,
            error("The model `x` does not exist.", 404, "NotFoundError", param="model"),
            "not_found",
            FATAL,
        ),
        (400, error("This model's maximum context length is 8 tokens.", 400), "bad_request", THIS_ONE),
        (503, {"object": "error", "message": "The request queue is full.", "code": 503}, "server", TRANSIENT),
        # LM Studio
        (400, {"error": "'response_format.type' must be 'json_schema' or 'text'"}, "bad_request", THIS_ONE),
        # OpenRouter
        (
            403,
            error("Forbidden", 403, metadata={"error_type": "content_policy_violation"}),
            "bad_request",
            THIS_ONE,
        ),
        (403, error("Key limit exceeded (daily limit)", 403), "quota", FATAL),
        (404, error("No endpoints found that support image input", 404), "bad_request", THIS_ONE),
        (404, error("No endpoints found matching your data policy", 404), "not_found", FATAL),
        (429, error("Provider returned error", 429, metadata={"raw": "slow down"}), "rate_limit", TRANSIENT),
        # a status that says it all is not argued with
        (503, error("Bad request", 400), "server", TRANSIENT),
        (401, error("model 'x' not found"), "auth", FATAL),
        (402, error("model 'x' not found"), "quota", FATAL),
    ],
)
def test_an_http_error_is_read_by_status_and_wording(status, body, kind, sort):
    failure = refuse(status, body)
    assert (kind, sort, status) == (failure.kind, (failure.is_transient, failure.is_fatal), failure.status)


def test_a_rate_limit_that_mentions_the_billing_page_is_still_a_rate_limit():
    message = "Rate limit reached. Add a payment method at https://platform.openai.com/account/billing."
    assert "rate_limit" == refuse(429, error(message)).kind


@pytest.mark.parametrize("status", [200, 400, 404])
def test_a_message_of_megabytes_is_read_in_a_blink(status):
    """Without a limit the search for its wording would take hours."""
    body = error("model " * 850_000, status)
    failure = read(body) if status == 200 else refuse(status, body)
    assert {200: "server", 400: "bad_request", 404: "not_found"}[status] == failure.kind
    assert 600 == len(failure.detail)


@pytest.mark.parametrize(
    ("body", "part"),
    [
        ({"error": "text alone"}, "text alone"),
        ({"object": "error", "message": "flat"}, "flat"),
        ({"detail": "Not Found"}, "Not Found"),
        (
            error("outer", metadata={"raw": "upstream overloaded", "provider_name": "P"}),
            "P upstream overloaded",
        ),
        (b"plain text", "plain text"),
        (b"", "no message"),
    ],
)
def test_the_reason_is_found_in_every_shape_of_error(body, part):
    assert part in refuse(500, body).detail


def test_a_detail_is_one_short_printable_line():
    detail = refuse(500, error("a\n\x1b[31mb\ud835 " + "x" * 5000)).detail
    assert detail.isprintable()
    assert 600 == len(detail)


@pytest.mark.parametrize(
    ("value", "date", "seconds"),
    [
        ("7", None, 7.0),
        ("1.5", None, 1.5),
        ("-3", None, 0.0),
        ("Thu, 01 Jan 2026 00:01:00 GMT", "Thu, 01 Jan 2026 00:00:00 GMT", 60.0),
        ("Thu, 01 Jan 2026 00:00:00 GMT", "Thu, 01 Jan 2026 00:01:00 GMT", 0.0),
        ("Thu, 01 Jan 2026 00:01:00 GMT", None, None),
        ("soon", None, None),
        ("nan", None, None),
        ("inf", None, None),
        (None, None, None),
    ],
)
def test_retry_after_takes_seconds_and_dates(value, date, seconds):
    assert seconds == parse_retry_after(value, date)


def test_retry_after_is_kept_of_an_http_error_and_of_a_200():
    assert 9.0 == refuse(503, b"", **{"retry-after": "9"}).retry_after_s
    assert 9.0 == read(error("busy", 503), **{"retry-after": "9"}).retry_after_s


@pytest.mark.parametrize(
    ("headers", "availability", "seconds"),
    [
        ({"retry-after-ms": "1500"}, None, 1.5),
        ({"retry-after-ms": "0"}, None, 0.0),
        ({"retry-after-ms": "soon", "retry-after": "7"}, None, 7.0),
        ({"retry-after-ms": "1500", "retry-after": "7"}, {"retry_after": 30}, 1.5),
        ({"retry-after": "7"}, {"retry_after": 30}, 7.0),
        ({}, {"retry_after": 30}, 30.0),
        ({}, {"retry_after": "30"}, None),
        ({}, {"retry_after": -1}, None),
        ({}, "later", None),
        ({}, None, None),
    ],
)
def test_a_wait_is_found_wherever_a_provider_says_it(headers, availability, seconds):
    body = error("busy", 503, availability=availability)
    assert seconds == refuse(503, body, **headers).retry_after_s
    assert seconds == read(body, **headers).retry_after_s


@pytest.mark.parametrize(
    ("headers", "availability", "is_transient"),
    [
        ({}, {"retryable": False}, False),
        ({}, {"retryable": True}, True),
        ({}, {"retryable": None}, True),
        ({"x-should-retry": "false"}, None, False),
        ({"x-should-retry": "true"}, None, True),
    ],
)
def test_a_provider_that_says_so_is_not_asked_again(headers, availability, is_transient):
    body = error("Provider returned error", 502, availability=availability)
    assert is_transient is refuse(502, body, **headers).is_transient


def test_what_a_provider_calls_retryable_does_not_mend_a_wrong_key():
    body = error("User not found.", 401, availability={"retryable": True})
    assert not refuse(401, body, **{"x-should-retry": "true"}).is_transient


def test_the_real_reason_behind_a_broker_is_kept():
    metadata = {
        "error_type": "provider_overloaded",
        "provider_name": "DeepInfra",
        "raw": '{"detail":"queue"}',
    }
    failure = refuse(503, error("Provider returned error", 503, metadata=metadata))
    assert 'Provider returned error (provider_overloaded DeepInfra {"detail":"queue"})' == failure.detail


@pytest.mark.parametrize(
    ("message", "text", "reasoning"),
    [
        ({"content": "A"}, "A", ""),
        ({"content": None}, "", ""),
        ({"content": None, "refusal": "I cannot help."}, "I cannot help.", ""),
        (
            {"content": [{"type": "text", "text": "A"}, {"type": "x"}, {"type": "text", "text": "B"}]},
            "AB",
            "",
        ),
        ({"content": "A", "reasoning": "why"}, "A", "why"),
        ({"content": "A", "reasoning_content": "why"}, "A", "why"),
        (
            {"content": "A", "reasoning_details": [{"text": "one"}, {"summary": "two"}, {"data": "x"}]},
            "A",
            "one\ntwo",
        ),
        ({"content": "<think>why</think>A"}, "A", "why"),
        ({"content": "why</think>A"}, "A", "why"),
        ({"content": "<think>why"}, "", "why"),
        (None, "", ""),
    ],
)
def test_text_and_reasoning_are_separated_whatever_field_they_come_in(message, text, reasoning):
    reply = read({"choices": [{"message": message, "finish_reason": "stop"}]})
    assert isinstance(reply, Reply)
    assert (text, reasoning) == (reply.text, reply.reasoning_text)


def test_what_stands_around_a_body_does_not_matter():
    for content in (b"\n\n  " + json.dumps(chat()).encode(), b"\xef\xbb\xbf" + json.dumps(chat()).encode()):
        assert isinstance(read(content), Reply)


def test_the_first_reasoning_field_that_says_something_counts():
    message = {"reasoning": "", "reasoning_content": None, "reasoning_details": [{"text": "why"}]}
    assert "why" == read(chat("A", **message)).reasoning_text
    both = {"reasoning": "new name", "reasoning_content": "old name"}
    assert "new name" == read(chat("A", **both)).reasoning_text
    assert "field" == read(chat("<think>inline</think>A", reasoning="field")).reasoning_text
    assert (
        "" == read(chat("A", reasoning_details=[{"type": "reasoning.encrypted", "data": "x"}])).reasoning_text
    )


def test_what_a_model_said_is_kept_as_it_came():
    reply = read(chat("<think>why</think>A"))
    assert ("<think>why</think>A", "2026-01-01T00:00:00Z") == (reply.raw_text, reply.answered_at)


@pytest.mark.parametrize("odd", [None, 5, ["m"], {}])
def test_a_served_model_or_finish_that_is_no_text_is_none(odd):
    reply = read({**chat(finish_reason=odd), "model": odd})
    assert (None, None) == (reply.served_model, reply.finish_reason)


@pytest.mark.parametrize("finish_reason", ["stop", "length", "content_filter", None])
def test_an_empty_or_cut_reply_is_still_a_reply(finish_reason):
    reply = read(chat("", finish_reason))
    assert isinstance(reply, Reply)
    assert ("", finish_reason, "m", 1.5) == (
        reply.text,
        reply.finish_reason,
        reply.served_model,
        reply.latency_s,
    )


@pytest.mark.parametrize(
    ("usage", "expected"),
    [
        (None, Usage()),
        ("many", Usage()),
        ({"prompt_tokens": 3, "completion_tokens": 4}, Usage(prompt_tokens=3, completion_tokens=4)),
        ({"completion_tokens_details": {"reasoning_tokens": 2}}, Usage(reasoning_tokens=2)),
        ({"reasoning_tokens": 2}, Usage(reasoning_tokens=2)),
        ({"cost": 0.25}, Usage(cost_usd=0.25)),
        ({"prompt_tokens": -1, "completion_tokens": True, "cost": "1"}, Usage()),
        ({"prompt_tokens": 2**53, "completion_tokens": 10**400, "reasoning_tokens": 10**400}, Usage()),
        ({"completion_tokens": 2**53 - 1}, Usage(completion_tokens=2**53 - 1)),
        ({"cost": -5}, Usage()),
        ({"cost": -0.01}, Usage()),
        ({"cost": 0}, Usage(cost_usd=0.0)),
        ({"cost": 1e308}, Usage()),
    ],
)
def test_usage_is_kept_where_it_is_told(usage, expected):
    reply = read({**chat(), "usage": usage})
    assert isinstance(reply, Reply)
    assert expected == reply.usage


JSON = st.recursive(st.none() | st.booleans() | st.integers() | st.floats() | st.text(), lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.sampled_from(["error", "message", "code", "metadata", "availability", "retry_after", "error_type", "content", "reasoning_details", "text", "type", "detail", "cost"]), inner, max_size=4), max_leaves=12)  # fmt: skip


@given(value=JSON, status=st.integers(400, 599))
def test_no_json_whatever_raises(value, status):
    assert isinstance(refuse(status, value), Failure)
    for body in (value, {"choices": [value]}, {"choices": [{"message": value}]}, {**chat(), "usage": value}):
        assert isinstance(read(body), Reply | Failure)


@pytest.mark.parametrize("code", ["²", "9" * 5000, True, -1, 1.5])
def test_an_odd_code_is_no_status(code):
    assert 200 == read(error("x", code)).status
    assert isinstance(read({**chat(), "usage": {"cost": 10**400}}), Reply)
