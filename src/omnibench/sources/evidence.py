"""Weighs what the answers of a bank mean: no row tells by itself whether 2 is the second option or the third."""

from __future__ import annotations

from collections import defaultdict
from dataclasses import replace
from math import prod
from typing import TYPE_CHECKING, Any, Final

from omnibench.dataset.answers import AnswerUnreadable
from omnibench.sources.columns import option_key
from omnibench.sources.digits import digits_in
from omnibench.sources.flags import flag
from omnibench.sources.keys import Meaning, key_with_text, keys_in, read_key
from omnibench.sources.options import is_empty

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from omnibench.sources.draft import Draft
    from omnibench.sources.keys import Digits, Key, Words

    Answer = tuple[Any, Mapping[str, str]]

_SHARE: Final = 0.9
"""Of the answers that must be of one form for the form to be the bank's, so that a few broken ones do not hide it."""
_BY_CHANCE: Final = 0.05
"""Probability, for places counted from 1, that the last one is never met."""
_RARE: Final = 0.05
"""Of the answers: a first or last place that is met less often tells nothing of the count."""
_PLACES: Final[Sequence[Digits]] = ("from_0", "from_1")


def meaning_of(answers: Iterable[Answer], told: Digits | None = None) -> Meaning:
    """Weigh what answers mean in a bank.

    Args:
        answers: each answer as it stands, with the options of its question.
        told: what a person says of it.
    """
    given = [(value, options) for value, options in answers if options and not is_empty(value)]
    numbers = [(value, options) for value, options in given if digits_in(value)]
    is_of_digits = bool(numbers) and len(numbers) >= _SHARE * len(given)
    words = _of_words(given)
    if words == "unclear" and told in ("keys", "text"):
        words = "keys" if told == "keys" else "texts"
    return Meaning((told or _of_digits(numbers)) if is_of_digits else "text", words, is_of_digits)


def meanings_of(drafts: Sequence[Draft], told: Digits | None) -> dict[str, Meaning]:
    """Weigh what the answers of each column mean."""
    by_column: dict[str, list[tuple[Any, Mapping[str, str]]]] = defaultdict(list)
    for draft in drafts:
        if draft.options:
            for name, value in draft.answers:
                by_column[name].append((value, draft.options))
    found = {name: meaning_of(answers, told) for name, answers in by_column.items()}
    sure = [name for name, meaning in found.items() if meaning.digits == "text"]
    for name, meaning in found.items():
        if meaning.digits in ("unclear", "contradictory"):
            digits = _by_other_columns(drafts, name, {one: found[one] for one in sure})
            digits = digits or _by_column_numbers(drafts, by_column[name])
            found[name] = replace(meaning, digits=digits or meaning.digits)
    return found


def _by_other_columns(drafts: Sequence[Draft], name: str, others: Mapping[str, Meaning]) -> Digits | None:
    """Return how places in a column are counted when that makes it agree with letters or texts everywhere."""
    fits: dict[Digits, int] = {"from_0": 0, "from_1": 0}
    n_compared = 0
    for draft in drafts:
        answers = dict(draft.answers)
        other = next((one for one in others if one in answers), None)
        if draft.options and name in answers and other is not None:
            n_compared += 1
            said = _read(answers[other], draft.options, others[other])
            for way in fits:
                fits[way] += said is not None and said == _read(answers[name], draft.options, Meaning(way))
    best = max(fits, key=lambda way: fits[way])
    return best if n_compared and fits[best] == n_compared else None


def _by_column_numbers(drafts: Sequence[Draft], numbers: Sequence[Answer]) -> Digits | None:
    """Return that places are counted from 0 where the columns of the options are, and all answers fit that.

    Columns that are counted from 1 tell nothing: so people count, also where programs count from 0.
    """
    firsts = {draft.columns.options[0] for draft in drafts if len(draft.columns.options) > 1}
    is_from_0 = {option_key(name) for name in firsts} == {"0"}
    return "from_0" if is_from_0 and _fits("from_0", numbers) == len(numbers) else None


def _of_words(given: Sequence[Answer]) -> Words:
    n_keys = n_texts = 0
    for value, options in given:
        for part in value if isinstance(value, list) else [value]:
            if isinstance(part, str):
                by_keys, by_text = keys_in(part, options), key_with_text(part, options)
                n_keys += bool(by_keys and not by_text)
                n_texts += bool(by_text and not by_keys)
    if n_keys + n_texts == 0:
        return "unclear"
    share = n_texts / (n_keys + n_texts)
    return "texts" if share >= _SHARE else "keys" if share <= 1 - _SHARE else "unclear"


def _of_digits(numbers: Sequence[Answer]) -> Digits:
    """Weigh the ways to read numbers; where an option's text is one of them, it must not differ from the others."""
    way = _by_count(numbers)
    if way == "from_0" and _may_be_flags(numbers):
        return "unclear"
    n_texts = sum(_is_text(value, options) for value, options in numbers)
    if way == "keys" or n_texts < _SHARE * len(numbers):
        return way
    rivals = [way] if way not in ("unclear", "contradictory") else _fitting(numbers)
    if all(_agree(value, options, rival) for rival in rivals for value, options in numbers):
        return "text"
    return "unclear"


def _by_count(numbers: Sequence[Answer]) -> Digits:
    found = [(text, list(options)) for value, options in numbers for text in digits_in(value)]
    n_masks = sum(_is_mask(text, keys) for text, keys in found)
    if n_masks >= _SHARE * len(found) and any(len(text) > 1 for text, _ in found):
        return "mask"
    has_zero = any(not text.strip("0") for text, _ in found)
    if all(key.isdigit() for _, keys in found for key in keys):
        is_shifted = has_zero and all("0" not in keys for _, keys in found)
        return "contradictory" if is_shifted and _fits("from_0", numbers) == len(numbers) else "keys"
    n_zeros = sum(not text.strip("0") for text, _ in found)
    n_last = sum(text == str(len(keys)) for text, keys in found)
    if (n_zeros and n_last) or not _fitting(numbers):
        return "contradictory"
    if not (n_zeros or n_last) or (n_zeros + n_last) < _RARE * len(found) or _may_be_none(found, n_zeros):
        return "unclear"
    return "from_0" if n_zeros else "from_1"


def _may_be_none(found: Sequence[tuple[str, Sequence[str]]], n_zeros: int) -> bool:
    """Say whether zeros may say no, or that there is no answer: there is one alone among few, or only of two options."""
    with_zero = {len(keys) for text, keys in found if not text.strip("0")}
    numbers_of_options = {len(keys) for _, keys in found}
    last_never = prod(1 - 1 / len(keys) for _, keys in found)
    return (n_zeros == 1 and last_never > _BY_CHANCE) or with_zero == {2} != numbers_of_options


def _may_be_flags(numbers: Sequence[Answer]) -> bool:
    """Say whether 0 and 1 may be no and yes: of options that say so, or where a third option is never right."""
    are_bits = all(digits_in(value) in (["0"], ["1"]) for value, _ in numbers)
    return are_bits and all(
        len(options) > 2 or [flag(text) for text in options.values()] == [True, False]  # noqa: PLR2004 - a pair
        for _, options in numbers
    )


def _is_mask(text: str, keys: Sequence[str]) -> bool:
    return len(text) == len(keys) and "1" in text and not set(text) - {"0", "1"}


def _is_text(value: Any, options: Mapping[str, str]) -> bool:
    parts = value if isinstance(value, list) else [value]
    return all(key_with_text(str(part), options) for part in parts)


def _fitting(numbers: Sequence[Answer]) -> Sequence[Digits]:
    return [way for way in _PLACES if _fits(way, numbers) >= _SHARE * len(numbers)]


def _fits(way: Digits, numbers: Sequence[Answer]) -> int:
    return sum(_read(value, options, Meaning(way)) is not None for value, options in numbers)


def _agree(value: Any, options: Mapping[str, str], way: Digits) -> bool:
    by_text = _read(value, options, Meaning("text", "texts"))
    return by_text is None or by_text == _read(value, options, Meaning(way))


def _read(value: Any, options: Mapping[str, str], meaning: Meaning) -> Key | None:
    try:
        return read_key(value, options, meaning)
    except AnswerUnreadable:
        return None
