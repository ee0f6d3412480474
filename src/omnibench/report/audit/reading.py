"""Reads a filled sheet back, whatever spreadsheet saved it; every fault is collected.

A spreadsheet may change the separator, the encoding, line ends, the order of rows and columns, and add columns. What
must be there is `audit_id` and `human`, both plain ASCII, so a sheet in a legacy encoding (whose bytes never look like
a separator, a quote or a line end) is read too, and only its notes may suffer.
"""

from __future__ import annotations

import codecs
import csv
import io
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from omnibench.records import Fault

if TYPE_CHECKING:
    from collections.abc import Collection, Iterator, Mapping, Sequence

WORDS: Final[Mapping[str, bool | None]] = {
    "right": True,
    "true": True,
    "wrong": False,
    "false": False,
    "unsure": None,
}
_NEEDED: Final = ("audit_id", "human")
_SEPARATORS: Final = (",", ";", "\t")
_BOMS: Final = (
    (codecs.BOM_UTF8, "utf-8-sig"),
    (codecs.BOM_UTF16_LE, "utf-16"),
    (codecs.BOM_UTF16_BE, "utf-16"),
)
_MAX_SHOWN: Final = 40


@dataclass(frozen=True, slots=True, kw_only=True)
class Mark:
    """What a person said of one answer."""

    is_correct: bool | None
    """None: unsure."""
    note: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Sheet:
    """A sheet that was read back."""

    marks: Mapping[str, Mark]
    """By audit_id; answers that were left blank are not in it."""
    n_missing: int = 0
    """Answers whose row is gone."""
    is_legacy: bool = False
    """It was not saved in Unicode, so letters of the notes may be wrong."""


@dataclass(frozen=True, slots=True)
class _Line:
    where: str
    cells: Sequence[str]


def parse_sheet(path: str, content: bytes, audit_ids: Collection[str]) -> tuple[Sheet, list[Fault]]:
    """Read a sheet of these answers; returns it with everything that is wrong with it."""
    text, is_legacy = _decode(content)
    if text is None:
        what = "is a workbook" if content.startswith(b"PK") else "is no CSV text"
        return Sheet(marks={}), [_fault(path, "", "", f"{what}; save the sheet as CSV UTF-8")]
    try:
        lines = _lines(text)
    except (
        csv.Error
    ) as error:  # a quote that never ends, or ends in the middle of a cell: rows would run together
        return Sheet(marks={}), [
            _fault(path, "", "", f"is no CSV text ({error}); save the sheet as CSV UTF-8")
        ]
    names = [_name(cell) for cell in lines[0].cells] if lines else []
    faults = [
        _fault(path, lines[0].where if lines else "", name, f"is there {names.count(name)} times, not once")
        for name in _NEEDED
        if names.count(name) != 1
    ]
    if faults:
        return Sheet(marks={}), faults
    known = {audit_id.lower(): audit_id for audit_id in audit_ids}
    marks: dict[str, Mark] = {}
    seen: set[str] = set()
    for line in lines[1:]:
        row = dict(zip(names, line.cells, strict=False))
        name, word = row.get("audit_id", "").strip(), row.get("human", "").strip().lower()
        audit_id = known.get(name.lower())
        if audit_id is None:
            if name or word:
                faults.append(_fault(path, line.where, "audit_id", f"{_quoted(name)} is no id of this audit"))
            continue
        if audit_id in seen:
            faults.append(_fault(path, line.where, "audit_id", f"{audit_id} has a row already; keep one"))
        seen.add(audit_id)
        if word in WORDS:
            marks[audit_id] = Mark(is_correct=WORDS[word], note=row.get("note", "").strip())
        elif word:
            reason = f"{audit_id}: {_quoted(word)} is none of right, wrong, unsure"
            faults.append(_fault(path, line.where, "human", reason))
    return Sheet(marks=marks, n_missing=len(known) - len(seen), is_legacy=is_legacy), faults


def _fault(path: str, where: str, field: str, reason: str) -> Fault:
    return Fault(path=path, item=where, field=field, reason=reason)


def _decode(content: bytes) -> tuple[str | None, bool]:
    """Return the text, and whether it was in a legacy encoding; None when it is no text."""
    encoding = next((name for bom, name in _BOMS if content.startswith(bom)), "utf-8")
    try:
        text, is_legacy = content.decode(encoding), False
    except UnicodeDecodeError:
        if encoding != "utf-8":
            return None, False
        text, is_legacy = content.decode("latin-1"), True
    return (None if "\0" in text else text), is_legacy


def _lines(text: str) -> list[_Line]:
    """Return the rows that are not blank, the header first, by the separator that the header shows."""
    first = next((line for line in text.splitlines() if line.strip()), "")
    if first.lower().startswith("sep="):  # a hint of Excel's own, which is no row
        text = text.replace(first, "", 1)
    return list(_rows(text, max(_SEPARATORS, key=lambda one: _n_needed(text, one))))


def _n_needed(text: str, separator: str) -> int:
    """Return how many of the needed columns the header has by this separator."""
    try:
        head = next(_rows(text, separator), _Line("", ()))
    except csv.Error:  # quotes that fit another separator
        return 0
    return len({_name(cell) for cell in head.cells} & set(_NEEDED))


def _rows(text: str, separator: str) -> Iterator[_Line]:
    reader = csv.reader(io.StringIO(text, newline=""), delimiter=separator, strict=True)
    before = 0
    try:
        for number, cells in enumerate(
            reader, start=1
        ):  # an answer of many lines is one row of a spreadsheet
            if any(cell.strip() for cell in cells):
                yield _Line(f"row {number}, line {before + 1}", cells)
            before = reader.line_num
    except csv.Error as error:
        raise csv.Error(f"from line {before + 1} on: {error}") from None


def _name(cell: str) -> str:
    return cell.strip().lower()


def _quoted(text: str) -> str:
    shown = text if len(text) <= _MAX_SHOWN else f"{text[:_MAX_SHOWN]}..."
    return repr(shown)
