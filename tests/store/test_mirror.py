"""Claims about result documents: the dataset's own fields in their order, with results in them."""

import json
from copy import deepcopy

import pytest
from builders import bank, entry, item
from hypothesis import given
from hypothesis import strategies as st

from omnibench.errors import ResultCorrupt
from omnibench.store.mirror import RETIRED, entries_of, merge, parse_mirror, render

IDS = ("q1", "q2")
ENTRIES = {("q2", "b"): entry("B"), ("q2", "a"): entry("A"), ("q1", "b"): entry("C")}


def by_json(mirror):
    """What the standard library writes of it."""
    return (json.dumps(mirror, indent=2, ensure_ascii=False) + "\n").encode("utf-8", "backslashreplace")


def test_results_stand_in_their_items_and_every_field_stays_in_order():
    document = bank(*IDS)
    before = deepcopy(document)
    mirror = merge(document, IDS, ENTRIES)

    assert before == document
    assert list(document) == list(mirror)
    assert [list(one) for one in document["items"]] == [list(one) for one in mirror["items"]]
    assert [{"b": entry("C")}, {"a": entry("A"), "b": entry("B")}] == [
        one["model_results"] for one in mirror["items"]
    ]
    assert ["a", "b"] == list(mirror["items"][1]["model_results"])


def test_without_results_it_is_the_document():
    assert bank(*IDS) == merge(bank(*IDS), IDS, {})


def test_an_item_without_the_field_gets_it_last():
    bare = {"items": [{"question_id": "q1", "x": 1}]}

    assert ["question_id", "x", "model_results"] == list(merge(bare, ["q1"], {})["items"][0])


def test_ids_are_those_of_the_questions_not_of_the_raw_items():
    numbered = {"items": [item(7)]}

    assert {"m": entry()} == merge(numbered, ["7"], {("7", "m"): entry()})["items"][0]["model_results"]


def test_retired_items_stand_at_the_end_and_only_when_there_are_some():
    gone = [item("q9", model_results={"m": entry()})]

    assert [*bank(*IDS), RETIRED] == list(merge(bank(*IDS), IDS, {}, gone))
    assert gone == merge(bank(*IDS), IDS, {}, gone)[RETIRED]
    assert RETIRED not in merge(bank(*IDS), IDS, {})


def test_a_field_of_the_dataset_named_like_the_retired_items_is_not_taken_over():
    document = {**bank(*IDS), RETIRED: ["q900"]}
    gone = [item("q9", model_results={"m": entry()})]

    assert bank(*IDS) == merge(document, IDS, {})
    assert gone == merge(document, IDS, {}, gone)[RETIRED]


ODD = {
    "separators": "a\u2028b\u2029c\x85d\r\ne\x00f\x7f\ufeff",
    "surrogate": "lone \ud83d and \udc00",
    "emoji": "😀肾ＡÅ",
    "big": 12345678901234567890123,
    "edge": [2**63, 2**64 - 1, 2**64, -(2**63), -(2**63) - 1],
    "floats": [0.1, 1e-300, 1e16, 1.5e300, -0.0, 100.0],
    "rest": [True, False, None, {}, [], "", {"": 1}],
    "\ud83d": "key",
}


@pytest.mark.parametrize("name", ODD)
def test_any_text_and_number_is_given_back(name):
    mirror = {**bank(*IDS), name: ODD[name]}
    content = render(mirror)

    assert repr(mirror) == repr(parse_mirror("x", content))
    assert content.endswith(b"}\n")
    assert content.decode("utf-8").startswith('{\n  "zeta": [\n    1\n  ],\n  "dataset_meta"')


JSON = st.recursive(
    st.none()
    | st.booleans()
    | st.integers(-(2**70), 2**70)
    | st.floats(allow_nan=False, allow_infinity=False)
    | st.text(st.characters(exclude_categories=[])),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(), inner, max_size=3),
    max_leaves=10,
)


@given(JSON)
def test_both_ways_of_writing_say_the_same(value):
    mirror = {"items": [], "x": value}
    content = render(mirror)

    assert repr(json.loads(by_json(mirror))) == repr(json.loads(content))
    assert content == render(json.loads(content))


def test_people_read_it_as_the_standard_library_writes_it():
    mirror = merge(bank(*IDS), IDS, ENTRIES)

    assert by_json(mirror) == render(mirror)


@pytest.mark.parametrize("prefix", [b"", b"\xef\xbb\xbf"])
def test_a_bare_list_of_an_older_program_is_read(prefix):
    items = [item("q1", model_results={"m": entry()})]

    assert {"dataset_meta": {}, "items": items} == parse_mirror("x", prefix + json.dumps(items).encode())


@pytest.mark.parametrize(
    ("content", "why"),
    [
        (b"", "is not JSON"),
        (b"{", "is not JSON"),
        (b"\xff", "is not JSON"),
        (b"[" * 100_000, "is not JSON"),
        (b'{"items": [], "x": NaN}', "is not JSON"),
        (b'{"items": [], "x": -Infinity}', "is not JSON"),
        (b"3", "is not a result document"),
        (b"{}", "is not a result document"),
        (b'{"items": {}}', "is not a result document"),
        (b'{"items": [3]}', r"items\[0\]"),
        (b'{"items": [{}, {"model_results": null}]}', r"items\[1\].model_results"),
        (b'{"items": [{"model_results": {"m": "A"}}]}', r"items\[0\].model_results"),
        (b'{"items": [], "retired_items": null}', "`retired_items` must be a list"),
        (b'{"items": [], "retired_items": {"a": 1}}', "`retired_items` must be a list"),
        (b'{"items": [], "retired_items": ["q1"]}', r"retired_items\[0\]"),
        (b'{"items": [], "items": []}', "the key 'items' stands twice"),
        (b'{"items": [{"model_results": {"m": {}, "m": {}}}]}', "the key 'm' stands twice"),
    ],
)
def test_what_is_no_result_document_is_named(content, why):
    with pytest.raises(ResultCorrupt, match=f"dir/x.json: .*{why}"):
        parse_mirror("dir/x.json", content)


@pytest.mark.parametrize("name", ["items", RETIRED])
@pytest.mark.parametrize(
    ("changes", "why"),
    [
        ({"judge": "correct"}, "`judge` must be an object or null"),
        ({"judge": {"is_correct": "yes"}}, "`judge.is_correct` must be true, false or null"),
        ({"status": ["ok"]}, "`status` must be a text or null"),
        ({"judge_history": {}}, "`judge_history` must be a list of objects"),
    ],
)
def test_an_entry_of_a_wrong_shape_is_named(name, changes, why):
    items = [item("q1"), item("q2", model_results={"m": entry(), "n": entry(**changes)})]
    content = render({"items": [], name: items})
    with pytest.raises(ResultCorrupt) as caught:
        parse_mirror("dir/x.json", content)

    assert f"dir/x.json: {name}[1].model_results.n: {why}" == caught.value.message


@given(
    st.binary(max_size=40)
    | JSON.map(lambda value: json.dumps({"items": value, "retired_items": value}).encode())
)
def test_any_bytes_are_read_or_refused(content):
    try:
        parse_mirror("x", content)
    except ResultCorrupt as error:
        assert str(error).startswith("x: ")


def test_entries_are_collected_by_question_and_model():
    items = [*merge(bank(*IDS), IDS, ENTRIES)["items"], item("q3"), {"no": "id"}]

    assert ENTRIES == entries_of("x", items)


def test_a_number_is_an_id():
    assert {("7", "m"): entry()} == entries_of("x", [item(7, model_results={"m": entry()})])


@pytest.mark.parametrize("one", [{"m": entry()}, {}])
@pytest.mark.parametrize("other", [{"n": entry()}, {}])
def test_two_items_with_one_id_are_refused(one, other):
    twice = [item("q1", model_results=one), item("q1", model_results=other)]
    with pytest.raises(ResultCorrupt, match="x: two items have the id q1"):
        entries_of("x", twice)
