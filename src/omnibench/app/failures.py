"""Turns a provider's failure into the error that ends a run, with the hint that fits."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from omnibench.ask.addresses import shown_url
from omnibench.ask.hints import hint_of
from omnibench.errors import AuthRejected, ModelUnknown, ProviderStopped, QuotaExhausted
from omnibench.records import Failure

if TYPE_CHECKING:
    from omnibench.ask.presets import Endpoint

_ERRORS = {"auth": AuthRejected, "not_found": ModelUnknown, "quota": QuotaExhausted}


def stopped_by(
    failure: Failure, endpoint: Endpoint, *, model: str = "", question: str = ""
) -> ProviderStopped:
    """Build the error of a run that this failure ends."""
    is_lost = _is_lost(failure)
    kind = ProviderStopped if is_lost else _ERRORS.get(failure.kind, ProviderStopped)
    hint = _address_hint(endpoint) if is_lost else _hint(failure, endpoint, model)
    return kind(failure, model=model, question=question, hint=hint)


def absent_model(model: str, endpoint: Endpoint) -> ProviderStopped:
    """Build the error of a model that the provider does not list."""
    failure = Failure(kind="not_found", detail=f"{endpoint.preset.title} does not list this model")
    return stopped_by(failure, endpoint, model=model)


def _is_lost(failure: Failure) -> bool:
    """Whether a 404 means the address and not the model: a server that knows its model names it."""
    is_404 = failure.kind == "not_found" and failure.status == 404  # noqa: PLR2004
    return is_404 and not re.search(r"model|endpoints? found", failure.detail, re.IGNORECASE)


def _address_hint(endpoint: Endpoint) -> str:
    return f"Is {_where(endpoint)} the base URL? Most servers' ends in /v1."


def _where(endpoint: Endpoint) -> str:
    return ", ".join(shown_url(url) for url in endpoint.base_urls)


def _hint(failure: Failure, endpoint: Endpoint, model: str) -> str:
    preset = endpoint.preset
    return hint_of(failure, preset) or {
        "connection": f"Is the server running at {_where(endpoint)}? Then start the same command again: it goes on.",
        "auth": f"Check {preset.api_key_variable or '--api-key'}.",
        "not_found": preset.pull_hint.format(model=model) if model else "",
        "timeout": "Give the model more time with --timeout SECONDS, or a smaller --max-tokens.",
        "rate_limit": "Lower --concurrency, or start the same command again later: it goes on.",
        "bad_request": "If only this question fails, --on-error skip records the error and goes on.",
    }.get(failure.kind, "")
