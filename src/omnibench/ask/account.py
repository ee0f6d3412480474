"""What a provider says of the key that it is asked with; its list of models may be public, and tells nothing of it.

Source: OpenRouter's guide to limits (`GET /api/v1/key`, `limit_remaining` in dollars, null without a limit).
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import TYPE_CHECKING

from omnibench.ask.client import open_native
from omnibench.ask.native import get, told_object
from omnibench.records import Failure

if TYPE_CHECKING:
    from omnibench.ask.presets import Endpoint


@dataclass(frozen=True, slots=True, kw_only=True)
class Account:
    """A key that the provider takes."""

    left_usd: float | None
    """What it may still spend; None without a limit."""


async def fetch_account(endpoint: Endpoint) -> Account | Failure | None:
    """Ask what a key may do; None where a provider has no place to ask, or tells nothing there."""
    if endpoint.preset.dialect != "openrouter" or not endpoint.base_urls:
        return None
    async with open_native(endpoint, endpoint.base_urls[0]) as http:
        said = await get(endpoint, http, "/key")
    if isinstance(said, Failure):
        return said if said.kind in ("auth", "quota") else None
    data = said.get("data")
    if not isinstance(data, dict):
        return None
    left = told_object(data).get("limit_remaining")
    is_amount = isinstance(left, int | float) and not isinstance(left, bool) and math.isfinite(left)
    return Account(left_usd=left if is_amount else None)
