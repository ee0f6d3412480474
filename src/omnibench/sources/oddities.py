"""Notes what a person should know of a bank's items before they are asked."""

from __future__ import annotations

import re
from collections import Counter
from typing import TYPE_CHECKING, Any, Final

from omnibench.sources.marked_text import LETTERS

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

_MARKUP: Final = re.compile(
    r"</?(?:[bipu]|br|div|em|font|img|li|ol|p|span|strong|su[bp]|t[dr]|table|ul)\b[^<>]{0,99}>|&[a-z]{2,8};"
)
NEARLY_ALL: Final = 0.98
"""Share of answers that must be lone letters or digits to be keys of options that were not found."""
_MOST: Final = 0.9
"""Share of questions with equally many options from which on another number is worth a look."""


def note_odd_items(items: Sequence[Mapping[str, Any]], oddities: dict[str, list[str]]) -> None:
    """Note items that are unlike most, each under what is odd about it."""
    usual = _usual_number(items)
    for item in items:
        found = {
            "pictures that did not come with the bank": "images_missing" in item,
            "withdrawn by the bank: kept, and never asked": "voided" in item,
            "more than one answer is accepted": "options" in item and "accepted_answers" in item,
            f"not {usual} options, as most others have": usual is not None
            and len(item.get("options", ())) not in (0, usual),
            "the options' keys have a gap": not _are_in_a_row(list(item.get("options", ()))),
            "two options are the same": len({*item.get("options", {}).values()})
            < len(item.get("options", ())),
            "markup in the text": any(_MARKUP.search(text) for text in _texts(item)),
        }
        for what, is_so in found.items():
            if is_so:
                oddities[what].append(item["question_id"])


def _usual_number(items: Sequence[Mapping[str, Any]]) -> int | None:
    """Return how many options nearly every question has, or None where that varies."""
    numbers = Counter(len(item["options"]) for item in items if "options" in item)
    [(usual, n)] = numbers.most_common(1) or [(0, 0)]
    return usual if n >= _MOST * numbers.total() and usual else None


def _are_in_a_row(keys: Sequence[str]) -> bool:
    """Say whether keys are A, B, C... or 1, 2, 3..., as they nearly always are."""
    return not keys or keys in (list(LETTERS[: len(keys)]), [str(n + 1) for n in range(len(keys))])


def _texts(item: Mapping[str, Any]) -> Sequence[str]:
    return (item["question_text"], *item.get("options", {}).values())
