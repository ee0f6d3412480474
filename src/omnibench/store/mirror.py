"""Pure: the result document, which is the dataset document with `model_results` filled in.

Every field of the dataset and its order stay. Results of questions that the dataset no longer has are kept under
`retired_items`, never dropped.
"""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

import orjson

from omnibench import strict_json
from omnibench.entries import fault_of_entry
from omnibench.errors import ResultCorrupt

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

RETIRED = "retired_items"


def merge(
    document: Mapping[str, Any],
    question_ids: Sequence[str],
    entries: Mapping[tuple[str, str], Mapping[str, Any]],
    retired: Sequence[Mapping[str, Any]] = (),
) -> dict[str, Any]:
    """Build the result document.

    Args:
        document: the dataset document; not changed.
        question_ids: one an item, in order.
        entries: (question_id, model_key) to entry.
        retired: items with results that the dataset no longer has.
    """
    by_question: dict[str, dict[str, Any]] = {question_id: {} for question_id in question_ids}
    for (question_id, model_key), entry in entries.items():
        by_question[question_id][model_key] = entry
    items = [
        {**item, "model_results": dict(sorted(by_question[question_id].items()))}
        for item, question_id in zip(document["items"], question_ids, strict=True)
    ]
    own = {name: value for name, value in document.items() if name != RETIRED}
    return {**own, "items": items, **({RETIRED: list(retired)} if retired else {})}


def render(mirror: Mapping[str, Any]) -> bytes:
    """Return the bytes of a result document: indent 2, UTF-8, a newline at the end."""
    try:
        return orjson.dumps(mirror, option=orjson.OPT_INDENT_2 | orjson.OPT_APPEND_NEWLINE)
    except TypeError:  # an integer beyond 64 bits or a lone surrogate
        text = json.dumps(mirror, indent=2, ensure_ascii=False, allow_nan=False)
        return text.encode("utf-8", "backslashreplace") + b"\n"


def parse_mirror(path: str, content: bytes) -> dict[str, Any]:
    """Read a result document, or a bare list of items as older programs wrote it.

    Raises:
        ResultCorrupt: when it is not JSON or not a result document.
    """
    try:
        raw = strict_json.parse(content)
    except ValueError as error:
        raise ResultCorrupt(path, f"is not JSON ({error})") from None
    if isinstance(raw, list):
        raw = {"dataset_meta": {}, "items": raw}
    if not isinstance(raw, dict) or not isinstance(raw.get("items"), list):
        raise ResultCorrupt(path, "is not a result document: `items` must be a list")
    for name in ("items", RETIRED):
        items = raw.get(name, [])
        if not isinstance(items, list):
            raise ResultCorrupt(path, f"`{name}` must be a list")
        for index, item in enumerate(items):
            results = item.get("model_results", {}) if isinstance(item, dict) else None
            if not isinstance(results, dict):
                raise ResultCorrupt(path, f"{name}[{index}].model_results must be an object")
            for model_key, entry in results.items():
                if fault := fault_of_entry(entry):
                    raise ResultCorrupt(path, f"{name}[{index}].model_results.{model_key}: {fault}")
    return raw


def entries_of(path: str, items: Iterable[Mapping[str, Any]]) -> dict[tuple[str, str], Mapping[str, Any]]:
    """Collect the entries of items by (question_id, model_key).

    Raises:
        ResultCorrupt: when two items have the same id.
    """
    entries: dict[tuple[str, str], Mapping[str, Any]] = {}
    seen: set[str] = set()
    for item in items:
        results = item.get("model_results") or {}
        if not results and "question_id" not in item:
            continue
        question_id = str(item.get("question_id"))
        if question_id in seen:
            raise ResultCorrupt(path, f"two items have the id {question_id}")
        seen.add(question_id)
        entries.update({(question_id, model_key): entry for model_key, entry in results.items()})
    return entries
