"""Claims about claims."""

from __future__ import annotations

from omnibench.kinds.choices import build_choices
from omnibench.kinds.claims import DESCRIBED, FIELD, HINTED, JUDGED, STATED, Claim, build_claim, texts_between
from omnibench.kinds.expressions import Expression
from omnibench.kinds.text import build_page


def test_the_forms_that_leave_least_doubt_rank_highest() -> None:
    assert FIELD > STATED > DESCRIBED > JUDGED > HINTED


def test_an_open_expression_makes_an_open_claim() -> None:
    assert Claim(("A",), (1, 2), "x", 3, is_open=True) == build_claim(
        Expression(("A",), 1, 2, is_open=True), "x", 3, is_open=False
    )


def test_a_text_inside_a_longer_one_does_not_count() -> None:
    choices = build_choices((("A", "Insulin"), ("B", "Insulin glargine"), ("C", "Same"), ("D", "same")))
    text = "We give insulin glargine. The same. Insulin."

    assert [("B", 8), ("A", 36)] == [
        (item.key, item.start) for item in texts_between(build_page(text), choices, 0, len(text))
    ]
