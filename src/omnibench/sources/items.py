"""Writes drafts as items; what has no place in an item goes into its `metadata`."""

from __future__ import annotations

import re
from collections import Counter
from typing import TYPE_CHECKING, Any

from omnibench.dataset.answers import AnswerUnreadable
from omnibench.entries import fault_of_entry
from omnibench.sources.flags import flag
from omnibench.sources.keys import read_key
from omnibench.sources.metadata import metadata_of
from omnibench.sources.options import is_empty, literal_of
from omnibench.sources.pictures import is_mark, names_in

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from omnibench.sources.draft import Draft
    from omnibench.sources.keys import Key, Meaning
    from omnibench.sources.pictures import Pictures


class ItemRefused(ValueError):
    """A draft that turns out to be no question that can be asked; field and reason."""

    def __init__(self, name: str, reason: str) -> None:
        super().__init__(reason)
        self.name = name
        self.reason = reason


def write_item(
    draft: Draft, question_id: str, key: Key | None, kind: str, pictures: Pictures, meaning: Meaning
) -> dict[str, Any]:
    """Return the item of a draft.

    Args:
        draft: as read, without a fault.
        question_id: unique in the document.
        key: the expected answer; None for a voided question whose answer cannot be read.
        kind: to be written, or empty where options and answer tell it.
        pictures: at hand.
        meaning: how the bank writes answers.

    Raises:
        ItemRefused: an alternative, a weight or a forbidden option cannot be read.
    """
    item: dict[str, Any] = {"question_id": question_id, "question_text": draft.text}
    if draft.options:
        item["options"] = dict(draft.options)
    if key is not None:
        item["answer"] = written(key.answer)
    accepted = [written(way) for way in _accepted(draft, key, meaning)]
    if accepted:
        item["accepted_answers"] = accepted
    if kind := _own_kind(draft) or kind:
        item["kind"] = kind
    _add_pictures(item, draft, question_id, pictures)
    if draft.is_voided:
        item["voided"] = True
    _add_exam_fields(item, draft, meaning)
    item["model_results"] = _own_results(draft)
    item["metadata"] = metadata_of(item, draft)
    return item


def _own_kind(draft: Draft) -> str:
    """Return the kind that a document's item names where it has options to choose from, or nothing."""
    kind = draft.fields.get("kind")
    return kind if kind in ("single_choice", "multiple_choice") and draft.options else ""


def _own_results(draft: Draft) -> Mapping[str, Any]:
    """Return the stored answers of a document's item; what else goes by that name is none."""
    results = draft.fields.get("model_results")
    if not isinstance(results, dict) or any(map(fault_of_entry, results.values())):
        return {}
    return results


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
    met: Counter[str] = Counter()
    numbered: list[str] = []
    for i, name in enumerate(own):
        met[name] += 1
        if met[name] > 1:
            while f"{name}_{met[name]}" in taken:
                met[name] += 1
            own[i] = f"{name}_{met[name]}"
            taken.add(own[i])
            numbered.append(own[i])
    return own, numbered


def _accepted(draft: Draft, key: Key | None, meaning: Meaning) -> list[tuple[str, ...]]:
    found = list(key.accepted) if key else []
    answer = key.answer if key else ()
    value = draft.cell(draft.columns.accepted)
    if isinstance(value, str) and isinstance(literal := literal_of(value), list):
        value = literal
    for one in value if isinstance(value, list) else [] if is_empty(value) else [value]:
        if not draft.options:
            found.append((str(one),))
            continue
        try:
            ways = _ways(read_key(one, draft.options, meaning))
        except AnswerUnreadable as error:
            raise ItemRefused(str(draft.columns.accepted), str(error)) from None
        if one is value and len(ways[0]) > 1 and len(answer) == 1:
            reason = f"{one!r} names several, and the answer is one; write A or C where each is right"
            raise ItemRefused(str(draft.columns.accepted), reason)
        found += ways
    return [way for way in dict.fromkeys(found) if way != answer]


def _ways(key: Key) -> list[tuple[str, ...]]:
    return [key.answer, *key.accepted]


def _add_pictures(item: dict[str, Any], draft: Draft, question_id: str, pictures: Pictures) -> None:
    names = [name for column in draft.columns.images for name in names_in(draft.cell(column))]
    found = [pictures.find(name) for name in names]
    marks = [draft.cell(column) for column in (draft.columns.has_image, *draft.columns.images)]
    if not names and any(is_mark(mark) and flag(mark) for mark in marks):
        found = [*pictures.of_question(draft.own_id or question_id)] or [None]
    if draft.fields.get("images_missing") is True:
        found.append(None)
    if not found:
        return
    if here := [path for path in found if path is not None]:
        item["images"] = here
    if len(here) < len(found):
        item["images_missing"] = True


def _add_exam_fields(item: dict[str, Any], draft: Draft, meaning: Meaning) -> None:
    columns = draft.columns
    if not is_empty(points := draft.cell(columns.points)):
        item["points"] = _number(points, str(columns.points))
    if not is_empty(section := draft.cell(columns.section)):
        item["section"] = str(section).strip()
    if not is_empty(forbidden := draft.cell(columns.forbidden_options)):
        try:
            item["forbidden_options"] = list(read_key(forbidden, draft.options, meaning).answer)
        except AnswerUnreadable as error:
            raise ItemRefused(str(columns.forbidden_options), str(error)) from None


def _number(value: Any, column: str) -> int | float:
    if re.fullmatch(r"[1-9]\d{0,2}(,\d{3})+", str(value).strip()):
        raise ItemRefused(column, f"{value!r} may be a fraction or thousands")
    try:
        number = float(str(value).replace(",", "."))
    except ValueError:
        raise ItemRefused(column, f"{value!r} is no number") from None
    if not 0 <= number < 1e6:  # noqa: PLR2004 - a weight
        raise ItemRefused(column, f"{value!r} is no weight")
    return int(number) if number == int(number) else number
