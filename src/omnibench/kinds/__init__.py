"""The kinds of questions: how each is asked, read back and scored.

To add one, write `kinds/<name>.py` with a `KIND` and give it a line in `KINDS`.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from omnibench.kinds import free_text, label, multiple_choice, single_choice
from omnibench.kinds.kind import Kind, Style

if TYPE_CHECKING:
    from collections.abc import Mapping

    from omnibench.records import Reading

__all__ = ["KINDS", "Kind", "Style", "normalized_answer"]

KINDS: Final[Mapping[str, Kind]] = {
    "single_choice": single_choice.KIND,
    "multiple_choice": multiple_choice.KIND,
    "label": label.KIND,
    "free_text": free_text.KIND,
}


def normalized_answer(reading: Reading, kind_name: str) -> str | None:
    """Return what was read as one string, such as `A`, `B,C` or `POSITIVE`; None for nothing and for free text."""
    if kind_name == free_text.KIND.name or not reading.answer:
        return None
    return ",".join(reading.answer)
