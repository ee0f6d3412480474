"""Claims by what is said of an option: "B is the correct answer", "A: wrong, B: right", a tick, a table, true and false."""

from __future__ import annotations

import re
from collections import deque
from itertools import islice
from typing import TYPE_CHECKING, Final

from omnibench.kinds import lexicon
from omnibench.kinds.choices import compiled
from omnibench.kinds.claims import (
    CALLED,
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
from omnibench.kinds.expressions import Expression, bracketed, expression_at, is_denied, is_instead
from omnibench.kinds.names import ends_long_name, ends_name
from omnibench.kinds.pattern import Pattern
from omnibench.kinds.placed import line_heads, named_letters
from omnibench.kinds.text import CLOSERS, OPENERS, phrases

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from omnibench.kinds.choices import Choices
    from omnibench.kinds.text import Page

_CONFIRMED: Final = Pattern(
    rf"[\s{CLOSERS},.:;\-–]{{0,5}}(?:(?:项|項|选项|選項|번|番|both|all|also|alone)\s?)?(?P<verb>{phrases(lexicon.CONFIRMED)}|it is(?=\s?[.!])|[→=\-–>\s]{{0,6}}{phrases(lexicon.TICKS)}(?=\s{{0,3}}(?:[.,:;!\n—–\-{CLOSERS}]|$)))(?P<rest>.{{0,40}})"
)
_LATER: Final = Pattern(
    r"\s(?:is|are|was|fits|has)\b[^.;\n]{1,80}?\band\s(?:is\s|therefore\s|thus\s|so\s){0,2}"
    r"(?P<verb>(?:the\s(?:correct|right|best)\s(?:answer|choice|option)|my\sanswer|the\sanswer))(?P<rest>)"
)
"""The confirmation at the end of a sentence about one option: "C is what to avoid and the correct answer"."""
_ANSWER: Final = Pattern(phrases(lexicon.ANSWER_WORDS))
_CONCLUDES: Final = Pattern(phrases(lexicon.CONCLUSIONS, lexicon.REVISIONS))
_UNDECIDED: Final = Pattern(
    phrases("cannot, can't, unable, impossible, whether, which of, determine which, more information")
)
_DEFINITE: Final = Pattern(phrases(lexicon.DEFINITE))
_MARK: Final = Pattern(
    rf"(?m)^[^\S\n]{{0,8}}+[>#•\-–]?[^\S\n]{{0,4}}+(?:{'|'.join(lexicon.MARKS.split(', '))})\ufe0f?[^\S\n]{{0,4}}+"
)
_YES: Final = phrases(lexicon.TICKS, "correct answer")
_NO: Final = phrases(lexicon.CROSSES)
_VERDICT: Final = Pattern(
    rf"[\s{CLOSERS}(|:.?？=\-–—>←,]{{0,8}}(?:(?:{phrases(lexicon.VERDICT_COPULAS)})\s?)?[\s{CLOSERS}|]{{0,4}}"
    rf"(?:(?P<yes>{_YES})|(?P<no>{_NO}))\ufe0f?(?:(?<=[✅✔☑✓❌✗✘✖\ufe0f])|(?=\s{{0,4}}(?:[.,;:|!。，；\n—–\-}}({CLOSERS}]|$)))"
)
_CELL: Final = Pattern(rf"\|\s{{0,8}}(?:(?P<yes>{_YES})|(?P<no>{_NO}))\ufe0f?[\s.]{{0,8}}\|?\s{{0,8}}$")
_SIGNED_CELL: Final = Pattern(r"\|\s{0,8}(?:(?P<yes>[✅✔☑✓])|(?P<no>[❌✗✘✖]))[^|\n]{0,200}\|?\s{0,8}$")
_LINE_HEAD: Final = Pattern(rf"(?:^|\n)[\s>#•\-–{OPENERS}]{{0,8}}$")
_LINE_TAIL: Final = Pattern(
    rf"(?:[:–—(|→=\-]\s{{0,3}}|(?=[✅✔☑✓❌✗✘✖]))(?:(?P<yes>{_YES})|(?P<no>{_NO}))\ufe0f?[\s.)]{{0,4}}$"
)
_LINE_CALLED: Final = Pattern(
    rf"\.\s{{1,2}}(?:{phrases(lexicon.VERDICT_COPULAS)})\s[^.:\n]{{0,16}}?(?:(?P<yes>{_YES}|most likely|likeliest)|(?P<no>{_NO}))[^.:\n]{{0,24}}[\s.)]{{0,4}}$"
)
"""The verdict at the end of an option's line: "A. Metformin - weight neutral: not correct"."""
_BOX_BEFORE: Final = Pattern(
    r"(?:(?P<yes>\[[x✓✔]\]|[✅✔☑✓])|(?P<no>\[[ ]\]|[❌✗✘☐⬜]))\ufe0f?[^\S\n]{0,4}[(\[]?\Z"
)
_ALL_BUT: Final = Pattern(
    rf"{phrases(lexicon.ALL_WORDS)}(?:\s{{1,2}}{phrases(lexicon.ALL_FILLERS)}){{0,5}}+(?P<but>\s{{1,2}}{phrases(lexicon.BUT_FOR)}\s{{1,2}})?"
)
_WRONG: Final = Pattern(phrases(lexicon.ODD_ONES, lexicon.CROSSES))
_ALL_RIGHT: Final = Pattern(
    rf"{phrases(lexicon.ALL_WORDS)}(?:\s{{1,2}}{phrases(lexicon.ALL_FILLERS)}){{1,5}}?\s{phrases(lexicon.TICKS)}\s?(?:[.!\n]|$)"
)
_ALL_OF_THEM: Final = Pattern(phrases(lexicon.ALL_OF_THEM))
_ALL_LATER: Final = Pattern(
    rf"{phrases(lexicon.ALL_WORDS)}[^.!?\n]{{1,120}}?\s{phrases(lexicon.BUT_FOR)}\s{{1,2}}"
)
_NOT_ALL: Final = Pattern(phrases(lexicon.NEGATORS, lexicon.DENIED, lexicon.BUT_FOR, lexicon.HEDGES))
_EXCEPTION: Final = Pattern(phrases(lexicon.EXCEPTIONS))
_FLAG: Final = Pattern(r"[^\S\n]{0,3}[).:=–—|\-]{1,2}[^\S\n]{0,3}([VFTOXYNSR])[^\S\n]{0,3}[.,;]?(?=\s|$)")
_FLAGS: Final = ("VF", "TF", "OX", "YN", "SN", "RF")
"""Right and wrong as one letter: verdadero, true, circle, yes, sim, richtig."""
_OTHERS_DENIED: Final = Pattern(
    rf"{phrases(lexicon.OTHERS)}[^.!?\n]{{0,40}}?{phrases(lexicon.DENIED, lexicon.NEGATORS, lexicon.ODD_ONES)}"
)
_MOST_VERDICTS: Final = 300
_MOST_DENIALS: Final = 3
_LONGEST_ROW: Final = 400


def confirmed(page: Page, choices: Choices) -> Iterator[Claim]:
    """Claims in which the option comes first: "B is the correct answer", "C が正解"."""
    reach = 0
    for place in sorted(_item_places(page, choices))[-REACH:]:
        if place < reach:
            continue
        names = _named(page, choices, place)
        if (
            names is None
            or ends_name(page, names.start)
            or (choices.key.match(page.plain, names.start) and ends_long_name(page, names.start))
        ):
            continue
        reach = names.end
        verb = _CONFIRMED.match(page.low, names.end) or _LATER.match(page.low, names.end)
        if not verb or is_denied(page, names.end):
            continue
        before = page.low[page.sentence_start(place, 200) : place]
        if _UNDECIDED.search(before):
            continue
        is_open = bool(HEDGE.search(before))
        is_doubtful = is_open or (
            bool(NEGATOR.search(before, before.rfind(",") + 1)) and not is_instead(page, names.start)
        )
        rank = JUDGED if is_doubtful else _rank(page, verb, before)
        yield build_claim(names, "judged" if rank == JUDGED else "confirmed", rank, is_open=is_open)


def _rank(page: Page, verb: re.Match[str], before: str) -> int:
    """Tell "is the answer", and a conclusion, from "is the best choice", which may be a remark, and "is correct"."""
    start = verb.start("verb")
    end = min(
        verb.end(), page.sentence_end(start), start + len(page.low[start : verb.end()].partition(";")[0])
    )
    if _ANSWER.search(page.low, start, end):
        return STATED
    if not _DEFINITE.search(page.low, start, end):
        return JUDGED
    return STATED if _CONCLUDES.search(before) else CALLED


def _named(page: Page, choices: Choices, place: int) -> Expression | None:
    """Return the options named at a place; an upper-case letter is one, whatever word follows it."""
    if names := expression_at(choices, page, place):
        return names
    found = choices.key.match(page.plain, place)
    key = choices.exact_key(found["key"]) if found else None
    return Expression((key,), found.start(), found.end()) if found and key else None


def _item_places(page: Page, choices: Choices) -> Iterator[int]:
    for found in choices.key.finditer(page.plain):
        yield found.start()
    for text in choices.texts.values():
        for found in compiled(text).finditer(page.low):
            yield found.start()


def marked(page: Page, choices: Choices) -> Iterator[Claim]:
    """The claim of a text that ticks one option, and no other, at the head of a line."""
    items = [choices.item_at(page, mark.end()) for mark in deque(_MARK.finditer(page.plain), REACH)]
    found = {item.key: item for item in items if item and (item.is_exact or item.is_letter)}
    if len(found) == 1:
        (item,) = found.values()
        yield Claim((item.key,), (item.start, item.end), "marked", DESCRIBED)


def verdicts(page: Page, choices: Choices, question: str) -> Iterator[Claim]:
    """The claim of a text that gives each option its verdict: a table, ticks and crosses, `{"A": false, "B": true}`.

    Where the question asks for what is wrong, the one that is wrong among right ones is the answer.
    """
    right, wrong = _flags(page, choices) or _judgements(page, choices)
    is_whole = len(right) + len(wrong) == len(choices.order)
    rank = STATED if is_whole else JUDGED
    if len(wrong) == 1 and right and not choices.is_plural and _EXCEPTION.search(question):
        ((key, span),) = wrong.items()
        yield Claim((key,), span, "odd_one", rank)
    elif (
        right and (len(right) == 1 or choices.is_plural) and (wrong or (choices.is_plural and len(right) > 1))
    ):
        yield Claim(choices.sort([*right]), [*right.values()][-1], "judged", rank)
    elif len(right) == 1 and {item.key for item in line_heads(page, choices)} == choices.order.keys():
        ((key, span),) = right.items()
        yield Claim((key,), span, "marked", DESCRIBED)  # the question repeated, with a note behind one option
    elif not (right or choices.is_plural or _EXCEPTION.search(question)):
        yield from _eliminated(page, choices, wrong)


def others_denied(page: Page, choices: Choices) -> Iterator[Claim]:
    """The claim of the one option that was named before all others are denied: "... C. The other options are wrong."."""
    for found in islice(_OTHERS_DENIED.finditer(page.low), _MOST_DENIALS):
        before = page.part(0, found.start())
        items = [
            *texts_between(before, choices, 0, found.start()),
            *bracketed(choices, before, 0, found.start()),
            *named_letters(before, choices, 0),
        ]
        if len({item.key for item in items}) == 1 and not NEGATOR.search(
            page.low, page.sentence_start(items[-1].start), items[-1].start
        ):
            yield Claim((items[-1].key,), (items[-1].start, items[-1].end), "others_denied", JUDGED)
            return


def _eliminated(page: Page, choices: Choices, wrong: Mapping[str, tuple[int, int]]) -> Iterator[Claim]:
    """The claim of the one option that is left when all others, at least two, are ruled out."""
    out = dict(wrong)
    for found in deque(choices.key.finditer(page.plain), _MOST_VERDICTS):
        key = choices.exact_key(found["key"])
        if key and is_denied(page, choices.own_text_end(page, key, found.end()) or found.end()):
            out[key] = found.span()
    if len(choices.order) - 1 == len(out) > 1:
        (left,) = choices.order.keys() - out.keys()
        yield Claim((left,), max(out.values()), "eliminated", JUDGED)


def exceptions(page: Page, choices: Choices, question: str) -> Iterator[Claim]:
    """Claims of "all but C are wrong" and, where several can be right, of "all except D" and "all are correct"."""
    for found in deque(_ALL_BUT.finditer(page.low), REACH):
        names = _named(page, choices, found.end()) if found["but"] else None
        tail = page.low[names.end : page.sentence_end(names.end)] if names else ""
        is_wrong = bool(_WRONG.search(page.low[found.start() : found.end()]) or _WRONG.search(tail))
        if names and (is_wrong or (_EXCEPTION.search(question) and not choices.is_plural)):
            yield build_claim(names, "exception", STATED, is_open=False)
        elif choices.is_plural and not is_wrong and (names or _ALL_RIGHT.match(page.low, found.start())):
            keys = [key for key in choices.order if not names or key not in names.keys]
            yield Claim(tuple(keys), found.span(), "exception", STATED)
    for found in deque(_ALL_LATER.finditer(page.low), REACH):
        names = _named(page, choices, found.end())
        if names and not choices.is_plural:
            yield build_claim(
                names, "exception", JUDGED, is_open=False
            )  # "all of these are signs of it except D"
    for found in deque(_ALL_OF_THEM.finditer(page.low), REACH) if choices.is_plural else ():
        sentence = page.sentence_start(found.start()), page.sentence_end(found.end())
        if not page.low[sentence[0] : found.start()].strip() and not _NOT_ALL.search(page.low, *sentence):
            yield Claim(tuple(choices.order), found.span(), "exception", JUDGED)


def _judgements(
    page: Page, choices: Choices
) -> tuple[dict[str, tuple[int, int]], dict[str, tuple[int, int]]]:
    """Return the options that are called right and those called wrong, with their places; both at once is neither."""
    right: dict[str, tuple[int, int]] = {}
    wrong: dict[str, tuple[int, int]] = {}
    for found in deque(choices.key.finditer(page.plain), _MOST_VERDICTS):
        key = choices.exact_key(found["key"]) or _listed_key(page, choices, found)
        verdict = _verdict(page, choices, key, found) if key else None
        if key and verdict and not ends_name(page, found.start()):
            (right if verdict["yes"] else wrong)[key] = found.span()
    both = right.keys() & wrong.keys()
    return (
        {key: span for key, span in right.items() if key not in both},
        {key: span for key, span in wrong.items() if key not in both},
    )


def _flags(
    page: Page, choices: Choices
) -> tuple[dict[str, tuple[int, int]], dict[str, tuple[int, int]]] | None:
    """Return the options by the single letters that stand behind all of them: "A - V", "B: F"; None without such."""
    found: dict[str, tuple[str, tuple[int, int]]] = {}
    for sign in deque(choices.key.finditer(page.plain), _MOST_VERDICTS):
        flag = _FLAG.match(page.plain, sign.end())
        key = choices.exact_key(sign["key"])
        if key and flag and _LINE_HEAD.search(page.plain[max(0, sign.start() - 12) : sign.start()]):
            found[key] = (flag[1], sign.span())
    flags = {flag for flag, _ in found.values()}
    pair = next((pair for pair in _FLAGS if flags <= {*pair}), None)
    if pair is None or found.keys() != choices.order.keys():
        return None
    right = {key: span for key, (flag, span) in found.items() if flag == pair[0]}
    return right, {key: span for key, (_, span) in found.items() if key not in right}


def _listed_key(page: Page, choices: Choices, found: re.Match[str]) -> str | None:
    """Return the option of "b)", in the other case than in the question."""
    is_item = page.plain[found.end() : found.end() + 1] == ")" and not page.plain[
        max(0, found.start() - 1) : found.start()
    ].strip(" \n(")
    return choices.loose_key(found["key"]) if is_item else None


def _verdict(page: Page, choices: Choices, key: str, found: re.Match[str]) -> re.Match[str] | None:
    """Return the verdict before or behind an option, or in the last cell of its row."""
    start, end = found.span()
    before = _BOX_BEFORE.search(page.low[max(0, start - 8) : start])
    if before:
        return before
    source = choices.own.get(key)
    own = compiled(rf"[\s.:){CLOSERS}|\-]{{0,6}}{source}").match(page.low, end) if source else None
    verdict = _VERDICT.match(page.low, own.end() if own else end)
    if verdict:
        return verdict
    line_end = page.plain.find("\n", end, end + _LONGEST_ROW)
    rest = page.low[end : line_end if line_end > 0 else end + _LONGEST_ROW]
    if re.search(r"\|\s{0,8}$", page.plain[max(0, start - 10) : start]):
        return _CELL.search(rest) or _SIGNED_CELL.search(rest)
    is_head = (
        _LINE_HEAD.search(page.plain[max(0, start - 12) : start])
        or page.plain[start - 1 : end + 1] == f"({key})"
    )
    return (_LINE_TAIL.search(rest) or _LINE_CALLED.search(rest)) if is_head else None
