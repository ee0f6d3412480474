"""Remarks: sentences that call an option best for other cases, or tell what other people choose.

"The answer is C. For stable patients, choose A." "Students often pick A." A remark takes nothing back, so it never
overrides an answer that is given without a condition; where there is none, it is read like any other claim.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from omnibench.kinds import lexicon
from omnibench.kinds.pattern import Pattern
from omnibench.kinds.text import phrases

if TYPE_CHECKING:
    from omnibench.kinds.claims import Claim
    from omnibench.kinds.text import Page

_THIS_CASE: Final = rf"(?!\s{{1,3}}{phrases(lexicon.THIS_CASE)})"
_CONDITION: Final = Pattern(rf"[\s>#•\-*]{{0,8}}{phrases(lexicon.CONDITIONS)}{_THIS_CASE}")
_TAIL: Final = Pattern(rf"{phrases(lexicon.CONDITIONS_AFTER)}{_THIS_CASE}")
_OTHER_PEOPLE: Final = Pattern(phrases(lexicon.OTHER_PEOPLE))
_REVISION: Final = Pattern(phrases(lexicon.REVISIONS, lexicon.RETRACTIONS))
_REACH: Final = 160
_REVISION_REACH: Final = 60


def is_remark(page: Page, claim: Claim) -> bool:
    """Whether the sentence of a claim is conditional or general, and does not correct what was said before."""
    place = claim.span[0]
    start = page.sentence_start(place, _REACH)
    if _REVISION.search(page.low, max(0, start - _REVISION_REACH), place):
        return False
    return bool(
        _CONDITION.match(page.low, start)
        or _OTHER_PEOPLE.search(page.low, start, place)
        or _TAIL.search(page.low, claim.span[1], page.sentence_end(claim.span[1], _REACH))
    )
