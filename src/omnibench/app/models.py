"""Settles which models are run, and with which settings each is asked."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from omnibench.errors import RegistryInvalid, UsageError
from omnibench.plan.hashes import request_hash, settings_hash, settings_of
from omnibench.plan.prompt import build_messages, estimate_message_tokens, prompt_version
from omnibench.plan.registry import parse_registry
from omnibench.plan.select import in_order_of_size, select_models
from omnibench.records import Job, Pair, Request
from omnibench.settings import MAX_TOKENS, TIMEOUT_S, TOP_LOGPROBS
from omnibench.store.files import read_bytes

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from typing import Any

    from omnibench.records import Image, Model, Prices, Question
    from omnibench.settings import Settings

MIN_ANSWER_TOKENS = 16
"""Asked for even where the estimate leaves no room: the server knows better whether the prompt fits."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Limits:
    """What an endpoint says of one model's token limits; None where it does not say."""

    context_length: int | None = None
    max_completion_tokens: int | None = None


def choose_models(settings: Settings, offered: Sequence[str] | None) -> tuple[Model, ...]:
    """Choose the models of a run.

    Args:
        settings: names, registry.
        offered: the ids that the provider lists, or None when it was not asked.

    Raises:
        RegistryInvalid: the registry is wrong.
        UsageError: nothing to run.
    """
    registry = None
    if settings.registry_path is not None:
        content = read_bytes(settings.registry_path)
        if content is None:
            raise UsageError(f"there is no registry {settings.registry_path}", hint="Use --registry.")
        registry, faults = parse_registry(str(settings.registry_path), content)
        if faults:
            raise RegistryInvalid(faults)
    if not settings.models and registry is None and offered is None:
        raise UsageError(
            f"there is no registry {registry_name(settings)} here, and a plan asks the provider nothing",
            hint="Name the models with --models, or start where models/ lies.",
        )
    return select_models(registry, settings.models, offered)


def in_order(
    settings: Settings, models: Sequence[Model], told_gb: Mapping[str, float] | None = None
) -> tuple[Model, ...]:
    """Put models in the order in which they are asked: by size where changing models costs a load, else as chosen."""
    if not settings.endpoint.preset.loads_on_demand:
        return tuple(models)
    return in_order_of_size(models, told_gb or {})


def find_judge_prices(settings: Settings) -> Mapping[str, Prices]:
    """Return the prices that the registry of the judge's provider names, by model id.

    A registry that cannot be read gives none: it is the models' registry that a run depends on.

    Raises:
        StoreError: the file cannot be read.
    """
    path = settings.judge_registry_path
    content = read_bytes(path) if path is not None and settings.judges else None
    models, _ = parse_registry(str(path), content) if content is not None else ((), ())
    return {one.model_id: one.price_per_million for one in models if one.price_per_million}


def registry_name(settings: Settings) -> str:
    """Where a provider's registry would lie."""
    return f"models/{settings.endpoint.provider}_models.json"


def needs_offered_models(settings: Settings) -> bool:
    """Whether the provider has to be asked for its list before models can be chosen."""
    return not settings.models and settings.registry_path is None


def wanted_tokens(settings: Settings, model: Model) -> int:
    """Return the answer length that is wanted: flag, registry, default of the mode."""
    return settings.max_tokens or model.max_tokens or MAX_TOKENS[model.mode]


def wanted_temperature(settings: Settings, model: Model) -> float | None:
    """Return the temperature that is sent, or None for none at all: flag, registry, 0."""
    return model.temperature if settings.temperature is None else settings.temperature


def current_settings(settings: Settings, model: Model, question: Question) -> Mapping[str, Any]:
    """Name the settings under which a question would be asked now, as results store them."""
    return settings_of(
        settings.endpoint.provider,
        build_request(settings, model, (), Limits()),
        prompt_version(question, settings.prompt),
    )


def asking_hash(settings: Settings, model: Model) -> str:
    """Hash the settings under which a model is asked, whatever the kind of question."""
    request = build_request(settings, model, (), Limits())
    return settings_hash(settings_of(settings.endpoint.provider, request, settings.prompt))


def build_job(
    settings: Settings,
    pair: Pair,
    images: Sequence[Image],
    limits: Limits,
    aliases: frozenset[str] = frozenset(),
) -> Job:
    """Build one thing to ask; `aliases` are other names of the model in replies."""
    messages = build_messages(pair.question, settings.prompt, images)
    request = build_request(settings, pair.model, messages, limits)
    version = prompt_version(pair.question, settings.prompt)
    return Job(
        pair=pair,
        request=replace(request, aliases=aliases),
        request_hash=request_hash(settings.endpoint.provider, request, version),
        prompt_version=version,
    )


def build_request(
    settings: Settings, model: Model, messages: tuple[Mapping[str, Any], ...], limits: Limits
) -> Request:
    """Build the request that puts messages to a model under these settings."""
    wanted = wanted_tokens(settings, model)
    return Request(
        model_id=model.model_id,
        messages=messages,
        max_tokens=allowed_tokens(wanted, estimate_message_tokens(messages), limits),
        max_tokens_wanted=wanted,
        temperature=wanted_temperature(settings, model),
        seed=settings.seed,
        mode=model.mode,
        effort=model.effort,
        extra_body=model.extra_body,
        timeout_s=settings.timeout_s or TIMEOUT_S[model.mode],
        top_logprobs=TOP_LOGPROBS if settings.logprobs else None,
    )


def allowed_tokens(wanted: int, prompt_tokens: int, limits: Limits) -> int:
    """Lower a wanted answer length to what the endpoint declares."""
    allowed = wanted
    if limits.max_completion_tokens:
        allowed = min(allowed, limits.max_completion_tokens)
    if limits.context_length:
        allowed = min(allowed, max(limits.context_length - prompt_tokens, MIN_ANSWER_TOKENS))
    return allowed
