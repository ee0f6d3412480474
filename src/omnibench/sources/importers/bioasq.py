"""BioASQ task B: its yes/no questions, each after the snippets that answer it.

Factoid, list and summary questions are refused: BioASQ scores them by measures of its own.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from omnibench.sources.columns import Columns
from omnibench.sources.importers.importer import Importer, RowRefused

if TYPE_CHECKING:
    from collections.abc import Mapping

    from omnibench.sources.table import Row


def adapt(row: Row) -> Mapping[str, Any]:
    """Keep yes/no questions.

    Raises:
        RowRefused: it is of any other type.
    """
    kind = row.fields.get("type")
    if kind != "yesno":
        raise RowRefused(f"is of type {kind}, and only yesno questions have one answer")
    answer = row.fields.get("exact_answer")
    snippets = row.fields.get("snippets")
    texts = [one.get("text") for one in snippets or () if isinstance(one, dict)]
    return {
        **row.fields,
        "exact_answer": answer[0] if isinstance(answer, list) and answer else answer,
        "_context": texts,
    }


IMPORTER: Final = Importer(
    title="BioASQ",
    about="BioASQ task B, its yes/no questions with their snippets",
    home="https://participants-area.bioasq.org/datasets",
    licence="after registration; abstracts under the terms of the NLM",
    forms=(Columns(question="body", context=("_context",), answer=("exact_answer",), id="id"),),
    adapt=adapt,
    labels=("yes", "no"),
)
