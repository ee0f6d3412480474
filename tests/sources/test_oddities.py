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
            "not 4 options, as most others have",
            ["x"],
        ),
        ([bank("A")[0] | {"options": {"A": "a", "C": "c"}}], "the options' keys have a gap", ["q1"]),
        (bank("A", ["pain", "rash", "pain"]), "two options are the same", ["q1"]),
        ([bank("A")[0] | {"question": "Which <b>organ</b>?"}], "markup in the text", ["q1"]),
    ],
)
def test_it_is_told_with_the_questions_of_which_it_is_true(rows, what, whose):
    assert imported(rows).oddities[what] == whose


def test_nothing_is_odd_about_a_plain_bank():
    assert imported(bank("ABCD")).oddities == {}
