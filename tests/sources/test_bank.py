"""Claims about a bank as a whole: every row is accounted for, and what holds for all is found out from all."""

import json
import subprocess
import sys

import pytest
from foreign_banks import FOUR, bank, imported, keys, reasons, table

from omnibench.sources.table import SourceUnreadable


def kinds(rows, **choices):
    return [one.get("kind") for one in imported(rows, **choices).items]


def free(answers):
    return [{"id": n, "question": f"Question {n}?", "answer": answer} for n, answer in enumerate(answers)]


def test_every_row_is_kept_or_refused():
    found = imported([*bank("AB"), *bank(["Z", None]), *bank("C", ["one"])])

    assert (found.n_read, len(found.items), len(found.refused), len(found.places)) == (5, 2, 3, 2)


def test_columns_and_digits_are_told():
    found = imported(table(bank([1, 4]), "a.csv"))

    assert found.digits == {"answer": "from_1"}
    assert found.columns["a.csv"].question == "question"


@pytest.mark.parametrize("tables", [[], [[{"id": 1, "answer": "A"}]], [[]]])
def test_without_questions_there_is_no_bank(tables):
    with pytest.raises(SourceUnreadable, match="none of the files holds questions"):
        imported(*tables)


@pytest.mark.parametrize(
    ("answers", "labels"),
    [
        (["yes", "No", "maybe"], ("yes", "no", "maybe")),
        ([True, False], ("true", "false")),
        (["POSITIVE", "negative"], ("POSITIVE", "NEGATIVE")),
        (["yes", "yes"], ()),
        (["yes", "no", "perhaps"], ()),
    ],
)
def test_known_labels_are_found(answers, labels):
    found = imported(free(answers))

    assert tuple(found.labels) == labels
    assert {one["kind"] for one in found.items} == {"label" if labels else "free_text"}


def test_labels_are_told():
    assert keys(free(["Mild", "severe"]), labels=("mild", "severe")) == {"0": "mild", "1": "severe"}
    assert "none of mild, severe" in reasons(free(["dead"]), labels=("mild", "severe"))[0]


@pytest.mark.parametrize("answers", [["0", "1", "1"], [0, 1, 0], ["A", "B", "D"]])
def test_keys_without_options_are_no_free_text(answers):
    assert keys(free(answers)) == {}
    assert all("--labels" in reason for reason in reasons(free(answers)))


def test_a_lone_key_among_questions_with_options_is_refused():
    rows = [
        *bank("AB"),
        {"id": "x", "question": "Why?", "answer": "C"},
        {"id": "y", "question": "How?", "answer": "So"},
    ]

    assert set(keys(rows)) == {"q1", "q2", "y"}


def test_many_right_options_are_the_norm_or_an_exception():
    assert kinds(bank(["A", "B", "A,C"])) == ["multiple_choice"] * 3
    assert kinds(bank(["A"] * 9 + ["A,C"])) == [None] * 10


def test_two_columns_of_answers_must_agree():
    rows = [row | {"answer_idx": key} for row, key in zip(bank(FOUR), "ABCA", strict=True)]

    assert keys(rows) == {"q1": "A", "q2": "B", "q3": "C"}
    assert reasons(rows) == ["the answers contradict each other: answer_idx says A; answer says D"]


def test_a_person_says_what_digits_mean():
    assert keys(bank([1, 2, 3])) == {}
    assert keys(bank([1, 2, 3]), digits="from_0") == {"q1": "B", "q2": "C", "q3": "D"}
    assert keys(bank([1, 2, 3]), digits="from_1") == {"q1": "A", "q2": "B", "q3": "C"}


@pytest.mark.parametrize(
    "value",
    [float("nan"), float("inf"), "1" * 5000, 10**400, {"a": 1}, [[1]], "\x00", "A" * 100_000, [None], -5],
)
def test_no_answer_is_too_odd(value):
    assert set(keys([*bank("AB"), bank([value])[0] | {"id": "odd"}])) <= {"q1", "q2", "odd"}
    imported(bank([value]))


def test_a_bank_is_read_the_same_in_every_process():
    code = (
        "import json; from foreign_banks import bank, imported;"
        "print(json.dumps(list(imported(bank(['A or B', 'C', '1', 'Rash'], x=1, points='1,5')).items)))"
    )
    env = {"PYTHONPATH": ":".join(sys.path)}
    once, twice = (
        subprocess.run(
            [sys.executable, "-c", code], env={**env, "PYTHONHASHSEED": seed}, capture_output=True, check=True
        ).stdout
        for seed in ("1", "2")
    )

    assert json.loads(once)
    assert once == twice


def test_long_texts_in_columns_without_a_role_are_told():
    given = [
        row | {"Stimulus": "A man of 60 years comes with pain. " * 3, "Explanation": "x" * 200}
        for row in bank("AB")
    ]

    assert "Stimulus" in str(imported(given).oddities)
    assert "Explanation" not in str(imported(given).oddities)
