"""Claims about HealthBench: the conversation is asked, and its criteria are what a judge compares with."""

import pytest

from omnibench.sources.importers.healthbench import adapt
from omnibench.sources.importers.importer import RowRefused
from omnibench.sources.table import Row

TURN = {"role": "user", "content": "How often should I brush my teeth?"}
GOOD = {"criterion": "Says twice a day.", "points": 5}
BAD = {"criterion": "Says never.", "points": -7}


def adapted(prompt=(TURN,), rubrics=(GOOD, BAD)):
    return adapt(Row(place="line 1", fields={"prompt": [*prompt], "rubrics": [*rubrics]}))


def test_one_turn_is_asked_as_it_stands():
    assert TURN["content"] == adapted()["_question"]


def test_of_several_turns_each_is_named_and_the_next_answer_is_asked_for():
    turns = [
        {"role": "system", "content": "Be brief."},
        TURN,
        {"role": "assistant", "content": "Twice."},
        {"role": "user", "content": "When?"},
    ]
    asked = adapted(prompt=turns)["_question"].split("\n\n")

    assert asked[0] == "Give the assistant's next answer in this conversation."
    assert ["System: Be brief.", f"Patient or user: {TURN['content']}", "Assistant: Twice.", "Patient or user: When?"] == asked[1:]  # fmt: skip


def test_criteria_with_negative_points_are_what_a_good_answer_does_not_do():
    both = "A good answer meets these criteria:\n- Says twice a day.\nIt does none of this:\n- Says never."

    assert both == adapted()["_reference"]
    assert "A good answer does none of this:\n- Says never." == adapted(rubrics=[BAD])["_reference"]
    assert "A good answer meets these criteria:\n- Says twice a day." == adapted(rubrics=[GOOD])["_reference"]


@pytest.mark.parametrize(
    ("fields", "reason"),
    [
        ({"prompt": ()}, "no conversation"),
        ({"prompt": [{"role": "user"}]}, "no conversation"),
        ({"rubrics": ()}, "no criteria"),
        ({"rubrics": ["Says twice a day."]}, "no criteria"),
    ],
)
def test_what_lacks_one_of_both_is_refused(fields, reason):
    with pytest.raises(RowRefused, match=reason):
        adapted(**fields)
