"""Claims in forms that serve for nothing but an answer: a JSON field, an `<answer>` tag, a LaTeX box."""

from __future__ import annotations

import re
from collections import deque
from dataclasses import replace
from typing import TYPE_CHECKING, Final

from omnibench.kinds import lexicon
from omnibench.kinds.announced import copulas, stated
from omnibench.kinds.claims import DESCRIBED, FIELD, REACH, STATED, Claim
from omnibench.kinds.placed import confirmed, head, mentioned
from omnibench.kinds.text import phrases

if TYPE_CHECKING:
    from collections.abc import Iterator

    from omnibench.kinds.choices import Choices
    from omnibench.kinds.text import Page

_FIELD: Final = re.compile(
    rf"""["']\s?(?:{phrases(lexicon.JSON_FIELDS)})["']\s{{0,4}}:\s{{0,4}}""", re.IGNORECASE
)
_VALUE: Final = re.compile(
    r""""((?:[^"\\]|\\.)*+)|'((?:[^'\\\n]|\\.|'(?=\w))*+)|\[([^\]{]*+)|([^\s"'{\[,}][^,}\n]*+)"""
)
_TAG: Final = re.compile(r"<\s?(?:final[_ ]?)?(?:answer|ans|choice|result)\s?>([^<]{0,2000}+)", re.IGNORECASE)
_BOX: Final = re.compile(r"\\?boxed\s?\{((?:[^{}]|\{[^{}]{0,200}\}){0,400}+)")


def fields(page: Page, choices: Choices) -> Iterator[Claim]:
    """Claims in a JSON field, an `<answer>` tag or a LaTeX box: what stands inside is the whole answer."""
    for how, start, end, rank in deque(_regions(page), REACH):
        inner = _inside(page, choices, start, end)
        is_closed = end < len(page.plain) or how == "field_bare"
        base = how.removesuffix("_bare")
        if inner is not None:
            yield replace(inner, how=base, rank=rank, is_formal=is_closed)


def _regions(page: Page) -> Iterator[tuple[str, int, int, int]]:
    reach = 0
    for field in _FIELD.finditer(page.original):
        # A field inside the value of another is not read again: that would be quadratic on hostile text.
        value = _VALUE.match(page.original, field.end()) if field.start() >= reach else None
        if value and value.lastindex:
            reach = value.end()
            is_bare = value.lastindex == 4  # noqa: PLR2004 - the group of an unquoted value
            yield "field_bare" if is_bare else "field", *value.span(value.lastindex), FIELD
    for how, pattern in (("tag", _TAG), ("box", _BOX)):
        for found in pattern.finditer(page.original):
            yield how, *found.span(1), STATED


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
