"""What can be chosen in one question, and the grammar of an answer expression such as `(B)`, `A, C and D`, `B. text`.

An item is an option's letter or number, or its text. A letter that may be a word (English "A", Portuguese "E") or part
of a name ("vitamin D", "E. coli") is an item only where its surroundings say so: an invented letter is worse than none.
"""

from __future__ import annotations

import re
from collections import Counter
from dataclasses import dataclass
from functools import cached_property, lru_cache
from itertools import pairwise
from typing import TYPE_CHECKING, Final

from omnibench.kinds import lexicon
from omnibench.kinds.text import CLOSERS, EDGE_AFTER, EDGE_BEFORE, LETTERS, OPENERS, build_page, fold, phrases

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from omnibench.kinds.text import Page

_SYMBOLS: Final = "+<>=≥≤%±↑↓°"
_WORD_LETTERS: Final = frozenset("AIEOYUАВИКОСУЯ")
_JUNK: Final = rf"[\s{OPENERS}•>\-–]{{0,12}}+"
_LEAD_IN: Final = re.compile(rf"{_JUNK}(?:{phrases(lexicon.OPTION_NOUNS)}[\s:]{{0,6}}+{_JUNK}){{0,2}}")
_ARTICLES: Final = re.compile(
    rf"{_JUNK}(?:(?:the|an?|la|el|las|los|le|les|os?|as?|der|die|das|il|lo|l')(?![{LETTERS}])\s?)?+{_JUNK}"
)
_CLOSING: Final = re.compile(rf"\s{{0,4}}[{CLOSERS}]{{1,3}}")
_DELIMITER: Final = re.compile(rf"[번番]?[ ]{{0,4}}[.:,;{CLOSERS}\-–—|]{{0,3}}\s{{0,6}}[{OPENERS}]{{0,2}}\s?")
_STOP: Final = re.compile(
    rf"\s{{0,6}}(?:$|\n|[.。:,;!|、，；：！/&+{CLOSERS}](?![{LETTERS}])|[/&+,、]|[^\x00-\x7F{LETTERS}\s]|[-–—](?=\s))"
)
_AFTER_LETTER: Final = re.compile(rf"\s{{1,6}}{phrases(lexicon.AFTER_LETTERS)}")
_AFTER_NAME: Final = re.compile(
    rf"(?:[.\s]{{1,3}}{phrases(lexicon.SPECIES)}|[ \-]{{1,2}}{phrases(lexicon.AFTER_NAMES)})"
)
_BEFORE_NAME: Final = re.compile(rf"{phrases(lexicon.BEFORE_NAMES)}[\s\-]{{0,3}}$")
_DENIED: Final = re.compile(
    rf"[\s{CLOSERS}:,\-–]{{0,6}}(?:(?:both|also|all|번|番|的|项|が|は|は、)\s?)?{phrases(lexicon.DENIED)}"
)
_JOINER: Final = re.compile(
    rf"[번番]?[\s{CLOSERS}]{{0,6}}(?:[,;/、，；·・]\s{{0,3}}(?:{phrases(lexicon.JOINERS)}\s{{0,3}})?|{phrases(lexicon.JOINERS)}\s{{0,3}})"
)
_COMMA: Final = re.compile(rf"[번番]?[\s{CLOSERS}]{{0,6}}[,;/、，；·・]\s{{0,3}}")
_ARTICLE: Final = re.compile(r"(?:las?|el|los|les?|as?|os?|die|der|das|il|i|le)\s{1,2}")
_COUNTER: Final = re.compile(
    r"\s?(?:가지|개|일|년|시간|명|つ|日|個|回|年|歳|時間|分|个|種|种|天|岁|小时|か月|週)"
)
_AND: Final = re.compile(rf"[번番]?[\s{CLOSERS},]{{0,6}}{phrases(lexicon.JOINERS)}\s{{0,3}}")
_DOUBT: Final = re.compile(rf"[번番]?[\s{CLOSERS},]{{0,6}}{phrases(lexicon.DOUBT_JOINERS)}\s{{0,3}}")
_ALL: Final = re.compile(phrases(lexicon.ALL_OF_THEM))
_LINE_END: Final = re.compile(rf"[\s.。,;:!{CLOSERS}]{{0,8}}?(?=\n|$)")
_LINE_JOINER: Final = re.compile(r"[.;,\s]{0,6}\n[\s>#•\-]{0,8}")
_IN_WORD: Final = re.compile(rf"[*_`]{{0,3}}+[.'’\-–]?[{LETTERS}]")
"""Behind a letter that begins a word, be it set in bold: "B-cell", "**C**onfusion"."""
_SPECIES_WORD: Final = re.compile(r"\.\s([a-z]{4,})\b")
_REMARK: Final = re.compile(r"\s{0,4}\([^()\n]{1,60}\)")
_MOST_ITEMS: Final = 40
"""More than any question has: a longer list is noise, and reading it from every place would be quadratic."""
_QUESTION: Final = re.compile(rf"[\s{CLOSERS}]{{0,3}}[?？]")


@dataclass(frozen=True, slots=True)
class Item:
    """One option named at one place."""

    key: str
    start: int
    end: int
    is_exact: bool
    """The option's text stands there, or its letter alone between brackets, marks or line ends."""
    is_letter: bool = True


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


class Choices:
    """The options of a question, compiled; what is asked about a place in a page."""

    def __init__(
        self,
        options: tuple[tuple[str, str], ...],
        *,
        has_letters: bool = True,
        is_plural: bool = False,
        synonyms: tuple[tuple[str, tuple[str, ...]], ...] = (),
    ) -> None:
        """Compile `(key, text)` pairs, which stand in the question's order.

        Args:
            options: the pairs.
            has_letters: labels have none.
            is_plural: several options can be the answer together, so that lines and "all of the above" add up.
            synonyms: `(key, texts)`: other texts of an option.
        """
        self.is_plural = is_plural
        self.order = {key: place for place, (key, _) in enumerate(options)}
        self._exact = {build_page(key).plain.strip(): key for key in self.order} if has_letters else {}
        self._loose = {
            variant: key
            for sign, key in self._exact.items()
            for variant in (sign.lower(), sign.upper(), sign.capitalize())
        } | self._exact
        signs = sorted(self._loose, key=lambda sign: (-len(sign), sign))
        self.key = re.compile(
            rf"{EDGE_BEFORE}(?P<key>{'|'.join(_edged(sign) for sign in signs) or '(?!)'}){EDGE_AFTER}"
        )
        letters = "".join(re.escape(sign) for sign in self._exact if len(sign) == 1)
        self.run = re.compile(rf"{EDGE_BEFORE}[{letters or '∅'}]{{2,}}{EDGE_AFTER}")
        self.spaced = re.compile(
            rf"{EDGE_BEFORE}[{letters or '∅'}](?:[ ]{{1,2}}[{letters or '∅'}])+{EDGE_AFTER}"
        )
        self._options = options
        self._synonyms = dict(synonyms)

    @cached_property
    def own(self) -> Mapping[str, str]:
        """Key to the regex source of its text; made, and compiled, only when an answer is more than a letter."""
        found: dict[str, str] = {}
        for key, text in self._options:
            sources = [_text_source(one) for one in (text, *self._synonyms.get(key, ()))]
            if either := "|".join(source for source in sources if source):
                found[key] = f"(?:{either})" if "|" in either else either
        return found

    @cached_property
    def texts(self) -> Mapping[str, str]:
        """The sources of texts that one option alone has."""
        counts = Counter(self.own.values())
        return {key: source for key, source in self.own.items() if counts[source] == 1}

    @cached_property
    def doubles(self) -> Sequence[str]:
        """The sources of texts that several options have."""
        return [source for source, count in Counter(self.own.values()).items() if count > 1]

    def sort(self, keys: Sequence[str]) -> tuple[str, ...]:
        """Return `keys` in option order, each once."""
        return tuple(sorted(set(keys), key=self.order.__getitem__))

    def exact_key(self, sign: str) -> str | None:
        """Return the option that a sign in a page names as it is written in the question, in its own case."""
        return self._exact.get(sign)

    def item_at(self, page: Page, place: int, *, is_tight: bool = False) -> Item | None:
        """Return the option that begins at `place`, after brackets and words such as "option".

        Args:
            page: the answer.
            place: where the option must begin.
            is_tight: a letter needs a bracket, a stop or its own text behind it; a following word is not enough.
        """
        lead = _LEAD_IN.match(page.low, place)
        begin = lead.end() if lead else place
        found = self.key.match(page.plain, begin)
        letter = self._letter(page, found, begin > place, is_tight) if found else None
        if letter and (letter.is_exact or letter.end == len(page.plain)):
            return letter
        shortest = 2 if is_tight else 1
        text = self.text_at(page, place, shortest) or self.text_at(page, begin, shortest)
        if text and (not letter or text.end > letter.end):
            return text
        return letter

    def text_at(self, page: Page, place: int, shortest: int = 2) -> Item | None:
        """Return the one option whose text begins at `place`; the longest when one contains another."""
        article = _ARTICLES.match(page.low, place)
        starts = {place, article.end()} if article else {place}
        junk = re.compile(_JUNK).match(page.low, place)
        starts |= {junk.end()} if junk else set()
        found = [
            (match.end() - match.start(), match, key)
            for key, text in self.texts.items()
            for start in starts
            if (match := compiled(text).match(page.low, start)) and match.end() - match.start() >= shortest
        ]
        if not found:
            return None
        _, match, key = max(found, key=lambda one: (one[0], one[2]))
        same = (compiled(double).match(page.low, match.start()) for double in self.doubles)
        if any(double and double.end() >= match.end() for double in same):
            return None
        return Item(key, match.start(), match.end(), is_exact=True, is_letter=False)

    def _letter(self, page: Page, found: re.Match[str], has_lead: bool, is_tight: bool) -> Item | None:  # noqa: FBT001
        raw, start, end = found["key"], found.start(), found.end()
        key, is_own_case = self._loose[raw], raw in self._exact
        if own_end := self._own_text_end(page, key, end):
            return Item(key, start, own_end, is_exact=True)
        if (
            (key.isdigit() and _COUNTER.match(page.low, end))
            or _AFTER_NAME.match(page.low, end)
            or _IN_WORD.match(page.original, end)
        ):
            return None
        if self._is_genus(page, key, end):
            return None
        if self._is_set_off(page, start, end):
            closing = _CLOSING.match(page.low, end)
            return Item(key, start, closing.end() if closing else end, is_exact=True)
        is_free = bool(_STOP.match(page.low, end)) or self._is_joined(page, end)
        if not is_free and not is_tight:
            is_word = key in _WORD_LETTERS or key.isdigit() or not is_own_case
            is_named = (is_own_case or has_lead) and key != "I" and bool(_AFTER_LETTER.match(page.low, end))
            is_free = not is_word or is_named
        elif not is_free:
            is_plain = is_own_case and key not in _WORD_LETTERS and not key.isdigit()
            is_free = is_plain and bool(_AFTER_LETTER.match(page.low, end))
        return Item(key, start, end, is_exact=False) if is_free else None

    def _is_genus(self, page: Page, key: str, end: int) -> bool:
        """Whether "B. pertussis" shortens the text of another option instead of naming this one."""
        species = _SPECIES_WORD.match(page.plain, end)
        if not species:
            return False
        texts = {other: fold(text) for other, text in self._options}
        own = texts.get(key, "")
        return species[1] not in own and any(species[1] in text for text in texts.values())

    def _own_text_end(self, page: Page, key: str, end: int) -> int | None:
        """Return where the text of option `key` ends when it follows its letter at once, a short remark included."""
        delimiter = _DELIMITER.match(page.low, end)
        source = self.own.get(key) if delimiter and delimiter.end() < len(page.low) else None
        own = compiled(source).match(page.low, delimiter.end()) if source and delimiter else None
        remark = _REMARK.match(page.low, own.end()) if own else None
        return (remark or own).end() if own else None

    def _is_joined(self, page: Page, end: int) -> bool:
        """Whether "and" or "or" and another option follow."""
        joiner = _DOUBT.match(page.low, end) or _JOINER.match(page.low, end)
        comma = _COMMA.match(page.low, end)
        for place in [one.end() for one in (joiner, comma) if one]:
            article = _ARTICLE.match(page.low, place) if self.is_plural else None
            for begin in (place, article.end() if article else place):
                lead = _LEAD_IN.match(page.low, begin)
                if lead and self.key.match(page.plain, lead.end()):
                    return True
        return False

    @staticmethod
    def _is_set_off(page: Page, start: int, end: int) -> bool:
        before, after = page.original[start - 1 : start], page.original[end : end + 1]
        return bool(before and after) and (
            (before in "*`_$" and after in "*`_$")
            or (
                page.plain[start - 1] in OPENERS.replace("\\", "")
                and page.plain[end] in CLOSERS.replace("\\", "")
            )
            or (before == "{" and after == "}")
        )

    def bracketed(self, page: Page, start: int, end: int) -> list[Item]:
        """Return the options whose letter alone stands between brackets in a stretch: "ion exchange (C)"."""
        return [
            Item(key, *found.span(), is_exact=True)
            for found in self.key.finditer(page.plain, start, end)
            if (key := self.exact_key(found["key"]))
            and page.plain[found.start() - 1 : found.start()] == "("
            and page.plain[found.end() : found.end() + 1] == ")"
        ]

    def is_denied(self, page: Page, place: int) -> bool:
        """Whether what ends at `place` is called wrong there."""
        return bool(_DENIED.match(page.low, place))

    def is_name(self, page: Page, place: int) -> bool:
        """Whether a letter at `place` belongs to the word before it, as in "vitamin D"."""
        return bool(_BEFORE_NAME.search(page.low[max(0, place - 24) : place]))

    def expression_at(self, page: Page, place: int, *, is_tight: bool = False) -> Expression | None:
        """Return the options that are named together from `place` on; None when none is, or all are just listed."""
        first = self._whole_at(page, place) or self.item_at(page, place, is_tight=is_tight)
        if first is None or isinstance(first, Expression):
            return first
        keys, end, is_open, is_exact = [first.key], first.end, False, first.is_exact
        while len(keys) < _MOST_ITEMS:
            following, is_doubt = self._joined_at(page, end, is_tight=not first.is_letter)
            if following is None:
                if self._is_denied_together(page, end):
                    return None
                break
            keys.append(following.key)
            end, is_open, is_exact = following.end, is_open or is_doubt, is_exact and following.is_exact
        if self.is_denied(page, end):
            return None
        if first.is_letter and not self.is_plural and self.is_listing(page, end, first.key):
            return None
        is_open = is_open or bool(_QUESTION.match(page.low, end))
        return Expression(self.sort(keys), first.start, end, is_open, is_exact)

    def _joined_at(self, page: Page, end: int, *, is_tight: bool) -> tuple[Item | None, bool]:
        """Return the option that is joined to what ends at `end`, and whether by a word such as "or"."""
        doubt = _DOUBT.match(page.low, end)
        joiner = doubt or _JOINER.match(page.low, end)
        following = self._after_joiner(page, joiner, end, is_tight=is_tight)
        if following:
            is_denied = following.is_letter and not doubt and self.is_denied(page, following.end)
            return (None if is_denied else following), bool(doubt)
        line = _LINE_JOINER.match(page.low, end) if self.is_plural else None
        following = self.item_at(page, line.end(), is_tight=True) if line else None
        is_line = following and following.is_exact and _LINE_END.match(page.plain, following.end)
        return (following if is_line else None), False

    def _after_joiner(
        self, page: Page, joiner: re.Match[str] | None, end: int, *, is_tight: bool
    ) -> Item | None:
        """Return the option behind a joiner, or behind its comma alone: in "A, E" the E is no Portuguese "and"."""
        comma = _COMMA.match(page.low, end)
        for place in [one.end() for one in (joiner, comma) if one]:
            article = _ARTICLE.match(page.low, place) if self.is_plural else None
            for begin in (place, article.end() if article else place):
                item = self.item_at(page, begin, is_tight=is_tight)
                if item:
                    return item
        return None

    def _is_denied_together(self, page: Page, end: int) -> bool:
        """Whether "and" and an option follow that are called wrong with it: "A and B are incorrect"."""
        joiner = _AND.match(page.low, end)
        following = self.item_at(page, joiner.end()) if joiner else None
        return bool(following and following.is_letter and self.is_denied(page, following.end))

    def _whole_at(self, page: Page, place: int) -> Expression | None:
        """Return "ACD" or, where several can be right, "all of the above"."""
        lead = _LEAD_IN.match(page.low, place)
        begin = lead.end() if lead else place
        everything = _ALL.match(page.low, begin) if self.is_plural else None
        if everything and not self.text_at(page, begin):
            return Expression(tuple(self.order), begin, everything.end(), is_exact=True)
        return self._run_at(page, begin)

    def _run_at(self, page: Page, begin: int) -> Expression | None:
        if self.is_plural:
            spaced = self.spaced.match(page.plain, begin)
            if spaced and _STOP.match(page.low, spaced.end()) and not self.text_at(page, begin):
                keys = [self._exact[sign] for sign in spaced.group().split()]
                if keys == [*self.sort(keys)]:
                    return Expression(tuple(keys), *spaced.span(), is_exact=True)
        found = self.run.match(page.plain, begin)
        if not found or not _STOP.match(page.low, found.end()) or self.text_at(page, begin):
            return None
        keys = [self._exact[sign] for sign in found.group()]
        if len(set(keys)) == 1:
            keys = keys[:1]  # "BBBBB"
        is_rising = keys == [*self.sort(keys)]
        return Expression(tuple(keys), found.start(), found.end(), is_exact=True) if is_rising else None

    def is_listing(self, page: Page, end: int, key: str) -> bool:
        """Whether the next option in order follows at once: the options are being repeated, not chosen."""
        following = [sign for sign, other in self._exact.items() if self.order[other] == self.order[key] + 1]
        head = re.match(
            rf"[\s.;,]{{1,6}}[\s>#•\-]{{0,8}}[({{\[]?({'|'.join(map(re.escape, following)) or '(?!)'})[.):]\s",
            page.plain[end : end + 24],
        )
        return bool(head)


_SCRIPTS: Final = ("\u0590-\u05f2", "\u0620-\u0652\u0671-\u06d3", "\u0900-\u0963", "\u0e01-\u0e4e", "ァ-ヺー")


def _edged(sign: str) -> str:
    """Return a sign's regex source; a letter of a script without edges must not stand inside a word of that script."""
    for script in _SCRIPTS:
        if re.match(f"[{script}]", sign[-1]):
            before = "" if script.startswith("\u0e01") else f"(?<![{script}])"
            return f"{before}{re.escape(sign)}(?![{script}])"
    return re.escape(sign)


@lru_cache(maxsize=4096)
def build_choices(
    options: tuple[tuple[str, str], ...],
    *,
    has_letters: bool = True,
    is_plural: bool = False,
    synonyms: tuple[tuple[str, tuple[str, ...]], ...] = (),
) -> Choices:
    """Compile the options of a question; kept, because many models answer one question."""
    return Choices(options, has_letters=has_letters, is_plural=is_plural, synonyms=synonyms)


@lru_cache(maxsize=8192)
def compiled(source: str) -> re.Pattern[str]:
    """Compile the source of an option's text, once."""
    return re.compile(source)


_TEXT_EDGE: Final = rf"{EDGE_AFTER}(?![.,]\d|\s?[-–/]\s?\d)"
"""Behind a text: "E11" does not stand in "E11.65", nor "Grade 1" in "Grade 1-2"."""


def _text_source(text: str) -> str:
    """Return a regex source for an option's text: its words and telling signs, whatever stands between them."""
    tokens = re.findall(rf"[{LETTERS}]+|[{re.escape(_SYMBOLS)}]|[^\W{LETTERS}]", fold(text))
    if not tokens:
        return ""
    gap = rf"[^{LETTERS}{re.escape(_SYMBOLS)}]{{0,6}}"
    source = re.escape(tokens[0])
    for before, token in pairwise(tokens):
        is_word = bool(re.match(rf"[{LETTERS}]", before) and re.match(rf"[{LETTERS}]", token))
        source += (gap.replace("{0,", "{1,") if is_word else gap) + re.escape(token)
    return f"{EDGE_BEFORE if re.match(rf'[{LETTERS}]', tokens[0]) else ''}{source}{_TEXT_EDGE if re.match(rf'[{LETTERS}]', tokens[-1]) else ''}"
