"""Claims about what a bank as a whole tells of its answers."""

import pytest
from foreign_banks import bank, imported, keys, reasons, table

from omnibench.sources.evidence import meaning_of

FOUR = {"A": "Fever", "B": "Cough", "C": "Rash", "D": "Pain"}
NUMBERED = {"1": "Fever", "2": "Cough", "3": "Rash", "4": "Pain"}
NUMBERS = {"A": "2", "B": "4", "C": "1", "D": "3"}
LARGE = {"A": "2", "B": "40", "C": "1", "D": "80"}


@pytest.mark.parametrize(
    ("answers", "options", "digits"),
    [
        ([1, 2, 4], FOUR, "from_1"),
        ([0, 2, 3, 0], FOUR, "from_0"),
        (["1", "2", "3"], FOUR, "unclear"),
        ([0, 1, 4], FOUR, "contradictory"),
        ([1, 2, 3, 4] * 10 + [0], FOUR, "contradictory"),
        ([7, 8, 9], FOUR, "contradictory"),
        (["0110", "1000"], FOUR, "mask"),
        ([1000, 100, 10, 1], FOUR, "contradictory"),
        ([1000] * 12 + [100], FOUR, "mask"),
        ([1, 2, 3], NUMBERED, "keys"),
        ([0, 1, 3], NUMBERED, "contradictory"),
        ([0, 1, 4], NUMBERED, "keys"),
        (["A", "B", 2], FOUR, "text"),
        (["A"] * 2 + ["1"] * 18 + ["4"], FOUR, "from_1"),
        (["2", "4", "1", "3"], NUMBERS, "unclear"),
        (["2", "40", "80", "1"], LARGE, "text"),
        (["1", "2", "4"], {"A": "1", "B": "2", "C": "3", "D": "4"}, "text"),
        ([0, 1, 1], FOUR, "unclear"),
        ([0, 1, 1], {"A": "Yes", "B": "No"}, "unclear"),
        ([0, 0, 1], {"A": "No", "B": "Yes"}, "from_0"),
        ([0, 0, 1], {"A": "Male", "B": "Female"}, "from_0"),
        ([1, 2, 3, 2, 0], FOUR, "unclear"),
        ([0, *[1, 2, 3] * 4], FOUR, "from_0"),
        ([], FOUR, "text"),
        ([None, ""], FOUR, "text"),
    ],
)
def test_digits_mean_what_fits_the_whole_bank(answers, options, digits):
    assert digits == meaning_of((answer, options) for answer in answers).digits


@pytest.mark.parametrize(
    ("answers", "words"),
    [
        (["A", "B", ["C"], "AB"], "keys"),
        (["Fever", "cough", "B. Cough"], "texts"),
        (["A", "Fever"], "unclear"),
        ([1, 2], "unclear"),
    ],
)
def test_words_are_keys_or_texts(answers, words):
    assert words == meaning_of((answer, FOUR) for answer in answers).words


def test_what_a_person_says_counts_more_than_evidence():
    assert meaning_of([(1, FOUR), (4, FOUR)], "from_0").digits == "from_0"
    assert meaning_of([("A", FOUR)], "from_0").digits == "text"
    trap = {"A": "B", "B": "A"}
    assert meaning_of([("A", trap)], "keys").words == "keys"
    assert meaning_of([("A", trap)], "text").words == "texts"


@pytest.mark.parametrize(
    ("others", "expected"),
    [([], None), (["Fever", "Cough"], "C"), (["A", "BD"], None), (["A", "Fever"], None)],
)
def test_a_trap_is_read_by_the_answers_around_it(others, expected):
    blood = {"id": "trap", "question": "Which?", "options": ["A", "B", "AB", "O"], "answer": "AB"}

    assert expected == keys([blood, *bank(others)]).get("trap")


def test_places_are_told_by_a_column_of_letters_beside_them():
    rows = [row | {"answer_idx": n} for row, n in zip(bank("BCB"), (1, 2, 1), strict=True)]

    assert keys(rows) == {"q1": "B", "q2": "C", "q3": "B"}
    assert imported(rows).digits == {"answer": "text", "answer_idx": "from_0"}


def test_places_that_no_count_brings_together_stay_unclear():
    rows = [row | {"answer_idx": n} for row, n in zip(bank("BC"), (1, 3), strict=True)]

    assert keys(rows) == {}
    assert all("contradict" in reason or "--digits" in reason for reason in reasons(rows))


def test_columns_that_are_numbered_from_0_tell_how_places_are_counted():
    names = [f"option_{n}" for n in range(3)]
    rows = [
        {"id": n, "question": f"{n}?", **dict(zip(names, "xyz", strict=True)), "answer": n} for n in (1, 2)
    ]

    assert keys(table(rows)) == {"1": "B", "2": "C"}
    named = [{**row, "answer": names[row["id"]]} for row in rows[:1]]
    assert keys(table(named)) == {"1": "B"}
    from_1 = [
        {"question": f"{n}?", "option1": "x", "option2": "y", "option3": "z", "index": n} for n in (1, 2)
    ]
    assert "--digits" in reasons(table(from_1), columns={"answer": "index"})[0]
