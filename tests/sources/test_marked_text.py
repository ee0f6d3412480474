"""Claims about options that are told by the marks in front of them."""

import contextlib
import time

import pytest

from omnibench.sources.marked_text import (
    OptionsUnreadable,
    are_labelled,
    by_labels,
    cut_marked,
    in_lines,
    split_question,
)

AB = {"A": "one", "B": "two"}


@pytest.mark.parametrize(
    ("text", "stem", "options"),
    [
        ("Which?\nA. one\nB. two", "Which?", AB),
        ("Which?\n(a) one\n(b) two\n", "Which?", AB),
        ("Which?\n\nA) one\nB) two\nand more", "Which?", AB | {"B": "two\nand more"}),
        ("Which? Answer Choices: (A) one (B) two", "Which?", AB),
        ("Which?", "Which?", {}),
        ("Which?\n1. one\n2. two", "Which?\n1. one\n2. two", {}),
        ("Which?\nA. one", "Which?\nA. one", {}),
        ("A. one\nB. two", "A. one\nB. two", {}),
        ("", "", {}),
    ],
)
def test_a_question_is_cut_where_its_options_begin(text, stem, options):
    assert (stem, options) == split_question(text)


@pytest.mark.parametrize(
    "text",
    [
        "Given\nA. x\nB. y\nWhich?\nA. only 1\nB. only 2",
        "Which? Options: (A) as (B) said (A) one (B) two",
        "Which?\nA. one\nC. two\nB. three",
    ],
)
def test_marks_that_can_be_read_in_two_ways_are_refused(text):
    with pytest.raises(OptionsUnreadable):
        split_question(text)


@pytest.mark.parametrize(
    ("lines", "options"),
    [
        (["A. one", "B. two"], AB),
        (["A. one", "C. two"], {"A": "one", "C": "two"}),
        (["1) one", "2) two"], {"1": "one", "2": "two"}),
        ([f"{n}. text" for n in range(1, 12)], {str(n): "text" for n in range(1, 12)}),
        (["A one", "B two", "C three"], AB | {"C": "three"}),
        (["B 硫酸", "C 氢溴酸", "D 山莨菪碱"], {"B": "硫酸", "C": "氢溴酸", "D": "山莨菪碱"}),
        (["E. coli", "S. aureus"], None),
        (["C. difficile", "E. coli", "S. aureus"], None),
        (["A and B", "B. burgdorferi"], None),
        (["A large mass", "B cells", "none"], None),
        (["one", "two"], None),
    ],
)
def test_lines_are_options_by_their_labels(lines, options):
    assert options == in_lines(lines)


def test_an_option_may_name_another():
    assert cut_marked("(A) one (B) as in (A) (C) three") == {"A": "one", "B": "as in (A)", "C": "three"}


def test_labels_are_the_banks_when_they_run_without_a_gap():
    assert are_labelled({"A": "A. one", "B": "B. two"})
    assert are_labelled({"A": "1. one", "B": "2. two"})
    assert not are_labelled({"A": "E. coli", "B": "S. aureus"})
    assert not are_labelled({"A": "A. one", "B": "two"})
    assert not are_labelled({"A": "A. one"})


@pytest.mark.parametrize(
    ("options", "are_keyed", "expected"),
    [
        ({"A": "a. one", "B": "b. two"}, True, AB),
        ({"A": "1. one", "B": "2. two"}, False, {"1": "one", "2": "two"}),
        ({"A": "1. one", "B": "2. two"}, True, {"A": "1. one", "B": "2. two"}),
        ({"A": "E. coli", "B": "S. aureus"}, False, {"A": "E. coli", "B": "S. aureus"}),
        ({"A": "A. as B. said", "B": "B. two"}, False, {"A": "as B. said", "B": "two"}),
        ({}, False, {}),
    ],
)
def test_labels_become_keys(options, are_keyed, expected):
    assert expected == by_labels(options, are_keyed=are_keyed)


def test_labels_out_of_order_are_refused():
    shuffled = {"A": "B. two", "B": "A. one"}

    assert are_labelled(shuffled)
    with pytest.raises(OptionsUnreadable, match="out of order: B, A"):
        by_labels(shuffled, are_keyed=False)


@pytest.mark.parametrize(
    "text",
    [
        "q?" + "\n" * 200_000,
        "q?\n" + "A. x\n" * 50_000,
        "q" + " " * 200_000 + "x",
        "Choices: " + "(A) (B) " * 50_000,
    ],
    ids=["blank lines", "many first labels", "blanks", "many marks"],
)
def test_hostile_texts_take_no_time(text):
    start = time.perf_counter()
    with contextlib.suppress(OptionsUnreadable):
        split_question(text)
    assert time.perf_counter() - start < 5
