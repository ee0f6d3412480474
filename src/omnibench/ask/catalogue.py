"""What a provider says of itself: which models it has, how long their context is, whether they can think.

Everything here is a hint: a provider that does not tell leaves None, and nothing is loaded by asking.
"""

from __future__ import annotations

import asyncio
import math
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Any

from omnibench.ask.client import open_native
from omnibench.ask.native import get, native_root, post, told_object, told_objects, told_text
from omnibench.records import Failure, Prices

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from omnibench.ask.presets import Endpoint


_LOAD_TIMEOUT_S = 600.0


@dataclass(frozen=True, slots=True, kw_only=True)
class Offer:
    """One model as its provider describes it."""

    model_id: str
    aliases: tuple[str, ...] = ()
    context_length: int | None = None
    """Tokens that prompt and answer share; on an on-demand server only known while the model is loaded."""
    trained_context: int | None = None
    """Tokens that the model could take at most, whatever the server gives it."""
    max_completion_tokens: int | None = None
    can_think: bool | None = None
    reasoning_is_mandatory: bool = False
    can_see: bool | None = None
    """Whether it takes pictures."""
    can_hold_to_words: bool | None = None
    """Whether a reply can be held to a JSON schema."""
    quantization: str | None = None
    prices: Prices | None = None


@dataclass(frozen=True, slots=True)
class Catalogue:
    """What the provider lists."""

    offers: Mapping[str, Offer]
    """By model id, in the provider's order."""
    members: Mapping[str, Catalogue] = field(default_factory=dict)
    """What each server of a pool lists, by its URL; a server that gave no list is not among them."""
    failed: Mapping[str, Failure] = field(default_factory=dict)
    """Why the others gave none."""

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
    """Ask an endpoint for its models: what any server of a pool lists, or the failure of the last if none does."""
    told = await asyncio.gather(*(_fetch_catalogue(endpoint, url) for url in endpoint.base_urls))
    by_url = dict(zip(endpoint.base_urls, told, strict=True))
    members = {url: one for url, one in by_url.items() if isinstance(one, Catalogue)}
    failed = {url: one for url, one in by_url.items() if isinstance(one, Failure)}
    if not members:
        return told[-1] if told else Failure(kind="connection", detail="no address is known")
    return Catalogue(_united(list(members.values())), members, failed)


def _united(catalogues: Sequence[Catalogue]) -> dict[str, Offer]:
    """Return each model as the first server describes it, with the shortest context that any gives it."""
    offers: dict[str, Offer] = {}
    for offer in (offer for catalogue in catalogues for offer in catalogue.offers.values()):
        known = offers.get(offer.model_id, offer)
        lengths = [one.context_length for one in (known, offer) if one.context_length is not None]
        offers[offer.model_id] = replace(known, context_length=min(lengths, default=None))
    return offers


async def _fetch_catalogue(endpoint: Endpoint, url: str) -> Catalogue | Failure:
    async with open_native(endpoint, url) as http:
        body = await get(endpoint, http, "/models")
        if isinstance(body, Failure):
            return body
        entries = body.get("data") if isinstance(body.get("data"), list) else body.get("models")
        offers = [_offer_of(entry) for entry in told_objects(entries)]
        return Catalogue({offer.model_id: offer for offer in offers if offer.model_id})


async def fetch_ollama_details(endpoint: Endpoint, offer: Offer) -> Offer:
    """Complete an Ollama model's offer from `/api/show` and, when it is loaded, `/api/ps`. Loads nothing."""
    async with open_native(endpoint, native_root(endpoint.base_urls[0])) as http:
        shown = await post(endpoint, http, "/api/show", {"model": offer.model_id})
        running = await get(endpoint, http, "/api/ps")
    capabilities = shown.get("capabilities") if isinstance(shown, dict) else None
    context = _loaded_context(running, offer.model_id) or _parameter_context(shown)
    return replace(
        offer,
        can_think="thinking" in capabilities if isinstance(capabilities, list) else None,
        can_see="vision" in capabilities if isinstance(capabilities, list) else None,
        context_length=context,
        trained_context=_trained_context(told_object(told_object(shown).get("model_info"))),
    )


async def fetch_lmstudio_details(endpoint: Endpoint, offer: Offer) -> Offer:
    """Complete an LM Studio model's offer from its own list of models. Loads nothing.

    Source: LM Studio's REST API, `GET /api/v1/models`; servers before 0.4 have none.
    """
    async with open_native(endpoint, native_root(endpoint.base_urls[0])) as http:
        listed = told_objects(told_object(await get(endpoint, http, "/api/v1/models")).get("models"))
    model = next((one for one in listed if one.get("key") == offer.model_id), {})
    capabilities = told_object(model.get("capabilities"))
    instances = told_objects(model.get("loaded_instances"))
    loaded = told_object(instances[0].get("config")) if instances else {}
    can_see = capabilities.get("vision")
    return replace(
        offer,
        can_think=True if isinstance(capabilities.get("reasoning"), dict) else None,
        can_see=can_see if isinstance(can_see, bool) else None,
        context_length=_length(loaded.get("context_length")),
        trained_context=_length(model.get("max_context_length")),
    )


async def load_ollama_model(endpoint: Endpoint, model_id: str) -> None:
    """Have Ollama load a model before its first question, so that `/api/ps` tells the context it really has.

    A failure is not reported here: the first question will meet it too, with retries and a proper message.
    """
    async with open_native(endpoint, native_root(endpoint.base_urls[0]), timeout_s=_LOAD_TIMEOUT_S) as http:
        await post(endpoint, http, "/api/generate", {"model": model_id})


async def unload_ollama_model(endpoint: Endpoint, model_id: str) -> Failure | None:
    """Have every Ollama server of a pool let a model go; returns what went wrong last, None when nothing did."""
    failure = None
    for url in endpoint.base_urls:
        async with open_native(endpoint, native_root(url)) as http:
            said = await post(endpoint, http, "/api/generate", {"model": model_id, "keep_alive": 0})
        failure = said if isinstance(said, Failure) else failure
    return failure


async def fetch_ollama_sizes(endpoint: Endpoint) -> Mapping[str, float]:
    """Return the size of each model that lies on an Ollama server, in 10^9 bytes; empty when it does not say."""
    async with open_native(endpoint, native_root(endpoint.base_urls[0])) as http:
        tags = told_object(await get(endpoint, http, "/api/tags"))
    sizes = {
        entry["name"]: _length(entry.get("size"))
        for entry in told_objects(tags.get("models"))
        if isinstance(entry.get("name"), str)
    }
    return {name.removesuffix(":latest"): size / 1e9 for name, size in sizes.items() if size}


def _offer_of(entry: Mapping[str, Any]) -> Offer:
    meta, top = told_object(entry.get("meta")), told_object(entry.get("top_provider"))
    reasoning = entry.get("reasoning")
    is_openrouter = "architecture" in entry and "pricing" in entry
    aliases, parameters = entry.get("aliases"), entry.get("supported_parameters")
    inputs = told_object(entry.get("architecture")).get("input_modalities")
    names = [*(aliases if isinstance(aliases, list) else ()), entry.get("canonical_slug")]
    return Offer(
        model_id=str(entry.get("id") or entry.get("name") or ""),
        aliases=tuple(str(name) for name in names if name),
        context_length=_length(
            entry.get("max_model_len") or meta.get("n_ctx") or entry.get("context_length")
        ),
        trained_context=_length(meta.get("n_ctx_train")),
        max_completion_tokens=_length(top.get("max_completion_tokens")),
        can_think=isinstance(reasoning, dict) if is_openrouter else None,
        reasoning_is_mandatory=isinstance(reasoning, dict) and reasoning.get("mandatory") is True,
        can_see="image" in inputs if isinstance(inputs, list) else None,
        can_hold_to_words="structured_outputs" in parameters if isinstance(parameters, list) else None,
        quantization=told_text(meta.get("ftype")),
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


def find_named(listed: Any, model_id: str) -> Mapping[str, Any]:
    """Return the entry of one of Ollama's own lists that a name means, empty where there is none."""
    for entry in told_objects(listed):
        names = (entry.get("name"), entry.get("model"))
        if model_id in names or f"{model_id}:latest" in names:
            return entry
    return {}


def _loaded_context(running: Any, model_id: str) -> int | None:
    entry = find_named(told_object(running).get("models"), model_id)
    return _length(entry.get("context_length"))


def _parameter_context(shown: Any) -> int | None:
    parameters = shown.get("parameters") if isinstance(shown, dict) else None
    for line in parameters.splitlines() if isinstance(parameters, str) else ():
        words = line.split()
        if len(words) == 2 and words[0] == "num_ctx" and words[1].isdecimal():  # noqa: PLR2004
            return int(words[1])
    return None


def _trained_context(info: Mapping[str, Any]) -> int | None:
    """Return the context that a model was trained for; its key begins with the name of the architecture."""
    return _length(info.get(f"{info.get('general.architecture')}.context_length"))


def _length(value: Any) -> int | None:
    return value if isinstance(value, int) and not isinstance(value, bool) and value > 0 else None
