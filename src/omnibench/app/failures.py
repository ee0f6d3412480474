"""Turns a provider's failure into the error that ends a run, with the hint that fits."""

from __future__ import annotations

from typing import TYPE_CHECKING

from omnibench.errors import AuthRejected, ModelUnknown, ProviderStopped, QuotaExhausted
from omnibench.settings import shown_url

if TYPE_CHECKING:
    from omnibench.ask.presets import Endpoint
    from omnibench.records import Failure

_ERRORS = {"auth": AuthRejected, "not_found": ModelUnknown, "quota": QuotaExhausted}


def stopped_by(
    failure: Failure, endpoint: Endpoint, *, model: str = "", question: str = ""
) -> ProviderStopped:
    """Build the error of a run that this failure ends."""
    kind = _ERRORS.get(failure.kind, ProviderStopped)
    return kind(failure, model=model, question=question, hint=_hint(failure, endpoint, model))


def _hint(failure: Failure, endpoint: Endpoint, model: str) -> str:
    preset = endpoint.preset
    where = ", ".join(shown_url(url) for url in endpoint.base_urls)
    return {
        "connection": f"Is the server running at {where}? Then start the same command again: it goes on.",
        "auth": f"Check {preset.api_key_variable or '--api-key'}.",
        "not_found": preset.pull_hint.format(model=model) if model else "",
        "timeout": "Give the model more time with --timeout SECONDS, or a smaller --max-tokens.",
        "rate_limit": "Lower --concurrency, or start the same command again later: it goes on.",
        "bad_request": "If only this question fails, --on-error skip records the error and goes on.",
    }.get(failure.kind, "")
