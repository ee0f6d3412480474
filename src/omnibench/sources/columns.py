"""What a column of a foreign bank holds, by its name."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from collections.abc import Mapping

_NAMES: Final[Mapping[str, str]] = {
    **dict.fromkeys(("question", "question_text", "qtext", "stem", "enunciado", "題目", "问题"), "question"),
    **dict.fromkeys(("answer", "answer_idx", "correct", "correct_option", "final_decision", "ra"), "answer"),
    **dict.fromkeys(("respuesta", "解答", "答案", "correct_answers", "cop"), "answer"),
    **dict.fromkeys(("options", "choices", "opciones", "answers"), "options"),
    **dict.fromkeys(("a", "b", "c", "d", "e", "opa", "opb", "opc", "opd", "option_1", "option_2"), "option"),
    **dict.fromkeys(("id", "qid", "number", "numero", "index", "question_id", "問題番号"), "id"),
}


def role_of(name: str) -> str | None:
    """Say what a column with this name holds, or None."""
    return _NAMES.get(name.strip().casefold())
