"""IgakuQA: the Japanese licensing examination, several right options and numbers as answers among them.

IgakuQA says of each question whether it is text alone (`text_only`), IgakuQA119 whether it has a picture.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from omnibench.sources.columns import Columns
from omnibench.sources.importers.importer import Importer

if TYPE_CHECKING:
    from collections.abc import Mapping

    from omnibench.sources.table import Row


def adapt(row: Row) -> Mapping[str, Any]:
    """Say that a question has a picture where it is not text alone."""
    text_only = row.fields.get("text_only")
    return {**row.fields, "_has_image": not text_only} if isinstance(text_only, bool) else row.fields


IMPORTER: Final = Importer(
    title="IgakuQA",
    about="IgakuQA and IgakuQA119, with the file of answers and the folder of pictures",
    home="https://github.com/jungokasai/IgakuQA",
    licence="see the repository (IgakuQA119: CC BY 4.0)",
    forms=(
        Columns(
            question="problem_text",
            options=("choices",),
            answer=("answer",),
            id="problem_id",
            has_image="_has_image",
            points="points",
        ),
        Columns(question="question", options=("choices",), id="number", has_image="has_image"),
    ),
    adapt=adapt,
)
