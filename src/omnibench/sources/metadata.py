"""Keeps what has no place in an item: each field that it does not tell stands in `metadata`, under its own name."""

from __future__ import annotations

from functools import lru_cache
from itertools import count
from typing import TYPE_CHECKING, Any, Final

from omnibench.sources.options import holds_more, is_empty
from omnibench.sources.pictures import names_in

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping, Sequence

    from omnibench.sources.columns import Columns
    from omnibench.sources.draft import Draft

    Item = Mapping[str, Any]

_OF_READING: Final = frozenset({"_key", "_group", "_kind"})
"""Names that the reading of rows itself has given."""
_OF_DOCUMENTS: Final = frozenset({"kind", "images_missing", "model_results"})
"""What an item of a document says beside the roles of `Columns`."""


def metadata_of(item: Item, draft: Draft) -> dict[str, Any]:
    """Return the fields of a row, and of its rows in files of answers, that its item does not tell."""
    own = draft.fields.get("metadata")
    found: dict[str, Any] = dict(own) if isinstance(own, dict) else {}
    for name, value in draft.fields.items():
        if name in _OF_READING or is_empty(value) or (name == "metadata" and isinstance(own, dict)):
            continue
        if not _stands(name, value, item, draft):
            found[_free(name, found)] = value
    for key_row in draft.key_rows:
        for name, value in key_row.fields.items():
            if is_empty(value) or _says(value, item) or draft.fields.get(name) == value:
                continue
            found[name if name not in found else _free(f"{name}_of_answer_file", found)] = value
    return found


def _free(name: str, taken: Mapping[str, Any]) -> str:
    """Return a name that is not taken: `source`, else `source_2`."""
    return next(one for n in count(1) if (one := name if n == 1 else f"{name}_{n}") not in taken)


def _stands(name: str, value: Any, item: Item, draft: Draft) -> bool:
    """Say whether all that a field tells stands in the item."""
    role = _roles(draft.columns).get(name) or (name if name in _OF_DOCUMENTS else "")
    return role in _TELLS and _TELLS[role](value, item)


@lru_cache(maxsize=64)
def _roles(columns: Columns) -> Mapping[str, str]:
    return {name: role for role, held in columns.names().items() for name in _listed(held)}


def _listed(held: str | Sequence[str]) -> Sequence[str]:
    return [held] if isinstance(held, str) else held


def _is_held(name: str) -> Callable[[Any, Item], bool]:
    """Return how to tell that a value is an item's field of this name, letter for letter."""
    return lambda value, item: (
        name in item and list(map(str, _leaves(value))) == list(map(str, _leaves(item[name])))
    )


def _are_texts(value: Any, _: Item) -> bool:
    return not isinstance(value, dict) and all(isinstance(leaf, str) for leaf in _leaves(value))


def _are_names(value: Any, item: Item) -> bool:
    is_whole = {str(leaf).strip() for leaf in _leaves(value)} <= set(names_in(value))
    return "images_missing" not in item and is_whole


def _says(value: Any, item: Item) -> bool:
    """Say whether an answer, as the bank writes it, is the item's, letter for letter."""
    said = ",".join(map(str, value)) if isinstance(value, list) else str(value)
    return said.strip() == str(item.get("answer", ""))


_TELLS: Final[Mapping[str, Callable[[Any, Item], bool]]] = {
    "id": lambda value, item: item["question_id"] == str(value).strip(),
    "question": _are_texts,
    "context": _are_texts,
    "answer": _says,
    "options": lambda value, _: not holds_more(value),
    "images": _are_names,
    "has_image": lambda value, _: isinstance(value, bool),
    "voided": lambda value, item: value is ("voided" in item),
    "accepted": _is_held("accepted_answers"),
    "points": _is_held("points"),
    "section": _is_held("section"),
    "forbidden_options": _is_held("forbidden_options"),
    "kind": lambda value, item: value == item.get("kind"),
    "images_missing": lambda value, item: value is True and "images_missing" in item,
    "model_results": lambda value, item: value == item["model_results"],
}
"""By role: whether a field of it is told by the item."""


def _leaves(value: Any) -> Iterator[Any]:
    if isinstance(value, list | dict):
        for one in value.values() if isinstance(value, dict) else value:
            yield from _leaves(one)
    else:
        yield value
