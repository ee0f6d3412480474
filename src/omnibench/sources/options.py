"""Reads the options of a foreign question, in whatever shape they stand: columns, a cell, a list, an object, the question.

Where a bank writes a label in front of each option's text (`a. `, `(B) `, `3) `), that is its key. Whether it does is a
matter of the bank as a whole (`are_labelled`): the options of one question may begin like that by chance, as the names
of germs do.
"""

from __future__ import annotations

import ast
import itertools
import json
import re
import unicodedata
from typing import TYPE_CHECKING, Any, Final

from omnibench.sources.columns import option_key

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

LETTERS: Final = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
_LABEL: Final = re.compile(r"\s*[(\[]?\s*([A-Za-z]|\d{1,2})\s*(?:[)\].:、]|\)\.)\s*(?=\S)")
_BARE_LABEL: Final = re.compile(r"\s*([A-Z])(?:\s+|(?=[^\sA-Za-z0-9]))(?=\S)")
_LINE: Final = re.compile(r"\\r\\n|\\n|\r\n|\n|\r")
_MARKED: Final = re.compile(r"(?:^|(?<=\s))\(([A-Z])\)(?=\s|$)")
_ANNOUNCED: Final = re.compile(
    r"\s*\b(?:answer choices|answer options|choices|options|opciones|alternativas)\s*:\s*(?=\(A\)\s)",
    re.IGNORECASE,
)
_KEY_FIELDS: Final = ("letter", "label", "key", "aid", "idx", "index", "id")
_TEXT_FIELDS: Final = ("content", "text", "atext", "value", "option", "option_text", "answer")

Options = dict[str, str]


class OptionsUnreadable(ValueError):
    """The options cannot be told apart; the message says why, in one sentence."""


def options_in_columns(cells: Mapping[str, Any]) -> Options:
    """Return the options of columns, by the key of each; empty cells are no options.

    Raises:
        OptionsUnreadable: an empty cell stands before a full one, or a cell is no text.
    """
    full = {key: cell for key, cell in cells.items() if not is_empty(cell)}
    if list(full) != list(cells)[: len(full)]:
        missing = next(key for key in cells if key not in full)
        raise OptionsUnreadable(f"option {missing} is empty, and a later one is not")
    keys = list(full)
    if all(key.isdigit() for key in keys):
        keys = list(LETTERS[: len(keys)])
    return {key: _text_of(cell) for key, cell in zip(keys, full.values(), strict=True)}


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


def split_question(text: str) -> tuple[str, Options]:
    """Cut a question text that ends with its options into both; without such an end, the text and no options.

    Reads `... Answer Choices: (A) one (B) two` and a last paragraph of lines that begin with A, B, C...

    Raises:
        OptionsUnreadable: the marks can be read in more than one way.
    """
    announced = list(_ANNOUNCED.finditer(text))
    if announced:
        last = announced[-1]
        return text[: last.start()].rstrip(), _cut_marked(text[last.end() :])
    lines = text.rstrip().split("\n")
    for start in range(1, len(lines) - 1):
        block = lines[start:]
        match = _LABEL.match(block[0])
        if match and match[1].upper() == "A":  # numbered lines are statements more often than options
            options = _in_lines(block)
            if options is not None:
                return "\n".join(lines[:start]).rstrip(), options
    return text, {}


def is_empty(value: Any) -> bool:
    """Say whether a field holds nothing: absent, blank, an empty list or object, or pandas' mark for an empty cell."""
    return (
        value is None or value in ([], {}) or (isinstance(value, str) and value.strip() in ("", "nan", "NaN"))
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
    texts = [_text_of(one) for one in value]
    return dict(zip(LETTERS, texts, strict=False))


def _in_object_list(value: Sequence[Mapping[str, Any]]) -> Options:
    key_field = next((name for name in _KEY_FIELDS if all(name in one for one in value)), None)
    text_field = next((name for name in _TEXT_FIELDS if all(name in one for one in value)), None)
    if text_field is None:
        raise OptionsUnreadable(f"no field of {sorted(value[0])} is an option's text")
    texts = [_text_of(one[text_field]) for one in value]
    if key_field is None:
        return dict(zip(LETTERS, texts, strict=False))
    keyed = {_key_of(str(one[key_field])): text for one, text in zip(value, texts, strict=True)}
    if len(keyed) < len(value):
        raise OptionsUnreadable("two options have one key")
    return keyed


def _in_text(value: str) -> Options:
    if (literal := literal_of(value)) is not None:
        return read_options(literal)
    lines = _LINE.split(value.strip())
    options = _in_lines(lines)
    if options is not None:
        return options
    if _MARKED.match(value.strip()):
        return _cut_marked(value.strip())
    texts = [line.strip() for line in lines if line.strip()]
    if len(texts) < 2:  # noqa: PLR2004 - a choice is between two
        raise OptionsUnreadable(
            f"{value.strip()[:40]!r} holds one option, or the mark between them is not known"
        )
    return dict(zip(LETTERS, texts, strict=False))


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


def _in_lines(lines: Sequence[str]) -> Options | None:
    """Return the options of lines of which those with a label begin one; None when they do not read as a list.

    Raises:
        OptionsUnreadable: a label is missing between two, and so lines cannot be told from options.
    """
    for pattern in (_LABEL, _BARE_LABEL):
        found = [pattern.match(line) for line in lines]
        labels = [match[1].upper() for match in found if match]
        if len(labels) == len(lines) > 1 and all(a < b for a, b in itertools.pairwise(labels)):
            return {m[1].upper(): line[m.end() :].strip() for line, m in zip(lines, found, strict=True) if m}
        if found[0] and labels[0] in ("A", "1") and len(options := _in_run(lines, found)) > 1:
            return options
    return None


def _in_run(lines: Sequence[str], found: Sequence[re.Match[str] | None]) -> Options:
    """Return the options of lines that begin with the next label; a line without one goes on with the last option."""
    options: Options = {}
    wanted = ""
    for line, match in zip(lines, found, strict=True):
        label = match[1].upper() if match else ""
        if match and (not options or label == wanted):
            options[label] = line[match.end() :].strip()
            wanted = _next_key(label)
        elif label and wanted < label <= "J":
            raise OptionsUnreadable(f"option {label} follows option {next(reversed(options))}")
        elif line.strip():
            last = next(reversed(options))
            options[last] = f"{options[last]}\n{line.strip()}"
    return options


def _cut_marked(text: str) -> Options:
    """Cut `(A) one (B) two`; the marks must ascend in one way alone, for an option may name another one."""
    marks = [(found[1], found.start(), found.end()) for found in _MARKED.finditer(text)]
    letters = [letter for letter, _, _ in marks]
    if not letters or letters[0] != "A":
        raise OptionsUnreadable("the options do not begin with (A)")
    last = max(letters, key=lambda letter: (_n_ways(letters, letter) > 0, letter))
    if _n_ways(letters, last) > 1:
        raise OptionsUnreadable("the marks (A), (B)... can be read in more than one way")
    chain = _chain(letters, last)
    ends = [marks[i][1] for i in chain[1:]] + [len(text)]
    return {letters[i]: text[marks[i][2] : end].strip() for i, end in zip(chain, ends, strict=True)}


def _n_ways(letters: Sequence[str], last: str) -> int:
    """Count the ways to read A, B, ... up to `last` in order, the first mark being A."""
    ways = {"A": 1}
    for letter in letters[1:]:
        if "A" < letter <= last:
            ways[letter] = ways.get(letter, 0) + ways.get(chr(ord(letter) - 1), 0)
    return ways.get(last, 0)


def _chain(letters: Sequence[str], last: str) -> list[int]:
    """Return the places of the one way that `_n_ways` has counted."""
    chain: list[int] = []
    wanted = last
    for i in range(len(letters) - 1, -1, -1):
        if letters[i] == wanted and (wanted != "A" or i == 0):
            chain.append(i)
            wanted = chr(ord(wanted) - 1)
    return chain[::-1]


def are_labelled(options: Options) -> bool:
    """Say whether every option begins with a label, A, B, C... or 1, 2, 3... without a gap."""
    labels = [found[1].upper() for text in options.values() if (found := _LABEL.match(text))]
    runs = (list(LETTERS[: len(options)]), [str(n + 1) for n in range(len(options))])
    return len(options) > 1 and labels in runs


def by_labels(options: Options, *, are_keyed: bool) -> Options:
    """Take the labels off options that all have one, and make them the keys.

    Args:
        options: of a bank that labels its options.
        are_keyed: the bank gives keys too; labels that differ from them stay where they are.
    """
    found = {key: _LABEL.match(text) for key, text in options.items()}
    labels = {key: match[1].upper() for key, match in found.items() if match}
    order = [int(label) if label.isdigit() else ord(label) for label in labels.values()]
    is_list = len(labels) == len(options) and all(a < b for a, b in itertools.pairwise(order))
    if not is_list or (are_keyed and list(labels.values()) != list(options)):
        return options
    return {labels[key]: options[key][match.end() :].strip() for key, match in found.items() if match}


def _next_key(key: str) -> str:
    return str(int(key) + 1) if key.isdigit() else chr(ord(key) + 1)


def _text_of(value: Any) -> str:
    if isinstance(value, str):
        return value.strip()
    if isinstance(value, int | float) and not isinstance(value, bool):
        return str(value)
    raise OptionsUnreadable(f"an option is {value!r}, which is no text")
