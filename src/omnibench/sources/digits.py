"""Reads answers of digits: `2` is the second option or, counted from 0, the third, and `0110` is a mask over four."""

from __future__ import annotations

import re
import unicodedata
from typing import TYPE_CHECKING, Any, Final

from omnibench.dataset.answers import AnswerUnreadable
from omnibench.sources.marked_text import LETTERS
from omnibench.sources.options import is_empty

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from omnibench.sources.keys import Digits

_NUMBER: Final = re.compile(r"([0-9]+)(?:\.0+)?")
"""2.0 is what a spreadsheet makes of 2."""


def keys_of_digits(text: str, options: Mapping[str, str], digits: Digits) -> list[str]:
    """Return the options that a text of digits names, in the bank's way of writing.

    Raises:
        AnswerUnreadable: it names none, or nobody can say which.
    """
    keys = list(options)
    if digits in ("unclear", "contradictory"):
        raise AnswerUnreadable(_why(text, digits))
    if digits == "keys":
        if text not in options:
            raise AnswerUnreadable(f"{text!r} names no option; the options are {', '.join(keys)}")
        return [text]
    first = keys[0] if keys[0].isdigit() else "A"
    whole = [str(int(first) + n) for n in range(len(keys))] if first.isdigit() else list(LETTERS[: len(keys)])
    if keys != whole:
        raise AnswerUnreadable(
            f"{text!r} counts places, and the options {', '.join(keys)} have gaps or no order"
        )
    if digits == "mask":
        return _masked(text, keys)
    place = int(text) - (digits == "from_1") if len(text) < 4 else -1  # noqa: PLR2004 - nobody has 1000 options
    if not 0 <= place < len(keys):
        raise AnswerUnreadable(f"{text[:20]} is the place of none of {len(keys)} options")
    return [keys[place]]


def _masked(text: str, keys: Sequence[str]) -> list[str]:
    if len(text) != len(keys):
        raise AnswerUnreadable(
            f"{text[:40]!r} is no mask over {len(keys)} options; has a spreadsheet taken its leading zeros?"
        )
    chosen = [key for key, bit in zip(keys, text, strict=True) if bit == "1"]
    if not chosen or set(text) - {"0", "1"}:
        raise AnswerUnreadable(f"{text!r} is no mask that chooses an option")
    return chosen


def _why(text: str, digits: Digits) -> str:
    if digits == "contradictory":
        return (
            f"is {text[:20]}, and the numbers of the bank fit neither a count from 0 nor one from 1 in all rows; "
            "say which with --digits"
        )
    return (
        f"is {text}, and nothing in the bank tells whether 0 or 1 is the first option, or whether it is an option's text; "
        "say which with --digits"
    )


def digits_in(value: Any) -> list[str]:
    """Return the texts of digits that an answer consists of; nothing when it is anything else."""
    if isinstance(value, bool) or is_empty(value):
        return []
    if isinstance(value, int | float):
        return [str(int(value))] if value >= 0 and (isinstance(value, int) or value.is_integer()) else []
    if isinstance(value, list):
        found = [digits_in(one) for one in value]
        return [text for one in found for text in one] if all(found) else []
    if not isinstance(value, str):
        return []
    parts = [part for part in re.split(r"[\s,;+&、]+", unicodedata.normalize("NFKC", value)) if part]
    matches = [_NUMBER.fullmatch(part) for part in parts]
    return [match[1] for match in matches if match] if all(matches) else []
