"""What is worth knowing of an imported document that its rows do not tell."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from omnibench.dataset import Stated, find_repeated
from omnibench.sources.importers import IMPORTERS
from omnibench.sources.recognise import names_of

if TYPE_CHECKING:
    from collections.abc import Sequence

    from omnibench.dataset import Document
    from omnibench.sources.columns import Columns
    from omnibench.sources.table import Table

_FEW: Final = 4
"""Columns that many tables have, question, options, answer and id, tell no format."""


def note_repeated(document: Document) -> dict[str, list[str]]:
    """Say which questions of a document stand in it more than once."""
    stated = (
        Stated(document=document.path, question=question, pictures=question.images)
        for question in document.questions
    )
    found: dict[str, list[str]] = {}
    for one in find_repeated(stated):
        differ = ", with different answers" if one.answers_differ else ""
        names = " = ".join(question_id for _, question_id in one.places)
        found.setdefault(f"the same question stands more than once{differ}", []).append(names)
    return found


def note_formats(tables: Sequence[Table]) -> dict[str, list[str]]:
    """Say which importers know the columns of tables that are read as any table."""
    names = [set(names_of(table)) for table in tables]
    fitting = [
        name
        for name, importer in IMPORTERS.items()
        for form in importer.forms
        if any(_needed(form) <= one for one in names) and len(_needed(form)) > _FEW
    ]
    note = "a format of its own is known for these columns, and tells more"
    return {note: [f"import {name}" for name in dict.fromkeys(fitting)]} if fitting else {}


def _needed(form: Columns) -> set[str]:
    made = {
        name for name in (form.question, *form.answer, *form.options, form.id or "") if name.startswith("_")
    }
    return {name for name in (form.question, *form.answer, *form.options, form.id) if name} - made
