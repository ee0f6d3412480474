"""The command line as a person or a script meets it."""

import json
import subprocess
import sys

import pytest
from picture_files import picture
from processes import MAIN, ROOT, entries_of, environment, run_main, write_bank
from provider_server import provider_server


@pytest.fixture(scope="module")
def server():
    with provider_server(flavour="vllm", models=[{"id": "m"}], answer="A") as running:
        yield running


def test_the_embedded_model_really_answers(tmp_path):
    write_bank(tmp_path, 2)
    done = run_main("--provider", "embedded", "--models", "smollm2:135m", "--max-tokens", "16", cwd=tmp_path)

    assert 0 == done.returncode, done.stderr
    entries = list(entries_of(tmp_path).values())
    assert 2 == len(entries)
    for entry in entries:
        assert ("embedded", "smollm2:135m", "smollm2:135m") == (
            entry["provider"], entry["model"], entry["served_model"],
        )  # fmt: skip
        assert entry["raw_text"].strip()
        assert entry["usage"]["completion_tokens"] > 0
        assert 16 == entry["request"]["max_tokens"]
    assert "knows no medicine" in done.stdout
    assert (
        "nothing left to ask"
        in run_main(
            "--provider", "embedded", "--models", "smollm2:135m", "--max-tokens", "16", cwd=tmp_path
        ).stdout
    )


def test_a_file_that_is_no_model_says_so(tmp_path):
    write_bank(tmp_path, 1)
    (tmp_path / "broken.gguf").write_bytes(b"GGUF and nothing more")
    done = run_main("--provider", "embedded", "--models", "broken.gguf", cwd=tmp_path)

    assert 34 == done.returncode
    assert "broken.gguf cannot be loaded" in done.stderr


def test_without_a_terminal_there_are_lines_and_no_colour(server, tmp_path):
    write_bank(tmp_path, 3)
    done = run_main(
        "--provider", "vllm", "--base-url", server.base_url, "--models", "m", "--judge-model", "re",
        cwd=tmp_path, NO_COLOR="", TERM="xterm-256color",
    )  # fmt: skip

    assert "\x1b" not in done.stdout + done.stderr
    assert "3/3" in done.stderr
    for part in ("m", "1/3", "33.3 %", "6.1-79.2", "rule_based_v1 (3)", "result/general/bank.json"):
        assert part in done.stdout


def test_names_from_files_are_never_markup(tmp_path):
    write_bank(tmp_path, 1)
    path = tmp_path / "result/general/bank.json"
    path.parent.mkdir(parents=True)
    entry = {
        "provider": "x",
        "model": "[red]m\x1b[31m",
        "raw_text": "A",
        "normalized_answer": "A",
        "status": "ok",
    }
    document = json.loads((tmp_path / "dataset/general/bank.json").read_text("utf-8"))
    document["items"][0]["model_results"] = {"[bold]key\x1b[2J": entry}
    path.write_text(json.dumps(document), "utf-8")
    done = run_main("report", cwd=tmp_path)

    assert "[bold]key" in done.stdout
    assert "\x1b" not in done.stdout


def test_pull_prints_commands_only_and_pipes(tmp_path):
    out = subprocess.run(
        [sys.executable, str(ROOT / "pull_models.py")],
        cwd=ROOT,
        env=environment(),
        capture_output=True,
        text=True,
        check=True,
    ).stdout
    registry = json.loads((ROOT / "models/ollama_models.json").read_text("utf-8"))["models"]
    for mode in ("think", "non_think"):
        part = out.split(f"# {mode}\n")[1].split("# non_think\n" if mode == "think" else "\0")[0]
        lines = [line for line in part.splitlines() if line and not line.startswith("#")]
        assert all(line.startswith("ollama pull ") for line in lines)
        assert {f"ollama pull {m['model_id']}" for m in registry if m["mode"] == mode} == set(lines)
        assert len(set(lines)) == len(lines)
    assert 0 == subprocess.run(["bash", "-n"], input=out, text=True, check=False).returncode


def test_pull_chooses_by_flag(tmp_path):
    (tmp_path / "models").mkdir()
    entries = [
        {"model_id": f"{family}:{size}", "family": family, "download_gb": size}
        for family in ("qwen3", "gemma3", "phi4")
        for size in (3, 30)
    ]
    (tmp_path / "models/ollama_models.json").write_text(json.dumps(entries), "utf-8")
    done = run_main("pull", "--family", "qwen3,Gemma3", "--max-size", "3000 mb", "--enabled", cwd=tmp_path)

    assert ["ollama pull qwen3:3", "ollama pull gemma3:3"] == [
        line for line in done.stdout.splitlines() if line.startswith("ollama")
    ]
    assert "# all: 2 models, about 6.0 GB" in done.stdout
    assert 2 == run_main("pull", "--max-size", "big", cwd=tmp_path).returncode


def test_validate_lists_every_fault_and_exits_20(tmp_path):
    write_bank(tmp_path, 2, name="general/bad.json", answer="Z")
    write_bank(tmp_path, 1, name="elsewhere/lost.json")
    done = run_main("validate", "--json", cwd=tmp_path)
    found = json.loads(done.stdout)

    assert 20 == done.returncode
    assert ["q000", "q001"] == [fault["item"].split("(")[1].rstrip(")") for fault in found["faults"]]
    assert ["elsewhere/lost.json"] == found["ignored"]
    assert 20 == run_main("validate", cwd=tmp_path).returncode


def test_the_shipped_datasets_and_registries_are_valid():
    done = run_main("validate", cwd=ROOT)

    assert 0 == done.returncode, done.stdout + done.stderr


@pytest.mark.parametrize("name", ["run", "plan", "report", "validate", "pull"])
def test_each_command_explains_itself_with_an_example(tmp_path, name):
    done = run_main(name, "--help", cwd=tmp_path)

    assert 0 == done.returncode
    assert "examples:\n  python " in done.stdout


def test_an_unknown_command_or_flag_exits_2(tmp_path):
    assert 2 == run_main("leaderboard", cwd=tmp_path).returncode
    assert 2 == run_main("--modles", "x", cwd=tmp_path).returncode


def test_a_reader_that_has_enough_ends_it_quietly(tmp_path):
    done = subprocess.run(
        ["bash", "-c", f"{sys.executable} {ROOT / 'pull_models.py'} | head -1"],
        cwd=ROOT, env=environment(), capture_output=True, text=True, check=False,
    )  # fmt: skip

    assert "# think\n" == done.stdout
    assert "Traceback" not in done.stderr


def test_a_bare_python_goes_on_in_the_venv_or_says_make_setup(tmp_path):
    (tmp_path / "main.py").write_bytes(MAIN.read_bytes())
    bare = [sys.executable, "-I", "-S", "main.py", "report"]
    without = subprocess.run(bare, cwd=tmp_path, capture_output=True, text=True, check=False)
    python = tmp_path / ".venv/bin/python"
    python.parent.mkdir(parents=True)
    python.write_text('#!/bin/sh\necho "venv: $*"\n')
    python.chmod(0o755)
    with_venv = subprocess.run(bare, cwd=tmp_path, capture_output=True, text=True, check=False)

    assert (3, True) == (without.returncode, "make setup" in without.stderr)
    assert "venv: main.py report\n" == with_venv.stdout


def test_a_link_to_the_program_finds_its_venv(tmp_path):
    (tmp_path / "bench").symlink_to(MAIN)
    done = subprocess.run(
        [sys.executable, str(tmp_path / "bench"), "--version"], capture_output=True, text=True, check=False
    )

    assert 0 == done.returncode, done.stderr


def test_an_unlisted_models_mode_is_found_out_and_said(tmp_path):
    models = [{"id": "deep:1b", "capabilities": ["completion", "thinking"]}, {"id": "flat:1b"}]
    write_bank(tmp_path, 1)
    with provider_server(flavour="ollama", models=models, answer="A", reasoning_text="Hm.") as ollama:
        done = run_main("--provider", "ollama", "--base-url", ollama.base_url, "--judge-model", "re",
                        "--models", "deep:1b,flat:1b", cwd=tmp_path)  # fmt: skip
    entries = entries_of(tmp_path)

    assert 0 == done.returncode, done.stderr
    assert ("think", "Hm.") == tuple(entries["q000", "deep_1b"][k] for k in ("mode", "reasoning_text"))
    assert ("non_think", "") == tuple(entries["q000", "flat_1b"][k] for k in ("mode", "reasoning_text"))
    assert "deep:1b stands in no registry; asked as think" in done.stderr


def test_a_short_context_is_said_before_it_asks_and_a_full_one_is_truncated(tmp_path):
    write_bank(tmp_path, 1, question_text="word " * 400)
    with provider_server(flavour="ollama", models=[{"id": "m", "context_length": 256}], answer="A") as ollama:
        done = run_main("--provider", "ollama", "--base-url", ollama.base_url, "--judge-model", "re",
                        "--models", "m", cwd=tmp_path)  # fmt: skip

    assert 0 == done.returncode, done.stderr
    assert "num_ctx 8192" in done.stderr.split("1/1")[0]  # some 700 tokens, and 4,096 for the answer
    assert "OLLAMA_CONTEXT_LENGTH, at least 8192." in done.stderr


def test_max_tokens_are_lowered_to_the_endpoint_stored_and_said_once(server, tmp_path):
    write_bank(tmp_path, 3)
    server.reset(flavour="vllm", models=[{"id": "m", "context_length": 2048}], answer="A")
    done = run_main(
        "--provider",
        "vllm",
        "--base-url",
        server.base_url,
        "--models",
        "m",
        "--judge-model",
        "re",
        cwd=tmp_path,
    )
    request = entries_of(tmp_path)["q000", "m"]["request"]

    assert 0 == done.returncode, done.stderr
    assert 4096 == request["max_tokens_wanted"]
    assert request["max_tokens"] < 2048
    assert 1 == done.stderr.count("is lowered")


def test_images_are_sent_beside_the_question(server, tmp_path):
    path = write_bank(tmp_path, 1, images=["pictures/one.png"])
    (path.parent / "pictures").mkdir()
    (path.parent / "pictures/one.png").write_bytes(picture())
    server.reset(flavour="vllm", models=[{"id": "m", "capabilities": ["completion", "vision"]}], answer="A")
    flags = ("--provider", "vllm", "--base-url", server.base_url, "--models", "m", "--judge-model", "re")
    assert 0 == run_main(*flags, cwd=tmp_path).returncode
    bodies = [
        r["body"] if isinstance(r["body"], dict) else json.loads(r["body"] or "{}")
        for r in server.stats()["recent"]
    ]
    (sent,) = [body for body in bodies if "image_url" in json.dumps(body)]
    parts = sent["messages"][0]["content"]

    assert ["text", "image_url"] == [part["type"] for part in parts]
    assert parts[1]["image_url"]["url"].startswith("data:image/png;base64,iVBOR")
    (path.parent / "pictures/one.png").unlink()
    gone = run_main(*flags, cwd=tmp_path)
    assert (20, True) == (gone.returncode, "does not exist" in gone.stderr)


def test_the_environment_chooses_provider_and_judge(server, tmp_path):
    write_bank(tmp_path, 1)
    server.reset(flavour="vllm", models=[{"id": "m"}], answer="A")
    host = server.url.removeprefix("http://")
    done = run_main(
        "--models", "m", cwd=tmp_path, BENCHMARK_PROVIDER="vllm", VLLM_HOST=host, BENCHMARK_JUDGE_MODEL="re"
    )

    assert 0 == done.returncode, done.stderr
    assert "rule_based_v1" == entries_of(tmp_path)["q000", "m"]["judge"]["judge_method"]
