"""Whatever a provider does, a client gives back a reply or a failure, in time, and keeps its key to itself."""

import asyncio
import contextlib
import json
from types import SimpleNamespace

import httpx2
import openai
import pytest
from ask_builders import KEY, endpoint
from builders import request
from provider_server import provider_server

from omnibench.ask.client import Client, open_native, read_certificates
from omnibench.errors import SettingsInvalid
from omnibench.records import Failure, Reply
from omnibench.settings import load_environment

DEAD = "http://127.0.0.1:1"
FAR_AWAY = "http://10.255.255.1:9/v1"


@pytest.fixture(scope="module")
def running():
    with provider_server() as server:
        yield server


@pytest.fixture
def server(running):
    running.reset(flavour="vllm", models=[{"id": "m"}], answer="A")
    return running


def ask(at, n=1, **changes):
    """Ask n times at once; one attempt, or a list of them."""

    async def asking():
        client = Client(at)
        try:
            made = request(**{"model_id": "m", "timeout_s": 20.0, **changes})
            return await asyncio.gather(*(client.ask(made) for _ in range(n)))
        finally:
            await client.close()

    attempts = asyncio.run(asking())
    return attempts if n > 1 else attempts[0]


def test_an_answer_comes_with_its_facts(server):
    attempt = ask(endpoint(server.base_url))
    assert isinstance(attempt, Reply)
    assert ("A", "A", "", "stop", "m") == (
        attempt.text, attempt.raw_text, attempt.reasoning_text, attempt.finish_reason, attempt.served_model,
    )  # fmt: skip
    assert attempt.usage.completion_tokens == 1
    assert attempt.latency_s > 0
    assert attempt.answered_at.startswith("20")
    assert attempt.answered_at.endswith("Z")


def test_what_is_sent_is_the_body_of_the_dialect_and_the_endpoints_key(server):
    server.configure(require_key=KEY)
    assert isinstance(ask(endpoint(server.base_url), extra_body={"top_k": 1}), Reply)
    sent = server.stats()["recent"][-1]
    assert f"Bearer {KEY}" == sent["headers"]["authorization"]
    assert {
        "model": "m",
        "messages": [{"role": "user", "content": "?"}],
        "max_tokens": 4096,
        "temperature": 0.0,
        "chat_template_kwargs": {"enable_thinking": False, "thinking": False},
        "top_k": 1,
    } == json.loads(sent["body"])


@pytest.mark.parametrize(
    ("fault", "kind", "is_transient", "is_fatal"),
    [
        ({"do": "status", "status": 400}, "bad_request", False, False),
        ({"do": "status", "status": 401}, "auth", False, True),
        ({"do": "status", "status": 404}, "not_found", False, True),
        ({"do": "status", "status": 429}, "rate_limit", True, False),
        ({"do": "status", "status": 500}, "server", True, False),
        ({"do": "status", "status": 503, "body": "<html>gone</html>"}, "server", True, False),
        ({"do": "status", "status": 304}, "server", True, False),
        ({"do": "status", "status": 302, "headers": {"Location": "/nowhere"}}, "not_found", False, True),
        ({"do": "quota"}, "quota", False, True),
        ({"do": "error_200"}, "server", True, False),
        ({"do": "html"}, "protocol", True, False),
        ({"do": "cut_json"}, "protocol", True, False),
        ({"do": "cut_json", "variant": "connection"}, "connection", True, False),
        ({"do": "reset"}, "connection", True, False),
        ({"do": "close"}, "connection", True, False),
        ({"do": "choices_null"}, "protocol", True, False),
        ({"do": "choices_empty"}, "protocol", True, False),
        ({"do": "choice_error"}, "server", True, False),
    ],
)
def test_a_fault_of_the_provider_is_a_failure(server, fault, kind, is_transient, is_fatal):
    server.configure(faults=[{"match": {}, **fault}])
    attempt = ask(endpoint(server.base_url))
    assert isinstance(attempt, Failure)
    assert (kind, is_transient, is_fatal) == (attempt.kind, attempt.is_transient, attempt.is_fatal)
    assert attempt.detail
    assert 1 == server.stats()["by_path"]["POST /v1/chat/completions"]


@pytest.mark.parametrize(
    ("fault", "text", "finish_reason"),
    [
        ({"do": "empty"}, "", "stop"),
        ({"do": "length"}, "The most likely answer is", "length"),
        ({"do": "finish_null"}, "A A A A A A", None),
        ({"do": "content_filter"}, "", "content_filter"),
        ({"do": "refusal"}, "I cannot help with that.", "stop"),
        ({"do": "surrogate"}, "A \ud835", "stop"),
        ({"do": "usage", "usage": None}, "A", "stop"),
        ({"do": "other_model"}, "A", "stop"),
    ],
)
def test_an_odd_answer_is_still_a_reply(server, fault, text, finish_reason):
    server.configure(faults=[{"match": {}, **fault}])
    attempt = ask(endpoint(server.base_url))
    assert isinstance(attempt, Reply)
    assert (text, finish_reason) == (attempt.text, attempt.finish_reason)
    assert attempt.served_model == ("another-model" if fault["do"] == "other_model" else "m")


@pytest.mark.parametrize(
    "field", ["reasoning", "reasoning_content", "reasoning_details", "inline", "bare_close"]
)
def test_thoughts_come_apart_from_the_answer_whatever_field_they_come_in(server, field):
    server.configure(capabilities=["completion", "thinking"], reasoning=field)
    attempt = ask(endpoint(server.base_url), mode="think")
    assert isinstance(attempt, Reply)
    assert ("A", "Let me think step by step.") == (attempt.text, attempt.reasoning_text)


def test_a_wait_for_seconds_is_read_from_the_response(server):
    server.configure(faults=[{"match": {}, "do": "status", "status": 429, "retry_after": 7}])
    attempt = ask(endpoint(server.base_url))
    assert isinstance(attempt, Failure)
    assert 7.0 == attempt.retry_after_s
    rule = {
        "do": "status",
        "status": 200,
        "retry_after": 9,
        "body": {"error": {"message": "busy", "code": 503}},
    }
    server.configure(faults=[{"match": {}, **rule}])
    hidden = ask(endpoint(server.base_url))
    assert isinstance(hidden, Failure)
    assert (503, 9.0) == (hidden.status, hidden.retry_after_s)


def test_a_question_has_one_total_time(server):
    server.configure(faults=[{"match": {}, "do": "hang"}])
    attempt = ask(endpoint(server.base_url), timeout_s=0.05)
    assert isinstance(attempt, Failure)
    assert ("timeout", True) == (attempt.kind, attempt.is_transient)


def test_the_total_time_counts_also_while_something_keeps_coming():
    async def drip(reader, writer):
        await reader.readuntil(b"\r\n\r\n")
        writer.write(b"HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: 99999\r\n\r\n")
        with contextlib.suppress(ConnectionError, asyncio.CancelledError):
            while True:
                writer.write(b" ")
                await writer.drain()
                await asyncio.sleep(0.005)
        writer.close()

    async def asking():
        async with await asyncio.start_server(drip, "127.0.0.1", 0) as slow:
            port = slow.sockets[0].getsockname()[1]
            client = Client(endpoint(f"http://127.0.0.1:{port}/v1"))
            attempt = await client.ask(request(timeout_s=0.1))
            await client.close()
            return attempt

    attempt = asyncio.run(asyncio.wait_for(asking(), 10))
    assert isinstance(attempt, Failure)
    assert "timeout" == attempt.kind


def test_nobody_at_home_is_a_connection_that_failed_and_says_where():
    attempt = ask(endpoint(f"{DEAD}/v1"))
    assert isinstance(attempt, Failure)
    assert ("connection", True) == (attempt.kind, attempt.is_transient)
    assert "http://127.0.0.1:1" in attempt.detail


def test_a_connection_that_takes_too_long_is_no_question_that_does():
    """A question that is slow gets one more try, a server that is away is said to be away."""

    async def post(*_, **__):
        raise openai.APITimeoutError(
            request=httpx2.Request("POST", "http://h/v1")
        ) from httpx2.ConnectTimeout("")

    async def asking():
        client = Client(endpoint("http://h/v1"))
        await client.close()
        client._clients = [SimpleNamespace(post=post, base_url=httpx2.URL("http://h/v1"))]
        return await client.ask(request())

    attempt = asyncio.run(asking())
    assert isinstance(attempt, Failure)
    assert ("connection", "no connection within 10 s (http://h)") == (attempt.kind, attempt.detail)


def test_an_endpoint_has_answered_once_anything_but_silence_came(server):
    async def ask_twice():
        client = Client(endpoint(server.base_url))
        known = [client.has_answered]
        for fault in ({"do": "close"}, {"do": "status", "status": 500}):
            server.configure(faults=[{"match": {}, **fault}])
            await client.ask(request(model_id="m"))
            known.append(client.has_answered)
        await client.close()
        return known

    assert [False, False, True] == asyncio.run(ask_twice())


def test_a_lone_surrogate_in_a_prompt_is_sent_as_a_question_mark(server):
    messages = ({"role": "user", "content": "broken \ud835 emoji 😀"},)
    assert isinstance(ask(endpoint(server.base_url), messages=messages), Reply)
    sent = json.loads(server.stats()["recent"][-1]["body"])
    assert "broken ? emoji 😀" == sent["messages"][0]["content"]


# --- the key -----------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "fault",
    [
        {"do": "status", "status": 401, "body": {"error": {"message": f"Incorrect API key: {KEY}."}}},
        {"do": "status", "status": 500, "body": f"Bearer {KEY} is not welcome"},
        {"do": "error_200", "body": {"error": {"message": f"key {KEY}", "code": 401}}},
        {"do": "html", "body": KEY},
        {"do": "error_200", "body": f"<html>{KEY}"},
    ],
)
def test_a_key_that_a_server_echoes_is_not_repeated(server, fault):
    server.configure(faults=[{"match": {}, **fault}])
    assert KEY not in repr(ask(endpoint(server.base_url)))


def test_a_key_that_a_model_echoes_is_not_kept(server):
    server.configure(answer=f"Your key is {KEY}")
    attempt = ask(endpoint(server.base_url))
    assert isinstance(attempt, Reply)
    assert "Your key is [key]" == attempt.text


def test_a_redirect_to_another_server_does_not_take_the_key_along(server):
    elsewhere = server.base_url.replace("127.0.0.1", "localhost") + "/chat/completions"
    rule = {"match": {"first": 1}, "do": "status", "status": 307, "headers": {"Location": elsewhere}}
    server.configure(faults=[rule])
    ask(endpoint(server.base_url))
    first, second = server.stats()["recent"]
    assert f"Bearer {KEY}" == first["headers"]["authorization"]
    assert KEY not in json.dumps(second)


@pytest.mark.parametrize(
    ("provider", "key"), [("embedded", "embedded"), ("vllm", "EMPTY"), ("openai", "none")]
)
def test_a_dummy_key_is_no_secret_that_would_be_cut_out_of_answers(server, provider, key):
    server.configure(answer=f"an {key} word")
    attempt = ask(endpoint(server.base_url, provider=provider, api_key=key))
    assert isinstance(attempt, Reply)
    assert f"an {key} word" == attempt.text


# --- the environment ---------------------------------------------------------------------------------


@pytest.mark.parametrize("variable", ["HTTP_PROXY", "http_proxy", "ALL_PROXY"])
def test_this_machine_is_reached_without_a_proxy(server, monkeypatch, variable):
    monkeypatch.setenv(variable, DEAD)
    assert isinstance(ask(endpoint(server.base_url)), Reply)


def test_other_machines_are_reached_through_the_proxy(server, monkeypatch):
    monkeypatch.setenv("HTTP_PROXY", server.url)
    attempt = ask(endpoint("http://provider.invalid/v1"))
    assert isinstance(attempt, Failure)
    assert "not_found" == attempt.kind
    assert ["POST http://provider.invalid/v1/chat/completions"] == list(server.stats()["by_path"])


def test_the_sdk_sees_nothing_of_openais_variables(server, monkeypatch, tmp_path):
    for name in ("API_KEY", "ORG_ID", "PROJECT_ID", "BASE_URL", "ADMIN_KEY", "WEBHOOK_SECRET"):
        monkeypatch.setenv(f"OPENAI_{name}", "http://canary-of-openai")
    monkeypatch.setenv("OPENAI_CUSTOM_HEADERS", "X-Canary: canary-of-openai")
    load_environment(tmp_path / ".env")
    assert isinstance(ask(endpoint(server.base_url)), Reply)
    assert "canary-of-openai" not in json.dumps(server.stats()["recent"])


def test_native_endpoints_get_the_key_and_no_proxy_either(server, monkeypatch):
    monkeypatch.setenv("HTTP_PROXY", DEAD)

    async def get():
        async with open_native(endpoint(server.base_url), server.base_url) as http:
            return await http.get("models")

    response = asyncio.run(get())
    assert 200 == response.status_code
    assert f"Bearer {KEY}" == response.request.headers["authorization"]


OPENINGS = {"sdk": lambda url: Client(endpoint(url)), "native": lambda url: open_native(endpoint(url), url)}
UNUSABLE = {"ALL_PROXY": "socks5://127.0.0.1:9", "HTTP_PROXY": "foo://x", "SSL_CERT_FILE": "/nowhere.pem"}


@pytest.mark.parametrize("opening", OPENINGS.values(), ids=OPENINGS)
@pytest.mark.parametrize("variable", UNUSABLE)
def test_an_environment_that_cannot_be_used_is_refused_before_anything_is_sent(
    monkeypatch, variable, opening
):
    read_certificates.cache_clear()
    monkeypatch.setenv(variable, UNUSABLE[variable])
    with pytest.raises(SettingsInvalid, match=f"^no connection to {FAR_AWAY} can be set up: ") as caught:
        opening(FAR_AWAY)
    assert 10 == caught.value.exit_code
    assert variable in caught.value.hint


@pytest.mark.parametrize("variable", UNUSABLE)
def test_an_environment_that_cannot_be_used_does_not_matter_on_this_machine(server, monkeypatch, variable):
    read_certificates.cache_clear()
    monkeypatch.setenv(variable, UNUSABLE[variable])
    assert isinstance(ask(endpoint(server.base_url)), Reply)


@pytest.mark.parametrize("opening", OPENINGS.values(), ids=OPENINGS)
def test_a_connection_that_cannot_be_set_up_shows_no_password(monkeypatch, opening):
    monkeypatch.setenv("ALL_PROXY", f"foo://user:{KEY}@x")
    with pytest.raises(SettingsInvalid) as caught:
        opening(f"http://user:{KEY}@10.255.255.1:9/v1")
    assert KEY not in f"{caught.value} {caught.value.hint}"


# --- several URLs ------------------------------------------------------------------------------------


def test_a_request_goes_to_the_url_that_is_named_and_so_does_a_probe(server):
    other = server.base_url.replace("127.0.0.1", "localhost")
    at = endpoint(server.base_url, other, f"{DEAD}/v1")

    async def run():
        client = Client(at)
        replies = [await client.ask(request(model_id="m"), number) for number in (0, 1)]
        there = [await client.is_there(number) for number in range(3)]
        await client.close()
        return replies, there

    replies, there = asyncio.run(run())
    hosts = [r["headers"]["host"].split(":")[0] for r in server.stats()["recent"]]
    assert all(isinstance(attempt, Reply) for attempt in replies)
    assert ["127.0.0.1", "localhost"] == hosts[:2]
    assert [True, True, False] == there


def test_a_server_that_answers_with_an_error_of_its_own_is_there_and_a_broken_one_is_not(server):
    async def probe():
        client = Client(endpoint(server.base_url))
        there = await client.is_there(0)
        await client.close()
        return there

    server.configure(faults=[{"match": {"path": "/models"}, "do": "status", "status": 401}])
    assert asyncio.run(probe())
    server.configure(faults=[{"match": {"path": "/models"}, "do": "status", "status": 502}])
    assert not asyncio.run(probe())


# --- the SDK's errors --------------------------------------------------------------------------------

NOT_RAISED = {
    "OpenAIError": "the base; by itself only for missing credentials, which an endpoint always has",
    "APIError": "the base; by itself only in streams, which are not used",
    "APIResponseValidationError": "only with strict validation, and the bytes are read by `classify`",
    "LengthFinishReasonError": "only by the helpers that parse structured output",
    "ContentFilterFinishReasonError": "only by the helpers that parse structured output",
    "InvalidWebhookSignatureError": "only by webhooks",
    "WebSocketConnectionClosedError": "only by the realtime API",
    "WebSocketQueueFullError": "only by the realtime API",
    "_AmbiguousModuleClientUsageError": "only by the module-level client",
}
RAISED = [
    error
    for name, error in sorted(vars(openai).items())
    if isinstance(error, type) and issubclass(error, BaseException) and name not in NOT_RAISED
]


def sdk_error(kind):
    """An instance as the SDK builds it, by the base that the client must know."""
    sent = httpx2.Request("POST", "http://h/v1/chat/completions")
    if issubclass(kind, openai.OAuthError):
        return kind(response=httpx2.Response(401, request=sent), body=None)
    if issubclass(kind, openai.APIStatusError):
        status = getattr(kind, "status_code", None)
        response = httpx2.Response(status if isinstance(status, int) else 500, request=sent)
        return kind("no", response=response, body=None)
    if issubclass(kind, openai.APITimeoutError):
        return kind(request=sent)
    if issubclass(kind, openai.APIConnectionError):
        return kind(message="no", request=sent)
    return kind("an error class that nobody has placed")


def test_the_list_of_errors_that_never_come_holds_no_stale_name():
    assert set() == NOT_RAISED.keys() - vars(openai).keys()


@pytest.mark.parametrize("kind", RAISED, ids=lambda kind: kind.__name__)
def test_every_error_class_of_the_sdk_becomes_a_failure(kind):
    """A new version of the SDK may bring one more: handle it in `Client`, or say above why it never comes."""

    async def post(*_, **__):
        raise sdk_error(kind)

    async def asking():
        client = Client(endpoint("http://h/v1"))
        await client.close()
        client._clients = [SimpleNamespace(post=post, base_url=httpx2.URL("http://h/v1"))]
        return await client.ask(request())

    assert isinstance(asyncio.run(asking()), Failure)
