"""IgakuQA: the Japanese licensing examination, several right options and numbers as answers among them."""

from __future__ import annotations

from typing import Final

from omnibench.sources.columns import Columns
from omnibench.sources.importers.importer import Importer

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
            points="points",
        ),
        Columns(question="question", options=("choices",), id="number", has_image="has_image"),
    ),
)
