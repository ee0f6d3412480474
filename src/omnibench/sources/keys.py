"""Reads the answer keys of a foreign bank, in whatever form it writes them.

Letters, option texts and lists say by themselves which options are meant. Digits do not: `2` is the second option or,
counted from 0, the third, and `0110` is a mask over four. What they mean is a matter of evidence over the whole bank,
and without evidence they are refused.
"""

from __future__ import annotations

import re
import unicodedata
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final, Literal

from omnibench.dataset.answers import AnswerUnreadable, read_answer_keys
from omnibench.sources.options import is_empty, literal_of

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

Digits = Literal["from_0", "from_1", "mask", "keys", "text", "unclear", "contradictory"]
"""What an answer of digits means: a place counted from 0 or 1, a mask, the options' own keys, the text of an option,
or nobody can say."""

_OR: Final = re.compile(
    r"\s*(?:\b(?:or|ou|oder|oppure|lub|o|u|hoặc|atau|veya)\b|或者?|または|もしくは|又は|또는|или)\s*",
    re.IGNORECASE,
)
_VOIDED: Final = frozenset(
    [
        "anulada",
        "anulado",
        "annulé",
        "annulée",
        "annullata",
        "annulliert",
        "gestrichen",
        "deleted",
        "voided",
        "void",
        "annulled",
        "withdrawn",
        "cancelled",
        "削除",
        "除外",
        "採点除外",
        "作废",
        "무효",
        "huỷ",
        "hủy",
    ]
)
_SHARE: Final = 0.9
"""Of the answers that must be of one form for the form to be the bank's, so that a few broken ones do not hide it."""


@dataclass(frozen=True, slots=True)
class Key:
    """The expected answer of one question."""

    answer: tuple[str, ...]
    """Option keys in option order."""
    accepted: tuple[tuple[str, ...], ...] = ()
    """Other answers that are as right."""


def is_voided_word(value: Any) -> bool:
    """Say whether an answer says that the question was withdrawn."""
    return isinstance(value, str) and value.strip().casefold() in _VOIDED


def meaning_of_digits(answers: Iterable[tuple[Any, Sequence[str]]]) -> Digits:
    """Weigh what answers of digits mean in a bank.

    Args:
        answers: each answer as it stands, with the keys of its question's options.
    """
    of_choices = [(_digits_in(answer), keys) for answer, keys in answers if keys and not is_empty(answer)]
    found = [(text, keys) for texts, keys in of_choices for text in texts]
    if sum(bool(texts) for texts, _ in of_choices) < _SHARE * len(of_choices) or not found:
        return "text"
    n_masks = sum(_is_mask(text, keys) for text, keys in found)
    if n_masks >= _SHARE * len(found) and any(len(text) > 1 for text, _ in found):
        return "mask"
    if all(key.isdigit() for _, keys in found for key in keys):
        return "keys"
    places = [(int(text), len(keys)) for text, keys in found]
    has_zero = any(place == 0 for place, _ in places)
    has_last = any(place == n for place, n in places)
    if has_zero and has_last:
        return "contradictory"
    return "from_0" if has_zero else "from_1" if has_last else "unclear"


def read_key(value: Any, options: Mapping[str, str], digits: Digits) -> Key:
    """Return the expected answer of a question with options.

    Raises:
        AnswerUnreadable: in one sentence why.
    """
    if isinstance(value, str) and isinstance(literal := literal_of(value), list):
        value = literal
    if isinstance(value, str) and len(parts := [part for part in _OR.split(value) if part]) > 1:
        try:
            ways = [_read_one(part, options, digits) for part in parts]
        except AnswerUnreadable:
            pass  # an option's text may well hold an "or"
        else:
            return Key(ways[0], tuple(way for way in ways[1:] if way != ways[0]))
    return Key(_read_one(value, options, digits))


def _read_one(value: Any, options: Mapping[str, str], digits: Digits) -> tuple[str, ...]:
    texts = _digits_in(value)
    if not texts or digits == "text":
        return read_answer_keys(value, options)
    keys = [key for text in texts for key in _keys_of_digits(text, options, digits)]
    if len(set(keys)) < len(keys):
        raise AnswerUnreadable(f"names an option twice: {value!r}")
    return tuple(key for key in options if key in keys)


def _keys_of_digits(text: str, options: Mapping[str, str], digits: Digits) -> list[str]:
    keys = list(options)
    if digits == "mask":
        if len(text) != len(keys):
            raise AnswerUnreadable(
                f"{text!r} is no mask over {len(keys)} options; has a spreadsheet taken its leading zeros?"
            )
        chosen = [key for key, bit in zip(keys, text, strict=True) if bit == "1"]
        if not chosen or set(text) - {"0", "1"}:
            raise AnswerUnreadable(f"{text!r} is no mask that chooses an option")
        return chosen
    if digits == "keys":
        if text not in options:
            raise AnswerUnreadable(f"{text!r} names no option; the options are {', '.join(keys)}")
        return [text]
    if digits in ("unclear", "contradictory"):
        raise AnswerUnreadable(_why(text, digits))
    place = int(text) - (digits == "from_1")
    if not 0 <= place < len(keys):
        raise AnswerUnreadable(f"{text} is the place of none of {len(keys)} options")
    return [keys[place]]


def _why(text: str, digits: Digits) -> str:
    if digits == "contradictory":
        return (
            f"is {text}, and the bank counts from 0 in some rows and up to the number of options in others; "
            "say which with --digits"
        )
    return f"is {text}, and nothing in the bank tells whether 0 or 1 is the first option; say which with --digits"


def _digits_in(value: Any) -> list[str]:
    """Return the texts of digits that an answer consists of; nothing when it is anything else."""
    if isinstance(value, bool) or is_empty(value):
        return []
    if isinstance(value, int):
        return [str(value)] if value >= 0 else []
    if isinstance(value, float):
        return [str(int(value))] if value >= 0 and value == int(value) else []
    if isinstance(value, list):
        found = [_digits_in(one) for one in value]
        return [text for one in found for text in one] if all(found) else []
    if not isinstance(value, str):
        return []
    parts = [part for part in re.split(r"[\s,;+&、]+", unicodedata.normalize("NFKC", value)) if part]
    return parts if all(part.isascii() and part.isdigit() for part in parts) else []


def _is_mask(text: str, keys: Sequence[str]) -> bool:
    return len(text) == len(keys) and "1" in text and not set(text) - {"0", "1"}
