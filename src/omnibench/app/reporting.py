"""The rows of a report, from the result tree alone: mirrors and journals, also while a run writes them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from omnibench.dataset import classify_paths, parse_document
from omnibench.errors import DatasetInvalid, UsageError
from omnibench.judge.rules import expected_text
from omnibench.plan.hashes import question_hash
from omnibench.plan.select import select_documents
from omnibench.report.tally import Row
from omnibench.store.files import list_files
from omnibench.store.mirror import render
from omnibench.store.result_file import Stored, load_stored

if TYPE_CHECKING:
    from collections.abc import Mapping
    from pathlib import Path
    from typing import Any

    from omnibench.records import Question


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
        questions = _questions_of(path, stored)
        for held in stored.held:
            if held.item is not None:
                continue  # a question that the dataset no longer has
            question = questions.get(held.question_id)
            if question is not None and question.is_voided:
                continue
            rows.append(
                build_row(
                    path,
                    held.question_id,
                    held.model_key,
                    held.entry,
                    question,
                    # The mirror alone does not tell the hash of a question with images.
                    None if question is None or question.images else question_hash(question),
                )
            )
    return tuple(rows)


def build_row(
    document: str,
    question_id: str,
    model_key: str,
    entry: Mapping[str, Any],
    question: Question | None,
    hash_today: str | None,
) -> Row:
    """Build one row of a report.

    Args:
        document: its path.
        question_id: of the question.
        model_key: of the model.
        entry: as stored.
        question: as it stands today, when that is known.
        hash_today: of the question, when that is known.
    """
    stored_hash = entry.get("question_hash")
    judge = entry.get("judge") or {}
    metadata = question.raw.get("metadata") if question else None
    is_outdated = (
        question is not None and "expected" in judge and judge["expected"] != expected_text(question)
    )
    return Row(
        document=document,
        question_id=question_id,
        model_key=model_key,
        entry=entry,
        kind=question.kind if question else "",
        metadata=metadata if isinstance(metadata, dict) else {},
        is_stale=None not in (hash_today, stored_hash) and hash_today != stored_hash,
        has_outdated_verdict=is_outdated,
    )


def _mirror_of(path: str) -> str | None:
    """Return the mirror that a journal belongs to: a run may have been killed before its first swap."""
    folder, _, name = path.rpartition("/")
    for ending in (".journal.jsonl", ".journal.old.jsonl"):
        if name.startswith(".") and name.endswith(ending):
            return f"{folder}/{name[1 : -len(ending)]}.json"
    return None


def _questions_of(path: str, stored: Stored) -> dict[str, Question]:
    """Return the questions of a mirror by id; none when it cannot be read as a document any more."""
    if stored.mirror is None:
        return {}
    try:
        document = parse_document(path, render(stored.mirror))
    except DatasetInvalid:
        return {}
    return {question.question_id: question for question in document.questions}
