"""What becomes of a reply: its status, and the entry that the result tree keeps."""

import pytest
from ask_builders import failure, reply
from builders import model, question, request

from omnibench.judge.outcome import build_entry, build_failed_entry, read_entry, read_reply, status_of
from omnibench.records import Job, Observed, Origin, Pair, Reading, Usage

SURE = Reading(answer=("A",), how="letter", is_sure=True, is_closed=True, outcome="answered")
UNSURE = Reading(answer=("A",), how="letter", outcome="answered")
SURE_OF_TWO = Reading(answer=("A", "B"), is_sure=True, outcome="several")
NOTHING = Reading()
REFUSED = Reading(outcome="refused", how="refusal")


@pytest.mark.parametrize(
    ("text", "finish_reason", "reading", "status"),
    [
        ("A", "stop", SURE, "ok"),
        ("A", "tool_calls", UNSURE, "ok"),
        ("hm", "stop", NOTHING, "ok"),
        ("I cannot", "stop", REFUSED, "ok"),
        ("ANSWER: A", "length", SURE, "ok"),
        ("perhaps A", "length", UNSURE, "truncated"),
        ("A, B", "length", SURE_OF_TWO, "truncated"),
        ("The most", "length", NOTHING, "truncated"),
        ("ANSWER: A", None, SURE, "ok"),
        ("A A A A", None, UNSURE, "truncated"),
        ("A A A A", "repetition", UNSURE, "truncated"),
        ("ANSWER: A", "repetition", SURE, "ok"),
        ("", "stop", NOTHING, "empty"),
        ("", None, NOTHING, "empty"),
        ("", "length", NOTHING, "truncated"),
        ("", "content_filter", NOTHING, "filtered"),
        ("A", "content_filter", SURE, "filtered"),
    ],
)
def test_status_by_the_end_that_a_reply_came_to(text, finish_reason, reading, status):
    assert status == status_of(reply(text, finish_reason=finish_reason), reading, request(), None)


@pytest.mark.parametrize(
    ("text", "finish_reason", "status"),
    [("", "length", "truncated"), ("", None, "truncated"), ("", "stop", "empty")],
)
def test_thoughts_without_an_answer_were_cut_unless_the_model_says_that_it_had_finished(
    text, finish_reason, status
):
    thought = reply(text, finish_reason=finish_reason, reasoning_text="Let me think")
    assert status == status_of(thought, NOTHING, request(), None)


@pytest.mark.parametrize(
    ("text", "reading", "completion_tokens", "status"),
    [
        ("perhaps A", UNSURE, 99, "ok"),
        ("perhaps A", UNSURE, 100, "truncated"),
        ("perhaps A", UNSURE, 101, "truncated"),
        ("ANSWER: A", SURE, 100, "ok"),
        ("", NOTHING, 100, "truncated"),
        ("", NOTHING, 0, "empty"),
        ("perhaps A", UNSURE, None, "ok"),
    ],
)
def test_all_tokens_used_up_is_cut_though_a_proxy_says_stop(text, reading, completion_tokens, status):
    used = reply(text, usage=Usage(completion_tokens=completion_tokens))
    assert status == status_of(used, reading, request(max_tokens=100, max_tokens_wanted=4096), None)


@pytest.mark.parametrize(
    ("prompt", "completion", "context", "status"),
    [
        (4000, 95, 4096, "ok"),
        (4000, 96, 4096, "truncated"),
        (4096, None, 4096, "truncated"),
        (None, 4096, 4096, "truncated"),
        (None, None, 4096, "ok"),
        (4000, 200, None, "ok"),
        (4000, 200, 0, "ok"),
    ],
)
def test_a_full_context_forgets_the_question_however_sure_the_answer_is(prompt, completion, context, status):
    used = reply("A", usage=Usage(prompt_tokens=prompt, completion_tokens=completion))
    assert status == status_of(used, SURE, request(max_tokens=10_000), context)


@pytest.mark.parametrize(
    "text", ["The answer is A because", "A. Because vitamin", "**Answer: A**\n\nThe rea", "ANSWER: A"]
)
def test_a_text_that_was_cut_is_ok_only_where_its_answer_cannot_be_taken_back(text):
    reading = read_reply(text, question())
    status = status_of(reply(text, finish_reason="length"), reading, request(), None)
    assert status == ("ok" if reading.is_sure else "truncated")
    assert "ok" == status_of(reply(text), reading, request(), None)


def test_a_cut_final_line_is_sure_and_a_cut_thought_is_not():
    for text, status in (("ANSWER: A", "ok"), ("A could be right, but B", "truncated")):
        cut = reply(text, finish_reason="length")
        assert status == status_of(cut, read_reply(text, question()), request(), None)


# --- entries -----------------------------------------------------------------------------------------


def job(asked=None, **changes):
    made = request(**{"max_tokens": 256, "seed": 7, "mode": "think", **changes})
    pair = Pair(
        document="general/x.json",
        question=asked or question(),
        question_hash="q1:aa",
        model=model(mode="think"),
    )
    return Job(pair=pair, request=made, request_hash="r1:bb", prompt_version="direct/single_choice/1")


def entry_of(text, asked=None, status="ok", **changes):
    reading = read_reply(text, asked or question())
    return build_entry("ollama", job(asked), reply(text, **changes), reading, status, Observed(mode="think"))


def test_an_entry_holds_the_fields_of_the_contract_in_their_order():
    answer = reply(
        "B",
        raw_text="<think>hm</think>B",
        reasoning_text="hm",
        usage=Usage(prompt_tokens=12, completion_tokens=3, reasoning_tokens=2, cost_usd=0.5),
        latency_s=1.25,
        served_model="qwen3:8b-q4",
    )
    entry = build_entry("ollama", job(), answer, read_reply("B", question()), "ok", Observed(mode="think"))
    expected = {
        "provider": "ollama",
        "model": "qwen3:8b",
        "mode": "think",
        "raw_text": "<think>hm</think>B",
        "reasoning_text": "hm",
        "normalized_answer": "B",
        "status": "ok",
        "outcome": "answered",
        "judge": None,
        "mode_observed": "think",
        "finish_reason": "stop",
        "usage": {"prompt_tokens": 12, "completion_tokens": 3, "reasoning_tokens": 2, "cost_usd": 0.5},
        "latency_s": 1.25,
        "answered_at": "2026-01-01T00:00:00Z",
        "served_model": "qwen3:8b-q4",
        "question_hash": "q1:aa",
        "request_hash": "r1:bb",
        "request": {
            "temperature": 0.0,
            "max_tokens": 256,
            "max_tokens_wanted": 4096,
            "seed": 7,
            "prompt_version": "direct/single_choice/1",
        },
    }
    assert expected == entry
    assert list(expected) == list(entry)


def test_an_error_entry_has_the_same_fields_and_the_cause():
    failed = failure("rate_limit", detail="slow down", status=429, n_tries=5)
    entry = build_failed_entry("vllm", job(), failed, "2026-01-01T00:00:09Z")
    answered = build_entry("vllm", job(), reply("B"), read_reply("B", question()), "ok", Observed())
    assert answered.keys() | {"error"} == entry.keys()
    assert {"kind": "rate_limit", "status": 429, "detail": "slow down"} == entry["error"]
    assert ("error", None, None, None, None) == tuple(
        entry[name] for name in ("status", "judge", "outcome", "normalized_answer", "finish_reason")
    )
    assert ("", "", None, "2026-01-01T00:00:09Z") == tuple(
        entry[name] for name in ("raw_text", "reasoning_text", "latency_s", "answered_at")
    )
    assert answered["usage"].keys() == entry["usage"].keys()
    assert {None} == set(entry["usage"].values())
    for name in ("provider", "model", "mode", "question_hash", "request_hash", "request"):
        assert answered[name] == entry[name]


def test_the_registrys_own_fields_are_kept_as_a_copy_when_there_are_any():
    extra = {"top_k": 1}
    entry = build_entry("ollama", job(extra_body=extra), reply("B"), SURE, "ok", Observed())
    assert {"top_k": 1} == entry["request"]["extra_body"]
    assert extra is not entry["request"]["extra_body"]
    assert "extra_body" not in entry_of("B")["request"]


KINDS = {
    "multiple_choice": question(
        kind="multiple_choice", options={"A": "one", "B": "two", "C": "three"}, expected=("B", "C")
    ),
    "label": question(kind="label", options={}, labels=("POSITIVE", "NEGATIVE"), expected=("POSITIVE",)),
    "free_text": question(kind="free_text", options={}, expected=("scurvy",)),
}


@pytest.mark.parametrize(
    ("text", "kind", "normalized", "outcome"),
    [
        ("C, B", "multiple_choice", "B,C", "answered"),
        ("positive", "label", "POSITIVE", "answered"),
        ("It is scurvy.", "free_text", None, "answered"),
        ("It is a matter of taste.", "label", None, "no_answer"),
    ],
)
def test_what_was_read_is_stored_as_one_string(text, kind, normalized, outcome):
    entry = entry_of(text, KINDS[kind])
    assert (normalized, outcome) == (entry["normalized_answer"], entry["outcome"])


@pytest.mark.parametrize("status", ["truncated", "empty", "filtered"])
def test_nothing_is_read_of_what_is_not_ok(status):
    entry = entry_of("B", status=status)
    assert (status, None, None, "B") == (
        entry["status"], entry["normalized_answer"], entry["outcome"], entry["raw_text"],
    )  # fmt: skip


@pytest.mark.parametrize(
    ("stored", "text", "answer"),
    [
        ({"raw_text": "<think>A? A!</think>B"}, "B", ("B",)),
        ({"raw_text": "B"}, "B", ("B",)),
        ({"raw_text": None}, "", ()),
        ({}, "", ()),
    ],
)
def test_a_stored_entry_is_read_as_its_reply_was(stored, text, answer):
    found, reading = read_entry(stored, question())
    assert (text, answer) == (found, reading.answer)


def test_an_entry_keeps_of_its_origin_what_was_told():
    pair = Pair(document="x.json", question=question(), question_hash="q1:aa", model=model())
    job = Job(pair=pair, request=request(), request_hash="r1:bb", prompt_version="direct/single_choice/1")

    def origin_of(told):
        entry = build_entry("vllm", job, reply(), SURE, "ok", Observed(origin=told))
        return entry.get("origin", "absent")

    assert {"server": "vllm 0.33.0", "omnibench": "0.1.0"} == origin_of(
        Origin(server="vllm 0.33.0", omnibench="0.1.0")
    )
    assert "absent" == origin_of(Origin())
