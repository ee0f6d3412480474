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
    except (ValueError, IndexError) as error:
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
            n_answers=_get(one, "n_answers", int),
            n_drawn=_get(one, "n_drawn", int),
        )
        for one in _get(raw, "strata", list)
    )
    cases = tuple(
        Case(
            audit_id=_get(one, "audit_id", str),
            document=_get(one, "document", str),
            question_id=_get(one, "question_id", str),
            stratum=layers[_get(one, "stratum", int)].stratum,
            weight=layers[_get(one, "stratum", int)].weight,
            judge_method=_get(one, "judge_method", str),
            rule_is_correct=_get(one, "rule_is_correct", bool, None),
            answer_hash=_get(one, "answer_hash", str),
        )
        for one in _get(raw, "cases", list)
    )
    return Key(
        version=_get(raw, "omnibench", str),
        seed=_get(raw, "seed", int),
        n_questions=_get(raw, "n_questions", int),
        layers=layers,
        cases=cases,
    )


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
        if not 0 < layer.n_drawn <= layer.n_answers or drawn[layer.stratum] != layer.n_drawn:
            return f"the counts of a stratum of {layer.stratum.model_key} do not fit its cases"
    if len({layer.stratum for layer in key.layers}) != len(key.layers):
        return "a stratum stands in it twice"
    if len({case.audit_id for case in key.cases}) != len(key.cases):
        return "an audit_id stands in it twice"
    return None if key.cases and key.n_questions > 0 else "it holds no cases"


def _invalid(path: str, reason: str) -> AuditInvalid:
    return AuditInvalid([Fault(path=path, item="", field="", reason=reason)])
