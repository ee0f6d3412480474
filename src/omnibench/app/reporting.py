"""The rows of a report, from the result tree alone: mirrors and journals, also while a run writes them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from omnibench.dataset import classify_paths, parse_document
from omnibench.errors import DatasetInvalid, UsageError
from omnibench.plan.hashes import question_hash
from omnibench.plan.select import select_documents
from omnibench.report.tally import Row
from omnibench.store.files import list_files
from omnibench.store.mirror import render
from omnibench.store.result_file import Stored, load_stored

if TYPE_CHECKING:
    from pathlib import Path


def load_rows(result_dir: Path, only: str | None = None) -> tuple[Row, ...]:
    """Read every entry of a result tree.

    Raises:
        UsageError: no such folder, or `only` matches nothing.
        ResultCorrupt: a file that cannot be read.
    """
    if not result_dir.is_dir():
        raise UsageError(
            f"there is no result folder {result_dir}",
            hint="Run first, or name the folder: report RESULT_DIR.",
        )
    paths = list_files(result_dir)
    mirrors = {*paths, *(name for path in paths if (name := _mirror_of(path)))}
    documents = classify_paths(mirrors).documents
    if not documents:
        return ()
    rows: list[Row] = []
    for path in select_documents(documents, only):
        stored = load_stored(result_dir / path)
        hashes = _hashes_of(path, stored)
        for held in stored.held:
            if held.item is not None:
                continue  # a question that the dataset no longer has
            today = hashes.get(held.question_id)
            is_stale = None not in (today, held.question_hash) and today != held.question_hash
            rows.append(
                Row(
                    document=path,
                    question_id=held.question_id,
                    model_key=held.model_key,
                    entry=held.entry,
                    is_stale=is_stale,
                )
            )
    return tuple(rows)


def _mirror_of(path: str) -> str | None:
    """Return the mirror that a journal belongs to: a run may have been killed before its first swap."""
    folder, _, name = path.rpartition("/")
    for ending in (".journal.jsonl", ".journal.old.jsonl"):
        if name.startswith(".") and name.endswith(ending):
            return f"{folder}/{name[1 : -len(ending)]}.json"
    return None


def _hashes_of(path: str, stored: Stored) -> dict[str, str]:
    """Return today's hash of each question, as far as the mirror alone tells: not of those with images."""
    if stored.mirror is None:
        return {}
    try:
        document = parse_document(path, render(stored.mirror))
    except DatasetInvalid:
        return {}
    return {q.question_id: question_hash(q) for q in document.questions if not q.images}
