"""What `judge-audit --json` prints."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from omnibench.report.audit.accuracy import Accuracy
    from omnibench.report.audit.measures import Audit, Estimate
    from omnibench.report.audit.sample import Key, Layer


def record_of_draw(key: Key) -> dict[str, Any]:
    """Return what was drawn, without the cases."""
    return {
        "n_answers": sum(layer.n_answers for layer in key.layers),
        "n_drawn": len(key.cases),
        "seed": key.seed,
        "strata": [_stratum_record(layer) for layer in key.layers],
    }


def record_of_audit(audit: Audit) -> dict[str, Any]:
    """Return the result of an audit; ratios 0..1, what has no value is None."""
    return {
        "n_drawn": audit.n_drawn,
        "n_audited": audit.n_audited,
        "n_unsure": audit.n_unsure,
        "n_blank": audit.n_blank,
        "judge": {name: _estimate_record(one) for name, one in audit.judge.items()},
        "rules": {name: _estimate_record(one) for name, one in audit.rules.items()},
        "overall": _accuracy_record(audit.overall),
        "models": [_accuracy_record(one) for one in audit.models],
        "judge_methods": dict(audit.judge_methods),
        "strata_without_a_word": [_stratum_record(layer) for layer in audit.unseen],
        "disagreements": [
            {
                "audit_id": one.case.audit_id,
                "document": one.case.document,
                "question_id": one.case.question_id,
                "model_key": one.case.stratum.model_key,
                "judge_method": one.case.judge_method,
                "judge_is_correct": one.case.stratum.is_correct,
                "rule_is_correct": one.case.rule_is_correct,
                "human_is_correct": one.human_is_correct,
                "note": one.note,
            }
            for one in audit.disagreements
        ],
    }


def _estimate_record(one: Estimate) -> dict[str, Any]:
    return {"value": _rounded(one.value), "low": _rounded(one.low), "high": _rounded(one.high), "n": one.n}


def _accuracy_record(one: Accuracy) -> dict[str, Any]:
    return {
        "model_key": one.model_key,
        "n_answers": one.n_answers,
        "n_audited": one.n_audited,
        "n_unseen": one.n_unseen,
        "accuracy_judged": _rounded(one.judged),
        "accuracy_corrected": _rounded(one.corrected),
        "accuracy_corrected_low": _rounded(one.low),
        "accuracy_corrected_high": _rounded(one.high),
        "shift": _rounded(one.shift),
        "shift_low": _rounded(one.shift_low),
        "shift_high": _rounded(one.shift_high),
    }


def _rounded(value: float | None) -> float | None:
    return None if value is None else round(value, 6) + 0.0  # never -0.0


def _stratum_record(layer: Layer) -> dict[str, Any]:
    return {
        "model_key": layer.stratum.model_key,
        "is_correct": layer.stratum.is_correct,
        "is_disputed": layer.stratum.is_disputed,
        "n_answers": layer.n_answers,
        "n_drawn": layer.n_drawn,
    }
