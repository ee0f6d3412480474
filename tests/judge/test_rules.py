"""Verdicts by rules, alone or in a judge's place, say how they came about."""

import pytest
from builders import question

from omnibench.judge.rules import (
    expected_text,
    judge_as_fallback,
    judge_by_rules,
    judge_dict,
    sure_rule_verdict,
)
from omnibench.records import Reading, Verdict

FREE = question(kind="free_text", options={}, expected=("scurvy",))
RIGHT = Reading(answer=("B",), how="letter", is_sure=True, outcome="answered")
WRONG = Reading(answer=("A",), how="line", is_sure=True, outcome="answered")


@pytest.mark.parametrize(
    ("reading", "is_correct", "score", "reason"),
    [
        (RIGHT, True, 1, "read B by letter, expected B"),
        (WRONG, False, 0, "read A by line, expected B"),
        (Reading(), False, 0, "no answer could be read, expected B"),
        (Reading(outcome="refused"), False, 0, "the model declined to answer, expected B"),
        (
            Reading(answer=("A", "B"), outcome="several"),
            False,
            0,
            "the answer names several options, expected B",
        ),
    ],
)
def test_a_reading_is_compared_with_the_key(reading, is_correct, score, reason):
    assert Verdict(
        is_correct=is_correct, score=score, judge_method="rule_based_v1", reason=reason, expected="B"
    ) == judge_by_rules(reading, question())


def test_rules_cannot_say_of_free_text_and_say_so():
    verdict = judge_by_rules(Reading(how="text", outcome="answered"), FREE)
    assert (None, None, "rules can say of free text only that it equals a reference", "scurvy") == (
        verdict.is_correct,
        verdict.score,
        verdict.reason,
        verdict.expected,
    )


@pytest.mark.parametrize("cause", ["unavailable", "not_installed", "invalid_output"])
def test_a_fallback_says_why_the_judge_did_not_speak_and_judges_alike(cause):
    fallback = judge_as_fallback(RIGHT, question(), cause, "judge went home")
    alone = judge_by_rules(RIGHT, question())
    assert ("rule_based_fallback_v1", cause) == (fallback.judge_method, fallback.fallback_cause)
    assert f"judge went home; {alone.reason}" == fallback.reason
    assert (alone.is_correct, alone.score, alone.expected) == (
        fallback.is_correct,
        fallback.score,
        fallback.expected,
    )


@pytest.mark.parametrize(
    ("asked", "text"),
    [
        (question(), "B"),
        (question(expected=("A", "B")), "A,B"),
        (question(kind="label", options={}, expected=("POSITIVE",)), "POSITIVE"),
        (FREE, "scurvy"),
        (question(expected=()), None),
        (question(accepted=("A",)), "B or A"),
        (question(kind="multiple_choice", expected=("A", "B"), accepted=("B", "A")), "A,B or B or A"),
        (question(kind="free_text", options={}, accepted=("Barlow's disease",)), "B or Barlow's disease"),
    ],
)
def test_the_key_is_stored_as_one_string(asked, text):
    assert text == expected_text(asked)


def test_a_verdict_is_stored_with_the_fields_of_the_contract():
    stored = judge_dict(judge_by_rules(RIGHT, question()))
    assert {
        "is_correct": True,
        "score": 1,
        "judge_method": "rule_based_v1",
        "reason": "read B by letter, expected B",
        "expected": "B",
    } == stored
    fallback = judge_dict(judge_as_fallback(RIGHT, question(), "unavailable", "down"))
    assert "unavailable" == fallback["fallback_cause"]
    assert stored.keys() | {"fallback_cause"} == fallback.keys()


def test_a_verdict_that_nobody_could_give_keeps_its_nulls():
    stored = judge_dict(judge_by_rules(Reading(), FREE))
    assert (None, None) == (stored["is_correct"], stored["score"])


@pytest.mark.parametrize(
    ("read", "expected", "overlap"),
    [(("A", "B"), ("A", "B"), 1.0), (("A",), ("A", "B"), 0.5), (("A", "C"), ("A", "B"), 0.3333), (("C",), ("A", "B"), 0.0)],
)  # fmt: skip
def test_several_right_options_tell_how_many_are_shared(read, expected, overlap):
    asked = question(kind="multiple_choice", options={"A": "x", "B": "y", "C": "z"}, expected=expected)
    reading = Reading(answer=read, how="whole", outcome="answered")

    assert overlap == judge_dict(judge_by_rules(reading, asked))["overlap"]
    assert (overlap == 1.0) == judge_by_rules(reading, asked).is_correct


def test_of_several_right_sets_the_nearest_counts():
    asked = question(
        kind="multiple_choice",
        options={"A": "x", "B": "y", "C": "z"},
        expected=("A", "B"),
        accepted=("B,C", "C"),
    )
    overlaps = {
        read: judge_by_rules(Reading(answer=read, how="whole", outcome="answered"), asked).overlap
        for read in (("B", "C"), ("C",), ("A",), ("A", "C"))
    }

    assert {("B", "C"): 1.0, ("C",): 1.0, ("A",): 0.5, ("A", "C"): 0.5} == overlaps


def test_an_accepted_answer_is_right_and_the_reason_names_all():
    verdict = judge_by_rules(WRONG, question(accepted=("A",)))

    assert (True, "read A by line, expected B or A", "B or A") == (
        verdict.is_correct,
        verdict.reason,
        verdict.expected,
    )


def test_only_several_right_options_overlap():
    assert "overlap" not in judge_dict(judge_by_rules(RIGHT, question()))


@pytest.mark.parametrize(
    ("reading", "expected"),
    [(RIGHT, True), (WRONG, False), (Reading(answer=("B",), outcome="answered"), None)],
)
def test_rules_speak_beside_a_judge_only_where_they_are_sure(reading, expected):
    assert expected is sure_rule_verdict(reading, question())
