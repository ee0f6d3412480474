"""Claims about reading a whole document: real files are messy, and nothing is guessed."""

import json
from copy import deepcopy

import pytest
from builders import bank, document_bytes, item
from hypothesis import given
from hypothesis import strategies as st

from omnibench.dataset.document import parse_document
from omnibench.errors import DatasetInvalid


def parsed(content):
    return parse_document("general/x.json", content)


def faults_of(content):
    with pytest.raises(DatasetInvalid) as caught:
        parsed(content)
    assert all(fault.path == "general/x.json" and fault.reason for fault in caught.value.faults)
    return [(fault.item, fault.field) for fault in caught.value.faults]


def reason_of(content):
    with pytest.raises(DatasetInvalid) as caught:
        parsed(content)
    return caught.value.faults[0].reason


PLAIN = document_bytes(item("q1", question_text="肾？\n\nwhich"))


@pytest.mark.parametrize(
    "content",
    [
        PLAIN,
        b"\xef\xbb\xbf" + PLAIN,
        json.dumps(json.loads(PLAIN), indent=2).replace("\n", "\r\n").encode(),
        json.dumps(json.loads(PLAIN), indent=2).replace("\n", "\r").encode(),
        json.dumps(json.loads(PLAIN)["items"]).encode(),
        b"\n\t " + PLAIN + b"\r\n",
    ],
    ids=["plain", "BOM", "CRLF", "CR", "bare list", "blanks"],
)
def test_the_same_questions_are_read_however_the_file_was_saved(content):
    assert parsed(PLAIN).questions == parsed(content).questions


def test_a_bare_list_stands_wrapped():
    items = [item("q1")]

    assert {"dataset_meta": {}, "items": items} == parsed(json.dumps(items).encode()).raw


def test_the_document_stays_as_it_is_every_field_in_order():
    document = {**bank("q1", "q2"), "big": 10**22, "tiny": 1e-300, "odd": "a\u2028\ud83d"}
    read = parsed(json.dumps(document).encode())

    assert json.dumps(document) == json.dumps(read.raw)
    assert all(question.raw is raw for question, raw in zip(read.questions, read.raw["items"], strict=True))


def test_a_document_may_be_empty():
    assert () == parsed(b'{"items": []}').questions
    assert () == parsed(b"[]").questions


@pytest.mark.parametrize(
    ("content", "why"),
    [
        (b"", "is not JSON"),
        (b"{", "is not JSON"),
        (PLAIN + b"x", "is not JSON"),
        (PLAIN.decode().encode("utf-16"), "is not UTF-8"),
        ("肾".encode("gbk"), "is not UTF-8"),
        (b'{"items": [], "x": NaN}', "NaN is not a JSON value"),
        (b'{"items": [], "x": [-Infinity]}', "-Infinity is not a JSON value"),
        (b'{"items": [], "x": 1e999}', "1e999 is not a JSON value"),
        (b'{"items": [{"options": {"A": "x", "B": "y", "A": "z"}}]}', "the key 'A' stands twice"),
        (b'{"items": [], "items": []}', "the key 'items' stands twice"),
        (b"[" * 100_000 + b"]" * 100_000, "nested too deeply"),
        (b"3", "must be an object with `items`"),
        (b'"items"', "must be an object with `items`"),
        (b"null", "must be an object with `items`"),
    ],
)
def test_a_file_that_is_no_document_is_refused_as_a_whole(content, why):
    assert [("", "")] == faults_of(content)
    assert why in reason_of(content)


@pytest.mark.parametrize(
    ("document", "fields"),
    [
        ({}, ["items"]),
        ({"items": None}, ["items"]),
        ({"items": {"q1": {}}}, ["items"]),
        ({"items": 1, "dataset_meta": []}, ["dataset_meta", "items"]),
        ({"items": [], "dataset_meta": "x"}, ["dataset_meta"]),
        ({"items": [], "dataset_meta": {"labels": "POSITIVE"}}, ["dataset_meta.labels"]),
        ({"items": [], "dataset_meta": {"labels": None}}, ["dataset_meta.labels"]),
        ({"items": [], "dataset_meta": {"labels": []}}, ["dataset_meta.labels"]),
        ({"items": [], "dataset_meta": {"labels": ["one"]}}, ["dataset_meta.labels"]),
        ({"items": [], "dataset_meta": {"labels": ["yes", " YES"]}}, ["dataset_meta.labels"]),
        ({"items": [], "dataset_meta": {"labels": ["yes", 0]}}, ["dataset_meta.labels"]),
        ({"items": [], "dataset_meta": {"labels": ["yes", " "]}}, ["dataset_meta.labels"]),
    ],
)
def test_the_frame_of_a_document_is_checked(document, fields):
    assert [("", field) for field in fields] == faults_of(json.dumps(document).encode())


def test_every_fault_of_a_file_is_named_at_once():
    broken = document_bytes(
        item("q1", answer="F", question_text=" "),
        "not an object",
        item(None),
        item("q1"),
        item("q5", options=["x", "y"]),
        item("q6"),
        item("q7", images="../x.png", model_results=[]),
        meta={"labels": 7},
    )
    expected = [
        ("", "dataset_meta.labels"),
        ("items[0] (q1)", "question_text"),
        ("items[0] (q1)", "answer"),
        ("items[1]", ""),
        ("items[2]", "question_id"),
        ("items[3] (q1)", "question_id"),
        ("items[4] (q5)", "options"),
        ("items[6] (q7)", "images"),
        ("items[6] (q7)", "model_results"),
    ]

    assert expected == faults_of(broken)


def test_labels_come_from_the_document():
    own = document_bytes({**item("q1", answer="maybe"), "options": None}, meta={"labels": [" Yes", "Maybe "]})
    question = parsed(own).questions[0]

    assert ("label", ("Maybe",), ("Yes", "Maybe")) == (question.kind, question.expected, question.labels)


JSON = st.recursive(
    st.none()
    | st.booleans()
    | st.integers()
    | st.floats(allow_nan=False, allow_infinity=False)
    | st.sampled_from(["", "A", "a,c", "deleted", "label", "single_choice", "POSITIVE", "../x", "q1"])
    | st.text(max_size=6),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=4), inner, max_size=3),
    max_leaves=6,
)
FIELDS = (
    "question_id", "question_text", "options", "answer", "kind", "images", "metadata", "voided", "model_results", "x",
)  # fmt: skip
SOUND = st.builds(
    lambda n, changes: {**item(f"q{n}"), **changes},
    st.integers(),
    st.fixed_dictionaries({}, optional=dict.fromkeys(FIELDS, JSON)),
)
OPTIONS = st.dictionaries(st.text("ABc1(Ａ)", min_size=1, max_size=3), JSON, max_size=4)
WITH_OPTIONS = st.builds(lambda one, options: {**one, "options": options}, SOUND, OPTIONS)
DOCUMENTS = JSON | st.fixed_dictionaries(
    {"items": JSON | st.lists(SOUND | WITH_OPTIONS | JSON, max_size=4)},
    optional={"dataset_meta": JSON | st.fixed_dictionaries({"labels": JSON}), "zeta": JSON},
)


@given(DOCUMENTS)
def test_any_json_is_read_untouched_or_refused_by_name(document):
    content = json.dumps(document).encode()
    try:
        read = parsed(content)
    except DatasetInvalid as error:
        assert error.faults
        assert all(fault.reason for fault in error.faults)
    else:
        whole = {"dataset_meta": {}, "items": document} if isinstance(document, list) else document
        assert json.dumps(whole) == json.dumps(read.raw)
        ids = [question.question_id for question in read.questions]
        assert len(whole["items"]) == len(ids) == len(set(ids))
        assert all(question.is_voided or question.expected for question in read.questions)


@given(st.binary(max_size=60))
def test_any_bytes_are_read_or_refused(content):
    try:
        parsed(content)
    except DatasetInvalid as error:
        assert error.faults


def test_reading_twice_gives_the_same():
    content = json.dumps(bank("q1", "q2")).encode()
    first = parsed(content)
    before = deepcopy(first.raw)

    assert first == parsed(content)
    assert before == first.raw
