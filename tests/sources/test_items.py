"""Claims about items: ids that are unique, alternatives, weights, and the fields of our own documents."""

import pytest
from foreign_banks import bank, imported, reasons, table


def item(**fields):
    (one,) = imported([bank("A")[0] | fields]).items
    return one


def test_a_row_becomes_an_item():
    assert item() == {
        "question_id": "q1",
        "question_text": "Question 1?",
        "options": {"A": "Fever", "B": "Cough", "C": "Rash", "D": "Pain"},
        "answer": "A",
        "model_results": {},
        "metadata": {},
    }


def ids(*tables):
    return [one["question_id"] for one in imported(*tables).items]


def rows_with(*own_ids):
    return [row | {"id": own} for row, own in zip(bank("A" * len(own_ids)), own_ids, strict=True)]


@pytest.mark.parametrize(
    ("own", "expected"),
    [
        ([1, "2", 3.0], ["1", "2", "3"]),
        (["a", "a", "a"], ["a", "a_2", "a_3"]),
        (["a", "a_2", "a"], ["a", "a_2", "a_3"]),
        (["a", "a", "a_2", "a_2"], ["a", "a_3", "a_2", "a_2_2"]),
        ([None, "", float("nan")], ["bank_0001", "bank_0002", "bank_0003"]),
        ([None, "bank_0001"], ["bank_0001", "bank_0001_2"]),
    ],
)
def test_ids_are_the_banks_own_and_unique(own, expected):
    assert expected == ids(rows_with(*own))


def test_an_id_that_was_numbered_is_kept():
    second = imported(rows_with("a", "a")).items[1]

    assert (second["question_id"], second["metadata"]) == ("a_2", {"id": "a"})


def test_ids_that_begin_anew_in_each_file_are_told_apart_by_its_name():
    assert ids(table(rows_with(1, 2), "x.csv"), table(rows_with(1), "y.csv")) == ["x_1", "x_2", "y_1"]


def test_many_questions_of_one_id_take_no_time():
    assert len(set(ids(rows_with(*["1"] * 20_000)))) == 20_000


@pytest.mark.parametrize(
    ("fields", "accepted"),
    [
        ({"accepted_answers": ["B", "C"]}, ["B", "C"]),
        ({"accepted_answers": '["B", "C"]'}, ["B", "C"]),
        ({"accepted_answers": "B or C"}, ["B", "C"]),
        ({"accepted_answers": "B"}, ["B"]),
        ({"accepted_answers": ["A", "Cough", "b"]}, ["B"]),
        ({"accepted_answers": ["A,B"]}, ["A,B"]),
        ({"answer": "A or B", "accepted_answers": ["C"]}, ["B", "C"]),
        ({"answer": "A,B", "accepted_answers": "A,C"}, ["A,C"]),
    ],
)
def test_other_answers_may_be_as_right(fields, accepted):
    assert accepted == item(**fields)["accepted_answers"]


@pytest.mark.parametrize(
    ("value", "points"), [(2, 2), ("1,5", 1.5), (" 0.25 ", 0.25), (0, 0), ("2.0", 2), ("0,125", 0.125)]
)
def test_a_weight_is_a_number(value, points):
    assert points == item(points=value)["points"]


def test_an_exam_says_section_and_what_must_never_be_chosen():
    one = item(section=3, forbidden_options="b, D")

    assert (one["section"], one["forbidden_options"]) == ("3", ["B", "D"])


@pytest.mark.parametrize(
    ("fields", "field", "why"),
    [
        ({"accepted_answers": "B,C"}, "accepted_answers", "names several, and the answer is one"),
        ({"accepted_answers": ["Z"]}, "accepted_answers", "names no option"),
        ({"forbidden_options": "Z"}, "forbidden_options", "names no option"),
        ({"points": "many"}, "points", "is no number"),
        ({"points": "1,500"}, "points", "a fraction or thousands"),
        ({"points": -1}, "points", "is no weight"),
        ({"points": "nan0"}, "points", "is no number"),
        ({"points": float("inf")}, "points", "is no weight"),
        ({"points": True}, "points", "is no number"),
    ],
)
def test_what_cannot_be_read_for_sure_refuses_the_row(fields, field, why):
    ((fault, _),) = imported([bank("A")[0] | fields]).refused

    assert fault.field == field
    assert why in fault.reason


def test_an_item_of_a_document_comes_out_the_same():
    own = {
        "question_id": "q1",
        "question_text": "Which?",
        "options": {"A": "x", "B": "y", "C": "z"},
        "answer": "A",
        "accepted_answers": ["A,B"],
        "kind": "multiple_choice",
        "images_missing": True,
        "points": 2,
        "section": "S",
        "forbidden_options": ["C"],
        "model_results": {},
        "metadata": {"answer": "old", "deep": {"a": [1]}},
    }
    bare = {"question_id": "q2", "question_text": "Why?", "kind": "free_text", "accepted_answers": ["or so"]}
    bare |= {"answer": "So", "model_results": {}, "metadata": {}}
    voided = {"question_id": "q3", "question_text": "No?", "options": {"A": "x", "B": "y"}, "voided": True}
    voided |= {"model_results": {}, "metadata": {}}

    assert list(imported([own, bare, voided]).items) == [own, bare, voided]


def test_a_documents_kinds_are_kept():
    rows = [
        {"question_id": n, "question_text": f"{n}?", "kind": kind, "answer": "mild", "metadata": {}}
        for n, kind in enumerate(("label", "free_text"))
    ]

    assert ["label", "free_text"] == [one["kind"] for one in imported(rows, labels=("mild", "severe")).items]
    assert ["is a label" in reason for reason in reasons(rows)] == [True]


def test_free_text_keeps_every_answer():
    rows = [{"id": n, "question": f"{n}?", "answer": ["so", f"or {n}"]} for n in range(3)]

    assert [("so", ["or 0"]), ("so", ["or 1"]), ("so", ["or 2"])] == [
        (one["answer"], one["accepted_answers"]) for one in imported(rows).items
    ]
