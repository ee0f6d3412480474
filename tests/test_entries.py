import pytest
from builders import entry, verdict

from omnibench.entries import fault_of_entry, fault_of_verdict


@pytest.mark.parametrize(
    "changes",
    [
        {},
        {"judge": None, "usage": None, "error": None, "request": None},
        {"judge": {}, "judge_history": None},
        {"judge": verdict(), "judge_history": [verdict()]},
        {"status": None, "answered_at": None, "question_hash": None},
        {"normalized_answer": ["A"], "latency_s": "long", "raw_text": 5},
    ],
)
def test_what_every_room_can_read_is_sound(changes):
    assert fault_of_entry({**entry(), **changes}) is None


@pytest.mark.parametrize(
    ("changes", "field"),
    [
        ({"judge": "correct"}, "judge"),
        ({"judge": [True]}, "judge"),
        ({"judge": {"is_correct": "yes"}}, "judge.is_correct"),
        ({"judge": {"is_correct": 1}}, "judge.is_correct"),
        ({"judge": {"judge_method": ["x"]}}, "judge.judge_method"),
        ({"status": []}, "status"),
        ({"status": 5}, "status"),
        ({"judge_history": 5}, "judge_history"),
        ({"judge_history": ["x"]}, "judge_history"),
        ({"opinions": {}}, "opinions"),
        ({"opinions": [5]}, "opinions"),
        ({"judge": verdict(opinions=["x"])}, "judge.opinions"),
        ({"judge": verdict(judge_hash=5)}, "judge.judge_hash"),
        ({"usage": "many"}, "usage"),
        ({"request": []}, "request"),
        ({"error": "timeout"}, "error"),
        ({"answered_at": 5}, "answered_at"),
        ({"question_hash": {}}, "question_hash"),
    ],
)
def test_what_a_room_would_stumble_over_is_named(changes, field):
    fault = fault_of_entry({**entry(), **changes})

    assert fault
    assert fault.startswith(f"`{field}` must be")


def test_an_entry_is_an_object():
    assert "must be an object" == fault_of_entry("A")


def test_a_verdict_is_checked_by_itself_too():
    assert fault_of_verdict(verdict()) is None
    assert "`judge.expected` must be a text or null" == fault_of_verdict({"expected": 5})
