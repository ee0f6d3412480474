"""Reads the options of a foreign question, in whatever shape they stand: columns, a cell, a list, an object."""

from __future__ import annotations

import ast
import json
import math
import re
import unicodedata
from itertools import pairwise
from typing import TYPE_CHECKING, Any, Final

from omnibench.sources.columns import option_key
from omnibench.sources.marked_text import LETTERS, OptionsUnreadable, begins_marked, cut_marked, in_lines

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from omnibench.sources.marked_text import Options

_LINE: Final = re.compile(r"\r\n|\n|\r|<br ?/?>", re.IGNORECASE)
_WRITTEN_LINE: Final = re.compile(r"\\r\\n|\\n")
"""A line's end as a program writes it; where there are true ones it is something else, as in `\\nu`."""
_PLACE_FIELDS: Final = ("order", "position", "rank", "sort_order")
_MARK_FIELDS: Final = ("is_correct", "isCorrect", "correct", "is_right", "right", "is_answer")
_KEY_FIELDS: Final = ("letter", "label", "key", "aid", "idx", "index", "id")
_TEXT_FIELDS: Final = ("content", "text", "atext", "value", "option", "option_text", "answer")


def options_in_columns(cells: Mapping[str, Any]) -> Options:
    """Return the options of columns, by the key of each; empty cells are no options.

    Raises:
        OptionsUnreadable: an empty cell stands before a full one, or a cell is no text.
    """
    full = {key: cell for key, cell in cells.items() if not is_empty(cell)}
    if list(full) != list(cells)[: len(full)]:
        missing = next(key for key in cells if key not in full)
        raise OptionsUnreadable(f"option {missing} is empty, and a later one is not")
    if all(key.isdigit() for key in full):
        return _lettered(list(full.values()))
    return {key: _text_of(cell) for key, cell in full.items()}


def _lettered(texts: Sequence[Any]) -> Options:
    if len(texts) > len(LETTERS):
        raise OptionsUnreadable(f"there are {len(texts)} options, more than letters")
    return {key: _text_of(text) for key, text in zip(LETTERS, texts, strict=False)}


def read_options(value: Any) -> Options:
    """Return the options that one value holds: a list of texts or objects, an object, or a text with one a line.

    Raises:
        OptionsUnreadable.
    """
    if is_empty(value):
        return {}
    if isinstance(value, str):
        return _in_text(value)
    if isinstance(value, dict):
        return _in_object(value)
    if isinstance(value, list):
        return _in_list(value)
    raise OptionsUnreadable(f"the options are {value!r}, which is no list, object or text")


def is_empty(value: Any) -> bool:
    """Say whether a field holds nothing: absent, blank, an empty list or object, or pandas' mark for an empty cell."""
    if isinstance(value, float):
        return math.isnan(value)
    return (
        value is None or value in ([], {}) or (isinstance(value, str) and value.strip() in ("", "nan", "NaN"))
    )


def holds_more(value: Any) -> bool:
    """Say whether options hold more than keys and texts: explanations, marks of the right ones."""
    if isinstance(value, str):
        value = literal_of(value)
    if isinstance(value, dict):
        value = _columns_of_object(value) or []
    known = {*_KEY_FIELDS, *_TEXT_FIELDS}
    return isinstance(value, list) and any(
        isinstance(one, dict) and (len(one) > 2 or not known.issuperset(one))  # noqa: PLR2004 - a key and a text
        for one in value
    )


def _in_object(value: Mapping[str, Any]) -> Options:
    if (columns := _columns_of_object(value)) is not None:
        return _in_object_list(columns)
    full = {key: text for key, text in value.items() if not is_empty(text)}
    keys = [_key_of(key) for key in full]
    if len(set(keys)) < len(keys):
        raise OptionsUnreadable(f"two options have one key: {', '.join(full)}")
    return {key: _text_of(text) for key, text in zip(keys, full.values(), strict=True)}


def _columns_of_object(value: Mapping[str, Any]) -> Sequence[Mapping[str, Any]] | None:
    """Turn `{"label": ["A", "B"], "text": ["one", "two"]}` into one object an option; None for anything else."""
    lists = {name: held for name, held in value.items() if isinstance(held, list)}
    lengths = {len(held) for held in lists.values()}
    if len(lists) < len(value) or len(lengths) != 1 or not any(name in _TEXT_FIELDS for name in lists):
        return None
    return [{name: held[i] for name, held in lists.items()} for i in range(lengths.pop())]


def _key_of(name: str) -> str:
    folded = unicodedata.normalize("NFKC", name).strip().upper()
    found = re.fullmatch(r"[(\[]?([A-Z]|\d{1,2})[)\].:、]?", folded)
    if key := found[1] if found else option_key(name):
        return key
    raise OptionsUnreadable(f"{name!r} is no option's key")


def _in_list(value: Sequence[Any]) -> Options:
    if all(isinstance(one, dict) for one in value):
        return _in_object_list(value)
    return options_in_columns({str(n): one for n, one in enumerate(value, start=1)})


def _in_object_list(value: Sequence[Mapping[str, Any]]) -> Options:
    key_field = next((name for name in _KEY_FIELDS if all(name in one for one in value)), None)
    text_field = next((name for name in _TEXT_FIELDS if all(name in one for one in value)), None)
    if text_field is None:
        raise OptionsUnreadable(f"no field of {sorted(value[0])} is an option's text")
    places = [one[name] for one in value for name in _PLACE_FIELDS if name in one]
    if any(str(a) >= str(b) for a, b in pairwise(places)):
        raise OptionsUnreadable("the options say in which order they come, and stand in another one")
    texts = [_text_of(one[text_field]) for one in value]
    if key_field is None:
        return _lettered(texts)
    keyed = {_key_of(str(one[key_field])): text for one, text in zip(value, texts, strict=True)}
    if len(keyed) < len(value):
        raise OptionsUnreadable("two options have one key")
    return keyed


def marked_options(value: Any, options: Options) -> list[str]:
    """Return the keys of options that a list of objects marks as right, `{"text": "Cough", "correct": true}`."""
    if (
        not isinstance(value, list)
        or len(value) != len(options)
        or not all(isinstance(one, dict) for one in value)
    ):
        return []
    name = next(
        (name for name in _MARK_FIELDS if all(isinstance(one.get(name), bool) for one in value)), None
    )
    return [key for key, one in zip(options, value, strict=True) if one[name]] if name else []


def _in_text(value: str) -> Options:
    if (literal := literal_of(value)) is not None:
        return read_options(literal)
    lines = [line for line in _LINE.split(value) if line.strip()]
    if len(lines) == 1:
        lines = [line for line in _WRITTEN_LINE.split(value) if line.strip()]
    options = in_lines(lines)
    if options is not None:
        return options
    if begins_marked(value.strip()):
        return cut_marked(value.strip())
    texts = [line.strip() for line in (lines if len(lines) > 1 else value.split("|"))]
    if len(texts) < 2:  # noqa: PLR2004 - a choice is between two
        raise OptionsUnreadable(
            f"{value.strip()[:40]!r} holds one option, or the mark between them is not known"
        )
    if not all(texts):
        raise OptionsUnreadable("an option between the others is empty")
    return _lettered(texts)


def literal_of(value: str) -> Any:
    """Return the list or object that a cell's text spells, as JSON or as Python writes it; else None.

    Nothing is executed: Python's literals are data.
    """
    text = value.strip()
    if not text or text[0] + text[-1] not in ("[]", "{}"):
        return None
    try:
        return json.loads(text)
    except (ValueError, RecursionError):
        pass
    try:
        found = ast.literal_eval(text)
    except (ValueError, SyntaxError, RecursionError, MemoryError):
        return None
    return found if isinstance(found, list | dict) else None


def _text_of(value: Any) -> str:
    if isinstance(value, str):
        return value.strip()
    if isinstance(value, int | float):
        return f"{value:.15g}" if isinstance(value, float) and value != int(value) else str(value)
    raise OptionsUnreadable(f"an option is {value!r}, which is no text")
