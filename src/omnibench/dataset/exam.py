"""Reads what an exam says of a question's weight: points, section, and options that must never be chosen."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from omnibench.dataset.answers import AnswerUnreadable, read_answer_keys

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

MAX_POINTS: Final = 1e9


def read_points(value: Any, fault: Callable[[str, str], None]) -> float | None:
    """Return how much a question weighs, None where the bank does not say; what is wrong is told to `fault`."""
    if value is None:
        return None
    if not isinstance(value, int | float) or isinstance(value, bool) or not 0 <= value <= MAX_POINTS:
        fault("points", "must be a number, 0 or more; leave it out for 1")
        return None
    return float(value)


def read_section(value: Any, fault: Callable[[str, str], None]) -> str:
    """Return the part of the exam, empty where the bank does not say; what is wrong is told to `fault`."""
    if value is None:
        return ""
    if not isinstance(value, str):
        fault("section", "must be a text")
        return ""
    return value.strip()


def read_forbidden(
    value: Any,
    options: Mapping[str, str],
    rights: Sequence[tuple[str, ...]],
    fault: Callable[[str, str], None],
) -> tuple[str, ...]:
    """Return the options that must never be chosen; what is wrong is told to `fault`.

    Args:
        value: in a shape that an answer takes, or None.
        options: of the question.
        rights: every right answer, in which none of them may stand.
        fault: is told field and reason.
    """
    field = "forbidden_options"
    if value is None:
        return ()
    if not options:
        fault(field, "are for questions with options alone")
        return ()
    try:
        keys = read_answer_keys(value, options)
    except AnswerUnreadable as error:
        fault(field, str(error))
        return ()
    if not keys:
        fault(field, "must name at least one option; leave the field out where there is none")
    if wrong := [key for key in keys if any(key in right for right in rights)]:
        fault(field, f"names {', '.join(wrong)}, which a right answer names too")
    return keys
