"""Notes what a person should know of a bank's items before they are asked."""

from __future__ import annotations

import unicodedata
from collections import Counter
from typing import TYPE_CHECKING, Any, Final

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

NEARLY_ALL: Final = 0.98
"""Share of questions with equally many options from which on another number is worth a look."""


def note_odd_items(items: Sequence[Mapping[str, Any]], oddities: dict[str, list[str]]) -> None:
    """Note items that are unlike most, each under what is odd about it."""
    usual = _usual_number(items)
    for item in items:
        found = {
            "pictures that did not come with the bank": "images_missing" in item,
            "withdrawn by the bank: kept, and never asked": "voided" in item,
            "more than one answer is accepted": "options" in item and "accepted_answers" in item,
            f"not {usual} options, as nearly all others have": usual is not None
            and len(item.get("options", ())) not in (0, usual),
            "control characters in the text, which may stand where something was lost": _has_controls(item),
        }
        for what, is_so in found.items():
            if is_so:
                oddities[what].append(item["question_id"])


def _usual_number(items: Sequence[Mapping[str, Any]]) -> int | None:
    """Return how many options nearly every question has, or None where that varies."""
    numbers = Counter(len(item["options"]) for item in items if "options" in item)
    [(usual, n)] = numbers.most_common(1) or [(0, 0)]
    return usual if n >= NEARLY_ALL * numbers.total() and usual else None


def _has_controls(item: Mapping[str, Any]) -> bool:
    texts = (item["question_text"], *item.get("options", {}).values())
    return any(unicodedata.category(c) == "Cc" and c not in "\n\r\t" for text in texts for c in text)


def note_twins(items: Sequence[Mapping[str, Any]], oddities: dict[str, list[str]]) -> None:
    """Note questions that stand twice: the same text and options, in whatever order."""
    met: dict[tuple[str, ...], str] = {}
    for item in items:
        options = sorted(map(_folded, item.get("options", {}).values()))
        first = met.setdefault((_folded(item["question_text"]), *options), item["question_id"])
        if first != item["question_id"]:
            oddities["the same question stands twice"].append(f"{item['question_id']} = {first}")


def _folded(text: str) -> str:
    return " ".join(unicodedata.normalize("NFKC", text).casefold().split())
