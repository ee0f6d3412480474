"""Matches stored entries with today's questions, and says of each pair what is still to do.

Entries belong to a question by id and hash; then by hash alone where it is unique on both sides (a renumbered
bank); then by id alone, and then the question was edited and the entry is stale. An entry without a hash comes
from an older file and is taken by its id.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Literal

from omnibench.plan.hashes import canonical_json
from omnibench.records import FINAL_STATUSES

if TYPE_CHECKING:
    from collections.abc import Collection, Mapping, Sequence

    from omnibench.records import Held

Standing = Literal["new", "done", "stale", "failed"]


@dataclass(frozen=True, slots=True)
class Match:
    """The outcome for one document."""

    entries: Mapping[tuple[int, str], Mapping[str, Any]]
    """(index of the question, model_key) to its entry."""
    left_over: tuple[Held, ...]
    """Entries of questions that the document no longer has."""


def match_entries(questions: Sequence[tuple[str, str]], held: Sequence[Held]) -> Match:
    """Assign entries to questions, each at most once.

    Args:
        questions: (question_id, question_hash), one a question, in document order; ids are unique.
        held: every stored entry.
    """
    by_model: dict[str, list[Held]] = defaultdict(list)
    for one in held:
        by_model[one.model_key].append(one)
    entries: dict[tuple[int, str], Mapping[str, Any]] = {}
    left_over: list[Held] = []
    for model_key, of_model in by_model.items():
        taken, free = _match_one_model(questions, of_model)
        entries.update({(index, model_key): one.entry for index, one in taken.items()})
        left_over += free
    return Match(entries, tuple(left_over))


def _match_one_model(
    questions: Sequence[tuple[str, str]], held: Sequence[Held]
) -> tuple[dict[int, Held], list[Held]]:
    index_of_id = {question_id: index for index, (question_id, _) in enumerate(questions)}
    taken: dict[int, Held] = {}
    free: list[Held] = []
    for one in held:
        index = index_of_id.get(one.question_id)
        is_same = index is not None and one.question_hash in (None, questions[index][1])
        if index is not None and is_same and index not in taken:
            taken[index] = one
        else:
            free.append(one)
    if free:
        free = _match_by_hash(questions, held, taken, free)
    left_over = []
    for one in free:
        index = index_of_id.get(one.question_id)
        if index is not None and index not in taken:
            taken[index] = one
        else:
            left_over.append(one)
    return taken, left_over


def _match_by_hash(
    questions: Sequence[tuple[str, str]],
    held: Sequence[Held],
    taken: dict[int, Held],
    free: list[Held],
) -> list[Held]:
    n_asked = Counter(question_hash for _, question_hash in questions)
    n_held = Counter(one.question_hash for one in held)
    index_of_hash = {question_hash: i for i, (_, question_hash) in enumerate(questions)}
    still_free = []
    for one in free:
        index = index_of_hash.get(one.question_hash or "")
        is_unique = n_asked[one.question_hash or ""] == 1 and n_held[one.question_hash] == 1
        if index is not None and is_unique and index not in taken:
            taken[index] = one
        else:
            still_free.append(one)
    return still_free


def standing_of(entry: Mapping[str, Any] | None, question_hash: str) -> Standing:
    """Say where a pair stands, before any --retry or --refresh."""
    if entry is None:
        return "new"
    stored_hash = entry.get("question_hash")
    if entry.get("status") not in FINAL_STATUSES:
        return "failed"
    if stored_hash is None:
        return "done" if entry.get("status") == "ok" else "failed"
    return "done" if stored_hash == question_hash else "stale"


def is_to_ask(
    entry: Mapping[str, Any] | None,
    standing: Standing,
    *,
    is_changed: bool,
    retry: Collection[str],
    refresh: Collection[str],
) -> bool:
    """Decide whether a pair is asked by this run."""
    if entry is None or standing in ("new", "failed"):
        return True
    if standing == "stale":
        return "stale" in refresh or entry.get("status") in retry
    return entry.get("status") in retry or (is_changed and "settings" in refresh)


def settings_changed(entry: Mapping[str, Any], settings: Mapping[str, Any]) -> tuple[str, ...]:
    """Name the settings in which a stored answer differs from this run's, `temperature 0 -> 0.7`.

    An older entry without a recorded request tells nothing and counts as unchanged.
    """
    request = entry.get("request")
    if not isinstance(request, dict):
        return ()
    stored = {
        **request,
        "provider": entry.get("provider"),
        "model": entry.get("model"),
        "mode": entry.get("mode"),
        "max_tokens": request.get("max_tokens_wanted", request.get("max_tokens")),
    }
    return tuple(
        f"{name} {_shown(stored.get(name))} -> {_shown(now)}"
        for name, now in settings.items()
        if _shown(stored.get(name)) != _shown(now)
    )


def _shown(value: Any) -> str:
    if value is None or value == {}:
        return "none"
    if isinstance(value, dict):
        return canonical_json(value).decode(
            "utf-8", "backslashreplace"
        )  # the order of its keys is no setting
    return f"{value:g}" if isinstance(value, float) else str(value)


def is_to_judge(
    entry: Mapping[str, Any],
    expected: str | None,
    *,
    has_judge_model: bool,
) -> bool:
    """Decide whether a stored answer needs a verdict.

    It does when it has none, when the expected answer changed, or when rules stood in for a judge model that was
    unavailable. Only `ok` answers are judged.
    """
    if entry.get("status") != "ok":
        return False
    judge = entry.get("judge")
    if not isinstance(judge, dict) or judge.get("is_correct") is None:
        return True
    if "expected" in judge and judge["expected"] != expected:
        return True
    return has_judge_model and judge.get("fallback_cause") == "unavailable"
