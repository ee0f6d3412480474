"""The recipes of docs/extending.md, followed to the letter in a copy of the program."""

import json
import re
import shutil
import subprocess
import sys

import pytest
from processes import ROOT, environment
from provider_server import provider_server

BLOCK = re.compile(r"^```(?P<kind>\w+) (?P<how>file|in)=\"(?P<path>[^\"]+)\"(?: after=\"(?P<after>[^\"]+)\")?\n(?P<text>.*?)^```$",
                   re.MULTILINE | re.DOTALL)  # fmt: skip
PAGE = (ROOT / "docs/extending.md").read_text("utf-8")


def follow(folder):
    """Write every file of the page and add every line where it says."""
    for block in BLOCK.finditer(PAGE):
        path = folder / block["path"]
        if block["how"] == "file":
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(block["text"], "utf-8")
            continue
        if block["text"] in path.read_text("utf-8"):
            continue  # somebody has followed the page here already
        lines = path.read_text("utf-8").splitlines(keepends=True)
        [at] = [number for number, line in enumerate(lines) if line.startswith(block["after"])]
        path.write_text("".join([*lines[: at + 1], block["text"], *lines[at + 1 :]]), "utf-8")


@pytest.fixture(scope="module")
def copy(tmp_path_factory):
    folder = tmp_path_factory.mktemp("extended")
    shutil.copytree(ROOT / "src", folder / "src", ignore=shutil.ignore_patterns("__pycache__", "*.egg-info"))
    shutil.copy(ROOT / "main.py", folder)
    follow(folder)
    return folder


def run(folder, *args, **env):
    return subprocess.run(
        [sys.executable, *args],
        cwd=folder,
        env=environment(**env),
        capture_output=True,
        text=True,
        check=False,
    )


def test_the_page_has_four_recipes():
    assert ["A provider", "A kind of question", "An importer", "A report view"] == re.findall(
        r"^## (.*)$", PAGE, re.MULTILINE
    )
    assert 13 == len(BLOCK.findall(PAGE))


def test_provider_kind_and_view_work_as_written(copy):
    with provider_server(flavour="openai", models=[{"id": "acme-large"}], answer="2.0", require_key="sk-acme-12345") as server:  # fmt: skip
        done = run(copy, "main.py", "--provider", "acme", "--only", "numbers", "--judge-model", "re",
                   ACME_BASE_URL=server.base_url, ACME_API_KEY="sk-acme-12345")  # fmt: skip
        asked = str(server.stats()["recent"])
    assert 0 == done.returncode, done.stderr
    entry = json.loads((copy / "result/general/numbers.json").read_text("utf-8"))["items"][0]["model_results"]

    assert "Answer with the number only." in asked
    assert {"acme_large"} == set(entry)
    assert ("acme", "2.0", True) == (
        entry["acme_large"]["provider"],
        entry["acme_large"]["normalized_answer"],
        entry["acme_large"]["judge"]["is_correct"],
    )
    report = run(copy, "main.py", "report", "--format", "markdown")
    assert "| acme_large | 1 | 1 |" in report.stdout


def test_the_importer_works_as_written(copy):
    done = run(copy, "main.py", "import", "acme", "acme.jsonl")
    document = json.loads((copy / "dataset/general/acme.json").read_text("utf-8"))
    checked = run(copy, "main.py", "validate", "--only", "acme", "--json")

    assert 1 == done.returncode, done.stderr  # a row was refused
    assert "digits in right are read as places, counted from 1" in done.stdout
    assert "refused (1): is a draft: acme.jsonl line 3" in done.stdout
    assert [("a-1", "B", {"right": 2, "topic": "digestion"}), ("a-2", "D", {"right": 4, "topic": "anatomy"})] == [
        (item["question_id"], item["answer"], item["metadata"]) for item in document["items"]
    ]  # fmt: skip
    assert "CC BY 4.0" == document["dataset_meta"]["license_note"]
    assert 0 == checked.returncode, checked.stdout
    assert ["single_choice"] == json.loads(checked.stdout)["checked"][0]["kinds"]


def test_the_code_of_the_recipes_passes_the_projects_own_checks(copy):
    made = [block["path"] for block in BLOCK.finditer(PAGE) if block["path"].endswith(".py")]
    options = ["--config", str(ROOT / "pyproject.toml")]
    lint = run(copy, "-m", "ruff", "check", *options, "--ignore", "I001,INP001,PTH,S,D", *made)
    settings = ["--config-file", str(ROOT / "pyproject.toml")]
    rooms = [f"src/omnibench/{name}" for name in ("kinds", "report", "sources/importers")]
    types = run(copy, "-m", "mypy", *settings, *rooms)

    assert 0 == lint.returncode, lint.stdout
    assert 0 == types.returncode, types.stdout
