"""Numbers count everything that was asked; only verdicts on answers are graded."""

import pytest
from builders import entry, verdict

from omnibench.report.interval import wilson
from omnibench.report.tally import Row, tally_models


def row(model_key="m", *, is_stale=False, **changes):
    return Row(
        document="general/x.json",
        question_id="q",
        model_key=model_key,
        entry=entry(**changes),
        is_stale=is_stale,
    )


def right(**changes):
    return row(judge=verdict(is_correct=True), **changes)


def wrong(**changes):
    return row(judge=verdict(is_correct=False), **changes)


def tally(*rows):
    (only,) = tally_models(rows)
    return only


def test_nothing_asked_gives_no_numbers():
    assert () == tally_models([])


def test_both_accuracies_stand_side_by_side():
    numbers = tally(right(), right(), wrong(), row(status="truncated"), row(status="error"), row())
    assert (6, 3, 2, 1) == (numbers.n_asked, numbers.n_graded, numbers.n_correct, numbers.n_unjudged)
    assert (2 / 3, 2 / 5) == (numbers.accuracy_graded, numbers.accuracy_asked)
    assert wilson(2, 3) == numbers.interval_graded
    assert {"ok": 4, "truncated": 1, "empty": 0, "filtered": 0, "error": 1} == numbers.n_by_status


@pytest.mark.parametrize("status", ["truncated", "empty", "filtered", "error", "something new"])
def test_what_is_not_ok_is_never_graded_whatever_stands_under_judge(status):
    judge = verdict(is_correct=True, fallback_cause="unavailable")
    numbers = tally(row(status=status, judge=judge), wrong())
    assert (2, 1, 0, 0, 0) == (
        numbers.n_asked,
        numbers.n_graded,
        numbers.n_correct,
        numbers.n_unjudged,
        numbers.n_fallback,
    )
    assert 1 == numbers.n_by_status[status]
    assert {"rule_based_v1": 1} == numbers.judge_methods


def test_without_a_denominator_there_is_no_ratio():
    numbers = tally(row(status="error"))
    assert (None, None, 0.0) == (numbers.accuracy_graded, numbers.interval_graded, numbers.accuracy_asked)


@pytest.mark.parametrize("is_correct", [None, "true", 1, 0.5])
def test_only_true_and_false_are_verdicts(is_correct):
    numbers = tally(row(judge=verdict(is_correct=is_correct)))
    assert (0, 0, 1) == (numbers.n_graded, numbers.n_correct, numbers.n_unjudged)


def test_an_answer_that_nobody_could_read_is_wrong_and_counted_as_such():
    numbers = tally(
        *(wrong(outcome=outcome) for outcome in ("no_answer", "refused", "several", "answered", None))
    )
    assert (3, 5) == (numbers.n_no_answer, numbers.n_graded)


def test_stale_answers_fallbacks_and_methods_are_counted():
    numbers = tally(
        right(is_stale=True),
        row(judge=verdict(judge_method="llm_judge_x")),
        row(judge=verdict(judge_method="rule_based_fallback_v1", fallback_cause="unavailable")),
    )
    assert (1, 1) == (numbers.n_stale, numbers.n_fallback)
    assert [("llm_judge_x", 1), ("rule_based_fallback_v1", 1), ("rule_based_v1", 1)] == list(
        numbers.judge_methods.items()
    )


def test_tokens_cost_and_time_are_summed_over_whatever_told_them():
    numbers = tally(
        row(usage={"prompt_tokens": 10, "completion_tokens": 5, "cost_usd": 0.25}, latency_s=1.5),
        row(usage={"prompt_tokens": None, "completion_tokens": 7, "reasoning_tokens": 3}, latency_s=2),
        row(usage={"prompt_tokens": True, "completion_tokens": "9", "cost_usd": 0.5}, latency_s=None),
        row(usage=None),
        row(),
    )
    assert (10, 12, 3, 0.75, 3.5) == (
        numbers.prompt_tokens,
        numbers.completion_tokens,
        numbers.reasoning_tokens,
        numbers.cost_usd,
        numbers.latency_s,
    )
    assert tally(row()).cost_usd is None
    assert 0.0 == tally(row(usage={"cost_usd": 0})).cost_usd


def test_the_most_accurate_model_stands_first_then_the_more_graded_then_the_key():
    rows = [
        *(wrong(model_key="a_bad"), row(model_key="b_ungraded")),
        *(right(model_key="d_good"), right(model_key="c_good")),
        *(right(model_key="e_better_known"), right(model_key="e_better_known")),
    ]
    assert ["e_better_known", "c_good", "d_good", "a_bad", "b_ungraded"] == [
        numbers.model_key for numbers in tally_models(rows)
    ]


def test_settings_that_differ_are_told_apart_and_kinds_of_question_are_not():
    asked = {"temperature": 0.0, "max_tokens": 99, "max_tokens_wanted": 4096, "seed": None}
    same = [
        row(request={**asked, "prompt_version": "direct/single_choice/1"}),
        row(request={**asked, "prompt_version": "direct/label/1", "max_tokens": 7}),
    ]
    assert ("provider ollama, mode non_think, prompt direct, temperature 0.0, max_tokens 4096",) == tally(
        *same
    ).settings
    for changes in (
        {"temperature": 0.7},
        {"max_tokens_wanted": 1},
        {"seed": 1},
        {"prompt_version": "cot/single_choice/1"},
        {"prompt_version": "direct/as_published/label/1"},
        {"extra_body": {"top_k": 1}},
    ):
        other = row(request={**asked, "prompt_version": "direct/label/1", **changes})
        assert 2 == len(tally(*same, other).settings)
    assert 2 == len(tally(*same, row(request=asked, provider="vllm")).settings)


@pytest.mark.parametrize(
    "odd", [{"request": None}, {"request": []}, {"judge": "yes"}, {"usage": [1]}, {"status": None}]
)
def test_an_older_or_odd_entry_is_counted_as_far_as_it_goes(odd):
    assert 1 == tally(row(**odd)).n_asked


def test_a_judge_that_sure_rules_contradict_is_counted():
    rows = [
        row(judge=verdict(is_correct=True, rule_is_correct=False)),
        row(judge=verdict(is_correct=True, rule_is_correct=True)),
        row(judge=verdict(is_correct=False)),
    ]

    assert 1 == tally(*rows).n_disputed


def opinion(is_correct, **blind):
    return {"judge_method": "llm_judge_a", "is_correct": is_correct, **({"blind": blind} if blind else {})}


def test_a_panel_that_is_not_of_one_mind_is_counted():
    numbers = tally(
        row(judge=verdict(opinions=[opinion(True), opinion(False), opinion(True)])),
        row(judge=verdict(opinions=[opinion(True), opinion(None), opinion(True)])),
        right(),
    )
    assert (1, 0) == (numbers.n_split, numbers.n_blind)


def test_a_judges_own_answers_are_counted_apart():
    own = [
        opinion(True, answer="A", is_expected=True, is_same=True),
        opinion(True, answer="B", is_expected=False, is_same=False),
        opinion(False, answer="B", is_expected=False, is_same=None),
        opinion(True, answer=None, is_expected=None, is_same=None),
    ]
    numbers = tally(*(row(judge=verdict(opinions=[one])) for one in own))
    assert (3, 1, 1) == (numbers.n_blind, numbers.n_blind_expected, numbers.n_blind_against)


def test_answers_are_counted_by_the_digest_of_the_model_that_gave_them():
    told = [row(origin={"digest": digest}) for digest in ("b", "a", "b")]
    untold = [row(), row(origin=None), row(origin={"server": "vllm 1"}), row(origin={"digest": ["a"]})]

    assert [("a", 1), ("b", 2)] == list(tally(*told, *untold).digests.items())
    assert {} == tally(*untold).digests


def test_a_model_that_several_answer_for_shows_the_part_of_each():
    elsewhere = {"answered_by": {"provider": "openrouter", "model": "lab/m"}}
    rows = [
        row(provider="vllm", judge=verdict(is_correct=True)),
        row(provider="vllm", judge=verdict(is_correct=False)),
        row(provider="vllm", judge=verdict(is_correct=False), **elsewhere),
        row(provider="vllm", judge=None, **elsewhere),
    ]
    shares = tally(*rows).answerers

    assert {"vllm": (2, 1), "openrouter (lab/m)": (1, 0)} == {
        who: (share.n_graded, share.n_correct) for who, share in shares.items()
    }
    assert {} == tally(*rows[:2]).answerers
    assert ["openrouter (lab/m)"] == [*tally(*rows[2:]).answerers]
