"""Small builders of the records and documents that tests are about."""

import json

from omnibench.records import Held, Model, Question, Request


def question(**changes):
    """A single-choice question."""
    facts = {
        "question_id": "q1",
        "text": "Which vitamin is needed to make collagen?",
        "kind": "single_choice",
        "options": {"A": "Vitamin A", "B": "Vitamin C"},
        "expected": ("B",),
    }
    return Question(**{**facts, **changes})


def model(model_id="qwen3:8b", model_key="qwen3_8b", **changes):
    """A registry entry."""
    return Model(model_id=model_id, model_key=model_key, **changes)


def request(**changes):
    """A chat request."""
    facts = {
        "model_id": "qwen3:8b",
        "messages": ({"role": "user", "content": "?"},),
        "max_tokens": 4096,
        "max_tokens_wanted": 4096,
        "temperature": 0.0,
        "seed": None,
        "mode": "non_think",
    }
    return Request(**{**facts, **changes})


def entry(text="A", *, question_hash="q1:aa", answered_at="2026-01-01T00:00:00Z", **changes):
    """A stored answer without a verdict."""
    return {
        "provider": "ollama",
        "model": "qwen3:8b",
        "mode": "non_think",
        "raw_text": text,
        "status": "ok",
        "judge": None,
        "answered_at": answered_at,
        "question_hash": question_hash,
        **changes,
    }


def verdict(**changes):
    """A judge field."""
    return {"is_correct": True, "judge_method": "rule_based_v1", "expected": "A", **changes}


def held(question_id="q1", model_key="m", question_hash="q1:aa", **changes):
    """An entry as the result tree holds it."""
    return Held(
        question_id=question_id, model_key=model_key, entry=entry(question_hash=question_hash, **changes)
    )


def item(question_id="q1", **changes):
    """An item of a dataset document."""
    return {
        "question_id": question_id,
        "question_text": f"What about {question_id}?",
        "options": {"A": "this", "B": "that", "C": "those"},
        "answer": "A",
        "model_results": {},
        **changes,
    }


def bank(*question_ids):
    """A dataset document with fields that OmniBench does not know."""
    items = [item(question_id, rationale="kept") for question_id in question_ids]
    return {"zeta": [1], "dataset_meta": {"dataset_name": "Bank", "more": {"b": 1, "a": 2}}, "items": items}


def document_bytes(*items, meta=None):
    """A document as it lies on disk."""
    return json.dumps({"dataset_meta": meta or {}, "items": items}, ensure_ascii=False).encode()
