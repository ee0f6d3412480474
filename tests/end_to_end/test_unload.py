"""Which model is asked first on a server that loads on demand, and what becomes of one that is through."""

import json
import signal

import pytest
from processes import run_main, start_main, wait_until, write_bank
from provider_server import provider_server

MODELS = [
    {"id": "big", "size_gb": 40},
    {"id": "small", "size_gb": 2},
    {"id": "j", "role": "judge", "judge": "TRUE"},
]


@pytest.fixture(scope="module")
def running():
    with provider_server(flavour="ollama", models=MODELS) as server:
        yield server


@pytest.fixture
def server(running, tmp_path):
    """Room for all models, so that only what is let go goes."""
    write_bank(tmp_path, 3)
    running.reset(flavour="ollama", models=MODELS, answer="A", keep_bodies=500)
    return running


def flags(server, *more, models="big,small", judge="j"):
    return (
        "--provider", "ollama", "--base-url", server.base_url, "--models", models, "--judge-model", judge, *more,
    )  # fmt: skip


def residence(server):
    """Loads and departures in order, `+a` and `-a`."""
    bodies = [json.loads(r["body"]) for r in server.stats()["recent"] if r["path"] == "/api/generate"]
    return [f"{'-' if body.get('keep_alive') == 0 else '+'}{body['model']}" for body in bodies]


def registry(folder, *entries):
    (folder / "models").mkdir()
    (folder / "models/ollama_models.json").write_text(json.dumps(entries), "utf-8")


# --- letting go --------------------------------------------------------------------------------------


def test_a_model_that_is_through_goes_before_the_next_one_comes(server, tmp_path):
    done = run_main(*flags(server, "--unload"), cwd=tmp_path)

    assert 0 == done.returncode, done.stderr
    assert ["+small", "-small", "+big", "-big", "+j", "-j"] == residence(server)
    assert [] == server.stats()["resident"]
    assert "3 model loads" in done.stdout


def test_without_the_flag_the_server_decides(server, tmp_path):
    run_main(*flags(server), cwd=tmp_path)

    assert ["+small", "+big", "+j"] == residence(server)
    assert {"small", "big", "j"} == set(server.stats()["resident"])


def test_a_model_that_judges_too_stays(server, tmp_path):
    server.configure(models=[{"id": "big", "size_gb": 40, "answer": "TRUE"}, MODELS[1]])
    done = run_main(*flags(server, "--unload", judge="big"), cwd=tmp_path)

    assert ["+small", "-small", "+big", "+big", "-big"] == residence(server)
    assert "2 model loads" in done.stdout


def test_a_run_that_is_stopped_lets_nothing_go_since_the_next_needs_it(server, tmp_path):
    server.configure(latency_s=0.2)
    process = start_main(*flags(server, "--unload", "--concurrency", "1"), cwd=tmp_path)
    wait_until(lambda: server.stats()["answered"] >= 1, "an answer")
    process.send_signal(signal.SIGINT)
    process.communicate()

    assert ["+small"] == residence(server)
    assert ["small"] == server.stats()["resident"]


def test_a_server_that_does_not_let_go_is_said_and_ends_nothing(server, tmp_path):
    server.configure(
        faults=[{"match": {"path": "/api/generate", "nth": [2, 4]}, "do": "status", "status": 500}]
    )
    done = run_main(*flags(server, "--unload", judge="re"), cwd=tmp_path)

    assert 0 == done.returncode
    assert "small could not be let go: server 500" in done.stderr


@pytest.mark.parametrize("provider", ["lmstudio", "vllm", "embedded"])
def test_where_it_has_no_effect_plan_and_run_say_so(tmp_path, provider):
    write_bank(tmp_path, 1)
    command = ("plan", "--provider", provider, "--models", "m", "--judge-model", "re")

    assert "--unload has no effect with" in run_main(*command, "--unload", cwd=tmp_path).stdout
    assert "--unload" not in run_main(*command, cwd=tmp_path).stdout


# --- the order ---------------------------------------------------------------------------------------


def test_a_plan_tells_the_order_and_the_run_keeps_to_it(server, tmp_path):
    registry(tmp_path, {"model_id": "big", "download_gb": 40}, {"model_id": "small", "size": "3B"})
    command = ("--provider", "ollama", "--base-url", server.base_url, "--judge-model", "re")
    plan = run_main("plan", *command, cwd=tmp_path).stdout
    listed = json.loads(run_main("plan", "--json", *command, cwd=tmp_path).stdout)["models"]
    run_main(*command, cwd=tmp_path)

    assert "one after the other, the smallest first: small (1.8 GB), big (40 GB)\n" in plan
    assert plan.index("small (non_think") < plan.index("big (non_think")
    assert [("small", 1.8), ("big", 40)] == [(m["model_id"], round(m["size_gb"], 6)) for m in listed]
    assert ["small", "big"] == server.stats()["loads"]
    assert 2 == server.stats()["by_path"]["GET /api/tags"], (
        "once a model, for its digest: the registry told the sizes"
    )


def test_a_size_that_no_registry_tells_is_asked_of_the_provider(server, tmp_path):
    plan = run_main("plan", *flags(server), cwd=tmp_path).stdout
    run_main(*flags(server, judge="re"), cwd=tmp_path)

    assert "big (a run asks the provider for its size), small (a run asks" in plan
    assert ["small", "big"] == server.stats()["loads"]


def test_sizes_that_nobody_tells_leave_the_order_as_it_is(server, tmp_path):
    server.configure(faults=[{"match": {"path": "/api/tags"}, "do": "status", "status": 500}])
    done = run_main(*flags(server, judge="re"), cwd=tmp_path)

    assert 0 == done.returncode, done.stderr
    assert ["big", "small"] == server.stats()["loads"]


def test_one_server_one_model_has_no_order_to_tell(tmp_path):
    write_bank(tmp_path, 1)
    plan = run_main("plan", "--provider", "vllm", "--models", "b,a", cwd=tmp_path).stdout

    assert "one after the other" not in plan
    assert plan.index("\nb (") < plan.index("\na (")
