"""Claims about foreign answer keys: read for sure, or refused with the reason."""

import pytest

from omnibench.dataset.answers import AnswerUnreadable
from omnibench.sources.keys import Key, Meaning, is_voided_word, key_with_text, read_key

FIVE = {"A": "Fever", "B": "Cough", "C": "Rash", "D": "Pain", "E": "Itch"}
FIFTEEN = {key: f"text {key}" for key in "ABCDEFGHIJKLMNO"}
TRAPS = {"A": "B", "B": "A", "C": "AB", "D": "O"}


@pytest.mark.parametrize(
    ("value", "expected"),
    [
        ("A", "A"),
        (" b ", "B"),
        ("Ａ", "A"),
        ("A.", "A"),
        ("(a)", "A"),
        ("A)", "A"),
        ("**C**", "C"),
        ("Answer: D", "D"),
        ("正确答案：B", "B"),
        ("a,c", "A C"),
        ("C,A", "A C"),
        ("AC", "A C"),
        ("ace", "A C E"),
        ("A C", "A C"),
        ("A and C", "A C"),
        ("A e C", "A C"),
        ("A y C", "A C"),
        ("A et C", "A C"),
        ("A und C", "A C"),
        ("A и C", "A C"),
        ("AとC", "A C"),
        ("A E C", "A C E"),
        ("A & C", "A C"),
        (["A", "C"], "A C"),
        ("['A', 'C']", "A C"),
        ('["A"]', "A"),
        ("{'A'}", "A"),
        ("fever", "A"),
        ("ＦＥＶＥＲ", "A"),
        ("Fever.", "A"),
        ("B. Cough", "B"),
        ("(C) rash", "C"),
        (["Fever", "Rash"], "A C"),
    ],
)
def test_words_name_options(value, expected):
    assert Key(tuple(expected.split())) == read_key(value, FIVE, Meaning())


@pytest.mark.parametrize(
    ("value", "expected", "accepted"),
    [
        ("A or C", "A", ["C"]),
        ("A OR C", "A", ["C"]),
        ("A ou C", "A", ["C"]),
        ("A o C", "A", ["C"]),
        ("A oder C oder D", "A", ["C", "D"]),
        ("AまたはC", "A", ["C"]),
        ("A或C", "A", ["C"]),
        ("AB or CD", "A B", ["C D"]),
        ("A,B or C,D", "A B", ["C D"]),
        ("A or A", "A", []),
    ],
)
def test_alternatives_are_told_apart(value, expected, accepted):
    ways = tuple(tuple(one.split()) for one in accepted)

    assert Key(tuple(expected.split()), ways) == read_key(value, FIVE, Meaning())


def test_a_key_that_is_a_word_too_is_a_key_among_capitals():
    assert Key(("A", "C", "O")) == read_key("A, O, C", FIFTEEN, Meaning())
    assert Key(("A", "C", "O")) == read_key("A O C", FIFTEEN, Meaning())


@pytest.mark.parametrize(
    ("value", "options", "why"),
    [
        ("A/C", FIVE, "all are meant or any"),
        ("A | C", FIVE, "all are meant or any"),
        ("A, C or D", FIVE, "belong together"),
        ("a e c", FIVE, "join two by a word"),
        ("a o c", FIFTEEN, "join two by a word"),
        ("Bad.", FIVE, "names no option"),
        ("Ca", FIVE, "names no option"),
        ("cab", FIVE, "names no option"),
        ("Ansa", FIVE, "names no option"),
        ("keyed", FIVE, "names no option"),
        ("A. Cough", FIVE, "names no option"),
        ("F", FIVE, "names no option"),
        ("A,A", FIVE, "twice"),
        (["A", "Fever"], FIVE, "twice"),
        ("yes", {"A": "yes", "B": "Yes"}, "names no option"),
        ("NULL", FIVE, "names no option"),
        ("-", FIVE, "names no option"),
        (None, FIVE, "must be a text"),
        ({"A": True}, FIVE, "must be a text"),
        ([["A"]], FIVE, "must be a text"),
        (float("inf"), FIVE, "names no option"),
        (-1, FIVE, "names no option"),
        ("B", TRAPS, "is the text of A and the key of B"),
        ("AB", TRAPS, "is the text of C and the key of A, B"),
    ],
)
def test_what_may_be_read_in_two_ways_or_in_none_is_refused(value, options, why):
    with pytest.raises(AnswerUnreadable, match=why):
        read_key(value, options, Meaning())


def test_the_bank_tells_keys_from_texts():
    for value, as_key, as_text in [("B", "B", "A"), (["A", "B"], "A B", "A B")]:
        assert Key(tuple(as_key.split())) == read_key(value, TRAPS, Meaning(words="keys"))
        assert Key(tuple(as_text.split())) == read_key(value, TRAPS, Meaning(words="texts"))
    assert Key(("D",)) == read_key("O", TRAPS, Meaning(words="keys"))
    assert Key(("C",)) == read_key("AB", TRAPS, Meaning(words="texts"))
    with pytest.raises(AnswerUnreadable, match="may be the options A, B, or C"):
        read_key("AB", TRAPS, Meaning(words="keys"))
    with pytest.raises(AnswerUnreadable, match="text of no option"):
        read_key("C", FIVE, Meaning(words="texts"))


def test_keys_that_read_like_an_options_text_are_refused():
    pairs = {"A": "1, 2", "B": "1, 3", "C": "2, 3", "D": "1,2,3"}
    for value, digits in (("1,3", "from_1"), ("1, 2,3", "from_1")):
        with pytest.raises(AnswerUnreadable, match="reads so"):
            read_key(value, pairs, Meaning(digits, are_numbers=True))


def test_a_text_is_an_options_when_one_alone_has_it():
    assert key_with_text(" night   cough ", {"A": "Night\ncough", "B": "x"}) == "A"
    assert key_with_text("x.", {"A": "x", "B": "x."}) == "B"
    assert key_with_text("x", {"A": "x", "B": "X"}) is None
    assert key_with_text("", {"A": "", "B": "."}) is None


@pytest.mark.parametrize(
    "word", ["Anulada", "*ANULADA*", "deleted", "除外", "作废", "annullata", "무효", "Iptal"]
)
def test_words_withdraw_a_question(word):
    assert is_voided_word(word, FIVE)


@pytest.mark.parametrize("word", ["A", "", None, True, "not deleted", ["anulada"]])
def test_other_words_do_not(word):
    assert not is_voided_word(word, FIVE)


def test_an_options_text_withdraws_nothing():
    assert not is_voided_word("Deleted", {"A": "deleted", "B": "inserted"})
