"""What a person is shown, and that a spreadsheet takes it for text."""

import csv
import io

import pytest
from builders import question

from omnibench.report.audit import render_csv, show
from omnibench.report.audit.sheet import MAX_CHARS


def cells(row):
    text = render_csv([row]).decode("utf-8-sig")
    return next(iter(csv.DictReader(io.StringIO(text, newline=""))))


def test_the_sheet_has_its_columns_and_a_byte_order_mark():
    content = render_csv([show("a1", question(), "Ascorbinsäure, B")])

    assert content.startswith(b"\xef\xbb\xbfaudit_id,question,options,expected,answer,human,note\r\n")
    assert {
        "audit_id": "a1",
        "question": "Which vitamin is needed to make collagen?",
        "options": "A. Vitamin A\nB. Vitamin C",
        "expected": "B. Vitamin C",
        "answer": "Ascorbinsäure, B",
        "human": "",
        "note": "",
    } == cells(show("a1", question(), "Ascorbinsäure, B"))


@pytest.mark.parametrize("sign", ["=", "+", "-", "@", "＝", "＋", "－", "＠", " ="])
def test_what_a_spreadsheet_would_take_for_a_formula_is_made_inert(sign):
    text = f'{sign}1+HYPERLINK("http://x")'
    row = show("a1", question(text=text, options={}, kind="free_text", expected=(text,)), text)

    assert [f"'{text.strip()}"] * 3 == [cells(row)[name] for name in ("question", "expected", "answer")]
    assert text.strip() == row.answer


def test_options_that_begin_with_a_sign_are_inert_by_their_letter():
    row = show("a1", question(options={"A": "=1+1", "B": "-2"}), "B")

    assert "A. =1+1\nB. -2" == cells(row)["options"]


@pytest.mark.parametrize(
    ("answer", "shown"),
    [
        ("a\r\nb\rc", "a\nb\nc"),
        ("a\x00b\x1b[2Jc\x9b", "a�b�[2Jc�"),
        ("a\ud800b", "a�b"),
        ("a\u202eb\u2066", "a�b�"),
        ("  a\tb \n", "a\tb"),
        ("深い\u200fא", "深い\u200fא"),
    ],
)
def test_characters_that_break_files_or_mislead_are_replaced(answer, shown):
    row = show("a1", question(), answer)

    assert shown == row.answer == cells(row)["answer"]


def test_a_text_that_no_cell_can_hold_is_shown_by_beginning_and_end():
    row = show("a1", question(), "b" * 20_000 + "m" * 30_000 + "e" * 20_000)

    assert MAX_CHARS < len(row.answer) < 32_767
    assert row.answer.startswith("bbb")
    assert row.answer.endswith("e" * 20_000)
    assert "[... 40000 characters left out ...]" in row.answer


def test_all_that_is_right_is_shown():
    several = question(kind="multiple_choice", expected=("A", "B"))
    free = question(kind="free_text", options={}, expected=("scurvy",), accepted=("vitamin C deficiency",))

    assert "A. Vitamin A; B. Vitamin C" == cells(show("a1", several, "x"))["expected"]
    assert "scurvy / vitamin C deficiency" == cells(show("a1", free, "x"))["expected"]


def test_images_are_named():
    row = show("a1", question(), "B", [("scan.png", "data:image/png;base64,AA==")])

    assert cells(row)["question"].endswith("\n[image: scan.png]")
