"""`doctor` finds what a run would stop at, loads nothing unless it asks, and a run makes its cheap part by itself."""

import json
import os
import pty
import re
import subprocess

import pytest
from picture_files import picture
from processes import command, entries_of, environment, run_main, write_bank
from provider_server import provider_server

THINKER = {"id": "thinker", "capabilities": ["completion", "thinking"], "digest": "d" * 64}
PLAIN = {"id": "plain"}
JUDGE = {"id": "gpt-oss:120b", "role": "judge"}


@pytest.fixture(scope="module")
def running():
    with provider_server() as server:
        yield server


@pytest.fixture
def folder(tmp_path):
    write_bank(tmp_path, 3)
    return tmp_path


def doctor(server, folder, *more, provider="ollama", models="thinker"):
    url = server if isinstance(server, str) else server.base_url
    return run_main(
        "doctor", "--provider", provider, "--base-url", url, "--models", models, *more, cwd=folder
    )  # fmt: skip


def found(done):
    """(subject, check) to the finding, of `--json`."""
    return {(one["subject"], one["check"]): one for one in json.loads(done.stdout)["findings"]}


def test_all_is_well_and_every_check_has_a_line(running, folder):
    running.reset(flavour="ollama", models=[THINKER, JUDGE])
    done = doctor(running, folder)

    assert (0, "a run can begin") == (done.returncode, done.stdout.splitlines()[-1])
    for check in (
        "server",
        "questions",
        "model",
        "context",
        "pictures",
        "thinking",
        "memory",
        "hello",
        "judge",
    ):
        assert re.search(rf" {check} +(ok|note|\?) ", done.stdout), check
    for part in (
        "ollama 0.30.0",
        "digest dddddddddddd, Q4_K_M",
        "3 in 1 document",
        "loaded, all of it on the GPU",
    ):
        assert part in done.stdout
    assert ["thinker"] == running.stats()["loads"]
    assert {"thinker": 1} == running.stats()["by_model"]
    assert not (folder / "result").exists()


def test_without_a_question_nothing_is_loaded_or_asked(running, folder):
    running.reset(flavour="ollama", models=[THINKER, JUDGE])
    done = doctor(running, folder, "--no-ask", "--json")
    ((only,), findings) = (json.loads(done.stdout)["models"], found(done))

    assert 0 == done.returncode
    assert ([], 0) == (running.stats()["loads"], running.stats()["answered"])
    assert ("thinker", "hello") not in findings
    assert "unknown" == findings["thinker", "context"]["state"]
    assert (False, None, 32768) == (only["is_loaded"], only["context_length"], only["trained_context"])


def test_the_json_has_the_numbers(running, folder):
    running.reset(flavour="ollama", models=[THINKER, JUDGE])
    done = doctor(running, folder, "--json")
    said = json.loads(done.stdout)
    (only,) = said["models"]

    assert ("ollama", 0, 3) == (said["provider"], said["exit_code"], said["need"]["n_questions"])
    assert ("d" * 64, "Q4_K_M", "ollama 0.30.0") == (only["digest"], only["quantization"], only["server"])
    assert ("thinker", "think", 131072, True) == (
        only["model_key"],
        only["mode"],
        only["max_tokens"],
        only["is_listed"],
    )
    assert (32768, False, True, True, 1.0) == tuple(
        only[name] for name in ("context_length", "can_see", "can_think", "is_loaded", "gpu_share")
    )
    assert only["answer_s"] >= 0
    assert only["load_s"] >= 0


def test_a_model_that_is_not_there_comes_with_its_pull_line_and_the_others_are_still_looked_at(
    running, folder
):
    running.reset(flavour="ollama", models=[THINKER])
    done = doctor(running, folder, models="missing:7b,thinker")

    assert 32 == done.returncode
    assert "  missing:7b: ollama pull missing:7b" in done.stdout.splitlines()
    assert "  gpt-oss:120b: ollama pull gpt-oss:120b" in done.stdout.splitlines()
    assert re.search(r"thinker +model +ok", done.stdout)
    assert "a run would stop: 1 of these are bad" in done.stdout


@pytest.mark.parametrize(
    ("fault", "code", "hint"),
    [
        ({"do": "status", "status": 401}, 31, "VLLM_API_KEY"),
        ({"do": "close"}, 30, "Is the server running"),
    ],
)
def test_a_server_that_refuses_or_is_away_ends_the_visit(running, folder, fault, code, hint):
    running.reset(
        flavour="vllm", models=[{"id": "m"}], faults=[{"match": {"path": "/v1/models"}, **fault}]
    )  # fmt: skip
    done = doctor(running, folder, provider="vllm", models="m")

    assert code == done.returncode
    assert hint in done.stdout
    assert " model " not in done.stdout
    assert "Traceback" not in done.stderr


@pytest.mark.parametrize(
    ("changes", "code", "state", "part"),
    [
        ({}, 0, "ok", "taken, no limit of its own"),
        ({"key_left": 3.5}, 0, "ok", "taken, 3.50 USD left"),
        ({"key_left": 0}, 0, "note", "taken, 0.00 USD left"),
        ({"require_key": "another"}, 31, "bad", "auth 401"),
    ],
)
def test_a_key_is_looked_at_where_the_list_of_models_is_public(running, folder, changes, code, state, part):
    running.reset(flavour="openrouter", models=[{"id": "m"}], **changes)
    flags = ("--json", "--no-ask", "--api-key", "sk-canary-77", "--judge-model", "re")
    done = doctor(running, folder, *flags, provider="openrouter", models="m")
    finding = found(done)[running.base_url, "key"]

    assert (code, state) == (done.returncode, finding["state"])
    assert part in finding["found"]
    assert "canary" not in done.stdout


def test_each_address_of_a_pool_has_a_line(running, folder):
    running.reset(flavour="vllm", models=[{"id": "m"}])
    dead = "http://127.0.0.1:9/v1"
    done = doctor(f"{running.base_url},{dead}", folder, "--json", "--no-ask", provider="vllm", models="m")
    findings = found(done)

    assert 30 == done.returncode
    assert ("ok", "bad") == (
        findings[running.base_url, "server"]["state"],
        findings[dead, "server"]["state"],
    )
    assert not findings[dead, "server"]["stops"]  # the run would go on with the other
    assert "vllm 0.33.0" in findings[running.base_url, "server"]["found"]
    assert ("m", "model") in findings


def test_a_server_without_a_list_is_noted_and_its_models_are_asked(running, folder):
    running.reset(
        flavour="openai",
        models=[{"id": "m"}],
        faults=[{"match": {"path": "/models"}, "do": "status", "status": 501}],
    )
    done = doctor(running, folder, "--json", "--judge-model", "re", provider="custom", models="m")
    findings = found(done)

    assert 0 == done.returncode
    assert "note" == findings[running.base_url, "server"]["state"]
    assert ("unknown", "the server lists nothing") == tuple(
        findings["m", "model"][name] for name in ("state", "found")
    )
    assert json.loads(done.stdout)["models"][0]["is_listed"] is None
    assert "ok" == findings["m", "hello"]["state"]
    assert "ok" == findings["rules", "judge"]["state"]


def test_a_page_in_place_of_the_list_is_looked_at_once_and_named(running, folder):
    running.reset(
        flavour="vllm", models=[{"id": "m"}], faults=[{"match": {"path": "/v1/models"}, "do": "html"}]
    )
    done = doctor(running, folder, "--no-ask", provider="vllm", models="m")

    assert "lists no models (protocol: HTTP 200 with an HTML page: <html>Sign in" in done.stdout
    assert "That is a web page, not an API." in done.stdout
    assert "again" not in done.stdout  # nothing has begun that could go on
    assert 2 >= running.stats()["by_path"]["GET /v1/models"]  # of the address, and of what all of them list


def test_a_judge_that_nobody_can_pull_has_advice_that_stands_alone(running, folder):
    running.reset(flavour="openai", models=[{"id": "m"}])
    done = doctor(running, folder, "--no-ask", provider="custom", models="m")

    assert "  gpt-oss:120b: Name another with --judge-model, or rules alone: --judge-model re." in done.stdout


def test_a_question_that_fails_is_tried_once_and_named(running, folder):
    running.reset(
        flavour="vllm", models=[{"id": "m"}], faults=[{"match": {}, "do": "status", "status": 503}]
    )  # fmt: skip
    done = doctor(running, folder, provider="vllm", models="m")

    assert 30 == done.returncode
    assert re.search(r"hello +BAD +server 503", done.stdout)
    assert 1 == running.stats()["by_path"]["POST /v1/chat/completions"]


@pytest.mark.parametrize(("capabilities", "code"), [(["completion"], 2), (["completion", "vision"], 0)])
def test_pictures_are_held_against_vision(running, folder, capabilities, code):
    path = write_bank(folder, 2, images=["a.png"])
    path.with_name("a.png").write_bytes(picture())
    running.reset(flavour="ollama", models=[{"id": "m", "capabilities": capabilities}])
    done = doctor(running, folder, "--no-ask", models="m")

    assert code == done.returncode
    assert "2 questions have some" in done.stdout


def test_the_context_that_a_model_really_has_is_held_against_the_longest_question(running, folder):
    write_bank(folder, 2, question_text="A long history. " * 2000)
    running.reset(flavour="ollama", models=[{"id": "m", "context_length": 4096}])
    done = doctor(running, folder, models="m")

    assert 2 == done.returncode
    assert "a run would go on and be the worse for it: 1 of these are bad" == done.stdout.splitlines()[-1]
    assert re.search(r"context +BAD +4096 tokens, and the longest question takes about", done.stdout)
    assert "OLLAMA_CONTEXT_LENGTH" in done.stdout


def test_a_broken_picture_and_a_broken_bank_are_bad(running, folder):
    running.reset(flavour="ollama", models=[PLAIN])
    path = write_bank(folder, 1, images=["a.png"])
    path.with_name("a.png").write_bytes(picture(size=(60, 60))[:-40])
    broken = doctor(running, folder, "--no-ask", models="plain")
    path.write_text("{")
    unreadable = doctor(running, folder, "--no-ask", models="plain")

    for done in (broken, unreadable):
        assert 20 == done.returncode
        assert re.search(r"questions +BAD +1 fault in 1 dataset file", done.stdout)
        assert re.search(r"plain +model +ok", done.stdout)


def test_no_questions_and_no_models_are_said_in_the_table(running, tmp_path):
    running.reset(flavour="ollama", models=[PLAIN])
    (tmp_path / "registry.json").write_text('{"models": []}')
    flags = ("--provider", "ollama", "--base-url", running.base_url, "--registry", "registry.json")
    done = run_main("doctor", *flags, cwd=tmp_path)

    assert 2 == done.returncode
    assert re.search(r"dataset +questions +BAD +there is no dataset folder", done.stdout)
    assert re.search(r"models +selection +BAD", done.stdout)


def test_the_embedded_server_is_looked_at_too(folder):
    done = run_main("doctor", "--provider", "embedded", cwd=folder)
    missing = run_main("doctor", "--provider", "embedded", "--models", "none.gguf", cwd=folder)

    assert 0 == done.returncode
    assert "xllamacpp 20" in done.stdout
    assert re.search(r"hello +ok +ready in", done.stdout)
    assert (34, True) == (missing.returncode, "none.gguf is not a GGUF file" in missing.stdout)


def screen(server, folder, columns):
    """Exit code and lines on a terminal of so many columns."""
    server.reset(flavour="ollama", models=[THINKER, JUDGE])
    flags = (
        "doctor",
        "--provider",
        "ollama",
        "--base-url",
        server.base_url,
        "--models",
        "thinker,missing:7b",
    )
    master, slave = pty.openpty()
    with subprocess.Popen(
        command(*flags), cwd=folder, env=environment(COLUMNS=str(columns), TERM="xterm"), stdout=slave, stderr=subprocess.PIPE
    ) as process:  # fmt: skip
        os.close(slave)
        shown = b""
        while chunk := _read(master):
            shown += chunk
    os.close(master)
    lines = re.sub(r"\x1b\[[0-9;?]*[A-Za-z]", "", shown.decode()).replace("\r", "").splitlines()
    return process.returncode, lines


def test_it_reads_well_in_eighty_columns(running, folder):
    code, lines = screen(running, folder, 80)

    assert 32 == code
    assert [] == [line for line in lines if len(line) > 80]
    assert any(re.match(r"what +check +state +found", line) for line in lines)
    assert any(re.match(r"missing:7b +model +BAD +Ollama does not list it", line) for line in lines)


def test_on_a_narrow_screen_a_finding_is_a_line_of_its_own(running, folder):
    code, lines = screen(running, folder, 40)

    assert (32, []) == (code, [line for line in lines if len(line) > 40])
    for line in (
        "thinker",
        "  thinking ok: can think; mode think",
        "missing:7b",
        "  model BAD: Ollama does not list it",
    ):
        assert line in lines


def _read(master):
    try:
        return os.read(master, 65536)
    except OSError:  # the other end is closed
        return b""


# --- the cheap part, in a run ------------------------------------------------------------------------


def run(server, folder, provider, *more):
    return run_main(
        "--provider", provider, "--base-url", server.base_url, "--judge-model", "re", "--api-key", "k", *more, cwd=folder
    )  # fmt: skip


def write_registry(folder, **entry):
    (folder / "registry.json").write_text(json.dumps({"models": [{"model_id": "m", **entry}]}))
    return ("--registry", "registry.json")


def test_a_run_stops_where_a_provider_refuses_the_mode(running, folder):
    model = {"id": "m", "capabilities": ["completion", "thinking"], "reasoning_mandatory": True}
    running.reset(flavour="openrouter", models=[model])
    done = run(running, folder, "openrouter", *write_registry(folder, mode="non_think"))

    assert (2, 0) == (done.returncode, running.stats()["answered"])
    assert "m always thinks, and mode is non_think" in done.stderr
    assert "Give it mode think in the registry" in done.stderr
    assert 0 == run(running, folder, "openrouter", *write_registry(folder, mode="think")).returncode


def test_a_run_says_once_which_models_a_broker_may_answer_from_anywhere(running, folder):
    running.reset(flavour="openrouter", models=[{"id": "m"}, {"id": "n"}])
    done = run(running, folder, "openrouter", "--models", "m,n")

    assert "m, n: OpenRouter chooses who answers" in " ".join(done.stderr.split())
    pinned = write_registry(folder, mode="non_think", extra_body={"provider": {"only": ["TestProvider"]}})
    done = run(running, folder, "openrouter", *pinned, "--refresh", "settings")
    assert 9 == running.stats()["answered"]  # asked again, and nothing to say
    assert "chooses who answers" not in done.stderr


def test_a_run_says_that_a_mode_has_no_effect(running, folder):
    running.reset(flavour="ollama", models=[{"id": "m"}])
    done = run(running, folder, "ollama", *write_registry(folder, mode="think"))

    assert (0, 3) == (done.returncode, len(entries_of(folder)))
    assert 1 == done.stderr.count("m cannot think; mode think")


def test_a_run_says_that_the_longest_question_will_not_fit(running, folder):
    write_bank(folder, 1, question_text="A long history. " * 1000)
    running.reset(flavour="vllm", models=[{"id": "m", "context_length": 5000}])
    done = run(running, folder, "vllm", "--models", "m")

    assert 1 == done.stderr.count("m has a context of 5000 tokens, and the longest question takes about")
    assert (
        "a larger --max-model-len, at least 16384. Or leave general/bank.json out with --only." in done.stderr
    )
    assert 1 == running.stats()["answered"]  # the length is an estimate, and the server knew better


def test_lm_studio_tells_the_context_once_the_model_is_loaded(running, folder):
    def listed(instances):
        return {"models": [{"key": "m", "max_context_length": 9000, "loaded_instances": instances}]}

    path, loaded = {"path": "/api/v1/models"}, [{"id": "m", "config": {"context_length": 8192}}]
    running.reset(
        flavour="lmstudio",
        models=[{"id": "m"}],
        faults=[
            {"match": {**path, "first": 4}, "do": "error_200", "body": listed([])},
            {"match": path, "do": "error_200", "body": listed(loaded)},
        ],
    )
    done = doctor(running, folder, "--json", "--judge-model", "re", provider="lmstudio", models="m")
    (only,) = json.loads(done.stdout)["models"]

    assert (0, 8192, 9000) == (done.returncode, only["context_length"], only["trained_context"])
    assert only["is_loaded"]
