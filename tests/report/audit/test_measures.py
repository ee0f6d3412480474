"""What an audit says, by hand on small sheets and by simulation on many."""

from math import hypot, sqrt

import numpy as np
import pytest
from audit_builders import audited
from statsmodels.stats.inter_rater import cohens_kappa
from statsmodels.stats.proportion import proportion_confint

from omnibench.errors import UsageError
from omnibench.report.audit import Mark, Sheet, measure
from omnibench.report.audit.intervals import Bounded, share_of
from omnibench.report.interval import wilson

T, F = True, False


def words(n_right, n_wrong):
    return [T] * n_right + [F] * n_wrong


def small():
    """100 called right, of which 8 of 10 are; 50 called wrong, of which 2 of 10 are right."""
    return measure(*audited((T, 100, words(8, 2)), (F, 50, words(2, 8))))


def distances(k, n):
    low, high = proportion_confint(k, n, method="beta")
    return k / n - low, high - k / n


# --- by hand -----------------------------------------------------------------------------------------


def test_shares_are_those_of_all_answers_not_of_the_sample():
    judge = small().judge

    assert pytest.approx((80 + 40) / 150) == judge["agreement"].value
    assert pytest.approx(80 / 90) == judge["sensitivity"].value
    assert pytest.approx(40 / 60) == judge["specificity"].value
    assert (20, 10, 10) == tuple(judge[name].n for name in ("agreement", "sensitivity", "specificity"))


def test_the_interval_of_agreement_joins_those_of_the_cells_and_that_of_all_answers():
    (down, up), found = distances(8, 10), small().judge["agreement"]
    beyond_down, beyond_up = distances(120, 150)
    parts = 0.9 * (2 / 3) ** 2 + 0.8 * (1 / 3) ** 2

    assert pytest.approx(0.8 - sqrt(parts * down**2 + beyond_down**2)) == found.low
    assert pytest.approx(0.8 + sqrt(parts * up**2 + beyond_up**2)) == found.high


@pytest.mark.parametrize(
    ("name", "k", "n"), [("agreement", 36, 40), ("sensitivity", 27, 28), ("specificity", 9, 12)]
)
def test_with_everything_audited_an_interval_is_the_binomial_one(name, k, n):
    found = measure(*audited((T, 30, words(27, 3)), (F, 10, words(1, 9)))).judge[name]

    assert pytest.approx((k / n, *proportion_confint(k, n, method="beta"))) == (
        found.value,
        found.low,
        found.high,
    )


def test_kappa_is_statsmodels_on_the_table_at_its_effective_size():
    # 10 answers of weight 10 and 10 of weight 5 tell as much as 150^2 / (10 x 100 + 10 x 25) = 18.
    direct = cohens_kappa(np.array([[80, 10], [20, 40]]) * 18 / 150)
    found = small().judge["kappa"]

    assert pytest.approx(4 / 7) == found.value
    assert pytest.approx((direct.kappa, direct.kappa_low, direct.kappa_upp)) == (
        found.value,
        found.low,
        found.high,
    )


def test_the_corrected_accuracy_is_the_judges_plus_what_the_person_changes():
    [model] = small().models

    assert pytest.approx(100 / 150) == model.judged
    assert pytest.approx(100 / 150 - 2 / 3 * 0.2 + 1 / 3 * 0.2) == model.corrected
    assert pytest.approx(model.corrected - model.judged) == model.shift
    assert (150, 20, 0) == (model.n_answers, model.n_audited, model.n_unseen)


def test_the_interval_of_the_accuracy_joins_the_audits_and_that_of_the_questions():
    [model] = small().models
    down = sqrt((2 / 3 * distances(8, 10)[0]) ** 2 * 0.9 + (1 / 3 * distances(2, 10)[0]) ** 2 * 0.8)
    up = sqrt((2 / 3 * distances(8, 10)[1]) ** 2 * 0.9 + (1 / 3 * distances(2, 10)[1]) ** 2 * 0.8)
    low, high = wilson(0.6 * 150, 150)

    assert pytest.approx((model.shift - down, model.shift + up)) == (model.shift_low, model.shift_high)
    assert pytest.approx(0.6 - sqrt(down**2 + (0.6 - low) ** 2)) == model.low
    assert pytest.approx(0.6 + sqrt(up**2 + (high - 0.6) ** 2)) == model.high


def test_with_everything_audited_the_interval_is_that_of_the_leaderboard():
    [model] = measure(*audited((T, 30, words(27, 3)), (F, 10, words(1, 9)))).models

    assert pytest.approx(28 / 40) == model.corrected
    assert pytest.approx(wilson(28, 40)) == (model.low, model.high)
    assert pytest.approx((model.shift, model.shift)) == (model.shift_low, model.shift_high)


def test_a_person_who_agrees_throughout_leaves_a_doubt():
    audit = measure(*audited((T, 100, words(20, 0)), (F, 100, words(0, 20))))
    [model] = audit.models

    assert all(1.0 == one.value == one.high for one in audit.judge.values())
    assert all(one.low < 0.92 for one in audit.judge.values())
    assert 0.0 == model.shift
    assert model.shift_low < -0.05
    assert model.shift_high > 0.05


def test_where_nothing_can_be_missed_there_is_no_doubt():
    # Right answers are missed only among those called wrong, and found only among those called right.
    low, high = proportion_confint(20, 20, method="beta")[0], proportion_confint(0, 20, method="beta")[1]
    left = sqrt(0.8)
    stored = share_of(Bounded(0.5, 0.5 - 0.5 * left * (1 - low), 0.5), Bounded(0.0, 0.0, 0.5 * left * high))
    beyond = proportion_confint(100, 100, method="beta")[0]
    found = measure(*audited((T, 100, words(20, 0)), (F, 100, words(0, 20)))).judge["sensitivity"]

    assert pytest.approx(1 - hypot(1 - stored.low, 1 - beyond)) == found.low


def test_where_either_says_one_word_only_kappa_says_nothing():
    for groups in [((T, 50, words(9, 1)),), ((T, 50, words(9, 0)), (F, 50, words(9, 0)))]:
        kappa = measure(*audited(*groups)).judge["kappa"]
        assert (None, None, None) == (kappa.value, kappa.low, kappa.high)


def test_where_no_answer_is_wrong_there_is_no_specificity():
    found = measure(*audited((T, 50, words(9, 0)), (F, 50, words(9, 0)))).judge["specificity"]

    assert (None, None, None, 0) == (found.value, found.low, found.high, found.n)


# --- rules -------------------------------------------------------------------------------------------


def test_rules_are_measured_where_they_are_sure():
    audit = measure(
        *audited(
            (T, 60, words(6, 0)),
            (T, 30, words(1, 2), {"disputed": True}),
            (F, 40, words(0, 4)),
            (F, 99, words(0, 9), {"model": "n", "rules": None}),
        )
    )

    assert {"agreement", "sensitivity", "specificity"} == set(audit.rules)
    assert 13 == audit.rules["agreement"].n
    assert pytest.approx((60 + 20 + 40) / 130) == audit.rules["agreement"].value
    assert pytest.approx(60 / 70) == audit.rules["sensitivity"].value
    assert pytest.approx(1.0) == audit.rules["specificity"].value


def test_rules_that_are_never_sure_have_no_numbers():
    audit = measure(*audited((T, 9, words(3, 0), {"rules": None}), (F, 9, words(1, 2), {"rules": None})))

    assert {(None, 0)} == {(one.value, one.n) for one in audit.rules.values()}


# --- what is left out --------------------------------------------------------------------------------


def test_unsure_and_blank_are_counted_and_stand_in_no_number():
    full = measure(*audited((T, 100, words(8, 2)), (F, 50, words(2, 8))))
    audit = measure(*audited((T, 100, [*words(8, 2), None, "", ""]), (F, 50, [*words(2, 8), None])))

    assert (24, 20, 2, 2) == (audit.n_drawn, audit.n_audited, audit.n_unsure, audit.n_blank)
    assert (full.judge, full.models) == (audit.judge, audit.models)


def test_a_stratum_without_a_word_keeps_the_judges_verdicts_and_may_be_all_wrong():
    seen = [(T, 80, words(8, 2)), (F, 60, words(2, 8))]
    blank = [(T, 40, ["", None], {"disputed": True}), (F, 20, ["", ""], {"disputed": True})]
    [part], audit = measure(*audited(*seen)).models, measure(*audited(*seen, *blank))
    [model] = audit.models

    assert [(40, True), (20, False)] == [(one.n_answers, one.stratum.is_correct) for one in audit.unseen]
    assert 60 == model.n_unseen
    assert pytest.approx(120 / 200) == model.judged
    assert pytest.approx((64 + 12 + 40) / 200) == model.corrected
    down, up = part.shift - part.shift_low, part.shift_high - part.shift
    assert pytest.approx(model.shift - 0.7 * down - 40 / 200) == model.shift_low
    assert pytest.approx(model.shift + 0.7 * up + 20 / 200) == model.shift_high
    assert model.low < model.corrected - 40 / 200
    assert model.high > model.corrected + 20 / 200
    assert pytest.approx((64 + 48) / 140) == audit.judge["agreement"].value


def test_a_model_without_a_word_has_the_judges_accuracy_and_no_certainty():
    audit = measure(
        *audited((T, 10, words(3, 0)), (T, 6, ["", ""], {"model": "n"}), (F, 4, [""], {"model": "n"}))
    )
    [_, silent] = audit.models

    assert ("n", 0, 10, 0.6, 0.6) == (
        silent.model_key, silent.n_audited, silent.n_unseen, silent.judged, silent.corrected,
    )  # fmt: skip
    assert (0.0, 1.0) == (silent.low, silent.high)


def test_a_sheet_without_a_word_is_refused():
    with pytest.raises(UsageError, match="no answer right or wrong yet"):
        measure(*audited((T, 10, [None, ""])))


# --- several models ----------------------------------------------------------------------------------


def test_each_model_has_its_line_and_all_have_one():
    audit = measure(*audited((T, 20, words(4, 1)), (T, 60, words(2, 2), {"model": "b"})))

    assert ["b", "m"] == [one.model_key for one in audit.models]
    assert pytest.approx([0.5, 0.8]) == [one.corrected for one in audit.models]
    assert pytest.approx((60 * 0.5 + 20 * 0.8) / 80) == audit.overall.corrected
    assert audit.overall.model_key is None


def test_answers_to_the_same_questions_are_not_counted_as_so_many_questions():
    groups = [(T, 100, words(20, 5), {"model": f"m{i}"}) for i in range(4)]
    shared, apart = (measure(*audited(*groups, n_questions=n)).overall for n in (100, 400))

    assert (apart.corrected, apart.shift_low) == (shared.corrected, shared.shift_low)
    assert shared.high - shared.low > 1.2 * (apart.high - apart.low)


def test_methods_and_disagreements_are_named():
    key, sheet = audited((T, 9, words(2, 1)), (F, 9, [F, F], {"method": "rule_based_v1"}))
    marks = {**sheet.marks, "a3": Mark(is_correct=False, note="says C")}
    audit = measure(key, Sheet(marks=marks))

    assert {"llm_judge_j": 3, "rule_based_v1": 2} == audit.judge_methods
    assert [("a3", False, "says C")] == [
        (one.case.audit_id, one.human_is_correct, one.note) for one in audit.disagreements
    ]


# --- by simulation -----------------------------------------------------------------------------------

CELLS = ((T, False), (T, True), (F, False), (F, True))


def simulated(random, sizes, rates, draws):
    """One study: answers from cells of these sizes, right at these rates, of which so many are drawn."""
    groups = []
    for (verdict, disputed), n, rate, n_drawn in zip(
        CELLS, random.multinomial(sum(sizes), np.array(sizes) / sum(sizes)), rates, draws, strict=True
    ):
        truth = random.random(n) < rate
        groups.append((verdict, int(n), [bool(one) for one in truth[:n_drawn]], {"disputed": disputed}))
    return measure(*audited(*groups))


def covers(estimate, truth):
    return estimate.low <= truth <= estimate.high


@pytest.mark.parametrize(
    ("sizes", "rates", "draws"),
    [
        ((600, 30, 340, 30), (0.90, 0.4, 0.02, 0.5), (110, 20, 50, 20)),
        ((90, 20, 860, 30), (0.97, 0.5, 0.02, 0.6), (60, 10, 100, 30)),
    ],
    ids=["a lenient judge", "a weak model"],
)
def test_intervals_hold_the_truth_as_often_as_they_say_and_the_uncorrected_one_does_not(sizes, rates, draws):
    share, rate = np.array(sizes) / sum(sizes), np.array(rates)
    right = float(share @ rate)
    caught = float(share[:2] @ rate[:2]) / right
    refused = float(share[2:] @ (1 - rate[2:])) / (1 - right)
    random, n = np.random.default_rng(20), 250
    audits = [simulated(random, sizes, rates, draws) for _ in range(n)]
    models = [audit.models[0] for audit in audits]
    plain = [wilson(one.judged * one.n_answers, one.n_answers) for one in models]

    assert abs(np.mean([one.corrected for one in models]) - right) < 0.005
    assert 0.93 <= np.mean([covers(one, right) for one in models]) <= 1.0
    assert np.mean([low <= right <= high for low, high in plain]) < 0.5
    assert 0.92 <= np.mean([covers(audit.judge["sensitivity"], caught) for audit in audits])
    assert 0.92 <= np.mean([covers(audit.judge["specificity"], refused) for audit in audits])
    # No wider than they must be: an audit of 200 beside a person who grades 200 and nobody else.
    alone = proportion_confint(round(200 * right), 200, method="wilson")
    assert np.mean([one.high - one.low for one in models]) < alone[1] - alone[0]


def test_a_small_tree_that_is_audited_in_full_speaks_of_the_judge_and_not_of_itself_alone():
    # What a cell holds is chance too: with no doubt but that within cells, 86 of 100 intervals held the truth.
    sizes, rates = (27, 3, 26, 4), (0.96, 0.2, 0.04, 0.8)
    share, rate = np.array(sizes) / sum(sizes), np.array(rates)
    right, refused = float(share @ rate), float(share[2:] @ (1 - rate[2:]))
    random = np.random.default_rng(21)
    found = [simulated(random, sizes, rates, (60,) * 4).judge for _ in range(250)]
    truth = {
        "agreement": float(share[:2] @ rate[:2]) + refused,
        "sensitivity": float(share[:2] @ rate[:2]) / right,
        "specificity": refused / (1 - right),
    }

    for name, value in truth.items():
        assert 0.94 <= np.mean([covers(one[name], value) for one in found]), name
