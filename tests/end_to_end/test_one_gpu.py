"""On a server with room for one model each model is loaded once, and the server hardly waits for the next request.

Loads and answers take no time here; what they would take on a GPU is reckoned with: LOAD_S and ANSWER_S.
"""

import asyncio

import pytest
from processes import entries_of, start_main, wait_until, write_bank
from provider_server import provider_server

from omnibench.app.run import run
from omnibench.cli.console import open_console
from omnibench.cli.progress import PlainWatcher
from omnibench.settings import Flags, resolve

SIZES = {"m5": 9.0, "m1": 1.0, "m3": 4.7, "m2": 2.5, "m4": 8.1}
NAMES = ",".join(SIZES)
BY_SIZE = ["m1", "m2", "m3", "m4", "m5"]
JUDGE = {"id": "judge", "role": "judge", "judge": "rule", "size_gb": 65}
N = 60
LOAD_S, ANSWER_S = 60.0, 2.0
MAX_IDLE_SHARE = 0.01
SLOTS = [1, 4, 16]


def models(**changes):
    """Five models, and changes to one of them by its name."""
    return [{"id": name, "size_gb": size, **changes.get(name, {})} for name, size in SIZES.items()]


SETUP = {
    "flavour": "ollama", "models": [*models(), JUDGE], "answer": "hash", "resident": 1, "keep_bodies": 0,
}  # fmt: skip


@pytest.fixture(scope="module")
def running():
    with provider_server(flavour="ollama") as server:
        yield server


@pytest.fixture
def gpu(running, tmp_path):
    """A server that holds one model, and sixty questions."""
    write_bank(tmp_path, N)
    running.reset(**SETUP)
    return running


def ask(server, folder, concurrency, **more):
    """One run in this process."""
    facts = {
        "provider": "ollama", "base_url": server.base_url, "models": NAMES, "judge_model": "judge",
        "concurrency": concurrency, "dataset_dir": str(folder / "dataset"), "result_dir": str(folder / "result"),
    }  # fmt: skip
    watcher = PlainWatcher(open_console(is_stderr=True))
    outcome = asyncio.run(run(resolve(Flags(**{**facts, **more}), {}, folder), watcher))
    assert outcome.error is None
    assert outcome.signal is None
    return outcome


def idle_share(stats):
    """Which share of its time the server would have waited, had its work taken the time that it takes on a GPU."""
    working_s = LOAD_S * len(stats["loads"]) + ANSWER_S * stats["answered"]
    return stats["idle_s"] / (stats["idle_s"] + working_s)


@pytest.mark.parametrize("concurrency", SLOTS)
def test_five_models_and_a_judge_are_six_loads_and_the_server_hardly_waits(gpu, tmp_path, concurrency):
    gpu.configure(latency_s=0.001 * (concurrency - 1))  # so that answers overlap where they may
    outcome = ask(gpu, tmp_path, concurrency)
    stats, entries = gpu.stats(), entries_of(tmp_path)

    assert [*BY_SIZE, "judge"] == stats["loads"], "the smallest first, the judge last"
    assert 6 == outcome.n_loads
    assert (5 * N, 0) == (len(entries), stats["asked_again"])
    assert {"llm_judge_judge"} == {entry["judge"]["judge_method"] for entry in entries.values()}
    assert 5 * N < stats["answered"] <= 10 * N
    assert min(concurrency, 2) <= stats["in_flight_peak"] <= concurrency
    assert idle_share(stats) < MAX_IDLE_SHARE


@pytest.mark.parametrize(
    ("concurrency", "n_answered"), [(1, 5 * N + 20), (4, 2 * N + N // 2), (16, 2 * N + N // 2)]
)
def test_a_kill_in_the_middle_costs_at_most_one_load_more(gpu, tmp_path, concurrency, n_answered):
    flags = ("--provider", "ollama", "--base-url", gpu.base_url, "--models", NAMES, "--judge-model", "judge")
    gpu.reset(**SETUP, keep_requests=0)  # statistics are asked for again and again
    gpu.configure(faults=[{"match": {"nth": list(range(n_answered + 1, 10 * N))}, "do": "hang"}])
    process = start_main(*flags, "--concurrency", concurrency, cwd=tmp_path)
    wait_until(lambda: gpu.stats()["answered"] >= n_answered, "the middle")
    process.kill()
    process.communicate()
    gpu.configure(faults=[])
    outcome = ask(gpu, tmp_path, concurrency)
    stats = gpu.stats()

    assert 6 <= len(stats["loads"]) <= 7
    assert "judge" == stats["loads"][-1]
    assert (4 if n_answered < 5 * N else 1) == outcome.n_loads, "finished models are not loaded again"
    assert 5 * N == len(entries_of(tmp_path))
    n_asked = sum(stats["by_model"][name] for name in SIZES)
    assert n_asked <= 5 * N + 2 * concurrency, "once more what was answered or waited for at the kill"


def test_a_server_that_swaps_behind_one_address_loads_each_model_once(gpu, tmp_path):
    gpu.configure(flavour="llamacpp")
    names = [*SIZES, "judge"]
    outcome = ask(gpu, tmp_path, 4, provider="llamaswap")

    assert names == gpu.stats()["loads"]  # nobody tells sizes here: as named, and the judge last
    assert (6, 5 * N) == (outcome.n_loads, len(entries_of(tmp_path)))


def test_a_judge_whom_rules_leave_nothing_is_never_loaded(gpu, tmp_path):
    outcome = ask(gpu, tmp_path, 16, judge_policy="rule-first")

    assert BY_SIZE == gpu.stats()["loads"]
    assert (5, 5 * N) == (outcome.n_loads, len(entries_of(tmp_path)))


def test_a_judge_whom_rules_leave_something_is_loaded_once(gpu, tmp_path):
    vague = {"m2": {"template": "I would lean to {answer} here, though it may be something else."}}
    gpu.configure(models=[*models(**vague), JUDGE])
    outcome = ask(gpu, tmp_path, 4, judge_policy="rule-first")

    assert [*BY_SIZE, "judge"] == gpu.stats()["loads"]
    assert 6 == outcome.n_loads


def test_a_judge_elsewhere_works_while_the_models_answer(gpu, tmp_path):
    gpu.configure(**SETUP, latency_s=0.03)  # an answer takes longer than a verdict
    with provider_server(flavour="vllm", models=[{**JUDGE, "judge": "TRUE"}]) as other:
        outcome = ask(gpu, tmp_path, 4, judge_provider="vllm", judge_base_url=other.base_url)
        judgings, answers = other.stats()["chats"], gpu.stats()["chats"]

    assert BY_SIZE == gpu.stats()["loads"]
    assert 5 == outcome.n_loads
    assert judgings[0]["at"] < answers[N]["at"], (
        "the first verdict is asked for before the second model begins"
    )
    n_before = sum(one["at"] < answers[-1]["at"] for one in judgings)
    assert n_before > 0.9 * len(judgings), "and nearly all of them before the last answer is"
