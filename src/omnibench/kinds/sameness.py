"""Whether two short texts say the same beyond doubt: the same words, the same quantity, the same day.

What rules cannot equate is left to a judge: different words may mean the same, and no rule here says that they do not.
"""

from __future__ import annotations

import re
import unicodedata
from datetime import date
from decimal import Decimal
from typing import Final

from omnibench.kinds.pattern import Pattern

_EDGES: Final = " \t\n.,;:!?\"'`*_()[]«»“”‘’。，；：！？「」"
_LEAD: Final = Pattern(r"^(?:(?:the )?(?:final )?answer(?: is|:)|it is|it's|this is)\s+", re.IGNORECASE)
_ARTICLE: Final = Pattern(r"^(?:an?|the)\s+")
_QUANTITY: Final = Pattern(
    r"(?P<sign>[<>≤≥±~≈]?)\s?(?P<number>-?\d[\d,]*(?:\.\d+)?)\s?(?P<unit>[^\d\s][^\s]*(?:\s[^\d\s]+)?)?"
)
_THOUSANDS: Final = Pattern(r"\d{1,3}(?:,\d{3})+(?:\.\d+)?")
_UNITS: Final = {
    "mcg": "µg",
    "ug": "µg",
    "percent": "%",
    "per cent": "%",
    "mmhg": "mm hg",
    "hours": "h",
    "hour": "h",
} | {
    plural: plural.removesuffix("s")
    for plural in ("days", "weeks", "months", "years", "minutes", "units", "tablets")
}
_MONTHS: Final = [
    "january",
    "february",
    "march",
    "april",
    "may",
    "june",
    "july",
    "august",
    "september",
    "october",
    "november",
    "december",
]
_DATES: Final = (
    Pattern(r"(?P<year>\d{4})-(?P<month>\d{1,2})-(?P<day>\d{1,2})"),
    Pattern(rf"(?P<day>\d{{1,2}})(?:st|nd|rd|th)? (?P<month>{'|'.join(_MONTHS)}) (?P<year>\d{{4}})"),
    Pattern(rf"(?P<month>{'|'.join(_MONTHS)}) (?P<day>\d{{1,2}})(?:st|nd|rd|th)?,? (?P<year>\d{{4}})"),
)


def is_same(one: str, other: str) -> bool:
    """Whether two texts are equal after case, width, punctuation at the ends, articles and spelling of units."""
    first, second = _plain(one), _plain(other)
    if not first or not second:
        return False
    if first == second:
        return True
    days = _date(first), _date(second)
    if days != (None, None):
        return days[0] == days[1]
    quantities = _quantity(first), _quantity(second)
    return None not in quantities and quantities[0] == quantities[1]


def _plain(text: str) -> str:
    plain = " ".join(unicodedata.normalize("NFKC", text).casefold().replace("μ", "µ").split())
    plain = _LEAD.sub("", plain.strip(_EDGES))
    return _ARTICLE.sub("", plain).strip(_EDGES)


def _quantity(text: str) -> tuple[str, Decimal, str] | None:
    found = _QUANTITY.fullmatch(text)
    if not found:
        return None
    number = found["number"]
    if "," in number and not _THOUSANDS.fullmatch(number.removeprefix("-")):
        if number.count(",") > 1 or "." in number:
            return None
        number = number.replace(",", ".")  # 2,5 mg
    unit = (found["unit"] or "").rstrip(".").replace("μ", "µ")
    return found["sign"], Decimal(number.replace(",", "")), _UNITS.get(unit, unit).replace(" ", "")


def _date(text: str) -> date | None:
    for pattern in _DATES:
        if found := pattern.fullmatch(text):
            month = found["month"]
            number = int(month) if month.isdecimal() else _MONTHS.index(month) + 1
            try:
                return date(int(found["year"]), number, int(found["day"]))
            except ValueError:
                return None
    return None
