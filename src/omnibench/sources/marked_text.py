"""Reads options by the marks in front of them: lines that begin with `A.`, `(A) one (B) two`, the end of a question.

Where a bank writes a label in front of each option's text (`a. `, `(B) `, `3) `), that is its key. Whether it does is a
matter of the bank as a whole (`are_labelled`): the options of one question may begin like that by chance, as the names
of germs do.
"""

from __future__ import annotations

import itertools
import re
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from collections.abc import Sequence

LETTERS: Final = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
LABEL: Final = re.compile(r"\s*[(\[]?\s*([A-Za-z]|\d{1,2}(?!\.\d))\s*(?:[)\].:、]|\)\.)\s*(?=\S)")
_BARE_LABEL: Final = re.compile(r"\s*([A-Z])(?:\s+|(?=[^\sA-Za-z0-9]))(?=\S)")
_MARKED: Final = re.compile(r"(?:^|(?<=\s))\(([A-Z])\)(?=\s|$)")
_ANNOUNCED: Final = re.compile(
    r"\b(?:answer choices|answer options|choices|options|opciones|alternativas)\s*:\s*(?=\(A\)\s)",
    re.IGNORECASE,
)
_FIRST: Final = ("A", "1")
_SURE: Final = 3
"""Labels in a row that are no chance although the first is missing, or nothing stands behind them but a blank."""

Options = dict[str, str]


class OptionsUnreadable(ValueError):
    """The options cannot be told apart; the message says why, in one sentence."""


def split_question(text: str) -> tuple[str, Options]:
    """Cut a question text that ends with its options into both; without such an end, the text and no options.

    Reads `... Answer Choices: (A) one (B) two` and a last paragraph of lines that begin with A, B, C...

    Raises:
        OptionsUnreadable: the marks can be read in more than one way.
    """
    announced = list(_ANNOUNCED.finditer(text))
    if announced:
        last = announced[-1]
        return text[: last.start()].rstrip(), cut_marked(text[last.end() :])
    lines = text.rstrip().split("\n")
    labels = [match[1].upper() if (match := LABEL.match(line)) else "" for line in lines]
    starts = [i for i, label in enumerate(labels) if label == "A"]  # numbered lines are statements more often
    if not starts or "B" not in labels[starts[0] :] or starts[0] == 0:
        return text, {}
    if len(starts) > 1:
        raise OptionsUnreadable("more than one line of the question begins with A, and so may the options")
    options = in_lines(lines[starts[0] :])
    return ("\n".join(lines[: starts[0]]).rstrip(), options) if options else (text, {})


def in_lines(lines: Sequence[str]) -> Options | None:
    """Return the options of lines of which those with a label begin one; None when they do not read as a list.

    Raises:
        OptionsUnreadable: a label is missing between two, and so lines cannot be told from options.
    """
    for pattern in (LABEL, _BARE_LABEL):
        found = [pattern.match(line) for line in lines]
        labels = [match[1].upper() for match in found if match]
        is_sure = pattern is LABEL or len(lines) >= _SURE
        if is_sure and len(labels) == len(lines) and _are_a_list(labels):
            return {m[1].upper(): line[m.end() :].strip() for line, m in zip(lines, found, strict=True) if m}
        is_run = pattern is LABEL and found[0] and labels[0] in _FIRST
        if is_run and len(options := _in_run(lines, found)) > 1:
            return options
    return None


def _are_a_list(labels: Sequence[str]) -> bool:
    """Say whether labels ascend from the first, or without a gap from a later one; germs, `E. S.`, do neither."""
    order = [int(label) if label.isdigit() else ord(label) + 100 for label in labels]
    steps = [b - a for a, b in itertools.pairwise(order)]
    return bool(steps) and (
        min(steps) > 0 if labels[0] in _FIRST else set(steps) == {1} and len(labels) >= _SURE
    )


def _in_run(lines: Sequence[str], found: Sequence[re.Match[str] | None]) -> Options:
    """Return the options of lines that begin with the next label; a line without one goes on with the last option."""
    parts: dict[str, list[str]] = {}
    wanted = last = ""
    for line, match in zip(lines, found, strict=True):
        label = match[1].upper() if match else ""
        if match and (not parts or label == wanted):
            parts[label] = [line[match.end() :].strip()]
            last, wanted = label, _next_key(label)
        elif label and wanted < label <= "J":
            raise OptionsUnreadable(f"option {label} follows option {last}")
        elif line.strip():
            parts[last].append(line.strip())
    return {key: "\n".join(held) for key, held in parts.items()}


def _next_key(key: str) -> str:
    return str(int(key) + 1) if key.isdigit() else chr(ord(key) + 1)


def cut_marked(text: str) -> Options:
    """Cut `(A) one (B) two`; the marks must ascend in one way alone, for an option may name another one.

    Raises:
        OptionsUnreadable: they do not.
    """
    marks = [(found[1], found.start(), found.end()) for found in _MARKED.finditer(text)]
    letters = [letter for letter, _, _ in marks]
    if not letters or letters[0] != "A":
        raise OptionsUnreadable("the options do not begin with (A)")
    last = max(set(letters), key=lambda letter: (_n_ways(letters, letter) > 0, letter))
    if _n_ways(letters, last) > 1:
        raise OptionsUnreadable("the marks (A), (B)... can be read in more than one way")
    chain = _chain(letters, last)
    ends = [marks[i][1] for i in chain[1:]] + [len(text)]
    return {letters[i]: text[marks[i][2] : end].strip() for i, end in zip(chain, ends, strict=True)}


def begins_marked(text: str) -> bool:
    """Say whether a text begins with a mark such as `(A) `."""
    return _MARKED.match(text) is not None


def _n_ways(letters: Sequence[str], last: str) -> int:
    """Count the ways to read A, B, ... up to `last` in order, the first mark being A; 2 stands for more."""
    ways = {"A": 1}
    for letter in letters[1:]:
        if "A" < letter <= last:
            ways[letter] = min(2, ways.get(letter, 0) + ways.get(chr(ord(letter) - 1), 0))
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
    """Say whether every option begins with a label, A, B, C... or 1, 2, 3... without a gap, in whatever order."""
    labels = _labels_of(options)
    return len(options) > 1 and any(sorted(labels) == sorted(run) for run in _runs(len(options)))


def _labels_of(options: Options) -> list[str]:
    return [match[1].upper() for text in options.values() if (match := LABEL.match(text))]


def _runs(n: int) -> tuple[list[str], list[str]]:
    return list(LETTERS[:n]), [str(number) for number in range(1, n + 1)]


def by_labels(options: Options, *, are_keyed: bool) -> Options:
    """Take the labels off options that all have one, and make them the keys.

    Args:
        options: of a bank that labels its options.
        are_keyed: the bank gives keys too; labels that differ from them stay where they are.

    Raises:
        OptionsUnreadable: the labels are out of order, so that B may be the second option or the one with the label B.
    """
    labels = _labels_of(options)
    if are_labelled(options) and labels not in _runs(len(options)):
        raise OptionsUnreadable(f"the labels in front of the options are out of order: {', '.join(labels)}")
    is_list = len(labels) == len(options) and _are_a_list(labels)
    if not is_list or (are_keyed and labels != list(options)):
        return options
    return {
        key: LABEL.sub("", text, count=1).strip() for key, text in zip(labels, options.values(), strict=True)
    }
