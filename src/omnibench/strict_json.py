"""Reads JSON strictly: what comes in can be written out again, and nothing is lost on the way.

The standard library also takes NaN and Infinity, which no JSON file can give back, and of a key that stands twice it
keeps the last without a word.
"""

from __future__ import annotations

import json
from collections import Counter
from math import isfinite
from typing import Any, NoReturn


def parse(content: bytes) -> Any:
    """Parse UTF-8 with or without a byte order mark.

    Raises:
        ValueError: with what is wrong (UnicodeDecodeError is one).
    """
    try:
        return json.loads(
            content.decode("utf-8-sig"),
            object_pairs_hook=_unique_keys,
            parse_constant=refuse_constant,
            parse_float=_finite,
        )
    except RecursionError:
        msg = "is nested too deeply"
        raise ValueError(msg) from None


def refuse_constant(name: str) -> NoReturn:
    """Refuse NaN and Infinity."""
    msg = f"{name} is not a JSON value"
    raise ValueError(msg)


def _unique_keys(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    result = dict(pairs)
    if len(result) < len(pairs):
        counts = Counter(name for name, _ in pairs)
        twice = next(name for name, count in counts.items() if count > 1)
        msg = f"the key {twice!r} stands twice in one object"
        raise ValueError(msg)
    return result


def _finite(text: str) -> float:
    # json reads 1e999 as infinity
    value = float(text)
    return value if isfinite(value) else refuse_constant(text)
