"""Pure: verdicts by rules."""

from __future__ import annotations

from dataclasses import asdict, fields, replace
from typing import TYPE_CHECKING, Any

from omnibench.kinds import KINDS
from omnibench.records import Verdict

if TYPE_CHECKING:
    from omnibench.records import FallbackCause, Opinion, Question, Reading

RULES = "rule_based_v1"
FALLBACK = "rule_based_fallback_v1"
_ONLY_WHEN_KNOWN = frozenset({"fallback_cause", "rule_is_correct", "overlap", "judge_hash", "opinions"})


def judge_by_rules(reading: Reading, question: Question) -> Verdict:
    """Compare what was read with what is expected."""
    return _verdict(reading, question, RULES, None, "")


def judge_as_fallback(
    reading: Reading,
    question: Question,
    cause: FallbackCause,
    why: str,
    opinions: tuple[Opinion, ...] | None = None,
) -> Verdict:
    """Judge by rules in place of a judge model, and say why."""
    verdict = _verdict(reading, question, FALLBACK, cause, f"{why}; ")
    return replace(verdict, opinions=opinions)


def expected_text(question: Question) -> str | None:
    """Return what is right as stored, `A`, `B,C`, `POSITIVE`, a reference text, `A or C`; None without an answer.

    It names the accepted answers too: a verdict from before one was added or taken away is told by it.
    """
    return " or ".join((",".join(question.expected), *question.accepted)) if question.expected else None


def judge_dict(verdict: Verdict) -> dict[str, Any]:
    """Return a verdict as stored under `judge`; some facts stand there only when there are any."""
    found: dict[str, Any] = {}
    for field in fields(verdict):
        value = getattr(verdict, field.name)
        if value is not None or field.name not in _ONLY_WHEN_KNOWN:
            found[field.name] = value
    if verdict.opinions:
        found["opinions"] = [opinion_dict(opinion) for opinion in verdict.opinions]
    return found


def opinion_dict(opinion: Opinion) -> dict[str, Any]:
    """Return an opinion as stored; what there is not does not stand there."""
    found = {name: value for name, value in asdict(opinion).items() if value is not None}
    return {**found, "is_correct": opinion.is_correct}


def sure_rule_verdict(reading: Reading, question: Question) -> bool | None:
    """Say whether an answer is right, where the rules are sure of what it is; None elsewhere."""
    return KINDS[question.kind].is_correct(reading, question) if reading.is_sure else None


def overlap_of(reading: Reading, question: Question) -> float | None:
    """Return shared options over all that were read or expected, for questions with several right ones.

    Of several right answers the nearest counts.
    """
    if question.kind != "multiple_choice" or reading.outcome != "answered":
        return None
    read = set(reading.answer)
    rights = map(set, question.right_answers)
    return max(round(len(read & right) / len(read | right), 4) for right in rights)


def _verdict(
    reading: Reading, question: Question, method: str, cause: FallbackCause | None, preface: str
) -> Verdict:
    is_correct = KINDS[question.kind].is_correct(reading, question)
    return Verdict(
        is_correct=is_correct,
        score=None if is_correct is None else int(is_correct),
        judge_method=method,
        reason=preface + _reason(reading, question, is_correct=is_correct),
        expected=expected_text(question),
        fallback_cause=cause,
        overlap=overlap_of(reading, question),
    )


def _reason(reading: Reading, question: Question, *, is_correct: bool | None) -> str:
    expected = expected_text(question)
    if is_correct is None:
        return "rules can say of free text only that it equals a reference"
    if reading.outcome == "answered":
        return f"read {','.join(reading.answer)} by {reading.how}, expected {expected}"
    found = {"refused": "the model declined to answer", "several": "the answer names several options"}
    return f"{found.get(reading.outcome, 'no answer could be read')}, expected {expected}"
