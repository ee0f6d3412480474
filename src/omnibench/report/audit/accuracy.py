"""Accuracy as judged, and without the judge's errors.

The corrected accuracy is the judge's accuracy over all answers plus the weighted mean of (person - judge) over the
audited ones: prediction-powered inference (Angelopoulos et al., Science 2023, doi 10.1126/science.adi6000) in its
stratified form. Its interval joins two independent errors, as in double sampling (Cochran 1977, 12.2): the audit's,
which vanishes as a stratum is audited in full (finite population correction), and that of having asked these
questions and no others, which is Wilson's over different questions. With everything audited it is the interval of the
leaderboard.

Answers of a stratum without any word keep the judge's verdicts, and the interval allows for all of these being wrong.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from omnibench.report.audit.intervals import Bounded, joined
from omnibench.report.audit.words import share_where
from omnibench.report.interval import wilson

if TYPE_CHECKING:
    from collections.abc import Sequence

    from omnibench.report.audit.sample import Key, Layer
    from omnibench.report.audit.words import Word


@dataclass(frozen=True, slots=True, kw_only=True)
class Accuracy:
    """The accuracy of a model, or of all answers together."""

    model_key: str | None
    """None: of all models."""
    n_answers: int
    n_audited: int
    n_unseen: int
    """Answers of strata in which no answer was audited."""
    judged: float
    """As the verdicts have it, over all answers."""
    corrected: float
    low: float
    high: float
    shift: float
    """Corrected minus judged, with the audit's error alone: 0 outside says that the judge is biased here."""
    shift_low: float
    shift_high: float


def accuracy_of_model(name: str, key: Key, words: Sequence[Word]) -> Accuracy:
    """Return the line of one model."""
    layers = [layer for layer in key.layers if layer.stratum.model_key == name]
    n_answers = sum(layer.n_answers for layer in layers)  # one a question
    return accuracy(name, n_answers, layers, [one for one in words if one.case.stratum.model_key == name])


def accuracy(name: str | None, n_questions: int, layers: Sequence[Layer], words: Sequence[Word]) -> Accuracy:
    """Return the line of these strata.

    Over several models n_questions is smaller than the number of answers: answers to one question are not
    independent, and counting each question once is on the safe side.
    """
    n = sum(layer.n_answers for layer in layers)
    seen = {one.case.stratum for one in words}
    unseen = {
        verdict: sum(
            layer.n_answers
            for layer in layers
            if layer.stratum not in seen and layer.stratum.is_correct is verdict
        )
        for verdict in (True, False)
    }
    n_unseen = sum(unseen.values())
    audited = share_where(words, lambda one: one.human) if words else Bounded(0.0, 0.0, 0.0)
    part, taken = (n - n_unseen) / n, unseen[True] / n
    corrected = part * audited.value + taken
    down, up = part * (audited.value - audited.low), part * (audited.high - audited.value)
    asked = Bounded(corrected, *(wilson(corrected * n_questions, n_questions) or (0.0, 1.0)))
    both = joined(Bounded(corrected, corrected - down, corrected + up), asked)
    judged = sum(layer.n_answers for layer in layers if layer.stratum.is_correct) / n
    worst, best = unseen[True] / n, unseen[False] / n
    return Accuracy(
        model_key=name,
        n_answers=n,
        n_audited=len(words),
        n_unseen=n_unseen,
        judged=judged,
        corrected=corrected,
        low=max(0.0, both.low - worst),
        high=min(1.0, both.high + best),
        shift=corrected - judged,
        shift_low=corrected - judged - down - worst,
        shift_high=corrected - judged + up + best,
    )
