"""The grammar of an answer expression such as `(B)`, `A, C and D`, `B. text`, `ACD`, `B rather than C`."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from omnibench.kinds import lexicon
from omnibench.kinds.choices import ARTICLE, DOUBT, LEAD_IN, STOP, Choices, Item, joined_places
from omnibench.kinds.names import ends_name
from omnibench.kinds.pattern import Pattern
from omnibench.kinds.text import CLOSERS, OPENERS, phrases

if TYPE_CHECKING:
    from omnibench.kinds.text import Page

_DENIED: Final = Pattern(
    rf"(?P<gap>[\s{CLOSERS}:,=→\-–—]{{0,6}})(?:(?:both|also|all|番|번|的|项|が|は|は、)\s?)?(?:{phrases(lexicon.DENIED)}|(?:is[ ]|[:=][ ]?)no(?=[ ]{{0,2}}[.,;]))"
    rf"(?P<is_heading>(?:[ ][a-z]{{1,12}})?[ ]{{0,2}}:)?"
)
_AND: Final = Pattern(rf"[번番]?[\s{CLOSERS},]{{0,6}}{phrases(lexicon.JOINERS)}\s{{0,3}}")
_ALL: Final = Pattern(phrases(lexicon.ALL_OF_THEM))
_LINE_END: Final = Pattern(rf"[\s.。,;:!{CLOSERS}]{{0,8}}?(?=\n|$)")
_LINE_JOINER: Final = Pattern(r"[.;,\s]{0,6}\n[\s>#•\-]{0,8}(?:\d{1,2}[.)]\s)?")
_QUESTION: Final = Pattern(rf"[\s{CLOSERS}]{{0,3}}[?？]")
_CONTRAST: Final = Pattern(rf"[\s{CLOSERS},]{{0,4}}{phrases(lexicon.CONTRASTS)}\s{{0,3}}")
_NOT: Final = Pattern(phrases(lexicon.NEGATORS, tail=r"\s{0,3}"))
_INSTEAD: Final = Pattern(rf"[\s{CLOSERS}]{{0,3}}{phrases(lexicon.INSTEADS)}[\s,、]{{0,3}}")
_INSTEAD_BEFORE: Final = Pattern(rf"{phrases(lexicon.INSTEADS)}[\s,、{OPENERS}]{{0,4}}$")
_BUT: Final = Pattern(rf"[\s,;.]{{0,4}}{phrases(lexicon.BUTS)}\s{{0,3}}")
_NEXT_LINE: Final = Pattern(r"[^\n]{0,300}\n[\s>#•\-]{0,8}(?:\d{1,2}[.)]\s)?")
_LINE_START: Final = Pattern(r"(?:^|\n)[\s>#•\-]{0,8}(?:\d{1,2}[.)]\s)?[\s(]{0,4}$")
_REASON: Final = Pattern(
    rf"\s{{1,2}}{phrases(lexicon.REASONS)}\s[^.;\n]{{1,120}}?[,\s]\s?{phrases(lexicon.JOINERS)}\s{{1,2}}"
)
_MOST_ITEMS: Final = 40
"""More than any question has: a longer list is noise, and reading it from every place would be quadratic."""


@dataclass(frozen=True, slots=True)
class Expression:
    """Options named together."""

    keys: tuple[str, ...]
    """In the order of the question's options, without repeats."""
    start: int
    end: int
    is_open: bool = False
    """Joined by "or", or followed by a question mark: nothing is decided."""
    is_exact: bool = False


def expression_at(choices: Choices, page: Page, place: int, *, is_tight: bool = False) -> Expression | None:
    """Return the options that are named together from `place` on; None when none is, or all are just listed.

    Args:
        choices: the options of the question.
        page: the answer.
        place: where the first option must begin.
        is_tight: as in `Choices.item_at`.
    """
    first = _whole_at(choices, page, place) or choices.item_at(page, place, is_tight=is_tight)
    if first is None or isinstance(first, Expression):
        return first
    items, is_open, clause = [first], False, 0
    while len(items) < _MOST_ITEMS:
        following, is_doubt = _joined_at(choices, page, items)
        if following is None:
            if _is_denied_together(choices, page, items[-1].end):
                if not clause:
                    return None
                items = items[:clause]
            break
        if not clause and _is_clause_end(page, items[-1].end, following.start):
            clause = len(items)
        items.append(following)
        is_open = is_open or is_doubt
    if is_denied(page, items[-1].end):
        if not clause:
            return None
        items = items[:clause]  # "A, C; B and D are wrong"
    end = _contrast_end(choices, page, items[-1].end)
    if first.is_letter and not choices.is_plural and is_listing(choices, page, end, first.key):
        return None
    is_open = is_open or is_questioned(page, end)
    keys = choices.sort([item.key for item in items])
    return Expression(keys, first.start, end, is_open, all(item.is_exact for item in items))


def corrected_at(choices: Choices, page: Page, place: int) -> Expression | None:
    """Return what "not B but C" names, or "B 가 아니라 C"."""
    end = _sign_end(choices, page, place)
    instead = _INSTEAD.match(page.low, end) if end else None
    if instead and (names := expression_at(choices, page, instead.end())):
        return names
    negator = _NOT.match(page.low, place)
    end = _sign_end(choices, page, negator.end()) if negator else 0
    but = _BUT.match(page.low, end) if end else None
    if but is None:
        return None
    article = ARTICLE.match(page.low, but.end())
    return expression_at(choices, page, but.end(), is_tight=True) or (
        expression_at(choices, page, article.end(), is_tight=True) if article else None
    )


def _sign_end(choices: Choices, page: Page, place: int) -> int:
    """Return where an option named at a place ends, whatever word follows it, 0 when there is none."""
    lead = LEAD_IN.match(page.low, place)
    begin = lead.end() if lead else place
    article = ARTICLE.match(page.low, begin)
    for start in (begin, article.end() if article else begin):
        if names := expression_at(choices, page, start):
            return names.end
        sign = choices.key.match(page.plain, start)
        if sign and choices.exact_key(sign["key"]):
            own_end = choices.own_text_end(page, sign["key"], sign.end())
            return own_end or sign.end()
    return 0


def is_instead(page: Page, place: int) -> bool:
    """Whether what stands at `place` is named instead of something else: the C of "B ではなく C"."""
    return bool(_INSTEAD_BEFORE.search(page.low[max(0, place - 24) : place]))


def instead_end(page: Page, place: int) -> int:
    """Return where begins what is named instead of what ends at `place`, 0 for none: the C of "B ではなく C"."""
    found = _INSTEAD.match(page.low, place)
    return found.end() if found else 0


def is_denied(page: Page, place: int) -> bool:
    """Whether what ends at `place` is called wrong there; a heading on the next line ("Incorrect: A") is not about it."""
    found = _DENIED.match(page.low, place)
    if not found or "\n" not in found["gap"]:
        return bool(found)
    return not found["is_heading"] and bool(_LINE_END.match(page.low, found.end()))


def is_questioned(page: Page, place: int) -> bool:
    """Whether a question mark stands behind what ends at `place`."""
    return bool(_QUESTION.match(page.low, place))


def is_listing(choices: Choices, page: Page, end: int, key: str) -> bool:
    """Whether the next option in order follows at once: the options are being repeated, not chosen."""
    gap = page.plain[end : end + 24]
    if choices.order[key] and re.match(r"\s{0,4}[.;]\s{0,3}\n\s{0,3}\n", gap):
        return False  # an answer and a new paragraph
    head = re.match(
        rf"[\s.;,]{{1,6}}[\s>#•\-]{{0,8}}[({{\[]?({'|'.join(map(re.escape, choices.signs_after(key))) or '(?!)'})[.):]\s",
        gap,
    )
    return bool(head)


def bracketed(choices: Choices, page: Page, start: int, end: int) -> list[Item]:
    """Return the options whose letter alone stands between brackets in a stretch: "ion exchange (C)"."""
    return [
        Item(key, *found.span(), is_exact=True)
        for found in choices.key.finditer(page.plain, start, end)
        if (key := choices.exact_key(found["key"]))
        and page.plain[found.start() - 1 : found.start()] == "("
        and page.plain[found.end() : found.end() + 1] == ")"
        and not ends_name(page, found.start())
    ]


def _joined_at(choices: Choices, page: Page, items: list[Item]) -> tuple[Item | None, bool]:
    """Return the option that is joined to the last of `items`, and whether by a word such as "or"."""
    end, is_tight = items[-1].end, not items[0].is_letter
    doubt = DOUBT.match(page.low, end)
    following = _after_joiner(choices, page, end, is_tight=is_tight)
    if following:
        is_doubt = bool(doubt) and following.start >= (doubt.end() if doubt else 0)
        is_wrong = following.is_letter and not is_doubt and is_denied(page, following.end)
        is_clause = _is_clause_end(page, end, following.start)
        if is_clause and not choices.is_plural and not STOP.match(page.low, following.end):
            return None, False  # "it is E11.65; E11.9 would be without complications"
        return (None if is_wrong and not is_clause else following), is_doubt
    return (_added(choices, page, items[-1]) if choices.is_plural else None), False


def _added(choices: Choices, page: Page, last: Item) -> Item | None:
    """Return the option that a further line, or a further reason, adds where several can be right."""
    line = _LINE_JOINER.match(page.low, last.end)
    following = choices.item_at(page, line.end(), is_tight=True) if line else None
    if following and _LINE_END.match(page.plain, following.end):
        return following
    before = page.plain[max(0, last.start - 24) : last.start]
    is_row = last.is_exact and (last.start < 24 or bool(_LINE_START.search(before)))  # noqa: PLR2004
    line = _NEXT_LINE.match(page.plain, last.end) if is_row else None
    following = choices.item_at(page, line.end(), is_tight=True) if line else None
    if following and following.is_exact and not is_denied(page, following.end):
        return following
    reason = _REASON.match(page.low, last.end)
    following = choices.item_at(page, reason.end()) if reason else None
    return following if following and following.is_letter else None


def _after_joiner(choices: Choices, page: Page, end: int, *, is_tight: bool) -> Item | None:
    for place in joined_places(page, end, is_plural=choices.is_plural):
        item = choices.item_at(page, place, is_tight=is_tight)
        if item:
            return item
    return None


def _is_clause_end(page: Page, end: int, start: int) -> bool:
    return any(sign in page.low[end:start] for sign in ";；")


def _is_denied_together(choices: Choices, page: Page, end: int) -> bool:
    """Whether "and" and an option follow that are called wrong with it: "A and B are incorrect"."""
    joiner = _AND.match(page.low, end)
    following = choices.item_at(page, joiner.end()) if joiner else None
    return bool(following and following.is_letter and is_denied(page, following.end))


def _contrast_end(choices: Choices, page: Page, end: int) -> int:
    """Return where "B rather than C" ends, of which B alone is named."""
    contrast = _CONTRAST.match(page.low, end)
    other = choices.item_at(page, contrast.end()) if contrast else None
    return other.end if other else end


def _whole_at(choices: Choices, page: Page, place: int) -> Expression | None:
    """Return "ACD" or, where several can be right, "all of the above"."""
    lead = LEAD_IN.match(page.low, place)
    begin = lead.end() if lead else place
    everything = _ALL.match(page.low, begin) if choices.is_plural else None
    if everything and not choices.text_at(page, begin):
        return Expression(tuple(choices.order), begin, everything.end(), is_exact=True)
    return _run_at(choices, page, begin)


def _run_at(choices: Choices, page: Page, begin: int) -> Expression | None:
    spaced = choices.spaced.match(page.plain, begin)
    if spaced and STOP.match(page.low, spaced.end()) and not choices.text_at(page, begin):
        signs = [sign for sign in spaced.group().split() if sign not in "-–"]
        is_rising = choices.is_plural and signs == sorted(set(signs))
        keys = [key for sign in signs if (key := choices.exact_key(sign))]
        if len(set(signs)) == 1 or (is_rising and keys == [*choices.sort(keys)]):
            return Expression(choices.sort(keys), *spaced.span(), is_exact=True)  # "B B B"
    found = choices.run.match(page.plain, begin)
    if not found or not STOP.match(page.low, found.end()) or choices.text_at(page, begin):
        return None
    keys = [key for sign in found.group() if (key := choices.exact_key(sign))]
    if len(set(keys)) == 1:
        keys = keys[:1]  # "BBBBB"
    is_rising = keys == [*choices.sort(keys)]
    return Expression(tuple(keys), found.start(), found.end(), is_exact=True) if is_rising else None
