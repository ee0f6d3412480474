"""Reads a dataset document. The dict stays the document: views point into it, and a mirror gives it all back.

Every fault of a file is collected before any is raised. Nothing is guessed: what cannot be read for sure is
refused with its path, item, field and reason.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from omnibench import strict_json
from omnibench.dataset.item import ItemReader, Labels
from omnibench.errors import DatasetInvalid
from omnibench.records import Fault

if TYPE_CHECKING:
    from collections.abc import Mapping

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


def _labels_of(path: str, meta: Mapping[str, Any], faults: list[Fault]) -> Labels:
    """Read `labels`: a list of names, or an object of names with lists of synonyms."""
    labels = meta.get("labels", DEFAULT_LABELS)
    words = labels if isinstance(labels, dict) else {}
    synonyms = {
        name.strip(): tuple(words[name]) for name in words if isinstance(words[name], list) and words[name]
    }
    names = [*labels] if isinstance(labels, list | tuple | dict) else []
    every = [*names, *(word for some in synonyms.values() for word in some)]
    is_usable = all(isinstance(x, str) and x.strip() for x in every) and all(
        isinstance(some, list) for some in words.values()
    )
    if not is_usable or len(names) < 2 or len({x.strip().casefold() for x in every}) < len(every):  # noqa: PLR2004
        reason = "must be a list of two or more different names, or an object of names with lists of synonyms"
        faults.append(Fault(path=path, item="", field="dataset_meta.labels", reason=reason))
        return Labels(DEFAULT_LABELS, {})
    return Labels(tuple(x.strip() for x in names), synonyms)


def _parse_json(path: str, content: bytes) -> dict[str, Any]:
    try:
        raw = strict_json.parse(content)
    except UnicodeDecodeError as error:
        reason = f"is not UTF-8 (byte {error.start}); save the file as UTF-8"
        raise DatasetInvalid([Fault(path=path, item="", field="", reason=reason)]) from None
    except ValueError as error:
        raise DatasetInvalid([Fault(path=path, item="", field="", reason=f"is not JSON: {error}")]) from None
    if isinstance(raw, list):
        return {"dataset_meta": {}, "items": raw}
    if isinstance(raw, dict):
        return raw
    reason = "must be an object with `items`, or a list of questions"
    raise DatasetInvalid([Fault(path=path, item="", field="", reason=reason)])
