"""Claims about answers that are announced."""

from __future__ import annotations

import pytest

from omnibench import read_answer
from omnibench.kinds.announced import copulas, odd_ones, stated
from omnibench.kinds.choices import build_choices
from omnibench.kinds.text import build_page

CHOICES = build_choices((("A", "Rest"), ("B", "Surgery"), ("C", "Aspirin"), ("D", "Heparin")))


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("The answer is B.", [("marker", ("B",))]),
        ("ANSWER: B", [("line", ("B",))]),
        ("Answer to question 1: B", [("marker", ("B",))]),
        ("The answer is not B but C.", [("marker", ("C",))]),
        ("The answer is none of these.", [("marker", ())]),
        ("The answer can only be the use of aspirin.", [("marker_text", ("C",))]),
        ("I would choose B.", [("chosen", ("B",))]),
        ("Therefore, B.", [("concluded", ("B",))]),
        ("Therefore, A and B are incorrect, and C too.", []),
        ("The answer is an anticoagulant (D).", [("marker_text", ("D",))]),
        ("The answer lies between (C) and (D).", []),
        ("Como explicado no item A.", []),
        ("I cannot answer B.", []),
        ("B is the best answer: A is slow.", []),
        ("Answer choices: A. Rest", []),
        ("Among the other options, the answer A. Rest is wrong", []),
    ],
)
def test_an_announcement_is_followed_by_its_answer(
    text: str, found: list[tuple[str, tuple[str, ...]]]
) -> None:
    assert found == [(claim.how, claim.keys) for claim in stated(build_page(text), CHOICES)]


@pytest.mark.parametrize(
    ("text", "keys"),
    [
        ("The most likely treatment to help this man is:\n\nB. Surgery", [("B",)]),
        ("The recommended treatment is **B. Surgery**.", [("B",)]),
        ("The best that can be done without a scan is: B. Surgery", [("B",)]),
        ("A principal hipótese diagnóstica é:\n\n**B) Surgery**", [("B",)]),
        ("To determine the best answer:\n\n* **A. Rest:** Unlikely here.", []),
        ("The most appropriate drug is aspirin.", [("C",)]),
        ("The other options are less likely:\n* A. Rest", []),
        ("The room is B.", []),
        ("The most likely drug might be aspirin.", []),
    ],
)
def test_a_sentence_about_the_best_names_it_behind_its_verb(text: str, keys: list[tuple[str, ...]]) -> None:
    assert keys == [claim.keys for claim in copulas(build_page(text), CHOICES)]


def test_what_is_wrong_is_an_answer_only_when_asked_for() -> None:
    page = build_page("The incorrect statement is C.")

    assert [("C",)] == [claim.keys for claim in odd_ones(page, CHOICES, "all are true except")]
    assert [] == list(odd_ones(page, CHOICES, "which is true?"))


@pytest.mark.parametrize("text", ["Perhaps the answer is B", "It may be that the answer is B"])
def test_a_supposed_answer_is_open(text: str) -> None:
    assert [True] == [claim.is_open for claim in stated(build_page(text), CHOICES)]


@pytest.mark.parametrize(
    ("text", "keys"),
    [
        ("A conduta mais adequada no atendimento é a cirurgia.", ("B",)),
        ("La conducta más adecuada no es la cirugía.", ()),
        ("La conducta más adecuada no es B.", ()),
    ],
)
def test_portuguese_in_the_is_no_spanish_not(text: str, keys: tuple[str, ...]) -> None:
    options = {"A": "repouso", "B": "cirurgia"} if "conduta" in text else {"A": "reposo", "B": "cirugía"}

    assert keys == read_answer(text, options).answer
