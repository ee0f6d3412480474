"""What a person is shown of an answer, and the sheet as CSV.

Texts come from models and banks: in CSV, a cell that a spreadsheet would take for a formula gets an apostrophe in
front, and characters that no spreadsheet can hold are replaced. Source: OWASP, CSV Injection.
"""

from __future__ import annotations

import csv
import io
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from collections.abc import Iterable

    from omnibench.records import Question

COLUMNS: Final = ("audit_id", "question", "options", "expected", "answer", "human", "note")
MAX_CHARS: Final = 30_000
"""A spreadsheet's cell takes 32,767; a longer text is shown by its beginning and its end."""
_HEAD_CHARS: Final = 8_000
_FORMULA_SIGNS: Final = ("=", "+", "-", "@", "\t", "\r", "\n", "＝", "＋", "－", "＠")
_KEPT: Final = "\n\t"


@dataclass(frozen=True, slots=True, kw_only=True)
class Shown:
    """One answer as it is shown."""

    audit_id: str
    question: str
    options: tuple[str, ...]
    """`B. Vitamin C`."""
    expected: tuple[str, ...]
    """Each answer that is right, of several options as one text."""
    answer: str
    images: tuple[tuple[str, str], ...] = ()
    """Name and data URL of each."""


def show(audit_id: str, question: Question, answer: str, images: Iterable[tuple[str, str]] = ()) -> Shown:
    """Build what a person is shown; nothing in it tells model, verdict or rule."""
    options = {key: f"{key}. {text}" for key, text in question.options.items()}
    right = tuple("; ".join(options.get(one, one) for one in way) for way in question.right_answers)
    return Shown(
        audit_id=audit_id,
        question=_shown(question.text),
        options=tuple(_shown(text) for text in options.values()),
        expected=tuple(_shown(text) for text in right),
        answer=_shown(answer),
        images=tuple((_shown(name), url) for name, url in images),
    )


def join_expected(row: Shown) -> str:
    """Return what is right in one text; of several answers one is enough."""
    return " / ".join(row.expected)


def render_csv(rows: Iterable[Shown]) -> bytes:
    """Return the sheet: UTF-8 with a byte order mark, by which spreadsheets know it."""
    text = io.StringIO(newline="")
    writer = csv.writer(text)
    writer.writerow(COLUMNS)
    for row in rows:
        pictures = "".join(f"\n[image: {name}]" for name, _ in row.images)
        cells = (row.question + pictures, "\n".join(row.options), join_expected(row), row.answer)
        writer.writerow((row.audit_id, *(_inert(cell) for cell in cells), "", ""))
    return text.getvalue().encode("utf-8-sig")


def _inert(cell: str) -> str:
    return f"'{cell}" if cell.lstrip(" ").startswith(_FORMULA_SIGNS) else cell


def _shown(text: str) -> str:
    """Return text that every program can hold: plain line ends, no control characters, no endless cell."""
    lines = text.replace("\r\n", "\n").replace("\r", "\n").strip()
    clean = "".join(c if _is_shown(c) else "\N{REPLACEMENT CHARACTER}" for c in lines)
    if len(clean) <= MAX_CHARS:
        return clean
    n_out = len(clean) - MAX_CHARS
    return f"{clean[:_HEAD_CHARS]}\n[... {n_out} characters left out ...]\n{clean[_HEAD_CHARS + n_out :]}"


def _is_shown(c: str) -> bool:
    # C0 and C1 controls break files, half characters cannot be written, and what turns the direction of text misleads.
    code = ord(c)
    is_control = code < 0x20 or 0x7F <= code < 0xA0  # noqa: PLR2004 - the two blocks of controls
    turns = 0x202A <= code <= 0x202E or 0x2066 <= code <= 0x2069  # noqa: PLR2004 - embeddings, overrides, isolates
    is_half = 0xD800 <= code <= 0xDFFF  # noqa: PLR2004 - surrogates
    return c in _KEPT or not (is_control or turns or is_half)
