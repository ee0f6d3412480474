"""Pure: from everything that a provider can do to a `Reply` or a `Failure`.

Nothing here retries; what an error means stands in `ask/error_table.py`. A reply that is empty or cut is still a
reply.
Sources: provider behaviour as verified in vLLM 0.33, SGLang 0.5.23, llama.cpp b11549, Ollama fb307609, OpenRouter's
errors guide, openai-python 3.57.
"""

from __future__ import annotations

import json
import re
import sys
from dataclasses import replace
from email.utils import parsedate_to_datetime
from typing import TYPE_CHECKING, Any

from omnibench.ask.addresses import without_credentials
from omnibench.ask.error_table import BY_PAGE, BY_STATUS, REDIRECT, case_of, is_page
from omnibench.ask.logprobs import tokens_of
from omnibench.kinds.reasoning import split_reasoning
from omnibench.records import Failure, Reply, Usage

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

_MAX_DETAIL = 600
_MAX_SEARCHED = 10_000
"""Characters of an error's message that are looked at: a server may send megabytes."""
_MAX_COUNT = 2**53
_MAX_COST_USD = 1e6
"""A reply for more is a slip of its provider: tokens and prices tell better."""


def _as_it_is(value: Any) -> Any:
    return value


def classify_body(
    content: bytes,
    *,
    latency_s: float,
    answered_at: str,
    headers: Mapping[str, str] | None = None,
    clean: Callable[[Any], Any] = _as_it_is,
) -> Reply | Failure:
    """Read the body of an HTTP 200.

    Args:
        content: the exact bytes.
        latency_s: from sending to the last byte.
        answered_at: UTC, ISO 8601.
        headers: of the response, for Retry-After.
        clean: takes secrets out of what was decoded.
    """
    try:
        body = clean(json.loads(content))
    except (ValueError, RecursionError):
        return classify_no_json(content, clean)
    if not isinstance(body, dict):
        return Failure(kind="protocol", detail="HTTP 200, but no JSON object", is_transient=True)
    usage = _usage_of(body.get("usage"))
    if body.get("error"):
        return replace(_classify_error_object(200, body, headers or {}), usage=usage)
    choices = body.get("choices")
    if not isinstance(choices, list) or not choices or not isinstance(choices[0], dict):
        return Failure(kind="protocol", detail="HTTP 200 without choices", is_transient=True)
    choice = choices[0]
    if choice.get("error") or choice.get("finish_reason") in ("error", "abort"):
        # OpenRouter sends the upstream's failure with the part that it had: not an answer.
        error = choice.get("error") or {"message": f"finish_reason {choice.get('finish_reason')}"}
        return replace(_classify_error_object(200, {"error": error}, headers or {}), usage=usage)
    return _reply_of(body, choice, usage, latency_s, answered_at)


def classify_no_json(content: bytes, clean: Callable[[Any], Any] = _as_it_is) -> Failure:
    """Read an HTTP 200 whose body is no JSON."""
    start = clean(content[:_MAX_SEARCHED].decode("utf-8", "replace"))[:80]
    cause = BY_PAGE[200].cause if is_page(start) else None
    what = "an HTML page" if cause else "no valid JSON"
    detail = f"HTTP 200 with {what}: {_one_line(start)}"
    return Failure(kind="protocol", detail=detail, is_transient=True, cause=cause)


def classify_no_connection(why: str, where: str) -> Failure:
    """Read why there is no connection; on the way to HTTPS a proxy that wants a password says so here."""
    detail = f"{why} ({where})"
    if why.startswith("407 "):
        case = BY_STATUS[407]
        return Failure(kind=case.kind, detail=detail, is_fatal=case.is_fatal, cause=case.cause, status=407)
    return Failure(kind="connection", detail=detail, is_transient=True)


def _reply_of(
    body: Mapping[str, Any], choice: Mapping[str, Any], usage: Usage, latency_s: float, answered_at: str
) -> Reply:
    message = choice.get("message")
    message = message if isinstance(message, dict) else {}
    raw_text = _text_of(message.get("content")) or _text_of(message.get("refusal"))
    text, inline = split_reasoning(raw_text)
    finish_reason = choice.get("finish_reason")
    served_model, upstream = body.get("model"), body.get("provider")
    return Reply(
        text=text,
        raw_text=raw_text,
        reasoning_text=_reasoning_of(message) or inline,
        finish_reason=finish_reason if isinstance(finish_reason, str) else None,
        served_model=served_model if isinstance(served_model, str) else None,
        upstream=upstream if isinstance(upstream, str) else None,
        usage=usage,
        tokens=tokens_of(choice.get("logprobs")),
        latency_s=latency_s,
        answered_at=answered_at,
    )


def _reasoning_of(message: Mapping[str, Any]) -> str:
    for field in ("reasoning", "reasoning_content"):
        if isinstance(value := message.get(field), str) and value:
            return value
    details = message.get("reasoning_details")
    details = details if isinstance(details, list) else []
    parts = [d.get("text") or d.get("summary") for d in details if isinstance(d, dict)]
    return "\n".join(part for part in parts if isinstance(part, str))


def _text_of(content: Any) -> str:
    if isinstance(content, str):
        return content
    if isinstance(content, list):  # content parts
        return "".join(p["text"] for p in content if isinstance(p, dict) and isinstance(p.get("text"), str))
    return ""


def _usage_of(usage: Any) -> Usage:
    if not isinstance(usage, dict):
        return Usage()
    details = usage.get("completion_tokens_details")
    details = details if isinstance(details, dict) else {}
    return Usage(
        prompt_tokens=_count(usage.get("prompt_tokens")),
        completion_tokens=_count(usage.get("completion_tokens")),
        reasoning_tokens=_count(details.get("reasoning_tokens", usage.get("reasoning_tokens"))),
        cost_usd=_amount(usage.get("cost"), _MAX_COST_USD),
    )


def _count(value: Any) -> int | None:
    is_count = isinstance(value, int) and not isinstance(value, bool) and 0 <= value < _MAX_COUNT
    return value if is_count else None


def _amount(value: Any, most: float = sys.float_info.max) -> float | None:
    is_number = isinstance(value, int | float) and not isinstance(value, bool)
    return float(value) if is_number and 0 <= value <= most else None  # NaN is no JSON


def classify_status(
    status: int, headers: Mapping[str, str], content: bytes, *, clean: Callable[[Any], Any] = _as_it_is
) -> Failure:
    """Read an HTTP error: its status, Retry-After and whichever of the known error bodies it carries."""
    try:
        body = clean(json.loads(content))
    except (ValueError, RecursionError):
        body = clean(content.decode("utf-8", "replace"))
    if 300 <= status < 400 and (location := headers.get("location")):  # noqa: PLR2004 - RFC 9110, section 15.4
        detail = _one_line(f"the server sends on to {clean(without_credentials(location))}")
        case = REDIRECT
        return Failure(kind=case.kind, detail=detail, is_fatal=case.is_fatal, cause=case.cause, status=status)
    return _classify_error_object(status, body, headers)


def _classify_error_object(status: int, body: Any, headers: Mapping[str, str]) -> Failure:
    message, code = _message_of(body)
    message = message[:_MAX_SEARCHED]
    effective = code if status == 200 and code is not None else status  # noqa: PLR2004
    error = _object(body.get("error")) if isinstance(body, dict) else {}
    metadata, availability = _object(error.get("metadata")), _object(error.get("availability"))
    case = case_of(effective, message, _text(metadata.get("error_type")), _text(metadata.get("limit_source")))
    is_given_up = availability.get("retryable") is False or headers.get("x-should-retry") == "false"
    return Failure(
        kind=case.kind,
        detail=_one_line(message) or "no message",
        is_transient=case.is_transient and not is_given_up,
        is_fatal=case.is_fatal,
        cause=case.cause,
        status=effective,
        retry_after_s=_wait_of(headers, availability),
    )


def _object(value: Any) -> Mapping[str, Any]:
    return value if isinstance(value, dict) else {}


def _text(value: Any) -> str | None:
    return value if isinstance(value, str) else None


def _message_of(body: Any) -> tuple[str, int | None]:
    """Find message and numeric code in the shapes in use.

    `{"error": {...}}` (OpenAI, vLLM, Ollama /v1, OpenRouter), `{"error": "text"}` (Ollama native, LM Studio), the
    flat `{"object": "error", ...}` of SGLang, `{"detail": ...}` of FastAPI, or no JSON at all.
    """
    if not isinstance(body, dict):
        return str(body), None
    error = body.get("error", body)
    if not isinstance(error, dict):
        return str(error), None
    message = str(error.get("message") or error.get("detail") or error)
    metadata = error.get("metadata")
    if isinstance(metadata, dict):  # OpenRouter: the real reason stands here
        upstream = " ".join(
            str(metadata[k]) for k in ("error_type", "provider_name", "raw") if metadata.get(k)
        )
        message = f"{message} ({upstream})" if upstream else message
    if isinstance(error.get("type"), str) and error["type"] not in message:
        message = f"{message} [{error['type']}]"
    code = error.get("code")
    is_status = re.fullmatch(r"[0-9]{3}", str(code)) is not None
    if isinstance(code, str) and not is_status:
        message = f"{message} [{code}]"
    return message, int(code) if isinstance(code, int | str) and is_status else None


def _wait_of(headers: Mapping[str, str], availability: Mapping[str, Any]) -> float | None:
    """Return the seconds that a provider asks for: in milliseconds, in Retry-After, or in OpenRouter's error."""
    if (wait_ms := parse_retry_after(headers.get("retry-after-ms"))) is not None:
        return wait_ms / 1000
    wait_s = parse_retry_after(headers.get("retry-after"), headers.get("date"))
    return _amount(availability.get("retry_after")) if wait_s is None else wait_s


def parse_retry_after(value: str | None, date: str | None = None) -> float | None:
    """Return the seconds that a Retry-After header asks for, or None.

    Args:
        value: seconds, or an HTTP date, which counts from the response's own Date header.
        date: that header.

    Source: RFC 9110, section 10.2.3.
    """
    try:
        seconds = float(value or "")
    except ValueError:
        try:
            seconds = (parsedate_to_datetime(value or "") - parsedate_to_datetime(date or "")).total_seconds()
        except (ValueError, TypeError):
            return None
    return max(seconds, 0.0) if seconds < float("inf") else None


def _one_line(text: str) -> str:
    line = " ".join("".join(c if c.isprintable() else " " for c in text).split())
    return line if len(line) <= _MAX_DETAIL else line[: _MAX_DETAIL - 3] + "..."
