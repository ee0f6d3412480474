"""Parts of a result are printed whole, on a screen of 80 columns, without a colour that says something."""

import io

import pytest
from builders import entry, verdict

from omnibench.cli.console import open_console
from omnibench.cli.parts import print_parts
from omnibench.report.strata import tally_parts
from omnibench.report.tally import Row

LONG = "general/a_folder_of_its_own/medxpertqa_multimodal_expert_level.json"


def row(is_correct, *, model_key="m", document="general/x.json", **metadata):
    judge = verdict(is_correct=is_correct)
    return Row(document=document, question_id="q", model_key=model_key, entry=entry(judge=judge),
               kind="single_choice", metadata=metadata)  # fmt: skip


def shown(rows, field, width=80):
    console = open_console()
    console.file, console.width = io.StringIO(), width
    print_parts(tally_parts(rows, field), field, console)
    return console.file.getvalue().splitlines()


def test_each_model_has_a_table_with_its_whole_below():
    lines = shown(
        [row(True, task="Diagnosis"), row(False, task="Treatment"), row(True, model_key="n")], "task"
    )

    assert [
        "n",
        "task              asked  graded  accuracy  95 % interval  of asked",
        "(none)                1       1   100.0 %     20.7-100.0   100.0 %",
        "all                   1       1   100.0 %     20.7-100.0   100.0 %",
        "",
        "m",
        "task              asked  graded  accuracy  95 % interval  of asked",
        "Diagnosis             1       1   100.0 %     20.7-100.0   100.0 %",
        "Treatment             1       1     0.0 %       0.0-79.3     0.0 %",
        "all                   2       2    50.0 %       9.5-90.5    50.0 %",
        "",
        "note: judged by rule_based_v1 (3)",
    ] == [line.rstrip() for line in lines]


def test_a_question_with_several_values_is_said_to_count_under_each():
    said = "note: a question with several values of organ counts under each, once in all"

    assert said in shown([row(True, organ=["Heart", "Kidney"])], "organ")
    assert said not in shown([row(True, organ="Heart"), row(True, organ=["Kidney"])], "organ")


@pytest.mark.parametrize("width", [80, 120])
def test_long_values_stay_on_the_screen_and_lose_nothing(width):
    lines = shown([row(True, document=LONG), row(True)], "document", width)

    assert max(map(len, lines)) <= width
    assert LONG in "".join(line.split("  ")[0].strip() for line in lines)


def test_a_pipe_has_no_width(monkeypatch):
    assert any(line.startswith(LONG + "  ") for line in shown([row(True, document=LONG)], "document", 10_000))


def test_what_a_bank_calls_its_parts_is_never_markup_or_a_control_character():
    lines = shown([row(True, task="[red]x[/red]\x1b[31m")], "task")

    assert any(line.startswith("[red]x[/red]\N{REPLACEMENT CHARACTER}[31m ") for line in lines)
