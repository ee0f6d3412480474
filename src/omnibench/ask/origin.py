"""What a provider says of the things that produce an answer: the model's digest and quantisation, the server's version.

Only hints: what nobody tells is None, a failure is never tried again, and nothing is loaded by asking.

Sources: Ollama api/types.go (`/api/tags`, `/api/version`); vLLM and SGLang's HTTP servers (`/version`,
`/server_info`, before 0.5 `/get_server_info`, which lists the server's key too: nothing else of it is read); llama.cpp
tools/server (`/props`); LM Studio's REST API (`/api/v1/models`).
"""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING, Final

from omnibench.ask.catalogue import find_named
from omnibench.ask.client import open_native
from omnibench.ask.native import get, native_root, told_object, told_objects, told_text
from omnibench.records import Failure, Origin

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable, Mapping
    from typing import Any

    from omnibench.ask.presets import DialectName, Endpoint

_TIMEOUT_S: Final = 5.0
"""Of each request: a server that keeps its version to itself holds no run up."""


async def fetch_origins(endpoint: Endpoint, model_id: str) -> tuple[Origin, ...]:
    """Ask each URL of an endpoint what it would answer with.

    Args:
        endpoint: where the model is asked.
        model_id: as the provider lists it.

    Returns:
        One a URL, in order; an `Origin` of nothing where a URL tells nothing.
    """
    ask = _ASKED.get(endpoint.preset.dialect)
    if ask is None:
        return ()
    return tuple(await asyncio.gather(*(_fetch(ask, endpoint, url, model_id) for url in endpoint.base_urls)))


async def _fetch(ask: _Ask, endpoint: Endpoint, url: str, model_id: str) -> Origin:
    async with open_native(endpoint, native_root(url), timeout_s=_TIMEOUT_S) as http:

        async def told(path: str) -> Mapping[str, Any]:
            said = await get(endpoint, http, path)
            return {} if isinstance(said, Failure) else said

        return await ask(told, model_id)


async def _of_ollama(told: _Told, model_id: str) -> Origin:
    tags, version = await told("/api/tags"), await told("/api/version")
    tag = find_named(tags.get("models"), model_id)
    return Origin(
        digest=told_text(tag.get("digest")),
        quantization=told_text(told_object(tag.get("details")).get("quantization_level")),
        server=_named("ollama", version.get("version")),
    )


async def _of_vllm(told: _Told, _model_id: str) -> Origin:
    return Origin(server=_named("vllm", (await told("/version")).get("version")))


async def _of_sglang(told: _Told, _model_id: str) -> Origin:
    info = await told("/server_info") or await told("/get_server_info")
    return Origin(
        quantization=told_text(info.get("quantization")), server=_named("sglang", info.get("version"))
    )


async def _of_llamacpp(told: _Told, _model_id: str) -> Origin:
    props = await told("/props")
    return Origin(
        quantization=told_text(props.get("model_ftype")), server=_named("llama.cpp", props.get("build_info"))
    )


async def _of_lmstudio(told: _Told, model_id: str) -> Origin:
    listed = told_objects((await told("/api/v1/models")).get("models"))
    model = next((one for one in listed if one.get("key") == model_id), {})
    return Origin(quantization=told_text(told_object(model.get("quantization")).get("name")))


def _named(server: str, version: Any) -> str | None:
    known = told_text(version)
    return f"{server} {known}" if known else None


if TYPE_CHECKING:
    _Told = Callable[[str], Awaitable[Mapping[str, Any]]]
    _Ask = Callable[[_Told, str], Awaitable[Origin]]

_ASKED: Final[Mapping[DialectName, _Ask]] = {
    "ollama": _of_ollama,
    "vllm": _of_vllm,
    "sglang": _of_sglang,
    "llamacpp": _of_llamacpp,
    "lmstudio": _of_lmstudio,
}
"""Dialects whose servers tell something; OpenRouter names the upstream in each answer instead."""
