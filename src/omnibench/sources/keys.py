"""Reads the answer keys of a foreign bank, in whatever form it writes them.

A letter and an option's text say by themselves which option is meant, unless one option's key is another's text. What
is meant then, and what digits mean, is a matter of evidence over the whole bank (`evidence`).
"""

from __future__ import annotations

import re
import unicodedata
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final, Literal

from omnibench.dataset.answers import AnswerUnreadable, read_answer_keys
from omnibench.sources.digits import digits_in, keys_of_digits
from omnibench.sources.marked_text import LABEL
from omnibench.sources.options import literal_of

if TYPE_CHECKING:
    from collections.abc import Mapping

Digits = Literal["from_0", "from_1", "mask", "keys", "text", "unclear", "contradictory"]
"""What an answer of digits means: a place counted from 0 or 1, a mask, the options' own keys, the text of an option,
or nobody can say."""
Words = Literal["keys", "texts", "unclear"]
"""What an answer of words is, where it may be both: keys of options, the text of one, or nobody can say."""

_OR: Final = re.compile(
    r" ?(?:\b(?i:or|ou|oder|oppure|lub|hoặc|atau|veya|или)\b|(?<= )[ou](?= )|或者?|または|もしくは|又は|또는) ?"
)
_AND: Final = re.compile(r" (?:[yei]|et|und|en|и|ve|và|dan|と|及び) |と|および|及び")
_LETTER_WORDS: Final = ("e", "i", "o", "u", "y")
_EITHER: Final = re.compile(r"[A-Za-z0-9] ?[/|] ?[A-Za-z0-9]")
_VOIDED: Final = frozenset(
    [
        "anulada",
        "anulado",
        "annulé",
        "annulée",
        "annullata",
        "annullato",
        "annulliert",
        "gestrichen",
        "entfällt",
        "deleted",
        "voided",
        "void",
        "annulled",
        "withdrawn",
        "cancelled",
        "canceled",
        "nula",
        "nulo",
        "аннулирован",
        "вычеркнут",
        "iptal",
        "削除",
        "除外",
        "採点除外",
        "作废",
        "作廢",
        "무효",
        "huỷ",
        "hủy",
    ]
)
_END: Final = ".。．;；, "


@dataclass(frozen=True, slots=True)
class Meaning:
    """How a bank writes its answers."""

    digits: Digits = "text"
    words: Words = "unclear"
    are_numbers: bool = False
    """Nearly all answers are of digits."""


@dataclass(frozen=True, slots=True)
class Key:
    """The expected answer of one question."""

    answer: tuple[str, ...]
    """Option keys in option order."""
    accepted: tuple[tuple[str, ...], ...] = ()
    """Other answers that are as right."""


def is_voided_word(value: Any, options: Mapping[str, str]) -> bool:
    """Say whether an answer says that the question was withdrawn, and is no text of an option."""
    is_word = isinstance(value, str) and value.strip().strip("*()[].").casefold() in _VOIDED
    return is_word and key_with_text(value, options) is None


def read_key(value: Any, options: Mapping[str, str], meaning: Meaning) -> Key:
    """Return the expected answer of a question with options.

    Raises:
        AnswerUnreadable: in one sentence why.
    """
    if isinstance(value, str) and isinstance(literal := literal_of(value), list):
        value = literal
    is_words = isinstance(value, str) and not digits_in(value) and not _is_key(value, options)
    parts = [part for part in _OR.split(_plain(value)) if part] if is_words else []
    if len(parts) > 1 and key_with_text(value, options) is None:
        _refuse_joints(_plain(value), options)
        try:
            ways = [_read_one(part, options, meaning) for part in dict.fromkeys(parts)]
        except AnswerUnreadable:
            pass  # "or" may well be a word of the answer
        else:
            if len({len(way) for way in ways}) > 1:
                raise AnswerUnreadable(f"{value!r} does not tell which options belong together")
            return Key(ways[0], tuple(way for way in dict.fromkeys(ways) if way != ways[0]))
    return Key(_read_one(value, options, meaning))


def _is_key(value: str, options: Mapping[str, str]) -> bool:
    return value.strip().upper() in options


def _read_one(value: Any, options: Mapping[str, str], meaning: Meaning) -> tuple[str, ...]:
    texts = digits_in(value)
    if texts and meaning.digits == "text" and not meaning.are_numbers and meaning.words != "texts":
        _refuse_lone_place(texts, options)
    if texts and meaning.digits != "text":
        keys = [key for text in texts for key in keys_of_digits(text, options, meaning.digits)]
    elif isinstance(value, list):
        keys = [key for one in value for key in _read_words(one, options, meaning.words)]
    else:
        keys = list(_read_words(value, options, meaning.words))
    if len(set(keys)) < len(keys):
        raise AnswerUnreadable(f"names an option twice: {value!r}")
    if len(keys) > 1 and isinstance(value, str) and (by_text := _key_with_same_signs(value, options)):
        raise AnswerUnreadable(
            f"{value!r} may be the options {', '.join(keys)}, or {by_text}, which reads so"
        )
    return tuple(key for key in options if key in keys)


def _key_with_same_signs(value: str, options: Mapping[str, str]) -> str | None:
    """Return the option whose text is an answer but for blanks: options such as `1, 3` or `A and B`."""
    wanted = _plain(value).casefold().replace(" ", "")
    return next(
        (key for key, text in options.items() if _plain(text).casefold().replace(" ", "") == wanted), None
    )


def _refuse_lone_place(texts: list[str], options: Mapping[str, str]) -> None:
    """Refuse a number among letters that is an option's text, and the place of another one."""
    for text in texts:
        place = int(text) - 1 if len(text) < 3 else -1  # noqa: PLR2004 - nobody has 100 options
        by_text = key_with_text(text, options)
        if by_text and 0 <= place < len(options) and list(options)[place] != by_text:
            raise AnswerUnreadable(
                f"is {text}, the text of {by_text} and the place of {list(options)[place]}"
            )


def _read_words(value: Any, options: Mapping[str, str], words: Words) -> tuple[str, ...]:
    """Read an answer by the keys of options or by the text of one; what may be both is for the bank to tell."""
    if isinstance(value, int | float):
        value = str(value)
    if not isinstance(value, str):
        raise AnswerUnreadable(f"must be a text or a list of option keys, not {type(value).__name__}")
    by_text = key_with_text(value, options)
    if words == "texts" or (by_text and words == "unclear"):
        by_keys = keys_in(value, options) if words == "unclear" else ()
        if by_keys and by_keys != (by_text,):
            raise AnswerUnreadable(
                f"{value!r} is the text of {by_text} and the key of {', '.join(by_keys)}, and nothing in the bank "
                "tells which is meant; say it with --digits keys or --digits text"
            )
        if by_text is None:
            raise AnswerUnreadable(f"{value!r} is the text of no option, or of two")
        return (by_text,)
    try:
        return _read_keys(value, options)
    except AnswerUnreadable:
        if by_text:
            return (by_text,)
        raise


def keys_in(value: str, options: Mapping[str, str]) -> tuple[str, ...]:
    """Return the options whose keys an answer names; nothing where it names none for sure."""
    try:
        return _read_keys(value, options)
    except AnswerUnreadable:
        return ()


def _read_keys(value: str, options: Mapping[str, str]) -> tuple[str, ...]:
    text = _plain(value)
    if _is_key(text, options):
        return (text.upper(),)
    _refuse_joints(text, options)
    text = _AND.sub(",", text)
    if _is_word(text, options):
        raise AnswerUnreadable(f"{value!r} names no option; the options are {', '.join(options)}")
    keys = read_answer_keys(text, dict.fromkeys(options, ""))
    if len(keys) > 1 and text.isalpha() and any(_begins_with(option, text) for option in options.values()):
        raise AnswerUnreadable(
            f"{value!r} may be the keys {', '.join(keys)}, or the beginning of an option's text"
        )
    if len(keys) > 1 and _EITHER.search(text):
        raise AnswerUnreadable(f"{value!r} does not tell whether all are meant or any; write A,C or A or C")
    return keys


def _begins_with(option: str, word: str) -> bool:
    return _plain(option).casefold().startswith(f"{word.casefold()} ")


def _refuse_joints(text: str, options: Mapping[str, str]) -> None:
    """Refuse `a e c`, where e may be a key as the others or a word of Portuguese; `A e C` and `A E C` are sure."""
    words = text.split(" ")
    if words[0].islower() and any(one in _LETTER_WORDS and one.upper() in options for one in words[1:-1]):
        raise AnswerUnreadable(f"{text!r} may name keys alone, or join two by a word")


def _is_word(text: str, options: Mapping[str, str]) -> bool:
    """Say whether letters that stand together are a word, as `Bad` is, and no list of keys."""
    bare = text.strip("()[]{}.:'\"`* ")
    is_run = len(bare) > 1 and bare.isascii() and bare.isalpha() and bare.upper() not in options
    return is_run and (not (bare.isupper() or bare.islower()) or sorted(bare) != list(bare))


def key_with_text(value: str, options: Mapping[str, str]) -> str | None:
    """Return the key of the one option whose text an answer is, whatever its case, width, blanks and last full stop.

    The option's own label may stand in front, `B. Cough`.
    """
    wanted = _plain(value).casefold()
    texts = {key: _plain(text).casefold() for key, text in options.items()}
    same = [key for key, text in texts.items() if text == wanted != ""]
    if not same and (bare := wanted.rstrip(_END)):
        same = [key for key, text in texts.items() if text.rstrip(_END) == bare]
    if same:
        return same[0] if len(same) == 1 else None
    if (label := LABEL.match(wanted)) and (key := label[1].upper()) in texts:
        rest = wanted[label.end() :].rstrip(_END)
        same = [one for one, text in texts.items() if text.rstrip(_END) == rest]
        return key if same == [key] else None
    return None


def _plain(text: str) -> str:
    return " ".join((text if text.isascii() else unicodedata.normalize("NFKC", text)).split())
