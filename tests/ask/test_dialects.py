"""The body that each provider is sent."""

import json

import pytest
from builders import request

from omnibench.ask.dialects import build_body
from omnibench.ask.presets import PRESETS

TEMPLATE_ON = {"chat_template_kwargs": {"enable_thinking": True, "thinking": True}}
TEMPLATE_OFF = {"chat_template_kwargs": {"enable_thinking": False, "thinking": False}}
TEMPLATE_HIGH = {"chat_template_kwargs": {**TEMPLATE_ON["chat_template_kwargs"], "reasoning_effort": "high"}}
UNCOMPRESSED = {"plugins": [{"id": "context-compression", "enabled": False}]}
GOLDEN = {
    ("ollama", "think"): {},
    ("ollama", "non_think"): {"reasoning_effort": "none"},
    ("openrouter", "think"): {**UNCOMPRESSED, "reasoning": {"enabled": True}},
    ("openrouter", "non_think"): {**UNCOMPRESSED, "reasoning": {"effort": "none"}},
    ("vllm", "think"): TEMPLATE_ON,
    ("vllm", "non_think"): TEMPLATE_OFF,
    ("sglang", "think"): TEMPLATE_ON,
    ("sglang", "non_think"): TEMPLATE_OFF,
    ("llamacpp", "think"): TEMPLATE_ON,
    ("llamacpp", "non_think"): TEMPLATE_OFF,
    ("llamaswap", "think"): TEMPLATE_ON,
    ("llamaswap", "non_think"): TEMPLATE_OFF,
    ("lmstudio", "think"): {"reasoning_effort": "medium"},
    ("lmstudio", "non_think"): {"reasoning_effort": "none"},
    ("custom", "think"): {},
    ("custom", "non_think"): {},
    ("openai", "think"): {"reasoning_effort": "medium"},
    ("openai", "non_think"): {},
    ("embedded", "think"): TEMPLATE_ON,
    ("embedded", "non_think"): TEMPLATE_OFF,
    **{(provider, None): {} for provider in PRESETS},
    ("openrouter", None): UNCOMPRESSED,
}
LIMIT = {"openai": "max_completion_tokens"}


def test_every_provider_and_mode_has_its_golden_body():
    assert {(provider, mode) for provider in PRESETS for mode in ("think", "non_think", None)} == set(GOLDEN)


@pytest.mark.parametrize(("provider", "mode"), GOLDEN)
def test_a_body_is_the_plain_request_and_the_switch_of_the_provider(provider, mode):
    body = build_body(PRESETS[provider], request(mode=mode, max_tokens=9, max_tokens_wanted=99, seed=7))
    assert {
        "model": "qwen3:8b",
        "messages": [{"role": "user", "content": "?"}],
        LIMIT.get(provider, "max_tokens"): 9,
        "temperature": 0.0,
        "seed": 7,
        **GOLDEN[provider, mode],
    } == body


@pytest.mark.parametrize(
    ("provider", "fields"),
    [
        ("ollama", {"reasoning_effort": "high"}),
        ("openrouter", {**UNCOMPRESSED, "reasoning": {"effort": "high"}}),
        ("vllm", {**TEMPLATE_ON, "reasoning_effort": "high"}),
        ("sglang", {**TEMPLATE_ON, "reasoning_effort": "high"}),
        ("llamacpp", TEMPLATE_HIGH),
        ("embedded", TEMPLATE_HIGH),
        ("lmstudio", {"reasoning_effort": "high"}),
        ("openai", {"reasoning_effort": "high"}),
        ("custom", {"reasoning_effort": "high"}),
    ],
)
def test_an_effort_is_sent_in_the_providers_own_words(provider, fields):
    body = build_body(PRESETS[provider], request(mode="think", effort="high"))
    limit = LIMIT.get(provider, "max_tokens")
    assert fields == {
        name: value for name, value in body.items() if name not in {"model", "messages", "temperature", limit}
    }


SCHEMA = {
    "type": "object",
    "properties": {"verdict": {"type": "string", "enum": ["TRUE", "FALSE"]}},
    "required": ["verdict"],
    "additionalProperties": False,
}
JSON_FORM = {
    "response_format": {
        "type": "json_schema",
        "json_schema": {"name": "verdict", "strict": True, "schema": SCHEMA},
    }
}


@pytest.mark.parametrize(
    ("provider", "form"),
    [
        (provider, {"structured_outputs": {"choice": ["TRUE", "FALSE"]}} if provider == "vllm" else JSON_FORM)
        for provider in PRESETS
    ],
)
def test_a_reply_is_held_to_words_in_the_providers_own_form(provider, form):
    held = build_body(PRESETS[provider], request(words=("TRUE", "FALSE")))
    free = build_body(PRESETS[provider], request())
    assert {**free, **form} == held


@pytest.mark.parametrize("provider", PRESETS)
def test_what_is_not_set_is_not_sent(provider):
    body = build_body(PRESETS[provider], request(temperature=None, seed=None))
    assert not body.keys() & {"temperature", "seed"}


@pytest.mark.parametrize("provider", PRESETS)
def test_probabilities_are_asked_for_in_one_way(provider):
    body = build_body(PRESETS[provider], request(top_logprobs=20))

    assert (True, 20) == (body["logprobs"], body["top_logprobs"])


def test_a_temperature_of_zero_and_a_seed_of_zero_are_sent():
    body = build_body(PRESETS["ollama"], request(temperature=0.0, seed=0))
    assert (0.0, 0) == (body["temperature"], body["seed"])


@pytest.mark.parametrize(
    ("provider", "extra", "expected"),
    [
        ("vllm", {"top_k": 1}, {"top_k": 1, **TEMPLATE_OFF}),
        (
            "vllm",
            {"chat_template_kwargs": {"thinking": True, "more": 1}},
            {"chat_template_kwargs": {"enable_thinking": False, "thinking": True, "more": 1}},
        ),
        ("vllm", {"chat_template_kwargs": None}, {"chat_template_kwargs": None}),
        ("ollama", {"reasoning_effort": "low"}, {"reasoning_effort": "low"}),
        ("ollama", {"temperature": 0.7, "max_tokens": 3}, {"temperature": 0.7, "max_tokens": 3}),
        ("openrouter", {"reasoning": {"effort": "high"}}, {"reasoning": {"effort": "high"}}),
        (
            "openrouter",
            {"provider": {"allow_fallbacks": False}},
            {"provider": {"allow_fallbacks": False}, "reasoning": {"effort": "none"}},
        ),
    ],
)
def test_the_registrys_fields_are_merged_and_win(provider, extra, expected):
    body = build_body(PRESETS[provider], request(extra_body=extra))
    assert expected == {name: body[name] for name in expected}


SWITCHES = {"reasoning", "reasoning_effort", "chat_template_kwargs"}


@pytest.mark.parametrize("provider", ["llamacpp", "embedded", "openrouter"])
@pytest.mark.parametrize(
    "mode", [{"mode": "think"}, {"mode": "think", "effort": "high"}, {"mode": "non_think"}]
)
@pytest.mark.parametrize("extra", [{}, {"reasoning_effort": "low"}, {"reasoning_effort": "none"}])
def test_where_two_switches_would_quarrel_one_is_sent_and_the_registrys_wins(provider, mode, extra):
    body = build_body(PRESETS[provider], request(**mode, extra_body=extra))
    thrown = {name: body[name] for name in SWITCHES & body.keys()}
    assert 1 == len(thrown)
    assert not extra or extra == thrown


def test_a_server_that_takes_both_switches_is_sent_both():
    body = build_body(PRESETS["vllm"], request(mode="think", extra_body={"reasoning_effort": "low"}))
    assert {"chat_template_kwargs", "reasoning_effort"} == SWITCHES & body.keys()


@pytest.mark.parametrize(
    ("theirs", "sent"),
    [
        ([{"id": "web"}], [*UNCOMPRESSED["plugins"], {"id": "web"}]),
        ([{"id": "context-compression"}], [{"id": "context-compression"}]),
        ([], UNCOMPRESSED["plugins"]),
        (["odd"], [*UNCOMPRESSED["plugins"], "odd"]),
        (None, None),
    ],
)
def test_a_plugin_of_the_registry_does_not_bring_compression_back_unasked(theirs, sent):
    assert sent == build_body(PRESETS["openrouter"], request(extra_body={"plugins": theirs}))["plugins"]


def test_the_plugins_of_another_provider_are_its_own_business():
    assert [1] == build_body(PRESETS["custom"], request(extra_body={"plugins": [1]}))["plugins"]


def test_nothing_that_is_shared_is_changed_by_building_a_body():
    extra = {"chat_template_kwargs": {"thinking": True}}
    messages = ({"role": "user", "content": [{"type": "text", "text": "?"}]},)
    made = request(extra_body=extra, messages=messages)
    first = build_body(PRESETS["vllm"], made)
    first["chat_template_kwargs"]["thinking"] = "spoilt"
    first["messages"][0]["content"].clear()
    assert {"chat_template_kwargs": {"thinking": True}} == extra
    build_body(PRESETS["openrouter"], made)["plugins"][0]["enabled"] = True
    assert UNCOMPRESSED["plugins"] == build_body(PRESETS["openrouter"], made)["plugins"]
    assert [{"type": "text", "text": "?"}] == messages[0]["content"]
    assert (
        TEMPLATE_OFF["chat_template_kwargs"] == build_body(PRESETS["vllm"], request())["chat_template_kwargs"]
    )


@pytest.mark.parametrize(
    ("content", "sent"),
    [
        ("plain", "plain"),
        ("Größe 😀 胆嚢", "Größe 😀 胆嚢"),
        ("cut \ud83d emoji", "cut ? emoji"),
        ([{"type": "text", "text": "\udc00"}, {"n": 1}], [{"type": "text", "text": "?"}, {"n": 1}]),
    ],
)
def test_a_message_can_always_be_encoded(content, sent):
    body = build_body(PRESETS["ollama"], request(messages=({"role": "user", "content": content},)))
    assert [{"role": "user", "content": sent}] == body["messages"]


@pytest.mark.parametrize(
    ("changes", "expected"),
    [
        ({"model_id": "m\udcff"}, {"model": "m?"}),
        ({"extra_body": {"stop": "\ud800"}}, {"stop": "?"}),
        ({"extra_body": {"stop": ["a", "\udfff b"]}}, {"stop": ["a", "? b"]}),
        (
            {"extra_body": {"chat_template_kwargs": {"deep": [{"x": "\ud835"}]}}},
            {"chat_template_kwargs": {"enable_thinking": False, "thinking": False, "deep": [{"x": "?"}]}},
        ),
    ],
)
def test_a_body_can_always_be_encoded(changes, expected):
    body = build_body(PRESETS["vllm"], request(**changes))
    assert expected == {name: body[name] for name in expected}
    assert json.dumps(body, ensure_ascii=False).encode("utf-8")


@pytest.mark.parametrize("extra", [{"\ud800": 1}, {"x": {"\udfff": 1}}])
def test_a_name_in_a_body_can_always_be_encoded(extra):
    body = build_body(PRESETS["vllm"], request(extra_body=extra))

    assert json.dumps(body, ensure_ascii=False).encode("utf-8")
