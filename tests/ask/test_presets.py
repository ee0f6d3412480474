"""The providers' table is whole, and an endpoint shows no key."""

from typing import get_args

import pytest
from ask_builders import KEY, endpoint

from omnibench.ask.presets import PRESETS, DialectName


@pytest.mark.parametrize("name", PRESETS)
def test_a_preset_stands_under_its_name_with_variables_of_that_name(name):
    preset = PRESETS[name]
    assert name == preset.name
    prefix = f"{name.upper()}_"
    variables = (preset.host_variable, preset.base_url_variable, preset.api_key_variable)
    kinds = ("HOST", "BASE_URL", "API_KEY")
    assert {None} | {prefix + kind for kind in kinds} >= set(variables)
    assert bool(preset.host_variable) is (preset.default_port is not None)
    assert preset.dialect in get_args(DialectName)


def test_the_addresses_and_keys_of_the_contract():
    assert {
        "ollama": ("http://localhost:11434/v1", 11434, "ollama"),
        "openrouter": ("https://openrouter.ai/api/v1", None, None),
        "vllm": ("http://localhost:8000/v1", 8000, "EMPTY"),
        "sglang": ("http://localhost:30000/v1", 30_000, "EMPTY"),
        "llamacpp": ("http://localhost:8080/v1", 8080, "none"),
        "llamaswap": ("http://localhost:8080/v1", 8080, "none"),
        "lmstudio": ("http://localhost:1234/v1", 1234, "lm-studio"),
        "openai": ("https://api.openai.com/v1", None, None),
        "custom": ("", None, "none"),
        "embedded": ("", None, "embedded"),
    } == {
        name: (preset.default_base_url, preset.default_port, preset.default_api_key)
        for name, preset in PRESETS.items()
    }


def test_how_many_requests_each_takes_and_which_load_models_on_demand():
    assert {
        "ollama": 2,
        "openrouter": 16,
        "vllm": 64,
        "sglang": 64,
        "llamacpp": 4,
        "llamaswap": 4,
        "lmstudio": 1,
        "openai": 16,
        "custom": 4,
        "embedded": 4,
    } == {name: preset.concurrency for name, preset in PRESETS.items()}
    assert ["ollama", "llamaswap", "lmstudio", "embedded"] == [
        name for name, preset in PRESETS.items() if preset.loads_on_demand
    ]


def test_how_to_get_a_model_that_is_missing():
    hints = {name: preset.pull_hint.format(model="qwen3:8b") for name, preset in PRESETS.items()}
    assert ("ollama pull qwen3:8b", "vllm serve qwen3:8b") == (hints["ollama"], hints["vllm"])


def test_an_endpoint_names_its_provider_and_keeps_its_key_to_itself():
    at = endpoint("http://h/v1", provider="openrouter")
    assert "openrouter" == at.provider
    assert KEY not in repr(at)
