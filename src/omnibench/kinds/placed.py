"""Claims by place: an option that begins the text, stands alone on a line, is called right, or is the only one named."""

from __future__ import annotations

import re
from collections import deque
from typing import TYPE_CHECKING, Final

from omnibench.kinds import lexicon
from omnibench.kinds.choices import Expression, Item, compiled
from omnibench.kinds.claims import (
    DESCRIBED,
    HEDGE,
    HINTED,
    JUDGED,
    NEGATOR,
    REACH,
    STATED,
    Claim,
    build_claim,
    texts_between,
)
from omnibench.kinds.text import CLOSERS, OPENERS, phrases

if TYPE_CHECKING:
    from collections.abc import Iterator

    from omnibench.kinds.choices import Choices
    from omnibench.kinds.text import Page

_CONFIRMED: Final = re.compile(
    rf"[\s{CLOSERS},.:;\-–]{{0,5}}(?:(?:项|項|选项|選項|번|番|both|all|also|alone)\s?)?(?P<verb>{phrases(lexicon.CONFIRMED)}|[→=\-–>\s]{{0,6}}{phrases(lexicon.TICKS)}(?=\s{{0,3}}(?:[.,:;!\n—–\-{CLOSERS}]|$)))(?P<rest>.{{0,40}})"
)
_WORD_BEFORE: Final = re.compile(r"([A-Za-z]+)(\.? |[-\u2010\u2011])$")
_MAY_PRECEDE: Final = re.compile(
    phrases(
        lexicon.OPTION_NOUNS,
        lexicon.JOINERS,
        lexicon.DOUBT_JOINERS,
        lexicon.CONCLUSIONS,
        lexicon.FILLERS,
        lexicon.BEFORE_OPTIONS,
    )
)
_DEFINITE: Final = re.compile(phrases(lexicon.DEFINITE))
_UNDECIDED: Final = re.compile(
    phrases("cannot, can't, unable, impossible, whether, which of, determine which, more information")
)
_LINE: Final = re.compile(r"(?m)^[^\S\n]{0,40}+(?:[>#•\-–]|\d{1,2}\.(?=\s))?[^\S\n]{0,8}+(?=\S)")
_MARK: Final = re.compile(
    rf"(?m)^[^\S\n]{{0,8}}+[>#•\-–]?[^\S\n]{{0,4}}+(?:{'|'.join(lexicon.MARKS.split(', '))})\ufe0f?[^\S\n]{{0,4}}+"
)
_LAST_LINE: Final = re.compile(rf"\n[^\S\n]{{0,8}}+([A-Z0-9]{{1,2}})[.{CLOSERS}]?\s{{0,8}}\Z")
_VERDICT: Final = re.compile(
    rf"[\s.:：)\-–—]{{1,6}}{phrases(lexicon.DENIED, lexicon.TICKS, '誤り, vrai, vero, 틀림, 맞음')}"
)
_LINE_END: Final = re.compile(rf"[\s.。,;:!{CLOSERS}]{{0,8}}?(?=\n|$)")


_NAMED: Final = re.compile(
    rf"{phrases('option, choice, opción, opção, alternativa, letra, inciso, 选项, 選択肢, вариант')}\s{{0,3}}[{OPENERS}]?"
)


def head(page: Page, choices: Choices) -> Iterator[Claim]:
    """The claim with which a text begins: "B", "(B) Vitamin C", "A, C" and a new paragraph."""
    place = len(page.plain) - len(page.plain.lstrip())
    names = choices.expression_at(page, place, is_tight=True)
    if names is None or is_enumeration(page, choices, names):
        return
    if (
        choices.is_plural
        and len(names.keys) == len(choices.order)
        and "\n" in page.plain[names.start : names.end]
    ):
        return  # every option on a line of its own: the question repeated
    if _VERDICT.match(page.low, names.end):
        return
    rest = _LINE_END.match(page.plain, names.end)
    is_alone = bool(rest)
    has_sign = page.plain[names.end : names.end + 3].lstrip(" ")[:1] in {"", *".:,;)]-–—\n|!。，：、"}
    if is_alone or has_sign:
        rank = STATED if is_alone or names.is_exact else DESCRIBED
        yield build_claim(
            names,
            "whole" if is_alone and not page.plain[rest.end() if rest else 0 :].strip() else "head",
            rank,
            is_open=False,
        )


def is_enumeration(page: Page, choices: Choices, names: Expression) -> bool:
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
    for line in deque(_LINE.finditer(page.plain), REACH):
        item = choices.item_at(page, line.end(), is_tight=True)
        if item is None or (not item.is_letter and not _LINE_END.match(page.plain, item.end)):
            continue
        if item.is_exact or page.plain[item.end : item.end + 1] in {".", ")", ":"}:
            found.append(item)
    return found


def marked(page: Page, choices: Choices) -> Iterator[Claim]:
    """The claim of a text that ticks one option, and no other, at the head of a line."""
    items = [choices.item_at(page, mark.end()) for mark in deque(_MARK.finditer(page.plain), REACH)]
    found = {item.key: item for item in items if item and (item.is_exact or item.is_letter)}
    if len(found) == 1:
        (item,) = found.values()
        yield Claim((item.key,), (item.start, item.end), "marked", DESCRIBED)


def lines(page: Page, choices: Choices) -> Iterator[Claim]:
    """The claim of a text that sets one option, and no other, on a line of its own."""
    last = _LAST_LINE.search(page.plain)
    sign = choices.key.match(page.plain, last.start(1)) if last else None
    if sign and (key := choices.exact_key(sign["key"])):
        yield Claim((key,), sign.span(), "last_line", DESCRIBED)
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


def confirmed(page: Page, choices: Choices) -> Iterator[Claim]:
    """Claims in which the option comes first: "B is the correct answer", "C が正解"."""
    reach = 0
    for place in sorted(_item_places(page, choices))[-REACH:]:
        if place < reach:
            continue
        names = choices.expression_at(page, place) or _bare(choices, choices.key.match(page.plain, place))
        if (
            names is None
            or choices.is_name(page, names.start)
            or _is_part_of_name(page, choices, names.start)
        ):
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
        is_open = bool(HEDGE.search(before))
        rank = STATED if is_definite and not is_open and not NEGATOR.search(before) else JUDGED
        yield build_claim(names, "confirmed" if rank == STATED else "judged", rank, is_open=is_open)


def _is_part_of_name(page: Page, choices: Choices, place: int) -> bool:
    """Whether a letter ends a name of several words, as in "amphotericin B": no list of names is ever whole."""
    if not choices.key.match(page.plain, place):
        return False
    before = _WORD_BEFORE.search(page.original, max(0, place - 24), place)
    if not before or before[2] == ". ":
        return False
    return before[2] != " " or not _MAY_PRECEDE.fullmatch(before[1].lower())


def _bare(choices: Choices, found: re.Match[str] | None) -> Expression | None:
    """Return an upper-case letter as an expression, whatever word follows it."""
    key = choices.exact_key(found["key"]) if found else None
    return Expression((key,), found.start(), found.end()) if found and key else None


def _item_places(page: Page, choices: Choices) -> Iterator[int]:
    for found in choices.key.finditer(page.plain):
        yield found.start()
    for text in choices.texts.values():
        for found in compiled(text).finditer(page.low):
            yield found.start()


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
        if NEGATOR.search(before) or HEDGE.search(before) or choices.is_denied(page, item.end):
            continue
        yield Claim((item.key,), (item.start, item.end), how, HINTED, is_open=True)
        return


def _last_sentence(page: Page) -> int:
    end = len(page.plain.rstrip().rstrip(".!?。"))
    return page.sentence_start(end, 600)


def _named_letters(page: Page, choices: Choices, begin: int) -> Iterator[Item]:
    for found in _NAMED.finditer(page.low, begin):
        sign = choices.key.match(page.plain, found.end())
        if sign and (key := choices.exact_key(sign["key"])):
            yield Item(key, *sign.span(), is_exact=False)
