"""Whatever ends a command, its exit code and one line say it, and what was received is kept."""

import shlex
import subprocess
import sys
from types import SimpleNamespace

import pytest
from processes import command, entries_of, environment, write_bank
from provider_server import provider_server

from omnibench.cli import main
from omnibench.cli.main import print_error
from omnibench.errors import OmnibenchError

MODULE = sys.modules["omnibench.cli.main"]
FAR_AWAY = "http://10.255.255.1:9/v1"


@pytest.fixture(scope="module")
def running():
    with provider_server(flavour="vllm", models=[{"id": "m"}]) as server:
        yield server


@pytest.fixture
def server(running):
    running.reset(flavour="vllm", models=[{"id": "m"}], answer="A")
    return running


@pytest.fixture
def here(tmp_path, monkeypatch):
    """A folder with three questions, and the working directory."""
    write_bank(tmp_path, 3)
    monkeypatch.chdir(tmp_path)
    return tmp_path


def flags(server, *more):
    shared = ("--provider", "vllm", "--base-url", server.base_url, "--judge-model", "re")
    return (*shared, "--models", "m", *more)


def shell(line, folder):
    """What a shell makes of a line."""
    return subprocess.run(
        ["bash", "-c", line],
        cwd=folder, env=environment(), capture_output=True, text=True, timeout=30, check=False,
    )  # fmt: skip


def of_main(*args):
    return shlex.join(command(*args))


# --- interrupted -------------------------------------------------------------------------------------


def code_of(*args):
    """What a command exits with; an interruption that gets out would end the whole test session."""
    try:
        return main(args)
    except KeyboardInterrupt:
        return "interrupted"


def test_a_command_that_is_interrupted_says_stopped_and_exits_130(monkeypatch, capsys):
    def execute(args):
        raise KeyboardInterrupt

    command = SimpleNamespace(DESCRIPTION="", EXAMPLES="", add_arguments=lambda parser: None, execute=execute)
    monkeypatch.setattr(MODULE, "load_command", lambda name: command)

    assert 130 == code_of("report")
    assert ("", "stopped\n") == tuple(capsys.readouterr())


# --- output that cannot be written -------------------------------------------------------------------


def test_a_report_that_cannot_be_written_exits_43(tmp_path):
    (tmp_path / "result").mkdir()
    done = shell(f"{of_main('report')} >/dev/full", tmp_path)

    assert 43 == done.returncode
    assert "error: the output cannot be written: No space left on device\n" in done.stderr


def test_a_run_that_cannot_print_keeps_its_answers_and_exits_43(server, tmp_path):
    write_bank(tmp_path, 3)
    done = shell(f"{of_main(*flags(server))} >/dev/full", tmp_path)

    assert (43, 3) == (done.returncode, len(entries_of(tmp_path)))


def test_a_failure_counts_more_than_output_that_cannot_be_written(server, tmp_path):
    write_bank(tmp_path, 3)
    server.configure(faults=[{"match": {}, "do": "status", "status": 401}])
    done = shell(f"{of_main(*flags(server))} >/dev/full", tmp_path)

    assert 31 == done.returncode


@pytest.mark.parametrize("reader", ["head -1", "true"])
def test_a_report_whose_reader_has_enough_exits_0(tmp_path, reader):
    (tmp_path / "result").mkdir()
    done = shell(f"{of_main('report')} | {reader} >/dev/null; exit ${{PIPESTATUS[0]}}", tmp_path)

    assert (0, "") == (done.returncode, done.stderr)


def test_a_failing_run_whose_reader_has_enough_still_says_why(server, tmp_path):
    write_bank(tmp_path, 3)
    server.configure(faults=[{"match": {}, "do": "status", "status": 401}])
    done = shell(f"{of_main(*flags(server))} | true; exit ${{PIPESTATUS[0]}}", tmp_path)

    assert 31 == done.returncode
    assert "\nerror: " in done.stderr


@pytest.mark.parametrize("closed", [">&-", "2>&-", ">&- 2>&-", "<&- >&- 2>&-"])
def test_a_run_with_closed_streams_stores_its_answers(server, tmp_path, closed):
    write_bank(tmp_path, 3)
    done = shell(f"{of_main(*flags(server))} {closed}", tmp_path)

    assert (0, 3) == (done.returncode, len(entries_of(tmp_path)))


# --- what is printed ---------------------------------------------------------------------------------


def test_control_characters_in_an_error_do_nothing_and_lines_stay_lines(capsys):
    print_error(OmnibenchError("a\x1b[2J\nb\rc\x9b", hint="d\x07\ne\u202e"))

    assert "error: a�[2J\nb�c�\nhint: d�\ne�\n" == capsys.readouterr().err


# --- refused before anything is asked ----------------------------------------------------------------


def test_more_slots_than_a_server_can_take_are_a_usage_error(capsys):
    assert 2 == main(["run", "--concurrency", "1000000"])
    assert "--concurrency: must be at most 4096" in capsys.readouterr().err


@pytest.mark.parametrize("models", [("--models", "m"), ()])
def test_a_proxy_that_cannot_be_used_exits_10_and_names_the_variables(here, monkeypatch, capsys, models):
    monkeypatch.setenv("ALL_PROXY", "socks5://127.0.0.1:9")

    assert 10 == main(["run", "--provider", "vllm", "--base-url", FAR_AWAY, "--judge-model", "re", *models])
    error = capsys.readouterr().err
    assert f"error: no connection to {FAR_AWAY} can be set up" in error
    assert "ALL_PROXY" in error
    assert "Traceback" not in error


def test_a_plan_without_registry_and_models_asks_the_provider_nothing_and_says_so(server, here, capsys):
    assert 2 == main(["plan", "--provider", "vllm", "--base-url", server.base_url])
    assert (
        "error: there is no registry models/vllm_models.json here, and a plan asks the provider nothing\n"
        "hint: Name the models with --models, or start where models/ lies.\n"
    ) == capsys.readouterr().err
    assert 0 == server.stats()["requests"]


# --- what a run says ---------------------------------------------------------------------------------


def test_a_run_without_registry_and_models_says_which_it_asks(server, here, capsys):
    server.configure(models=[{"id": "a:1b"}, {"id": "b:1b"}])

    assert 0 == main(["--provider", "vllm", "--base-url", server.base_url, "--judge-model", "re"])
    line = "no models/vllm_models.json here: asking what the provider lists, a:1b, b:1b\n"
    assert line in capsys.readouterr().err


def test_skipped_questions_are_named_with_their_cause_and_exit_1(server, here, capsys):
    write_bank(here, 8)
    refused = {"do": "status", "status": 400, "message": "no"}
    server.configure(faults=[{"match": {"nth": [1, 2, 3, 4, 5, 6, 7]}, **refused}])

    assert 1 == main(flags(server, "--concurrency", "1", "--on-error", "skip"))
    shown = capsys.readouterr().out.split("7 questions failed; the same command asks again:\n")[1]
    assert [f"  general/bank.json q00{i} m: bad_request: no" for i in range(5)] == [
        line.split(" [")[0] for line in shown.splitlines()[:5]
    ]
    assert ["  and 2 more"] == shown.splitlines()[5:]


def test_questions_that_fail_when_they_are_asked_again_keep_their_answers_and_exit_1(server, here, capsys):
    assert 0 == main(flags(server))
    before = entries_of(here)
    capsys.readouterr()
    server.configure(faults=[{"match": {}, "do": "status", "status": 400}])

    assert 1 == main(flags(server, "--temperature", "1", "--refresh", "settings", "--on-error", "skip"))
    assert before == entries_of(here)
    assert "\n0 answered and 0 judged now\n" in capsys.readouterr().out


def test_help_that_cannot_be_written_exits_43(tmp_path):
    line = f"{shlex.join(command('--help'))} >/dev/full"
    done = subprocess.run(
        ["bash", "-c", line], cwd=tmp_path, env=environment(), capture_output=True, check=False
    )

    assert 43 == done.returncode
