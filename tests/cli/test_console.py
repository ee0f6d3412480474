"""What is printed is whole, fits the screen, and claims no more than is true."""

import io
from types import SimpleNamespace

import pytest
from builders import entry, verdict
from processes import run_main, write_bank

from omnibench.app.run import RunOutcome
from omnibench.cli.console import open_console, print_leaderboard, print_outcome
from omnibench.cli.progress import PlainWatcher
from omnibench.report.tally import COUNTED, Row

LONG = "qwen3-coder_30b-a3b-q4_think"
KEYS = (LONG, "gemma3_4b")


def row(model_key="m", *, question_id="q1", judge=None, **changes):
    return Row(
        document="general/x.json",
        question_id=question_id,
        model_key=model_key,
        entry=entry(judge=judge, **changes),
    )


def rows_of_every_status(*statuses):
    """One answer a status and model; what is `ok` is also right."""
    return [
        row(key, question_id=status, status=status, judge=verdict() if status == "ok" else None)
        for key in KEYS
        for status in statuses
    ]


def shown(rows, width):
    """The leaderboard on a screen."""
    console = open_console()
    console.file, console.width = io.StringIO(), width
    print_leaderboard(rows, console)
    return console.file.getvalue().splitlines()


def outcome(*rows, **changes):
    facts = {"n_answered": 0, "n_judged": 0, "n_failed": 0, "result_paths": (), "signal": None, "error": None}
    return RunOutcome(rows=rows, **{**facts, **changes})


def printed(capsys, *rows, **changes):
    """What stands at the end of a run."""
    print_outcome(outcome(*rows, **changes), SimpleNamespace(result_dir="result"))
    return capsys.readouterr().out


# --- the screen --------------------------------------------------------------------------------------


@pytest.mark.parametrize("width", [80, 120])
def test_a_leaderboard_keeps_names_whole_and_stays_on_the_screen(width):
    lines = shown(rows_of_every_status(*COUNTED), width)
    table = [line.split()[:2] for line in lines[1:3]]

    assert [["gemma3_4b", "1/1"], [LONG, "1/1"]] == table
    assert max(len(line) for line in lines) <= width


def test_a_wide_screen_has_a_column_a_status():
    header, first, *_ = shown(rows_of_every_status(*COUNTED), 120)

    assert [*COUNTED] == header.split()[-5:]
    assert ["1"] * 5 == first.split()[-5:]


def test_a_narrow_screen_has_the_statuses_below():
    lines = shown(rows_of_every_status(*COUNTED), 80)

    assert ["model", "correct", "accuracy", "95", "%", "interval", "of", "asked"] == lines[0].split()
    assert any(
        line.startswith("gemma3_4b: 1 ok, 1 truncated, 1 empty, 1 filtered, 1 error; ") for line in lines
    )


def test_without_a_terminal_nothing_is_wrapped(tmp_path):
    name = f"general/{'long_' * 28}name.json"
    write_bank(tmp_path, 1, name=name)
    done = run_main("plan", "--models", "m", cwd=tmp_path, COLUMNS="80")

    assert [f"{name}     0       1"] == [line for line in done.stdout.splitlines() if name[:20] in line]


# --- the end of a run --------------------------------------------------------------------------------


def test_answers_without_a_verdict_are_not_called_judged(capsys):
    text = printed(capsys, row(question_id="q1"), row(question_id="q2"))

    assert "\nnothing left to ask: everything selected is answered; 2 answers without a verdict\n" in text


def test_answers_with_a_verdict_are_called_judged(capsys):
    text = printed(capsys, row(judge=verdict()))

    assert "\nnothing left to ask: everything selected is answered and judged\n" in text


def test_a_run_in_which_everything_failed_is_not_called_answered(capsys):
    assert "nothing left" not in printed(capsys, row(judge=verdict()), n_failed=1)


def test_the_first_five_failures_are_named_with_their_cause(capsys):
    failed = [
        row(question_id=f"q{i}", status="error", error={"kind": "server", "detail": f"busy {i}"})
        for i in range(7)
    ]
    text = printed(capsys, *failed, n_failed=7)

    assert [
        "7 questions failed; the same command asks again:",
        *(f"  general/x.json q{i} m: server: busy {i}" for i in range(5)),
        "  and 2 more",
    ] == text.splitlines()[-7:]


def test_a_run_that_a_budget_ended_says_which_and_how_to_go_on(capsys):
    text = printed(capsys, row(), n_answered=1, budget="the 2 USD of --max-cost-usd are spent", cost_usd=2.04)

    assert "\n1 answered and 0 judged now, 2.04 USD\n" in text
    assert (
        "\nstopped: the 2 USD of --max-cost-usd are spent; everything received is kept. "
        "The same command goes on from here, with the whole budget again.\n" in text
    )


@pytest.mark.parametrize("more", [{"signal": 2}, {"error": OSError("full")}])
def test_what_ended_a_run_after_its_budget_is_what_is_said(capsys, more):
    text = printed(capsys, row(), budget="the 2 USD of --max-cost-usd are spent", **more)

    assert "max-cost-usd" not in text


@pytest.mark.parametrize(
    ("changes", "end"),
    [
        ({}, "now"),
        ({"cost_usd": 0.00123}, "now, 0.0012 USD"),
        ({"cost_usd": 3, "n_untold": 2}, "now, 3.00 USD (and 2 whose cost nobody told)"),
        ({"n_untold": 2}, "now"),
        ({"n_loads": 1}, "now, 1 model load"),
        (
            {"n_loads": 6, "cost_usd": 0.5, "n_saved": 1},
            "now, 1 call of a judge model saved, 6 model loads, 0.5000 USD",
        ),
    ],
)
def test_loads_and_cost_are_said_where_there_are_any(capsys, changes, end):
    assert f"\n3 answered and 0 judged {end}\n" in printed(capsys, row(), n_answered=3, **changes)


def test_which_way_a_mode_differs_is_said(capsys):
    differs = {"flags": ["mode_differs"]}
    text = printed(
        capsys,
        row(question_id="q1", mode_observed="think", **differs),
        *(row(question_id=f"q{n}", mode_observed="non_think", **differs) for n in (2, 3)),
        n_answered=3,
    )

    assert "note: m: 1 answer thought without being told to (`mode_observed`)\n" in text
    assert "note: m: 2 answers did not think when told to (`mode_observed`)\n" in text


# --- while it ends -----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("is_by_signal", "end"), [(True, "; once more to exit at once\n"), (False, " 10 s\n")]
)
def test_only_a_signal_can_be_given_once_more(capsys, is_by_signal, end):
    PlainWatcher(open_console(is_stderr=True)).stopping(10, is_by_signal=is_by_signal)
    text = capsys.readouterr().err

    assert text.startswith("stopping: what is in flight may finish for 10 s")
    assert text.endswith(end)
