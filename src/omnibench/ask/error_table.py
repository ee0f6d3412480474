"""What the errors of providers mean, as data: by limit, by wording, by OpenRouter's error type, by status.

A new error of a provider is one row here and one in `tests/ask/test_classify.py`. `is_transient` says that asking
again may help, `is_fatal` that no other question of this model would fare better, `cause` names the remedy.
Sources: Ollama fb307609 (server/routes.go, server/sched.go, llm/status.go), vLLM 0.33 (renderers/params.py,
v1/engine/input_processor.py), SGLang 0.5.23 (serving_base.py), llama.cpp b11549 (server-common.cpp: whatever it throws
is a 500), OpenRouter's guides to errors and limits, LM Studio's bug tracker (237, 546, 618, 1730, 1752).
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from collections.abc import Mapping

    from omnibench.records import FailureCause, FailureKind


@dataclass(frozen=True, slots=True)
class Case:
    """What one sort of error means."""

    kind: FailureKind
    is_transient: bool = False
    is_fatal: bool = False
    cause: FailureCause | None = None


_THIS_QUESTION = Case("bad_request")
_BUSY = Case("server", is_transient=True)
_NO_KEY = Case("auth", is_fatal=True)
_NO_MONEY = Case("quota", is_fatal=True)
_NO_MODEL = Case("not_found", is_fatal=True)
_TOO_SLOW = Case("timeout", is_transient=True)
_TOO_FAST = Case("rate_limit", is_transient=True)
_TOO_LONG = Case("bad_request", cause="context")
_NO_IMAGES = Case("bad_request", cause="image")
_REFUSED = Case("bad_request", cause="moderation")
"""The content was refused, not the key: this question's failure alone."""
_NO_MEMORY = Case("server", is_transient=True, cause="memory")
"""Ollama unloads everything after it, so one more try may fit; `ask.retry` ends it after the second in a row."""
REDIRECT = Case("protocol", is_fatal=True, cause="redirect")
"""A 3xx with a Location. Not followed: a question goes where the user sends it."""
_WRONG_MODE = Case("bad_request", is_fatal=True, cause="mode")
_PROXY = Case("auth", is_fatal=True, cause="proxy")
SILENT: Final = Case("timeout", is_transient=True, cause="silent")
"""The server took a request that costs it nothing, and said nothing."""

BY_STATUS: Final[Mapping[int, Case]] = {
    400: _THIS_QUESTION,
    401: _NO_KEY,
    402: _NO_MONEY,
    403: _NO_KEY,
    404: _NO_MODEL,
    407: _PROXY,
    408: _TOO_SLOW,
    409: _BUSY,
    413: _THIS_QUESTION,
    422: _THIS_QUESTION,
    425: _BUSY,
    429: _TOO_FAST,
    501: _THIS_QUESTION,
}
SAY_IT_ALL: Final = frozenset({401, 402})
"""Statuses whose wording changes nothing: a key is wrong, money is gone."""
BY_PAGE: Final[Mapping[int, Case]] = {
    200: Case("protocol", is_transient=True, cause="page"),  # a proxy may show one for a moment
    400: Case("bad_request", cause="page"),
    403: Case("auth", is_fatal=True, cause="page"),
}
"""Statuses under which a web page in place of JSON says more than its words. Elsewhere it is a proxy's way to say what
the status says."""
_PAGE: Final = re.compile(r"[\s\ufeff]*<(?:!|html|head|body|\?xml)", re.IGNORECASE)

BY_LIMIT: Final[Mapping[str, Case]] = {
    # OpenRouter's metadata.limit_source
    "openrouter_in_flight_budget": _TOO_FAST,  # a 402 that waiting mends: what is running fills the budget
    "openrouter_credits": _NO_MONEY,
    "openrouter_key_limit": _NO_MONEY,
    "openrouter_guardrail_budget": _NO_MONEY,
    "openrouter_workspace_budget": _NO_MONEY,
    "openrouter_free_tier_daily": _NO_MONEY,  # a 429 that no waiting of minutes mends
}
BY_ERROR_TYPE: Final[Mapping[str, Case]] = {
    # OpenRouter's metadata.error_type; "unmapped" leaves it to the status
    "context_length_exceeded": _TOO_LONG,
    "max_tokens_exceeded": _THIS_QUESTION,
    "invalid_request": _THIS_QUESTION,
    "content_policy_violation": _REFUSED,
    "refusal": _REFUSED,
    "invalid_image": _NO_IMAGES,
    "image_too_large": _NO_IMAGES,
    "payment_required": _NO_MONEY,
    "not_found": _NO_MODEL,
    "rate_limit_exceeded": _TOO_FAST,
    "provider_overloaded": _BUSY,
    "provider_unavailable": _BUSY,
    "server": _BUSY,
    "timeout": _TOO_SLOW,
}


def _words(pattern: str) -> re.Pattern[str]:
    return re.compile(pattern, re.IGNORECASE)


BY_WORDING: Final[tuple[tuple[re.Pattern[str], Case], ...]] = (
    (_words(r"out of memory|cudaMalloc failed|failed to allocate|insufficient (?:memory|system resources)"
            r"|requires more (?:system )?memory"), _NO_MEMORY),
    (_words(r"image input|mmproj|does not support images?|image urls are not|invalid image|image\(s\) may be"
            r"|image_url is only|must be a base64 encoded image"), _NO_IMAGES),
    (_words(r"unknown reasoning format|does not support thinking|think value .* is not supported"
            r"|invalid reasoning value|reasoning is mandatory|reasoning_config is not|reasoning[_.]effort"),
     _WRONG_MODE),
    (_words(r"unsupported (?:value|parameter): '?temperature"),
     Case("bad_request", is_fatal=True, cause="temperature")),
    (_words(r"logprobs"), Case("bad_request", is_fatal=True, cause="logprobs")),
    (_words(r"does not support (?:tools|chat)"), Case("bad_request", is_fatal=True)),
    (_words(r"exceeds? the available context|exceed_context_size|context[_ ]length|context window"
            r"|prompt is longer than|longer than the maximum model length|max_model_len|n_keep"), _TOO_LONG),
    (_words(r"no (?:endpoints found|allowed providers)"),
     Case("not_found", is_fatal=True, cause="routing")),
    (_words(r"is not a valid model id|model .{0,200}not found|model .{0,200}does not exist|no such model"
            r"|no models? loaded"), _NO_MODEL),
    (_words(r"insufficient[_ ](?:quota|credits|balance)|exceeded your current quota|billing[_ ](?:hard|details|not)"
            r"|free-models-per-day|key limit exceeded"), _NO_MONEY),
    # LM Studio says so with HTTP 200
    (_words(r"unexpected endpoint or method"), Case("protocol", is_fatal=True, cause="address")),
    (_words(r"loading model"), Case("server", is_transient=True, cause="loading")),
    (_words(r"maximum pending requests|queue is full"), Case("server", is_transient=True, cause="queue")),
)  # fmt: skip
"""The first that fits counts. Permanent 500s of llama.cpp and Ollama are told from passing ones here alone."""
_MODERATION: Final = _words(
    r"moderation|content[_ ](?:policy|filter|management)|flagged|guardrail|safety (?:system|filter|polic|check|reason)"
)


def is_page(text: str) -> bool:
    """Whether a text is a web page: a login, a portal, the wrong address."""
    return _PAGE.match(text) is not None


def case_of(status: int, message: str, error_type: str | None, limit_source: str | None) -> Case:
    """Return what an error means, the most specific sign first.

    Args:
        status: of HTTP, or the one inside the body of an HTTP 200.
        message: everything that the error says in words.
        error_type: OpenRouter's `metadata.error_type`.
        limit_source: OpenRouter's `metadata.limit_source`.
    """
    if limited := BY_LIMIT.get(limit_source or ""):
        return limited
    if status in SAY_IT_ALL:
        return BY_STATUS[status]
    if status in BY_PAGE and is_page(message):
        return BY_PAGE[status]  # what a filter of pages says of itself is no moderation
    if status in (400, 403) and _MODERATION.search(message):
        return _REFUSED
    worded = next((case for pattern, case in BY_WORDING if pattern.search(message)), None)
    return worded or BY_ERROR_TYPE.get(error_type or "") or BY_STATUS.get(status) or _other(status)


def _other(status: int) -> Case:
    is_client_error = 400 <= status < 500  # noqa: PLR2004 - RFC 9110, section 15
    return _THIS_QUESTION if is_client_error else _BUSY
