"""Claims about the views in which an answer is searched."""

from __future__ import annotations

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from omnibench.kinds.text import build_page, fold, phrases


@given(st.text(max_size=200) | st.text(alphabet="ﬁİ⒈①Ａ`*\\{}$\n\r\u200b\ud800", max_size=40))
def test_every_view_is_as_long_as_the_text(text: str) -> None:
    page = build_page(text)

    assert {len(text)} == {len(page.original), len(page.plain), len(page.low)}


@pytest.mark.parametrize("char", "ＢⒷ𝐁🅑🅱🄱ΒВ")
def test_every_shape_of_a_letter_is_that_letter(char: str) -> None:
    assert "B" == build_page(char).plain


@pytest.mark.parametrize("char", "３③❸➂⑶⒊")
def test_every_shape_of_a_number_is_that_number(char: str) -> None:
    assert "3" == build_page(char).plain


@pytest.mark.parametrize("markup", ["**B**", "`B`", "$B$", "\\text{B}", "<b>B</b>", "__B__", "\u200bB\u200b"])
def test_markup_is_blanked(markup: str) -> None:
    assert "B" == build_page(markup).plain.strip()


def test_a_line_break_inside_json_is_a_line_break() -> None:
    assert "a \n \nB" == build_page("a\\n\\nB").plain


def test_a_phrase_has_edges_where_its_script_has() -> None:
    pattern = re.compile(phrases("is\nthe one, 答案"))

    assert [("the  one"), "答案", "is"] == pattern.findall(fold("this thesis: The  one 我答案 is"))


def test_a_sentence_begins_behind_the_last_stop() -> None:
    page = build_page("One. Two is here")

    assert (4, 16) == (page.sentence_start(9), page.sentence_end(9))


def test_letters_and_signs_of_other_scripts_are_folded_to_one_form() -> None:
    assert ("3 5 7", "ا ا", "ه ", "a, b; c?") == tuple(
        build_page(text).plain for text in ("٣ ५ ๗", "أ إ", "هـ", "a، b؛ c؟")
    )
