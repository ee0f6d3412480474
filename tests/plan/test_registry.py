"""Claims about model registries: every entry is read as written, or everything wrong with it is named."""

import json
import re
from pathlib import Path

import pytest
from builders import model
from hypothesis import given
from hypothesis import strategies as st

from omnibench.plan.registry import model_key_of, model_named, parse_registry
from omnibench.records import Model, Prices, Venue

ROOT = Path(__file__).resolve().parent.parent.parent


def parsed(*entries):
    return parse_registry("models/x.json", json.dumps({"models": entries}).encode())


def faults_of(*entries):
    return [(fault.item, fault.field) for fault in parsed(*entries)[1]]


@pytest.mark.parametrize(
    ("model_id", "expected"),
    [
        ("qwen3:8b", "qwen3_8b"),
        ("gpt-oss:120b", "gpt_oss_120b"),
        ("openai/gpt-oss-120b", "openai_gpt_oss_120b"),
        ("Qwen/Qwen3-8B--Instruct ", "qwen_qwen3_8b_instruct"),
        ("./models/Smol LM.gguf", "models_smol_lm_gguf"),
        ("医", "model"),
        ("", "model"),
    ],
)
def test_a_key_is_lower_case_with_single_underscores(model_id, expected):
    assert expected == model_key_of(model_id)


@given(st.text())
def test_any_name_makes_a_key_that_a_registry_takes(model_id):
    key = model_key_of(model_id)

    assert re.fullmatch(r"[a-z0-9]+(_[a-z0-9]+)*", key)
    assert key == model_key_of(key)


def test_an_entry_needs_only_its_name():
    assert ((model(),), ()) == parsed({"model_id": "qwen3:8b"})


def test_an_entry_is_read_whole():
    written = {
        "model_id": "qwen3:8b",
        "model_key": "qwen3_8b_think",
        "provider": "ollama",
        "family": "qwen3",
        "size": "8b",
        "mode": "think",
        "enabled": False,
        "max_tokens": 900,
        "temperature": 0.6,
        "extra_body": {"top_p": 0.95},
        "price_per_million": {"prompt": 0, "completion": 0.4},
        "note": "unknown fields are no fault",
    }
    expected = Model(
        model_id="qwen3:8b",
        model_key="qwen3_8b_think",
        family="qwen3",
        size="8b",
        mode="think",
        enabled=False,
        max_tokens=900,
        temperature=0.6,
        has_temperature=True,
        extra_body={"top_p": 0.95},
        price_per_million=Prices(prompt=0.0, completion=0.4),
    )

    assert ((expected,), ()) == parsed(written)


def test_null_leaves_a_field_at_its_default():
    names = ("model_key", "family", "size", "max_tokens", "extra_body", "price_per_million")

    assert ((model(),), ()) == parsed({"model_id": "qwen3:8b", **dict.fromkeys(names)})


def test_a_temperature_of_null_is_not_sent():
    ((one,), _) = parsed({"model_id": "o1", "temperature": None})

    assert (None, True) == (one.temperature, one.has_temperature)


@pytest.mark.parametrize("prefix", [b"", b"\xef\xbb\xbf"])
@pytest.mark.parametrize("content", [b'{"models": [{"model_id": "a"}]}', b'[\r\n{"model_id": "a"}\r\n]'])
def test_a_registry_is_an_object_or_a_bare_list(prefix, content):
    models, faults = parse_registry("x", prefix + content)

    assert ["a"] == [one.model_id for one in models]
    assert () == faults


@pytest.mark.parametrize("content", [b"", b"{", b"\xff", b"[" * 100_000, b'[{"extra_body": {"x": NaN}}]'])
def test_a_registry_that_is_not_json_is_said(content):
    models, (fault,) = parse_registry("models/x.json", content)

    assert () == models
    assert ("models/x.json", "") == (fault.path, fault.field)
    assert "is not JSON" in fault.reason


@pytest.mark.parametrize("content", [b"3", b"null", b"{}", b'{"models": {"a": 1}}', b'"models"'])
def test_a_registry_is_a_list_of_models(content):
    models, (fault,) = parse_registry("x", content)

    assert () == models
    assert "models" == fault.field


@pytest.mark.parametrize(
    "entry", [None, 3, "qwen3:8b", [], {}, {"model_id": ""}, {"model_id": None}, {"model_id": 3}]
)
def test_an_entry_has_a_name(entry):
    assert [("models[0]", "model_id")] == faults_of(entry)


@pytest.mark.parametrize(
    ("field", "value"),
    [
        ("mode", "thinking"),
        ("mode", "think:"),
        ("mode", "think:hard"),
        ("mode", "non_think:high"),
        ("mode", None),
        ("mode", ["think"]),
        ("enabled", "yes"),
        ("enabled", 1),
        ("enabled", None),
        ("model_key", "Qwen"),
        ("model_key", "a-b"),
        ("model_key", "a\n"),
        ("model_key", 5),
        ("max_tokens", 0),
        ("max_tokens", -1),
        ("max_tokens", 1.5),
        ("max_tokens", "900"),
        ("max_tokens", True),
        ("temperature", -0.1),
        ("temperature", 2.1),
        ("temperature", "0"),
        ("temperature", True),
        ("price_per_million", 3),
        ("price_per_million", {}),
        ("price_per_million", {"prompt": 1}),
        ("price_per_million", {"prompt": 1, "completion": 2, "image": 3}),
        ("price_per_million", {"prompt": -1, "completion": 2}),
        ("price_per_million", {"prompt": "1", "completion": 2}),
        ("price_per_million", {"prompt": True, "completion": 2}),
        ("price_per_million", {"prompt": 1, "completion": 1e9}),
        ("extra_body", "x"),
        ("extra_body", [1]),
        ("extra_body", []),
        ("extra_body", {"model": "other"}),
        ("extra_body", {"top_p": 1, "stream": True}),
    ],
)
def test_a_wrong_field_is_named(field, value):
    assert [("models[0] (a)", field)] == faults_of({"model_id": "a", field: value})


def test_every_fault_is_named_and_the_sound_entries_are_given():
    models, faults = parsed({"model_id": "a", "mode": "x", "enabled": 0}, {}, {"model_id": "b"})

    assert ["b"] == [one.model_id for one in models]
    assert [("models[0] (a)", "mode"), ("models[0] (a)", "enabled"), ("models[1]", "model_id")] == [
        (fault.item, fault.field) for fault in faults
    ]


def test_two_entries_with_one_key_are_refused():
    models, (fault,) = parsed({"model_id": "Qwen3:8B"}, {"model_id": "qwen3-8b"}, {"model_id": "other"})

    assert 3 == len(models)
    assert ("Qwen3:8B, qwen3-8b", "model_key") == (fault.item, fault.field)
    assert "qwen3_8b is used 2 times" == fault.reason


def test_one_model_in_two_modes_needs_two_keys():
    modes = [{"model_id": "a", "mode": mode} for mode in ("think", "non_think")]

    assert ["model_key"] == [field for _, field in faults_of(*modes)]
    assert [] == faults_of({**modes[0], "model_key": "a_think"}, modes[1])


JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=5),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=5), inner, max_size=3),
    max_leaves=6,
)
FIELDS = (
    "model_key",
    "mode",
    "enabled",
    "max_tokens",
    "temperature",
    "extra_body",
    "family",
    "size",
    "price_per_million",
)
ENTRIES = JSON | st.fixed_dictionaries(
    {"model_id": st.text(max_size=4)}, optional=dict.fromkeys(FIELDS, JSON)
)


@given(JSON | st.lists(ENTRIES, max_size=4))
def test_any_json_gives_models_or_faults(written):
    models, faults = parse_registry("x", json.dumps(written).encode())

    assert models or faults or written in ([], {"models": []})
    assert all(isinstance(one.model_key, str) and one.mode in ("think", "non_think") for one in models)


def test_an_unlisted_model_has_a_key_and_a_mode_to_be_looked_up():
    expected = Model(model_id="Qwen3:8B", model_key="qwen3_8b", mode="think", mode_is_known=False)

    assert expected == model_named("Qwen3:8B", "think")
    assert "non_think" == model_named("x").mode


def test_the_registry_of_openrouter_shows_how_an_upstream_is_pinned():
    """Without a pin scores move with the upstream of the day and its quantisation."""
    models, faults = parse_registry("x", (ROOT / "models" / "openrouter_models.json").read_bytes())
    (pinned,) = [one for one in models if one.extra_body]

    assert () == faults
    assert ("think", "high", False) == (pinned.mode, pinned.effort, pinned.enabled)
    assert {"allow_fallbacks": False, "data_collection": "deny"}.items() <= pinned.extra_body[
        "provider"
    ].items()


# --- other endpoints ---------------------------------------------------------------------------------


def test_other_endpoints_of_a_model_are_read_whole():
    written = {
        "provider": " OpenRouter ",
        "model_id": "qwen/qwen3-8b",
        "base_url": "http://h/v1",
        "api_key_variable": "OMNIBENCH_LAB_API_KEY",
        "extra_body": {"top_p": 0.9},
        "price_per_million": {"prompt": 1, "completion": 2},
    }
    ((found,), faults) = parsed({"model_id": "qwen3:8b", "also_at": [written, {"provider": "vllm"}]})

    assert () == faults
    assert (
        Venue(
            provider="openrouter",
            model_id="qwen/qwen3-8b",
            base_url="http://h/v1",
            api_key_variable="OMNIBENCH_LAB_API_KEY",
            extra_body={"top_p": 0.9},
            price_per_million=Prices(1.0, 2.0),
        ),
        Venue(provider="vllm", model_id="qwen3:8b"),
    ) == found.also_at


@pytest.mark.parametrize(
    ("venue", "field"),
    [
        ({}, "provider"),
        ({"provider": ""}, "provider"),
        ({"provider": "vllm", "model_id": 3}, "model_id"),
        ({"provider": "vllm", "base_url": ["http://h"]}, "base_url"),
        ({"provider": "vllm", "base_ulr": "http://h"}, "base_ulr"),
        ({"provider": "vllm", "api_key_variable": "GITHUB_API_KEY"}, "api_key_variable"),
        ({"provider": "vllm", "api_key_variable": "OMNIBENCH_SECRET"}, "api_key_variable"),
        ({"provider": "vllm", "api_key": "k"}, "api_key"),
        ({"provider": "vllm", "headers": {"Authorization": "k"}}, "headers"),
        ({"provider": "vllm", "extra_body": {"model": "x"}}, "extra_body"),
        ({"provider": "vllm", "price_per_million": 3}, "price_per_million"),
    ],
)
def test_what_is_wrong_with_another_endpoint_is_named(venue, field):
    where = f"also_at[0].{field}"

    assert [("models[0] (m)", where)] == faults_of({"model_id": "m", "also_at": [venue]})


@pytest.mark.parametrize("venues", ["vllm", {"provider": "vllm"}, ["vllm"], 1])
def test_other_endpoints_are_a_list_of_objects(venues):
    assert [("models[0] (m)", "also_at")] == faults_of({"model_id": "m", "also_at": venues})


def test_a_key_in_a_registry_is_refused_and_not_repeated():
    _, (fault,) = parsed({"model_id": "m", "api_key": "sk-canary"})

    assert "api_key" == fault.field
    assert "canary" not in fault.reason


def test_the_variables_of_keys_are_those_of_the_providers():
    from omnibench.ask.presets import PRESETS

    for preset in PRESETS.values():
        if preset.api_key_variable:
            venue = {"provider": "vllm", "api_key_variable": preset.api_key_variable}
            assert [] == faults_of({"model_id": "m", "also_at": [venue]})
