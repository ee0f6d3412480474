"""What must hold of a stored entry so that every room can read it. Entries come from files that people edit."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

if TYPE_CHECKING:
    from collections.abc import Mapping

_TEXTS: Final = ("provider", "model", "mode", "status", "answered_at", "question_hash")
_OBJECTS: Final = ("judge", "usage", "request", "error")


def fault_of_entry(entry: Any) -> str | None:
    """Say in one sentence what is wrong with an entry, or None; fields that nothing reads may be anything."""
    if not isinstance(entry, dict):
        return "must be an object"
    for name in _TEXTS:
        if not isinstance(entry.get(name), str | None):
            return f"`{name}` must be a text or null"
    for name in _OBJECTS:
        if not isinstance(entry.get(name), dict | None):
            return f"`{name}` must be an object or null"
    for name in ("judge_history", "opinions"):
        if not _is_list_of_objects(entry.get(name)):
            return f"`{name}` must be a list of objects"
    return fault_of_verdict(entry.get("judge") or {})


def fault_of_verdict(judge: Mapping[str, Any]) -> str | None:
    """Say what is wrong with a verdict, or None."""
    if not isinstance(judge.get("is_correct"), bool | None):
        return "`judge.is_correct` must be true, false or null"
    if not _is_list_of_objects(judge.get("opinions")):
        return "`judge.opinions` must be a list of objects"
    for name in ("judge_method", "expected", "fallback_cause", "judge_hash"):
        if not isinstance(judge.get(name), str | None):
            return f"`judge.{name}` must be a text or null"
    return None


def digest_of(entry: Mapping[str, Any]) -> str | None:
    """Return the digest of the model that gave an answer, or None where nobody told it."""
    origin = entry.get("origin")
    digest = origin.get("digest") if isinstance(origin, dict) else None
    return digest if isinstance(digest, str) and digest else None


def answerer_of(entry: Mapping[str, Any]) -> str:
    """Return the provider that answered, with its own name of the model where it is not the run's."""
    told = entry.get("answered_by")
    if not isinstance(told, dict):
        return str(entry.get("provider"))
    return f"{told.get('provider')} ({told.get('model')})"


def _is_list_of_objects(value: Any) -> bool:
    return value is None or (isinstance(value, list) and all(isinstance(one, dict) for one in value))
