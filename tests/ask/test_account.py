"""What a provider says of its key; what it says in another shape counts as nothing."""

import asyncio

import pytest
from ask_builders import endpoint
from provider_server import provider_server

from omnibench.ask.account import Account, fetch_account
from omnibench.records import Failure


@pytest.fixture(scope="module")
def running():
    with provider_server(flavour="openrouter") as server:
        yield server


def account(server, provider="openrouter"):
    return asyncio.run(fetch_account(endpoint(server.base_url, provider=provider)))


@pytest.mark.parametrize("left", [None, 0, 3.5])
def test_a_key_that_is_taken_says_what_is_left(running, left):
    running.reset(flavour="openrouter", key_left=left)

    assert Account(left_usd=left) == account(running)


def test_a_key_that_is_refused_is_a_failure(running):
    running.reset(flavour="openrouter", require_key="another")
    refused = account(running)

    assert isinstance(refused, Failure)
    assert ("auth", True) == (refused.kind, refused.is_fatal)


@pytest.mark.parametrize(
    "fault",
    [
        {"do": "status", "status": 404},
        {"do": "status", "status": 500},
        {"do": "html"},
        {"do": "status", "status": 200, "body": "[]"},
        {"do": "status", "status": 200, "body": '{"data": "mine"}'},
    ],
)
def test_who_tells_nothing_is_no_reason_to_stop(running, fault):
    running.reset(flavour="openrouter", faults=[{"match": {"path": "/key"}, **fault}])

    assert None is account(running)


@pytest.mark.parametrize("left", ['"much"', "true", "1e999", "NaN"])
def test_an_amount_that_is_none_is_no_limit(running, left):
    body = f'{{"data": {{"limit_remaining": {left}}}}}'
    fault = {"match": {"path": "/key"}, "do": "status", "status": 200, "body": body}
    running.reset(flavour="openrouter", faults=[fault])

    assert Account(left_usd=None) == account(running)


def test_other_providers_have_no_such_place(running):
    running.reset(flavour="vllm")

    assert None is account(running, "vllm")
    assert [] == list(running.stats()["recent"])
