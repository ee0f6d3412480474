"""Views of an answer that are easy to search, each exactly as long as the answer itself.

Because no character is ever added or dropped, a place found in a view is the place in the original text.
"""

from __future__ import annotations

import re
import unicodedata
from dataclasses import dataclass
from typing import Final

from omnibench.kinds.pattern import Pattern

LETTERS: Final = r"A-Za-z0-9À-ÖØ-öø-ɏͰ-ϿЀ-ӿ"
"""Scripts that put spaces between words; elsewhere (Chinese, Thai, Korean particles) a word has no edge."""
EDGE_BEFORE: Final = rf"(?<![{LETTERS}])"
EDGE_AFTER: Final = rf"(?![{LETTERS}])"
OPENERS: Final = r"""(\[<"'“‘«「『【〈《"""
CLOSERS: Final = r""")\]>"'”’»」』】〉》"""

_LOOKALIKES: Final = {
    **{chr(0x249C + i): chr(ord("a") + i) for i in range(26)},  # ⒜ parenthesised
    **{chr(0x1F150 + i): chr(ord("A") + i) for i in range(26)},  # 🅐 negative circled
    **{chr(0x1F170 + i): chr(ord("A") + i) for i in range(26)},  # 🅰 negative squared
    **{chr(first + i): str(i + 1) for first in (0x2474, 0x2488, 0x2776, 0x2780, 0x278A) for i in range(9)},
    "。": "。",
    "、": "、",
    "`": " ",
    "\r": "\n",
    **dict.fromkeys("أإآٱ", "ا"),
    "ـ": " ",
    **dict(zip("،؛؟۔।־", ",;?..-", strict=True)),
}
"""What compatibility normalisation leaves alone, or would turn into more than one character."""

_TWINS: Final = dict(zip("АВСЕΑΒΕ", "ABCEABE", strict=True))
_CAPITALS: Final = Pattern(r"(?<![Ͱ-ϿЀ-ӿ])[Α-ΩА-Я]{1,10}(?![Ͱ-ϿЀ-ӿ])")
"""Cyrillic and Greek capitals: where they rise, as in "АВГ", they are options and no word."""

_MARKUP: Final = Pattern(
    r"""\\(?:text|textbf|textit|mathrm|mathbf|mathsf|rm|bf|operatorname)\b\s?\{?  # LaTeX that only sets type
    | <[|｜][A-Za-z_▁]{1,24}[|｜]>|</?s>|<(?:bos|eos|pad|unk|end_of_turn)>|\[/?INST\]|\[EOS\]      # chat templates
    | <start_of_turn>(?:model)?|(?i:</?(?:answer|response|final|output|solution)>)
    | </?(?:b|i|u|p|em|strong|span|div|mark|br|li|ul|ol|code|h[1-6])\b[^<>]{0,80}>
    | \\n(?=\\n|[\s"A-Z0-9*\#(-])                                                  # a line break inside JSON
    | [*_$#{}~\\]""",
    re.VERBOSE,
)
_SENTENCE_END: Final = Pattern(r"[.!?](?=\s)|[。！？\n]")


@dataclass(frozen=True, slots=True)
class Page:
    """One answer in three views of the same length."""

    original: str
    plain: str
    """Half width, markup blanked."""
    low: str
    """`plain` in lower case."""

    def sentence_start(self, place: int, reach: int = 240) -> int:
        """Return where the sentence around `place` begins, looking back at most `reach` characters."""
        floor = max(0, place - reach)
        start = floor
        for end in _SENTENCE_END.finditer(self.plain, floor, place):
            start = end.end()
        return start

    def sentence_end(self, place: int, reach: int = 400) -> int:
        """Return where the sentence around `place` ends, looking ahead at most `reach` characters."""
        ceiling = min(len(self.plain), place + reach)
        end = _SENTENCE_END.search(self.plain, place, ceiling)
        return end.start() if end else ceiling

    def part(self, start: int, end: int) -> Page:
        """Return the page of a stretch; its places count from `start`."""
        return Page(self.original[start:end], self.plain[start:end], self.low[start:end])


def build_page(text: str) -> Page:
    """Fold widths, circles and look-alikes to plain letters and blank markup, character by character."""
    folded = text.translate({ord(char): _fold(char) for char in set(text) if not "!" <= char <= "_"})
    folded = _CAPITALS.sub(_fold_twins, folded)
    plain = _MARKUP.sub(_blank, folded)
    return Page(text, plain, plain.translate({ord(char): _lower(char) for char in set(plain)}))


def fold(text: str) -> str:
    """Return `text` as it would stand in a page, in lower case."""
    return build_page(text).low


def phrases(*tables: str, tail: str = "") -> str:
    """Return a regex source that matches any phrase of `tables`, longest first.

    Phrases are separated by commas or line ends; a space stands for any white space; edges are asked for only
    where the phrase begins or ends in a script that has them.
    """
    found = {phrase.strip() for table in tables for phrase in re.split(r"[,\n]", table)} - {""}
    groups: dict[tuple[str, str], list[str]] = {}
    for phrase in sorted(found, key=lambda phrase: (-len(phrase), phrase)):
        before = EDGE_BEFORE if re.match(rf"[{LETTERS}]", phrase) else ""
        after = EDGE_AFTER if re.match(rf"[{LETTERS}]", phrase[-1]) else ""
        groups.setdefault((before, after), []).append(phrase)
    sources = [f"{before}{_either(words)}{after}" for (before, after), words in groups.items()]
    return f"(?:{'|'.join(sources)}){tail}"


def _either(words: list[str]) -> str:
    """Return an alternation that looks at the first character once: most places of a text begin no phrase."""
    by_first: dict[str, list[str]] = {}
    for word in words:
        rest = r"\s{1,3}".join(re.escape(part) for part in word[1:].split(" "))
        by_first.setdefault(word[0], []).append(rest)
    firsts = "".join(re.escape(first) for first in by_first)
    branches = "|".join(f"{re.escape(first)}(?:{'|'.join(rests)})" for first, rests in by_first.items())
    return f"(?=[{firsts}])(?:{branches})"


def _fold(char: str) -> str:
    if char in _LOOKALIKES:
        return _LOOKALIKES[char]
    if char.isspace() and char != "\n":
        return " "
    if unicodedata.category(char) in {"Cf", "Cc"} and char != "\n":
        return " "
    folded = str(unicodedata.decimal(char, "")) or unicodedata.normalize("NFKC", char)
    return folded if len(folded) == 1 else char


def _fold_twins(match: re.Match[str]) -> str:
    signs = match.group()
    is_rising = [*signs] == sorted(set(signs))
    return "".join(_TWINS.get(sign, sign) for sign in signs) if is_rising else signs


def _lower(char: str) -> str:
    lower = char.lower()
    return {"’": "'", "‘": "'"}.get(char, lower if len(lower) == 1 else char)


def _blank(match: re.Match[str]) -> str:
    found = match.group()
    return " \n" if found == "\\n" else " " * len(found)
