"""Looks for columns that may hold what another one was taken for: two keys, two questions, answers of students.

Only a person can say which is meant, so a table with rivals is refused until `--map` names one.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any, Final

from omnibench.dataset.answers import AnswerUnreadable
from omnibench.sources.columns import role_of
from omnibench.sources.digits import digits_in
from omnibench.sources.evidence import meaning_of
from omnibench.sources.flags import flag
from omnibench.sources.keys import is_voided_word, read_key
from omnibench.sources.options import is_empty
from omnibench.sources.table import SourceUnreadable

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    Choice = tuple[Mapping[str, Any], Mapping[str, str]]
    """A row's fields and its options."""

_READABLE: Final = 0.9
_A_NAME: Final = 12
"""Characters of the name of a question, `Question 10`."""
_HALF: Final = 0.5
_KEY_WORDS: Final = ("answer", "correct", "key", "respuesta", "resposta", "antwort", "réponse", "答")
_VOIDED: Final = ("voided",)
_PERSONS: Final = (
    "student",
    "e-mail",
    "email",
    "respondent",
    "username",
    "candidate",
    "teilnehmer",
    "alumno",
    "aluno",
)
_OUTCOME_WORDS: Final = (
    "correct",
    "right",
    "score",
    "points",
    "result",
    "grade",
    "richtig",
    "punkte",
    "punt",
    "acierto",
)
_OUTCOMES: Final = frozenset(
    {"right", "wrong", "correct", "incorrect", "richtig", "falsch", "correcta", "incorrecta"}
)


def refuse_rival_keys(choices: Sequence[Choice], answers: Sequence[str], unused: Sequence[str]) -> None:
    """Refuse a table in which another column names options too, and not the same ones.

    Args:
        choices: rows, with their options.
        answers: the columns that were taken for the key.
        unused: the columns that have no role.

    Raises:
        SourceUnreadable: with both columns.
    """
    if not answers:
        return
    for name in unused:
        filled = [
            (fields, options) for fields, options in choices if options and not is_empty(fields.get(name))
        ]
        values = [fields[name] for fields, _ in filled]
        if any(word in name.casefold() for word in _PERSONS):
            raise SourceUnreadable(
                f"{name} names persons, so {answers[0]} may hold their answers and not the key; name the key with "
                f"--map answer=..., or {answers[0]} itself if it is"
            )
        if any(word in name.casefold() for word in _OUTCOME_WORDS) and _are_outcomes(values):
            raise SourceUnreadable(
                f"{name} says right or wrong, so {answers[0]} may hold somebody's answers and not the key; name the key "
                f"with --map answer=..., or {answers[0]} itself if it is"
            )
        said = _keys(name, filled)
        tells_little = len(filled) <= _HALF * len(choices) or len({*map(str, values)}) == 1
        if said is None or (tells_little and not any(word in name.casefold() for word in _KEY_WORDS)):
            continue  # one letter for all questions is a form or a part; a few cells are remarks
        chosen = _keys(answers[0], filled)
        if said != chosen:
            raise SourceUnreadable(
                f"both {answers[0]} and {name} name options, and not the same ones; say which is the key with "
                f"--map answer={answers[0]} or --map answer={name}, or name both, --map answer={answers[0]}+{name}, if "
                "they must agree"
            )


def _keys(name: str, filled: Sequence[Choice]) -> list[tuple[str, ...] | None] | None:
    """Return what a column of words names, or None when it is no column of keys."""
    values = [(fields.get(name), options) for fields, options in filled]
    if not values or any(digits_in(value) for value, _ in values if not is_empty(value)):
        return None
    meaning = meaning_of(values)
    found: list[tuple[str, ...] | None] = []
    for value, options in values:
        if is_voided_word(value, options):
            found.append(_VOIDED)
            continue
        try:
            found.append(read_key(value, options, meaning).answer)
        except AnswerUnreadable:
            found.append(None)
    return found if sum(one is not None for one in found) >= _READABLE * len(found) else None


def _are_outcomes(values: Sequence[Any]) -> bool:
    texts = {str(value).strip().casefold() for value in values}
    return len(texts) > 1 and all(text in _OUTCOMES or flag(text) is not None for text in texts)


def choose_question(rows: Sequence[Mapping[str, Any]], names: Sequence[str], unused: Sequence[str]) -> str:
    """Return the column of the question among those that may be it.

    Raises:
        SourceUnreadable: two of them may, or a column without a role asks more than the chosen one.
    """
    long = [name for name in names if not _are_numbers(rows, name)] or list(names[:1])
    twins = [name for name in unused if role_of(re.sub(r"[_ ]?\d+$", "", name)) == "question"]
    if len(rivals := [*long, *twins]) > 1 and not _are_equal(rows, rivals):
        raise SourceUnreadable(
            f"{' and '.join(rivals)} may both hold the question; say which, --map question={rivals[0]}, and what stands "
            f"before it, --map context={rivals[1]}"
        )
    question = long[0]
    asking = [
        name for name in unused if _share_asking(rows, name) > max(_HALF, _share_asking(rows, question))
    ]
    if asking:
        raise SourceUnreadable(
            f"{question} may be what stands before the question, and {asking[0]} the question; say it with --map "
            f"question={asking[0]},context={question}, or --map question={question}"
        )
    return question


def _texts(rows: Sequence[Mapping[str, Any]], name: str) -> list[str]:
    return [value.strip() for row in rows if isinstance(value := row.get(name), str) and value.strip()]


def _are_numbers(rows: Sequence[Mapping[str, Any]], name: str) -> bool:
    """Say whether short texts differ by a number alone, `Q1`, `Item 2`: they name questions."""
    texts = _texts(rows, name)
    return (
        all(len(text) <= _A_NAME for text in texts) and len({re.sub(r"\d+", "", text) for text in texts}) == 1
    )


def _are_equal(rows: Sequence[Mapping[str, Any]], names: Sequence[str]) -> bool:
    return all(len({str(row.get(name)) for name in names}) == 1 for row in rows)


def _share_asking(rows: Sequence[Mapping[str, Any]], name: str) -> float:
    texts = _texts(rows, name)
    n_asking = sum(text.endswith(("?", "？", "؟")) or text.rstrip("。 ").endswith("か") for text in texts)
    return n_asking / len(rows) if texts and len(texts) > _HALF * len(rows) else 0.0
