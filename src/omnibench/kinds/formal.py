"""Claims in forms that serve for nothing but an answer: a JSON field, an `<answer>` tag, a LaTeX box."""

from __future__ import annotations

import re
from collections import deque
from dataclasses import replace
from typing import TYPE_CHECKING, Final, NamedTuple

from omnibench.kinds import lexicon
from omnibench.kinds.announced import copulas, stated
from omnibench.kinds.claims import DESCRIBED, FIELD, REACH, STATED, Claim
from omnibench.kinds.pattern import Pattern
from omnibench.kinds.placed import head, mentioned
from omnibench.kinds.text import phrases
from omnibench.kinds.verdicts import confirmed

if TYPE_CHECKING:
    from collections.abc import Iterator

    from omnibench.kinds.choices import Choices
    from omnibench.kinds.text import Page

_FIELD: Final = Pattern(
    rf"""["']\s?(?:{phrases(lexicon.JSON_FIELDS)})["']\s{{0,4}}:\s{{0,4}}""", re.IGNORECASE
)
_VALUE: Final = Pattern(
    r""""((?:[^"\\]|\\.)*+)|'((?:[^'\\\n]|\\.|'(?=\w))*+)|\[([^\]{]*+)|([^\s"'{\[,}][^,}\n]*+)"""
)
_TAG: Final = Pattern(
    r"[<\[]\s?(?:final[_ ]?)?(?:answer|ans|choice|result)(?:\s[^<>]{0,60})?\s?[>\]]([^<\[]{0,2000}+)",
    re.IGNORECASE,
)
_BOX: Final = Pattern(r"\\?(?:boxed|fbox|framebox)\s?\{((?:[^{}]|\{[^{}]{0,200}\}){0,400}+)")

_GENERAL: Final = Pattern(
    r"""["'](?:label|result|response|classification|prediction|verdict|choice|option|letter)["']\s{0,4}:\s{0,4}["']?$"""
)
"""Fields that may hold something else beside an answer."""
_OBJECT: Final = Pattern(r"\s{0,8}(?:```[a-z]{0,8}\s{0,4})?\{")
_ANY_FIELD: Final = Pattern(r"""["'][\w \-]{1,30}["']\s{0,4}:\s{0,4}"([^"\n]{1,200})"(?=\s{0,8}[,}])""")
_SIDE_BY_SIDE: Final = Pattern(rf"(?:[\s,;.&+]|boxed|fbox|{phrases(lexicon.JOINERS)}){{0,80}}+")


class _Region(NamedTuple):
    """Where an answer stands in a form."""

    how: str
    start: int
    end: int
    rank: int
    is_bare: bool = False
    """A value without quotes, which no missing quote can have cut."""


def fields(page: Page, choices: Choices) -> Iterator[Claim]:
    """Claims in a JSON field, an `<answer>` tag or a LaTeX box: what stands inside is the whole answer."""
    found: list[Claim] = []
    asides: list[Claim] = []
    for region in deque(_regions(page), REACH):
        claim = _read(page, choices, region)
        if claim and not claim.keys and _GENERAL.search(page.low, max(0, region.start - 24), region.start):
            asides.append(claim)  # {"answer": "B", "label": "drug"}
        elif claim and found and choices.is_plural and _is_continued(page, found[-1], claim):
            found[-1] = replace(claim, keys=choices.sort([*found[-1].keys, *claim.keys]))
        elif claim:
            found.append(claim)
    yield from found or asides or _in_any_field(page, choices)


def _in_any_field(page: Page, choices: Choices) -> Iterator[Claim]:
    """The claim of an object of which one field, whatever its name, holds the text of an option and nothing else."""
    if not _OBJECT.match(page.original):
        return
    found = []
    for start, end in [field.span(1) for field in deque(_ANY_FIELD.finditer(page.original), REACH)]:
        claim = next(head(page.part(start, end), choices), None)
        if claim and claim.how == "whole" and not choices.key.match(page.plain, start):
            found.append(replace(claim, span=(start, end), how="field", rank=DESCRIBED))
    if len({claim.keys for claim in found}) == 1:
        yield found[-1]


def _read(page: Page, choices: Choices, region: _Region) -> Claim | None:
    inner = _inside(page, choices, region.start, region.end)
    if inner is None:
        return None
    is_closed = region.end < len(page.plain) or region.is_bare
    return replace(inner, how=region.how, rank=region.rank, is_formal=is_closed)


def _is_continued(page: Page, one: Claim, other: Claim) -> bool:
    """Whether two boxes or tags stand side by side: several answers, each in its own."""
    between = page.plain[one.span[1] : other.span[0]]
    return (
        one.how == other.how != "field"
        and bool(one.keys and other.keys)
        and bool(_SIDE_BY_SIDE.fullmatch(between))
    )


def _regions(page: Page) -> Iterator[_Region]:
    reach = 0
    for field in _FIELD.finditer(page.original):
        # A field inside the value of another is not read again: that would be quadratic on hostile text.
        value = _VALUE.match(page.original, field.end()) if field.start() >= reach else None
        if value and value.lastindex:
            reach = value.end()
            is_bare = value.lastindex == 4  # noqa: PLR2004 - the group of an unquoted value
            yield _Region("field", *value.span(value.lastindex), FIELD, is_bare)
    for how, pattern in (("tag", _TAG), ("box", _BOX)):
        for found in pattern.finditer(page.original):
            yield _Region(how, *found.span(1), STATED)


def _inside(page: Page, choices: Choices, start: int, end: int) -> Claim | None:
    """Read a region that holds an answer and nothing else; no keys when it holds none of the options."""
    part = page.part(start, end)
    if not part.plain.strip():
        return None
    found = [*head(part, choices), *stated(part, choices), *copulas(part, choices), *confirmed(part, choices)]
    found = [claim for claim in found if claim.rank >= DESCRIBED] or [*mentioned(part, choices, in_one=True)]
    best = max(found, key=lambda claim: (claim.rank, claim.span), default=None)
    if best is None:
        return Claim((), (start, end), "", FIELD)
    return replace(best, span=(start + best.span[0], start + best.span[1]))
