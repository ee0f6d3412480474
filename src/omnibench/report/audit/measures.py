"""What an audit says: how far judge and rules agree with a person, and the accuracy without the judge's errors.

A person's word on a drawn answer stands for all answers of its stratum; words that are missing are spread over the
others of the same stratum. A stratum without any word stands in no measure of agreement. In an accuracy its answers
keep the judge's verdicts, and the interval allows for all of these being wrong.

The corrected accuracy is the judge's accuracy over all answers plus the weighted mean of (person - judge) over the
audited ones: prediction-powered inference (Angelopoulos et al., Science 2023, doi 10.1126/science.adi6000) in its
stratified form. Its interval joins two independent errors, as in double sampling (Cochran 1977, 12.2): the audit's,
which vanishes as a stratum is audited in full (finite population correction), and that of having asked these
questions and no others, which is Wilson's over different questions. With everything audited it is the interval of the
leaderboard. Measures of agreement speak of the judge, not of these answers alone, so nothing is corrected there.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from math import sqrt
from typing import TYPE_CHECKING, Final

from omnibench.errors import UsageError
from omnibench.report.audit.intervals import Bounded, exact, kappa_of, share_of, weighted_sum
from omnibench.report.interval import wilson

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Mapping, Sequence

    from omnibench.report.audit.reading import Sheet
    from omnibench.report.audit.sample import Case, Key, Layer

ALL_CELLS: Final = tuple(
    (is_correct, is_disputed) for is_correct in (True, False) for is_disputed in (False, True)
)


@dataclass(frozen=True, slots=True, kw_only=True)
class Estimate:
    """A number with its 95 % interval; None where the audit says nothing of it."""

    value: float | None
    low: float | None
    high: float | None
    n: int
    """Audited answers that it rests on."""


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


@dataclass(frozen=True, slots=True, kw_only=True)
class Disagreement:
    """An audited answer about which person and judge disagree."""

    case: Case
    human_is_correct: bool
    note: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Audit:
    """The result of an audit."""

    n_drawn: int
    n_audited: int
    """Called right or wrong; nothing else counts."""
    n_unsure: int
    n_blank: int
    """Rows that are gone included."""
    n_missing: int
    is_legacy: bool
    judge: Mapping[str, Estimate]
    """`agreement`, `kappa`, `sensitivity` (of right answers, called right), `specificity` (of wrong ones, wrong)."""
    rules: Mapping[str, Estimate]
    """The same where rules are sure, without kappa."""
    overall: Accuracy
    models: tuple[Accuracy, ...]
    judge_methods: Mapping[str, int]
    """Audited answers by who judged them."""
    unseen: tuple[Layer, ...]
    """Strata in which no answer was audited."""
    disagreements: tuple[Disagreement, ...]


@dataclass(frozen=True, slots=True)
class _Word:
    """A person's word on a case, and how many answers it stands for."""

    case: Case
    human: bool
    weight: float


def _judge(one: _Word) -> bool:
    return one.case.stratum.is_correct


def _rules(one: _Word) -> bool | None:
    return one.case.rule_is_correct


def measure(key: Key, sheet: Sheet) -> Audit:
    """Measure judge, rules and accuracies.

    Raises:
        UsageError: the sheet calls nothing right or wrong.
        ReportUnavailable: the extra `report` is not installed.
    """
    words, unseen = _words(key, sheet)
    if not words:
        raise UsageError(
            "the sheet calls no answer right or wrong yet",
            hint="Fill its column `human`, save it, read it again.",
        )
    models = sorted({layer.stratum.model_key for layer in key.layers})
    n_unsure = sum(mark.is_correct is None for mark in sheet.marks.values())
    sure = [one for one in words if _rules(one) is not None]
    return Audit(
        n_drawn=len(key.cases),
        n_audited=len(words),
        n_unsure=n_unsure,
        n_blank=len(key.cases) - len(words) - n_unsure,
        n_missing=sheet.n_missing,
        is_legacy=sheet.is_legacy,
        judge={
            "agreement": _agreement(words, _judge),
            "kappa": _kappa(words),
            "sensitivity": _share(words, _judge, is_right=True),
            "specificity": _share(words, _judge, is_right=False),
        },
        rules={
            "agreement": _agreement(sure, _rules),
            "sensitivity": _share(sure, _rules, is_right=True),
            "specificity": _share(sure, _rules, is_right=False),
        },
        overall=_accuracy(None, key.n_questions, key.layers, words),
        models=tuple(_accuracy_of_model(name, key, words) for name in models),
        judge_methods=dict(sorted(Counter(one.case.judge_method for one in words).items())),
        unseen=unseen,
        disagreements=tuple(
            Disagreement(case=one.case, human_is_correct=one.human, note=sheet.marks[one.case.audit_id].note)
            for one in words
            if one.human != _judge(one)
        ),
    )


def _words(key: Key, sheet: Sheet) -> tuple[list[_Word], tuple[Layer, ...]]:
    """Return the words that count, weighted by how many there are in a stratum, and the strata without any."""
    said = [
        (case, mark.is_correct)
        for case in key.cases
        if (mark := sheet.marks.get(case.audit_id)) and mark.is_correct is not None
    ]
    n_said = Counter(case.stratum for case, _ in said)
    size = {layer.stratum: layer.n_answers for layer in key.layers}
    words = [_Word(case, human, size[case.stratum] / n_said[case.stratum]) for case, human in said]
    return words, tuple(layer for layer in key.layers if not n_said[layer.stratum])


def _cell(one: _Word) -> tuple[bool, bool]:
    return one.case.stratum.is_correct, one.case.stratum.is_disputed


def _total(
    words: Sequence[_Word],
    holds: Callable[[_Word], bool],
    *,
    cells: Collection[tuple[bool, bool]] = ALL_CELLS,
    is_finite: bool = False,
) -> Bounded:
    """Return the share of all answers of which something holds, cell by cell of verdict x disputed.

    Args:
        words: audited answers.
        holds: what is counted.
        cells: where it can hold.
        is_finite: speak of the stored answers alone; a cell that was audited in full leaves no doubt then.
    """
    total = sum(one.weight for one in words)
    parts = []
    for wanted in cells:
        cell = [one for one in words if _cell(one) == wanted]
        if not cell:
            continue
        size = sum(one.weight for one in cell)
        bounded = exact(sum(one.weight for one in cell if holds(one)) / size, _effective(cell))
        if is_finite:
            left = sqrt(max(0.0, 1 - len(cell) / size))
            value = bounded.value
            bounded = Bounded(
                value, value - left * (value - bounded.low), value + left * (bounded.high - value)
            )
        parts.append((size / total, bounded))
    return weighted_sum(parts)


def _effective(words: Sequence[_Word]) -> float:
    """Return how many answers of equal weight would tell as much (Kish)."""
    return sum(one.weight for one in words) ** 2 / sum(one.weight**2 for one in words)


def _agreement(words: Sequence[_Word], says: Callable[[_Word], bool | None]) -> Estimate:
    agreed = _total(words, lambda one: says(one) == one.human) if words else None
    return _estimate(agreed, len(words))


def _share(words: Sequence[_Word], says: Callable[[_Word], bool | None], *, is_right: bool) -> Estimate:
    """Return how many of the answers that are right (or wrong) are called so."""
    counted = [one for one in words if one.human is is_right]
    if not counted:
        return _estimate(None, 0)

    def found(*, is_hit: bool) -> Bounded:
        # Only where judge or rules spoke so: elsewhere there is nothing to find, and so no doubt about it.
        cells = {_cell(one) for one in words if (says(one) is is_right) is is_hit}
        return _total(
            words, lambda one: one.human is is_right and (says(one) is is_right) is is_hit, cells=cells
        )

    return _estimate(share_of(found(is_hit=True), found(is_hit=False)), len(counted))


def _kappa(words: Sequence[_Word]) -> Estimate:
    """Return Cohen's kappa of the weighted table, scaled to its effective size.

    Without a disagreement the formula's error is 0; the lower end then comes from that of the agreement, at the
    chance that the table has. Where either of the two says one word only, kappa says nothing.
    """
    scale = _effective(words) / sum(one.weight for one in words)
    table = [
        [
            scale * sum(o.weight for o in words if (o.human, _judge(o)) == (human, judge))
            for judge in (True, False)
        ]
        for human in (True, False)
    ]
    rows, columns = [sum(row) for row in table], [sum(column) for column in zip(*table, strict=True)]
    if not (all(rows) and all(columns)):
        return _estimate(None, len(words))
    if all(one.human == _judge(one) for one in words):
        chance = sum(row * column for row, column in zip(rows, columns, strict=True)) / sum(rows) ** 2
        agreed = _total(words, lambda one: one.human == _judge(one))
        return _estimate(Bounded(1.0, (agreed.low - chance) / (1 - chance), 1.0), len(words))
    return _estimate(kappa_of(table), len(words))


def _accuracy_of_model(name: str, key: Key, words: Sequence[_Word]) -> Accuracy:
    layers = [layer for layer in key.layers if layer.stratum.model_key == name]
    n_answers = sum(layer.n_answers for layer in layers)  # one a question
    return _accuracy(name, n_answers, layers, [one for one in words if one.case.stratum.model_key == name])


def _accuracy(
    name: str | None, n_questions: int, layers: Sequence[Layer], words: Sequence[_Word]
) -> Accuracy:
    """Return one line of accuracies.

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
    audited = _total(words, lambda one: one.human, is_finite=True) if words else Bounded(0.0, 0.0, 0.0)
    part, taken = (n - n_unseen) / n, unseen[True] / n
    corrected = part * audited.value + taken
    down, up = part * (audited.value - audited.low), part * (audited.high - audited.value)
    low, high = wilson(corrected * n_questions, n_questions) or (0.0, 1.0)
    judged = sum(layer.n_answers for layer in layers if layer.stratum.is_correct) / n
    worst, best = unseen[True] / n, unseen[False] / n
    return Accuracy(
        model_key=name,
        n_answers=n,
        n_audited=len(words),
        n_unseen=n_unseen,
        judged=judged,
        corrected=corrected,
        low=max(0.0, corrected - sqrt(down**2 + (corrected - low) ** 2) - worst),
        high=min(1.0, corrected + sqrt(up**2 + (high - corrected) ** 2) + best),
        shift=corrected - judged,
        shift_low=corrected - judged - down - worst,
        shift_high=corrected - judged + up + best,
    )


def _estimate(found: Bounded | None, n: int) -> Estimate:
    if found is None:
        return Estimate(value=None, low=None, high=None, n=n)
    return Estimate(value=found.value, low=found.low, high=min(1.0, found.high), n=n)
