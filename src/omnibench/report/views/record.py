"""The columns that machine-readable views share."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from omnibench.report.tally import COUNTED

if TYPE_CHECKING:
    from omnibench.report.tally import Part, Tally


def record_of(tally: Tally) -> dict[str, Any]:
    """Return one model's numbers, or those of a part of its answers, flat; ratios 0..1, no denominator gives None.

    A status that OmniBench does not know counts as asked and has no column: its name is anybody's.
    """
    low, high = tally.interval_graded or (None, None)
    return {
        "model_key": tally.model_key,
        "model": tally.model,
        **(_part_of(tally.part) if tally.part else {}),
        "asked": tally.n_asked,
        **{status: tally.n_by_status[status] for status in COUNTED},
        "graded": tally.n_graded,
        "correct": tally.n_correct,
        "unjudged": tally.n_unjudged,
        "no_answer": tally.n_no_answer,
        "stale": tally.n_stale,
        "judged_by_fallback": tally.n_fallback,
        "disputed": tally.n_disputed,
        "split": tally.n_split,
        "blind": tally.n_blind,
        "blind_expected": tally.n_blind_expected,
        "blind_against": tally.n_blind_against,
        **tally.n_by_flag,
        "accuracy_graded": tally.accuracy_graded,
        "accuracy_graded_low": low,
        "accuracy_graded_high": high,
        "accuracy_asked": tally.accuracy_asked,
        "prompt_tokens": tally.prompt_tokens,
        "completion_tokens": tally.completion_tokens,
        "reasoning_tokens": tally.reasoning_tokens,
        "cost_usd": tally.cost_usd,
        "latency_s": tally.latency_s,
        "n_settings": len(tally.settings),
        "n_digests": len(tally.digests),
    }


def _part_of(part: Part) -> dict[str, Any]:
    return {"by": part.field, "value": part.value, "is_whole": part.is_whole}
