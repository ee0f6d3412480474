"""Claims about what a person is told of a bank's items."""

import pytest
from foreign_banks import bank, imported


@pytest.mark.parametrize(
    ("rows", "what", "whose"),
    [
        (bank("A", images=["x.png"]), "pictures that did not come with the bank", ["q1"]),
        (bank("A", voided=True), "withdrawn by the bank: kept, and never asked", ["q1"]),
        (bank(["A or B"]), "more than one answer is accepted", ["q1"]),
        (
            [*bank("A" * 99), bank("A", ["one", "two"])[0] | {"id": "x"}],
            "not 4 options, as nearly all others have",
            ["x"],
        ),
        (
            [bank("A")[0] | {"question": "after \x02 hours"}],
            "control characters in the text, which may stand where something was lost",
            ["q1"],
        ),
        (
            [
                *bank("A"),
                bank("A", ["pain", "Rash", "COUGH", "Ｆever"])[0] | {"id": "x", "question": " question  1?"},
            ],
            "the same question stands twice",
            ["x = q1"],
        ),
    ],
)
def test_it_is_told_with_the_questions_of_which_it_is_true(rows, what, whose):
    assert imported(rows).oddities[what] == whose


def test_nothing_is_odd_about_a_plain_bank():
    assert imported(bank("ABCD")).oddities == {}
