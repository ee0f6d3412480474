"""The key of an audit as JSON: what is hidden from the person, kept for reading the sheet back."""

from __future__ import annotations

import json
from collections import Counter
from typing import TYPE_CHECKING, Any, Final

from omnibench import strict_json
from omnibench.errors import AuditInvalid
from omnibench.records import Fault
from omnibench.report.audit.sample import Case, Key, Layer, Stratum

if TYPE_CHECKING:
    from collections.abc import Mapping

FORMAT: Final = 1
_MAX_COUNT: Final = 1_000_000_000


def key_text(key: Key) -> str:
    """Return the key as JSON."""
    number = {layer.stratum: i for i, layer in enumerate(key.layers)}
    record = {
        "audit_key": FORMAT,
        "omnibench": key.version,
        "seed": key.seed,
        "n_questions": key.n_questions,
        "strata": [
            {
                "model_key": layer.stratum.model_key,
                "is_correct": layer.stratum.is_correct,
                "is_disputed": layer.stratum.is_disputed,
                "n_answers": layer.n_answers,
                "n_drawn": layer.n_drawn,
            }
            for layer in key.layers
        ],
        "cases": [
            {
                "audit_id": case.audit_id,
                "document": case.document,
                "question_id": case.question_id,
                "model_key": case.stratum.model_key,
                "stratum": number[case.stratum],
                "weight": case.weight,
                "is_correct": case.stratum.is_correct,
                "judge_method": case.judge_method,
                "rule_is_correct": case.rule_is_correct,
                "answer_hash": case.answer_hash,
            }
            for case in key.cases
        ],
    }
    return json.dumps(record, indent=2, ensure_ascii=True) + "\n"


def parse_key(path: str, content: bytes) -> Key:
    """Read a key.

    Raises:
        AuditInvalid: it is none, or was changed so that its numbers do not fit together.
    """
    try:
        raw = strict_json.parse(content)
    except ValueError as error:
        raise _invalid(path, f"is not JSON ({error})") from None
    if not isinstance(raw, dict) or "audit_key" not in raw:
        raise _invalid(path, "is no key of an audit; it is the key.json that was written beside the sheet")
    if raw["audit_key"] != FORMAT:
        raise _invalid(path, f"has the format {raw['audit_key']!r}; this program reads {FORMAT}")
    try:
        key = _key(raw)
    except ValueError as error:
        raise _invalid(path, f"was changed: {error}") from None
    if fault := _fault_of(key):
        raise _invalid(path, f"was changed: {fault}")
    return key


def _key(raw: Mapping[str, Any]) -> Key:
    layers = tuple(
        Layer(
            stratum=Stratum(
                _get(one, "model_key", str), _get(one, "is_correct", bool), _get(one, "is_disputed", bool)
            ),
            n_answers=_count(one, "n_answers"),
            n_drawn=_count(one, "n_drawn"),
        )
        for one in _get(raw, "strata", list)
    )
    cases = tuple(_case(one, dict(enumerate(layers))) for one in _get(raw, "cases", list))
    return Key(
        version=_get(raw, "omnibench", str),
        seed=_get(raw, "seed", int),
        n_questions=_count(raw, "n_questions"),
        layers=layers,
        cases=cases,
    )


def _case(raw: Any, layers: Mapping[int, Layer]) -> Case:
    audit_id, layer = _get(raw, "audit_id", str), layers.get(_get(raw, "stratum", int))
    told = (_get(raw, "model_key", str), _get(raw, "is_correct", bool), _get(raw, "weight", float))
    if layer is None or told != (layer.stratum.model_key, layer.stratum.is_correct, layer.weight):
        msg = f"{audit_id} does not fit its stratum"
        raise ValueError(msg)
    return Case(
        audit_id=audit_id,
        document=_get(raw, "document", str),
        question_id=_get(raw, "question_id", str),
        stratum=layer.stratum,
        weight=layer.weight,
        judge_method=_get(raw, "judge_method", str),
        rule_is_correct=_get(raw, "rule_is_correct", bool, None),
        answer_hash=_get(raw, "answer_hash", str),
    )


def _count(raw: Any, name: str) -> int:
    value: int = _get(raw, name, int)
    if not 0 < value <= _MAX_COUNT:
        msg = f"`{name}` is not what was written"
        raise ValueError(msg)
    return value


def _get(raw: Any, name: str, kind: type, *others: None) -> Any:
    value = raw.get(name, ...) if isinstance(raw, dict) else ...
    if type(value) is kind or value in others:
        return value
    msg = f"`{name}` is not what was written"
    raise ValueError(msg)


def _fault_of(key: Key) -> str | None:
    """Say what does not fit together; weights and counts must be those that were drawn."""
    drawn = Counter(case.stratum for case in key.cases)
    for layer in key.layers:
        if layer.n_drawn > layer.n_answers or drawn[layer.stratum] != layer.n_drawn:
            return f"the counts of a stratum of {layer.stratum.model_key} do not fit its cases"
    if len({layer.stratum for layer in key.layers}) != len(key.layers):
        return "a stratum stands in it twice"
    if len({case.audit_id.lower() for case in key.cases}) != len(key.cases):
        return "an audit_id stands in it twice"
    answers: Counter[str] = Counter()  # a model answers a question once
    for layer in key.layers:
        answers[layer.stratum.model_key] += layer.n_answers
    if key.cases and not max(answers.values()) <= key.n_questions <= answers.total():
        return "`n_questions` does not fit the counts of its strata"
    return None if key.cases else "it holds no cases"


def _invalid(path: str, reason: str) -> AuditInvalid:
    return AuditInvalid([Fault(path=path, item="", field="", reason=reason)])
