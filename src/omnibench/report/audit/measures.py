"""What an audit says: how far judge and rules agree with a person, and the accuracy without the judge's errors.

A person's word on a drawn answer stands for all answers of its stratum; words that are missing are spread over the
others of the same stratum. A stratum without any word stands in no measure of agreement. These measures speak of the
judge and not of the stored answers alone: like those of the accuracy their intervals join the audit's error and that
of having judged these answers and no others, which is Clopper and Pearson's over all answers that are spoken of.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from typing import TYPE_CHECKING

from omnibench.errors import UsageError
from omnibench.report.audit.accuracy import accuracy, accuracy_of_model
from omnibench.report.audit.intervals import Bounded, exact, joined, kappa_of, share_of
from omnibench.report.audit.words import cell_of, effective_size, share_where, weigh

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    from omnibench.report.audit.accuracy import Accuracy
    from omnibench.report.audit.reading import Sheet
    from omnibench.report.audit.sample import Case, Key, Layer
    from omnibench.report.audit.words import Word


@dataclass(frozen=True, slots=True, kw_only=True)
class Estimate:
    """A number with its 95 % interval; None where the audit says nothing of it."""

    value: float | None
    low: float | None
    high: float | None
    n: int
    """Audited answers that it rests on."""


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


def measure(key: Key, sheet: Sheet) -> Audit:
    """Measure judge, rules and accuracies.

    Raises:
        UsageError: the sheet calls nothing right or wrong.
        ReportUnavailable: the extra `report` is not installed.
    """
    words, unseen = weigh(key, sheet)
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
        overall=accuracy(None, key.n_questions, key.layers, words),
        models=tuple(accuracy_of_model(name, key, words) for name in models),
        judge_methods=dict(sorted(Counter(one.case.judge_method for one in words).items())),
        unseen=unseen,
        disagreements=tuple(
            Disagreement(case=one.case, human_is_correct=one.human, note=sheet.marks[one.case.audit_id].note)
            for one in words
            if one.human != _judge(one)
        ),
    )


def _judge(one: Word) -> bool:
    return one.case.stratum.is_correct


def _rules(one: Word) -> bool | None:
    return one.case.rule_is_correct


def _agreement(words: Sequence[Word], says: Callable[[Word], bool | None]) -> Estimate:
    return _estimate(_agreed(words, says) if words else None, len(words))


def _agreed(words: Sequence[Word], says: Callable[[Word], bool | None]) -> Bounded:
    return _beyond(share_where(words, lambda one: says(one) == one.human), words)


def _beyond(stored: Bounded, spoken_of: Sequence[Word]) -> Bounded:
    """Return a share of stored answers as one of all that judge or rules might ever call right or wrong."""
    return joined(stored, exact(stored.value, sum(one.weight for one in spoken_of)))


def _share(words: Sequence[Word], says: Callable[[Word], bool | None], *, is_right: bool) -> Estimate:
    """Return how many of the answers that are right (or wrong) are called so."""
    counted = [one for one in words if one.human is is_right]
    if not counted:
        return _estimate(None, 0)

    def found(*, is_hit: bool) -> Bounded:
        # Only where judge or rules spoke so: elsewhere there is nothing to find, and so no doubt about it.
        cells = {cell_of(one) for one in words if (says(one) is is_right) is is_hit}
        return share_where(
            words, lambda one: one.human is is_right and (says(one) is is_right) is is_hit, cells=cells
        )

    stored = share_of(found(is_hit=True), found(is_hit=False))
    return _estimate(_beyond(stored, counted) if stored else None, len(counted))


def _kappa(words: Sequence[Word]) -> Estimate:
    """Return Cohen's kappa of the weighted table, scaled to its effective size.

    Without a disagreement the formula's error is 0; the lower end then comes from that of the agreement, at the
    chance that the table has. Where either of the two says one word only, kappa says nothing.
    """
    scale = effective_size(words) / sum(one.weight for one in words)
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
        agreed = _agreed(words, _judge)
        return _estimate(Bounded(1.0, (agreed.low - chance) / (1 - chance), 1.0), len(words))
    return _estimate(kappa_of(table), len(words))


def _estimate(found: Bounded | None, n: int) -> Estimate:
    if found is None:
        return Estimate(value=None, low=None, high=None, n=n)
    return Estimate(value=found.value, low=found.low, high=min(1.0, found.high), n=n)
