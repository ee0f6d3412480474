"""Claims that are announced: "the answer is (B)", "thus, B", "the most likely cause is: C", "not B but C"."""

from __future__ import annotations

from bisect import bisect_right
from collections import deque
from dataclasses import replace
from typing import TYPE_CHECKING, Final, NamedTuple

from omnibench.kinds import lexicon
from omnibench.kinds.claims import (
    DESCRIBED,
    HEDGE,
    JUDGED,
    NEGATOR,
    REACH,
    STATED,
    Claim,
    build_claim,
    texts_between,
)
from omnibench.kinds.expressions import bracketed, corrected_at, expression_at, is_denied
from omnibench.kinds.names import ends_name
from omnibench.kinds.pattern import Pattern
from omnibench.kinds.text import CLOSERS, OPENERS, phrases

if TYPE_CHECKING:
    from collections.abc import Iterator

    from omnibench.kinds.choices import Choices
    from omnibench.kinds.expressions import Expression
    from omnibench.kinds.text import Page

_SEP: Final = rf"[\s:,;|=>{OPENERS}\-–—、，：…]{{0,16}}+"
_COUNT: Final = r"\d{1,2}(?=\s{0,2}(?:[:：]|is\b|是|は))"
"""The number of a question: "answer to question 1: B"."""
_FILLER: Final = phrases(lexicon.FILLERS, tail=r"(?![.)\],/&+、，；;])")
_NUMBERING: Final = Pattern(r"\d{1,2}[.)]\s{1,3}")
_GAP: Final = Pattern(rf"[{CLOSERS}]{{0,2}}{_SEP}(?:(?:{_FILLER}|{_COUNT}){_SEP}){{0,14}}+")
_NOUN: Final = Pattern(rf"(?<!-){phrases(lexicon.ANSWER_NOUNS)}(?!\s{{1,3}}(?:choices|options)\s{{0,3}}:)")
_CHOOSER: Final = Pattern(rf"(?<!-){phrases(lexicon.CHOOSERS)}")
_CONCLUSION: Final = Pattern(
    r"(?!so\s{1,3}(?:is|are|was|were|does|do|did|can|would|will|has)\b)"  # "D is excluded, and so is B"
    + phrases(lexicon.CONCLUSIONS, tail=r"(?!\s{1,3}(?:of|than)\b)")
)
_ANNOUNCEMENTS: Final = (("marker", _NOUN), ("chosen", _CHOOSER), ("concluded", _CONCLUSION))
_REJECTED: Final = Pattern(
    r"(?:\b(?:not|least|less|to|if|whether|suppose|supposing|assuming|unless|wenn|falls|gdyby|если|determine|find|know|choose|select|give|provide|cannot|incorrect|wrong|second[- ]best|alternative|initial|first|previous)|n't|\b(?:is|are|was|be|é|es|est|ist|è|são|son)\s{1,3}(?:the|an?|la|el|a|o|le|die|das|il)"
    r"(?:\s(?:most|best|correct|single))?)(?:\s(?:the|a|an))?\s{0,3}$"
    rf"|{phrases(lexicon.REJECTORS)}(?:\s(?:the|la|el|a|o|le|die|das|il|det|den|het))?\s{{0,2}}$"
)
"""Before an answer noun: "cannot answer", "not the answer", "this is the best answer"."""
_CELL: Final = Pattern(r"(?:\b(?:correct|right|yes|true)\b[^:\n]{0,12}|\|[^\S\n]{0,4})\n")
"""A verdict, or a bar, at the end of a row; what follows is the next row."""
_FORMAT: Final = Pattern(
    rf"(?m)^[\s>#•{OPENERS}]{{0,8}}+(?:the\s)?(?:(?:final|correct|best)\s)?{phrases(lexicon.ANSWER_NOUNS)}[ ]{{0,4}}:"
)
_PLURAL: Final = Pattern(
    phrases(
        "correct answers, correct options, correct choices, correct statements, respuestas correctas, opciones correctas, "
        "respostas corretas, alternativas corretas, bonnes réponses, réponses correctes, richtige antworten, risposte corrette"
    )
)
_NEXT_ITEM: Final = Pattern(r"[^\S\n]{0,4}\n[^\S\n]{0,4}[-•*–][^\S\n]{0,4}")
_COPULA: Final = Pattern(phrases(lexicon.COPULAS))
_LEAD: Final = Pattern(phrases(lexicon.LEADS))
_ODD: Final = Pattern(phrases(lexicon.ODD_ONES))
_CALLED_ODD: Final = Pattern(
    rf"[\s{CLOSERS}:,]{{0,4}}(?:{phrases(lexicon.VERDICT_COPULAS)}\s?)?(?:(?:the|la|a|die|l')\s)?{phrases(lexicon.ODD_ONES)}"
)
_EXCEPTION: Final = Pattern(phrases(lexicon.EXCEPTIONS))
_OTHERS: Final = Pattern(phrases(lexicon.ASIDES))
_ASIDE: Final = Pattern(phrases(lexicon.ASIDES, lexicon.NEGATORS, lexicon.ODD_ONES))
_VOID: Final = Pattern(phrases(lexicon.VOIDS))


class _Opening(NamedTuple):
    """Words that announce an answer, and the words that say nothing behind them."""

    start: int
    end: int
    """Where the answer should begin."""


def _openings(page: Page, pattern: Pattern) -> Iterator[_Opening]:
    reach = 0
    for found in deque(pattern.finditer(page.low), REACH):
        if found.start() >= reach:
            gap = _GAP.match(page.low, found.end())
            reach = gap.end() if gap else found.end()
            yield _Opening(found.start(), reach)


def stated(page: Page, choices: Choices) -> Iterator[Claim]:
    """Claims announced by an answer noun, a verb of choosing or a conclusion: "the answer is (B)", "thus, B."."""
    formats = [found.end() for found in _FORMAT.finditer(page.low)]
    for how, pattern in _ANNOUNCEMENTS:
        for found in _openings(page, pattern):
            if _REJECTED.search(page.low[max(0, found.start - 24) : found.start]) or _is_aside(
                page, found.start
            ):
                continue
            claim = _after(page, choices, found, how)
            if claim is None or _CELL.search(page.low, found.start, claim.span[0]):
                continue
            colon = bisect_right(formats, found.start)
            if how == "marker" and not choices.is_plural and _PLURAL.match(page.low, found.start):
                claim = _with_further_lines(page, choices, claim)
            is_formal = how == "marker" and colon < len(formats) and formats[colon] <= found.end
            yield replace(claim, how="line", is_formal=True) if is_formal else claim


def _with_further_lines(page: Page, choices: Choices, claim: Claim) -> Claim:
    """Return the claim with the options that the next lines list: "Correct answers:", and two of them."""
    keys, end = [*claim.keys], claim.span[1]
    while claim.keys and (line := _NEXT_ITEM.match(page.plain, end)):
        item = choices.item_at(page, line.end(), is_tight=True)
        if item is None or not item.is_exact or is_denied(page, item.end):
            break
        keys.append(item.key)
        end = item.end
    return replace(claim, keys=choices.sort(keys), span=(claim.span[0], end))


def _is_aside(page: Page, place: int) -> bool:
    """Whether the clause before `place` speaks of the other options."""
    start = page.sentence_start(place, 80)
    return bool(_OTHERS.search(page.low, max(start, page.low.rfind(",", start, place) + 1), place))


def _after(page: Page, choices: Choices, found: _Opening, how: str) -> Claim | None:
    """Return the claim behind an announcement; one without keys when it says that nothing fits."""
    place = found.end
    is_open = _is_doubted(page, found.start) or bool(HEDGE.search(page.low, found.start, found.end))
    names = _names_after(page, choices, found, is_tight=how != "marker")
    if names is None:
        signs = [key.start() for key in choices.key.finditer(page.plain, found.start + 1, place)]
        names = next(filter(None, (corrected_at(choices, page, start) for start in (place, *signs))), None)
    if names is not None:
        is_text = how != "marker" and not choices.key.match(page.plain, names.start)
        return build_claim(names, how, JUDGED if is_text else STATED, is_open=is_open)
    if how != "marker":
        return None
    negator = NEGATOR.match(page.low, place)
    if negator and choices.item_at(page, negator.end()):
        return Claim((), (found.start, place), how, JUDGED)  # "the answer is not A"
    if _VOID.match(page.low, place):
        return Claim((), (found.start, place), how, STATED)
    return _text_later(page, choices, found, is_open=is_open)


def _names_after(page: Page, choices: Choices, found: _Opening, *, is_tight: bool) -> Expression | None:
    """Return the options named behind an announcement, or inside its gap, where "A" or "1" was taken for a filler."""
    numbering = _NUMBERING.match(page.low, found.end)
    names = expression_at(choices, page, found.end, is_tight=is_tight)
    if names is None and numbering:
        names = expression_at(choices, page, numbering.end(), is_tight=is_tight)
    if names is not None and choices.is_plural:  # in "A B D" the A may have been taken for a filler
        for key in choices.key.finditer(page.plain, found.start + 1, found.end):
            longer = expression_at(choices, page, key.start()) if choices.exact_key(key["key"]) else None
            if longer and len(longer.keys) > len(names.keys):
                return longer
    if names is None:
        for key in reversed([*choices.key.finditer(page.plain, found.start + 1, found.end)]):
            names = names or expression_at(choices, page, key.start())
    return names


def _text_later(page: Page, choices: Choices, found: _Opening, *, is_open: bool) -> Claim | None:
    """Return the one option that is named in the rest of an announcing sentence, by its text or as "(C)"."""
    end = page.sentence_end(found.end, reach=300)
    if NEGATOR.search(page.low, found.end, end):
        return None
    named = {item.key: item for item in texts_between(page, choices, found.end, end)}
    named |= {item.key: item for item in bracketed(choices, page, found.end, end)}
    if len(named) != 1:
        return None
    (item,) = named.values()
    return Claim((item.key,), (item.start, item.end), "marker_text", JUDGED, is_open=is_open)


def copulas(page: Page, choices: Choices) -> Iterator[Claim]:
    """Claims of a sentence that asks for the best or likeliest and then names it: "the most likely cause … is: C"."""
    for found in _openings(page, _COPULA):
        item = _names_after(page, choices, found, is_tight=True)
        if item is None or ends_name(page, item.start) or _CELL.search(page.low, found.start, item.start):
            continue
        start = page.sentence_start(found.start)
        leads = [lead.start() for lead in _LEAD.finditer(page.low, start, found.end)]
        if (
            not leads
            or _is_turned_away(page, max(start, leads[-1] - 12), found.start, item.start)
            or _OTHERS.search(page.low, start, item.start)
        ):
            continue
        is_named = item.is_exact and choices.key.match(page.plain, item.start)
        is_open = _is_doubted(page, found.start)
        if is_named or not is_open:
            yield build_claim(item, "copula", STATED if is_named else DESCRIBED, is_open=is_open)


def _is_turned_away(page: Page, start: int, copula: int, end: int) -> bool:
    """Whether a stretch with a copula speaks of something else, or denies; Portuguese "no" is "in the"."""
    return any(
        found.group() != "no" or not page.low[found.end() : copula].strip()
        for found in _ASIDE.finditer(page.low, start, end)
    )


def odd_ones(page: Page, choices: Choices, question: str) -> Iterator[Claim]:
    """Claims of what is wrong, where the question asks for what is wrong: "the incorrect statement is C"."""
    if not _EXCEPTION.search(question):
        return
    for found in _openings(page, _COPULA):
        item = _names_after(page, choices, found, is_tight=True)
        start = page.sentence_start(found.start)
        if (
            item
            and len(item.keys) == 1
            and _ODD.search(page.low, start, found.start)
            and not _is_aside(page, found.start)
        ):
            yield build_claim(item, "odd_one", DESCRIBED, is_open=False)
    denied = {
        key: found.span()
        for found in deque(choices.key.finditer(page.plain), REACH)
        if (key := choices.exact_key(found["key"])) and _CALLED_ODD.match(page.low, found.end())
    }
    if len(denied) == 1 and not choices.is_plural:
        ((key, span),) = denied.items()
        yield Claim((key,), span, "odd_one", JUDGED)


def _is_doubted(page: Page, place: int) -> bool:
    return bool(HEDGE.search(page.low, page.sentence_start(place, 160), place))
