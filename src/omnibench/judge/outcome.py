"""Pure: the status of a reply, and the entry that the result tree keeps of it."""

from __future__ import annotations

from dataclasses import asdict
from typing import TYPE_CHECKING, Any

from omnibench.kinds import KINDS, normalized_answer
from omnibench.kinds.probabilities import option_probabilities
from omnibench.kinds.reasoning import split_reasoning

if TYPE_CHECKING:
    from collections.abc import Mapping

    from omnibench.records import (
        Attempt,
        Failure,
        Job,
        Mode,
        Observed,
        Question,
        Reading,
        Reply,
        Request,
        Status,
    )


def read_reply(text: str, question: Question) -> Reading:
    """Read an answer by its kind's rules; `text` has its reasoning removed already."""
    return KINDS[question.kind].read(text, question)


def read_entry(entry: Mapping[str, Any], question: Question) -> tuple[str, Reading]:
    """Return the answer text of a stored entry, reasoning removed, and what the rules read in it."""
    text, _ = split_reasoning(str(entry.get("raw_text") or ""))
    return text, read_reply(text, question)


def status_of(
    reply: Reply,
    reading: Reading,
    request: Request,
    context_length: int | None,
    *,
    is_prompt_cut: bool = False,
) -> Status:
    """Say what became of a question that was answered.

    Args:
        reply: what came back.
        reading: of its text.
        request: as sent.
        context_length: of an on-demand server whose full context silently forgets the question; else None.
        is_prompt_cut: the server has read only a part of the question.

    `finish_reason` null means that the server gave up without saying why (Ollama after thirty equal tokens), and
    `repetition` that it says why (vLLM): as cut as `length`. A proxy may say `stop` whatever happened, so the token count speaks too.
    """
    usage = reply.usage
    if reply.finish_reason == "content_filter":
        return "filtered"
    if is_prompt_cut:
        return "truncated"
    if context_length and (usage.prompt_tokens or 0) + (usage.completion_tokens or 0) >= context_length:
        return "truncated"
    is_cut = (
        reply.finish_reason in ("length", "repetition", None)
        or (usage.completion_tokens or 0) >= request.max_tokens
    )
    if not reply.text:
        return "truncated" if is_cut and (reply.finish_reason or reply.reasoning_text) else "empty"
    if is_cut and not (reading.is_sure and reading.is_closed and reading.outcome == "answered"):
        return "truncated"
    return "ok"


def observed_mode(reply: Reply, *, shows_reasoning: bool) -> Mode | None:
    """Say whether a model was seen to think; None where its provider tells neither way."""
    if reply.reasoning_text.strip() or reply.usage.reasoning_tokens:
        return "think"
    return "non_think" if shows_reasoning or reply.usage.reasoning_tokens == 0 else None


def build_entry(
    provider: str,
    job: Job,
    reply: Reply,
    reading: Reading,
    status: Status,
    observed: Observed,
) -> dict[str, Any]:
    """Build the entry of an answered question; `judge` is null until there is a verdict."""
    is_read = status == "ok"
    normalized = normalized_answer(reading, job.pair.question.kind) if is_read else None
    usage = reply.usage
    origin = {name: value for name, value in asdict(observed.origin).items() if value is not None}
    return {
        **_head(provider, job),
        "raw_text": reply.raw_text,
        "reasoning_text": reply.reasoning_text,
        "normalized_answer": normalized,
        "status": status,
        "outcome": reading.outcome if is_read else None,
        "judge": None,
        **_probabilities(job, reply, reading, is_read=is_read),
        "mode_observed": observed.mode,
        **({"flags": list(observed.flags)} if observed.flags else {}),
        "finish_reason": reply.finish_reason,
        "usage": {
            "prompt_tokens": usage.prompt_tokens,
            "completion_tokens": usage.completion_tokens,
            "reasoning_tokens": usage.reasoning_tokens,
            "cost_usd": _charged(reply),
        },
        "latency_s": reply.latency_s,
        "answered_at": reply.answered_at,
        "served_model": reply.served_model,
        **({"upstream": reply.upstream} if reply.upstream else {}),
        **_answered_by(reply),
        **({"origin": origin} if origin else {}),
        **_tail(job),
    }


def _charged(reply: Reply) -> float | None:
    """Return what the provider says that the answer cost, tries that brought none included."""
    usages = (*(usage for usage, _ in reply.discarded), reply.usage)
    told = [usage.cost_usd for usage in usages if usage.cost_usd is not None]
    return sum(told) if told else None


def _answered_by(attempt: Attempt) -> dict[str, Any]:
    venue = attempt.venue
    if venue is None:
        return {}
    extra = {"extra_body": dict(venue.extra_body)} if venue.extra_body else {}
    return {"answered_by": {"provider": venue.provider, "model": venue.model_id, **extra}}


def _probabilities(job: Job, reply: Reply, reading: Reading, *, is_read: bool) -> dict[str, Any]:
    if job.request.top_logprobs is None:
        return {}
    question = job.pair.question
    return {"option_probabilities": option_probabilities(reply, reading, question) if is_read else None}


def build_failed_entry(provider: str, job: Job, failure: Failure, failed_at: str) -> dict[str, Any]:
    """Build the entry of a question that got no answer.

    An error, which a plain rerun asks again; where the provider's moderation refuses the question itself that is a
    result, as when its filter holds back an answer.
    """
    return {
        **_head(provider, job),
        "raw_text": "",
        "reasoning_text": "",
        "normalized_answer": None,
        "status": "filtered" if failure.cause == "moderation" else "error",
        "outcome": None,
        "judge": None,
        "mode_observed": None,
        "error": {"kind": failure.kind, "status": failure.status, "detail": failure.detail},
        "finish_reason": None,
        "usage": dict.fromkeys(("prompt_tokens", "completion_tokens", "reasoning_tokens", "cost_usd")),
        "latency_s": None,
        "answered_at": failed_at,
        "served_model": None,
        **_answered_by(failure),
        **_tail(job),
    }


def _head(provider: str, job: Job) -> dict[str, Any]:
    model = job.pair.model
    return {"provider": provider, "model": model.model_id, "mode": model.mode_name}


def _tail(job: Job) -> dict[str, Any]:
    request = job.request
    return {
        "question_hash": job.pair.question_hash,
        "request_hash": job.request_hash,
        "request": {
            "temperature": request.temperature,
            "max_tokens": request.max_tokens,
            "max_tokens_wanted": request.max_tokens_wanted,
            "seed": request.seed,
            "prompt_version": job.prompt_version,
            **({"extra_body": dict(request.extra_body)} if request.extra_body else {}),
            **({} if request.top_logprobs is None else {"top_logprobs": request.top_logprobs}),
        },
    }
