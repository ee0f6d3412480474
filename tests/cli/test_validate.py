"""The table of checked documents fits the screen that it is shown on."""

import io

import pytest
from rich.console import Console

from omnibench.app.validating import Checked
from omnibench.cli.validate import _table

NAME = "general/united_states_medical_licensing_exam.json"


def shown(width, n_voided=0, name=NAME, n_images_missing=0):
    console = Console(file=io.StringIO(), width=width)
    checked = Checked(
        path=name,
        n_questions=24,
        n_voided=n_voided,
        n_images_missing=n_images_missing,
        kinds=("multiple_choice", "single_choice"),
    )
    console.print(_table([checked], width))
    return console.file.getvalue()


@pytest.mark.parametrize("width", [80, 120])
def test_names_stay_whole_and_kinds_are_broken_between_words(width):
    text = shown(width)
    assert NAME in text
    assert {"multiple_choice,", "single_choice"} <= set(text.split())


@pytest.mark.parametrize(("width", "name"), [(60, NAME), (80, "general/" + 90 * "x" + ".json")])
def test_on_a_narrow_screen_nothing_is_lost(width, name):
    assert name in "".join(line[: line.find("  ")] for line in shown(width, name=name).splitlines())


def test_voided_questions_have_a_column_where_there_are_any():
    assert "voided" not in shown(120)
    assert "voided" in shown(120, n_voided=2)


def test_questions_that_lack_pictures_have_a_column_where_there_are_any():
    assert "pictures" not in shown(120, n_voided=2)
    header, row = shown(120, n_images_missing=3).splitlines()
    assert ("lack pictures", ["24", "3"]) == (
        header.split("questions")[1].split("  ")[1].strip(),
        row.split()[1:3],
    )
