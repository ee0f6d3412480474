"""Claims about patterns that are compiled when they are first used: nothing shows a broken one before."""

from __future__ import annotations

import pkgutil
import re
from importlib import import_module

import pytest

from omnibench import kinds
from omnibench.kinds.pattern import Pattern

MODULES = [import_module(found.name) for found in pkgutil.walk_packages(kinds.__path__, "omnibench.kinds.")]
PATTERNS = {
    f"{module.__name__}.{name}": value
    for module in MODULES
    for name, value in vars(module).items()
    if isinstance(value, Pattern)
}


def test_there_are_patterns() -> None:
    assert len(PATTERNS) > 100


@pytest.mark.parametrize("name", sorted(PATTERNS))
def test_every_pattern_can_be_compiled(name: str) -> None:
    found = PATTERNS[name].match("")

    assert found is None or (0, 0) == found.span()


@pytest.mark.parametrize("how", ["match", "fullmatch", "search"])
def test_a_pattern_finds_what_its_source_finds(how: str) -> None:
    for text in ("B", " b", "Ab", ""):
        found = getattr(Pattern("b", re.IGNORECASE), how)(text)
        wanted = getattr(re.compile("b", re.IGNORECASE), how)(text)
        assert (wanted and wanted.span()) == (found and found.span())


def test_a_pattern_finds_all_and_replaces() -> None:
    assert [(0, 1), (2, 3)] == [found.span() for found in Pattern("b").finditer("bab")]
    assert "xax" == Pattern("b").sub("x", "bab")
