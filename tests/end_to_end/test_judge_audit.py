"""A judge is audited: a run, a draw, a person's sheet as spreadsheets save it, and the numbers that come of it."""

import csv
import io
import json

import pytest
from processes import run_main, write_bank
from provider_server import provider_server

MODELS = [
    {"id": "m", "answer": "A"},
    {"id": "n", "answer": "B"},
    {"id": "kind", "role": "judge", "judge": "TRUE"},
]


@pytest.fixture(scope="module")
def judged(tmp_path_factory):
    """Forty questions; two models answer A and B throughout, and a kind judge calls all of it right."""
    folder = tmp_path_factory.mktemp("judged")
    write_bank(folder, 40)
    with provider_server(flavour="vllm", models=MODELS) as server:
        done = run_main(
            "--provider", "vllm", "--base-url", server.base_url, "--models", "m,n", "--judge-model", "kind",
            cwd=folder,
        )  # fmt: skip
    assert 0 == done.returncode, done.stderr
    return folder


@pytest.fixture
def audit(judged, tmp_path):
    """A drawn audit: its folder, and how to call the command."""

    def call(*args):
        return run_main("judge-audit", *args, cwd=judged)

    done = call("--n", "40", "--out", tmp_path / "audit")
    assert 0 == done.returncode, done.stderr
    return tmp_path / "audit", call


def truth_of(case):
    """Question i expects ABCD[i % 4]; `m` says A and `n` says B."""
    return int(case["question_id"][1:]) % 4 == {"m": 0, "n": 1}[case["model_key"]]


def cases_of(folder):
    return {case["audit_id"]: case for case in json.loads((folder / "key.json").read_text("utf-8"))["cases"]}


def filled(
    folder, *, separator=",", encoding="utf-8-sig", word=lambda case: "right" if truth_of(case) else "wrong"
):
    """Open the sheet, fill every row and save it under another name, as a spreadsheet does."""
    text = (folder / "sheet.csv").read_text("utf-8-sig")
    rows = list(csv.DictReader(io.StringIO(text, newline="")))
    cases = cases_of(folder)
    out = io.StringIO(newline="")
    writer = csv.DictWriter(out, list(rows[0])[::-1], delimiter=separator)
    writer.writeheader()
    writer.writerows({**row, "human": word(cases[row["audit_id"]])} for row in reversed(rows))
    path = folder / "filled.csv"
    path.write_bytes(out.getvalue().encode(encoding))
    return path


@pytest.mark.parametrize(("separator", "encoding"), [(",", "utf-8-sig"), (";", "cp1252"), ("\t", "utf-16")])
def test_a_kind_judge_is_found_out(audit, separator, encoding):
    folder, call = audit
    done = call("--read", filled(folder, separator=separator, encoding=encoding), "--json")
    found = json.loads(done.stdout)

    assert 0 == done.returncode, done.stderr
    assert {"n_drawn": 40, "n_audited": 40, "n_unsure": 0, "n_blank": 0}.items() <= found.items()
    assert (1.0, 0.0, None) == tuple(
        found["judge"][name]["value"] for name in ("sensitivity", "specificity", "kappa")
    )
    assert {1.0} == {found["rules"][name]["value"] for name in ("agreement", "sensitivity", "specificity")}
    assert {"llm_judge_kind": 40} == found["judge_methods"]
    for model in found["models"]:
        assert (40, 1.0) == (model["n_answers"], model["accuracy_judged"])
        assert (0.25, 0.25) == (
            model["accuracy_corrected"],
            round(model["accuracy_judged"] + model["shift"], 6),
        )
        assert model["accuracy_corrected_low"] < 0.25 < model["accuracy_corrected_high"] < 0.5
    assert {True} == {one["judge_is_correct"] for one in found["disagreements"]}


def test_the_screen_says_what_to_do_and_what_was_found(audit):
    folder, call = audit
    drawn = call("--n", "10", "--out", folder / "more")
    read = call("--read", filled(folder))

    assert "10 of 80 answers drawn by seed 1\n" in drawn.stdout
    assert f"{folder}/more/sheet.html in a browser" in drawn.stdout
    assert "40 of 40 drawn answers graded by a person; left out: 0 unsure, 0 blank\n" in read.stdout
    for line in ("judge: specificity", "sure rules: agreement", "note: judged by llm_judge_kind (40)"):
        assert line in read.stdout
    assert "100.0 %     25.0 %" in read.stdout
    assert "person and judge disagree on" in read.stdout


def test_a_second_draw_into_the_same_folder_is_refused(audit):
    folder, call = audit
    before = {path.name: path.read_bytes() for path in folder.iterdir()}
    done = call("--out", folder)

    assert 2 == done.returncode
    assert "sheet.csv" in done.stderr
    assert before == {path.name: path.read_bytes() for path in folder.iterdir()}


def test_every_fault_of_a_sheet_is_listed_and_nothing_is_measured(audit):
    folder, call = audit
    done = call("--read", filled(folder, word=lambda case: "perhaps"))

    assert (22, "") == (done.returncode, done.stdout)
    assert "error: 40 faults in 1 audit file" in done.stderr
    assert 40 == done.stderr.count("'perhaps' is none of right, wrong, unsure")
    assert "row 2, line 2" in done.stderr


def test_a_sheet_that_is_still_empty_is_said(audit):
    folder, call = audit
    done = call("--read", folder / "sheet.csv")

    assert (2, True) == (done.returncode, "calls no answer right or wrong yet" in done.stderr)


def test_drawing_leaves_the_trees_as_they_are(audit, judged):
    folder, call = audit
    before = {path: path.read_bytes() for path in judged.rglob("*.json")}
    names = set(judged.rglob("*"))
    call("--out", folder / "again")

    assert before == {path: path.read_bytes() for path in judged.rglob("*.json")}
    assert names == set(judged.rglob("*"))
