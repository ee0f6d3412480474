"""Claims about which columns hold what: by their names and by what stands in them."""

from dataclasses import replace

import pytest
from foreign_banks import bank, imported, keys, reasons, table

from omnibench.sources.recognise import cell, is_key_table, names_of, options_of, recognise
from omnibench.sources.table import SourceUnreadable

INLINE = "Which?\nA. one\nB. two"


def columns(rows, **told):
    return recognise(table(rows), told).names()


def test_a_plain_table_is_recognised():
    rows = [
        {
            "No": 1,
            "Pregunta": "¿Cuál?",
            "opción a": "x",
            "opción b": "y",
            "Clave": "A",
            "Imagen": "a.png",
            "tema": "t",
        }
    ]

    assert columns(rows) == {
        "question": "Pregunta",
        "answer": ["Clave"],
        "options": ["opción a", "opción b"],
        "id": "No",
        "images": ["Imagen"],
    }


def test_a_column_of_answers_holds_what_names_options():
    rows = [row | {"answer": None, "cop": 2, "solution": "A long text."} for row in bank([None] * 3)]

    assert columns(rows)["answer"] == ["cop"]
    assert columns([row | {"label": "cardiology"} for row in bank("ABC")])["answer"] == ["answer"]
    assert columns(
        [row | {"answer_idx": "ABC"[n]} for n, row in enumerate(bank(["Fever", "Cough", "Rash"]))]
    ) == {
        "question": "question",
        "answer": ["answer_idx", "answer"],
        "options": ["options"],
        "id": "id",
    }


def test_a_flag_an_option_is_no_answer():
    flags = {"correct_a": 1, "correct_b": 0, "correct_c": 0}
    rows = [
        {"question": f"{n}?", "option_a": "x", "option_b": "y", "option_c": "z", **flags} for n in range(3)
    ]

    assert "answer" not in columns(rows)
    with pytest.raises(SourceUnreadable, match="one of correct_a, correct_b, correct_c"):
        imported(table(rows))
    assert columns([{"pregunta": "?", "a": "x", "b": "y", "Correcta": "B"}])["answer"] == ["Correcta"]


def test_the_surer_of_two_names_counts():
    assert columns([{"pregunta": "¿?", "question": "?", "answer": "x"}])["question"] == "question"


def test_fields_of_objects_are_columns():
    rows = [{"id": 1, "data": {"Question": "Which?", "Options": {"A": "x", "B": "y"}, "Correct Option": "B"}}]

    assert keys(rows) == {"1": "B"}
    assert columns(rows)["question"] == "data.Question"


def test_the_fields_of_a_context_are_no_answers():
    rows = [
        {"question": "Is it?", "context": {"contexts": ["It is."], "labels": ["R"]}, "final_decision": "yes"}
    ]

    assert columns(rows)["answer"] == ["final_decision"]
    assert imported(rows).items[0]["question_text"] == "It is.\n\nIs it?"
    assert "answer" not in columns([{name: rows[0][name] for name in ("question", "context")}])


@pytest.mark.parametrize(
    ("told", "expected"),
    [
        ({"options": "w..z"}, ["w", "x", "y", "z"]),
        ({"options": "w+z"}, ["w", "z"]),
        ({"options": "w"}, ["w"]),
        ({"options": ""}, None),
    ],
)
def test_a_person_names_columns(told, expected):
    rows = [{"Stem": "?", "w": "1", "x": "2", "y": "3", "z": "4", "Key": "A"}]

    assert columns(rows, question="Stem", answer="Key", **told).get("options") == expected


def test_a_column_that_is_not_there_is_told_with_those_that_are():
    with pytest.raises(SourceUnreadable, match="no column 'Steem'; it has Stem, Key"):
        columns([{"Stem": "?", "Key": "A"}], question="Steem")


def test_what_is_not_known_is_proposed():
    with pytest.raises(SourceUnreadable, match="--map question=Fallvignette"):
        columns([{"Fallvignette": "A man of 60 years...", "w": "1", "answer": "A"}])


def test_options_that_are_unclear_are_not_chosen():
    with pytest.raises(SourceUnreadable, match="--map options="):
        columns(
            [{"question": "?", **{f"{name}_{key}": key for name in ("answer", "option") for key in "ab"}}]
        )


@pytest.mark.parametrize(
    ("row", "expected"),
    [
        ({"id": 1, "answer": "A"}, True),
        ({"qid": 1, "Gabarito": "A", "note": "x"}, True),
        ({"_key": "1", "value": "A"}, True),
        ({"column_1": "1", "column_2": "A"}, True),
        ({"id": 1, "question": "?", "answer": "A"}, False),
        ({"id": 1, "a": "x", "b": "y", "answer": "A"}, False),
        ({"answer": "A"}, False),
    ],
)
def test_a_table_of_answers_has_ids_and_no_questions(row, expected):
    assert is_key_table(table([row])) is expected


def test_a_person_may_say_that_it_has_questions():
    rows = [{"id": 1, "Fallvignette": "Which?", "answer": "foo"}]

    assert keys(rows, columns={"question": "Fallvignette"}) == {"1": "foo"}
    with pytest.raises(SourceUnreadable, match="--map question="):
        imported(rows)


def test_options_inside_a_question_are_cut_off_it():
    assert keys([{"id": 1, "question": INLINE, "answer": "B"}]) == {"1": "B"}
    assert imported([{"question": INLINE, "answer": "B"}]).items[0]["question_text"] == "Which?"


@pytest.mark.parametrize(
    ("options", "stem"), [(["one", "two"], "Which?"), (["three", "four"], INLINE), (["one"], INLINE)]
)
def test_options_beside_a_question_count_more_than_lines_in_it(options, stem):
    columns = recognise(table([{"question": INLINE, "options": options, "answer": "A"}]))

    assert options_of({"question": INLINE, "options": options}, columns)[0] == stem


def test_labels_are_taken_off_when_the_bank_has_them_everywhere():
    labelled = bank("AB", ["A. Fever", "B. Cough"])

    assert imported(labelled).items[0]["options"] == {"A": "Fever", "B": "Cough"}
    germs = [*bank("AB"), *bank("A", ["A. baumannii", "B. cereus"])]
    assert imported(germs).items[-1]["options"] == {"A": "A. baumannii", "B": "B. cereus"}


def test_no_options_and_letters_alone_are_no_free_text():
    rows = [{"question": f"{n}?", "answer": key, "Andere": "x; y"} for n, key in enumerate("ABD")]

    assert all("--map options" in reason for reason in reasons(rows))
    assert len(keys(rows, digits="text")) == 3


def test_cells_and_names():
    fields = {"a": {"b": {"c": 1}}, "a.b": 2, "options": {"A": "x"}}

    assert [cell(fields, name) for name in ("a.b", "a.b.c", "a.x", "x", None)] == [2, 1, None, None, None]
    assert names_of(table([fields])) == ("a", "a.b", "options")


def test_many_names_take_no_time():
    assert len(names_of(table([{"question": "?", "x": {f"k{n}": 1 for n in range(50_000)}}]))) == 50_002
    assert (
        columns([{"question": "?", "answer": "foo", **{f"c{n}": n for n in range(20_000)}}])["question"]
        == "question"
    )


def test_a_run_of_columns_goes_by_the_order_of_the_file():
    rows = [
        {"id": 1, "Q": "?", "K": "B", "x1": "a", "x3": "c"},
        {"id": 2, "Q": "?", "K": "A", "x1": "a", "x2": "b", "x3": "c"},
    ]
    of_file = replace(table(rows), columns=("id", "Q", "x1", "x2", "x3", "K"))
    told = {"question": "Q", "answer": "K", "options": "x1..x3"}

    assert recognise(of_file, told).options == ("x1", "x2", "x3")
    with pytest.raises(SourceUnreadable, match=r"Q\.\.x3 holds id, key"):
        recognise(
            table([{"Q": "?", "id": 1, "key": "A", "x3": "c"}]), {**told, "options": "Q..x3", "answer": "key"}
        )


def test_a_column_of_numbers_is_no_question():
    rows = [
        {"Question": n, "Text": f"Which is the organ number {n}?", "A": "x", "B": "y", "Key": "A"}
        for n in range(3)
    ]

    with pytest.raises(SourceUnreadable, match="--map question=Text"):
        columns(rows)


@pytest.mark.parametrize(
    ("case", "is_read"), [("Case 1", False), ("A man of 60 years has had chest pain for two hours.", True)]
)
def test_a_case_is_read_before_its_question_where_it_is_more_than_a_name(case, is_read):
    assert (
        "context" in columns([{"case": case, "question": "?", "A": "x", "B": "y", "answer": "A"}])
    ) is is_read


@pytest.mark.parametrize(("labelled", "text"), [(3, "one"), (1, "A. one")])
def test_labels_are_taken_off_where_half_of_a_bank_has_them(labelled, text):
    marked = [f"{key}. {word}" for key, word in zip("ABC", ("one", "two", "three"), strict=True)]
    found = imported(
        [*bank("A" * labelled, marked), *bank("A" * (4 - labelled), ["x", "y", "z"], note="other")]
    )

    assert found.items[0]["options"]["A"] == text
    assert found.items[-1]["options"]["A"] == "x"
