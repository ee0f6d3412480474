"""Who is drawn: every stratum, disputed answers more often, the same for a seed whatever the order."""

import random
from collections import Counter

import pytest
from audit_builders import candidate, candidates
from hypothesis import given
from hypothesis import strategies as st

from omnibench.errors import UsageError
from omnibench.report.audit import Stratum, draw
from omnibench.report.audit.sample import allocate, hash_text


def drawn_of(found, n=20, seed=1):
    return draw(found, n, seed, "0")


def ids(drawn):
    return [(case.question_id, case.stratum.model_key) for case in drawn.key.cases]


def counts(drawn):
    return {
        (layer.stratum.is_correct, layer.stratum.is_disputed): layer.n_drawn for layer in drawn.key.layers
    }


def test_shares_are_proportional_and_each_stratum_gets_its_minimum():
    assert {(True, False): 16, (False, False): 4} == counts(drawn_of(candidates(right=80, wrong=20)))
    assert {(True, False): 18, (False, False): 2} == counts(drawn_of(candidates(right=990, wrong=10)))


def test_disputed_answers_count_five_times():
    found = candidates(right=500, disputed_right=100)

    assert {(True, False): 50, (True, True): 50} == counts(drawn_of(found, 100))


def test_a_stratum_gives_no_more_than_it_has():
    found = candidates(right=50, wrong=1, disputed_wrong=3)

    assert {(True, False): 16, (False, False): 1, (False, True): 3} == counts(drawn_of(found))
    assert 54 == len(drawn_of(found, 1000).key.cases)


@given(st.lists(st.integers(1, 60), min_size=1, max_size=8), st.integers(8, 200))
def test_the_sample_is_as_large_as_asked_and_weights_add_up_to_all_answers(sizes, n):
    strata = {Stratum(f"m{i}", i % 2 == 0, i % 3 == 0): size for i, size in enumerate(sizes)}
    drawn = allocate(strata, n)

    assert min(n, sum(sizes)) == sum(drawn.values())
    assert all(1 <= drawn[s] <= strata[s] for s in strata)
    if n >= 2 * len(sizes):
        assert all(drawn[s] >= min(2, strata[s]) for s in strata)


def test_weights_say_how_many_answers_a_drawn_one_stands_for():
    drawn = drawn_of(candidates(right=80, wrong=15, disputed_wrong=4), 12)
    total = Counter()
    for case in drawn.key.cases:
        total[case.stratum] += case.weight

    assert {layer.stratum: layer.n_answers for layer in drawn.key.layers} == {
        stratum: round(weight, 9) for stratum, weight in total.items()
    }


def test_a_seed_draws_the_same_whatever_the_order_and_another_seed_others():
    found = [*candidates(right=80, wrong=20), *candidates(right=30, wrong=70, model_key="n")]
    mixed = found.copy()
    random.Random(3).shuffle(mixed)
    first = drawn_of(found)

    assert first == drawn_of(mixed)
    assert ids(first) != ids(drawn_of(found, seed=2))
    assert set(ids(first)) != set(ids(drawn_of(found, seed=2)))


def test_every_answer_of_a_stratum_has_the_same_chance():
    found = candidates(right=20)
    n = Counter(name for seed in range(1500) for name, _ in ids(drawn_of(found, 5, seed)))

    assert 20 == len(n)
    assert all(300 < count < 450 for count in n.values()), n  # 375 expected, deviation 17


def test_the_order_on_the_sheet_tells_no_verdict():
    found = candidates(right=100, wrong=100)
    firsts = Counter(drawn_of(found, 20, seed).key.cases[0].stratum.is_correct for seed in range(200))

    assert 70 < firsts[True] < 130, firsts


def test_ids_are_numbers_of_the_order_and_cases_stand_beside_their_answers():
    drawn = drawn_of(candidates(right=30, wrong=30), 12)

    assert [f"a{i:02}" for i in range(1, 13)] == [case.audit_id for case in drawn.key.cases]
    assert ids(drawn) == [(one.question.question_id, one.model_key) for one in drawn.candidates]


def test_questions_are_counted_once_over_models():
    found = [
        candidate("q1"),
        candidate("q2"),
        candidate("q1", "n"),
        candidate("q1", document="general/y.json"),
    ]

    assert 3 == drawn_of(found).key.n_questions


def test_a_case_holds_what_the_sheet_hides():
    found = candidate("q7", "m7", is_correct=False, is_disputed=True, rule_is_correct=True, answer="text")
    [case] = drawn_of([found]).key.cases

    assert ("general/x.json", "q7", Stratum("m7", False, True), True, "llm_judge_j") == (
        case.document, case.question_id, case.stratum, case.rule_is_correct, case.judge_method,
    )  # fmt: skip
    assert f"a1:{hash_text('text')}" == case.answer_hash != f"a1:{hash_text('text ')}"
    assert hash_text("a\ud800") != hash_text("a\ud801")


def test_equal_answers_can_both_be_drawn():
    twins = [candidate("q1", "m"), candidate("q1", "n")]

    assert 2 == len(drawn_of(twins).key.cases)


def test_fewer_draws_than_strata_are_refused_and_one_each_is_taken_where_two_do_not_fit():
    found = candidates(right=9, wrong=9, disputed_right=9)

    assert {1} == set(counts(drawn_of(found, 3)).values())
    with pytest.raises(UsageError) as raised:
        drawn_of(found, 2)
    assert "--n 2 cannot reach all 3 groups" in raised.value.message
    assert "--n 6 or more" in raised.value.hint


def test_nothing_to_draw_from_is_said():
    with pytest.raises(UsageError, match="no stored answer with a verdict"):
        drawn_of([])
