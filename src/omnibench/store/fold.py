"""Pure: a mirror and its journals become the state of one result file.

The truth is the mirror's entries with the journal's lines on top. Applying a line that the mirror already holds
changes nothing, so a crash between swap and drop is harmless.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from omnibench.store.journal import Lines

Key = tuple[str, str]
"""(question_id, model_key)"""
_VERDICT_FIELDS = frozenset({"judge", "judge_history", "opinions"})


@dataclass(slots=True)
class State:
    """Entries by key. Entries themselves are replaced, never edited, so a snapshot may share them."""

    entries: dict[Key, Mapping[str, Any]] = field(default_factory=dict)

    def apply(self, line: Mapping[str, Any]) -> None:
        """Put one journal line on top."""
        key = (line["question_id"], line["model_key"])
        if line["type"] == "answer":
            self._apply_answer(key, line["entry"])
            return
        present = self.entries.get(key)
        if present is None or present.get("answered_at") != line.get("answered_at"):
            return  # about an answer that another one has replaced since
        apply = self._apply_opinion if line["type"] == "opinion" else self._apply_verdict
        apply(key, present, line)

    def _apply_answer(self, key: Key, entry: Mapping[str, Any]) -> None:
        present = self.entries.get(key)
        if present is None or _answer_of(present) != _answer_of(entry):
            self.entries[key] = entry

    def _apply_opinion(self, key: Key, present: Mapping[str, Any], line: Mapping[str, Any]) -> None:
        """Add what one judge of several said; the verdict that comes of them all takes them away again."""
        opinion, said = line["opinion"], present.get("opinions") or ()
        others = [one for one in said if one.get("judge_method") != opinion.get("judge_method")]
        self.entries[key] = {**present, "opinions": [*others, opinion]}

    def _apply_verdict(self, key: Key, present: Mapping[str, Any], line: Mapping[str, Any]) -> None:
        judge, old = line["judge"], present.get("judge")
        if "opinions" in present:
            present = {name: value for name, value in present.items() if name != "opinions"}
            self.entries[key] = present
        if judge == old:
            return
        # Each verdict stands once, the newest last: then a journal replayed to its end changes nothing.
        history = [one for one in (*(present.get("judge_history") or ()), old) if one and one != judge]
        self.entries[key] = {
            **{name: value for name, value in present.items() if name != "judge_history"},
            "judge": judge,
            **({"judge_history": history} if history else {}),
        }


def fold(entries: Iterable[tuple[Key, Mapping[str, Any]]], journals: Iterable[Lines]) -> State:
    """Return the state of a mirror's entries with the lines of its journals, oldest journal first."""
    state = State(dict(entries))
    for journal in journals:
        for line in journal.lines:
            state.apply(line)
    return state


def _answer_of(entry: Mapping[str, Any]) -> dict[str, Any]:
    return {name: value for name, value in entry.items() if name not in _VERDICT_FIELDS}
