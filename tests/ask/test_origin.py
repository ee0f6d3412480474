"""What produces an answer is read where a provider tells it, and costs nothing where it does not."""

import asyncio
from functools import partial

import pytest
from ask_builders import KEY, endpoint
from provider_server import provider_server

from omnibench.ask import origin
from omnibench.ask.origin import fetch_origins
from omnibench.records import Origin

DEAD = "http://127.0.0.1:1/v1"


@pytest.fixture(scope="module")
def running():
    with provider_server() as server:
        yield server


def origins(provider, *urls, model_id="m"):
    return asyncio.run(fetch_origins(endpoint(*urls, provider=provider), model_id))


@pytest.mark.parametrize(
    ("flavour", "expected"),
    [
        ("ollama", Origin(digest="d1", quantization="Q4_K_M", server="ollama 0.30.0")),
        ("vllm", Origin(server="vllm 0.33.0")),
        ("llamacpp", Origin(quantization="Q4_K - Medium", server="llama.cpp b11549-0000abc")),
    ],
)
def test_a_server_tells_what_it_answers_with_and_loads_nothing_for_it(running, flavour, expected):
    running.reset(flavour=flavour, models=[{"id": "m", "digest": "d1"}])

    assert (expected,) == origins(flavour, running.base_url)
    assert [] == running.stats()["loads"]


def test_the_digest_is_found_behind_the_implied_latest(running):
    running.reset(flavour="ollama", models=[{"id": "m:latest", "digest": "d1"}])

    assert "d1" == origins("ollama", running.base_url)[0].digest


def playing(running, **bodies):
    running.reset(
        flavour="openai",
        models=[{"id": "m"}],
        faults=[
            {"match": {"path": path}, "do": "error_200", "body": body}
            for path, body in bodies.pop("bodies").items()
        ],
    )
    return running.base_url


def test_sglang_tells_version_and_quantisation_and_its_key_is_not_read(running):
    info = {"version": "0.5.23", "quantization": "fp8", "api_key": KEY, "model_path": "/models/m"}
    url = playing(running, bodies={"/server_info": info})

    assert (Origin(quantization="fp8", server="sglang 0.5.23"),) == origins("sglang", url)


def test_an_older_sglang_is_asked_by_its_older_name(running):
    url = playing(running, bodies={"/get_server_info": {"version": "0.4.6", "quantization": None}})

    assert (Origin(server="sglang 0.4.6"),) == origins("sglang", url)


def test_lm_studio_tells_the_quantisation(running):
    models = [
        {"key": "other", "quantization": {"name": "F16"}},
        {"key": "m", "quantization": {"name": "Q8_0", "bits_per_weight": 8}},
    ]
    url = playing(running, bodies={"/api/v1/models": {"models": models}})

    assert (Origin(quantization="Q8_0"),) == origins("lmstudio", url)


@pytest.mark.parametrize("provider", ["openrouter", "openai", "custom"])
def test_a_provider_that_has_no_such_endpoint_is_not_asked(running, provider):
    running.reset(flavour="openai")

    assert () == origins(provider, running.base_url)
    assert {} == running.stats()["by_path"]


@pytest.mark.parametrize("provider", ["ollama", "vllm", "sglang", "llamacpp", "lmstudio"])
@pytest.mark.parametrize(
    "fault",
    [
        {"do": "status", "status": 404},
        {"do": "status", "status": 503},
        {"do": "html"},
        {"do": "close"},
        {"do": "error_200", "body": [1]},
        {"do": "error_200", "body": {"version": 3, "models": [None, {"name": "m", "key": "m"}]}},
        {"do": "error_200", "body": {"version": "1\n2", "build_info": " ", "model_ftype": "x" * 201}},
        {
            "do": "error_200",
            "body": {"models": [{"name": "m", "key": "m", "digest": "", "details": 1, "quantization": 4}]},
        },
    ],
)
def test_what_is_not_told_is_left_open_and_not_asked_twice(running, provider, fault):
    running.reset(flavour="openai", faults=[{"match": {"path": "/"}, **fault}])

    assert (Origin(),) == origins(provider, running.base_url)
    assert {1} == set(running.stats()["by_path"].values())


def test_each_server_of_a_pool_is_asked_and_a_dead_one_tells_nothing(running):
    running.reset(flavour="vllm", models=[{"id": "m"}])

    assert (Origin(), Origin(server="vllm 0.33.0")) == origins("vllm", DEAD, running.base_url)


def test_a_server_that_hangs_is_given_up(running, monkeypatch):
    monkeypatch.setattr(origin, "open_native", partial(_open_briefly, origin.open_native))
    running.reset(flavour="vllm", faults=[{"match": {"path": "/version"}, "do": "hang"}])

    assert (Origin(),) == origins("vllm", running.base_url)


def _open_briefly(open_native, at, url, timeout_s):
    assert timeout_s <= 5.0
    return open_native(at, url, timeout_s=0.05)
