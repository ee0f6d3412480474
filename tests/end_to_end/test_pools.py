"""Several servers and several providers take questions from one queue, and each answer says who gave it."""

import asyncio
import json
import socket
from dataclasses import replace

import pytest
from processes import entries_of, run_main, start_main, write_bank
from provider_server import provider_server

from omnibench.app import provider
from omnibench.app.run import run
from omnibench.cli.console import open_console
from omnibench.cli.progress import PlainWatcher
from omnibench.settings import Flags, resolve

N = 30


@pytest.fixture(scope="module")
def first():
    with provider_server() as server:
        yield server


@pytest.fixture(scope="module")
def second():
    with provider_server() as server:
        yield server


@pytest.fixture
def servers(first, second, tmp_path):
    write_bank(tmp_path, N)
    first.reset(flavour="vllm", models=[{"id": "m"}], answer="A", latency_s=0.02)
    second.reset(flavour="vllm", models=[{"id": "m"}], answer="A", latency_s=0.02)
    return first, second


def n_answered(*servers):
    return [server.stats()["answered"] for server in servers]


def pool(servers, folder, *more, models="m"):
    urls = ",".join(server.base_url for server in servers)
    flags = ("--provider", "vllm", "--base-url", urls, "--models", models, "--judge-model", "re")
    return run_main(*flags, *more, cwd=folder)


# --- servers of one provider -------------------------------------------------------------------------

WRONG = {
    "key": [{"match": {}, "do": "status", "status": 401}],
    "page": [{"match": {}, "do": "html"}],
    "model": [{"match": {"path": "/chat"}, "do": "status", "status": 404, "body": "model m not found"}],
    "redirect of the list alone": [
        {
            "match": {"path": "/models"},
            "do": "status",
            "status": 302,
            "headers": {"Location": "http://x.invalid/"},
        },
        {"match": {"path": "/chat"}, "do": "status", "status": 401},
    ],
}


@pytest.mark.parametrize("faults", [WRONG["key"], WRONG["model"], WRONG["redirect of the list alone"]])
def test_one_server_that_refuses_is_left_out_and_named(servers, tmp_path, faults):
    first, second = servers
    first.configure(faults=faults)
    done = pool(servers, tmp_path, "--concurrency", "2")

    assert (0, N) == (done.returncode, len(entries_of(tmp_path)))
    assert f"{first.base_url} is left out" in " ".join(done.stderr.split())
    assert [0, N] == n_answered(first, second)


def test_when_every_server_refuses_the_last_is_named(servers, tmp_path):
    for server in servers:
        server.configure(faults=[{"match": {"path": "/chat"}, "do": "status", "status": 401}])
    done = pool(servers, tmp_path)

    assert 31 == done.returncode
    assert any(server.url.removeprefix("http://") in done.stderr.partition("error:")[2] for server in servers)


def test_a_server_is_not_asked_for_a_model_that_it_does_not_list(servers, tmp_path):
    """llama.cpp answers by the model that it has, whatever name is asked for."""
    first, second = servers
    first.reset(flavour="llamacpp", models=[{"id": "m"}], answer="A")
    second.reset(flavour="llamacpp", models=[{"id": "tiny"}], answer="B")
    urls = ",".join(server.base_url for server in servers)
    done = run_main(
        "--provider", "llamacpp", "--base-url", urls, "--models", "m", "--judge-model", "re", cwd=tmp_path
    )  # fmt: skip

    assert 0 == done.returncode
    assert [N, 0] == n_answered(first, second)
    assert f"m is at {first.base_url} alone" in " ".join(done.stderr.split())
    assert {"A"} == {entry["normalized_answer"] for entry in entries_of(tmp_path).values()}


def test_each_model_is_asked_where_it_is(servers, tmp_path):
    first, second = servers
    second.reset(flavour="vllm", models=[{"id": "n"}], answer="B")
    done = pool(servers, tmp_path, models="m,n")

    assert 0 == done.returncode
    assert [N, N] == n_answered(first, second)
    assert {("m", "A"), ("n", "B")} == {
        (model, entry["normalized_answer"]) for (_, model), entry in entries_of(tmp_path).items()
    }


def test_answers_of_a_pool_with_two_digests_say_which_gave_them(servers, tmp_path):
    for server, digest in zip(servers, ("aaa", "bbb"), strict=True):
        server.reset(flavour="ollama", models=[{"id": "m", "digest": digest}], answer="A", latency_s=0.02)
    urls = ",".join(server.base_url for server in servers)
    flags = ("--provider", "ollama", "--base-url", urls, "--models", "m", "--judge-model", "re")
    done = run_main(*flags, "--concurrency", "2", cwd=tmp_path)
    entries = entries_of(tmp_path).values()
    report = run_main("report", "--format", "json", cwd=tmp_path)

    assert 0 == done.returncode
    assert {"aaa", "bbb"} == {entry["origin"]["digest"] for entry in entries}
    assert 2 == json.loads(report.stdout)["models"][0]["n_digests"]
    assert "2 model loads" in done.stdout


def test_the_least_context_of_a_pool_says_what_is_cut(servers, tmp_path):
    for server, length in zip(servers, (32_768, 64), strict=True):
        server.reset(flavour="ollama", models=[{"id": "m", "context_length": length}], answer="A")
    urls = ",".join(server.base_url for server in servers)
    flags = ("--provider", "ollama", "--base-url", urls, "--models", "m", "--judge-model", "re")
    write_bank(tmp_path, 2, question_text="long " * 80)
    done = run_main(*flags, cwd=tmp_path)

    assert "m has a context of 64 tokens" in " ".join(done.stderr.split())


def test_a_server_that_hangs_while_it_loads_holds_nobody_up(servers, tmp_path, monkeypatch):
    for server in servers:
        server.reset(flavour="ollama", models=[{"id": "m"}], answer="A")
    servers[1].configure(faults=[{"match": {"path": "/api/generate"}, "do": "hang"}])
    monkeypatch.setattr(provider, "_LOAD_GRACE_S", 0.2)
    urls = ",".join(server.base_url for server in servers)
    flags = Flags(provider="ollama", base_url=urls, models="m", judge_model="re", concurrency=2)
    flags = replace(flags, dataset_dir=str(tmp_path / "dataset"), result_dir=str(tmp_path / "result"))
    outcome = asyncio.run(run(resolve(flags, {}, tmp_path), PlainWatcher(open_console(is_stderr=True))))

    assert None is outcome.error
    assert N == outcome.n_answered


def test_a_model_whose_only_server_is_away_is_waited_for_or_the_server_is_named(servers, tmp_path):
    first, _ = servers
    urls = f"{first.base_url},http://127.0.0.1:1/v1"
    flags = ("--provider", "vllm", "--base-url", urls, "--models", "m,n", "--judge-model", "re")
    at_once = run_main(*flags, cwd=tmp_path)
    later = run_main(*flags, "--on-error", "wait", "--max-wait", "1s", cwd=tmp_path)

    assert (32, 32) == (at_once.returncode, later.returncode)
    for done in (at_once, later):
        assert "and http://127.0.0.1:1/v1 is away" in " ".join(done.stderr.split())
    assert "http://127.0.0.1:1/v1 is away; waiting up to 1 s" in " ".join(later.stderr.split())


def test_the_limits_hold_at_a_judges_own_server_too(servers, tmp_path):
    first, second = servers
    second.reset(flavour="vllm", models=[{"id": "j", "role": "judge", "judge": "TRUE"}], latency_s=0.02)
    urls = ("--base-url", first.base_url, "--judge-base-url", second.base_url)
    done = run_main(
        "--provider", "vllm", *urls, "--models", "m", "--judge-model", "j", "--concurrency", "1", cwd=tmp_path
    )  # fmt: skip

    assert 0 == done.returncode
    assert (1, 1) == (first.stats()["in_flight_peak"], second.stats()["in_flight_peak"])


def test_a_model_that_no_server_has_stops_the_run(servers, tmp_path):
    done = pool(servers, tmp_path, models="m,absent")

    assert (32, [0, 0]) == (done.returncode, n_answered(*servers))


# --- waiting at the start ----------------------------------------------------------------------------


def test_a_run_waits_for_a_server_that_is_not_there_yet(tmp_path):
    """Started before the server, as after a reboot."""
    write_bank(tmp_path, 3)
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        port = taken.getsockname()[1]
    flags = ("--provider", "vllm", "--base-url", f"http://127.0.0.1:{port}/v1", "--judge-model", "re")
    process = start_main(*flags, "--models", "m", "--on-error", "wait", "--max-wait", "5m", cwd=tmp_path)
    said = process.stderr.readline
    while "waiting up to 5 min" not in (line := said()):
        assert line, "the run ended"
    with provider_server(flavour="vllm", models=[{"id": "m"}], port=port):
        _, rest = process.communicate(timeout=60)

    assert 0 == process.returncode, rest
    assert 3 == len(entries_of(tmp_path))


def test_a_run_that_is_told_to_end_while_it_waits_says_nothing_more_of_what_it_would_do(tmp_path):
    write_bank(tmp_path, 3)
    flags = (
        "--provider",
        "vllm",
        "--base-url",
        "http://127.0.0.1:1/v1",
        "--models",
        "m",
        "--judge-model",
        "re",
    )
    process = start_main(*flags, "--on-error", "wait", cwd=tmp_path)
    while "waiting up to 2 h" not in process.stderr.readline():
        pass
    process.terminate()
    out, rest = process.communicate(timeout=60)

    assert 143 == process.returncode
    assert "The same command goes on from here" in " ".join((out + rest).split())
    assert "3 questions, about" not in rest


def test_a_run_that_is_not_to_wait_stops_at_once(tmp_path):
    write_bank(tmp_path, 3)
    done = run_main(
        "--provider", "vllm", "--base-url", "http://127.0.0.1:1/v1", "--models", "m", cwd=tmp_path
    )

    assert 30 == done.returncode
    assert "waiting" not in done.stderr


# --- several providers -------------------------------------------------------------------------------


def lab(server):
    """A server as another endpoint of a model."""
    return {
        "provider": "openrouter",
        "model_id": "lab/m",
        "base_url": server.base_url,
        "api_key_variable": "OMNIBENCH_LAB_API_KEY",
    }


def shared(servers, folder, *more, venue=None, **env):
    """A run on the first server, with a registry that names the second as OpenRouter."""
    first, second = servers
    venue = {**lab(second), **(venue or {})}
    (folder / "r.json").write_text(json.dumps([{"model_id": "m", "also_at": [venue]}]))
    flags = (
        "--provider",
        "vllm",
        "--base-url",
        first.base_url,
        "--registry",
        "r.json",
        "--judge-model",
        "re",
    )
    return run_main(*flags, *more, cwd=folder, **{"OMNIBENCH_LAB_API_KEY": "sk-canary-lab-77", **env})


@pytest.fixture
def two(servers):
    first, second = servers
    second.reset(flavour="openrouter", models=[{"id": "lab/m"}], answer="A", latency_s=0.02)
    return first, second


def test_two_providers_share_one_queue_and_each_answer_says_who_gave_it(two, tmp_path):
    first, second = two
    done = shared(two, tmp_path, "--concurrency", "2")
    entries = list(entries_of(tmp_path).values())
    elsewhere = [entry for entry in entries if "answered_by" in entry]

    assert 0 == done.returncode
    assert min(n_answered(first, second)) > N // 5
    assert N == sum(n_answered(first, second))
    assert n_answered(second) == [len(elsewhere)]
    assert [{"provider": "openrouter", "model": "lab/m"}] * len(elsewhere) == [
        entry["answered_by"] for entry in elsewhere
    ]
    assert {"TestProvider"} == {entry["upstream"] for entry in elsewhere}
    assert {("vllm", "m")} == {(entry["provider"], entry["model"]) for entry in entries}
    assert not [entry for entry in entries if "flags" in entry]
    assert "m was answered by others too, right of graded: openrouter (lab/m) " in " ".join(
        done.stdout.split()
    )
    said = " ".join(done.stderr.split())
    assert f"m is asked at OpenRouter at {second.url.removeprefix('http://')} too, as lab/m" in said
    assert "with the key in OMNIBENCH_LAB_API_KEY" in said
    assert f"({first.url.removeprefix('http://')}, {second.url.removeprefix('http://')})" in said
    assert "sk-canary" not in done.stderr + "".join(
        path.read_text() for path in (tmp_path / "result").rglob("*.json")
    )


def test_what_a_place_adds_to_the_request_stands_in_the_answer(two, tmp_path):
    shared(two, tmp_path, "--concurrency", "2", venue={"extra_body": {"top_p": 0.5}})
    told = {
        entry.get("answered_by", {}).get("extra_body", {}).get("top_p")
        for entry in entries_of(tmp_path).values()
    }

    assert {None, 0.5} == told


def test_a_provider_without_money_leaves_the_rest_to_the_other(two, tmp_path):
    first, second = two
    second.configure(faults=[{"match": {"path": "/chat"}, "do": "status", "status": 402}])
    done = shared(two, tmp_path)

    assert (0, [N, 0]) == (done.returncode, n_answered(first, second))
    assert f"{second.base_url} is left out (quota 402" in " ".join(done.stderr.split())


@pytest.mark.parametrize(
    ("venue", "said"),
    [
        ({"base_url": "http://127.0.0.1:1/v1"}, "OpenRouter at 127.0.0.1:1 is away"),
        ({"model_id": "lab/other"}, "is left out for m (not found: it does not list lab/other)"),
    ],
)
def test_a_provider_that_is_of_no_use_at_the_start_is_said_and_left_out(two, tmp_path, venue, said):
    first, second = two
    done = shared(two, tmp_path, venue=venue)

    assert (0, [N, 0]) == (done.returncode, n_answered(first, second))
    assert said in " ".join(done.stderr.split())


def test_a_question_that_one_provider_will_not_have_is_answered_by_the_other(two, tmp_path):
    first, second = two
    flagged = {"do": "status", "status": 403, "message": "flagged by moderation"}
    second.configure(faults=[{"match": {"path": "/chat"}, **flagged}])
    done = shared(two, tmp_path)

    assert (0, [N, 0]) == (done.returncode, n_answered(first, second))
    first.configure(faults=[{"match": {"contains": "Case 3:"}, **flagged}])
    shared(two, tmp_path, "--temperature", "0.5", "--refresh", "settings")
    entry = entries_of(tmp_path)["q003", "m"]
    assert "ok" == entry["status"]  # the earlier answer stays where nobody will give another


def test_a_runs_own_server_that_is_away_at_the_start_leaves_it_all_to_the_other(two, tmp_path):
    _, second = two
    done = shared((type(second)("http://127.0.0.1:1"), second), tmp_path, "--on-error", "skip,wait")

    assert (0, N) == (done.returncode, len(entries_of(tmp_path)))
    assert "vLLM at 127.0.0.1:1 is away" in done.stderr
    assert [N] == n_answered(second)


def test_a_key_is_needed_for_an_address_of_ones_own_and_the_providers_own_key_stays_with_it(two, tmp_path):
    missing = shared(two, tmp_path, OMNIBENCH_LAB_API_KEY="", OPENROUTER_API_KEY="sk-canary-own-12")

    assert 10 == missing.returncode
    assert "Set OMNIBENCH_LAB_API_KEY" in " ".join(missing.stderr.split())
    for more in ({}, {"provider": "custom"}, {"provider": "vllm", "base_url": None}):
        lent = {"api_key_variable": "OPENROUTER_API_KEY", **more}
        env = {"VLLM_BASE_URL": two[1].base_url, "CUSTOM_BASE_URL": two[1].base_url}
        shared(two, tmp_path, venue=lent, OPENROUTER_API_KEY="sk-canary-own-12", **env)
        assert "sk-canary-own-12" not in json.dumps(two[1].stats()["recent"])


def test_a_key_of_another_program_cannot_be_named(two, tmp_path):
    done = shared(two, tmp_path, venue={"api_key_variable": "GITHUB_API_KEY"})

    assert 21 == done.returncode
    assert "begins with OMNIBENCH_" in " ".join(done.stderr.split())


def test_one_server_is_not_named_in_both_places(two, tmp_path):
    first, _ = two
    done = shared(two, tmp_path, venue={"base_url": first.base_url.replace("127.0.0.1", "localhost")})

    assert 2 == done.returncode
    assert "is named twice" in done.stderr


def test_doctor_looks_at_every_place_of_a_model(two, tmp_path):
    first, second = two
    venue = lab(second)
    flags = (
        "--provider",
        "vllm",
        "--base-url",
        first.base_url,
        "--registry",
        "r.json",
        "--judge-model",
        "re",
        "--no-ask",
        "--json",
    )

    def found(**changes):
        (tmp_path / "r.json").write_text(json.dumps([{"model_id": "m", "also_at": [{**venue, **changes}]}]))
        done = run_main("doctor", *flags, cwd=tmp_path, OMNIBENCH_LAB_API_KEY="sk-canary-lab-77")
        (finding,) = [one for one in json.loads(done.stdout)["findings"] if one["check"] == "also at"]
        return done.returncode, finding["state"], finding["found"]

    assert (0, "ok", f"OpenRouter, {second.base_url}: lists lab/m") == found()
    assert (0, "note") == found(base_url="http://127.0.0.1:1/v1")[:2]
    assert (32, "bad") == found(model_id="absent")[:2]
    assert (10, "bad") == found(provider="nobody")[:2]
    second.configure(require_key="another")  # its list is public
    assert (31, "bad") == found()[:2]


def test_doctor_says_that_a_run_would_go_on_elsewhere_while_its_own_server_is_away(two, tmp_path):
    _, second = two
    venue = lab(second)
    (tmp_path / "r.json").write_text(json.dumps([{"model_id": "m", "also_at": [venue]}]))
    flags = (
        "--provider",
        "vllm",
        "--base-url",
        "http://127.0.0.1:1/v1",
        "--registry",
        "r.json",
        "--judge-model",
        "re",
    )
    done = run_main("doctor", *flags, "--json", cwd=tmp_path, OMNIBENCH_LAB_API_KEY="sk-canary-lab-77")
    findings = json.loads(done.stdout)["findings"]

    assert 30 == done.returncode
    assert ["ok"] == [one["state"] for one in findings if one["check"] == "also at"]
    assert not any(one["stops"] for one in findings)
