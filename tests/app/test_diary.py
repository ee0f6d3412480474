"""Claims about the note of a run: nothing is written for what keeps nothing, and never a secret."""

import asyncio
import json
from types import SimpleNamespace

import pytest
from app_clocks import FakeTime
from builders import model

from omnibench.app.diary import Diary
from omnibench.app.run import RunOutcome
from omnibench.app.survey import Survey, Unit
from omnibench.settings import Flags, resolve

KEY = "sk-canary-7c1f20aa"


def diary(folder, time, said, **flags):
    facts = {"provider": "vllm", "base_url": "http://me:pass-canary@h:8000/v1", "api_key": KEY}
    given = Flags(**{**facts, "result_dir": str(folder / "result"), **flags})
    return Diary(resolve(given, {}, folder), time.clock, SimpleNamespace(said=said.append))


def survey(**changes):
    return Survey((Unit(source=None, model=model(), places=()),), **changes)


def outcome(**changes):
    facts = {"n_answered": 3, "n_judged": 2, "n_failed": 0, "result_paths": (), "signal": None, "error": None}
    return RunOutcome(rows=(), **{**facts, **changes})


def noted(folder):
    return json.loads((folder / "result/run.json").read_bytes())["runs"]


@pytest.mark.parametrize(
    ("changes", "end", "why"),
    [
        ({}, "done", None),
        ({"n_failed": 1}, "some_errors", None),
        ({"signal": 15}, "signal", "SIGTERM"),
        ({"budget": "all spent", "n_failed": 1}, "budget", "all spent"),
        ({"budget": "all spent", "signal": 2}, "signal", "SIGINT"),
        ({"error": OSError("full"), "signal": 2, "budget": "all spent"}, "failed", "OSError: full"),
    ],
)
def test_what_ended_a_run_for_good_is_its_end(tmp_path, changes, end, why):
    time = FakeTime()
    one = diary(tmp_path, time, [])
    asyncio.run(one.begin(survey()))
    assert [("unfinished", None)] == [(run["end"], run["ended_at"]) for run in noted(tmp_path)]
    time.pass_hours(2)
    asyncio.run(one.end(outcome(cost_usd=0.5, n_loads=6, **changes)))
    [run] = noted(tmp_path)

    assert (end, why) == (run["end"], run["why"])
    assert ("2026-11-30T22:00:00.000Z", "2026-12-01T00:00:00.000Z") == (run["started_at"], run["ended_at"])
    assert (3, 2, 0.5, 6) == (
        run["counts"]["answered"],
        run["counts"]["judged"],
        run["cost_usd"],
        run["n_loads"],
    )


def test_an_error_without_an_outcome_is_noted_without_its_secrets(tmp_path):
    one = diary(tmp_path, FakeTime(), [], judge_base_url="http://j/v1", judge_api_key=f"{KEY}-of-the-judge")
    asyncio.run(one.begin(survey()))
    why = f"no way to http://me:pass-canary@proxy:3128/x with {KEY} or {KEY}-of-the-judge"
    asyncio.run(one.end_by(ValueError(why)))

    assert "ValueError: no way to http://proxy:3128/x with [key] or [key]" == noted(tmp_path)[0]["why"]
    assert "canary" not in (tmp_path / "result/run.json").read_text("utf-8")


def test_a_dry_run_and_a_run_that_never_began_are_not_noted(tmp_path):
    one = diary(tmp_path, FakeTime(), [])
    asyncio.run(one.end_by(ValueError("before anything")))
    asyncio.run(one.begin(survey(is_dry_run=True)))
    asyncio.run(one.end(outcome()))

    assert not (tmp_path / "result").exists()


def test_a_log_that_cannot_be_written_is_said(tmp_path):
    (tmp_path / "result").write_text("a file")
    said = []
    asyncio.run(diary(tmp_path, FakeTime(), said).begin(survey()))

    assert 1 == len(said)
    assert said[0].startswith("this run is not noted: ")
