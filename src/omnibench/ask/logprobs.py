"""Pure: the probabilities of tokens, as servers send them beside an answer.

OpenAI's shape, `{"content": [{"token", "logprob", "bytes", "top_logprobs": [...]}]}`, which Ollama, vLLM, SGLang,
llama.cpp and OpenRouter send too. vLLM and llama.cpp list the tokens of thoughts as well.
"""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Any

from omnibench.records import Token

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

_MAX_BYTE = 255
_ROUNDING = 1e-3
"""A logarithm so little above 0 is a rounded 0; more is no probability."""


def tokens_of(logprobs: Any) -> tuple[Token, ...]:
    """Read the tokens of a choice; empty where they are not told, or in a shape that nobody sends."""
    told = logprobs.get("content") if isinstance(logprobs, dict) else None
    if not isinstance(told, list) or not all(isinstance(entry, dict) for entry in told):
        return ()
    return tuple(Token(_content_of(entry), _likely(entry)) for entry in told)


def _likely(entry: Mapping[str, Any]) -> tuple[tuple[str, float], ...]:
    top = entry.get("top_logprobs")
    alternatives: Sequence[Mapping[str, Any]] = [
        one for one in (top if isinstance(top, list) else ()) if isinstance(one, dict)
    ]
    if entry.get("token") not in [one.get("token") for one in alternatives]:
        alternatives = [*alternatives, entry]  # it was drawn although others were likelier
    found: dict[str, float] = {}
    for one in alternatives:
        text, probability = one.get("token"), _probability(one.get("logprob"))
        if isinstance(text, str) and probability is not None:
            found.setdefault(text, probability)  # some lists name a token twice
    return tuple(found.items())


def _content_of(entry: Mapping[str, Any]) -> bytes:
    told, text = entry.get("bytes"), entry.get("token")
    if isinstance(told, list) and told and all(isinstance(n, int) and 0 <= n <= _MAX_BYTE for n in told):
        return bytes(told)
    return text.encode("utf-8", "surrogatepass") if isinstance(text, str) else b""


def _probability(logprob: Any) -> float | None:
    if isinstance(logprob, bool) or not isinstance(logprob, int | float):
        return None
    try:
        value = float(logprob)
    except OverflowError:  # JSON knows whole numbers of any length
        return None
    return math.exp(min(value, 0.0)) if value <= _ROUNDING else None  # NaN is not
