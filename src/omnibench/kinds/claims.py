"""What a claim is: a place of a text that calls options the answer.

The collectors of claims are `formal` (fields, boxes, tags), `announced` ("the answer is B") and `placed` (where an
option stands, and what is said behind it).
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from omnibench.kinds import lexicon
from omnibench.kinds.choices import Item, compiled
from omnibench.kinds.names import COMPOUNDS
from omnibench.kinds.pattern import Pattern
from omnibench.kinds.text import EDGE_BEFORE, LETTERS, phrases

if TYPE_CHECKING:
    from omnibench.kinds.choices import Choices
    from omnibench.kinds.expressions import Expression
    from omnibench.kinds.text import Page

FIELD, STATED, CALLED, DESCRIBED, JUDGED, HINTED = 6, 5, 4, 3, 2, 1
"""Ranks of claims: only those of the highest rank count, and of these the last."""
REACH: Final = 600
"""How many places of one form are looked at, the last ones: far above any answer, it bounds endless repetition."""

_LONG_ENOUGH: Final = Pattern(rf".{{3}}|[^\x00-\x7F{LETTERS}]{{2}}", re.DOTALL)
"""Shorter option texts ("No", "5", 有) stand too often in a sentence that means something else."""
NEGATOR: Final = Pattern(phrases(lexicon.NEGATORS))
HEDGE: Final = Pattern(
    rf"{phrases(lexicon.HEDGES)}|{EDGE_BEFORE}(?<![{LETTERS}][\s\-])s[ei](?=\s[^,.;\n]{{1,160}},)"
)
"""Romance "se" and "si" are "if" at the head of a clause that ends with a comma; elsewhere they are pronouns."""
_COMPOUND: Final = Pattern(rf"{phrases(COMPOUNDS)}[\s\-]$")


@dataclass(frozen=True, slots=True)
class Claim:
    """Options that one place of the text calls the answer."""

    keys: tuple[str, ...]
    span: tuple[int, int]
    how: str
    rank: int
    is_open: bool = False
    """Doubted, supposed, or joined by "or"."""
    is_formal: bool = False
    """In a form that serves for nothing but a final answer: a field, a box, a tag, an `ANSWER:` line."""


def build_claim(names: Expression, how: str, rank: int, *, is_open: bool) -> Claim:
    """Return the claim that an expression makes where it stands."""
    return Claim(names.keys, (names.start, names.end), how, rank, is_open=is_open or names.is_open)


def texts_between(page: Page, choices: Choices, start: int, end: int) -> list[Item]:
    """Return the options whose texts stand in a stretch; one that lies inside a longer one does not count."""
    found = [
        Item(key, *match.span(), is_exact=True, is_letter=False)
        for key, text in choices.texts.items()
        for match in compiled(text).finditer(page.low, start, end)
        if _LONG_ENOUGH.match(match.group())
        and not _COMPOUND.search(page.low[max(0, match.start() - 12) : match.start()])
    ]
    doubles = [
        match.span() for text in choices.doubles for match in compiled(text).finditer(page.low, start, end)
    ]
    longer = sorted(
        [(item.start, item.end) for item in found] + doubles, key=lambda span: (span[0], -span[1])
    )
    kept, reach = set(), -1
    for span in longer:
        if span[1] > reach:
            kept.add(span)
            reach = span[1]
    ranges = {item.start: choices.range_end(page, item.end) for item in found}
    in_range = {place for start, end in ranges.items() if end for place in (start, end)}
    return sorted(
        (item for item in found if (item.start, item.end) in kept and item.start not in in_range),
        key=lambda item: item.start,
    )
