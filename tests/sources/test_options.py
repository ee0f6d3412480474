"""Claims about options of every shape: all of them in their order, or a reason."""

import pytest

from omnibench.sources.options import (
    OptionsUnreadable,
    holds_more,
    is_empty,
    literal_of,
    options_in_columns,
    read_options,
)

AB = {"A": "one", "B": "two"}


@pytest.mark.parametrize(
    "value",
    [
        ["one", "two"],
        [" one", "two ", "", None],
        {"A": "one", "B": "two"},
        {"a)": "one", "(B)": "two"},
        {"option_a": "one", "option_b": "two", "option_c": ""},
        [{"key": "A", "text": "one"}, {"key": "B", "text": "two"}],
        [{"text": "one"}, {"text": "two"}],
        {"label": ["A", "B"], "text": ["one", "two"]},
        '["one", "two"]',
        "['one', 'two']",
        "{'A': 'one', 'B': 'two'}",
        "one\ntwo",
        "one\r\n\r\ntwo",
        "one\\ntwo",
        "one<br>two",
        "one | two",
        "A. one\nB. two",
        "(A) one (B) two",
    ],
)
def test_every_shape_gives_the_options(value):
    assert AB == read_options(value)


@pytest.mark.parametrize(
    ("value", "expected"),
    [
        ({"1": "one", "2": "two"}, {"1": "one", "2": "two"}),
        ([{"aid": 1, "atext": "one"}, {"aid": 2, "atext": "two"}], {"1": "one", "2": "two"}),
        ([1, 2.5, True], {"A": "1", "B": "2.5", "C": "True"}),
        ({"A": "one", "B": "", "C": "three"}, {"A": "one", "C": "three"}),
        ("E. coli\nS. aureus", {"A": "E. coli", "B": "S. aureus"}),
        ("A. $\\nu = 3$\nB. $\\neq$", {"A": "$\\nu = 3$", "B": "$\\neq$"}),
        (None, {}),
        ([], {}),
        ("", {}),
    ],
)
def test_keys_and_texts_stay_as_they_are(value, expected):
    assert expected == read_options(value)


@pytest.mark.parametrize(
    ("value", "why"),
    [
        ("one", "holds one option"),
        ("one; two", "mark between them is not known"),
        ("one||two", "is empty"),
        (["one", None, "three"], "is empty, and a later one is not"),
        ([["one"], "two"], "no text"),
        ({"A": {"text": "one"}, "B": "two"}, "no text"),
        ({"A": "one", "a": "two"}, "one key"),
        ({"first": "one", "B": "two"}, "no option's key"),
        ([{"key": "A", "text": "one"}, {"key": "A", "text": "two"}], "one key"),
        ([{"word": "one"}, {"word": "two"}], "is an option's text"),
        ([f"text {n}" for n in range(27)], "27 options"),
        ("\n".join(f"text {n}" for n in range(27)), "27 options"),
        (5, "no list, object or text"),
        ("[" * 100_000 + "]" * 100_000, "holds one option"),
    ],
)
def test_options_that_cannot_be_told_apart_are_refused(value, why):
    with pytest.raises(OptionsUnreadable, match=why):
        read_options(value)


def test_columns_give_options_up_to_the_last_that_is_filled():
    assert options_in_columns({"A": "one", "B": "two", "C": None, "D": float("nan")}) == AB
    assert options_in_columns({"0": "one", "1": "two"}) == AB
    with pytest.raises(OptionsUnreadable, match="B is empty"):
        options_in_columns({"A": "one", "B": " ", "C": "three"})


@pytest.mark.parametrize("value", [None, "", "  ", "nan", [], {}, float("nan")])
def test_nothing_is_nothing(value):
    assert is_empty(value)


@pytest.mark.parametrize("value", [0, False, "0", "None", "NULL", "-", [None], 0.0])
def test_anything_else_is_something(value):
    assert not is_empty(value)


def test_a_cell_may_spell_a_list():
    assert literal_of(' ["a"] ') == ["a"]
    assert literal_of("{'a': 1}") == {"a": 1}
    assert [None] * 4 == [literal_of(text) for text in ("a", "[a", "{'a'}", "[__import__('os')]")]


@pytest.mark.parametrize(
    ("value", "expected"),
    [
        (["one", "two"], False),
        ({"A": "one"}, False),
        ([{"key": "A", "text": "one"}], False),
        ({"label": ["A"], "text": ["one"]}, False),
        ([{"text": "one", "is_correct": True}], True),
        ([{"key": "A", "text": "one", "why": "so"}], True),
        ({"label": ["A"], "text": ["one"], "why": ["so"]}, True),
        ('[{"text": "one", "right": 1}]', True),
        ("one\ntwo", False),
    ],
)
def test_what_options_hold_beside_keys_and_texts_is_noticed(value, expected):
    assert holds_more(value) is expected


def test_an_order_of_their_own_must_be_the_one_in_which_they_stand():
    given = [{"text": "one", "order": 1}, {"text": "two", "order": 2}]

    assert read_options(given) == {"A": "one", "B": "two"}
    with pytest.raises(OptionsUnreadable, match="in which order"):
        read_options(given[::-1])


def test_a_number_is_written_as_a_person_reads_it():
    assert read_options([0.1 + 0.2, 2, 7.4]) == {"A": "0.3", "B": "2", "C": "7.4"}
