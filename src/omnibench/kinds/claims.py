"""Where a text claims an option as its answer: one small collector for each form that such a claim takes.

A claim without keys is a claim too: the place that should hold the answer says that there is none.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Final

from omnibench.kinds import lexicon
from omnibench.kinds.choices import Expression, Item, compiled
from omnibench.kinds.text import CLOSERS, OPENERS, phrases

if TYPE_CHECKING:
    from collections.abc import Iterator

    from omnibench.kinds.choices import Choices
    from omnibench.kinds.text import Page

FIELD, STATED, DESCRIBED, JUDGED, HINTED = 5, 4, 3, 2, 1
"""Ranks of claims: only those of the highest rank count, and of these the last."""

_SEP: Final = rf"[\s:,;|=>{OPENERS}\-–—、，：…]{{0,16}}+"
_FILLER: Final = phrases(lexicon.FILLERS, tail=r"(?![.)\],/&+])")
_NOUN: Final = re.compile(
    rf"(?P<noun>{phrases(lexicon.ANSWER_NOUNS)})(?!\s{{1,3}}(?:choices|options)\s{{0,3}}:){_SEP}(?:{_FILLER}{_SEP}){{0,14}}+"
)
_CHOOSER: Final = re.compile(rf"{phrases(lexicon.CHOOSERS)}{_SEP}(?:{_FILLER}{_SEP}){{0,6}}+")
_CONCLUSION: Final = re.compile(rf"{phrases(lexicon.CONCLUSIONS)}{_SEP}(?:{_FILLER}{_SEP}){{0,6}}+")
_ANNOUNCEMENTS: Final = (("marker", _NOUN), ("chosen", _CHOOSER), ("concluded", _CONCLUSION))
_REJECTED: Final = re.compile(
    r"(?:\b(?:not|to|determine|find|know|choose|select|give|provide|cannot|incorrect|wrong)|n't|\b(?:is|are|was|be|é|es|est|ist|è|são|son)\s{1,3}(?:the|an?|la|el|a|o|le|die|das|il)"
    r"(?:\s(?:most|best|correct|single))?)(?:\s(?:the|a|an))?\s{0,3}$"
)
"""Before an answer noun: "cannot answer", "not the answer", "this is the best answer"."""
_COPULA: Final = re.compile(rf"{phrases(lexicon.COPULAS)}{_SEP}(?:{_FILLER}{_SEP}){{0,4}}+")
_LEAD: Final = re.compile(phrases(lexicon.LEADS))
_ODD: Final = re.compile(phrases(lexicon.ODD_ONES))
_EXCEPTION: Final = re.compile(phrases(lexicon.EXCEPTIONS))
_NEGATOR: Final = re.compile(phrases(lexicon.NEGATORS))
_BUT: Final = re.compile(rf"[\s,;.]{{0,4}}{phrases(lexicon.BUTS)}\s{{0,3}}")
_OTHERS: Final = re.compile(phrases(lexicon.ASIDES))
_ASIDE: Final = re.compile(phrases(lexicon.ASIDES, lexicon.NEGATORS, lexicon.ODD_ONES))
_UNDECIDED: Final = re.compile(
    phrases("cannot, can't, unable, impossible, whether, which of, determine which, more information")
)
_HEDGE: Final = re.compile(phrases(lexicon.HEDGES))
_VOID: Final = re.compile(phrases(lexicon.VOIDS))
_ALL: Final = re.compile(phrases(lexicon.ALL_OF_THEM))
_CONFIRMED: Final = re.compile(
    rf"[\s{CLOSERS},.:;\-–]{{0,5}}(?:(?:项|項|选项|選項|번|番|both|all|also|alone)\s?)?(?P<verb>{phrases(lexicon.CONFIRMED)}|[→=\-–>\s]{{0,6}}{phrases(lexicon.TICKS)}(?=\s{{0,3}}(?:[.,:;!\n—–\-{CLOSERS}]|$)))(?P<rest>.{{0,40}})"
)
_DEFINITE: Final = re.compile(phrases(lexicon.DEFINITE))
_FIELD: Final = re.compile(rf"""["']\s?(?:{phrases(lexicon.JSON_FIELDS)})["']\s{{0,4}}:\s{{0,4}}""")
_VALUE: Final = re.compile(
    r""""((?:[^"\\]|\\.)*+)|'((?:[^'\\\n]|\\.|'(?=\w))*+)|\[([^\]{]*+)|([^\s"'{\[,}][^,}\n]*+)"""
)
_TAG: Final = re.compile(r"<\s?(?:final[_ ]?)?(?:answer|ans|choice|result)\s?>([^<]{0,2000}+)", re.IGNORECASE)
_BOX: Final = re.compile(r"\\?boxed\s?\{((?:[^{}]|\{[^{}]{0,200}\}){0,400}+)")
_FORMAT: Final = re.compile(
    rf"(?m)^[\s>#•{OPENERS}]{{0,8}}+(?:the\s)?(?:(?:final|correct|best)\s)?{phrases(lexicon.ANSWER_NOUNS)}[ ]{{0,4}}:"
)
_LINE: Final = re.compile(r"(?m)^[^\S\n]{0,40}+(?:[>#•\-–]|\d{1,2}\.(?=\s))?[^\S\n]{0,8}+(?=\S)")
_LINE_END: Final = re.compile(rf"[\s.。,;:!{CLOSERS}]{{0,8}}?(?=\n|$)")


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


def fields(page: Page, choices: Choices) -> Iterator[Claim]:
    """Claims in a JSON field, an `<answer>` tag or a LaTeX box: what stands inside is the whole answer."""
    for how, start, end, rank in _regions(page):
        inner = _inside(page, choices, start, end)
        is_closed = end < len(page.plain) or how == "field_bare"
        base = how.removesuffix("_bare")
        if inner is not None:
            yield replace(inner, how=base, rank=rank, is_formal=is_closed)


def _regions(page: Page) -> Iterator[tuple[str, int, int, int]]:
    for field in _FIELD.finditer(
        page.original.lower() if len(page.original.lower()) == len(page.original) else page.low
    ):
        value = _VALUE.match(page.original, field.end())
        if value and value.lastindex:
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
    found = [*head(part, choices), *stated(part, choices), *confirmed(part, choices)]
    found = [claim for claim in found if claim.rank >= DESCRIBED] or [*mentioned(part, choices, in_one=True)]
    best = max(found, key=lambda claim: (claim.rank, claim.span), default=None)
    if best is None:
        return Claim((), (start, end), "", FIELD)
    return replace(best, span=(start + best.span[0], start + best.span[1]))


def stated(page: Page, choices: Choices) -> Iterator[Claim]:
    """Claims announced by an answer noun, a verb of choosing or a conclusion: "the answer is (B)", "thus, B."."""
    formats = [found.end() for found in _FORMAT.finditer(page.low)]
    for how, pattern in _ANNOUNCEMENTS:
        for found in pattern.finditer(page.low):
            if _REJECTED.search(page.low[max(0, found.start() - 24) : found.start()]) or _is_aside(
                page, found.start()
            ):
                continue
            claim = _after(page, choices, found, how)
            if claim is None:
                continue
            colon = bisect_right(formats, found.start())
            is_formal = how == "marker" and colon < len(formats) and formats[colon] <= found.end()
            yield replace(claim, how="line", is_formal=True) if is_formal else claim


def _is_aside(page: Page, place: int) -> bool:
    """Whether the clause before `place` speaks of the other options."""
    start = page.sentence_start(place, 80)
    return bool(_OTHERS.search(page.low, max(start, page.low.rfind(",", start, place) + 1), place))


def _after(page: Page, choices: Choices, found: re.Match[str], how: str) -> Claim | None:
    """Return the claim behind an announcement; one without keys when it says that nothing fits."""
    place = found.end()
    is_open = _is_doubted(page, found.start())
    names = _names_after(page, choices, found, is_tight=how != "marker")
    if names is None:
        names = _corrected(page, choices, place)
    if names is not None:
        is_text = how != "marker" and not choices.key.match(page.plain, names.start)
        return _claim(names, how, JUDGED if is_text else STATED, is_open=is_open)
    if how != "marker":
        return None
    if _VOID.match(page.low, place):
        return Claim((), (found.start(), place), how, STATED)
    return _text_later(page, choices, found, is_open=is_open)


def _names_after(page: Page, choices: Choices, found: re.Match[str], *, is_tight: bool) -> Expression | None:
    """Return the options named behind an announcement, or inside its gap, where "A" or "1" was taken for a filler."""
    names = choices.expression_at(page, found.end(), is_tight=is_tight)
    if names is None:
        for key in reversed([*choices.key.finditer(page.plain, found.start() + 1, found.end())]):
            names = names or choices.expression_at(page, key.start())
    return names


def _corrected(page: Page, choices: Choices, place: int) -> Expression | None:
    """Read "not B but C"."""
    negator = _NEGATOR.match(page.low, place)
    first = choices.expression_at(page, negator.end(), is_tight=False) if negator else None
    but = _BUT.match(page.low, first.end) if first else None
    return choices.expression_at(page, but.end(), is_tight=True) if but else None


def _text_later(page: Page, choices: Choices, found: re.Match[str], *, is_open: bool) -> Claim | None:
    """Return the one option whose text is named in the rest of an announcing sentence."""
    end = page.sentence_end(found.end(), reach=300)
    if _NEGATOR.search(page.low, found.end(), end):
        return None
    named = {item.key: item for item in texts_between(page, choices, found.end(), end)}
    if len(named) != 1:
        return None
    (item,) = named.values()
    return Claim((item.key,), (item.start, item.end), "marker_text", JUDGED, is_open=is_open)


def copulas(page: Page, choices: Choices) -> Iterator[Claim]:
    """Claims of a sentence that asks for the best or likeliest and then names it: "the most likely cause … is: C"."""
    for found in _COPULA.finditer(page.low):
        item = _names_after(page, choices, found, is_tight=True)
        if item is None or (choices.is_name(page, item.start)):
            continue
        start = page.sentence_start(found.start())
        leads = [lead.start() for lead in _LEAD.finditer(page.low, start, found.end())]
        if (
            not leads
            or _ASIDE.search(page.low, max(start, leads[-1] - 12), item.start)
            or _OTHERS.search(page.low, start, item.start)
        ):
            continue
        is_named = item.is_exact and choices.key.match(page.plain, item.start)
        is_open = _is_doubted(page, found.start())
        if is_named or not is_open:
            yield _claim(item, "copula", STATED if is_named else DESCRIBED, is_open=is_open)


def odd_ones(page: Page, choices: Choices, question: str) -> Iterator[Claim]:
    """Claims of what is wrong, where the question asks for what is wrong: "the incorrect statement is C"."""
    if not _EXCEPTION.search(question):
        return
    for found in _COPULA.finditer(page.low):
        item = _names_after(page, choices, found, is_tight=True)
        start = page.sentence_start(found.start())
        if (
            item
            and len(item.keys) == 1
            and _ODD.search(page.low, start, found.start())
            and not _OTHERS.search(page.low, start, item.start)
        ):
            yield _claim(item, "odd_one", DESCRIBED, is_open=False)


def confirmed(page: Page, choices: Choices) -> Iterator[Claim]:
    """Claims in which the option comes first: "B is the correct answer", "C が正解"."""
    reach = 0
    for place in sorted(_item_places(page, choices)):
        names = choices.expression_at(page, place) or _bare(choices, choices.key.match(page.plain, place))
        if place < reach or names is None or choices.is_name(page, names.start):
            continue
        reach = names.end
        verb = _CONFIRMED.match(page.low, names.end)
        if not verb or choices.is_denied(page, names.end):
            continue
        is_definite = bool(
            _DEFINITE.search(
                page.low, verb.start("verb"), min(verb.end(), page.sentence_end(verb.start("verb")))
            )
        )
        before = page.low[page.sentence_start(place, 200) : place]
        if _UNDECIDED.search(before):
            continue
        is_open = bool(_HEDGE.search(before))
        rank = STATED if is_definite and not is_open and not _NEGATOR.search(before) else JUDGED
        yield _claim(names, "confirmed" if rank == STATED else "judged", rank, is_open=is_open)


def _bare(choices: Choices, found: re.Match[str] | None) -> Expression | None:
    """Return an upper-case letter as an expression, whatever word follows it."""
    if found is None or found["key"] not in choices.order:
        return None
    return Expression((found["key"],), found.start(), found.end())


def _item_places(page: Page, choices: Choices) -> Iterator[int]:
    for found in choices.key.finditer(page.plain):
        yield found.start()
    for text in choices.texts.values():
        for found in compiled(text).finditer(page.low):
            yield found.start()


def head(page: Page, choices: Choices) -> Iterator[Claim]:
    """The claim with which a text begins: "B", "(B) Vitamin C", "A, C" and a new paragraph."""
    place = len(page.plain) - len(page.plain.lstrip())
    names = choices.expression_at(page, place, is_tight=True)
    if names is None or _is_enumeration(page, choices, names):
        return
    rest = _LINE_END.match(page.plain, names.end)
    is_alone = bool(rest)
    has_sign = page.plain[names.end : names.end + 3].lstrip(" ")[:1] in {"", *".:,;)]-–—\n|!。，：、"}
    if is_alone or has_sign:
        rank = STATED if is_alone or names.is_exact else DESCRIBED
        yield _claim(
            names,
            "whole" if is_alone and not page.plain[rest.end() if rest else 0 :].strip() else "head",
            rank,
            is_open=False,
        )


def _is_enumeration(page: Page, choices: Choices, names: Expression) -> bool:
    """Whether the text goes on with every other option at the head of a line, so that the first was not chosen."""
    if (
        len(names.keys) != 1
        or choices.order.get(names.keys[0]) != 0
        or not choices.key.match(page.plain, names.start)
    ):
        return False
    if _LINE_END.match(page.plain, names.end):
        return False
    heads = [item.key for item in line_heads(page, choices)]
    return (
        choices.sort(heads) == tuple(choices.order)
        and [*choices.order] == heads[: len(choices.order)]
        and len(heads) > 1
    )


def line_heads(page: Page, choices: Choices) -> list[Item]:
    """Return the options that begin a line, in the order of the text."""
    found = []
    for line in _LINE.finditer(page.plain):
        item = choices.item_at(page, line.end(), is_tight=True)
        if item is None or (not item.is_letter and not _LINE_END.match(page.plain, item.end)):
            continue
        if item.is_exact or page.plain[item.end : item.end + 1] in {".", ")", ":"}:
            found.append(item)
    return found


def lines(page: Page, choices: Choices) -> Iterator[Claim]:
    """The claim of a text that sets one option, and no other, on a line of its own."""
    heads = line_heads(page, choices)
    item = heads[-1] if len({item.key for item in heads}) == 1 else None
    if item and not choices.is_listing(page, item.end, item.key):
        yield Claim((item.key,), (item.start, item.end), "only_line", JUDGED)
    alone = [item for item in heads if _LINE_END.match(page.plain, item.end)]
    if (
        alone
        and len({item.key for item in heads}) > 1
        and not page.plain[alone[-1].end + 2 :].strip()
        and len({item.key for item in alone}) == 1
    ):
        yield Claim((alone[-1].key,), (alone[-1].start, alone[-1].end), "last_line", JUDGED)


def mentioned(page: Page, choices: Choices, *, in_one: bool = False) -> Iterator[Claim]:
    """The claim of a text that names one option, and no other, by its text or as "option B"."""
    start = 0 if in_one else _last_sentence(page)
    for begin, how in ((start, "last_sentence"), (0, "only_mention")):
        items = [*texts_between(page, choices, begin, len(page.plain)), *_named_letters(page, choices, begin)]
        keys = {item.key for item in items}
        if len(keys) != 1:
            continue
        item = items[-1]
        if (
            how == "last_sentence"
            and not item.is_letter
            and choices.key.search(page.plain, max(0, item.start - 6), item.start)
        ):
            continue
        before = page.low[page.sentence_start(item.start) : item.start]
        if _NEGATOR.search(before) or _HEDGE.search(before) or choices.is_denied(page, item.end):
            continue
        yield Claim((item.key,), (item.start, item.end), how, HINTED, is_open=True)
        return


def _last_sentence(page: Page) -> int:
    end = len(page.plain.rstrip().rstrip(".!?。"))
    return page.sentence_start(end, 600)


_MIN_TEXT: Final = 3
"""Shorter option texts ("No", "5") stand too often in a sentence that means something else."""
_NAMED: Final = re.compile(
    rf"{phrases('option, choice, opción, opção, alternativa, letra, inciso, 选项, 選択肢, вариант')}\s{{0,3}}[{OPENERS}]?"
)


def _named_letters(page: Page, choices: Choices, begin: int) -> Iterator[Item]:
    for found in _NAMED.finditer(page.low, begin):
        key = choices.key.match(page.plain, found.end())
        if key and key["key"] in choices.order:
            yield Item(key["key"], *key.span(), is_exact=False)


def texts_between(page: Page, choices: Choices, start: int, end: int) -> list[Item]:
    """Return the options whose texts stand in a stretch; one that lies inside a longer one does not count."""
    found = [
        Item(key, *match.span(), is_exact=True, is_letter=False)
        for key, text in choices.texts.items()
        for match in compiled(text).finditer(page.low, start, end)
        if match.end() - match.start() >= _MIN_TEXT
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
    return sorted((item for item in found if (item.start, item.end) in kept), key=lambda item: item.start)


def _claim(names: Expression, how: str, rank: int, *, is_open: bool) -> Claim:
    return Claim(names.keys, (names.start, names.end), how, rank, is_open=is_open or names.is_open)


def _is_doubted(page: Page, place: int) -> bool:
    return bool(_HEDGE.search(page.low, page.sentence_start(place, 40), place))
