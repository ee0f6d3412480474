"""What a provider says of its models is read where it is said, and left open where it is not."""

import asyncio
import contextlib
import json
from functools import partial

import pytest
from ask_builders import KEY, endpoint
from provider_server import provider_server

from omnibench.ask import catalogue
from omnibench.ask.catalogue import (
    Catalogue,
    Offer,
    fetch_catalogue,
    fetch_lmstudio_details,
    fetch_ollama_details,
    fetch_ollama_sizes,
    load_ollama_model,
    unload_ollama_model,
)
from omnibench.records import Failure, Prices

DEAD = "http://127.0.0.1:1"
MODELS = [
    {"id": "plain", "context_length": 4096},
    {"id": "thinker", "context_length": 8192, "capabilities": ["completion", "thinking"]},
    {"id": "must", "capabilities": ["completion", "thinking"], "reasoning_mandatory": True, "max_completion_tokens": 999, "holds_form": True},
]  # fmt: skip


@pytest.fixture(scope="module")
def running():
    with provider_server() as server:
        yield server


@pytest.fixture
def play(running):
    """Set the server up; gives the endpoint that stands for it."""

    def playing(flavour, models=MODELS, **more):
        running.reset(flavour=flavour, models=models, **more)
        return endpoint(running.base_url, provider=flavour)

    return playing


def fetch(at):
    return asyncio.run(fetch_catalogue(at))


def listed(at):
    catalogue = fetch(at)
    assert isinstance(catalogue, Catalogue)
    return list(catalogue.offers.values())


# --- the list ----------------------------------------------------------------------------------------


@pytest.mark.parametrize("flavour", ["openai", "ollama", "lmstudio"])
def test_a_list_of_names_alone_leaves_the_rest_open(play, flavour):
    assert [Offer(model_id="plain"), Offer(model_id="thinker"), Offer(model_id="must")] == listed(
        play(flavour)
    )


@pytest.mark.parametrize("flavour", ["vllm", "sglang", "llamacpp"])
def test_a_server_tells_the_context_it_has(play, flavour):
    assert [4096, 8192, 32768] == [offer.context_length for offer in listed(play(flavour))]
    assert {None} == {offer.can_think for offer in listed(play(flavour))}


def test_openrouter_tells_context_limit_and_reasoning(play):
    assert [
        Offer(
            model_id="plain",
            aliases=("plain",),
            context_length=4096,
            can_think=False,
            can_see=False,
            can_hold_to_words=False,
            prices=Prices(1.0, 2.0),
        ),
        Offer(
            model_id="thinker",
            aliases=("thinker",),
            context_length=8192,
            can_think=True,
            can_see=False,
            can_hold_to_words=False,
            prices=Prices(1.0, 2.0),
        ),
        Offer(
            model_id="must",
            aliases=("must",),
            can_hold_to_words=True,
            context_length=32768,
            max_completion_tokens=999,
            can_think=True,
            can_see=False,
            reasoning_is_mandatory=True,
            prices=Prices(1.0, 2.0),
        ),
    ] == listed(play("openrouter"))


@pytest.mark.parametrize("flavour", ["llamacpp", "openrouter"])
def test_a_list_tells_who_takes_pictures(play, flavour):
    models = [{"id": "blind"}, {"id": "seeing", "capabilities": ["completion", "vision"]}]
    assert [False, True] == [offer.can_see for offer in listed(play(flavour, models))]


def test_llama_cpp_tells_the_quantisation(play, running):
    at = play("vllm")
    body = {"data": [{"id": "a", "meta": {"ftype": "Q4_1"}}, {"id": "b", "meta": {"ftype": 3}}]}
    running.configure(faults=[{"match": {"path": "/models"}, "do": "error_200", "body": body}])
    assert ["Q4_1", None] == [offer.quantization for offer in listed(at)]


@pytest.mark.parametrize(
    "pricing",
    [
        None,
        "cheap",
        {},
        {"prompt": "0.1"},
        {"prompt": "-1", "completion": "-1"},
        {"prompt": "x", "completion": "0"},
        {"prompt": None, "completion": "0"},
        {"prompt": "nan", "completion": "0"},
        {"prompt": "inf", "completion": "0"},
    ],
)
def test_prices_that_vary_or_cannot_be_read_are_left_open(pricing):
    assert catalogue._prices_of(pricing) is None


def test_the_list_is_asked_for_with_the_key_and_at_the_first_url_alone(play, running):
    at = play("vllm", require_key=KEY)
    pool = endpoint(at.base_urls[0], f"{DEAD}/v1")
    assert 3 == len(listed(pool))
    assert {"GET /v1/models": 1} == running.stats()["by_path"]


@pytest.mark.parametrize(
    ("body", "offers"),
    [
        ({"data": [{"id": "a"}, {"id": "a"}, {"id": ""}, {}, None, "b", 3]}, [Offer(model_id="a")]),
        ([{"id": "a"}], [Offer(model_id="a")]),
        ({"models": [{"name": "a"}]}, [Offer(model_id="a")]),
        ({"data": None, "models": [{"name": "a"}]}, [Offer(model_id="a")]),
        ({"data": []}, []),
        ({"data": 5}, []),
        ({"models": 5}, []),
        ({}, []),
        (5, []),
        ({"data": [{"id": "a", "aliases": ["b", 3]}]}, [Offer(model_id="a", aliases=("b", "3"))]),
        ({"data": [{"id": "a", "meta": 5, "top_provider": 5, "aliases": 5}]}, [Offer(model_id="a")]),
        ({"data": [{"id": "a", "max_model_len": "many"}]}, [Offer(model_id="a")]),
        ({"data": [{"id": "a", "architecture": {"input_modalities": "image"}}]}, [Offer(model_id="a")]),
        ({"data": [{"id": "a", "max_model_len": True}]}, [Offer(model_id="a")]),
        ({"data": [{"id": "a", "context_length": -1}]}, [Offer(model_id="a")]),
    ],
)
def test_an_odd_list_is_read_as_far_as_it_goes(play, running, body, offers):
    at = play("vllm")
    running.configure(faults=[{"match": {"path": "/models"}, "do": "error_200", "body": body}])
    assert offers == listed(at)


@pytest.mark.parametrize(
    ("fault", "kind"),
    [
        ({"do": "status", "status": 401}, "auth"),
        ({"do": "status", "status": 404, "body": "404 page not found"}, "not_found"),
        ({"do": "status", "status": 503}, "server"),
        ({"do": "status", "status": 302}, "server"),
        ({"do": "html"}, "protocol"),
        ({"do": "cut_json"}, "protocol"),
        ({"do": "cut_json", "variant": "connection"}, "connection"),
        ({"do": "reset"}, "connection"),
        ({"do": "close"}, "connection"),
    ],
)
def test_a_list_that_cannot_be_had_is_a_failure(play, running, fault, kind):
    at = play("vllm")
    running.configure(faults=[{"match": {"path": "/models"}, **fault}])
    failure = fetch(at)
    assert isinstance(failure, Failure)
    assert kind == failure.kind
    assert failure.detail
    assert ("page" if fault["do"] == "html" else None) == failure.cause


def test_a_path_that_lm_studio_does_not_know_is_no_empty_list(play, running):
    play("lmstudio")
    failure = fetch(endpoint(running.url, provider="lmstudio"))
    assert isinstance(failure, Failure)
    assert ("protocol", True, "address") == (failure.kind, failure.is_fatal, failure.cause)


def test_a_list_that_is_nested_without_end_is_a_failure(play, running):
    at = play("vllm")
    rule = {"match": {"path": "/models"}, "do": "status", "status": 200, "body": "[" * 100_000}
    running.configure(faults=[rule])
    failure = fetch(at)
    assert isinstance(failure, Failure)
    assert "protocol" == failure.kind


def test_a_redirect_is_named_and_not_followed(play, running):
    at = play("vllm")
    rule = {"do": "status", "status": 308, "headers": {"Location": "/v1/models"}}
    running.configure(faults=[{"match": {"path": "/old/models"}, **rule}])
    failure = fetch(endpoint(at.base_urls[0].replace("/v1", "/old")))

    assert ("protocol", "redirect") == (failure.kind, failure.cause)
    assert "sends on to /v1/models" in failure.detail


def test_nobody_at_home_is_a_connection_that_failed_and_says_where():
    failure = fetch(endpoint(f"{DEAD}/v1"))
    assert isinstance(failure, Failure)
    assert ("connection", True) == (failure.kind, failure.is_transient)
    assert "127.0.0.1:1" in failure.detail


@pytest.mark.parametrize("status", [401, 500])
def test_a_key_that_a_server_echoes_is_not_repeated(play, running, status):
    at = play("vllm")
    rule = {"match": {"path": "/models"}, "do": "status", "status": status, "body": f"no such key: {KEY}"}
    running.configure(faults=[rule])
    failure = fetch(at)
    assert isinstance(failure, Failure)
    assert "no such key: [key]" == failure.detail


@pytest.mark.parametrize("body", ['{"error": "KEY"}', '["KEY"]', '{"error": {"message": "KEY"}}'])
def test_a_key_that_a_server_spells_in_another_way_is_not_repeated(play, running, body):
    spelled = "".join(f"\\u{ord(c):04x}" for c in KEY)
    at = play("vllm")
    rule = {"do": "status", "status": 400, "body": body.replace("KEY", spelled)}
    running.configure(faults=[{"match": {"path": "/models"}, **rule}])
    failure = fetch(at)
    assert isinstance(failure, Failure)
    assert KEY not in failure.detail
    assert "[key]" in failure.detail


# --- a server that is slow ---------------------------------------------------------------------------


@contextlib.asynccontextmanager
async def dripping(pause_s):
    """A server that begins an answer and then sends a space every so many seconds; gives its URL.

    It begins late, so that the limit from byte to byte would end after the total one.
    """

    async def drip(reader, writer):
        with contextlib.suppress(ConnectionError, asyncio.CancelledError):
            await reader.readuntil(b"\r\n\r\n")
            await asyncio.sleep(0.05)
            writer.write(
                b"HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: 99999\r\n\r\n"
            )
            while True:
                await writer.drain()
                await asyncio.sleep(pause_s)
                writer.write(b" ")
        writer.close()

    async with await asyncio.start_server(drip, "127.0.0.1", 0) as server:
        yield f"http://127.0.0.1:{server.sockets[0].getsockname()[1]}/v1"


def ask_dripping(pause_s, asking):
    """What comes of asking such a server for something, in time."""

    async def ask():
        async with dripping(pause_s) as url:
            return await asyncio.wait_for(asking(url), 5)

    return asyncio.run(ask())


DRIPS, HANGS = 0.005, 60.0


@pytest.mark.parametrize("pause_s", [DRIPS, HANGS])
def test_a_list_has_one_total_time(monkeypatch, pause_s):
    monkeypatch.setattr(catalogue, "open_native", partial(catalogue.open_native, timeout_s=0.1))
    failure = ask_dripping(pause_s, lambda url: fetch_catalogue(endpoint(url)))
    assert isinstance(failure, Failure)
    assert ("timeout", True) == (failure.kind, failure.is_transient)
    assert "/models gave no answer within" in failure.detail
    assert "silent" == failure.cause


@pytest.mark.parametrize("pause_s", [DRIPS, HANGS])
def test_what_ollama_tells_has_one_total_time(monkeypatch, pause_s):
    monkeypatch.setattr(catalogue, "open_native", partial(catalogue.open_native, timeout_s=0.1))
    offer = Offer(model_id="m")
    assert offer == ask_dripping(
        pause_s, lambda url: fetch_ollama_details(endpoint(url, provider="ollama"), offer)
    )


@pytest.mark.parametrize("pause_s", [DRIPS, HANGS])
def test_a_load_has_one_total_time(monkeypatch, pause_s):
    monkeypatch.setattr(catalogue, "_LOAD_TIMEOUT_S", 0.1)
    assert ask_dripping(pause_s, lambda url: load_ollama_model(endpoint(url, provider="ollama"), "m")) is None


# --- several URLs ------------------------------------------------------------------------------------


def test_a_pool_whose_first_url_is_dead_has_the_list_of_the_second(play):
    (alive,) = play("vllm").base_urls
    assert ["plain", "thinker", "must"] == [
        offer.model_id for offer in listed(endpoint(f"{DEAD}/v1", alive, DEAD))
    ]


@pytest.mark.parametrize(("is_dead_last", "kind"), [(True, "connection"), (False, "auth")])
def test_a_pool_that_nobody_answers_for_has_the_last_failure(play, is_dead_last, kind):
    (refusing,) = play("vllm", require_key="another").base_urls
    urls = (refusing, f"{DEAD}/v1") if is_dead_last else (f"{DEAD}/v1", refusing)
    failure = fetch(endpoint(*urls))
    assert isinstance(failure, Failure)
    assert kind == failure.kind


# --- names -------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("name", "found"),
    [
        ("qwen3:8b", "qwen3:8b"),
        ("mistral", "mistral:latest"),
        ("mistral:latest", "mistral:latest"),
        ("bare:latest", "bare"),
        ("MISTRAL:LATEST", "mistral:latest"),
        ("Qwen3:8B", "qwen3:8b"),
        ("served-name", "/models/served.gguf"),
        ("SERVED-NAME", "/models/served.gguf"),
        ("qwen3", None),
        ("qwen3:8", None),
        ("", None),
    ],
)
def test_a_name_means_an_offer_exactly_by_latest_or_by_alias(name, found):
    offers = [
        Offer(model_id="qwen3:8b"),
        Offer(model_id="mistral:latest"),
        Offer(model_id="bare"),
        Offer(model_id="/models/served.gguf", aliases=("Served-Name",)),
    ]
    offer = Catalogue({offer.model_id: offer for offer in offers}).find(name)
    assert found == (offer and offer.model_id)


def test_an_exact_name_wins_over_latest_and_over_another_models_alias():
    offers = [Offer(model_id="other", aliases=("m",)), Offer(model_id="m:latest"), Offer(model_id="m")]
    catalogue = Catalogue({offer.model_id: offer for offer in offers})
    assert ["m", "m:latest"] == [catalogue.find(name).model_id for name in ("m", "m:latest")]


# --- Ollama ------------------------------------------------------------------------------------------


def details(at, model_id):
    return asyncio.run(fetch_ollama_details(at, Offer(model_id=model_id)))


def test_ollama_tells_what_a_model_can_do_and_loads_nothing_for_it(play, running):
    at = play("ollama")
    assert [False, True] == [details(at, name).can_think for name in ("plain", "thinker")]
    assert details(at, "plain").context_length is None
    assert [] == running.stats()["loads"]


def test_a_loaded_model_tells_the_context_it_really_has(play, running):
    at = play("ollama")
    asyncio.run(load_ollama_model(at, "thinker"))
    assert ["thinker"] == running.stats()["loads"]
    assert (8192, None) == (details(at, "thinker").context_length, details(at, "plain").context_length)


def test_the_context_is_found_behind_the_implied_latest(play):
    at = play("ollama", [{"id": "m:latest", "context_length": 2048}])
    asyncio.run(load_ollama_model(at, "m"))
    assert 2048 == details(at, "m").context_length


@pytest.mark.parametrize(
    ("shown", "running_models", "expected"),
    [
        ({"parameters": "stop x\nnum_ctx    16384\ntemperature 1"}, [], (None, 16384)),
        ({"parameters": "num_ctx 16384"}, [{"name": "m", "context_length": 4096}], (None, 4096)),
        ({"parameters": "num_ctx many"}, [], (None, None)),
        ({"parameters": "num_ctx ²"}, [], (None, None)),
        ({"parameters": None, "capabilities": ["completion"]}, [], (False, None)),
        ({"capabilities": "thinking"}, [], (None, None)),
        ({"capabilities": ["thinking"]}, 5, (True, None)),
        ({"capabilities": ["thinking"]}, [None, {"model": "m", "context_length": 9}], (True, 9)),
        ({"capabilities": ["thinking"]}, [{"name": "other", "context_length": 9}], (True, None)),
        ([], [], (None, None)),
    ],
)
def test_a_hint_that_ollama_does_not_give_is_left_open(play, running, shown, running_models, expected):
    at = play("ollama")
    running.configure(
        faults=[
            {"match": {"path": "/api/show"}, "do": "error_200", "body": shown},
            {"match": {"path": "/api/ps"}, "do": "error_200", "body": {"models": running_models}},
        ]
    )
    offer = details(at, "m")
    assert expected == (offer.can_think, offer.context_length)


@pytest.mark.parametrize("fault", [{"do": "status", "status": 404}, {"do": "close"}, {"do": "html"}])
def test_a_failure_of_ollamas_own_endpoints_leaves_the_offer_as_it_was(play, running, fault):
    at = play("ollama")
    running.configure(faults=[{"match": {"path": "/api/"}, **fault}])
    assert Offer(model_id="plain") == details(at, "plain")
    assert asyncio.run(load_ollama_model(at, "plain")) is None


def test_ollamas_own_endpoints_stand_beside_v1_whatever_stands_before_it(play, running):
    at = play("ollama")
    running.configure(
        faults=[{"match": {"path": "/proxy/api/show"}, "do": "error_200", "body": {"capabilities": []}}]
    )
    behind = endpoint(f"{at.base_urls[0].removesuffix('/v1')}/proxy/v1", provider="ollama")
    assert details(behind, "m").can_think is False
    assert {"POST /proxy/api/show", "GET /proxy/api/ps"} == running.stats()["by_path"].keys()
    assert {"model": "m"} == json.loads(running.stats()["recent"][0]["body"])


def test_ollama_tells_who_takes_pictures(play):
    at = play("ollama", [{"id": "blind"}, {"id": "seeing", "capabilities": ["completion", "vision"]}])
    assert [False, True] == [details(at, name).can_see for name in ("blind", "seeing")]


# --- LM Studio ---------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("model", "expected"),
    [
        (
            {
                "capabilities": {"vision": True, "reasoning": {"default": "on"}},
                "loaded_instances": [{"id": "m", "config": {"context_length": 8192}}],
            },
            (True, True, 8192),
        ),
        ({"capabilities": {"vision": False}, "loaded_instances": []}, (None, False, None)),
        ({"capabilities": {"vision": "yes"}, "loaded_instances": [None, 3]}, (None, None, None)),
        ({"capabilities": None, "loaded_instances": [{"config": 3}]}, (None, None, None)),
    ],
)
def test_lm_studio_tells_what_a_model_can_do_and_the_context_that_it_has_loaded(
    play, running, model, expected
):
    at = play("vllm")
    body = {"models": [{"key": "other"}, {"key": "m", **model}]}
    running.configure(faults=[{"match": {"path": "/api/v1/models"}, "do": "error_200", "body": body}])
    offer = asyncio.run(fetch_lmstudio_details(at, Offer(model_id="m")))
    assert expected == (offer.can_think, offer.can_see, offer.context_length)


def test_an_lm_studio_without_that_list_leaves_the_offer_as_it_was(play):
    at = play("vllm")
    assert Offer(model_id="m") == asyncio.run(fetch_lmstudio_details(at, Offer(model_id="m")))


# --- the environment ---------------------------------------------------------------------------------


def test_a_proxy_port_that_is_none_raises_nothing_raw(monkeypatch):
    monkeypatch.setenv("HTTP_PROXY", "http://127.0.0.1:99999")

    assert isinstance(asyncio.run(fetch_catalogue(endpoint("http://10.255.255.1:9/v1"))), Failure)


# --- sizes, and letting go ---------------------------------------------------------------------------


def test_ollama_tells_the_size_of_what_lies_there(play):
    models = [
        {"id": "a:8b", "size_gb": 4.7},
        {"id": "b:latest", "size_gb": 0.5},
        {"id": "c", "size_gb": None},
    ]

    assert {"a:8b": 4.7, "b": 0.5} == asyncio.run(fetch_ollama_sizes(play("ollama", models)))


@pytest.mark.parametrize(
    "fault", [{"do": "status", "status": 500}, {"do": "html"}, {"do": "cut_json"}, {"do": "close"}]
)
def test_sizes_that_are_not_told_are_left_open(play, fault):
    at = play("ollama", faults=[{"match": {"path": "/api/tags"}, **fault}])

    assert {} == asyncio.run(fetch_ollama_sizes(at))


def test_a_model_is_let_go_at_every_server_of_a_pool(play, running):
    at = play("ollama")
    asyncio.run(load_ollama_model(at, "plain"))
    assert ["plain"] == running.stats()["resident"]
    pool = endpoint(*at.base_urls, *at.base_urls, provider="ollama")

    assert asyncio.run(unload_ollama_model(pool, "plain")) is None
    assert [] == running.stats()["resident"]
    assert 3 == running.stats()["by_path"]["POST /api/generate"]


def test_a_model_that_cannot_be_let_go_says_why(play):
    failure = asyncio.run(unload_ollama_model(play("ollama"), "gone"))

    assert isinstance(failure, Failure)
    assert "gone" in failure.detail
