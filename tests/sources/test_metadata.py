"""Claims about losslessness: what an item does not tell stands in its metadata, letter for letter."""

import pytest
from foreign_banks import bank, imported, lost, table

RICH = [
    {"text": "Fever", "is_correct": True, "why": "because"},
    {"text": "Cough", "is_correct": False, "why": "no"},
]


@pytest.mark.parametrize(
    "fields",
    [
        {"explanation": "so", "case": 3, "score": 0.5, "weight": "2", "class": [1, {"a": "b"}]},
        {"answer": "a"},
        {"answer": "Fever"},
        {"answer": "A)"},
        {"options": RICH},
        {"options": {"label": ["A", "B"], "text": ["one", "two"], "why": ["so", "no"]}},
        {"context": {"contexts": ["first", "second"], "labels": ["BACKGROUND"]}},
        {"context": 17},
        {"context": ["first", 17]},
        {"image": [{"path": "a.png", "caption": "a liver"}]},
        {"image": {"bytes": "aGVsbG8="}},
        {"image": "n/a"},
        {"voided": "x"},
        {"points": "1,50"},
        {"section": " Paper 1"},
        {"accepted_answers": ["b"], "forbidden_options": "c"},
        {"metadata": {"source": "inner"}, "source": "outer"},
        {"metadata": "a text"},
        {"model_results": {"model": {"verdict": 7}}},
        {"kind": "radiology"},
        {"id": "①"},
        {"id": 7.0},
        {"has_image": "yes"},
        {"question": "  Which?  ", "note": "שלום\u202e\x07"},
    ],
    ids=str,
)
def test_no_value_of_a_row_is_lost(fields):
    row = bank("A")[0] | fields
    (item,) = imported([row]).items

    assert lost(row, item) == []


def test_what_the_item_tells_is_not_told_twice():
    row = bank("A", points=2, section="S", accepted_answers=["B"], voided=False, metadata={"own": 1})[0]
    (item,) = imported([row]).items

    assert item["metadata"] == {"own": 1}


def test_two_fields_of_one_name_are_both_kept():
    row = bank("A", metadata={"note": "inner"}, note="outer")[0]
    key = table([{"id": "q1", "answer": "A", "note": "of the key"}], "key.csv")
    (item,) = imported([row], key).items

    assert item["metadata"] == {"note": "inner", "note_2": "outer", "note_of_answer_file": "of the key"}
