"""Claims about which stored entry answers which of today's questions."""

from hypothesis import given
from hypothesis import strategies as st

from omnibench.plan.match import is_to_ask, is_to_judge, match_entries, settings_changed, standing_of
from omnibench.records import Held


def held(question_id, question_hash, text="A"):
    return Held(
        question_id=question_id, model_key="m", entry={"question_hash": question_hash, "raw_text": text}
    )


@given(st.permutations(range(8)), st.permutations(range(8)), st.booleans())
def test_reordering_and_renumbering_keeps_every_entry(order, numbers, is_renumbered):
    stored = [held(f"q{i}", f"h{i}") for i in range(8)]
    questions = [(f"q{numbers[i] if is_renumbered else i}", f"h{i}") for i in order]
    match = match_entries(questions, stored)

    assert {h for _, h in questions} == {entry["question_hash"] for entry in match.entries.values()}
    assert all(questions[index][1] == entry["question_hash"] for (index, _), entry in match.entries.items())
    assert () == match.left_over


def test_an_edited_question_keeps_its_entry_by_id():
    match = match_entries([("q0", "new")], [held("q0", "old")])

    assert "old" == match.entries[0, "m"]["question_hash"]
    assert "stale" == standing_of({"status": "ok", "question_hash": "old"}, "new")


def test_equal_questions_are_never_matched_by_hash_alone():
    match = match_entries([("a", "h"), ("b", "h")], [held("x", "h")])

    assert {} == match.entries
    assert 1 == len(match.left_over)


def test_an_entry_without_a_hash_is_taken_by_its_id_and_done_when_ok():
    match = match_entries([("q0", "h0")], [held("q0", None)])

    assert [(0, "m")] == list(match.entries)
    assert "done" == standing_of({"status": "ok"}, "h0")
    assert "failed" == standing_of({"status": "error"}, "h0")


def test_what_is_asked_again():
    def asked(status, standing, *, is_changed=False, retry=(), refresh=()):
        return is_to_ask({"status": status}, standing, is_changed=is_changed, retry=retry, refresh=refresh)

    assert is_to_ask(None, "new", is_changed=False, retry=(), refresh=())
    assert [True, False, False, False] == [
        asked("error", "failed"), asked("ok", "done"), asked("truncated", "done"), asked("ok", "stale"),
    ]  # fmt: skip
    assert asked("truncated", "done", retry={"truncated"})
    assert not asked("ok", "done", retry={"truncated"})
    assert asked("ok", "stale", refresh={"stale"})
    assert asked("ok", "done", is_changed=True, refresh={"settings"})
    assert not asked("ok", "done", is_changed=False, refresh={"settings"})


def test_what_is_judged_again():
    def judged(judge, *, status="ok", has_judge_model=True):
        return is_to_judge({"status": status, "judge": judge}, "A", has_judge_model=has_judge_model)

    assert judged(None)
    assert not judged(None, status="truncated")
    assert judged({"expected": "B"})
    assert not judged({"expected": "A"})
    assert not judged({"is_correct": True}), "an older verdict names no expected answer"
    assert judged({"expected": "A", "fallback_cause": "unavailable"})
    assert not judged({"expected": "A", "fallback_cause": "unavailable"}, has_judge_model=False)
    assert not judged({"expected": "A", "fallback_cause": "not_installed"})


def test_settings_are_compared_by_value():
    entry = {
        "provider": "vllm",
        "model": "m",
        "mode": "think",
        "request": {"temperature": 0, "max_tokens": 9, "max_tokens_wanted": 99},
    }
    now = {
        "provider": "vllm",
        "model": "m",
        "mode": "think",
        "temperature": 0.0,
        "max_tokens": 99,
        "seed": None,
        "extra_body": {},
    }

    assert () == settings_changed(entry, now)
    assert ("temperature 0 -> none",) == settings_changed(entry, {**now, "temperature": None})
    assert () == settings_changed({"provider": "ollama"}, now), "an older entry tells nothing"
