"""The table of checked documents fits the screen that it is shown on."""

import io

import pytest
from rich.console import Console

from omnibench.app.validating import Checked
from omnibench.cli.validate import _repeated_lines, _table
from omnibench.dataset import Repeated

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


def repeated(*places, differ=False):
    return Repeated(places=tuple(("d.json", place) for place in places), answers_differ=differ)


def test_a_repeated_question_is_a_line_and_one_with_another_answer_comes_first():
    lines = _repeated_lines([repeated("1", "2"), repeated(*"345678", differ=True)])

    assert [
        "the same question: d.json 3 = d.json 4 = d.json 5 = d.json 6 and 2 more; with a different answer!",
        "the same question: d.json 1 = d.json 2",
    ] == lines


def test_no_more_than_twenty_are_shown_and_the_rest_is_counted():
    lines = _repeated_lines([repeated("1", "2", differ=i > 21) for i in range(23)])

    assert (21, []) == (len(lines), _repeated_lines([]))
    assert lines[0].endswith("with a different answer!")
    assert "and 3 more: 23 questions stand there more than once, 1 with different answers" in lines[-1]
