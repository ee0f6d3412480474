"""Two texts are the same only beyond doubt."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from omnibench.kinds.sameness import is_same

SAME = [
    ("Scurvy", "scurvy."),
    ("  **the scurvy** ", "Scurvy"),
    ("The answer is scurvy.", "scurvy"),
    ("iron  deficiency\nanemia", "Iron deficiency anemia"),
    ("5 mg", "5mg"),
    ("5.0 mg", "5 mg"),
    ("2,5 mg", "2.5 mg"),
    ("1,000 mL", "1000 ml"),
    ("250 mcg", "250 μg"),
    ("7 days", "7 day"),
    ("50 percent", "50 %"),
    ("120 mmHg", "120 mm Hg"),
    ("-3", "-3.0"),
    ("3 March 2024", "2024-03-03"),
    ("March 3rd, 2024", "2024-03-03"),
]
OTHER = [
    ("scurvy", "rickets"),
    ("not scurvy", "scurvy"),
    ("5 mg", "5 g"),
    ("5 mg", "50 mg"),
    ("5", "5 mg"),
    (">5 mg", "5 mg"),
    ("2024-03-03", "2024-03-04"),
    ("2024-13-01", "2024-01-13"),
    ("1,2,3", "123"),
    ("", ""),
    ("5 to 10 mg", "5 mg"),
    ("hyperkalemia", "hypokalemia"),
]


@pytest.mark.parametrize(("one", "other"), SAME)
def test_what_says_the_same_is_the_same_both_ways(one, other):
    assert is_same(one, other)
    assert is_same(other, one)


@pytest.mark.parametrize(("one", "other"), OTHER)
def test_what_may_differ_is_not(one, other):
    assert not is_same(one, other)
    assert not is_same(other, one)


@given(st.text(max_size=40), st.text(max_size=40))
def test_any_two_texts_can_be_compared(one, other):
    assert is_same(one, other) == is_same(other, one)
