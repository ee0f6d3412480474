"""Claims about the grammar of an answer expression."""

from __future__ import annotations

import pytest

from omnibench.kinds.choices import Choices, build_choices
from omnibench.kinds.expressions import expression_at
from omnibench.kinds.text import build_page

FOUR = (("A", "Vitamin D"), ("B", "Vitamin D3"), ("C", "1.5 mg"), ("D", "> 5 mg"))


def named(text: str, choices: Choices | None = None, *, is_tight: bool = False) -> tuple[str, ...] | None:
    found = expression_at(choices or build_choices(FOUR), build_page(text), 0, is_tight=is_tight)
    return found.keys if found else None


@pytest.mark.parametrize(
    ("text", "keys"),
    [
        ("B", "B"),
        ("b)", "B"),
        ("(B).", "B"),
        ("option B", "B"),
        ("B because", "B"),
        ("A because", "A"),
        ("B, D", "BD"),
        ("D and B", "BD"),
        ("BD", "BD"),
        ("vitamin d3", "B"),
        ("the vitamin D.", "A"),
        ("1.5 mg", "C"),
        (">5 mg", "D"),
        ("B. Vitamin D3 (cholecalciferol) and C", "BC"),
    ],
)
def test_options_are_named_by_letter_or_text(text: str, keys: str) -> None:
    assert tuple(keys) == named(text)


@pytest.mark.parametrize(
    "text",
    [
        "",
        "A patient",
        "a patient",
        "B-cell",
        "B cells",
        "**B**enign",
        "B's",
        "DB",
        "C. difficile",
        "D-dimer",
        "B is wrong",
        "A. Vitamin D B. Vitamin D3",
        "15 mg",
        "5 mg",
    ],
)
def test_letters_in_words_and_names_are_not_options(text: str) -> None:
    assert named(text) is None


def test_a_tight_place_wants_a_sign_behind_the_letter() -> None:
    assert ("B",) == named("B because")
    assert ("B",) == named("B because", is_tight=True)
    assert named("B gives relief", is_tight=True) is None
    assert named("A because", is_tight=True) is None
    assert ("B",) == named("B.", is_tight=True)


def test_or_and_a_question_mark_leave_it_open() -> None:
    for text in ("B or C", "B?"):
        found = expression_at(build_choices(FOUR), build_page(text), 0)

        assert found is not None
        assert found.is_open


def test_lines_add_up_only_where_several_can_be_right() -> None:
    text = "A. Vitamin D\nC. 1.5 mg"

    assert ("A",) == named(text)
    assert ("A", "C") == named(text, build_choices(FOUR, is_plural=True))


def test_labels_have_no_letters() -> None:
    assert named("A", build_choices((("A", "Yes"),), has_letters=False)) is None


def test_any_key_can_be_compiled() -> None:
    assert ("10",) == named("10", build_choices((("1", ""), ("10", "("))))
    assert named("x", build_choices(())) is None
