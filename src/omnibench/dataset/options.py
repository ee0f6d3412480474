"""Reads the options of an item: keys in one spelling, texts as they stand."""

from __future__ import annotations

import re
import unicodedata
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

_KEY_DECORATION = re.compile(r"^[(\[]?\s*([0-9]+|[A-Z]+)\s*[)\].:、]?$")


def read_options(value: Any, fault: Callable[[str, str], None]) -> Mapping[str, str]:
    """Return option key (upper case, half width) to text; what is wrong is told to `fault`, by field and reason."""
    if value is None or value == {}:
        return {}
    if not isinstance(value, dict):
        fault("options", 'must be an object such as {"A": "...", "B": "..."}')
        return {}
    options: dict[str, str] = {}
    for raw_key, text in value.items():
        if isinstance(text, int | float) and not isinstance(text, bool):
            text = str(text)  # noqa: PLW2901 - a number is a readable option text
        key = _KEY_DECORATION.match(unicodedata.normalize("NFKC", raw_key).strip().upper())
        if key is None:
            fault(f"options.{raw_key}", "the key must be a letter or a number")
        elif key[1] in options:
            fault(f"options.{raw_key}", f"the key reads as {key[1]} like another one")
        elif not isinstance(text, str):
            fault(f"options.{raw_key}", "must be a text")
        else:
            options[key[1]] = text
    if len(options) < 2 and len(value) < 2:  # noqa: PLR2004 - a choice is between two
        fault("options", "must hold at least two")
    return options
