"""Claims about which stored answer belongs to which of today's questions, and what is still to do."""

import pytest
from builders import entry, held, verdict
from hypothesis import given
from hypothesis import strategies as st

from omnibench.plan.match import is_to_ask, is_to_judge, match_entries, settings_changed, standing_of


def belongs(questions, *stored):
    """{question's id: (id, text) of the entry it got}, and what is left over."""
    match = match_entries(questions, stored)
    got = {(questions[index][0], key): entry["raw_text"] for (index, key), entry in match.entries.items()}
    return got, [one.entry["raw_text"] for one in match.left_over]


def one(question_id, question_hash, text=None, model_key="m"):
    return held(question_id, model_key, question_hash, text=text or f"{question_id}/{question_hash}")


ONE_MODEL = {
    "id and hash": ([("q1", "h1")], [one("q1", "h1")], {"q1": "q1/h1"}, []),
    "renumbered": ([("n1", "h1"), ("n2", "h2")], [one("q1", "h1"), one("q2", "h2")], {"n1": "q1/h1", "n2": "q2/h2"}, []),
    "ids exchanged": ([("q1", "h2"), ("q2", "h1")], [one("q1", "h1"), one("q2", "h2")], {"q1": "q2/h2", "q2": "q1/h1"}, []),
    "edited": ([("q1", "new")], [one("q1", "old")], {"q1": "q1/old"}, []),
    "edited, and its old text under another id": ([("q1", "new"), ("q2", "old")], [one("q1", "old")], {"q2": "q1/old"}, []),
    "removed": ([("q1", "h1")], [one("q1", "h1"), one("q2", "h2")], {"q1": "q1/h1"}, ["q2/h2"]),
    "no hash": ([("q1", "h1")], [one("q1", None)], {"q1": "q1/None"}, []),
    "no hash, another id": ([("q2", "h1")], [one("q1", None)], {}, ["q1/None"]),
    "two questions with one text": ([("n1", "h"), ("n2", "h")], [one("q1", "h")], {}, ["q1/h"]),
    "two entries with one text": ([("n1", "h")], [one("q1", "h"), one("q2", "h")], {}, ["q1/h", "q2/h"]),
    "two with one text, told apart by id": (
        [("q2", "h"), ("q1", "h")], [one("q1", "h"), one("q2", "h")], {"q1": "q1/h", "q2": "q2/h"}, [],
    ),
    "a better match goes before an edited one": (
        [("q1", "h2")], [one("q1", "h1"), one("q2", "h2")], {"q1": "q2/h2"}, ["q1/h1"],
    ),
    "an entry twice": ([("q1", "h1")], [one("q1", "h1", "a"), one("q1", "h1", "b")], {"q1": "a"}, ["b"]),
    "an older twin": ([("q1", "h1")], [one("q1", "h1", "a"), one("q1", None, "b")], {"q1": "a"}, ["b"]),
    "nothing stored": ([("q1", "h1")], [], {}, []),
    "nothing asked": ([], [one("q1", "h1")], {}, ["q1/h1"]),
}  # fmt: skip


@pytest.mark.parametrize(("questions", "stored", "expected", "left"), ONE_MODEL.values(), ids=ONE_MODEL)
def test_an_entry_goes_to_its_question(questions, stored, expected, left):
    got, left_over = belongs(questions, *stored)

    assert {(question_id, "m"): text for question_id, text in expected.items()} == got
    assert left == sorted(left_over)


def test_models_are_matched_each_for_itself():
    got, left = belongs(
        [("q1", "h1"), ("q2", "h2")],
        one("q1", "h1", model_key="a"),
        one("x", "h1", model_key="b"),
        one("q1", "h2", model_key="b"),
    )

    assert {("q1", "a"): "q1/h1", ("q1", "b"): "x/h1", ("q2", "b"): "q1/h2"} == got
    assert [] == left


BANKS = st.integers(0, 8).flatmap(
    lambda n: st.tuples(
        st.permutations(range(n)),
        st.permutations([f"q{i}" for i in range(n)]) | st.permutations([f"new{i}" for i in range(n)]),
        st.lists(st.sampled_from(["a", "b"]), min_size=1, max_size=2, unique=True),
    )
)


@given(BANKS)
def test_shuffling_and_renumbering_a_bank_keeps_every_answer_with_its_question(bank):
    order, ids, models = bank
    stored = [one(f"q{i}", f"h{i}", f"text {i}", key) for i in range(len(order)) for key in models]
    today = [(ids[place], f"h{i}") for place, i in enumerate(order)]
    got, left = belongs(today, *stored)

    assert [] == left
    assert {(ids[place], key): f"text {i}" for place, i in enumerate(order) for key in models} == got


STORED = st.lists(
    st.builds(
        one,
        st.sampled_from(["q1", "q2", "q3"]),
        st.sampled_from(["h1", "h2", "h3", None]),
        model_key=st.sampled_from("ab"),
    ),
    max_size=8,
)
TODAY = st.lists(
    st.tuples(st.sampled_from(["q1", "q2", "q3", "q4"]), st.sampled_from(["h1", "h2", "h3", "h4"])),
    max_size=4,
    unique_by=lambda question: question[0],
)


@given(TODAY, STORED)
def test_whatever_is_stored_no_entry_is_lost_or_doubled(today, stored):
    match = match_entries(today, stored)
    placed = [*map(id, match.entries.values()), *(id(one.entry) for one in match.left_over)]

    assert sorted(id(one.entry) for one in stored) == sorted(placed)


@given(TODAY, STORED)
def test_a_match_is_settled_once(today, stored):
    first = match_entries(today, stored)
    moved = [
        held(today[index][0], key, text=entry["raw_text"], question_hash=entry["question_hash"])
        for (index, key), entry in first.entries.items()
    ]
    again = match_entries(today, [*moved, *first.left_over])
    texts = {place: entry["raw_text"] for place, entry in first.entries.items()}

    assert texts.items() <= {place: entry["raw_text"] for place, entry in again.entries.items()}.items()


STANDINGS = [
    (None, "new"),
    (entry(question_hash="h"), "done"),
    (entry(question_hash="h", status="truncated"), "done"),
    (entry(question_hash="h", status="empty"), "done"),
    (entry(question_hash="h", status="filtered"), "done"),
    (entry(question_hash="h", status="error"), "failed"),
    (entry(question_hash="h", status=None), "failed"),
    (entry(question_hash="old"), "stale"),
    (entry(question_hash="old", status="empty"), "stale"),
    (entry(question_hash="old", status="error"), "failed"),
    (entry(question_hash=None), "done"),
    (entry(question_hash=None, status="truncated"), "failed"),
    ({"status": "ok"}, "done"),
    ({}, "failed"),
]


@pytest.mark.parametrize(("stored", "expected"), STANDINGS)
def test_where_a_pair_stands(stored, expected):
    assert expected == standing_of(stored, "h")


ASKED = [
    ("new", None, {}, True),
    ("failed", "error", {}, True),
    ("done", "ok", {}, False),
    ("done", "truncated", {}, False),
    ("done", "truncated", {"retry": ["truncated"]}, True),
    ("done", "empty", {"retry": ["truncated", "filtered"]}, False),
    ("done", "ok", {"retry": ["truncated", "empty", "filtered"]}, False),
    ("done", "ok", {"is_changed": True}, False),
    ("done", "ok", {"is_changed": True, "refresh": ["settings"]}, True),
    ("done", "ok", {"is_changed": True, "refresh": ["stale"]}, False),
    ("done", "ok", {"refresh": ["settings"]}, False),
    ("stale", "ok", {}, False),
    ("stale", "ok", {"refresh": ["stale"]}, True),
    ("stale", "truncated", {}, False),
    ("stale", "truncated", {"retry": ["truncated"]}, True),
    ("stale", "truncated", {"retry": ["empty", "filtered"]}, False),
    ("stale", "ok", {"retry": ["truncated", "empty", "filtered"]}, False),
    ("stale", "ok", {"is_changed": True, "refresh": ["settings"]}, False),
]


@pytest.mark.parametrize(("standing", "status", "flags", "expected"), ASKED)
def test_what_a_run_asks(standing, status, flags, expected):
    stored = None if status is None else entry(status=status)
    wanted = {"is_changed": False, "retry": (), "refresh": (), **flags}

    assert expected is is_to_ask(stored, standing, **wanted)


SETTINGS = {
    "provider": "ollama",
    "model": "qwen3:8b",
    "mode": "non_think",
    "temperature": 0.0,
    "max_tokens": 4096,
    "seed": None,
    "prompt_version": "direct/single_choice/1",
    "extra_body": {"a": 1, "b": {"c": [2]}},
}
REQUEST = {
    name: SETTINGS[name] for name in ("temperature", "max_tokens", "seed", "prompt_version", "extra_body")
}


@pytest.mark.parametrize(
    ("stored", "changes"),
    [
        (entry(request=REQUEST), ()),
        (entry(request={**REQUEST, "temperature": 0}), ()),
        (entry(request={**REQUEST, "max_tokens": 900, "max_tokens_wanted": 4096}), ()),
        (entry(request={**REQUEST, "extra_body": {"b": {"c": [2]}, "a": 1}}), ()),
        (entry(request={**REQUEST, "more": 1}), ()),
        (entry(), ()),
        (entry(request="?"), ()),
        (entry(request={**REQUEST, "temperature": 0.7}), ("temperature 0.7 -> 0",)),
        (entry(request={**REQUEST, "temperature": None}), ("temperature none -> 0",)),
        (
            entry(request={**REQUEST, "max_tokens": 4096, "max_tokens_wanted": 8192}),
            ("max_tokens 8192 -> 4096",),
        ),
        (entry(request={**REQUEST, "seed": 0}), ("seed 0 -> none",)),
        (entry(request=REQUEST, provider="vllm"), ("provider vllm -> ollama",)),
        (
            entry(request=REQUEST, model="qwen3:4b", mode="think"),
            ("model qwen3:4b -> qwen3:8b", "mode think -> non_think"),
        ),
        (
            entry(request={**REQUEST, "prompt_version": "cot/single_choice/1"}),
            ("prompt_version cot/single_choice/1 -> direct/single_choice/1",),
        ),
    ],
)
def test_changed_settings_are_named(stored, changes):
    assert changes == settings_changed(stored, SETTINGS)


@pytest.mark.parametrize("absent", [None, {}])
def test_no_extra_fields_are_no_change(absent):
    stored = entry(request={**REQUEST, "extra_body": absent})

    assert () == settings_changed(stored, {**SETTINGS, "extra_body": {}})


def test_extra_fields_are_a_setting():
    (change,) = settings_changed(entry(request=REQUEST), {**SETTINGS, "extra_body": {"top_p": 0.5}})

    assert change.startswith("extra_body ")
    assert "top_p" in change


JUDGED = [
    ({"judge": None}, "A", True, True),
    ({"judge": None}, "A", False, True),
    ({"judge": "?"}, "A", True, True),
    ({"judge": {}}, "A", True, True),
    ({"judge": {}}, "A", False, True),
    ({"judge": {"is_correct": None}}, "A", True, True),
    ({"judge": {"is_correct": None}}, "A", False, True),
    ({"judge": verdict(is_correct=None)}, "A", False, True),
    ({"judge": verdict(is_correct=False)}, "A", True, False),
    ({"judge": verdict()}, "A", True, False),
    ({"judge": verdict()}, "B", False, True),
    ({"judge": verdict(expected=None)}, "A", False, True),
    ({"judge": {"is_correct": True}}, "B", True, False),
    ({"judge": verdict(fallback_cause="unavailable")}, "A", True, True),
    ({"judge": verdict(fallback_cause="unavailable")}, "A", False, False),
    ({"judge": verdict(fallback_cause="not_installed")}, "A", True, False),
    ({"judge": verdict(fallback_cause="invalid_output")}, "A", True, False),
    ({"status": "truncated"}, "A", True, False),
    ({"status": "empty"}, "A", True, False),
    ({"status": "error"}, "A", True, False),
]


@pytest.mark.parametrize(("changes", "expected", "has_judge_model", "is_judged"), JUDGED)
def test_what_a_run_judges(changes, expected, has_judge_model, is_judged):
    assert is_judged is is_to_judge(entry(**changes), expected, has_judge_model=has_judge_model)
