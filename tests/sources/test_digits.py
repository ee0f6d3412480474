"""Claims about answers of digits: places, masks, keys and texts, as the bank means them."""

import pytest

from omnibench.dataset.answers import AnswerUnreadable
from omnibench.sources.digits import digits_in
from omnibench.sources.keys import Key, Meaning, read_key

FIVE = {"A": "Fever", "B": "Cough", "C": "Rash", "D": "Pain", "E": "Itch"}
GAPS = {"A": "Fever", "C": "Rash", "D": "Pain"}


@pytest.mark.parametrize(
    ("value", "digits", "options", "expected"),
    [
        ("2", "from_1", FIVE, "B"),
        (2.0, "from_1", FIVE, "B"),
        ("2.0", "from_1", FIVE, "B"),
        ("０", "from_0", FIVE, "A"),
        ("1;3", "from_1", FIVE, "A C"),
        ([0, 2], "from_0", FIVE, "A C"),
        ("01001", "mask", FIVE, "B E"),
        (10010, "mask", FIVE, "A D"),
        ("2", "keys", {"1": "x", "2": "y"}, "2"),
        (1, "from_0", {"1": "x", "2": "y"}, "2"),
        ("2", "text", {"A": "2", "B": "1"}, "A"),
        (2.5, "text", {"A": "2.5", "B": "1"}, "A"),
        (True, "text", {"A": "True", "B": "False"}, "A"),
    ],
)
def test_digits_are_read_as_the_bank_means_them(value, digits, options, expected):
    assert Key(tuple(expected.split())) == read_key(value, options, Meaning(digits, are_numbers=True))


@pytest.mark.parametrize(
    ("value", "digits", "options", "why"),
    [
        ("0", "from_1", FIVE, "place of none"),
        ("5", "from_0", FIVE, "place of none"),
        ("1" * 5000, "from_1", FIVE, "place of none"),
        ("1001", "mask", FIVE, "leading zeros"),
        ("00000", "mask", FIVE, "chooses"),
        ("01002", "mask", FIVE, "chooses"),
        ("7", "keys", {"1": "x", "2": "y"}, "names no option"),
        ("2", "from_1", GAPS, "have gaps"),
        ("010", "mask", GAPS, "have gaps"),
        ("2", "unclear", FIVE, "--digits"),
        ("2", "contradictory", FIVE, "--digits"),
        ("1,1", "from_1", FIVE, "twice"),
    ],
)
def test_digits_that_cannot_be_meant_are_refused(value, digits, options, why):
    with pytest.raises(AnswerUnreadable, match=why):
        read_key(value, options, Meaning(digits))


@pytest.mark.parametrize(
    ("value", "expected"),
    [
        (3, ["3"]),
        (3.0, ["3"]),
        ("1, 3", ["1", "3"]),
        ("007", ["007"]),
        ([1, "2"], ["1", "2"]),
        (2.5, []),
        (True, []),
        (float("nan"), []),
        (float("inf"), []),
        ("-1", []),
        ("1a", []),
        ([1, "a"], []),
        (None, []),
    ],
)
def test_digits_are_found(value, expected):
    assert expected == digits_in(value)
