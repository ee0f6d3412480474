"""What answers cost: as the provider charged it, else by the prices of its tokens."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from omnibench.plan.prompt import estimate_message_tokens, estimate_tokens
from omnibench.records import Usage

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from omnibench.records import Prices, Reply

_TOKENS_PRICED = 1e6


def cost_of(usage: Usage, prices: Prices | None) -> float | None:
    """Return the dollars that a reply cost; None where neither its provider nor a price tells."""
    if usage.cost_usd is not None:
        return usage.cost_usd
    if prices is None or usage.prompt_tokens is None or usage.completion_tokens is None:
        return None
    return price_of(prices, usage.prompt_tokens, usage.completion_tokens)


def price_of(prices: Prices, prompt_tokens: float, completion_tokens: float) -> float:
    """Return the dollars that so many tokens cost."""
    return (prompt_tokens * prices.prompt + completion_tokens * prices.completion) / _TOKENS_PRICED


def estimated_usage(messages: Sequence[Mapping[str, Any]], reply: Reply) -> Usage:
    """Estimate what a reply took whose server does not tell, rather too much than too little."""
    return Usage(
        prompt_tokens=reply.usage.prompt_tokens or estimate_message_tokens(messages),
        completion_tokens=reply.usage.completion_tokens
        or estimate_tokens(reply.raw_text + reply.reasoning_text),
    )
