"""Writes drafts as items. Every field of a row that does not stand in its item goes into `metadata`, under its own name."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING, Any, Final

from omnibench.dataset.answers import AnswerUnreadable
from omnibench.sources.draft import flag
from omnibench.sources.keys import read_key
from omnibench.sources.options import is_empty
from omnibench.sources.pictures import names_in

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from omnibench.sources.draft import Draft
    from omnibench.sources.keys import Digits, Key
    from omnibench.sources.pictures import Pictures

OWN_FIELDS: Final = frozenset({"_key", "_group", "model_results", "metadata"})


class ItemRefused(ValueError):
    """A draft that turns out to be no question that can be asked; field and reason."""

    def __init__(self, name: str, reason: str) -> None:
        super().__init__(reason)
        self.name = name
        self.reason = reason


def write_item(
    draft: Draft, question_id: str, key: Key | None, kind: str, pictures: Pictures, digits: Digits
) -> dict[str, Any]:
    """Return the item of a draft.

    Args:
        draft: as read, without a fault.
        question_id: unique in the document.
        key: the expected answer; None for a voided question whose answer cannot be read.
        kind: to be written, or empty where options and answer tell it.
        pictures: at hand.
        digits: what answers of digits mean in the bank.

    Raises:
        ItemRefused: an alternative, a weight or a forbidden option cannot be read.
    """
    item: dict[str, Any] = {"question_id": question_id, "question_text": draft.text}
    if draft.options:
        item["options"] = dict(draft.options)
    if key is not None:
        item["answer"] = written(key.answer)
    accepted = [written(way) for way in _accepted(draft, key, digits)]
    if accepted:
        item["accepted_answers"] = accepted
    if kind:
        item["kind"] = kind
    _add_pictures(item, draft, question_id, pictures)
    if draft.is_voided:
        item["voided"] = True
    _add_exam_fields(item, draft, digits)
    item["model_results"] = {}
    item["metadata"] = _metadata(item, draft)
    return item


def written(keys: Sequence[str]) -> str:
    """Return an answer as one text."""
    return ",".join(keys)


def unique_ids(drafts: Sequence[Draft]) -> tuple[list[str], list[str]]:
    """Give each draft an id that is unique in the document, the bank's own where that is possible.

    Ids that restart in each file or part are told apart by its name; what still stands twice gets a number.

    Returns:
        The ids, and those that had to be numbered.
    """
    places = Counter(draft.group for draft in drafts)
    counted: Counter[str] = Counter()
    own: list[str] = []
    for draft in drafts:
        counted[draft.group] += 1
        width = max(4, len(str(places[draft.group])))
        own.append(draft.own_id or f"{draft.group}_{counted[draft.group]:0{width}d}")
    if len(set(own)) < len(own) and len(places) > 1:
        apart = [
            f"{draft.group}_{draft.own_id}" if draft.own_id else name
            for draft, name in zip(drafts, own, strict=True)
        ]
        own = apart if len(set(apart)) > len(set(own)) else own
    taken = set(own)
    met: set[str] = set()
    numbered: list[str] = []
    for i, name in enumerate(own):
        if name in met:
            n = next(n for n in range(2, len(own) + 2) if f"{name}_{n}" not in taken)
            own[i] = f"{name}_{n}"
            taken.add(own[i])
            numbered.append(own[i])
        met.add(name)
    return own, numbered


def _accepted(draft: Draft, key: Key | None, digits: Digits) -> list[tuple[str, ...]]:
    found = list(key.accepted) if key else []
    value = draft.cell(draft.columns.accepted)
    for one in value if isinstance(value, list) else [] if is_empty(value) else [value]:
        if not draft.options:
            found.append((str(one),))
            continue
        try:
            found += _ways(read_key(one, draft.options, digits))
        except AnswerUnreadable as error:
            raise ItemRefused(str(draft.columns.accepted), str(error)) from None
    answer = key.answer if key else ()
    return [way for i, way in enumerate(found) if way != answer and way not in found[:i]]


def _ways(key: Key) -> list[tuple[str, ...]]:
    return [key.answer, *key.accepted]


def _add_pictures(item: dict[str, Any], draft: Draft, question_id: str, pictures: Pictures) -> None:
    names = [name for column in draft.columns.images for name in names_in(draft.cell(column))]
    found = [pictures.find(name) for name in names]
    if not names and flag(draft.cell(draft.columns.has_image)):
        found = [*pictures.of_question(draft.own_id or question_id)] or [None]
    if not found:
        return
    if here := [path for path in found if path is not None]:
        item["images"] = here
    if len(here) < len(found):
        item["images_missing"] = True


def _add_exam_fields(item: dict[str, Any], draft: Draft, digits: Digits) -> None:
    columns = draft.columns
    if not is_empty(points := draft.cell(columns.points)):
        item["points"] = _number(points, str(columns.points))
    if not is_empty(section := draft.cell(columns.section)):
        item["section"] = str(section).strip()
    if not is_empty(forbidden := draft.cell(columns.forbidden_options)):
        try:
            item["forbidden_options"] = list(read_key(forbidden, draft.options, digits).answer)
        except AnswerUnreadable as error:
            raise ItemRefused(str(columns.forbidden_options), str(error)) from None


def _number(value: Any, column: str) -> int | float:
    try:
        number = float(str(value).replace(",", "."))
    except ValueError:
        raise ItemRefused(column, f"{value!r} is no number") from None
    if not 0 <= number < 1e6:  # noqa: PLR2004 - a weight
        raise ItemRefused(column, f"{value!r} is no weight")
    return int(number) if number == int(number) else number


def _metadata(item: Mapping[str, Any], draft: Draft) -> dict[str, Any]:
    own = draft.fields.get("metadata")
    found: dict[str, Any] = dict(own) if isinstance(own, dict) else {}
    for name, value in draft.fields.items():
        if name in OWN_FIELDS - (set() if isinstance(own, dict) else {"metadata"}) or is_empty(value):
            continue
        if not _stands(name, value, item, draft):
            found.setdefault(name, value)
    for key_row in draft.key_rows:
        for name, value in key_row.fields.items():
            if is_empty(value) or _says(value, item):
                continue
            found[name if name not in found else f"{name}_of_answer_file"] = value
    return found


def _stands(name: str, value: Any, item: Mapping[str, Any], draft: Draft) -> bool:
    """Say whether all that a field tells stands in the item."""
    columns = draft.columns
    if name == columns.id:
        return str(item["question_id"]) == draft.own_id
    if name in columns.answer:
        return _says(value, item)
    if name in columns.options:
        return _is_plain_options(value)
    if name in columns.images:
        return "images_missing" not in item
    if name in (columns.has_image, columns.voided):
        return flag(value) is not None
    return name in {
        columns.question,
        *columns.context,
        columns.accepted,
        columns.points,
        columns.section,
        columns.forbidden_options,
    }


def _says(value: Any, item: Mapping[str, Any]) -> bool:
    """Say whether an answer, as the bank writes it, is the item's, letter for letter."""
    said = ",".join(map(str, value)) if isinstance(value, list) else str(value)
    return said.strip().upper() == str(item.get("answer", "")).upper()


def _is_plain_options(value: Any) -> bool:
    """Say whether options hold nothing but keys and texts."""
    if isinstance(value, list):
        return all(not isinstance(one, dict) or len(one) <= 2 for one in value)  # noqa: PLR2004 - a key and a text
    return True
