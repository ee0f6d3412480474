"""Claims about what is said of an option."""

from __future__ import annotations

import pytest

from omnibench.kinds.choices import build_choices
from omnibench.kinds.text import build_page
from omnibench.kinds.verdicts import confirmed, marked

CHOICES = build_choices((("A", "Rest"), ("B", "Surgery"), ("C", "Aspirin"), ("D", "Heparin")))
SEVERAL = build_choices((("A", "Rest"), ("B", "Surgery"), ("C", "Aspirin")), is_plural=True)


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("B is the correct answer.", [("confirmed", ("B",))]),
        ("Surgery is the best choice.", [("confirmed", ("B",))]),
        ("B is correct.", [("judged", ("B",))]),
        ("B: Correct.", [("judged", ("B",))]),
        ("Hepatitis B is correct.", []),
        ("B is incorrect.", []),
        ("A and B are incorrect.", []),
        ("B seems like the most likely diagnosis.", [("confirmed", ("B",))]),
        ("B. Surgery: Unlikely here.", []),
        ("We cannot say whether B is correct.", []),
    ],
)
def test_an_option_can_be_called_right(text: str, found: list[tuple[str, tuple[str, ...]]]) -> None:
    assert found == [(claim.how, claim.keys) for claim in confirmed(build_page(text), CHOICES)]


@pytest.mark.parametrize(
    ("text", "keys"),
    [
        ("It fits.\n\n✅ B) Surgery", [("B",)]),
        ("✅ B) Surgery\n❌ A) Rest\n❌ C) Aspirin", [("B",)]),
        ("- ✔️ B: it cures.", [("B",)]),
        ("✅ A) Rest\n✅ B) Surgery", []),
        ("✅ Correct\n❌ A) Rest", []),
    ],
)
def test_the_one_option_that_is_ticked_is_a_claim(text: str, keys: list[tuple[str, ...]]) -> None:
    assert keys == [claim.keys for claim in marked(build_page(text), CHOICES)]
