"""What `run.json` says of runs that ended in every way there is."""

import json
import signal

import pytest
from processes import entries_of, run_main, start_main, wait_until, write_bank
from provider_server import provider_server

KEY = "sk-canary-55d0aa91"
MODELS = [{"id": "m"}, {"id": "j", "role": "judge", "judge": "TRUE"}]


@pytest.fixture(scope="module")
def running():
    with provider_server(flavour="vllm", models=MODELS) as server:
        yield server


@pytest.fixture
def server(running, tmp_path):
    write_bank(tmp_path, 6)
    running.reset(flavour="vllm", models=MODELS, answer="A")
    return running


def flags(server, *more):
    url = server.base_url.replace("://", "://user:pass-canary@")
    return (
        "--provider", "vllm", "--base-url", url, "--api-key", KEY, "--models", "m", "--judge-model", "j", *more,
    )  # fmt: skip


def runs_of(folder):
    return json.loads((folder / "result/run.json").read_bytes())["runs"]


def test_a_run_is_noted_with_its_settings_and_its_end(server, tmp_path):
    done = run_main(*flags(server, "--seed", "7", "--only", "bank", "--max-hours", "9"), cwd=tmp_path)
    [run] = runs_of(tmp_path)
    host = server.base_url

    assert 0 == done.returncode, done.stderr
    assert ("run", "done", None) == (run["command"], run["end"], run["why"])
    assert run["started_at"] < run["ended_at"]
    assert {"to_ask": 6, "to_judge": 0, "answered": 6, "judged": 6, "failed": 0} == run["counts"]
    assert {"provider": "vllm", "base_urls": [host], "concurrency": 64} == run["endpoint"]
    assert (["j"], "llm", [host]) == (
        run["judge"]["models"], run["judge"]["policy"], run["judge"]["endpoint"]["base_urls"],
    )  # fmt: skip
    assert (7, "bank", 9, ["m"]) == tuple(run["settings"][n] for n in ("seed", "only", "max_hours", "models"))
    assert ["m"] == [model["model_key"] for model in run["models"]]
    assert run["models"][0]["settings_hash"].startswith("s1:")
    assert {"openai", "orjson"} <= run["versions"]["packages"].keys()


def test_the_same_settings_have_the_same_hash_and_others_another(server, tmp_path):
    for more in ((), (), ("--temperature", "0.5")):
        run_main(*flags(server, *more), cwd=tmp_path)
    first, second, third = (run["models"][0]["settings_hash"] for run in runs_of(tmp_path))

    assert first == second != third


def test_no_secret_is_written(server, tmp_path):
    faults = [{"match": {}, "do": "status", "status": 400, "message": f"no access with {KEY}"}]
    server.configure(faults=faults)
    done = run_main(*flags(server), cwd=tmp_path)
    text = (tmp_path / "result/run.json").read_text("utf-8")

    assert 30 == done.returncode
    assert "canary" not in text
    assert "failed" == runs_of(tmp_path)[0]["end"]
    assert "ProviderStopped: bad request 400: no access with [key]" in runs_of(tmp_path)[0]["why"]


def test_a_run_that_was_killed_never_ended_and_the_next_stands_beside_it(server, tmp_path):
    server.configure(faults=[{"match": {"contains": "Case 5"}, "do": "hang"}])
    process = start_main(*flags(server), cwd=tmp_path)
    wait_until(lambda: server.stats()["answered"] >= 5, "five answers")
    process.kill()
    process.communicate()
    [killed] = runs_of(tmp_path)
    server.configure(faults=[])
    run_main(*flags(server), cwd=tmp_path)

    assert ("unfinished", None, process.pid) == (
        killed["end"], killed["ended_at"], killed["process"]["pid"],
    )  # fmt: skip
    assert ["unfinished", "done"] == [run["end"] for run in runs_of(tmp_path)]


def test_a_signal_and_questions_that_failed_are_told_apart(server, tmp_path):
    server.configure(faults=[{"match": {"contains": "Case 5"}, "do": "status", "status": 400}])
    run_main(*flags(server, "--on-error", "skip"), cwd=tmp_path)
    server.configure(faults=[], latency_s=0.3)
    process = start_main(*flags(server), cwd=tmp_path)
    wait_until(lambda: server.stats()["in_flight"] == 1, "one question on its way")
    process.send_signal(signal.SIGTERM)
    process.communicate()

    assert [("some_errors", None), ("signal", "SIGTERM")] == [
        (run["end"], run["why"]) for run in runs_of(tmp_path)
    ]


def test_a_budget_is_named(server, tmp_path):
    run_main(*flags(server, "--max-hours", "0.000001"), cwd=tmp_path)

    assert ("budget", "the 1e-06 h of --max-hours are over") == (
        runs_of(tmp_path)[0]["end"], runs_of(tmp_path)[0]["why"],
    )  # fmt: skip


def test_a_rejudging_is_noted_and_a_dry_run_is_not(server, tmp_path):
    run_main(*flags(server), cwd=tmp_path)
    run_main("rejudge", *flags(server), cwd=tmp_path)
    run_main("rejudge", "--dry-run", *flags(server), cwd=tmp_path)

    assert [("run", 6), ("rejudge", 0)] == [
        (run["command"], run["counts"]["answered"]) for run in runs_of(tmp_path)
    ]
    assert [None] == [model["settings_hash"] for model in runs_of(tmp_path)[1]["models"]]


def test_a_log_that_cannot_be_written_ends_no_run(server, tmp_path):
    (tmp_path / "result").mkdir()
    (tmp_path / "result/run.json").write_text("mine")
    done = run_main(*flags(server), cwd=tmp_path)

    assert 0 == done.returncode
    assert 1 == done.stderr.count("this run is not noted: result/run.json: is not JSON")
    assert ("mine", 6) == ((tmp_path / "result/run.json").read_text(), len(entries_of(tmp_path)))


def test_two_runs_in_one_tree_are_both_noted(server, tmp_path):
    write_bank(tmp_path, 6, name="general/other.json")
    processes = [start_main(*flags(server, "--only", name), cwd=tmp_path) for name in ("bank", "other")]
    ends = [process.communicate() and process.returncode for process in processes]

    assert [0, 0] == ends
    assert {("bank", "done"), ("other", "done")} == {
        (run["settings"]["only"], run["end"]) for run in runs_of(tmp_path)
    }


def test_a_report_and_a_dataset_made_of_results_pass_it_over(server, tmp_path):
    run_main(*flags(server), cwd=tmp_path)
    report = run_main("report", "--json", cwd=tmp_path)
    checked = run_main("validate", "--dataset-dir", "result", cwd=tmp_path)

    assert 6 == json.loads(report.stdout)["models"][0]["asked"]
    assert 0 == checked.returncode, checked.stderr
    assert "run.json" not in checked.stdout + checked.stderr
