"""Turns a provider's failure into the error that ends a run, with the hint that fits."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from omnibench.ask.addresses import credentials_of, shown_url
from omnibench.ask.hints import AGAIN, hint_of
from omnibench.errors import AuthRejected, ModelUnknown, ProviderStopped, QuotaExhausted
from omnibench.records import Failure

if TYPE_CHECKING:
    from collections.abc import Sequence

    from omnibench.ask.presets import Endpoint

_ERRORS = {"auth": AuthRejected, "not_found": ModelUnknown, "quota": QuotaExhausted}


def stopped_by(
    failure: Failure, endpoint: Endpoint, *, model: str = "", question: str = ""
) -> ProviderStopped:
    """Build the error of a run that this failure ends."""
    kind = ProviderStopped if _is_lost(failure) else _ERRORS.get(failure.kind, ProviderStopped)
    hint = advice_on(failure, endpoint, model=model, is_in_run=True)
    return kind(failure, model=model, question=question, hint=hint)


def advice_on(failure: Failure, endpoint: Endpoint, *, model: str = "", is_in_run: bool = False) -> str:
    """Say what to do about a failure, and of a run how it goes on; empty where nobody knows."""
    if _is_lost(failure):
        return f"Is {_where(endpoint)} the base URL? Most servers' ends in /v1."
    preset, again = endpoint.preset, AGAIN if is_in_run else ""
    by_kind = {
        "connection": f"Is the server running at {_where(endpoint)}? {again}",
        "auth": _key_hint(endpoint),
        "quota": f"Add credits, or wait for the limit to reset. {again}",
        "not_found": preset.pull_hint.format(model=model) if model else "",
        "timeout": "Give the model more time with --timeout SECONDS, or a smaller --max-tokens.",
        "rate_limit": f"Lower --concurrency, or wait a while. {again}",
    }
    if is_in_run:
        by_kind["bad_request"] = "If only this question fails, --on-error skip records the error and goes on."
    else:
        by_kind["server"] = "It answers with an error of its own: look at its log, or try again later."
    return hint_of(failure, preset, again) or by_kind.get(failure.kind, "").strip()


def _key_hint(endpoint: Endpoint) -> str:
    variable = endpoint.preset.api_key_variable or "--api-key"
    if any(credentials_of(url) for url in endpoint.base_urls):
        return f"The user name and password in the address are sent in place of {variable}. Check them."
    return f"Check {variable}."


def absent_model(model: str, endpoint: Endpoint, away: Sequence[str] = ()) -> ProviderStopped:
    """Build the error of a model that the provider does not list; servers that are away may have it."""
    rest = f", and {', '.join(map(shown_url, away))} is away" if away else ""
    failure = Failure(kind="not_found", detail=f"{endpoint.preset.title} does not list this model{rest}")
    return stopped_by(failure, endpoint, model=model)


def _is_lost(failure: Failure) -> bool:
    """Whether a 404 means the address and not the model: a server that knows its model names it."""
    is_404 = failure.kind == "not_found" and failure.status == 404  # noqa: PLR2004
    return is_404 and not re.search(r"model|endpoints? found", failure.detail, re.IGNORECASE)


def _where(endpoint: Endpoint) -> str:
    return ", ".join(shown_url(url) for url in endpoint.base_urls)
