"""The connectivity checks, against a provider that is there, one that is not, and one that wants a key."""

import subprocess
import sys

import pytest
from processes import ROOT, environment
from provider_server import provider_server

MODELS = {"ollama": "gpt-oss:20b", "openrouter": "openai/gpt-oss-20b", "vllm": "openai/gpt-oss-20b"}


def check(provider, **env):
    names = ("OLLAMA", "OPENROUTER", "VLLM")
    unset = {f"{name}_{what}": "" for name in names for what in ("HOST", "BASE_URL", "API_KEY")}
    return subprocess.run(
        [sys.executable, str(ROOT / f"tests/test_{provider}_hello.py")],
        cwd=ROOT,
        env=environment(**{**unset, **env}),
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
    )


@pytest.mark.parametrize(("provider", "model"), MODELS.items())
def test_a_provider_that_is_there_says_hello(provider, model):
    name = provider.upper()
    with provider_server(flavour=provider, models=[{"id": model}], answer="Hello from afar.") as server:
        done = check(provider, **{f"{name}_BASE_URL": server.base_url, f"{name}_API_KEY": "sk-or-12345678"})
        asked = [chat["model"] for chat in server.stats()["chats"]]

    assert 0 == done.returncode, done.stdout
    assert "Hello from afar." in done.stdout
    assert [model] == asked


def test_a_server_that_is_away_is_skipped_with_its_address():
    done = check("vllm", VLLM_BASE_URL="http://127.0.0.1:9/v1")

    assert 0 == done.returncode
    assert "1 skipped" in done.stdout
    assert "Is the server running at http://127.0.0.1:9/v1?" in done.stdout.replace("\n", " ")


def test_a_missing_key_is_skipped_with_its_name():
    done = check("openrouter")

    assert "1 skipped" in done.stdout
    assert "OPENROUTER_API_KEY" in done.stdout


def test_a_missing_model_fails_with_how_to_get_it():
    with provider_server(flavour="ollama", models=[{"id": "other"}]) as server:
        done = check("ollama", OLLAMA_BASE_URL=server.base_url)

    assert 1 == done.returncode
    assert "ollama pull gpt-oss:20b" in done.stdout
