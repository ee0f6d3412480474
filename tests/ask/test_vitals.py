"""What a server says of the moment is read where it says it."""

import asyncio

import pytest
from ask_builders import endpoint
from provider_server import provider_server

from omnibench.ask.catalogue import load_ollama_model
from omnibench.ask.vitals import Vitals, fetch_vitals


@pytest.fixture(scope="module")
def running():
    with provider_server() as server:
        yield server


def vitals(provider, *urls, model_id="m"):
    return asyncio.run(fetch_vitals(endpoint(*urls, provider=provider), model_id))


def playing(running, path, body):
    fault = {"match": {"path": path}, "do": "error_200", "body": body}
    running.reset(flavour="openai", models=[{"id": "m"}], faults=[fault])
    return running.base_url


def test_ollama_says_what_is_loaded_and_asking_loads_nothing(running):
    running.reset(flavour="ollama", models=[{"id": "m"}])
    url = running.base_url

    assert Vitals(is_loaded=False) == vitals("ollama", url)
    assert [] == running.stats()["loads"]
    asyncio.run(load_ollama_model(endpoint(url, provider="ollama"), "m"))
    assert Vitals(is_loaded=True, gpu_share=1.0) == vitals("ollama", url)


@pytest.mark.parametrize(
    ("entry", "share"),
    [
        ({"size": 10, "size_vram": 4}, 0.4),
        ({"size": 10, "size_vram": 0}, 0.0),
        ({"size": 0, "size_vram": 0}, None),
        ({"size": "10", "size_vram": 4}, None),
        ({}, None),
    ],
)
def test_a_model_that_is_partly_on_the_cpu_is_told_by_its_share(running, entry, share):
    url = playing(running, "/api/ps", {"models": [{"name": "m", **entry}]})

    assert Vitals(is_loaded=True, gpu_share=share) == vitals("ollama", url)


def test_llama_cpp_counts_its_slots(running):
    running.reset(flavour="llamacpp", models=[{"id": "m"}])

    assert Vitals(n_slots=4, n_free_slots=3) == vitals("llamacpp", running.base_url)


@pytest.mark.parametrize(
    ("model", "is_loaded"),
    [
        ({"key": "m", "loaded_instances": [{"id": "m"}]}, True),
        ({"key": "m", "loaded_instances": []}, False),
        ({"key": "m"}, None),
        ({"key": "other", "loaded_instances": [{}]}, None),
    ],
)
def test_lm_studio_lists_loaded_instances(running, model, is_loaded):
    url = playing(running, "/api/v1/models", {"models": [model]})

    assert Vitals(is_loaded=is_loaded) == vitals("lmstudio", url)


@pytest.mark.parametrize("provider", ["ollama", "llamacpp", "lmstudio", "vllm", "openrouter", "embedded"])
@pytest.mark.parametrize("body", [{"error": "Not Supported"}, [], {"models": 3}, [{"id": 1}]])
def test_what_is_not_told_is_left_open(running, provider, body):
    url = playing(running, "/", body)

    assert Vitals() == vitals(provider, url)


def test_a_server_without_address_yet_tells_nothing():
    assert Vitals() == vitals("embedded")


def test_a_dead_server_tells_nothing():
    assert Vitals() == vitals("ollama", "http://127.0.0.1:1/v1")
