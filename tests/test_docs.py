"""What the documentation says is what the program does."""

import json
import re
import subprocess
import sys
from dataclasses import fields
from importlib.resources import files
from pathlib import Path

import pytest
from builders import bank, entry, verdict
from jsonschema import Draft202012Validator
from processes import ROOT, entries_of, run_main, write_bank
from provider_server import provider_server

from omnibench.ask.presets import PRESETS
from omnibench.cli.main import COMMANDS
from omnibench.judge.rules import judge_as_fallback, judge_dict
from omnibench.records import Model, Question, Reading
from omnibench.settings import VARIABLES
from omnibench.store.journal import parse_journal
from omnibench.store.result_file import ResultFile, journal_path

FILES = (ROOT / "docs/files.md").read_text("utf-8")
README = (ROOT / "README.md").read_text("utf-8")
PAGES = [
    ROOT / "README.md",
    ROOT / "CONTRIBUTING.md",
    ROOT / "CHANGELOG.md",
    *sorted((ROOT / "docs").rglob("*.md")),
]


def test_generated_pages_are_fresh():
    done = subprocess.run(
        [sys.executable, "docs/generate.py", "--check"], cwd=ROOT, capture_output=True, text=True, check=False
    )

    assert (0, "") == (done.returncode, done.stderr)


def test_every_field_that_a_run_writes_is_described(tmp_path):
    write_bank(tmp_path, 2)
    faults = [{"match": {"contains": "Case 1"}, "do": "status", "status": 400}]
    with provider_server(flavour="vllm", models=[{"id": "m"}], answer="A", faults=faults) as server:
        run_main("--provider", "vllm", "--base-url", server.base_url, "--models", "m", "--judge-model", "re",
                 "--on-error", "skip", cwd=tmp_path)  # fmt: skip
    entries = entries_of(tmp_path)
    parts = [
        *entries.values(),
        *(e[k] for e in entries.values() for k in ("request", "usage", "judge", "error") if e.get(k)),
    ]
    written = {name for part in parts for name in part}

    assert {"error", "judge", "prompt_version", "cost_usd", "detail"} <= written
    assert set() == {name for name in written if f"`{name}`" not in FILES}


def test_every_field_of_a_verdict_is_described():
    question = Question(question_id="q", text="?", kind="single_choice", options={"A": "x"}, expected=("A",))
    judge = judge_dict(judge_as_fallback(Reading(), question, "unavailable", "away"))

    assert set() == {name for name in judge if f"`{name}`" not in FILES}


def test_every_field_of_a_journal_line_and_of_the_holder_is_described(tmp_path):
    path = tmp_path / "x.json"
    file = ResultFile(path)
    file.adopt(bank("q1"), ["q1"], {}, [])
    file.record_answer("q1", "m", entry())
    file.record_verdict("q1", "m", verdict())
    written = {name for line in journal_path(path).read_text().splitlines() for name in json.loads(line)}
    written |= set(json.loads((tmp_path / ".x.holder").read_text()))
    file.swap()
    file.close()

    assert {"seq", "repeat", "entry", "judge", "pid", "host"} <= written
    assert set() == {name for name in written if f"`{name}`" not in FILES}


def test_every_field_of_a_registry_and_of_the_shipped_datasets_is_described():
    known = {field.name for field in fields(Model)} - {
        "has_temperature",
        "mode_is_known",
        "effort",
    }  # an effort is written with the mode
    for path in (ROOT / "models").glob("*_models.json"):
        registry = json.loads(path.read_text("utf-8"))
        known |= {name for entry in registry["models"] for name in entry} | set(registry) - {"models"}
    for path in (ROOT / "dataset").rglob("*.json"):
        document = json.loads(path.read_text("utf-8"))
        known |= {name for item in document["items"] for name in item} | set(document["dataset_meta"])

    assert set() == {name for name in known if f"`{name}`" not in FILES}


def test_the_examples_of_files_are_what_they_claim_to_be():
    document, one, line = (text.encode() for text in re.findall(r"```json\n(.*?)```", FILES, re.DOTALL))
    schemas = {
        name: Draft202012Validator(
            json.loads((files("omnibench") / f"schemas/{name}.schema.json").read_text("utf-8"))
        )
        for name in ("dataset", "result")
    }
    dataset = json.loads(document)
    result = {"items": [{**dataset["items"][0], "model_results": {"m": json.loads(one)}}]}

    assert [] == list(schemas["dataset"].iter_errors(dataset))
    assert [] == list(schemas["result"].iter_errors(result))
    assert ["verdict"] == [each["type"] for each in parse_journal("x", line).lines]


def test_the_example_environment_lists_exactly_what_is_read():
    text = (ROOT / ".env.example").read_text("utf-8")

    assert set(VARIABLES) == set(re.findall(r"^#? ?([A-Z][A-Z_]+)=", text, re.MULTILINE))


def test_the_readme_names_every_provider_and_command():
    assert [] == [name for name in PRESETS if f"--provider {name}" not in README]
    assert [] == [name for name in COMMANDS if name not in README]


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_links_lead_somewhere(page):
    targets = re.findall(r"\]\(([^)#:]+)(?:#[^)]*)?\)", page.read_text("utf-8"))

    assert [] == [target for target in targets if not (page.parent / target).exists()]


def test_the_readmes_commands_are_accepted():
    from omnibench.cli.main import build_parser, load_command

    lines = re.findall(r"^python main\.py ([^#\n]*)", README, re.MULTILINE) + re.findall(
        r"`python main\.py ([^`]+)`", README
    )
    assert len(lines) > 8
    for line in lines:
        words = line.split()
        name = words.pop(0) if words[0] in COMMANDS else None
        build_parser(name, load_command(name or "run")).parse_args(words)


def test_no_tracked_file_names_a_machine_or_a_registry_host():
    names = subprocess.run(
        ["git", "ls-files"], cwd=ROOT, capture_output=True, text=True, check=False
    ).stdout.split()
    forbidden = re.compile(
        "|".join(["/" + "work/", "/" + "root/", "pypi" + r"\.org", "python" + r"hosted\.org"])
    )
    found = []
    for name in names:
        path = Path(ROOT / name)
        if path.is_file() and forbidden.search(path.read_text("utf-8", "replace")):
            found.append(name)

    assert [] == found


def test_every_field_of_a_report_and_of_a_plan_is_described(tmp_path):
    write_bank(tmp_path, 1)
    with provider_server(flavour="vllm", models=[{"id": "m"}], answer="A") as server:
        flags = ("--provider", "vllm", "--base-url", server.base_url, "--models", "m", "--judge-model", "re")
        run_main(*flags, cwd=tmp_path)
    [report] = json.loads(run_main("report", "--json", cwd=tmp_path).stdout)["models"]
    plan = json.loads(run_main("plan", "--json", *flags, cwd=tmp_path).stdout)
    columns = run_main("report", "--format", "csv", cwd=tmp_path).stdout.splitlines()[0].split(",")
    [part, _whole] = json.loads(run_main("report", "--by", "kind", "--json", cwd=tmp_path).stdout)["models"]
    names = {*report, *columns, *part, *plan, *plan["units"][0], *plan["models"][0]}

    assert {"by", "value", "is_whole"} <= names
    assert set() == {name for name in names if f"`{name}`" not in FILES}


def test_the_notebook_example_of_grading_runs():
    page = (ROOT / "docs/grading.md").read_text("utf-8")
    [example] = re.findall(r"```python\n(.*?)```", page, re.DOTALL)
    exec(compile(example, "grading.md", "exec"), {})


def test_every_field_of_an_audit_is_described(tmp_path):
    write_bank(tmp_path, 6)
    with provider_server(flavour="vllm", models=[{"id": "m"}], answer="A") as server:
        flags = ("--provider", "vllm", "--base-url", server.base_url, "--models", "m", "--judge-model", "re")
        run_main(*flags, cwd=tmp_path)
    drawn = json.loads(run_main("judge-audit", "--json", cwd=tmp_path).stdout)
    key = json.loads((tmp_path / "audit/key.json").read_text("utf-8"))
    sheet = tmp_path / "audit/sheet.csv"
    columns = sheet.read_text("utf-8-sig").splitlines()[0].split(",")
    words = "\n".join(f"{case['audit_id']},right" for case in key["cases"] if case["is_correct"] is False)
    sheet.write_text(f"audit_id,human\n{words}", "utf-8")
    audit = json.loads(run_main("judge-audit", "--json", "--read", "audit/sheet.csv", cwd=tmp_path).stdout)
    parts = [
        drawn, *drawn["strata"], key, *key["strata"], *key["cases"], audit, audit["judge"], audit["judge"]["kappa"],
        audit["rules"], audit["overall"], *audit["strata_without_a_word"], *audit["disagreements"],
    ]  # fmt: skip
    names = {*columns, *(name for part in parts for name in part)}

    assert {"answer_hash", "kappa", "shift_low", "human_is_correct", "n_drawn"} <= names
    assert set() == {name for name in names if f"`{name}`" not in FILES}


def test_every_field_of_a_checkup_is_described(tmp_path):
    write_bank(tmp_path, 1)
    with provider_server(flavour="vllm", models=[{"id": "m"}], answer="A") as server:
        flags = ("--provider", "vllm", "--base-url", server.base_url, "--models", "m", "--judge-model", "re")
        said = json.loads(run_main("doctor", "--json", *flags, cwd=tmp_path).stdout)
    parts = (said, said["need"], *said["findings"], *said["models"])
    names = {name for part in parts for name in part} - {"need", "findings", "models"}
    checks = {finding["check"] for finding in said["findings"]}

    assert {"longest_at", "hint", "answer_s"} <= names
    assert set() == {name for name in names | checks if f"`{name}`" not in FILES}
