"""One hello through a provider: what the connectivity checks `tests/test_<provider>_hello.py` share."""

import asyncio
import subprocess
import sys
from pathlib import Path

import pytest

from omnibench.app.failures import stopped_by
from omnibench.ask.client import Client
from omnibench.errors import SettingsInvalid
from omnibench.records import Failure, Request
from omnibench.settings import Flags, load_environment, resolve

ROOT = Path(__file__).resolve().parent.parent
MODEL = "gpt-oss:20b"


def say_hello(provider):
    """Send one hello to gpt-oss:20b and return the text; skip where there is no server or no key."""
    try:
        environment = load_environment(ROOT / ".env")
        settings = resolve(Flags(provider=provider, judge_model="re"), environment, ROOT)
    except SettingsInvalid as error:
        pytest.skip(f"{error} {error.hint}")
    endpoint = settings.endpoint
    request = Request(
        model_id=endpoint.preset.model_aliases.get(MODEL, MODEL),
        messages=({"role": "user", "content": "Say hello in one short sentence."},),
        max_tokens=1024,
        max_tokens_wanted=1024,
        temperature=0.0,
        seed=None,
        mode="think",
        extra_body={},
        timeout_s=300.0,
    )
    attempt = asyncio.run(_ask(endpoint, request))
    if isinstance(attempt, Failure):
        error = stopped_by(attempt, endpoint, model=request.model_id)
        if attempt.kind == "connection":
            pytest.skip(f"{error}. {error.hint}")
        pytest.fail(f"{error}. {error.hint}")
    return attempt.text


async def _ask(endpoint, request):
    client = Client(endpoint)
    try:
        return await client.ask(request)
    finally:
        await client.close()


def run_alone(path):
    """Run one check as a program and show what the model said."""
    sys.exit(
        subprocess.run(
            [sys.executable, "-m", "pytest", "-m", "live", "-s", "-rs", path], check=False
        ).returncode
    )
