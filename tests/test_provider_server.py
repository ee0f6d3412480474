"""The local test server plays every provider and every fault, seen over raw HTTP."""

from __future__ import annotations

import http.client
import json
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from typing import Any
from urllib.parse import urlsplit

import pytest
from provider_server import ProviderServer, prompt_sha, provider_server

Json = dict[str, Any]
QUESTION = (
    "Which organ makes insulin?\nA. Liver\nB. Pancreas\nC. Spleen\nD. Lung\nAnswer with the letter only."
)
FLAVOURS = ("openai", "ollama", "openrouter", "vllm", "sglang", "llamacpp", "lmstudio")


@pytest.fixture(scope="module")
def running() -> Iterator[ProviderServer]:
    with provider_server() as server:
        yield server


@pytest.fixture
def server(running: ProviderServer) -> ProviderServer:
    running.reset(flavour="openai")
    return running


def call(
    server: ProviderServer, method: str, path: str, body: Any = None, timeout_s: float = 10, **headers: str
) -> tuple[http.client.HTTPResponse, bytes]:
    connection = http.client.HTTPConnection(urlsplit(server.url).netloc, timeout=timeout_s)
    try:
        connection.request(method, path, None if body is None else json.dumps(body), headers)
        response = connection.getresponse()
        return response, response.read()
    finally:
        connection.close()


def get(server: ProviderServer, path: str) -> tuple[int, Any]:
    response, body = call(server, "GET", path)
    return response.status, json.loads(body)


def post(server: ProviderServer, path: str, body: Json) -> tuple[int, Any]:
    response, answer = call(server, "POST", path, body)
    return response.status, json.loads(answer)


def chat_path(server: ProviderServer) -> str:
    return urlsplit(server.base_url).path + "/chat/completions"


def chat_body(model: str = "test-model", prompt: str = QUESTION, **more: Any) -> Json:
    return {"model": model, "messages": [{"role": "user", "content": prompt}]} | more


def ask(
    server: ProviderServer, model: str = "test-model", prompt: str = QUESTION, **more: Any
) -> tuple[int, Any]:
    return post(server, chat_path(server), chat_body(model, prompt, **more))


def content(server: ProviderServer, *args: Any, **more: Any) -> str:
    status, body = ask(server, *args, **more)
    assert 200 == status, body
    return str(body["choices"][0]["message"]["content"])


# --- answers -----------------------------------------------------------------------------------------


@pytest.mark.parametrize("flavour", FLAVOURS)
def test_every_flavour_answers_in_openai_shape(server: ProviderServer, flavour: str) -> None:
    server.reset(flavour=flavour)
    status, body = ask(server)
    choice = body["choices"][0]

    assert (200, "chat.completion", "test-model") == (status, body["object"], body["model"])
    assert ("A", "stop") == (choice["message"]["content"], choice["finish_reason"])
    assert body["usage"]["total_tokens"] == body["usage"]["prompt_tokens"] + 1
    assert ("cost" in body["usage"]) == (flavour == "openrouter")
    assert server.base_url.endswith("/api/v1" if flavour == "openrouter" else "/v1")


def test_hash_answers_are_stable_letters_of_the_options(server: ProviderServer) -> None:
    server.reset(answer="hash")
    answers = [content(server, prompt=f"{n}. {QUESTION}") for n in range(30)]

    assert set("ABCD") == set(answers)
    assert answers == [content(server, prompt=f"{n}. {QUESTION}") for n in range(30)]
    assert content(server, prompt="POSITIVE or NEGATIVE?") in ("POSITIVE", "NEGATIVE")


def test_key_answers_come_from_the_map_in_the_model_s_template(server: ProviderServer) -> None:
    model = {"id": "m", "answer": "key", "template": "Beta cells.\nANSWER: {answer}"}
    server.reset(models=[model], answers={"insulin": "B"})

    assert "Beta cells.\nANSWER: B" == content(server, "m")
    assert "Beta cells.\nANSWER: I do not know." == content(server, "m", "Other?")


@pytest.mark.parametrize(
    ("prompt", "verdict"),
    [
        ("Expected answer: B\nModel answer: ANSWER: B", "TRUE"),
        (
            "<expected_answer>\nB. Vitamin K\n</expected_answer>\n<model_answer>\nI say C.\n</model_answer>",
            "FALSE",
        ),
        ("Nothing to compare", "I cannot find what to compare."),
    ],
)
def test_a_judge_by_rule_compares(server: ProviderServer, prompt: str, verdict: str) -> None:
    server.reset(models=[{"id": "judge", "role": "judge"}])

    assert verdict == content(server, "judge", prompt)


def test_a_judge_can_say_anything(server: ProviderServer) -> None:
    server.reset(models=[{"id": "judge", "role": "judge", "judge": "FALSE"}])
    assert "FALSE" == content(server, "judge")
    server.configure(models=[{"id": "judge", "role": "judge", "judge": "chatty"}])
    assert "lean towards TRUE" in content(server, "judge")


@pytest.mark.parametrize(
    ("flavour", "field"),
    [
        ("ollama", "reasoning"),
        ("vllm", "reasoning"),
        ("sglang", "reasoning_content"),
        ("llamacpp", "reasoning_content"),
        ("lmstudio", "reasoning_content"),
        ("openrouter", "reasoning"),
        ("openrouter", "reasoning_details"),
    ],
)
def test_thoughts_stand_in_the_flavour_s_field_until_switched_off(
    server: ProviderServer, flavour: str, field: str
) -> None:
    server.reset(flavour=flavour, capabilities=["completion", "thinking"], reasoning_text="Hmm.")
    _, thought = ask(server)
    _, off = ask(server, reasoning_effort="none")

    assert "Hmm." in json.dumps(thought["choices"][0]["message"][field])
    assert "Hmm." not in json.dumps(off)


@pytest.mark.parametrize(
    ("channel", "text"),
    [
        ("inline", "<think>\nHmm.\n</think>\n\nA"),
        ("bare_close", "Hmm.\n</think>\n\nA"),
        ("unclosed", "<think>\nHmm."),
        ("hidden", "A"),
    ],
)
def test_thoughts_can_stand_in_the_content(server: ProviderServer, channel: str, text: str) -> None:
    server.reset(flavour="vllm", capabilities=["thinking"], reasoning=channel, reasoning_text="Hmm.")

    assert text == content(server)


def test_thinking_switches_are_the_provider_s_own(server: ProviderServer) -> None:
    server.reset(flavour="ollama")
    assert (400, '"test-model" does not support thinking') == error(*ask(server, reasoning_effort="high"))
    assert 200 == ask(server, reasoning_effort="none")[0]
    assert 400 == ask(server, reasoning_effort="very")[0]
    server.reset(flavour="vllm", capabilities=["thinking"])
    assert "reasoning" not in message(ask(server, chat_template_kwargs={"enable_thinking": False}))
    server.reset(flavour="openrouter", capabilities=["thinking"])
    assert message(ask(server, reasoning={"effort": "none"}))["reasoning"] is None
    server.configure(reasoning_mandatory=True)
    assert 400 == ask(server, reasoning={"effort": "none"})[0]
    server.reset(flavour="openai", capabilities=["thinking"])
    assert "unsupported_parameter" == ask(server, max_tokens=10)[1]["error"]["code"]
    assert "unsupported_value" == ask(server, temperature=0)[1]["error"]["code"]


def is_thinking(server: ProviderServer, **more: Any) -> bool:
    return "Let me think" in json.dumps(message(ask(server, **more)))


@pytest.mark.parametrize("flavour", ["vllm", "sglang", "llamacpp"])
@pytest.mark.parametrize("variable", ["enable_thinking", "thinking"])
def test_a_template_reads_its_own_variable_alone(server: ProviderServer, flavour: str, variable: str) -> None:
    server.reset(flavour=flavour, capabilities=["thinking"], template_variable=variable)
    other = {"enable_thinking": "thinking", "thinking": "enable_thinking"}[variable]
    reads_effort = variable == "enable_thinking" or flavour == "sglang"

    assert is_thinking(server)
    assert not is_thinking(server, chat_template_kwargs={variable: False})
    assert is_thinking(server, chat_template_kwargs={other: False})
    assert reads_effort is not is_thinking(server, reasoning_effort="none")
    both = {"chat_template_kwargs": {variable: True}, "reasoning_effort": "none"}
    assert is_thinking(server, **both)


def test_llamacpp_refuses_what_no_second_try_mends(server: ProviderServer) -> None:
    server.reset(flavour="llamacpp", capabilities=["thinking"])
    assert 400 == ask(server, chat_template_kwargs={"enable_thinking": "false"})[0]
    assert (500, "Unknown reasoning format: zzz") == error(*ask(server, reasoning_format="zzz"))
    assert "timings" in ask(server, reasoning_format="deepseek")[1]


def test_ollama_s_levels_and_models_that_always_think(server: ProviderServer) -> None:
    server.reset(flavour="ollama", capabilities=["thinking"], efforts=["low"])
    assert 200 == ask(server, reasoning_effort="low")[0]
    assert (500, 'think value "high" is not supported for this model') == error(
        *ask(server, reasoning_effort="high")
    )
    assert is_thinking(server, reasoning={}, reasoning_effort="none")
    server.reset(flavour="ollama", capabilities=["thinking"], reasoning_mandatory=True)
    assert is_thinking(server, reasoning_effort="none")


def test_openrouter_takes_no_contradiction_about_thinking(server: ProviderServer) -> None:
    server.reset(flavour="openrouter", capabilities=["thinking"])
    assert 400 == ask(server, reasoning={"effort": "low"}, reasoning_effort="high")[0]
    assert 400 == ask(server, reasoning={"effort": "low", "max_tokens": 1024})[0]
    assert is_thinking(server, reasoning={"max_tokens": 1024})
    assert is_thinking(server, reasoning={"enabled": True})


def test_lm_studio_reads_an_effort_alone_and_a_schema_stops_its_thoughts(server: ProviderServer) -> None:
    server.reset(flavour="lmstudio", capabilities=["thinking"])
    schema = {"type": "json_schema", "json_schema": {"schema": {"properties": {"x": {"enum": ["A"]}}}}}
    assert is_thinking(server, chat_template_kwargs={"enable_thinking": False})
    assert not is_thinking(server, reasoning_effort="none")
    assert not is_thinking(server, response_format=schema)
    assert (400, {"error": "'response_format.type' must be 'json_schema' or 'text'"}) == ask(
        server, response_format={"type": "json_object"}
    )


def test_vllm_wants_a_parser_for_a_budget(server: ProviderServer) -> None:
    server.reset(flavour="vllm", capabilities=["thinking"], reasoning="inline")
    assert "reasoning_config" in error(*ask(server, thinking_token_budget=9))[1]
    server.configure(reasoning=None)
    assert 200 == ask(server, thinking_token_budget=9)[0]


def test_openrouter_s_upstream_is_the_one_that_is_wanted(server: ProviderServer) -> None:
    server.reset(flavour="openrouter", upstreams=["Alpha", "Beta"])
    assert "Alpha" == ask(server)[1]["provider"]
    assert "Beta" == ask(server, provider={"order": ["Gamma", "Beta"]})[1]["provider"]
    assert "Alpha" == ask(server, provider={"order": ["Gamma"]})[1]["provider"]
    assert 404 == ask(server, provider={"order": ["Gamma"], "allow_fallbacks": False})[0]
    assert 404 == ask(server, provider={"only": ["Gamma"]})[0]


def error(status: int, body: Json) -> tuple[int, str]:
    return status, body["error"]["message"]


def message(answer: tuple[int, Json]) -> Json:
    result: Json = answer[1]["choices"][0]["message"]
    return result


def test_max_tokens_cuts_the_answer_and_thoughts_count(server: ProviderServer) -> None:
    server.reset(
        flavour="vllm", answer="A long answer", capabilities=["thinking"], reasoning_text="Let me see"
    )
    _, cut = ask(server, max_tokens=4)
    _, thoughts_only = ask(server, max_tokens=2)

    assert ("A lo", "length") == (cut["choices"][0]["message"]["content"], cut["choices"][0]["finish_reason"])
    assert thoughts_only["choices"][0]["message"]["content"] is None
    assert 2 == thoughts_only["usage"]["completion_tokens_details"]["reasoning_tokens"]
    server.reset(flavour="ollama", answer="A long answer")
    assert "A long answer" == content(server, max_completion_tokens=1)


def test_a_prompt_beyond_the_context_is_refused_but_cut_by_ollama(server: ProviderServer) -> None:
    uncompressed = {"plugins": [{"id": "context-compression", "enabled": False}]}
    for flavour, sign in {
        "openai": "context_length_exceeded",
        "ollama": "exceed_context_size_error",
        "vllm": "maximum context length is 16 tokens",
        "sglang": "longer than the model's context length (16 tokens)",
        "llamacpp": "exceed_context_size_error",
        "openrouter": "context_length_exceeded",
        "lmstudio": "context length of only 16 tokens",
    }.items():
        server.reset(flavour=flavour, context_length=16, overflow="refuse")
        status, body = ask(server, **uncompressed)
        assert (400, True) == (status, sign in json.dumps(body))
    server.reset(flavour="ollama", context_length=16)
    assert 10 == ask(server)[1]["usage"]["prompt_tokens"]


def test_openrouter_takes_the_middle_out_for_small_models_until_it_is_told_not_to(
    server: ProviderServer,
) -> None:
    long = "word " * 10_000
    for context, plugins, status in (
        (8192, [], 200),
        (8193, [], 400),
        (8192, [{"id": "context-compression", "enabled": False}], 400),
        (8192, [{"id": "web"}], 200),
    ):
        server.reset(flavour="openrouter", context_length=context)
        assert status == ask(server, prompt=long, plugins=plugins)[0]


def test_a_limit_beyond_the_context_is_refused_where_the_server_does_so(server: ProviderServer) -> None:
    statuses = {}
    for flavour in FLAVOURS:
        server.reset(flavour=flavour, context_length=100)
        statuses[flavour] = [ask(server, max_tokens=limit)[0] for limit in (99, 101)]

    assert [200, 400] == statuses.pop("vllm")
    assert [400, 400] == statuses.pop("sglang")
    assert {(200, 200)} == {tuple(both) for both in statuses.values()}


def test_images_need_vision(server: ProviderServer) -> None:
    image = {"type": "image_url", "image_url": {"url": "data:image/png;base64,AA=="}}
    messages = [{"role": "user", "content": [{"type": "text", "text": QUESTION}, image]}]
    statuses = {}
    for flavour in FLAVOURS:
        server.reset(flavour=flavour)
        statuses[flavour] = ask(server, messages=messages)[0]
    server.reset(capabilities=["vision"], answer="hash")

    assert {
        "openai": 400, "ollama": 500, "openrouter": 404, "vllm": 400, "sglang": 200, "llamacpp": 500,
        "lmstudio": 200,
    } == statuses  # fmt: skip
    assert content(server, messages=messages) == content(server)


@pytest.mark.parametrize(
    ("image", "refusing"),
    [
        ({"url": "data:image/png;base64,AA=="}, set()),
        ("data:image/png;base64,AA==", {"llamacpp"}),
        ({"url": "http://example.org/x.png"}, {"ollama", "lmstudio"}),
        ({"url": "data:image/webp;base64,AA=="}, {"lmstudio"}),
        ({"url": "data:image/gif;base64,AA=="}, {"ollama", "lmstudio"}),
    ],
)
def test_images_come_in_the_form_that_a_provider_reads(
    server: ProviderServer, image: Any, refusing: set[str]
) -> None:
    parts = [{"type": "text", "text": QUESTION}, {"type": "image_url", "image_url": image}]
    refused = set()
    for flavour in FLAVOURS:
        server.reset(flavour=flavour, capabilities=["vision"])
        if ask(server, messages=[{"role": "user", "content": parts}])[0] == 400:
            refused.add(flavour)

    assert refusing == refused


# --- refusals ----------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("flavour", "status", "text"),
    [
        ("openai", 404, "The model `x` does not exist or you do not have access to it."),
        ("ollama", 404, "model 'x' not found"),
        ("openrouter", 400, "x is not a valid model ID"),
        ("vllm", 404, "The model `x` does not exist."),
        ("llamacpp", 400, "model 'x' not found"),
        (
            "lmstudio",
            404,
            "No models loaded. Please load a model in the developer page or use the 'lms load' command.",
        ),
    ],
)
def test_an_unknown_model_is_refused(server: ProviderServer, flavour: str, status: int, text: str) -> None:
    server.reset(flavour=flavour, models=[{"id": "a"}, {"id": "b"}])

    assert (status, text) == error(*ask(server, "x"))


def test_names_that_are_taken_for_others(server: ProviderServer) -> None:
    server.reset(flavour="llamacpp", models=[{"id": "/models/a.gguf"}])
    assert "/models/a.gguf" == ask(server, "anything/at:all")[1]["model"]
    server.reset(flavour="sglang", models=[{"id": "a"}])
    assert "whatever" == ask(server, "whatever")[1]["model"]
    server.reset(flavour="ollama", models=[{"id": "a:latest"}])
    assert "a" == ask(server, "a")[1]["model"]
    server.reset(models=[{"id": "a", "served": "a-2026-01-01"}])
    assert "a-2026-01-01" == ask(server, "a")[1]["model"]


def test_what_no_provider_takes_is_refused(server: ProviderServer) -> None:
    status, text = error(*ask(server, stream=True))
    assert (400, True) == (status, "streaming is unsupported" in text)
    assert 400 == ask(server, messages=[])[0]
    assert 400 == post(server, "/v1/chat/completions", {"model": "test-model"})[0]
    assert 404 == get(server, "/v1/nowhere")[0]


@pytest.mark.parametrize("flavour", FLAVOURS)
def test_a_key_can_be_required(server: ProviderServer, flavour: str) -> None:
    server.reset(flavour=flavour, require_key="sk-secret")
    refused, _ = call(server, "POST", chat_path(server), chat_body())
    right, _ = call(server, "POST", chat_path(server), chat_body(), Authorization="Bearer sk-secret")
    models, _ = call(server, "GET", urlsplit(server.base_url).path + "/models")

    assert (401, 200) == (refused.status, right.status)
    assert (200 if flavour in ("openrouter", "llamacpp") else 401) == models.status
    assert "Bearer sk-secret" in json.dumps(server.stats()["recent"])


# --- what a provider tells about itself --------------------------------------------------------------


def test_model_lists_carry_what_each_flavour_knows(server: ProviderServer) -> None:
    listed = {}
    for flavour in FLAVOURS:
        server.reset(
            flavour=flavour, context_length=4096, capabilities=["thinking"], max_completion_tokens=99
        )
        _, body = get(server, urlsplit(server.base_url).path + "/models")
        listed[flavour] = body["data"][0]

    assert {"test-model"} == {model["id"] for model in listed.values()}
    assert {"id", "object", "created", "owned_by"} == set(listed["openai"]) == set(listed["ollama"])
    assert (4096, 4096) == (listed["vllm"]["max_model_len"], listed["llamacpp"]["meta"]["n_ctx"])
    assert 4096 == listed["sglang"]["max_model_len"]
    assert "organization_owner" == listed["lmstudio"]["owned_by"]
    assert ["text"] == listed["llamacpp"]["architecture"]["input_modalities"]
    router = listed["openrouter"]
    assert (4096, 99) == (router["context_length"], router["top_provider"]["max_completion_tokens"])
    assert "none" in router["reasoning"]["supported_efforts"]
    assert "0.000001" == router["pricing"]["prompt"]


def test_health_and_key_endpoints(server: ProviderServer) -> None:
    server.reset(flavour="vllm")
    assert (200, b"") == (call(server, "GET", "/health")[0].status, call(server, "GET", "/health")[1])
    server.reset(flavour="llamacpp")
    assert (200, {"status": "ok"}) == get(server, "/health")
    server.reset(flavour="lmstudio")
    assert (200, {"error": "Unexpected endpoint or method. (GET /health)"}) == get(server, "/health")
    server.reset(flavour="openrouter")
    assert get(server, "/api/v1/key")[1]["data"]["limit_remaining"] is None


def test_ollama_s_own_endpoints(server: ProviderServer) -> None:
    server.reset(flavour="ollama", context_length=4096, capabilities=["completion", "thinking"])
    assert "version" in get(server, "/api/version")[1]
    assert 64 == len(get(server, "/api/tags")[1]["models"][0]["digest"])
    assert ["completion", "thinking"] == post(server, "/api/show", {"model": "test-model"})[1]["capabilities"]
    assert (404, {"error": "model 'x' not found"}) == post(server, "/api/show", {"model": "x"})
    assert [] == get(server, "/api/ps")[1]["models"]
    assert "load" == post(server, "/api/generate", {"model": "test-model"})[1]["done_reason"]
    assert 4096 == get(server, "/api/ps")[1]["models"][0]["context_length"]
    unload = {"model": "test-model", "keep_alive": 0}
    assert "unload" == post(server, "/api/generate", unload)[1]["done_reason"]
    assert [] == get(server, "/api/ps")[1]["models"]


# --- faults ------------------------------------------------------------------------------------------


def fault(server: ProviderServer, do: str, flavour: str = "openai", **details: Any) -> None:
    server.reset(flavour=flavour, faults=[{"do": do, **details}])


@pytest.mark.parametrize(
    "status", [400, 401, 402, 403, 404, 408, 409, 413, 422, 429, 500, 501, 502, 503, 504]
)
@pytest.mark.parametrize("flavour", FLAVOURS)
def test_every_status_has_the_flavour_s_envelope(server: ProviderServer, flavour: str, status: int) -> None:
    fault(server, "status", flavour, status=status, message="It failed")
    got, body = ask(server)
    keys = {
        "openai": {"message", "type", "param", "code"},
        "ollama": {"message", "type", "param", "code"},
        "vllm": {"message", "type", "param", "code"},
        "llamacpp": {"code", "message", "type"},
        "lmstudio": {"message", "type", "param", "code"},
        "openrouter": {"code", "message", "metadata"},
    }

    assert status == got
    if status == 401 and flavour in ("vllm", "sglang"):
        assert {"error": "Unauthorized"} == body
    elif flavour == "sglang":
        assert {"object", "message", "type", "param", "code"} == set(body)
        assert ("error", "It failed") == (body["object"], body["message"])
    elif flavour == "lmstudio" and status != 404:
        assert {"error": "It failed"} == body
    else:
        assert (keys[flavour], "It failed") == (set(body["error"]), body["error"]["message"])


def test_a_status_can_carry_retry_after_headers_and_any_body(server: ProviderServer) -> None:
    fault(server, "status", status=429, retry_after=7, headers={"X-RateLimit-Reset": "1"}, body="<html>slow")
    response, body = call(server, "POST", "/v1/chat/completions", chat_body())

    assert (429, "7", b"<html>slow") == (response.status, response.headers["Retry-After"], body)
    assert ("1", "text/html") == (response.headers["X-RateLimit-Reset"], response.headers["Content-Type"])


def test_usual_messages(server: ProviderServer) -> None:
    fault(server, "status", "ollama", status=503)
    assert "maximum pending requests exceeded" in ask(server)[1]["error"]["message"]
    fault(server, "status", "openrouter", status=502)
    assert {"error_type", "raw", "provider_name"} == set(ask(server)[1]["error"]["metadata"])


def test_an_error_object_can_say_more(server: ProviderServer) -> None:
    more = {"availability": {"retryable": True, "retry_after": 3}}
    for do in ("status", "error_200"):
        fault(server, do, "openrouter", status=503, error=more)
        assert {**more, "code": 503}.items() <= ask(server)[1]["error"].items()


def test_quota(server: ProviderServer) -> None:
    fault(server, "quota")
    assert "insufficient_quota" == ask(server)[1]["error"]["code"]
    fault(server, "quota", "openrouter")
    assert 402 == ask(server)[0]


def test_an_error_can_come_with_200_or_as_html(server: ProviderServer) -> None:
    fault(server, "error_200", "openrouter", status=502)
    status, body = ask(server)
    assert (200, 502) == (status, body["error"]["code"])
    fault(server, "html")
    response, page = call(server, "POST", "/v1/chat/completions", chat_body())
    assert (200, "text/html") == (response.status, response.headers["Content-Type"])
    assert page.startswith(b"<html>")


def test_cut_json(server: ProviderServer) -> None:
    fault(server, "cut_json")
    response, body = call(server, "POST", "/v1/chat/completions", chat_body())
    assert (200, str(len(body))) == (response.status, response.headers["Content-Length"])
    with pytest.raises(json.JSONDecodeError):
        json.loads(body)
    fault(server, "cut_json", variant="connection")
    with pytest.raises(http.client.IncompleteRead):
        ask(server)


def test_connections_break(server: ProviderServer) -> None:
    fault(server, "reset")
    with pytest.raises(ConnectionResetError) as reset:
        ask(server)
    assert not isinstance(reset.value, http.client.RemoteDisconnected)
    fault(server, "close")
    with pytest.raises(http.client.RemoteDisconnected):
        ask(server)
    assert {"close": 1} == server.stats()["by_status"]
    assert 0 == server.stats()["answered"]


def test_hang_lasts_until_the_client_gives_up(server: ProviderServer) -> None:
    fault(server, "hang")
    with pytest.raises(TimeoutError):
        call(server, "POST", "/v1/chat/completions", chat_body(), timeout_s=0.2)
    wait_for(lambda: server.stats()["in_flight"] == 0)

    assert {"hung_up": 1} == server.stats()["by_status"]


def wait_for(condition: Any) -> None:
    deadline = time.monotonic() + 5
    while not condition():
        assert time.monotonic() < deadline
        time.sleep(0.01)


def test_choices_can_be_missing(server: ProviderServer) -> None:
    fault(server, "choices_null")
    assert ask(server)[1]["choices"] is None
    fault(server, "choices_empty")
    assert [] == ask(server)[1]["choices"]


@pytest.mark.parametrize(
    ("do", "details", "finish", "text"),
    [
        ("empty", {}, "stop", ""),
        ("empty", {"content": None}, "stop", None),
        ("finish_null", {}, None, "A A A A A A"),
        ("length", {}, "length", "The most likely answer is"),
        ("length", {"content": ""}, "length", ""),
        ("content_filter", {}, "content_filter", ""),
        ("choice_error", {}, "error", "The answer is pro"),
        ("surrogate", {}, "stop", "A \ud835"),
        ("refusal", {}, "stop", None),
        ("finish", {"reason": "abort"}, "abort", "A"),
        ("answer_in_reasoning", {}, "stop", None),
    ],
)
def test_answers_that_are_none(
    server: ProviderServer, do: str, details: Json, finish: str | None, text: str | None
) -> None:
    fault(server, do, **details)
    status, body = ask(server)
    choice = body["choices"][0]

    assert (200, finish, text) == (status, choice["finish_reason"], choice["message"]["content"])
    assert ("error" in choice) == (do == "choice_error")
    assert ("refusal" in choice["message"]) == (do == "refusal")
    assert ("reasoning" in choice["message"]) == (do == "answer_in_reasoning")
    assert (0 == body["usage"]["total_tokens"]) == (do == "finish_null")


def test_answers_from_elsewhere_and_too_long(server: ProviderServer) -> None:
    fault(server, "other_model", served="m2")
    assert "m2" == ask(server)[1]["model"]
    fault(server, "huge", size_bytes=2_000_000)
    assert 2_000_000 == len(content(server))
    fault(server, "usage", usage=None)
    assert ask(server)[1]["usage"] is None


@pytest.mark.parametrize(
    ("match", "statuses"),
    [
        ({"first": 2}, [500, 500, 200, 200]),
        ({"nth": 2}, [200, 500, 200, 200]),
        ({"nth": [1, 4]}, [500, 200, 200, 500]),
        ({"every": 2}, [200, 500, 200, 500]),
        ({"first_each": 1}, [500, 500, 200, 200]),
        ({"contains": "Odd"}, [200, 500, 200, 500]),
        ({"model": "other"}, [200, 200, 200, 200]),
        ({"path": "/models"}, [200, 200, 200, 200]),
    ],
)
def test_faults_choose_their_requests(server: ProviderServer, match: Json, statuses: list[int]) -> None:
    server.reset(faults=[{"match": match, "do": "status", "status": 500}])
    prompts = ["Even", "Odd", "Even", "Odd"]

    assert statuses == [ask(server, prompt=prompt)[0] for prompt in prompts]


def test_faults_reach_other_paths_and_can_only_delay(server: ProviderServer) -> None:
    server.reset(flavour="ollama", faults=[{"match": {"path": "/api/tags"}, "do": "status", "status": 500}])
    status, body = get(server, "/api/tags")
    assert (500, str) == (status, type(body["error"]))
    server.reset(faults=[{"match": {"path": "/models"}, "do": "cut_json"}])
    with pytest.raises(json.JSONDecodeError):
        get(server, "/v1/models")
    server.reset(faults=[{"delay_s": 0.1}])
    began = time.monotonic()
    assert "A" == content(server)
    assert time.monotonic() - began >= 0.1


# --- time, memory, statistics ------------------------------------------------------------------------


def ask_at_once(server: ProviderServer, models: list[str]) -> list[int]:
    with ThreadPoolExecutor(len(models)) as pool:
        work = [pool.submit(ask, server, model, f"{n}. {QUESTION}") for n, model in enumerate(models)]
        return [job.result()[0] for job in work]


def test_one_resident_model_is_loaded_again_for_each_change(server: ProviderServer) -> None:
    server.reset(flavour="ollama", models=[{"id": "a"}, {"id": "b"}], resident=1, load_s=0.02)
    for model in ["a", "a", "b", "a"]:
        ask(server, model)

    assert ["a", "b", "a"] == server.stats()["loads"]
    assert ["a"] == server.stats()["resident"]


def test_a_load_waits_for_the_running_answers(server: ProviderServer) -> None:
    server.reset(flavour="ollama", models=[{"id": "a", "latency_s": 0.2}, {"id": "b"}], resident=1)
    first = threading.Thread(target=ask, args=(server, "a"))
    first.start()
    wait_for(lambda: server.stats()["resident"] == ["a"])
    began = time.monotonic()
    ask(server, "b")
    first.join()

    assert time.monotonic() - began > 0.1
    assert ["a", "b"] == server.stats()["loads"]


def test_a_full_queue_of_loads_is_busy(server: ProviderServer) -> None:
    server.reset(flavour="ollama", resident=1, load_s=0.3, max_queue=2)

    assert [200, 200, 503, 503] == sorted(ask_at_once(server, ["test-model"] * 4))


def test_slots_make_the_others_wait(server: ProviderServer) -> None:
    server.reset(slots=2, latency_s=0.1)
    began = time.monotonic()
    statuses = ask_at_once(server, ["test-model"] * 6)

    assert [200] * 6 == statuses
    assert time.monotonic() - began >= 0.3
    assert 6 == server.stats()["in_flight_peak"]


def test_jitter_is_the_same_for_the_same_prompt(server: ProviderServer) -> None:
    server.reset(jitter_s=0.3)
    durations = []
    for prompt in ["1", "1", "2", "3", "4", "5", "6"]:
        began = time.monotonic()
        ask(server, prompt=prompt)
        durations.append(time.monotonic() - began)

    assert durations[0] == pytest.approx(durations[1], abs=0.1)
    assert max(durations) - min(durations) > 0.05


def test_statistics_count_everything(server: ProviderServer) -> None:
    server.reset(models=[{"id": "a"}, {"id": "b"}], latency_s=0.1)
    ask_at_once(server, ["a", "a", "b"])
    ask(server, "a", QUESTION)
    ask(server, "a", QUESTION)
    ask(server, "x")
    get(server, "/v1/models")
    stats = server.stats()

    assert (7, 5, 7, 0) == tuple(stats[key] for key in ("requests", "answered", "connections", "in_flight"))
    assert {"a": 4, "b": 1, "x": 1} == stats["by_model"]
    assert {"200": 6, "404": 1} == stats["by_status"]
    assert {"POST /v1/chat/completions": 6, "GET /v1/models": 1} == stats["by_path"]
    assert (3, {"a": 2, "b": 1, "x": 1}) == (stats["in_flight_peak"], stats["in_flight_peak_by_model"])
    assert 1 == stats["asked_again"]
    times = [chat.pop("at") for chat in stats["chats"]]
    assert times == sorted(times)
    last = stats["chats"][-2]
    assert {"model": "a", "sha": prompt_sha(QUESTION), "in_flight": 1, "outcome": "200"} == last
    assert chat_body("x") == json.loads(stats["recent"][-2]["body"])


def test_time_without_work_is_counted_between_the_first_answer_and_the_last(server: ProviderServer) -> None:
    server.reset(models=[{"id": "a"}], latency_s=0.05)
    ask(server, "a", QUESTION)
    assert 0 == server.stats()["idle_s"]
    ask(server, "a", QUESTION)
    first, last = (chat["at"] for chat in server.stats()["chats"])

    assert 0 < server.stats()["idle_s"] <= last - first - 0.05


def test_connections_are_kept(server: ProviderServer) -> None:
    connection = http.client.HTTPConnection(urlsplit(server.url).netloc, timeout=5)
    server.configure(latency_s=0.01)
    for _ in range(3):
        connection.request("POST", "/v1/chat/completions", json.dumps(chat_body()))
        assert "chat.completion" == json.load(connection.getresponse())["object"]
    connection.close()

    assert (3, 1) == (server.stats()["answered"], server.stats()["connections"])


def test_reset_forgets_and_misspelt_keys_are_refused(server: ProviderServer) -> None:
    server.reset(answer="B")
    ask(server)
    server.reset()
    assert ([], 0, "B") == (server.stats()["loads"], server.stats()["requests"], content(server))
    for wrong in ({"anwser": "B"}, {"models": [{"id": "a", "repply": "B"}]}, {"faults": [{"do": "explode"}]}):
        with pytest.raises(ValueError, match="unknown in the configuration"):
            server.configure(**wrong)
    with pytest.raises(ValueError, match=r"unknown in the configuration: smalltalk"):
        server.configure(flavour="smalltalk")


def test_as_a_process_it_reads_a_file_and_ends_with_its_standard_input(tmp_path: Any) -> None:
    config = tmp_path / "config.json"
    config.write_text(json.dumps({"models": [{"id": "a"}]}))
    script = __file__.replace("test_provider_server", "provider_server")
    command = [sys.executable, script, "--flavour", "vllm", "--config", str(config)]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as process:
        assert process.stdin
        assert process.stdout
        server = ProviderServer(process.stdout.readline().strip())
        assert 32768 == get(server, "/v1/models")[1]["data"][0]["max_model_len"]
        process.stdin.close()

        assert 0 == process.wait(5)
