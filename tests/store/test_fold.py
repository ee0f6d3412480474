"""Claims about what a mirror and its journals add up to."""

import pytest
from builders import entry, verdict
from hypothesis import given
from hypothesis import strategies as st

from omnibench.store.fold import State, fold
from omnibench.store.journal import Lines

KEY = ("q1", "m")


def answered(at, question_id="q1", text="A"):
    made = entry(text, answered_at=f"t{at}")
    return {"type": "answer", "question_id": question_id, "model_key": "m", "entry": made}


def judged(at, name, question_id="q1"):
    return {
        "type": "verdict",
        "question_id": question_id,
        "model_key": "m",
        "answered_at": f"t{at}",
        "judge": verdict(reason=name),
    }


def thought(at, judge, question_id="q1", *, is_correct=True):
    return {
        "type": "opinion",
        "question_id": question_id,
        "model_key": "m",
        "answered_at": f"t{at}",
        "opinion": {"judge_method": judge, "is_correct": is_correct},
    }


def replayed(entries, *lines):
    return fold(entries.items(), [Lines(lines, 0, 0)]).entries


HISTORIES = {
    "an answer": (answered(1),),
    "a verdict": (answered(1), judged(1, "x")),
    "judged again": (answered(1), judged(1, "x"), judged(1, "y"), judged(1, "z")),
    "judged as before": (answered(1), judged(1, "x"), judged(1, "y"), judged(1, "x")),
    "a replaced answer": (answered(1), judged(1, "x"), answered(2)),
    "a verdict about a replaced answer": (answered(1), answered(2), judged(1, "x"), judged(2, "y")),
    "opinions": (answered(1), thought(1, "j1"), thought(1, "j2")),
    "opinions and their verdict": (answered(1), thought(1, "j1"), thought(1, "j2"), judged(1, "x")),
    "opinions beside a verdict": (answered(1), judged(1, "x"), thought(1, "j1"), judged(1, "x")),
    "an opinion about a replaced answer": (answered(1), thought(1, "j1"), answered(2), thought(1, "j2")),
    "two questions": (answered(1), answered(1, "q2"), judged(1, "x", "q2"), judged(1, "y")),
}


@pytest.mark.parametrize("lines", HISTORIES.values(), ids=HISTORIES)
def test_replaying_any_last_lines_over_a_mirror_that_holds_them_changes_nothing(lines):
    whole = replayed({}, *lines)
    for start in range(len(lines)):
        assert whole == replayed(whole, *lines[start:])


def test_opinions_wait_for_their_verdict_each_judge_once():
    lines = (answered(1), thought(1, "j1"), thought(1, "j2"), thought(1, "j1", is_correct=False))
    waiting = replayed({}, *lines)[KEY]
    assert {("j1", False), ("j2", True)} == {
        (one["judge_method"], one["is_correct"]) for one in waiting["opinions"]
    }
    assert "opinions" not in replayed({}, *lines, judged(1, "x"))[KEY]
    assert "opinions" not in replayed({}, *lines, answered(2))[KEY]


STEPS = st.lists(
    st.one_of(
        st.builds(judged, st.integers(0, 3), st.sampled_from("xyz"), st.sampled_from(["q1", "q2"])),
        st.builds(
            thought,
            st.integers(0, 3),
            st.sampled_from(["j1", "j2"]),
            st.sampled_from(["q1", "q2"]),
            is_correct=st.booleans(),
        ),
        st.builds(lambda q: (q,), st.sampled_from(["q1", "q2"])),
    ),
    max_size=14,
)


@given(STEPS, st.integers(0, 14), st.integers(0, 14))
def test_a_swap_at_any_place_and_a_replay_end_like_one_pass(steps, swapped, kept_from):
    lines = []
    for n, step in enumerate(steps):
        line = answered(n, *step) if isinstance(step, tuple) else step
        asked = {
            (one["question_id"], one["entry"]["answered_at"]) for one in lines if one["type"] == "answer"
        }
        if isinstance(step, tuple) or (line["question_id"], line["answered_at"]) in asked:
            lines.append(line)  # nobody judges an answer that was never given
    mirror = replayed({}, *lines[:swapped])

    assert replayed({}, *lines) == replayed(mirror, *lines[min(swapped, kept_from) :])


def test_a_replaced_verdict_moves_into_the_history():
    final = replayed({}, answered(1), judged(1, "x"), judged(1, "y"))[KEY]

    assert verdict(reason="y") == final["judge"]
    assert [verdict(reason="x")] == final["judge_history"]


def test_a_verdict_that_comes_back_is_the_newest_again():
    final = replayed({}, *HISTORIES["judged as before"])[KEY]

    assert verdict(reason="x") == final["judge"]
    assert [verdict(reason="y")] == final["judge_history"]


def test_an_answer_that_the_mirror_holds_keeps_its_verdicts():
    mirror = replayed({}, answered(1), judged(1, "x"), judged(1, "y"))

    assert mirror == replayed(mirror, answered(1))


def test_a_first_verdict_makes_no_history():
    assert "judge_history" not in replayed({}, answered(1), judged(1, "x"))[KEY]


def test_a_new_answer_has_no_verdict_of_the_old_one():
    assert answered(2)["entry"] == replayed({}, *HISTORIES["a replaced answer"])[KEY]


def test_a_verdict_without_an_answer_is_left_out():
    assert {} == replayed({}, judged(1, "x"))


def test_an_older_entry_without_a_time_takes_a_verdict():
    old = {"raw_text": "A", "status": "ok"}
    line = {**judged(1, "x"), "answered_at": None}

    assert {KEY: {**old, "judge": verdict(reason="x")}} == replayed({KEY: old}, line)


def test_journals_apply_in_order():
    old, new = Lines((answered(1),), 0, 0), Lines((answered(2),), 0, 0)

    assert {KEY: answered(2)["entry"]} == fold([], [old, new]).entries


def test_entries_are_replaced_and_never_edited():
    state = State()
    state.apply(answered(1))
    before = state.entries[KEY]
    copy = dict(before)
    state.apply(judged(1, "x"))

    assert copy == before
    assert before is not state.entries[KEY]


@pytest.mark.parametrize("first", [None, verdict(reason="first")])
def test_a_history_of_null_takes_a_verdict(first):
    old = {**answered(1)["entry"], "judge": first, "judge_history": None}
    final = replayed({KEY: old}, judged(1, "x"))[KEY]

    assert verdict(reason="x") == final["judge"]
    assert ([first] if first else None) == final.get("judge_history")
