"""Text out of bytes: by its byte order mark, as the person says, else UTF-8 and never a guess.

A wrong guess reads without an error and asks every model another question than the one in the file. So the person is
shown what the first passage would be, and chooses.
"""

from __future__ import annotations

import codecs
import re
import unicodedata
from itertools import pairwise
from typing import TYPE_CHECKING, Final

from omnibench.sources.table import SourceUnreadable

if TYPE_CHECKING:
    from collections.abc import Sequence

_MARKS: Final = (
    (codecs.BOM_UTF8, "utf-8-sig"),
    (codecs.BOM_UTF32_LE, "utf-32"),  # begins with the mark of UTF-16: first
    (codecs.BOM_UTF32_BE, "utf-32"),
    (codecs.BOM_UTF16_LE, "utf-16"),
    (codecs.BOM_UTF16_BE, "utf-16"),
)
_BYTEWISE: Final = (
    "cp1252",
    "gb18030",
    "shift_jis",
    "euc_kr",
    "big5",
    "cp1251",
    "cp1255",
    "cp1256",
    "cp1253",
    "iso8859_2",
)
_WIDE: Final = ("utf-16-le", "utf-16-be", "utf-32-le", "utf-32-be")
_LOOKED_AT: Final = 1 << 16
"""Bytes by which an encoding is judged."""
_SHOWN: Final = 30
_SHOWN_BEFORE: Final = 10
"""Characters of a passage, and of them before its first one that is not ASCII."""
_N_SHOWN: Final = 4


def decode(content: bytes, encoding: str | None) -> str:
    """Return the text of a file, without its mark.

    Raises:
        SourceUnreadable: it is not UTF-8, or not what was said, or holds NUL.
    """
    chosen = encoding_by_mark(content) or encoding or "utf-8"
    try:
        text = content.decode(chosen)
    except LookupError:
        raise SourceUnreadable(f"{chosen!r} is no encoding of text: give --encoding another name") from None
    except UnicodeDecodeError as error:
        if chosen == "utf-8":
            raise SourceUnreadable(_which_encoding(content, error.start)) from None
        raise SourceUnreadable(
            f"the bytes at offset {error.start} are not {chosen}: give --encoding another name"
        ) from None
    except UnicodeError as error:
        raise SourceUnreadable(f"the file is not {chosen} ({error}): give --encoding another name") from None
    if "\0" in text:
        raise SourceUnreadable(_nul(content, text))
    return text.removeprefix("\ufeff")


def encoding_by_mark(content: bytes) -> str | None:
    """Name the encoding that a byte order mark says, or None."""
    return next((name for mark, name in _MARKS if content.startswith(mark)), None)


def _nul(content: bytes, text: str) -> str:
    start = content[:_LOOKED_AT]
    is_wide = start.count(b"\0") * 5 > len(start)  # of plain letters, every second byte is one
    fitting = _fitting(content, _WIDE) if is_wide else []
    line = text.count("\n", 0, text.index("\0")) + 1
    if not fitting:
        return f"line {line} holds a NUL character, which no text holds: save the file again as text"
    return f"line {line} holds a NUL character; if the file is UTF-16 say {_listed(fitting)}"


def _which_encoding(content: bytes, offset: int) -> str:
    fitting = _fitting(content, _WIDE if b"\0" in content[:_LOOKED_AT] else _BYTEWISE)
    said = f"the bytes at offset {offset} are not UTF-8; "
    return said + (
        f"say which of these is right: {_listed(fitting)}"
        if fitting
        else "save the file as UTF-8, or name its encoding by --encoding"
    )


def _listed(fitting: Sequence[tuple[str, str]]) -> str:
    return ", ".join(f"--encoding {name} ({passage!r})" for name, passage in fitting)


def _fitting(content: bytes, names: Sequence[str]) -> list[tuple[str, str]]:
    """Return what some encodings would make of the first passage, the most plausible first."""
    is_wide = names is _WIDE
    found = None if is_wide else re.search(rb"[^\n\r\x80-\xff]{0,%d}[\x80-\xff]" % _SHOWN_BEFORE, content)
    start = found.start() if found else 0
    scored: dict[str, tuple[float, str]] = {}
    for name in names:
        decoder = codecs.getincrementaldecoder(name)()
        try:
            text = decoder.decode(content[start : start + _LOOKED_AT])
        except UnicodeDecodeError:
            continue
        score = _plausibility(text)
        passage = " ".join(text[:_SHOWN].split())
        passage = "".join(char if char.isprintable() else "\ufffd" for char in passage)
        if "\0" not in text and all(score > other or passage != shown for other, shown in scored.values()):
            scored[name] = (score, passage)
    best = sorted(scored, key=lambda name: -scored[name][0])[:_N_SHOWN]
    return [(name, scored[name][1]) for name in best]


def _plausibility(text: str) -> float:
    """Say how much the characters beyond ASCII look like words, at most 1.

    In words, letters stand beside letters of their script, accented ones beside plain ones, and no capital follows
    a small one; what is decoded wrongly is full of the contrary.
    """
    n_foreign = sum(not char.isascii() for char in text) or 1
    odd = sum(unicodedata.category(char)[0] in "SC" for char in text if not char.isascii())
    for one, two in pairwise(text):
        if (one.isascii() and two.isascii()) or not (one.isalpha() and two.isalpha()):
            continue
        scripts = {_script(one), _script(two)}
        if scripts == {"ACCENTED"} or len(scripts - _TOGETHER) > 1 or (one.islower() and two.isupper()):
            odd += 1
    return 1 - odd / n_foreign


_TOGETHER: Final = frozenset({"HIRAGANA", "KATAKANA", "ACCENTED", "KATAKANA-HIRAGANA"})
"""Scripts that stand beside another within a word."""


def _script(char: str) -> str:
    if char.isascii():
        return "LATIN"
    script = unicodedata.name(char, "?").split()[0]
    return "ACCENTED" if script == "LATIN" else script
