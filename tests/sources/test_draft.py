"""Claims about a row that is read by itself."""

import pytest
from foreign_banks import bank, imported, keys, reasons, table

from omnibench.sources.draft import drafts_of
from omnibench.sources.importers import IMPORTERS
from omnibench.sources.importers.importer import Importer, RowRefused
from omnibench.sources.table import SourceUnreadable


def draft(**fields):
    rows = bank("AB")
    return drafts_of(table([rows[0] | fields, rows[1]]), IMPORTERS["table"], {})[0]


@pytest.mark.parametrize(
    ("fields", "fault"),
    [
        ({"question": "  "}, ("question", "the question is empty")),
        ({"options": ["one"]}, ("options", "there is one option, which is no choice")),
        ({"options": 5}, ("options", "the options are 5, which is no list, object or text")),
        ({"voided": "perhaps"}, ("voided", "'perhaps' is neither true nor false")),
        ({"voided": "x"}, None),
    ],
)
def test_what_is_wrong_with_a_row_is_told_by_its_field(fields, fault):
    assert draft(**fields).fault == fault


def test_the_first_fault_counts():
    one = draft(question="")
    one.refuse("id", "later")

    assert one.fault == ("question", "the question is empty")


def test_a_context_stands_before_its_question():
    assert (
        draft(context=["A man.", "", " He coughs. "], question=" Why? ").text
        == "A man.\n\nHe coughs.\n\nWhy?"
    )


def test_an_answer_of_minus_one_is_none():
    assert draft(answer=-1).answers == []
    assert draft(answer=0).answers == [("answer", 0)]


@pytest.mark.parametrize(
    ("fields", "is_voided"),
    [
        ({"voided": True}, True),
        ({"anulada": "Sí"}, True),
        ({"作废": 1}, True),
        ({"answer": "ANULADA"}, True),
        ({"answer": "削除"}, True),
        ({"voided": 0}, False),
        ({"answer": "deleted", "options": ["deleted", "inserted"]}, False),
    ],
)
def test_a_bank_withdraws_questions_by_flag_and_word(fields, is_voided):
    assert draft(**fields).is_voided is is_voided


def test_a_withdrawn_question_needs_no_answer():
    (item,) = imported(bank(["anulada"])).items

    assert item["voided"] is True
    assert "answer" not in item
    assert item["metadata"] == {"answer": "anulada"}


def test_a_file_of_another_form_is_no_known_bank():
    with pytest.raises(SourceUnreadable, match=r"is not MedQA as it is known.*`import table`"):
        imported([{"frage": "?", "antwort": "A"}], name="medqa")


def test_records_that_an_importer_refuses_are_told_by_their_place():
    def adapt(row):
        if "question" not in row.fields:
            raise RowRefused("has no question")
        return row.fields

    importer = Importer(title="x", about="x", adapt=adapt)
    refused, read = drafts_of(table([{"note": 1}, bank("A")[0]]), importer, {})

    assert (refused.row.place, refused.fault) == ("line 2", ("", "has no question"))
    assert read.fault is None
    with pytest.raises(SourceUnreadable, match="has no question"):
        drafts_of(table([{"note": 1}]), importer, {})


def test_a_reason_stands_with_place_and_id():
    (fault, row) = imported([*bank("A"), *bank(["Z"])]).refused[0]

    assert (fault.path, fault.item, fault.field) == ("bank.csv", "line 3 (q1)", "answer")
    assert row.fields["answer"] == "Z"
    assert reasons([*bank("A"), *bank([None])]) == ["there is no answer"]


def test_options_that_mark_the_right_one_are_an_answer_and_must_agree_with_others():
    options = [{"text": "one", "correct": False}, {"text": "two", "correct": True}]
    rows = [{"id": 1, "question": "?", "options": options}]

    assert keys(rows) == {"1": "B"}
    assert "contradict" in reasons([{**rows[0], "answer": "A"}, {**rows[0], "id": 2, "answer": "B"}])[0]


def test_a_text_before_some_questions_alone_is_told():
    rows = [
        {**row, "context": text}
        for row, text in zip(bank("AB"), ("A man has had pain for days.", ""), strict=True)
    ]

    assert imported(rows).oddities["nothing stands before the question, as it does before others"] == [
        "line 3 (q2)"
    ]
