"""Reads a dataset document. The dict stays the document: views point into it, and a mirror gives it all back.

Every fault of a file is collected before any is raised. Nothing is guessed: what cannot be read for sure is
refused with its path, item, field and reason.
"""

from __future__ import annotations

import json
from dataclasses import dataclass
from math import isfinite
from typing import TYPE_CHECKING, Any, NoReturn

from omnibench.dataset.item import ItemReader
from omnibench.errors import DatasetInvalid
from omnibench.records import Fault

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from omnibench.records import Question

DEFAULT_LABELS = ("POSITIVE", "NEGATIVE")


@dataclass(frozen=True, slots=True, kw_only=True)
class Document:
    """One dataset file."""

    path: str
    """Relative to the dataset folder, `2025/attending/internal_medicine.json`."""
    raw: Mapping[str, Any]
    """The whole document; a bare list stands wrapped under `items`."""
    questions: tuple[Question, ...]
    """One an item, in order."""


def parse_document(path: str, content: bytes) -> Document:
    """Read a document from its bytes (UTF-8 with or without BOM, any line ends).

    Raises:
        DatasetInvalid: with every fault of the file.
    """
    document, faults = read_document(path, content)
    if faults:
        raise DatasetInvalid(faults)
    return document


def read_document(path: str, content: bytes) -> tuple[Document, list[Fault]]:
    """Read what can be read of a document; its questions are one an item only when there is no fault.

    Raises:
        DatasetInvalid: it is no JSON document with a list of items.
    """
    raw = _parse_json(path, content)
    meta, items = raw.get("dataset_meta", {}), raw.get("items")
    faults: list[Fault] = []
    if not isinstance(meta, dict):
        faults.append(Fault(path=path, item="", field="dataset_meta", reason="must be an object"))
        meta = {}
    if not isinstance(items, list):
        faults.append(Fault(path=path, item="", field="items", reason="must be a list of questions"))
        raise DatasetInvalid(faults)
    labels = _labels_of(path, meta, faults)
    reader = ItemReader(path, labels, items)
    questions = [reader.read(i, item) for i, item in enumerate(items)]
    faults += reader.faults
    return Document(path=path, raw=raw, questions=tuple(q for q in questions if q is not None)), faults


def _labels_of(path: str, meta: Mapping[str, Any], faults: list[Fault]) -> tuple[str, ...]:
    labels = meta.get("labels", DEFAULT_LABELS)
    is_usable = isinstance(labels, list | tuple) and all(isinstance(x, str) and x.strip() for x in labels)
    if not is_usable or len({x.strip().casefold() for x in labels}) < max(len(labels), 2):
        reason = "must be a list of two or more different names"
        faults.append(Fault(path=path, item="", field="dataset_meta.labels", reason=reason))
        return DEFAULT_LABELS
    return tuple(x.strip() for x in labels)


def _parse_json(path: str, content: bytes) -> dict[str, Any]:
    try:
        raw = json.loads(
            content.decode("utf-8-sig"),
            object_pairs_hook=_unique_keys,
            parse_constant=_refuse_constant,
            parse_float=_finite,
        )
    except UnicodeDecodeError as error:
        reason = f"is not UTF-8 (byte {error.start}); save the file as UTF-8"
        raise DatasetInvalid([Fault(path=path, item="", field="", reason=reason)]) from None
    except ValueError as error:
        raise DatasetInvalid([Fault(path=path, item="", field="", reason=f"is not JSON: {error}")]) from None
    except RecursionError:
        raise DatasetInvalid(
            [Fault(path=path, item="", field="", reason="is nested too deeply to be a dataset")]
        ) from None
    if isinstance(raw, list):
        return {"dataset_meta": {}, "items": raw}
    if isinstance(raw, dict):
        return raw
    reason = "must be an object with `items`, or a list of questions"
    raise DatasetInvalid([Fault(path=path, item="", field="", reason=reason)])


def _unique_keys(pairs: Sequence[tuple[str, Any]]) -> dict[str, Any]:
    # json keeps the last of two equal keys without a word: an option would vanish.
    result = dict(pairs)
    if len(result) < len(pairs):
        seen: set[str] = set()
        twice = next(key for key, _ in pairs if key in seen or seen.add(key))  # type: ignore[func-returns-value]
        msg = f"the key {twice!r} stands twice in one object"
        raise ValueError(msg)
    return result


def _finite(text: str) -> float:
    # json reads 1e999 as infinity, which no JSON file can give back.
    value = float(text)
    return value if isfinite(value) else _refuse_constant(text)


def _refuse_constant(name: str) -> NoReturn:
    msg = f"{name} is not a JSON value"
    raise ValueError(msg)
