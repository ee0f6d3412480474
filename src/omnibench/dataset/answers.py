"""Reads a bank's answer key, in the many shapes that real files use, or refuses it."""

from __future__ import annotations

import re
import unicodedata
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

_PREFIX = re.compile(
    r"^(?:正确)?(?:答案|选项|选择|选|選|(?:answers?|ans|key|correct(?: answers?)?|option)(?![A-Z]))"
    r"\s*(?:is\b|是|为|:)?\s*",
    re.IGNORECASE,
)
_SEPARATOR = re.compile(r"\s*(?:[,;/|&+、和]|\band\b|\s)\s*", re.IGNORECASE)
_DECORATION = "()[]{}.:'\"`*"


class AnswerUnreadable(ValueError):
    """The answer cannot be read; the message says why, in one sentence."""


def match_label(answer: Any, labels: Sequence[str]) -> str | None:
    """Return the label that the answer names exactly, whatever its case."""
    if not isinstance(answer, str):
        return None
    wanted = _plain(answer)
    return next((label for label in labels if _plain(label) == wanted), None)


def read_answer_keys(answer: Any, options: Mapping[str, str]) -> tuple[str, ...]:
    """Return the option keys that an answer names, in option order.

    Accepts `"A"`, `"a"`, `"Ａ"`, `"(A)"`, `"选A"`, `"A,C"`, `"AC"`, `"A和C"`, `["A", "C"]`, a number where
    the keys are numbers, and the exact text of one option.

    Raises:
        AnswerUnreadable: for anything else, and for a key that is named twice or is no option.
    """
    named = _keys_in_list(answer, options) if isinstance(answer, list) else _keys_in(answer, options)
    if len(set(named)) < len(named):
        msg = f"names an option twice: {answer!r}"
        raise AnswerUnreadable(msg)
    return tuple(key for key in options if key in named)


def read_alternatives(
    value: Any, expected: tuple[str, ...], read: Callable[[Any], tuple[str, ...]]
) -> tuple[tuple[str, ...], ...]:
    """Return the other answers that a bank takes for as right as the expected one.

    Args:
        value: a list of answers, each in a shape that `read` takes.
        expected: the answer itself.
        read: reads one answer.

    Raises:
        AnswerUnreadable: for anything else, and for an answer that stands there twice or is the expected one.
    """
    if not isinstance(value, list):
        raise AnswerUnreadable("must be a list of answers that are as right as `answer`")
    found: list[tuple[str, ...]] = []
    for one in value:
        answer = read(one)
        if not answer:
            raise AnswerUnreadable(f"holds {one!r}, which names nothing")
        if answer == expected:
            raise AnswerUnreadable(f"holds {one!r}, which is `answer` already; leave it out")
        if answer in found:
            raise AnswerUnreadable(f"holds {one!r}, which stands there already; leave it out")
        found.append(answer)
    return tuple(found)


def _keys_in_list(answer: list[Any], options: Mapping[str, str]) -> list[str]:
    return [key for part in answer for key in _keys_in(part, options)]


def _keys_in(answer: Any, options: Mapping[str, str]) -> list[str]:
    if isinstance(answer, int) and not isinstance(answer, bool):
        if str(answer) in options:
            return [str(answer)]
        msg = f"is the number {answer}, but the options are {', '.join(options)}; write the option's key"
        raise AnswerUnreadable(msg)
    if not isinstance(answer, str):
        msg = f"must be a text or a list of option keys, not {type(answer).__name__}"
        raise AnswerUnreadable(msg)
    if (key := _key_of_text(answer, options)) is not None:
        return [key]
    text = " ".join(unicodedata.normalize("NFKC", answer).upper().split())
    for candidate in (text, _PREFIX.sub("", text)):
        if (keys := _split_keys(candidate, options)) is not None:
            return keys
    if len(twins := _keys_with_text(answer, options)) > 1:
        msg = f"{answer!r} is the text of {' and '.join(twins)}; write the option's key"
        raise AnswerUnreadable(msg)
    msg = f"{answer!r} names no option; the options are {', '.join(options)}"
    raise AnswerUnreadable(msg)


def _split_keys(text: str, options: Mapping[str, str]) -> list[str] | None:
    parts = [part.strip(_DECORATION) for part in _SEPARATOR.split(text.strip(_DECORATION + " "))]
    parts = [part for part in parts if part]
    if parts and all(part in options for part in parts):
        return parts
    if len(parts) == 1 and all(len(key) == 1 for key in options) and all(c in options for c in parts[0]):
        return list(parts[0])
    return None


def _key_of_text(answer: str, options: Mapping[str, str]) -> str | None:
    if _plain(answer).upper() in options:
        return None  # a key before a text: option A may well read "B"
    same = _keys_with_text(answer, options)
    return same[0] if len(same) == 1 else None


def _keys_with_text(answer: str, options: Mapping[str, str]) -> list[str]:
    return [key for key, text in options.items() if _plain(text) == _plain(answer)]


def _plain(text: str) -> str:
    return unicodedata.normalize("NFKC", text).strip().casefold()
