"""Every answer says what produced it, and a tag that moved between two runs is noticed."""

import json
from pathlib import Path

import pytest
from processes import entries_of, run_main, write_bank
from provider_server import provider_server

from omnibench import __version__

OLD, NEW = "0" * 64, "f" * 64


@pytest.fixture(scope="module")
def running():
    with provider_server() as server:
        yield server


def run(server, folder, provider, *more):
    flags = ("--provider", provider, "--base-url", server.base_url, "--judge-model", "re", "--models", "m")
    done = run_main(*flags, *more, cwd=folder)
    return done, [entry for _, entry in sorted(entries_of(folder).items())]


@pytest.mark.parametrize(
    ("flavour", "told"),
    [
        ("ollama", {"digest": OLD, "quantization": "Q4_K_M", "server": "ollama 0.30.0"}),
        ("vllm", {"server": "vllm 0.33.0"}),
        ("llamacpp", {"quantization": "Q4_K - Medium", "server": "llama.cpp b11549-0000abc"}),
    ],
)
def test_an_answer_stores_what_produced_it(running, tmp_path, flavour, told):
    write_bank(tmp_path, 2)
    running.reset(flavour=flavour, models=[{"id": "m", "digest": OLD}])
    done, entries = run(running, tmp_path, flavour)

    assert 0 == done.returncode
    assert [{**told, "omnibench": __version__}] * 2 == [entry["origin"] for entry in entries]


@pytest.mark.parametrize("provider", ["ollama", "vllm", "sglang", "llamacpp", "lmstudio", "custom"])
def test_a_provider_that_tells_nothing_costs_no_run_and_no_second_try(running, tmp_path, provider):
    write_bank(tmp_path, 2)
    paths = ("/version", "/props", "server_info", "/api/")
    running.reset(
        flavour="openai",
        models=[{"id": "m"}],
        faults=[{"match": {"path": path}, "do": "status", "status": 500} for path in paths],
    )
    done, entries = run(running, tmp_path, provider)

    assert (0, 2) == (done.returncode, len(entries))
    assert "again" not in done.stderr
    assert [{"omnibench": __version__}] * 2 == [entry["origin"] for entry in entries]
    looked_up = {p: n for p, n in running.stats()["by_path"].items() if any(part in p for part in paths)}
    n_asked = 2 if provider in ("ollama", "lmstudio") else 1  # what a model can do, and what answers
    assert n_asked >= max(looked_up.values(), default=0)


def test_an_error_entry_says_nothing_of_an_origin(running, tmp_path):
    write_bank(tmp_path, 1)
    running.reset(flavour="vllm", models=[{"id": "m"}], faults=[{"match": {}, "do": "status", "status": 400}])
    _, (entry,) = run(running, tmp_path, "vllm", "--on-error", "skip")

    assert "origin" not in entry


def test_a_tag_that_moved_is_said_once_and_reported(running, tmp_path):
    write_bank(tmp_path, 4)
    running.reset(flavour="ollama", models=[{"id": "m", "digest": OLD}])
    first, _ = run(running, tmp_path, "ollama", "--limit", "3")
    running.reset(flavour="ollama", models=[{"id": "m", "digest": NEW}])
    second, entries = run(running, tmp_path, "ollama")

    assert "another model now" not in first.stderr
    assert 1 == second.stderr.count("m is another model now, digest ffffffffffff")
    assert "000000000000 (3)" in second.stderr
    assert [OLD, OLD, OLD, NEW] == [entry["origin"]["digest"] for entry in entries]
    assert "m mixes 2 models of one name, by digest: 000000000000 (3), ffffffffffff (1)" in second.stdout
    (numbers,) = json.loads(run_main("report", "--json", cwd=tmp_path).stdout)["models"]
    assert (2, {OLD: 3, NEW: 1}) == (numbers["n_digests"], numbers["digests"])


def test_the_embedded_server_names_itself(tmp_path):
    write_bank(tmp_path, 1)
    done = run_main("--provider", "embedded", "--limit", "1", cwd=Path(tmp_path))
    ((_, entry),) = entries_of(tmp_path).items()

    assert 0 == done.returncode
    assert {"quantization", "server", "omnibench"} == entry["origin"].keys()
    assert entry["origin"]["server"].startswith("xllamacpp 20")
