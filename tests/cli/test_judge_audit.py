"""The screen of an audit fits 80 columns without colour, and flags that mean nothing are refused."""

import io
import json
import shlex
from pathlib import Path

import pytest
from audit_builders import audited, candidates
from rich.console import Console

from omnibench.app.auditing import Drawn
from omnibench.cli import console as console_module
from omnibench.cli import judge_audit, main
from omnibench.report.audit import Mark, Sheet, draw, measure, record_of_audit

LONG = "a_model_whose_key_is_longer_than_any_column_of_a_terminal_70b_instruct"


@pytest.fixture
def screen(monkeypatch):
    """What stands on a terminal of 80 columns without colour."""
    shown = io.StringIO()
    narrow = Console(file=shown, width=80, no_color=True, force_terminal=False, markup=False, highlight=False)
    monkeypatch.setattr(console_module, "open_console", lambda: narrow)
    return shown


def test_an_audit_fits_80_columns(screen):
    t, f = True, False
    key, sheet = audited(
        (t, 90_000, [*[t] * 30, *[f] * 12, None], {"model": LONG}),
        (f, 40_000, [*[f] * 30, t, "", ""], {"model": LONG}),
        (t, 40, ["", ""], {"disputed": True}),
        (f, 70, [f, f, t]),
    )
    marks = {**sheet.marks, "a31": Mark(is_correct=False, note="says \x1b[2J nothing")}
    judge_audit._print_audit(measure(key, Sheet(marks=marks, n_missing=2, is_legacy=True)))
    lines = screen.getvalue().splitlines()

    assert max(len(line) for line in lines) <= 80
    for said in (
        "76 of 81 drawn answers graded by a person; left out: 1 unsure, 4 blank",
        "note: judged by llm_judge_j (76)",
        "note: no word on 40 answers of 1 group",
        "note: 2 rows of the sheet gone",
        "note: the sheet is not in UTF-8",
        "person and judge disagree on 14 answers:",
        "  and 4 more (--json lists all)",
    ):
        assert any(line.startswith(said) for line in lines), said
    assert "\x1b" not in screen.getvalue()
    assert [] == [line for line in lines if line.rstrip().endswith("-") or "…" in line]


def test_a_single_model_has_one_line_and_no_total(screen):
    judge_audit._print_audit(measure(*audited((True, 9, [True, False]), (False, 9, [False]))))

    assert "(all)" not in screen.getvalue()
    assert "m                      18       3     50.0 %     25.0 %" in screen.getvalue()


def test_the_shift_is_told_from_the_judges_side(screen):
    judge_audit._print_audit(measure(*audited((True, 80, [True, False]), (False, 20, [False, False]))))

    assert "the judge shifts accuracy over all answers by +40.0 points" in screen.getvalue()


def test_no_shift_is_a_plain_nought(screen):
    audit = measure(*audited((True, 2, [True, True]), (False, 1, [False])))
    judge_audit._print_audit(audit)

    assert "by +0.0 points (+0.0 to +0.0)" in screen.getvalue()
    assert "-0.0" not in json.dumps(record_of_audit(audit))


def test_a_draw_fits_80_columns_and_says_what_to_do(screen, tmp_path):
    drawn = draw([*candidates(right=90, disputed_wrong=9, model_key=LONG), *candidates(wrong=5)], 30, 1, "0")
    paths = tuple(tmp_path / name for name in ("sheet.csv", "sheet.html", "key.json"))
    judge_audit._print_drawn(Drawn(paths=paths, key=drawn.key, n_answers=104))
    lines = screen.getvalue().splitlines()

    assert max(len(line) for line in lines) <= 80
    assert "wrong, disputed" in screen.getvalue()
    assert "30 of 104 answers drawn by seed 1" in lines


def test_the_next_command_can_be_pasted(screen):
    drawn = draw(candidates(right=9), 4, 1, "0")
    paths = tuple(Path("my audit", name) for name in ("sheet.csv", "sheet.html", "key.json"))
    judge_audit._print_drawn(Drawn(paths=paths, key=drawn.key, n_answers=9))

    *_, last = screen.getvalue().split("then: judge-audit")
    assert ["--read", "FILLED.csv", "--key", "my audit/key.json"] == shlex.split(last)


@pytest.mark.parametrize(
    ("flags", "said"),
    [
        (["--read", "x.csv", "--n", "5"], "--n has no meaning with --read"),
        (["--read", "x.csv", "--seed", "0", "--out", "y"], "--seed, --out has no meaning with --read"),
        (["--read", "x.csv", "--only", "a*"], "--only has no meaning with --read"),
        (["--key", "key.json"], "--key has no meaning without --read"),
        (["--n", "0"], "must be from 1 to 1000000"),
        (["--n", "many"], "argument --n: 'many' is no whole number"),
    ],
)
def test_flags_that_mean_nothing_are_refused(flags, said, tmp_path, monkeypatch, capsys):
    monkeypatch.chdir(tmp_path)

    assert 2 == main(["judge-audit", *flags])
    assert said in capsys.readouterr().err
    assert [] == list(tmp_path.iterdir())
