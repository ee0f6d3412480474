"""A signal ends a run in order from its first instant on, and a screen that goes away ends nothing that matters."""

import os
import signal
import subprocess

import pytest
from processes import command, entries_of, environment, leftovers, start_main, wait_until, write_bank
from provider_server import provider_server

from omnibench.cli import main
from omnibench.store.result_file import ResultFile


@pytest.fixture(scope="module")
def running():
    with provider_server(flavour="vllm", models=[{"id": "m"}]) as server:
        yield server


@pytest.fixture
def server(running):
    running.reset(flavour="vllm", models=[{"id": "m"}], answer="A")
    return running


def flags(server, *more):
    return ("--provider", "vllm", "--base-url", server.base_url, "--judge-model", "re", *more)


def n_asked(server, path):
    return server.stats()["by_path"].get(path, 0)


# --- a screen that goes away -------------------------------------------------------------------------


@pytest.mark.parametrize("name", ["stderr", "stdout"])
def test_a_run_whose_reader_goes_away_keeps_what_it_receives(server, tmp_path, name):
    write_bank(tmp_path, 4)
    server.configure(latency_s=0.3)
    with start_main(*flags(server, "--models", "m", "--concurrency", "2"), cwd=tmp_path) as process:
        process.stderr.readline()
        getattr(process, name).close()
        process.communicate(timeout=30)

    assert 0 == process.returncode
    assert 4 == len(entries_of(tmp_path))


def test_a_run_whose_terminal_hangs_up_stores_what_is_in_flight(server, tmp_path):
    write_bank(tmp_path, 12)
    server.configure(latency_s=0.3)
    leading, following = os.openpty()
    # The first terminal that the leader of a session opens is its own, and hangs up on it.
    line = f'exec "$@" <{os.ttyname(following)} >{os.ttyname(following)} 2>&1'
    args = command(*flags(server, "--models", "m", "--concurrency", "2"))
    with subprocess.Popen(
        ["sh", "-c", line, "sh", *args], cwd=tmp_path, env=environment(TERM="xterm"), start_new_session=True
    ) as process:
        wait_until(lambda: server.stats()["in_flight"] == 2, "two questions on their way")
        os.close(following)
        os.close(leading)
        process.wait(30)

    assert 129 == process.returncode
    assert 2 <= server.stats()["answered"] == len(entries_of(tmp_path))
    assert [] == leftovers(tmp_path)


# --- before there is anything to keep ----------------------------------------------------------------


@pytest.mark.parametrize("models", [("--models", "m"), ()], ids=["named", "listed"])
@pytest.mark.parametrize("fault", [{"do": "hang"}, {"delay_s": 5}], ids=["never", "slowly"])
def test_a_run_that_waits_for_the_list_of_models_can_be_interrupted(server, tmp_path, models, fault):
    write_bank(tmp_path, 2)
    server.configure(faults=[{"match": {"path": "/models"}, **fault}])
    with start_main(*flags(server, *models), cwd=tmp_path) as process:
        wait_until(lambda: n_asked(server, "GET /v1/models"), "the list is asked for")
        process.send_signal(signal.SIGINT)
        _, err = process.communicate(timeout=3)

    assert 130 == process.returncode
    assert "Traceback" not in err


# --- after everything was received -------------------------------------------------------------------


def test_a_signal_during_the_last_swap_costs_nothing(server, tmp_path, monkeypatch):
    write_bank(tmp_path, 2)
    monkeypatch.chdir(tmp_path)
    swap, swapped = ResultFile.swap, []

    def interrupted(file):
        os.kill(os.getpid(), signal.SIGINT)
        swap(file)
        swapped.append(file.path.name)

    monkeypatch.setattr(ResultFile, "swap", interrupted)
    try:
        code = main(flags(server, "--models", "m"))
    except KeyboardInterrupt:  # would end the whole test session
        code = "interrupted"

    assert (0, ["bank.json"]) == (code, swapped)
    assert (2, []) == (len(entries_of(tmp_path)), leftovers(tmp_path))


# --- what is said ------------------------------------------------------------------------------------


def test_a_run_that_is_interrupted_says_how_to_exit_at_once(server, tmp_path):
    write_bank(tmp_path, 2)
    server.configure(latency_s=0.3)
    with start_main(*flags(server, "--models", "m", "--concurrency", "2"), cwd=tmp_path) as process:
        wait_until(lambda: server.stats()["in_flight"] == 2, "two questions on their way")
        process.send_signal(signal.SIGINT)
        _, err = process.communicate(timeout=30)

    assert "stopping: what is in flight may finish for 10 s; once more to exit at once\n" in err


def test_a_run_that_an_error_ends_does_not_ask_for_a_second_signal(server, tmp_path):
    write_bank(tmp_path, 2)
    server.configure(latency_s=0.3, faults=[{"match": {"contains": "Case 0"}, "do": "status", "status": 400}])
    with start_main(*flags(server, "--models", "m", "--concurrency", "2"), cwd=tmp_path) as process:
        _, err = process.communicate(timeout=30)

    assert "stopping: what is in flight may finish for 10 s\n" in err
    assert ["q001"] == [question_id for question_id, _ in entries_of(tmp_path)]


@pytest.mark.parametrize("fault", [{"do": "hang"}, {"delay_s": 5}], ids=["never", "slowly"])
def test_a_run_with_a_registry_that_waits_for_the_list_of_models_can_be_interrupted(tmp_path, fault):
    write_bank(tmp_path, 2)
    (tmp_path / "models").mkdir()
    (tmp_path / "models/vllm_models.json").write_text('[{"model_id": "m"}]', "utf-8")
    faults = [{"match": {"path": "/models"}, **fault}]
    with provider_server(flavour="vllm", models=[{"id": "m"}], faults=faults) as server:
        flags = ("--provider", "vllm", "--base-url", server.base_url, "--judge-model", "re")
        process = start_main(*flags, cwd=tmp_path)
        wait_until(lambda: server.stats()["by_path"].get("GET /v1/models"), "the list is asked for")
        process.send_signal(signal.SIGINT)
        process.communicate(timeout=5)

    assert 130 == process.returncode
