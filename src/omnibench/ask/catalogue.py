"""What a provider says of itself: which models it has, how long their context is, whether they can think.

Everything here is a hint: a provider that does not tell leaves None, and nothing is loaded by asking.
"""

from __future__ import annotations

import asyncio
import math
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

import httpx

from omnibench.ask.classify import classify_status
from omnibench.ask.client import open_native
from omnibench.ask.secret import build_cleaner
from omnibench.records import Failure, Prices

if TYPE_CHECKING:
    from collections.abc import Mapping

    from omnibench.ask.presets import Endpoint


_LOAD_TIMEOUT_S = 600.0


@dataclass(frozen=True, slots=True, kw_only=True)
class Offer:
    """One model as its provider describes it."""

    model_id: str
    aliases: tuple[str, ...] = ()
    context_length: int | None = None
    """Tokens that prompt and answer share; on an on-demand server only known while the model is loaded."""
    max_completion_tokens: int | None = None
    can_think: bool | None = None
    reasoning_is_mandatory: bool = False
    can_hold_to_words: bool | None = None
    """Whether a reply can be held to a JSON schema."""
    prices: Prices | None = None


@dataclass(frozen=True, slots=True)
class Catalogue:
    """What the provider lists."""

    offers: Mapping[str, Offer]
    """By model id, in the provider's order."""

    def find(self, model_id: str) -> Offer | None:
        """Return the offer that a name means: exact, with Ollama's implied `:latest`, or by alias."""
        for name in (model_id, f"{model_id}:latest", model_id.removesuffix(":latest")):
            if name in self.offers:
                return self.offers[name]
        wanted = model_id.casefold()
        return next(
            (o for o in self.offers.values() if wanted in (n.casefold() for n in (o.model_id, *o.aliases))),
            None,
        )


async def fetch_catalogue(endpoint: Endpoint) -> Catalogue | Failure:
    """Ask an endpoint for its models: the first URL of a pool that answers speaks for all."""
    found: Catalogue | Failure | None = None
    for url in endpoint.base_urls:
        found = await _fetch_catalogue(endpoint, url)
        if isinstance(found, Catalogue):
            break
    return found or Failure(kind="connection", detail="no address is known")


async def _fetch_catalogue(endpoint: Endpoint, url: str) -> Catalogue | Failure:
    async with open_native(endpoint, url) as http:
        body = await _get(endpoint, http, "/models")
        if isinstance(body, Failure):
            return body
        entries = body.get("data") if isinstance(body.get("data"), list) else body.get("models")
        listed = entries if isinstance(entries, list) else ()
        offers = [_offer_of(entry) for entry in listed if isinstance(entry, dict)]
        return Catalogue({offer.model_id: offer for offer in offers if offer.model_id})


async def fetch_ollama_details(endpoint: Endpoint, offer: Offer) -> Offer:
    """Complete an Ollama model's offer from `/api/show` and, when it is loaded, `/api/ps`. Loads nothing."""
    async with open_native(endpoint, _native_root(endpoint)) as http:
        shown = await _post(endpoint, http, "/api/show", {"model": offer.model_id})
        running = await _get(endpoint, http, "/api/ps")
    capabilities = shown.get("capabilities") if isinstance(shown, dict) else None
    context = _loaded_context(running, offer.model_id) or _parameter_context(shown)
    return replace(
        offer,
        can_think="thinking" in capabilities if isinstance(capabilities, list) else None,
        context_length=context,
    )


async def load_ollama_model(endpoint: Endpoint, model_id: str) -> None:
    """Have Ollama load a model before its first question, so that `/api/ps` tells the context it really has.

    A failure is not reported here: the first question will meet it too, with retries and a proper message.
    """
    async with open_native(endpoint, _native_root(endpoint), timeout_s=_LOAD_TIMEOUT_S) as http:
        await _post(endpoint, http, "/api/generate", {"model": model_id})


async def unload_ollama_model(endpoint: Endpoint, model_id: str) -> Failure | None:
    """Have every Ollama server of a pool let a model go; returns what went wrong last, None when nothing did."""
    failure = None
    for url in endpoint.base_urls:
        async with open_native(endpoint, _native(url)) as http:
            said = await _post(endpoint, http, "/api/generate", {"model": model_id, "keep_alive": 0})
        failure = said if isinstance(said, Failure) else failure
    return failure


async def fetch_ollama_sizes(endpoint: Endpoint) -> Mapping[str, float]:
    """Return the size of each model that lies on an Ollama server, in 10^9 bytes; empty when it does not say."""
    async with open_native(endpoint, _native_root(endpoint)) as http:
        tags = await _get(endpoint, http, "/api/tags")
    listed = tags.get("models") if isinstance(tags, dict) else None
    sizes = {
        entry["name"]: _length(entry.get("size"))
        for entry in (listed if isinstance(listed, list) else ())
        if isinstance(entry, dict) and isinstance(entry.get("name"), str)
    }
    return {name.removesuffix(":latest"): size / 1e9 for name, size in sizes.items() if size}


def _native_root(endpoint: Endpoint) -> str:
    return _native(endpoint.base_urls[0])


def _native(base_url: str) -> str:
    return base_url.removesuffix("/v1")


def _offer_of(entry: Mapping[str, Any]) -> Offer:
    meta, top = entry.get("meta"), entry.get("top_provider")
    meta, top = meta if isinstance(meta, dict) else {}, top if isinstance(top, dict) else {}
    reasoning = entry.get("reasoning")
    is_openrouter = "architecture" in entry and "pricing" in entry
    aliases, parameters = entry.get("aliases"), entry.get("supported_parameters")
    names = [*(aliases if isinstance(aliases, list) else ()), entry.get("canonical_slug")]
    return Offer(
        model_id=str(entry.get("id") or entry.get("name") or ""),
        aliases=tuple(str(name) for name in names if name),
        context_length=_length(
            entry.get("max_model_len") or meta.get("n_ctx") or entry.get("context_length")
        ),
        max_completion_tokens=_length(top.get("max_completion_tokens")),
        can_think=isinstance(reasoning, dict) if is_openrouter else None,
        reasoning_is_mandatory=isinstance(reasoning, dict) and reasoning.get("mandatory") is True,
        can_hold_to_words="structured_outputs" in parameters if isinstance(parameters, list) else None,
        prices=_prices_of(entry.get("pricing")),
    )


def _prices_of(pricing: Any) -> Prices | None:
    """Read OpenRouter's prices, texts of dollars a token; a negative one means that they vary."""
    if not isinstance(pricing, dict):
        return None
    try:
        prompt, completion = (float(pricing[name]) * 1e6 for name in ("prompt", "completion"))
    except (KeyError, TypeError, ValueError):
        return None
    is_known = prompt >= 0 and completion >= 0 and math.isfinite(prompt + completion)
    return Prices(prompt, completion) if is_known else None


def _loaded_context(running: Any, model_id: str) -> int | None:
    models = running.get("models") if isinstance(running, dict) else None
    for entry in models if isinstance(models, list) else ():
        names = (entry.get("name"), entry.get("model")) if isinstance(entry, dict) else ()
        if model_id in names or f"{model_id}:latest" in names:
            return _length(entry.get("context_length"))
    return None


def _parameter_context(shown: Any) -> int | None:
    parameters = shown.get("parameters") if isinstance(shown, dict) else None
    for line in parameters.splitlines() if isinstance(parameters, str) else ():
        words = line.split()
        if len(words) == 2 and words[0] == "num_ctx" and words[1].isdecimal():  # noqa: PLR2004
            return int(words[1])
    return None


def _length(value: Any) -> int | None:
    return value if isinstance(value, int) and not isinstance(value, bool) and value > 0 else None


async def _get(endpoint: Endpoint, http: httpx.AsyncClient, path: str) -> dict[str, Any] | Failure:
    return await _fetch(endpoint, http, "GET", path)


async def _post(
    endpoint: Endpoint, http: httpx.AsyncClient, path: str, body: Mapping[str, Any]
) -> dict[str, Any] | Failure:
    return await _fetch(endpoint, http, "POST", path, body)


async def _fetch(
    endpoint: Endpoint,
    http: httpx.AsyncClient,
    method: str,
    path: str,
    body: Mapping[str, Any] | None = None,
) -> dict[str, Any] | Failure:
    timeout_s = http.timeout.read or _LOAD_TIMEOUT_S
    try:
        # httpx's own limit is from byte to byte: a server that drips would be waited for without end
        async with asyncio.timeout(timeout_s):
            response = await http.request(method, path.lstrip("/"), json=body)
    except TimeoutError:
        return Failure(
            kind="timeout", detail=f"{path} gave no answer within {timeout_s:.0f} s", is_transient=True
        )
    except httpx.HTTPError as error:
        detail = f"{error or type(error).__name__} ({http.base_url.host}:{http.base_url.port or ''})"
        return Failure(kind="connection", detail=detail.replace(":)", ")"), is_transient=True)
    except Exception as error:  # noqa: BLE001 - the library lets some through raw: a proxy's port that is none
        return Failure(kind="connection", detail=str(error), is_fatal=True)
    return _read(endpoint, path, response)


def _read(endpoint: Endpoint, path: str, response: httpx.Response) -> dict[str, Any] | Failure:
    try:
        said = response.json() if response.is_success else {"error": response.status_code}
    except (ValueError, RecursionError):
        return Failure(kind="protocol", detail=f"{path} gives no JSON", is_transient=True)
    if not isinstance(said, dict):
        return {"data": said}
    if said.get("error"):  # LM Studio answers a path that it does not know with HTTP 200 and an error
        return classify_status(
            response.status_code, response.headers, response.content, clean=build_cleaner(endpoint)
        )
    return said
