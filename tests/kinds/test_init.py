"""Claims about the table of kinds."""

from __future__ import annotations

import importlib
import pkgutil

import pytest

from omnibench import kinds
from omnibench.kinds import KINDS, normalized_answer
from omnibench.records import Reading


def test_every_kind_in_the_folder_stands_in_the_table() -> None:
    modules = [
        importlib.import_module(f"omnibench.kinds.{found.name}")
        for found in pkgutil.iter_modules(kinds.__path__)
    ]
    found = {module.__name__.rpartition(".")[2]: module.KIND for module in modules if hasattr(module, "KIND")}

    assert found == dict(KINDS)
    assert list(KINDS) == [kind.name for kind in KINDS.values()]


@pytest.mark.parametrize(
    ("reading", "kind_name", "expected"),
    [
        (Reading(answer=("A",)), "single_choice", "A"),
        (Reading(answer=("B", "C")), "multiple_choice", "B,C"),
        (Reading(answer=("POSITIVE",)), "label", "POSITIVE"),
        (Reading(), "single_choice", None),
        (Reading(how="text", outcome="answered"), "free_text", None),
    ],
)
def test_an_answer_has_one_written_form(reading: Reading, kind_name: str, expected: str | None) -> None:
    assert expected == normalized_answer(reading, kind_name)
