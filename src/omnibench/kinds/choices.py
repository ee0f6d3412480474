"""What can be chosen in one question, and where a text names one of its options.

An item is an option's letter or number, or its text. A letter that may be a word (English "A", Portuguese "E") or part
of a name (`names`) is an item only where its surroundings say so: an invented letter is worse than none. Options that
are named together are an expression (`expressions`).
"""

from __future__ import annotations

import re
from collections import Counter
from dataclasses import dataclass
from functools import cached_property, lru_cache
from itertools import pairwise
from typing import TYPE_CHECKING, Final

from omnibench.kinds import lexicon
from omnibench.kinds.names import CASE, begins_name, epithet_at, is_epithet, shortened
from omnibench.kinds.pattern import Pattern
from omnibench.kinds.text import (
    CLOSERS,
    EDGE_AFTER,
    EDGE_BEFORE,
    LETTERS,
    OPENERS,
    build_page,
    fold,
    phrases,
)

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from omnibench.kinds.text import Page

_SYMBOLS: Final = "+<>=≥≤%±↑↓°"
_WORD_LETTERS: Final = frozenset("AIEOYUАВИКОСУЯ")
_JUNK: Final = rf"[\s{OPENERS}•>\-–]{{0,12}}+"
LEAD_IN: Final = Pattern(rf"{_JUNK}(?:{phrases(lexicon.OPTION_NOUNS)}[\s:]{{0,6}}+{_JUNK}){{0,2}}")
_JUNK_BEFORE: Final = Pattern(_JUNK)
_ARTICLES: Final = Pattern(
    rf"{_JUNK}(?:(?:the|an?|la|el|las|los|le|les|os?|as?|der|die|das|il|lo|l')(?![{LETTERS}])\s?)?+{_JUNK}"
)
_CLOSING: Final = Pattern(rf"\s{{0,4}}[{CLOSERS}]{{1,3}}")
_DELIMITER: Final = Pattern(rf"[번番]?[ ]{{0,4}}[.:,;{CLOSERS}\-–—|]{{0,3}}\s{{0,6}}[{OPENERS}]{{0,2}}\s?")
STOP: Final = Pattern(
    rf"[^\S\n]{{0,40}}+(?:$|\n|[.。:,;!|、，；：！/&+{CLOSERS}](?![{LETTERS}])|[/&+,、]|[^\x00-\x7F{LETTERS}\s]"
    rf"|[-–—](?=\s)|{CASE})"
)
_AFTER_LETTER: Final = Pattern(rf"\s{{1,6}}{phrases(lexicon.AFTER_LETTERS)}")
JOINER: Final = Pattern(
    rf"[번番]?[\s{CLOSERS}]{{0,6}}(?:[,;/、，；·・]\s{{0,3}}(?:{phrases(lexicon.JOINERS)}\s{{0,3}})?|{phrases(lexicon.JOINERS)}\s{{0,3}})"
)
COMMA: Final = Pattern(rf"[번番]?[\s{CLOSERS}]{{0,6}}[,;/、，；·・]\s{{0,3}}")
DOUBT: Final = Pattern(rf"[번番]?[\s{CLOSERS},]{{0,6}}{phrases(lexicon.DOUBT_JOINERS)}\s{{0,3}}")
ARTICLE: Final = Pattern(r"(?:las?|el|los|les?|as?|os?|die|der|das|il|i|le)\s{1,2}")
_COUNTER: Final = Pattern(
    r"\s?(?:가지|개|일|년|시간|명|つ|日|個|回|年|歳|時間|分|个|種|种|天|岁|小时|か月|週)"
)
_RANGE: Final = Pattern(r"\s?[-–—]?(?:to|through|bis)?[-–—]?\s?")
_NUMBER: Final = Pattern(r"\d|[a-z]\d")
_REMARK: Final = Pattern(r"\s{0,4}\([^()\n]{1,60}\)")
_JSON_KEY: Final = Pattern(r"""["']\s{0,4}:\s{0,4}["']?(?:[\d.]|true|false|null|yes|no)""", re.IGNORECASE)
_NOTHING_ELSE: Final = Pattern(rf"[^\S\n]{{0,40}}+[.。,;!{CLOSERS}]{{0,4}}[^\S\n]{{0,40}}+(?:\n|$)")


@dataclass(frozen=True, slots=True)
class Item:
    """One option named at one place."""

    key: str
    start: int
    end: int
    is_exact: bool
    """The option's text stands there, or its letter alone between brackets, marks or line ends."""
    is_letter: bool = True


class _Signs:
    """The letters or numbers of options, compiled."""

    def __init__(self, keys: tuple[str, ...]) -> None:
        self.exact = {build_page(key).plain.strip(): key for key in keys}
        """As they stand in a page."""
        self.loose = {
            variant: key
            for sign, key in self.exact.items()
            for variant in (sign.lower(), sign.upper(), sign.capitalize())
        } | self.exact
        signs = sorted(self.loose, key=lambda sign: (-len(sign), sign))
        self.key = re.compile(
            rf"{EDGE_BEFORE}(?P<key>{'|'.join(_edged(sign) for sign in signs) or '(?!)'}){EDGE_AFTER}"
        )
        letters = "".join(re.escape(sign) for sign in self.exact if len(sign) == 1) or "∅"
        self.run = re.compile(rf"{EDGE_BEFORE}[{letters}]{{2,}}{EDGE_AFTER}")
        self.spaced = re.compile(
            rf"{EDGE_BEFORE}[{letters}](?:[ ]{{1,2}}(?:[-–][ ])?[{letters}]){{1,400}}+{EDGE_AFTER}(?!\w)"
        )


@lru_cache(maxsize=256)
def _build_signs(keys: tuple[str, ...]) -> _Signs:
    """Compile signs; kept, because most questions of a bank have the same letters."""
    return _Signs(keys)


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
        signs = _build_signs(tuple(self.order) if has_letters else ())
        self._exact, self._loose = signs.exact, signs.loose
        self.key, self.run, self.spaced = signs.key, signs.run, signs.spaced
        self._options = options
        self._synonyms = dict(synonyms)

    @cached_property
    def own(self) -> Mapping[str, str]:
        """Key to the regex source of its text; made, and compiled, only when an answer is more than a letter."""
        found: dict[str, str] = {}
        for key, text in self._options:
            sources = [_text_source(one) for one in (text, shortened(text), *self._synonyms.get(key, ()))]
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

    @cached_property
    def folded(self) -> Mapping[str, str]:
        """Key to its text as a page shows it."""
        return {key: fold(text) for key, text in self._options}

    def sort(self, keys: Sequence[str]) -> tuple[str, ...]:
        """Return `keys` in option order, each once."""
        return tuple(sorted(set(keys), key=self.order.__getitem__))

    def exact_key(self, sign: str) -> str | None:
        """Return the option that a sign in a page names as it is written in the question, in its own case."""
        return self._exact.get(sign)

    def loose_key(self, sign: str) -> str | None:
        """Return the option that a sign names in whatever case it is written."""
        return self._loose.get(sign)

    def signs_after(self, key: str) -> list[str]:
        """Return how the option that follows `key` in the question is signed."""
        return [sign for sign, other in self._exact.items() if self.order[other] == self.order[key] + 1]

    def item_at(self, page: Page, place: int, *, is_tight: bool = False) -> Item | None:
        """Return the option that begins at `place`, after brackets and words such as "option".

        Args:
            page: the answer.
            place: where the option must begin.
            is_tight: a letter needs a bracket, a stop or its own text behind it; a following word is not enough.
        """
        lead = LEAD_IN.match(page.low, place)
        begin = lead.end() if lead else place
        found = self.key.match(page.plain, begin)
        letter = self._letter(page, found, begin > place, is_tight) if found else None
        if letter and (letter.is_exact or letter.end == len(page.plain)):
            return letter
        shortest = 2 if is_tight else 1
        text = self.text_at(page, place, shortest) or self.text_at(page, begin, shortest)
        if text is None and is_tight:  # an option that reads "3": only where nothing else follows
            text = self.text_at(page, begin, 1)
            text = text if text and _NOTHING_ELSE.match(page.low, text.end) else None
        if text and (not letter or text.end > letter.end):
            return text
        return letter

    def text_at(self, page: Page, place: int, shortest: int = 2) -> Item | None:
        """Return the one option whose text begins at `place`; the longest when one contains another."""
        article = _ARTICLES.match(page.low, place)
        starts = {place, article.end()} if article else {place}
        junk = _JUNK_BEFORE.match(page.low, place)
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
        if self.range_end(page, match.end()):
            return None
        return Item(key, match.start(), match.end(), is_exact=True, is_letter=False)

    def range_end(self, page: Page, end: int) -> int:
        """Return where the other end of a range begins, 0 for none: "mild to moderate", "Grade 1-2", "I10-I15"."""
        found = _RANGE.match(page.low, end)
        if not found or not found.group().strip():
            return 0
        if _NUMBER.match(page.low, found.end()):
            return found.end()
        is_other = any(compiled(text).match(page.low, found.end()) for text in self.texts.values())
        return found.end() if is_other else 0

    def _letter(self, page: Page, found: re.Match[str], has_lead: bool, is_tight: bool) -> Item | None:  # noqa: FBT001
        raw, start, end = found["key"], found.start(), found.end()
        key, is_own_case = self._loose[raw], raw in self._exact
        if own_end := self.own_text_end(page, key, end):
            return Item(key, start, own_end, is_exact=True)
        if self._is_other_thing(page, key, end):
            return None
        if self._is_set_off(page, start, end):
            closing = _CLOSING.match(page.low, end)
            return Item(key, start, closing.end() if closing else end, is_exact=True)
        remark = _REMARK.match(page.low, end)  # "C (confidence: high)"
        if remark and "\n" not in remark.group() and STOP.match(page.low, remark.end()):
            end = remark.end()
        is_free = bool(STOP.match(page.low, end)) or self._is_joined(page, end)
        if not is_free and not is_tight:
            is_word = key in _WORD_LETTERS or key.isdigit() or not is_own_case
            is_named = (is_own_case or has_lead) and key != "I" and bool(_AFTER_LETTER.match(page.low, end))
            is_free = not is_word or is_named
        elif not is_free:
            is_plain = is_own_case and key not in _WORD_LETTERS and not key.isdigit()
            is_free = is_plain and bool(_AFTER_LETTER.match(page.low, end))
        return Item(key, start, end, is_exact=False) if is_free else None

    def _is_other_thing(self, page: Page, key: str, end: int) -> bool:
        """Whether a letter or number that ends at `end` counts something, or is part of a name or of an object."""
        if (key.isdigit() and _COUNTER.match(page.low, end)) or _JSON_KEY.match(page.original, end):
            return True
        if begins_name(page, end):
            return True
        word = epithet_at(page, end)  # there is seldom one: only then are the options' texts folded
        others = (text for other, text in self.folded.items() if other != key) if word else ()
        return bool(word) and is_epithet(word, self.folded.get(key, ""), others)

    def own_text_end(self, page: Page, key: str, end: int) -> int | None:
        """Return where the text of option `key` ends when it follows its letter at once, a short remark included."""
        delimiter = _DELIMITER.match(page.low, end)
        source = self.own.get(key) if delimiter and delimiter.end() < len(page.low) else None
        own = compiled(source).match(page.low, delimiter.end()) if source and delimiter else None
        remark = _REMARK.match(page.low, own.end()) if own else None
        return (remark or own).end() if own else None

    def _is_joined(self, page: Page, end: int) -> bool:
        """Whether "and" or "or" and another option follow."""
        for place in joined_places(page, end, is_plural=self.is_plural):
            lead = LEAD_IN.match(page.low, place)
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


def joined_places(page: Page, end: int, *, is_plural: bool) -> list[int]:
    """Return where an option may stand that is joined to what ends at `end`.

    Behind the joining words, behind the comma alone (in "A, E" the E is no Portuguese "and"), and, where several can
    be right, behind an article.
    """
    joiner = DOUBT.match(page.low, end) or JOINER.match(page.low, end)
    comma = COMMA.match(page.low, end)
    found: list[int] = []
    for place in [one.end() for one in (joiner, comma) if one]:
        article = ARTICLE.match(page.low, place) if is_plural else None
        found += [place, article.end()] if article else [place]
    return found


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
    tokens = re.findall(rf"\d+(?=[a-z])|[{LETTERS}]+|[{re.escape(_SYMBOLS)}]|[^\W{LETTERS}]", fold(text))
    if not tokens:
        return ""
    gap = rf"[^\w{re.escape(_SYMBOLS)}]{{0,10}}"
    source = re.escape(tokens[0])
    for before, token in pairwise(tokens):
        is_word = bool(re.match(rf"[{LETTERS}]", before[-1]) and re.match(rf"[{LETTERS}]", token))
        is_unit = before[-1].isdigit() and not token[0].isdigit()  # "5 mg" and "5mg"
        source += (gap.replace("{0,", "{1,") if is_word and not is_unit else gap) + re.escape(token)
    return f"{EDGE_BEFORE if re.match(rf'[{LETTERS}]', tokens[0]) else ''}{source}{_TEXT_EDGE if re.match(rf'[{LETTERS}]', tokens[-1]) else ''}"
