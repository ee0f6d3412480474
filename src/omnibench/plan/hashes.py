"""Content-addressed names of what was asked.

Canonical JSON (sorted keys, no spaces, non-ASCII left alone) is part of the contract; the tag in front of a hash
(`q1:`, `r1:`) changes whenever the form does, so that hashes of two forms are never compared.
"""

from __future__ import annotations

import hashlib
import json
from typing import TYPE_CHECKING, Any

from omnibench.records import mode_name

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from omnibench.records import Image, Question, Request

_DIGEST_BYTES = 16


def canonical_json(value: Any) -> bytes:
    """Return the one spelling of a JSON value."""
    text = json.dumps(value, sort_keys=True, separators=(",", ":"), ensure_ascii=False, allow_nan=False)
    return text.encode("utf-8", "surrogatepass")


def question_hash(question: Question, images: Sequence[Image] = ()) -> str:
    """Hash what a model is asked: text, options in order, images by content, kind and its labels.

    The expected answer, the id and the metadata are left out: editing them asks nothing again.
    """
    asked = {
        "text": question.text,
        "options": list(question.options.items()),
        "images": [image.sha256 for image in images],
        "kind": question.kind,
        "labels": list(question.labels),
    }
    return _tagged("q1", asked)


def request_hash(provider: str, request: Request, prompt_version: str) -> str:
    """Hash the settings under which a question is asked: provider, model, mode, sampling and prompt.

    `max_tokens` counts as wanted, not as lowered to an endpoint's limit: a server restarted with another context
    length does not make a night's answers old.
    """
    return _tagged("r1", settings_of(provider, request, prompt_version))


def settings_of(provider: str, request: Request, prompt_version: str) -> Mapping[str, Any]:
    """Name the settings that `request_hash` covers."""
    return {
        "provider": provider,
        "model": request.model_id,
        "mode": request.mode and mode_name(request.mode, request.effort),
        "temperature": None if request.temperature is None else float(request.temperature),
        "max_tokens": request.max_tokens_wanted,
        "seed": request.seed,
        "prompt_version": prompt_version,
        "extra_body": dict(request.extra_body),
        # Added where it is asked for: older answers keep their hashes.
        **({} if request.top_logprobs is None else {"top_logprobs": request.top_logprobs}),
    }


def settings_hash(settings: Mapping[str, Any]) -> str:
    """Hash settings as `settings_of` names them; with the prompt's name alone they hold for every kind of question."""
    return _tagged("s1", settings)


def judge_hash(judge: Sequence[str | int], asked_hash: str, question: Question, answer: str) -> str:
    """Hash what a judge model's opinion depends on: judge and brief, question, what is right, and the answer.

    Args:
        judge: its method, its id at its endpoint, the version of its brief.
        asked_hash: the question's hash.
        question: tells the expected answer and the accepted ones.
        answer: as shown to the judge, reasoning removed.
    """
    return _tagged("j1", [*judge, asked_hash, list(question.expected), list(question.accepted), answer])


def _tagged(tag: str, value: Any) -> str:
    return f"{tag}:{hashlib.blake2b(canonical_json(value), digest_size=_DIGEST_BYTES).hexdigest()}"
