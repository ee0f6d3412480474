"""Killed at any instant, a run goes on where it stopped."""

import json
import signal

import pytest
from processes import (
    entries_of,
    leftovers,
    load_result,
    run_main,
    start_main,
    wait_until,
    without_times,
    write_bank,
)
from provider_server import provider_server

MODELS = [
    {"id": "qwen3:8b", "capabilities": ["completion", "thinking"]},
    {"id": "gemma3:4b"},
    {"id": "llama3.2:3b"},
    {"id": "gpt-oss:120b", "role": "judge", "judge": "TRUE"},
]
NAMES = "qwen3:8b,gemma3:4b,llama3.2:3b"
N = 20


@pytest.fixture(scope="module")
def ollama():
    with provider_server(flavour="ollama", models=MODELS, answer="hash", resident=1, slots=2) as server:
        yield server


@pytest.fixture(scope="module")
def vllm():
    with provider_server(flavour="vllm", models=[{"id": "m"}], answer="hash") as server:
        yield server


def flags(server, provider="ollama", models=NAMES):
    return ("--provider", provider, "--base-url", server.base_url, "--models", models)


@pytest.fixture(scope="module")
def uninterrupted(ollama, tmp_path_factory):
    """What a run that nobody disturbs leaves."""
    folder = tmp_path_factory.mktemp("whole")
    write_bank(folder, N)
    done = run_main(*flags(ollama), cwd=folder)
    assert done.returncode == 0, done.stderr
    return without_times(load_result(folder))


@pytest.mark.parametrize("n_answered", [1, 7, N, N + 3, 3 * N - 1, 3 * N + 10, 4 * N, 6 * N - 1])
def test_killed_at_any_point_ends_like_an_uninterrupted_run(ollama, uninterrupted, tmp_path, n_answered):
    write_bank(tmp_path, N)
    ollama.reset(flavour="ollama", models=MODELS, answer="hash", resident=1, slots=2, latency_s=0.01)
    process = start_main(*flags(ollama), "--concurrency", "2", cwd=tmp_path)
    wait_until(
        lambda: ollama.stats()["answered"] >= n_answered or process.poll() is not None, "enough answers"
    )
    process.kill()
    process.communicate()
    n_sent = ollama.stats()["by_path"]["POST /v1/chat/completions"]

    done = run_main(*flags(ollama), cwd=tmp_path)

    assert done.returncode == 0, done.stderr
    assert uninterrupted == without_times(load_result(tmp_path))
    stats = ollama.stats()
    n_needed = 6 * N
    n_again = stats["by_path"]["POST /v1/chat/completions"] - n_needed
    assert n_again <= 2, f"{n_again} of {n_sent} requests were repeated, but only two can have been in flight"
    assert ["qwen3:8b", "gemma3:4b", "llama3.2:3b", "gpt-oss:120b"] == stats["loads"]
    assert [] == leftovers(tmp_path)


def test_killed_again_and_again_it_still_ends(vllm, tmp_path):
    write_bank(tmp_path, 300)
    vllm.reset(flavour="vllm", models=[{"id": "m"}], answer="hash", latency_s=0.02, jitter_s=0.02)
    run_flags = (*flags(vllm, "vllm", "m"), "--judge-model", "re", "--concurrency", "16")
    for n_answered in (40, 90, 150, 260):
        process = start_main(*run_flags, cwd=tmp_path)
        wait_until(lambda n=n_answered: vllm.stats()["answered"] >= n, "enough answers")
        process.kill()
        process.communicate()
    done = run_main(*run_flags, cwd=tmp_path)

    assert done.returncode == 0, done.stderr
    entries = entries_of(tmp_path)
    assert 300 == len(entries)
    assert {"ok"} == {entry["status"] for entry in entries.values()}
    assert vllm.stats()["answered"] <= 300 + 4 * 16
    assert "300/300" not in done.stderr.split("asking")[0]


def test_a_finished_run_asks_nothing_and_says_so(ollama, tmp_path):
    write_bank(tmp_path, 4)
    ollama.reset()
    first = run_main(*flags(ollama), cwd=tmp_path)
    before = (tmp_path / "result/general/bank.json").read_bytes()
    n_requests = ollama.stats()["requests"]
    second = run_main(*flags(ollama), cwd=tmp_path)

    assert (0, 0) == (first.returncode, second.returncode)
    assert "nothing left to ask" in second.stdout
    assert before == (tmp_path / "result/general/bank.json").read_bytes()
    assert n_requests == ollama.stats()["requests"]


@pytest.mark.parametrize(("name", "code"), [("SIGINT", 130), ("SIGTERM", 143), ("SIGHUP", 129)])
def test_a_signal_ends_in_order(vllm, tmp_path, name, code):
    write_bank(tmp_path, 60)
    vllm.reset(flavour="vllm", models=[{"id": "m"}], answer="hash", latency_s=0.05)
    run_flags = (*flags(vllm, "vllm", "m"), "--judge-model", "re", "--concurrency", "4")
    process = start_main(*run_flags, cwd=tmp_path)
    wait_until(lambda: vllm.stats()["answered"] >= 8, "eight answers")
    process.send_signal(getattr(signal, name))
    out, err = process.communicate(timeout=30)

    assert code == process.returncode, err
    assert "goes on from here" in out
    n_kept = len(entries_of(tmp_path))
    assert n_kept == vllm.stats()["answered"], "what was in flight could finish and was kept"
    assert [] == leftovers(tmp_path)
    assert 0 == run_main(*run_flags, cwd=tmp_path).returncode
    assert 60 == vllm.stats()["answered"]


def test_a_second_signal_exits_at_once_and_loses_nothing(vllm, tmp_path):
    write_bank(tmp_path, 8)
    faults = [{"match": {"contains": "Case 7"}, "do": "hang"}]
    vllm.reset(flavour="vllm", models=[{"id": "m"}], answer="A", faults=faults)
    run_flags = (*flags(vllm, "vllm", "m"), "--judge-model", "re", "--concurrency", "2")
    process = start_main(*run_flags, cwd=tmp_path)
    wait_until(
        lambda: (vllm.stats()["answered"], vllm.stats()["in_flight"]) == (7, 1),
        "seven answers and one to come",
    )
    process.send_signal(signal.SIGINT)
    assert any("stopping" in line for line in process.stderr)
    process.send_signal(signal.SIGINT)
    process.communicate(timeout=5)

    assert 130 == process.returncode
    vllm.reset(flavour="vllm", models=[{"id": "m"}], answer="A")
    assert 0 == run_main(*run_flags, cwd=tmp_path).returncode
    assert 1 == vllm.stats()["answered"]


def test_a_second_run_on_the_same_files_is_refused_by_name(vllm, tmp_path):
    write_bank(tmp_path, 4)
    vllm.reset(flavour="vllm", models=[{"id": "m"}], faults=[{"match": {}, "do": "hang"}])
    run_flags = (*flags(vllm, "vllm", "m"), "--judge-model", "re", "--concurrency", "4")
    process = start_main(*run_flags, cwd=tmp_path)
    wait_until(lambda: vllm.stats()["in_flight"] == 4, "the first run asks everything")
    n_requests = vllm.stats()["requests"]
    second = run_main(*run_flags, cwd=tmp_path)
    process.kill()
    process.communicate()

    assert 42 == second.returncode
    assert f"process {process.pid}" in second.stderr
    assert n_requests == vllm.stats()["requests"]


def test_a_report_reads_the_journal_of_a_run_that_was_killed(vllm, tmp_path):
    write_bank(tmp_path, 600)
    vllm.reset(flavour="vllm", models=[{"id": "m"}], answer="A", latency_s=0.05)
    process = start_main(*flags(vllm, "vllm", "m"), "--judge-model", "re", "--concurrency", "2", cwd=tmp_path)
    wait_until(lambda: vllm.stats()["answered"] >= 6, "six answers")
    running = json.loads(run_main("report", "--json", cwd=tmp_path).stdout)
    process.kill()
    process.communicate()
    killed = json.loads(run_main("report", "--json", cwd=tmp_path).stdout)

    assert 6 <= running["models"][0]["asked"] + 2
    assert killed["models"][0]["asked"] >= running["models"][0]["asked"]
    assert not (tmp_path / "result/general/bank.json").exists(), (
        "no swap has happened yet: the journal alone spoke"
    )
