"""Claims by place: an option that begins the text, stands alone on a line, is called right, or is the only one named."""

from __future__ import annotations

import re
from collections import deque
from typing import TYPE_CHECKING, Final

from omnibench.kinds import lexicon
from omnibench.kinds.choices import Item
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
from omnibench.kinds.expressions import (
    Expression,
    corrected_at,
    expression_at,
    instead_end,
    is_denied,
    is_listing,
    is_questioned,
)
from omnibench.kinds.names import ends_name
from omnibench.kinds.pattern import Pattern
from omnibench.kinds.text import CLOSERS, OPENERS, phrases

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from omnibench.kinds.choices import Choices
    from omnibench.kinds.text import Page

_LINE: Final = Pattern(r"(?m)^[^\S\n]{0,40}+(?:[>#•\-–]|\d{1,2}\.(?=\s))?[^\S\n]{0,8}+(?=\S)")
_LAST_LINE: Final = Pattern(
    rf"(?:\n|[^\W\d]{{3}}[.!?][ ]|[^\W\d]{{2}}(?P<colon>:)[ ])[^\S\n]{{0,8}}+(?P<sign>[A-Z0-9]{{1,2}})[.{CLOSERS}]?\s{{0,8}}\Z"
)
"""A letter that is the last line or the last sentence, or stands at the very end behind a colon."""
_OF_OTHERS: Final = Pattern(
    phrases(lexicon.ASIDES, lexicon.ODD_ONES, lexicon.NEGATORS, lexicon.DENIED, "least, so is, so are")
)
_POINTED: Final = Pattern(rf"(?:{phrases(lexicon.VERDICT_COPULAS)}|[→⇒➜➔]|[-=]>)[\s{OPENERS}]{{0,4}}$")
_LAST_SENTENCE: Final = Pattern(r"[^\W\d]{3}[.!?][ ]{1,2}(?=[^.!?\n]{1,80}[.!]?\s{0,8}\Z)")
_PREFACE: Final = Pattern(
    rf"[\s#>]{{0,8}}(?:{phrases(lexicon.PREFACES)}[\s:.!,]{{1,4}}|(?:question|q|no\.?|number|\#)?[ ]?\d{{1,3}}[.):][ ]{{1,3}}"
    r"|no\.[ ](?=\d)|(?:=|-|–)?>\s{0,3}|[→➡👉]\ufe0f?\s{0,3})(?:(?:answer|response)[ ]?:[ ]?)?"
)
_GUESS: Final = Pattern(rf"{phrases(lexicon.GUESSES)}[\s:,]{{1,3}}")
_COMPARED: Final = Pattern(phrases(lexicon.COMPARISONS, tail=r"\s{0,2}$"))
_DENIED_BEFORE: Final = Pattern(phrases(lexicon.NEGATORS, tail=r"\s{0,2}(?:an?\s|the\s)?$"))
_CLAUSE_ENDS: Final = Pattern(rf"[,;:.、]|{phrases(lexicon.BUTS)}")
_GOES_ON: Final = Pattern(rf"\s{{0,3}}(?:[,;、]|{phrases(lexicon.JOINERS)})\s{{0,3}}\Z")
_WHEREAS: Final = Pattern(
    ";|"
    + phrases(
        "whereas, while, mientras, enquanto, tandis que, während, dagegen, mentre, тогда как, natomiast, ise, 而, 一方, 반면"
    )
)
_NOT_PLAIN: Final = Pattern(
    ";|"
    + phrases(
        lexicon.NEGATORS,
        lexicon.HEDGES,
        lexicon.DENIED,
        lexicon.DOUBT_JOINERS,
        lexicon.CONTRASTS,
        lexicon.BUT_FOR,
        lexicon.COMPARISONS,
    )
)
_OR: Final = Pattern(phrases(lexicon.DOUBT_JOINERS, "nor, ni, noch, né, ani, ни"))
_CONTRAST: Final = Pattern(phrases(lexicon.CONTRASTS, tail=r"\s{1,2}$"))
_HEADING: Final = Pattern(r"(?:\s?\([^()\n]{1,60}\))?\s{0,3}:")
_NO_HEAD: Final = Pattern(rf"\s{{0,3}}{phrases('no, nein, non, não, nie, нет, hayır, nee, nej, ні')},")
_SURVEY: Final = Pattern(phrases(lexicon.ASIDES))
_VERDICT: Final = Pattern(
    rf"[\s.:：)\-–—]{{1,6}}{phrases(lexicon.DENIED, lexicon.TICKS, '誤り, vrai, vero, 틀림, 맞음')}"
)
_LINE_END: Final = Pattern(rf"[\s.。,;:!{CLOSERS}]{{0,8}}?(?=\n|$)")


_NAMED: Final = Pattern(
    rf"{phrases('option, choice, opción, opção, alternativa, letra, inciso, 选项, 選択肢, вариант')}\s{{0,3}}[{OPENERS}]?"
)
_MIN_WORD: Final = 4
_NEAR: Final = 40


def head(page: Page, choices: Choices) -> Iterator[Claim]:
    """The claim with which a text begins: "B", "(B) Vitamin C", "A, C" and a new paragraph."""
    place = len(page.plain) - len(page.plain.lstrip())
    names = expression_at(choices, page, place, is_tight=True)
    if names is None:
        yield from _behind_words(page, choices, place)
        return
    if is_enumeration(page, choices, names) or _is_glossary(page, choices, names):
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
    if (
        not is_alone
        and len(names.keys) > 1
        and not (choices.is_plural or choices.key.match(page.plain, names.start))
    ):
        return  # a sentence that begins with the texts of several options speaks of them
    has_sign = page.plain[names.end : names.end + 3].lstrip(" ")[:1] in {"", *".:,;)]-–—\n|!。，：、"}
    if is_alone or has_sign:
        rank = STATED if is_alone or names.is_exact else DESCRIBED
        yield build_claim(
            names,
            "whole" if is_alone and not page.plain[rest.end() if rest else 0 :].strip() else "head",
            rank,
            is_open=False,
        )
    elif len(names.keys) == 1 and choices.own_text_end(page, names.keys[0], names.start + len(names.keys[0])):
        yield build_claim(names, "head", DESCRIBED, is_open=False)  # "D. Heparin is what he needs"


def _is_glossary(page: Page, choices: Choices, names: Expression) -> bool:
    """Whether the text explains one option after another by its text: "IgA: secretory. IgG: crosses the placenta."."""
    if page.plain[names.end : names.end + 1] != ":" or choices.key.match(page.plain, names.start):
        return False
    others = texts_between(page, choices, names.end, len(page.plain))
    return any(item.key not in names.keys and page.plain[item.end : item.end + 1] == ":" for item in others)


def _behind_words(page: Page, choices: Choices, place: int) -> Iterator[Claim]:
    """The claim of a text that begins with "not B but C" or "probably C", or is "1. B" or "AI: B" and nothing else."""
    guess = _GUESS.match(page.low, place)
    names = corrected_at(choices, page, place) or (
        expression_at(choices, page, guess.end(), is_tight=True) if guess else None
    )
    if names:
        yield build_claim(names, "head", DESCRIBED, is_open=False)
        return
    preface = _PREFACE.match(page.low, place)
    names = expression_at(choices, page, preface.end(), is_tight=True) if preface else None
    if names and not page.plain[names.end :].strip(" \n.)]}\"'"):
        yield build_claim(names, "whole", STATED, is_open=False)


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
    following = choices.signs_after(names.keys[0])
    if names.keys[0].isdigit() and not names.is_exact and following:
        return bool(re.search(rf"\n\s{{0,8}}{following[0]}[.)]\s", page.plain))  # numbered sentences
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
        if item.is_exact or page.plain[item.end : item.end + 2].lstrip(" ")[:1] in {*".):–—-=|→"} - {""}:
            found.append(item)
    return found


def lines(page: Page, choices: Choices) -> Iterator[Claim]:
    """The claim of a text that sets one option, and no other, on a line of its own."""
    last = _LAST_LINE.search(page.plain)
    sign = choices.key.match(page.plain, last.start("sign")) if last else None
    is_aside = bool(
        last
        and last["colon"]
        and _OF_OTHERS.search(page.low, page.sentence_start(last.start("sign")), last.start("sign"))
    )
    if sign and not is_aside and (key := choices.exact_key(sign["key"])):
        yield Claim((key,), sign.span(), "last_line", DESCRIBED)
    sentence = deque(_LAST_SENTENCE.finditer(page.plain, max(0, len(page.plain) - 120)), maxlen=1)
    text = choices.text_at(page, sentence[0].end(), _MIN_WORD) if sentence else None
    if text and _LINE_END.match(page.plain, text.end):
        yield Claim((text.key,), (text.start, text.end), "last_line", DESCRIBED)
    yield from _at_the_end(page, choices)
    heads = line_heads(page, choices)
    item = heads[-1] if len({item.key for item in heads}) == 1 else None
    others = {other.key for other in named_letters(page, choices, 0) if _HEADING.match(page.plain, other.end)}
    if (
        item
        and others <= {item.key}
        and not is_denied(page, item.end)
        and not is_listing(choices, page, item.end, item.key)
    ):
        yield Claim((item.key,), (item.start, item.end), "only_line", JUDGED)
    alone = [item for item in heads if _LINE_END.match(page.plain, item.end)]
    if (
        alone
        and len({item.key for item in heads}) > 1
        and not page.plain[alone[-1].end + 2 :].strip()
        and len({item.key for item in alone}) == 1
    ):
        yield Claim((alone[-1].key,), (alone[-1].start, alone[-1].end), "last_line", JUDGED)


def _at_the_end(page: Page, choices: Choices) -> Iterator[Claim]:
    """The claim of a letter that ends the text behind a verb or an arrow: "What initiates abduction is A."."""
    end = len(page.plain.rstrip(f" \n.。!{CLOSERS}"))
    for sign in choices.key.finditer(page.plain, max(0, end - 3), end):
        key = choices.exact_key(sign["key"])
        before = page.low[page.sentence_start(sign.start()) : sign.start()]
        is_named = key and sign.end() == end and _POINTED.search(before) and not ends_name(page, sign.start())
        if key and is_named and not (_OF_OTHERS.search(before) or HEDGE.search(before)):
            yield Claim((key,), sign.span(), "last_line", DESCRIBED)


def mentioned(page: Page, choices: Choices, *, in_one: bool = False) -> Iterator[Claim]:
    """The claim of a text that names one option, and no other, by its text or as "option B"."""
    start = 0 if in_one else _last_sentence(page)
    if choices.is_plural and (together := _together(page, choices)):
        yield together
        return
    for begin, how in ((start, "last_sentence"), (0, "only_mention")):
        items = [*texts_between(page, choices, begin, len(page.plain)), *named_letters(page, choices, begin)]
        aside = [item for item in items if _is_put_aside(page, item)]
        items = [item for item in items if item not in aside]
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
        before = page.low[
            max(page.sentence_start(item.start), _put_aside_end(page, aside, item)) : item.start
        ]
        before = before[len(no.group()) :] if (no := _NO_HEAD.match(before)) else before
        is_heading = item.is_letter and page.plain[item.end : item.end + 1] == ":"
        if (
            is_heading
            or _COMPARED.search(before)
            or (
                item.start == items[0].start
                and _SURVEY.search(page.low, max(0, item.start - _NEAR), item.start)
            )
        ):
            continue
        if NEGATOR.search(before) or HEDGE.search(before) or is_denied(page, item.end):
            continue
        yield Claim((item.key,), (item.start, item.end), how, HINTED, is_open=True)
        return


def _together(page: Page, choices: Choices) -> Claim | None:
    """Return the claim of a text that names several letters together, and always the same: "the signs are A, B and E"."""
    found: dict[tuple[str, ...], Expression] = {}
    reach = 0
    others = _WHEREAS.search(page.low)  # what follows is said of the others
    places = {
        sign.start()
        for pattern in (choices.key, choices.run)
        for sign in pattern.finditer(page.plain, 0, others.start() if others else len(page.plain))
    }
    for place in sorted(places)[-REACH:]:
        if place < reach:
            continue
        names = expression_at(choices, page, place)
        if names and len(names.keys) > 1 and not ends_name(page, place):
            reach = names.end
            if "\n" in page.plain[names.start : names.end] or _GOES_ON.match(page.low, names.end):
                return None  # the options repeated, or a list that was cut
            before = page.low[page.sentence_start(place) : place]
            if not (NEGATOR.search(before) or HEDGE.search(before)):
                found[names.keys] = names
    if len(found) == 1:
        (names,) = found.values()
        return build_claim(names, "only_mention", HINTED, is_open=False)
    return None if found else _texts_together(page, choices)


def _texts_together(page: Page, choices: Choices) -> Claim | None:
    """Return the claim of a single sentence that names several options by their texts and denies none."""
    end = len(page.plain.rstrip(" \n.!?。"))
    items = texts_between(page, choices, 0, end)
    is_one = not page.plain[:1].isspace() and page.sentence_start(end, end) == 0
    if len({item.key for item in items}) < 2 or not is_one or _NOT_PLAIN.search(page.low):  # noqa: PLR2004
        return None
    keys = choices.sort([item.key for item in items])
    return Claim(keys, (items[0].start, items[-1].end), "only_mention", HINTED)


def _is_put_aside(page: Page, item: Item) -> bool:
    """Whether an option is asked about, or named to be told from the other: "benign, not malignant"."""
    before = page.low[max(0, item.start - _NEAR) : item.start]
    is_aside = is_questioned(page, item.end) or instead_end(page, item.end)
    return bool(is_aside or _CONTRAST.search(before) or _DENIED_BEFORE.search(before))


def _put_aside_end(page: Page, aside: Sequence[Item], item: Item) -> int:
    """Return where an option that was put aside ends, if `item` follows in another clause: "not positive, but negative"."""
    ends = [
        instead_end(page, one.end) or one.end
        for one in aside
        if one.end < item.start and _CLAUSE_ENDS.search(page.low, one.end, item.start)
    ]
    return max((end for end in ends if not _OR.search(page.low, end, item.start)), default=0)


def _last_sentence(page: Page) -> int:
    end = len(page.plain.rstrip().rstrip(".!?。"))
    return page.sentence_start(end, 600)


def named_letters(page: Page, choices: Choices, begin: int) -> Iterator[Item]:
    """Options named as "option B" from `begin` on."""
    for found in _NAMED.finditer(page.low, begin):
        sign = choices.key.match(page.plain, found.end())
        if sign and (key := choices.exact_key(sign["key"])):
            yield Item(key, *sign.span(), is_exact=False)
