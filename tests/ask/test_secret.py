"""The key is taken out of whatever a server says, however it is spelled, and nothing else is."""

import asyncio
import json

import pytest
from ask_builders import endpoint
from builders import request
from provider_server import provider_server

from omnibench.ask.client import Client
from omnibench.ask.secret import build_cleaner
from omnibench.records import Failure, Reply

KEY = "sk-canary/4f+19/b7e02"
SPELLINGS = {
    "plain": KEY,
    "slash": KEY.replace("/", "\\/"),
    "unicode": KEY.replace("/", "\\u002f"),
    "all_unicode": "".join(f"\\u{ord(c):04x}" for c in KEY),
}
"""How JSON may spell it."""
PERCENT = "sk-canary%2F4f%2B19%2Fb7e02"
AT = endpoint("http://h/v1", api_key=KEY)


@pytest.fixture(scope="module")
def running():
    with provider_server(flavour="vllm", models=[{"id": "m"}]) as server:
        yield server


@pytest.fixture
def ask(running):
    """Ask a server that says this body with this status."""

    def asking(status, body):
        running.reset(flavour="vllm", models=[{"id": "m"}])
        running.configure(faults=[{"match": {}, "do": "status", "status": status, "body": body}])

        async def once():
            client = Client(endpoint(running.base_url, api_key=KEY))
            try:
                return await client.ask(request(model_id="m"))
            finally:
                await client.close()

        return asyncio.run(once())

    return asking


def spelled(body, spelling):
    """A body as JSON, with the key in place of KEY."""
    return json.dumps(body).replace("KEY", spelling)


def error(message):
    return {"error": {"message": message, "code": 400}}


def completion(content, **message):
    return {"model": "m", "choices": [{"message": {"content": content, **message}, "finish_reason": "stop"}]}


# --- texts -------------------------------------------------------------------------------------------


@pytest.mark.parametrize("spelling", [KEY, SPELLINGS["slash"], PERCENT])
def test_a_key_is_taken_out_of_every_text(spelling):
    body = {"x": [spelling, {"y": f"so {spelling}, {spelling}!"}], spelling: 1.5}

    assert {"x": ["[key]", {"y": "so [key], [key]!"}], "[key]": 1.5} == build_cleaner(AT)(body)


@pytest.mark.parametrize(
    ("provider", "key"),
    [
        ("vllm", "EMPTY"),
        ("ollama", "ollama"),
        ("embedded", "embedded"),
        ("vllm", "secret"),
        ("vllm", "777"),
        ("vllm", "a7"),
    ],
)
def test_a_placeholder_is_no_secret(provider, key):
    at = endpoint("http://h/v1", provider=provider, api_key=key)

    assert f"an {key} word" == build_cleaner(at)(f"an {key} word")


@pytest.mark.parametrize("key", ["seven77", "p4ss", "top-se"])
def test_a_short_key_is_a_secret_where_it_is_a_word_of_its_own(key):
    clean = build_cleaner(endpoint("http://h/v1", api_key=key))

    assert f"an [key] word, x{key}" == clean(f"an {key} word, x{key}")


def test_a_key_that_could_be_a_word_is_a_secret_where_a_header_shows_it():
    clean = build_cleaner(endpoint("http://h/v1", api_key="aspirin"))

    assert "give aspirin; Authorization: Bearer [key]" == clean("give aspirin; Authorization: Bearer aspirin")


@pytest.mark.parametrize("said", ["Basic dXNlcjpwL3NzIHc=", "p/ss w", "p%2Fss%20w"])
def test_the_password_of_an_address_is_a_secret(said):
    clean = build_cleaner(endpoint("http://user:p%2Fss%20w@h/v1", api_key=KEY))
    found = clean(f"no entry with {said} or {KEY}")

    assert "no entry with [key] or [key]" == found.replace("Basic ", "")


def test_a_key_of_eight_characters_is_a_secret():
    assert "an [key] word" == build_cleaner(endpoint("http://h/v1", api_key="eight888"))("an eight888 word")


# --- from a server to an attempt ---------------------------------------------------------------------


@pytest.mark.parametrize("spelling", [*SPELLINGS.values(), PERCENT], ids=[*SPELLINGS, "percent"])
def test_a_key_in_an_error_reaches_nobody(ask, spelling):
    attempt = ask(400, spelled(error("no such key: KEY"), spelling))

    assert isinstance(attempt, Failure)
    assert "no such key: [key]" == attempt.detail


@pytest.mark.parametrize("spelling", [*SPELLINGS.values(), PERCENT], ids=[*SPELLINGS, "percent"])
def test_a_key_in_an_answer_reaches_nobody(ask, spelling):
    attempt = ask(200, spelled(completion("B, and KEY", reasoning="it is KEY"), spelling))

    assert isinstance(attempt, Reply)
    assert ("B, and [key]", "B, and [key]", "it is [key]") == (
        attempt.text, attempt.raw_text, attempt.reasoning_text,
    )  # fmt: skip


@pytest.mark.parametrize("spelling", [*SPELLINGS.values(), PERCENT], ids=[*SPELLINGS, "percent"])
@pytest.mark.parametrize("n_before", [577, 585, 593])
def test_no_part_of_a_key_is_left_where_a_detail_is_cut(ask, n_before, spelling):
    attempt = ask(400, spelled(error("x" * n_before + " KEY"), spelling))

    assert "sk-" not in attempt.detail


def test_no_part_of_a_key_is_left_where_a_page_is_cut(ask):
    attempt = ask(200, f"<html>{'x' * 60}{KEY}")

    assert "protocol" == attempt.kind
    assert "sk-" not in attempt.detail
