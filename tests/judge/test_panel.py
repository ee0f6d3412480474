"""Opinions of judge models become one verdict: more than half must say the same."""

import pytest
from builders import entry, question, verdict

from omnibench.judge.outcome import read_reply
from omnibench.judge.panel import compare_blind, decide, stored_opinions
from omnibench.judge.rules import judge_dict
from omnibench.records import Blind, Opinion

ASKED = question()
RIGHT = read_reply("The answer is B.", ASKED)
METHOD = "llm_judge_a_b_c"


def opinion(is_correct, judge="a", **changes):
    facts = {
        "judge_method": f"llm_judge_{judge}",
        "is_correct": is_correct,
        "reason": f"the judge model said {str(is_correct).upper()}",
        "judge_hash": "j1:00",
    }
    return Opinion(**{**facts, **changes})


def away(judge="a", cause="unavailable"):
    return opinion(None, judge, cause=cause, reason=f"judge {judge} is away")


def panel(*said):
    made = [
        opinion(one, judge) if one != "away" else away(judge) for one, judge in zip(said, "abc", strict=False)
    ]
    return decide(made, ASKED, RIGHT, METHOD)


@pytest.mark.parametrize("is_correct", [True, False])
def test_a_single_judges_word_is_the_verdict_and_stands_alone(is_correct):
    made = decide([opinion(is_correct)], ASKED, RIGHT, "llm_judge_a")
    assert {
        "is_correct": is_correct,
        "score": int(is_correct),
        "judge_method": "llm_judge_a",
        "reason": f"the judge model said {str(is_correct).upper()}",
        "expected": "B",
        "rule_is_correct": True,
        "judge_hash": "j1:00",
    } == judge_dict(made)


@pytest.mark.parametrize(
    ("said", "is_correct", "reason"),
    [
        ((True, True, True), True, "3 of 3 judges said TRUE"),
        ((True, False, True), True, "2 of 3 judges said TRUE"),
        ((False, True, False), False, "2 of 3 judges said FALSE"),
        ((True, "away", True), True, "2 of 3 judges said TRUE"),
    ],
)
def test_the_majority_of_all_judges_counts_and_every_opinion_is_kept(said, is_correct, reason):
    made = panel(*said)
    stored = judge_dict(made)
    assert (is_correct, reason, METHOD, None) == (
        made.is_correct,
        made.reason,
        made.judge_method,
        made.fallback_cause,
    )
    assert [one if one != "away" else None for one in said] == [o["is_correct"] for o in stored["opinions"]]
    assert ["llm_judge_a", "llm_judge_b", "llm_judge_c"] == [o["judge_method"] for o in stored["opinions"]]
    assert "judge_hash" not in stored


@pytest.mark.parametrize(
    ("said", "cause", "reason"),
    [
        ((True, False), "no_majority", "no majority (1 TRUE, 1 FALSE); read B by marker, expected B"),
        (
            (True, False, "away"),
            "unavailable",
            "no majority (1 TRUE, 1 FALSE, 1 no verdict); judge c is away; ",
        ),
        (
            (True, "away", "away"),
            "unavailable",
            "no majority (1 TRUE, 2 no verdict); judge b is away; judge c",
        ),
    ],
)
def test_rules_judge_where_no_majority_agrees_and_the_opinions_stay(said, cause, reason):
    made = panel(*said)
    assert (True, "rule_based_fallback_v1", cause) == (
        made.is_correct,
        made.judge_method,
        made.fallback_cause,
    )
    assert made.reason.startswith(reason)
    assert len(said) == len(judge_dict(made)["opinions"])


def test_of_several_causes_an_outage_is_named_since_it_ends_by_itself():
    made = decide([away("a", "invalid_output"), away("b", "unavailable")], ASKED, RIGHT, METHOD)
    assert "unavailable" == made.fallback_cause


def test_an_opinion_on_a_judges_own_answer_is_kept_apart():
    blind = Blind(answer="A", is_expected=False, is_same=False)
    stored = judge_dict(decide([opinion(True, blind=blind)], ASKED, RIGHT, "llm_judge_a"))
    assert {"answer": "A", "is_expected": False, "is_same": False} == stored["opinions"][0]["blind"]
    assert stored["is_correct"] is True


SEVERAL = question(kind="multiple_choice", expected=("A", "B"))
FREE = question(kind="free_text", options={}, expected=("scurvy",))


@pytest.mark.parametrize(
    ("asked", "own", "text", "expected"),
    [
        (ASKED, "B", "The answer is B.", Blind(answer="B", is_expected=True, is_same=True)),
        (ASKED, "A", "The answer is B.", Blind(answer="A", is_expected=False, is_same=False)),
        (ASKED, "B", "Perhaps B.", Blind(answer="B", is_expected=True, is_same=None)),
        (ASKED, "I cannot say.", "The answer is B.", Blind(answer=None, is_expected=None, is_same=None)),
        (ASKED, "", "The answer is B.", Blind(answer=None, is_expected=None, is_same=None)),
        (SEVERAL, "A, B", "The answers are A and B.", Blind(answer="A,B", is_expected=True, is_same=True)),
        (SEVERAL, "A", "The answers are A and B.", Blind(answer="A", is_expected=False, is_same=False)),
        (question(accepted=("A",)), "A", "B.", Blind(answer="A", is_expected=True, is_same=False)),
        (FREE, "Scurvy.", "a want of ascorbate", Blind(answer="Scurvy.", is_expected=True, is_same=None)),
        (FREE, "beriberi", "scurvy", Blind(answer="beriberi", is_expected=None, is_same=None)),
        (FREE, "", "scurvy", Blind(answer=None, is_expected=None, is_same=None)),
    ],
)
def test_a_judges_own_answer_is_compared_as_far_as_rules_can(asked, own, text, expected):
    assert expected == compare_blind(read_reply(own, asked), own, read_reply(text, asked), asked)


def test_what_was_said_before_is_found_wherever_it_stands():
    def stored(judge, **changes):
        return {
            "judge_method": f"llm_judge_{judge}",
            "is_correct": True,
            "reason": "r",
            "judge_hash": "j1:00",
            **changes,
        }

    found = [
        *stored_opinions(entry(opinions=[stored("a")])),
        *stored_opinions(
            entry(judge=verdict(opinions=[stored("b", blind={"answer": "B"}), stored("c", is_correct=None)]))
        ),
        *stored_opinions(entry(judge=verdict(**stored("d")))),
        *stored_opinions(entry(judge=verdict(fallback_cause="unavailable", judge_hash="j1:00"))),
        *stored_opinions(entry(judge=verdict())),
        *stored_opinions(entry(opinions=[{"is_correct": True}])),
        *stored_opinions(entry()),
    ]
    assert ["llm_judge_a", "llm_judge_b", "llm_judge_d"] == [one.judge_method for one in found]
    assert [None, Blind(answer="B", is_expected=None, is_same=None), None] == [one.blind for one in found]
