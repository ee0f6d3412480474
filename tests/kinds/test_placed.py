"""Claims about where an option stands."""

from __future__ import annotations

import pytest

from omnibench.kinds.choices import build_choices
from omnibench.kinds.placed import head, lines, mentioned
from omnibench.kinds.text import build_page

CHOICES = build_choices((("A", "Rest"), ("B", "Surgery"), ("C", "Aspirin"), ("D", "Heparin")))


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("B", [("whole", ("B",))]),
        ("B. Surgery\n\nA is too slow.", [("head", ("B",))]),
        ("A. Rest helps.\nB. Surgery hurts.\nC. Aspirin thins.\nD. Heparin thins.", []),
        ("A man came in.", []),
    ],
)
def test_a_text_can_begin_with_its_answer(text: str, found: list[tuple[str, tuple[str, ...]]]) -> None:
    assert found == [(claim.how, claim.keys) for claim in head(build_page(text), CHOICES)]


@pytest.mark.parametrize(
    ("text", "how"),
    [
        ("We thought.\nB. Surgery\nIt helps.", ["only_line"]),
        ("A: no use\nC: no use\n\nB. Surgery", ["last_line"]),
        ("0.8 x 0.1 / 0.26 = 0.31\n\nA", ["last_line"]),
        ("We thought.\nA 45-year-old man", []),
        ("A. Rest\nB. Surgery", []),
    ],
)
def test_a_line_of_its_own_is_a_claim(text: str, how: list[str]) -> None:
    assert how == [claim.how for claim in lines(build_page(text), CHOICES)]


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("This man needs surgery.", [("last_sentence", ("B",))]),
        (
            "Some would wait. Aspirin and heparin thin the blood. He needs surgery.",
            [("last_sentence", ("B",))],
        ),
        ("He needs surgery. It is done.", [("only_mention", ("B",))]),
        ("He does not need surgery.", []),
        ("If he is ill, option B.", []),
        ("Aspirin or heparin.", []),
    ],
)
def test_the_only_option_named_is_a_hint(text: str, found: list[tuple[str, tuple[str, ...]]]) -> None:
    assert found == [(claim.how, claim.keys) for claim in mentioned(build_page(text), CHOICES)]
