"""For every test: a clean environment."""

import os

import pytest

READ_BY_SETTINGS = (
    "OPENAI_",
    "OLLAMA_",
    "OPENROUTER_",
    "VLLM_",
    "SGLANG_",
    "LLAMACPP_",
    "LMSTUDIO_",
    "CUSTOM_",
    "BENCHMARK_",
)


@pytest.fixture(autouse=True)
def clean_environment(request, monkeypatch):
    """No key, address or proxy of the machine reaches a test, but for those that are about the machine's provider."""
    if request.node.get_closest_marker("live"):
        return
    for name in list(os.environ):
        if name.startswith(READ_BY_SETTINGS) or name.lower().endswith("_proxy"):
            monkeypatch.delenv(name)
