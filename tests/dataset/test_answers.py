"""Claims about answer keys as banks write them: read for sure, or refused by name."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from omnibench.dataset.answers import AnswerUnreadable, match_label, read_answer_keys

LETTERS = {"A": "Aspirin", "B": "Heparin", "C": "Warfarin", "D": "None of these"}
NUMBERS = {"1": "Asma", "2": "Neumonía", "3": "Embolia", "4": "Derrame", "5": "Otra"}
TRAPS = {"A": "B", "B": "A", "C": "both"}
TWINS = {"A": "yes", "B": "Yes", "C": "no"}
LONG = {"AA": "one", "AB": "two"}


@pytest.mark.parametrize(
    ("answer", "options", "expected"),
    [
        ("A", LETTERS, "A"),
        ("a", LETTERS, "A"),
        (" c ", LETTERS, "C"),
        ("Ａ", LETTERS, "A"),
        ("ｄ", LETTERS, "D"),
        ("(B)", LETTERS, "B"),
        ("（Ｂ）", LETTERS, "B"),
        ("B.", LETTERS, "B"),
        ("**B**", LETTERS, "B"),
        ("选A", LETTERS, "A"),
        ("選Ｂ", LETTERS, "B"),
        ("答案：C", LETTERS, "C"),
        ("正确答案是D", LETTERS, "D"),
        ("Answer: B", LETTERS, "B"),
        ("the answer", {"A": "The answer", "B": "x"}, "A"),
        ("Option C", LETTERS, "C"),
        ("A,C", LETTERS, "A C"),
        ("C, A", LETTERS, "A C"),
        ("AC", LETTERS, "A C"),
        ("ca", LETTERS, "A C"),
        ("ＡＣ", LETTERS, "A C"),
        ("A、C", LETTERS, "A C"),
        ("A和C", LETTERS, "A C"),
        ("A and C", LETTERS, "A C"),
        ("A;B/D", LETTERS, "A B D"),
        ("选AC", LETTERS, "A C"),
        (["A", "C"], LETTERS, "A C"),
        (["c", "Ａ"], LETTERS, "A C"),
        (["Warfarin"], LETTERS, "C"),
        ("3", NUMBERS, "3"),
        (3, NUMBERS, "3"),
        ("３", NUMBERS, "3"),
        ([1, 5], NUMBERS, "1 5"),
        ("1,2", NUMBERS, "1 2"),
        ("warfarin", LETTERS, "C"),
        ("ＷＡＲＦＡＲＩＮ", LETTERS, "C"),
        ("None of these", LETTERS, "D"),
        ("A", TRAPS, "A"),
        ("b", TRAPS, "B"),
        ("AB", LONG, "AB"),
        ("AA,AB", LONG, "AA AB"),
    ],
)
def test_a_key_is_read_in_the_shapes_that_banks_use(answer, options, expected):
    assert tuple(expected.split()) == read_answer_keys(answer, options)


@pytest.mark.parametrize(
    ("answer", "options", "why"),
    [
        ("E", LETTERS, "names no option"),
        ("A,E", LETTERS, "names no option"),
        ("AE", LETTERS, "names no option"),
        ("", LETTERS, "names no option"),
        (" ,", LETTERS, "names no option"),
        ("A or maybe C", LETTERS, "names no option"),
        ("A,A", LETTERS, "twice"),
        ("AAC", LETTERS, "twice"),
        (["A", "a"], LETTERS, "twice"),
        (0, LETTERS, "is the number 0"),
        (6, NUMBERS, "is the number 6"),
        (True, {"1": "x", "2": "y"}, "must be a text"),
        (2.0, NUMBERS, "must be a text"),
        (None, LETTERS, "must be a text"),
        ({"A": True}, LETTERS, "must be a text"),
        ([["A"]], LETTERS, "must be a text"),
        (["A", None], LETTERS, "must be a text"),
        ("YES", TWINS, "is the text of A and B"),
        ("A", LONG, "names no option"),
        ("Ansa", LETTERS, "names no option"),
        ("keyed", {**LETTERS, "E": "x"}, "names no option"),
        ("Correcta", LETTERS, "names no option"),
    ],
)
def test_what_is_not_sure_is_refused(answer, options, why):
    with pytest.raises(AnswerUnreadable, match=why):
        read_answer_keys(answer, options)


def test_a_long_answer_takes_no_time():
    assert read_answer_keys("a" + " " * 100_000 + "b", LETTERS) == ("A", "B")


@given(st.sets(st.sampled_from("ABCD"), min_size=1).flatmap(lambda keys: st.permutations(sorted(keys))))
def test_every_spelling_of_a_set_of_letters_reads_alike_in_option_order(keys):
    expected = tuple(sorted(keys))
    for spelling in ("".join(keys), ",".join(keys), " ".join(keys).lower(), list(keys), "、".join(keys)):
        assert expected == read_answer_keys(spelling, LETTERS)


@given(
    st.one_of(st.text(), st.integers(), st.lists(st.text(max_size=3))),
    st.sampled_from([LETTERS, NUMBERS, LONG]),
)
def test_it_names_options_or_says_why_not(answer, options):
    try:
        keys = read_answer_keys(answer, options)
    except AnswerUnreadable as error:
        assert str(error)
    else:
        assert set(keys) <= set(options)


@pytest.mark.parametrize(
    ("answer", "expected"),
    [
        ("POSITIVE", "POSITIVE"),
        (" positive ", "POSITIVE"),
        ("Ｎｅｇａｔｉｖｅ", "NEGATIVE"),
        ("positive.", None),
        ("not positive", None),
        ("", None),
        (1, None),
        (["POSITIVE"], None),
    ],
)
def test_a_label_is_named_exactly_whatever_its_case(answer, expected):
    assert expected == match_label(answer, ("POSITIVE", "NEGATIVE"))


@pytest.mark.parametrize("written", ["阳性（＋）", "阳性(+)"])
def test_a_full_width_label_is_matched_and_given_back_as_the_bank_writes_it(written):
    assert "阳性（＋）" == match_label(written, ("阳性（＋）", "阴性（－）"))
