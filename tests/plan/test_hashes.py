"""Claims about the names of what was asked: stored results depend on them, so their form is pinned."""

import hashlib
import json

import pytest
from builders import question, request
from hypothesis import given
from hypothesis import strategies as st

from omnibench.plan.hashes import canonical_json, question_hash, request_hash, settings_of
from omnibench.records import Image


def image(sha256="00ff", **changes):
    return Image(**{"name": "a.png", "media_type": "image/png", "sha256": sha256, "content": b"", **changes})


GOLDEN_QUESTIONS = {
    "q1:d1a059a9d4e5f6778d6dc4a2cd93f838": (question(), []),
    "q1:33760857fc33178bf70c85f05be1e874": (
        question(text="肾 \ud83d\u2028", kind="label", options={}, labels=("POSITIVE", "NEGATIVE")),
        [],
    ),
    "q1:07025b5683b54cc58212368ed0aa062a": (question(images=("a.png",)), [image()]),
}


@pytest.mark.parametrize(("expected", "asked"), GOLDEN_QUESTIONS.items())
def test_the_hash_of_a_question_never_changes(expected, asked):
    assert expected == question_hash(*asked)


def test_the_form_of_a_question_hash_is_canonical_json_under_blake2b():
    form = (
        b'{"images":[],"kind":"single_choice","labels":[],"options":[["A","Vitamin A"],["B","Vitamin C"]],'
        b'"text":"Which vitamin is needed to make collagen?"}'
    )

    assert f"q1:{hashlib.blake2b(form, digest_size=16).hexdigest()}" == question_hash(question())


@pytest.mark.parametrize(
    "changes",
    [
        {"text": "Which vitamin is needed to make collagen"},
        {"kind": "multiple_choice"},
        {"labels": ("x", "y")},
        {"options": {}},
        {"options": {"A": "Vitamin A", "B": "Vitamin C", "C": "Iron"}},
        {"options": {"A": "Vitamin A", "C": "Vitamin C"}},
        {"options": {"A": "Vitamin C", "B": "Vitamin A"}},
        {"options": {"B": "Vitamin C", "A": "Vitamin A"}},
    ],
)
def test_another_question_has_another_hash(changes):
    assert question_hash(question()) != question_hash(question(**changes))


@pytest.mark.parametrize(
    "changes",
    [
        {"question_id": "q9"},
        {"expected": ("A",)},
        {"is_voided": True},
        {"raw": {"rationale": "new"}},
        {"images": ("renamed.png",)},
    ],
)
def test_what_is_not_asked_leaves_the_hash(changes):
    assert question_hash(question()) == question_hash(question(**changes))


def test_images_count_by_content_and_order():
    one, two = image("1"), image("2")
    plain = question_hash(question(), [one, two])

    assert plain == question_hash(question(), [image("1", name="b.gif", media_type="image/gif"), two])
    assert 3 == len({plain, question_hash(question(), [two, one]), question_hash(question(), [one])})


GOLDEN_REQUESTS = {
    "r1:af7a8de03472894c99734b32227a809f": ("ollama", request(), "direct/single_choice/1"),
    "r1:b6f2c6c61cb70e72266e142834e220ec": (
        "vllm",
        request(temperature=None, seed=7, mode="think", extra_body={"top_p": 0.9, "stop": ["x"]}),
        "cot/label/1",
    ),
}


@pytest.mark.parametrize(("expected", "sent"), GOLDEN_REQUESTS.items())
def test_the_hash_of_a_request_never_changes(expected, sent):
    assert expected == request_hash(*sent)


HASH = request_hash("ollama", request(), "direct/single_choice/1")


@pytest.mark.parametrize(
    "changes",
    [
        {"model_id": "qwen3:14b"},
        {"mode": "think"},
        {"mode": None},
        {"temperature": 0.1},
        {"temperature": None},
        {"max_tokens_wanted": 8192},
        {"seed": 0},
        {"extra_body": {"top_p": 0.9}},
    ],
)
def test_another_setting_has_another_hash(changes):
    assert HASH != request_hash("ollama", request(**changes), "direct/single_choice/1")


def test_provider_and_prompt_are_settings():
    assert HASH != request_hash("vllm", request(), "direct/single_choice/1")
    assert HASH != request_hash("ollama", request(), "direct/single_choice/2")


@pytest.mark.parametrize(
    "changes",
    [
        {"max_tokens": 17},
        {"messages": ({"role": "user", "content": "another"},)},
        {"timeout_s": 1.0},
        {"temperature": 0},
    ],
)
def test_limits_of_an_endpoint_and_the_question_itself_are_no_settings(changes):
    assert HASH == request_hash("ollama", request(**changes), "direct/single_choice/1")


def test_the_order_of_extra_fields_is_no_setting():
    one = request(extra_body={"a": 1, "b": {"c": 2, "d": 3}})
    two = request(extra_body={"b": {"d": 3, "c": 2}, "a": 1})

    assert request_hash("x", one, "p") == request_hash("x", two, "p")


def test_settings_are_named_as_they_are_stored():
    expected = {
        "provider": "ollama",
        "model": "qwen3:8b",
        "mode": "non_think",
        "temperature": 0.0,
        "max_tokens": 4096,
        "seed": None,
        "prompt_version": "direct/label/1",
        "extra_body": {"top_p": 1},
    }

    assert expected == settings_of("ollama", request(max_tokens=5, extra_body={"top_p": 1}), "direct/label/1")


VALUES = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False, allow_infinity=False) | st.text(),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(), inner, max_size=3),
    max_leaves=8,
)


@given(VALUES)
def test_canonical_json_is_one_line_and_reads_back(value):
    content = canonical_json(value)

    assert value == json.loads(content.decode("utf-8", "surrogatepass"))
    assert b"\n" not in content
    assert content == canonical_json(json.loads(json.dumps(value)))


@given(st.dictionaries(st.text(), VALUES))
def test_canonical_json_forgets_the_order_of_keys(value):
    assert canonical_json(value) == canonical_json(dict(reversed(value.items())))


@pytest.mark.parametrize("value", [float("nan"), float("inf")])
def test_canonical_json_has_no_nan(value):
    with pytest.raises(ValueError, match="JSON compliant"):
        canonical_json([value])
