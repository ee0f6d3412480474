"""Reads the marks of a bank that say yes or no."""

from __future__ import annotations

from typing import Any, Final

TRUE: Final = frozenset(
    {
        "true",
        "yes",
        "1",
        "1.0",
        "x",
        "t",
        "y",
        "si",
        "sí",
        "sim",
        "oui",
        "ja",
        "da",
        "是",
        "有",
        "예",
        "s",
        "sì",
        "○",
        "〇",
        "✓",
        "✔",
    }
)
FALSE: Final = frozenset(
    {"false", "no", "0", "0.0", "", "f", "n", "não", "nao", "non", "nein", "否", "无", "無", "아니오"}
)


def flag(value: Any) -> bool | None:
    """Read a mark of a bank: true, false (nothing is false), or None when it is neither."""
    if value is None or isinstance(value, bool):
        return bool(value)
    text = str(value).strip().casefold()
    return True if text in TRUE else False if text in FALSE | {"nan"} else None
