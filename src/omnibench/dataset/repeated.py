"""Finds questions that stand in a selection more than once, by content alone: ids and option letters tell nothing."""

from __future__ import annotations

import unicodedata
from collections import defaultdict
from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable

    from omnibench.records import Question


@dataclass(frozen=True, slots=True, kw_only=True)
class Stated:
    """A question where it stands."""

    document: str
    question: Question
    pictures: tuple[str, ...]
    """A hash of each."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Repeated:
    """One question that stands in several places."""

    places: tuple[tuple[str, str], ...]
    """Document and question_id, in the order of the selection."""
    answers_differ: bool
    """Not all of them take the same answers for right."""


def find_repeated(stated: Iterable[Stated]) -> tuple[Repeated, ...]:
    """Return the questions that stand there twice or more: text, options in any order, and pictures are equal.

    Case, width and blanks do not count. Voided questions are left out, and those that lack pictures: what they show
    is not known.
    """
    found: dict[tuple[object, ...], list[Stated]] = defaultdict(list)
    for one in stated:
        question = one.question
        if not question.is_voided and not question.is_without_images:
            options = tuple(sorted(map(_plain, question.options.values())))
            found[_plain(question.text), options, one.pictures].append(one)
    return tuple(
        Repeated(
            places=tuple((one.document, one.question.question_id) for one in same),
            answers_differ=len({_right(one.question) for one in same}) > 1,
        )
        for same in found.values()
        if len(same) > 1
    )


def _right(question: Question) -> frozenset[frozenset[str]]:
    """Return what is right by its texts: another bank may have other letters."""
    return frozenset(
        frozenset(_plain(question.options.get(one, one)) for one in right) for right in question.right_answers
    )


def _plain(text: str) -> str:
    return " ".join(unicodedata.normalize("NFKC", text).casefold().split())
