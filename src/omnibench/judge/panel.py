"""Pure: what judge models say of an answer, and how their opinions become one verdict.

More than half of the judges must say the same. A single judge is a panel of one.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from omnibench.judge.rules import expected_text, judge_as_fallback, overlap_of, sure_rule_verdict
from omnibench.kinds import KINDS, normalized_answer
from omnibench.records import Blind, Opinion, Verdict

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from omnibench.records import FallbackCause, Question, Reading

_CAUSES: Final[tuple[FallbackCause, ...]] = ("unavailable", "not_installed", "invalid_output")
"""Of several, the first is named: an outage ends by itself, and the next run asks again."""
_WORDS: Final = {True: "TRUE", False: "FALSE", None: "no verdict"}


def decide(opinions: Sequence[Opinion], question: Question, reading: Reading, method: str) -> Verdict:
    """Make one verdict of the opinions of all judges; where no majority agrees, rules judge in their place."""
    said = [opinion.is_correct for opinion in opinions]
    kept = tuple(opinions) if len(opinions) > 1 or opinions[0].blind else None
    for is_correct in (True, False):
        if 2 * said.count(is_correct) > len(said):
            return Verdict(
                is_correct=is_correct,
                score=int(is_correct),
                judge_method=method,
                reason=_majority(said, is_correct=is_correct),
                expected=expected_text(question),
                rule_is_correct=sure_rule_verdict(reading, question),
                overlap=overlap_of(reading, question),
                judge_hash=None if kept else opinions[0].judge_hash,
                opinions=kept,
            )
    cause, why = _why_none(opinions)
    return judge_as_fallback(reading, question, cause, why, kept)


def _majority(said: Sequence[bool | None], *, is_correct: bool) -> str:
    if len(said) == 1:
        return f"the judge model said {_WORDS[is_correct]}"
    return f"{said.count(is_correct)} of {len(said)} judges said {_WORDS[is_correct]}"


def _why_none(opinions: Sequence[Opinion]) -> tuple[FallbackCause, str]:
    if len(opinions) == 1:
        return opinions[0].cause or "invalid_output", opinions[0].reason
    causes = {opinion.cause for opinion in opinions}
    counts = ", ".join(
        f"{n} {word}"
        for value, word in _WORDS.items()
        if (n := sum(opinion.is_correct is value for opinion in opinions))
    )
    reasons = "".join(f"; {opinion.reason}" for opinion in opinions if opinion.cause)
    return next((c for c in _CAUSES if c in causes), "no_majority"), f"no majority ({counts}){reasons}"


def compare_blind(own: Reading, own_text: str, reading: Reading, question: Question) -> Blind:
    """Compare a judge's own answer with the expected one and with the model's, as far as rules can.

    Args:
        own: what rules read in the judge's own answer.
        own_text: that answer, reasoning removed.
        reading: of the model's answer.
        question: both answered it.
    """
    if question.kind == "free_text":
        said = own_text[own.span[0] : own.span[1]].strip() if own.span else ""
        return Blind(answer=said or None, is_expected=_is_correct(own, question), is_same=None)
    if own.outcome != "answered":
        return Blind(answer=None, is_expected=None, is_same=None)
    return Blind(
        answer=normalized_answer(own, question.kind),
        is_expected=_is_correct(own, question),
        is_same=set(own.answer) == set(reading.answer) if reading.is_sure else None,
    )


def _is_correct(reading: Reading, question: Question) -> bool | None:
    return KINDS[question.kind].is_correct(reading, question)


def stored_opinions(entry: Mapping[str, Any]) -> Iterator[Opinion]:
    """Yield what judge models have said of an entry's answer, be its verdict made yet or not."""
    judge = entry.get("judge") or {}
    said = [*(entry.get("opinions") or ()), *(judge.get("opinions") or ())]
    if judge.get("judge_hash") and not judge.get("fallback_cause"):
        said.append(judge)
    for one in said:
        if isinstance(one.get("judge_hash"), str) and isinstance(one.get("is_correct"), bool):
            yield Opinion(
                judge_method=str(one.get("judge_method")),
                is_correct=one["is_correct"],
                reason=str(one.get("reason")),
                judge_hash=one["judge_hash"],
                blind=_blind_from(one.get("blind")),
            )


def _blind_from(stored: Any) -> Blind | None:
    if not isinstance(stored, dict):
        return None
    answer, is_expected, is_same_ = (stored.get(name) for name in ("answer", "is_expected", "is_same"))
    return Blind(
        answer=answer if isinstance(answer, str) else None,
        is_expected=is_expected if isinstance(is_expected, bool) else None,
        is_same=is_same_ if isinstance(is_same_, bool) else None,
    )
