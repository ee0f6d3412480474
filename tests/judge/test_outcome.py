"""Claims about the status of a reply."""

import pytest

from omnibench.judge.brief import build_judge_messages, read_judge_word
from omnibench.judge.outcome import status_of
from omnibench.records import Question, Reading, Reply, Request, Usage

SURE = Reading(answer=("A",), is_sure=True, outcome="answered")
UNSURE = Reading(answer=("A",), outcome="answered")
NOTHING = Reading()


def status(text, finish, reading, *, used=(10, 5), context=None, reasoning=""):
    usage = Usage(prompt_tokens=used[0], completion_tokens=used[1])
    reply = Reply(
        text=text,
        raw_text=text,
        reasoning_text=reasoning,
        finish_reason=finish,
        served_model="m",
        usage=usage,
    )
    request = Request(
        model_id="m",
        messages=(),
        max_tokens=100,
        max_tokens_wanted=100,
        temperature=0.0,
        seed=None,
        mode=None,
    )
    return status_of(reply, reading, request, context)


@pytest.mark.parametrize(
    ("expected", "found"),
    [
        ("ok", status("A", "stop", SURE)),
        ("ok", status("well", "stop", NOTHING)),
        ("ok", status("ANSWER: A", "length", SURE)),
        ("truncated", status("perhaps A", "length", UNSURE)),
        ("truncated", status("perhaps", None, NOTHING)),
        ("truncated", status("perhaps A", "stop", UNSURE, used=(10, 100))),
        ("truncated", status("", "length", NOTHING, reasoning="hm")),
        ("truncated", status("A", "stop", SURE, used=(4000, 96), context=4096)),
        ("ok", status("A", "stop", SURE, used=(4000, 95), context=4096)),
        ("empty", status("", "stop", NOTHING)),
        ("empty", status("", None, NOTHING)),
        ("filtered", status("A", "content_filter", SURE)),
    ],
)
def test_status(expected, found):
    assert expected == found


@pytest.mark.parametrize(
    ("word", "verdict"),
    [("TRUE", True), ("false", False), ("**TRUE**", True), (" `True`.\n", True), ("TRUE because", None),
     ("", None), ("Answer: B", None), ("TRUE FALSE", None), ("UNTRUE", None)],
)  # fmt: skip
def test_a_judges_word(word, verdict):
    assert verdict is read_judge_word(word)


def test_a_long_answer_is_shown_by_its_two_ends():
    question = Question(question_id="q", text="?", kind="free_text", expected=("x",))
    (message,) = build_judge_messages(question, "start " + "x" * 50_000 + " end")

    assert len(message["content"]) < 14_000
    assert "start " in message["content"]
    assert " end\n" in message["content"]
