"""Claims about the tables of words."""

from __future__ import annotations

import re

import pytest

from omnibench.kinds import lexicon
from omnibench.kinds.text import fold, phrases

TABLES = {name: table for name, table in vars(lexicon).items() if name.isupper() and isinstance(table, str)}


@pytest.mark.parametrize("name", TABLES)
def test_every_phrase_is_found_by_its_pattern(name: str) -> None:
    pattern = re.compile(phrases(TABLES[name]))
    words = [phrase.strip() for phrase in re.split(r"[,\n]", TABLES[name]) if phrase.strip()]

    shown = [
        word if name == "JSON_FIELDS" else fold(word) for word in words
    ]  # fields are looked up in the original

    assert [] == [word for word in shown if not pattern.search(word)]


@pytest.mark.parametrize(
    "name", sorted(TABLES.keys() - {"JSON_FIELDS"})
)  # fields are looked up in the original
def test_every_phrase_stands_as_a_page_shows_it(name: str) -> None:
    assert fold(TABLES[name]) == TABLES[name]
