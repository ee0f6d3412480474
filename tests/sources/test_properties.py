"""The promise of the importers, over banks of every shape: a row is read as it was meant or refused, nothing is lost."""

import json
import string

import pytest
from foreign_banks import imported, lost, table
from hypothesis import given, settings
from hypothesis import strategies as st

LETTERS = string.ascii_uppercase
SHAPES = (
    "columns",
    "numbered",
    "list",
    "object",
    "objects",
    "label and text",
    "json cell",
    "lines",
    "labelled",
    "inline",
)
WAYS = ("letter", "lower", "brackets", "from 0", "from 1", "float", "text", "mask", "list", "labelled text")

words = st.one_of(
    st.sampled_from(
        [
            "A",
            "B",
            "AB",
            "O",
            "1",
            "2",
            "3",
            "4",
            "0",
            "10",
            "E. coli",
            "S. aureus",
            "B. burgdorferi",
            "Bad",
            "Ca",
            "a, b",
            "A and B",
            "A or B",
            "A/B",
            "e",
            "0110",
            "none",
            "1.5",
            "2,5",
            "yes",
            "True",
            "mg / ml",
        ]
    ),
    st.text(string.ascii_letters + string.digits + " .,-/()éß和答", min_size=1, max_size=9),
)


def fold(text):
    return " ".join(text.split()).casefold()


@st.composite
def questions(draw):
    """The texts of options, and the places of the right ones."""
    texts = draw(st.lists(words.map(str.strip).filter(bool), min_size=2, max_size=6, unique_by=fold))
    right = draw(st.sets(st.integers(0, len(texts) - 1), min_size=1, max_size=len(texts)))
    return texts, sorted(right)


def rendered_options(shape, texts, stem):
    keyed = dict(zip(LETTERS, texts, strict=False))
    inline = "\n".join(f"{key}. {text}" for key, text in keyed.items())
    return {
        "columns": {f"option_{key.lower()}": text for key, text in keyed.items()},
        "numbered": {f"choice{n}": text for n, text in enumerate(texts, start=1)},
        "list": {"options": texts},
        "object": {"options": keyed},
        "objects": {"options": [{"key": key, "text": text} for key, text in keyed.items()]},
        "label and text": {"choices": {"label": list(keyed), "text": texts}},
        "json cell": {"options": json.dumps(texts)},
        "lines": {"options": "\n".join(texts)},
        "labelled": {"options": inline},
        "inline": {"question": f"{stem}\n{inline}"},
    }[shape]


def rendered_answer(way, texts, right):
    first = right[0]
    return {
        "letter": ",".join(LETTERS[n] for n in right),
        "lower": "".join(LETTERS[n] for n in right).lower(),
        "brackets": f"({LETTERS[first]})",
        "from 0": first,
        "from 1": str(first + 1),
        "float": f"{first + 1}.0",
        "text": texts[first],
        "mask": "".join("01"[n in right] for n, _ in enumerate(texts)),
        "list": [LETTERS[n] for n in right],
        "labelled text": f"{LETTERS[first]}. {texts[first]}",
    }[way]


@st.composite
def banks(draw):
    """The rows of a bank, and the texts that each question's answer was meant to name."""
    shape, way = draw(st.sampled_from(SHAPES)), draw(st.sampled_from(WAYS))
    names_several = way in ("letter", "lower", "mask", "list")
    rows, meant = [], {}
    for n, (texts, right) in enumerate(draw(st.lists(questions(), min_size=1, max_size=8))):
        stem = f"Question {n}?"
        row = {
            "id": f"q{n}",
            "question": stem,
            "note": f"note {n}",
            "answer": rendered_answer(way, texts, right),
        }
        rows.append({**row, **rendered_options(shape, texts, stem)})
        meant[f"q{n}"] = {fold(texts[place]) for place in (right if names_several else right[:1])}
    return rows, meant


def named(item):
    """The texts of the options that an item's answer names, as far as a label in front of them allows."""
    return {fold(item["options"][key]) for key in item["answer"].split(",")}


@settings(max_examples=400, deadline=None)
@given(banks())
def test_a_row_is_read_as_it_was_meant_or_refused(bank):
    rows, meant = bank

    for item in imported(rows).items:
        assert named(item) == meant[item["question_id"]]


@settings(max_examples=200, deadline=None)
@given(banks())
def test_every_value_of_a_row_stands_in_its_item(bank):
    rows, _ = bank
    by_id = {row["id"]: row for row in rows}

    for item in imported(rows).items:
        assert lost(by_id[item["question_id"]], item) == []


@settings(max_examples=100, deadline=None)
@given(banks())
def test_every_row_is_kept_or_refused_and_the_same_twice(bank):
    rows, _ = bank
    found, again = imported(table(rows)), imported(table(rows))

    assert len(found.items) + len(found.refused) == found.n_read == len(rows)
    assert json.dumps(found.items) == json.dumps(again.items)


@pytest.mark.parametrize("shape", SHAPES)
@pytest.mark.parametrize("way", WAYS)
def test_every_row_of_a_bank_with_evidence_is_kept(shape, way):
    texts = ["Fever", "Cough of the night", "Rash", "Pain"]
    rows = [
        {"id": f"q{n}", "question": f"Question {n}?", "answer": rendered_answer(way, texts, [n % 4])}
        | rendered_options(shape, texts, f"Question {n}?")
        for n in range(8)
    ]
    found = imported(rows)

    assert not found.refused
    assert [*"ABCDABCD"] == [item["answer"] for item in found.items]
    assert all(texts == list(item["options"].values()) for item in found.items)
