"""What scripts read of a report: stable columns, ratios between 0 and 1, and nothing that runs in a spreadsheet."""

import csv
import io
import json
from pathlib import Path

import pytest
from builders import entry, verdict

from omnibench.report import views
from omnibench.report.tally import Row, tally_models
from omnibench.report.views import VIEWS

HEADER = (
    "model_key,model,asked,ok,truncated,empty,filtered,error,graded,correct,unjudged,no_answer,stale,"
    "judged_by_fallback,disputed,split,blind,blind_expected,blind_against,mode_differs,other_model,prompt_cut,accuracy_graded,accuracy_graded_low,accuracy_graded_high,accuracy_asked,prompt_tokens,"
    "completion_tokens,reasoning_tokens,cost_usd,latency_s,n_settings,n_digests,judge_methods"
)


def tallies(model_key="m", **changes):
    rows = [
        {
            "judge": verdict(is_correct=True),
            "usage": {"prompt_tokens": 10, "completion_tokens": 2},
            "latency_s": 1.5,
        },
        {"judge": verdict(is_correct=False), "outcome": "no_answer"},
        {"status": "truncated"},
        {"status": "error"},
    ]
    return tally_models(
        Row(document="d", question_id=str(n), model_key=model_key, entry=entry(**{**facts, **changes}))
        for n, facts in enumerate(rows)
    )


def read_csv(text):
    return list(csv.DictReader(io.StringIO(text)))


def test_every_file_of_the_folder_but_the_shared_columns_is_a_view_in_the_table():
    files = {path.stem for path in Path(views.__file__).parent.glob("*.py")} - {"__init__", "record"}
    assert files == VIEWS.keys()


def test_the_json_of_a_model_is_golden():
    assert {
        "models": [
            {
                "model_key": "m",
                "model": "qwen3:8b",
                "asked": 4,
                "ok": 2,
                "truncated": 1,
                "empty": 0,
                "filtered": 0,
                "error": 1,
                "graded": 2,
                "correct": 1,
                "unjudged": 0,
                "no_answer": 1,
                "stale": 0,
                "judged_by_fallback": 0,
                "disputed": 0,
                "split": 0,
                "blind": 0,
                "blind_expected": 0,
                "blind_against": 0,
                "mode_differs": 0,
                "other_model": 0,
                "prompt_cut": 0,
                "accuracy_graded": 0.5,
                "accuracy_graded_low": pytest.approx(0.0945312057),
                "accuracy_graded_high": pytest.approx(0.9054687943),
                "accuracy_asked": 0.25,
                "prompt_tokens": 10,
                "completion_tokens": 2,
                "reasoning_tokens": 0,
                "cost_usd": None,
                "latency_s": 1.5,
                "n_settings": 1,
                "n_digests": 0,
                "judge_methods": {"rule_based_v1": 2},
                "fallback_causes": {},
                "settings": ["provider ollama, mode non_think"],
                "digests": {},
                "answered_by": {},
            }
        ]
    } == json.loads(VIEWS["json"](tallies()))


def test_the_csv_has_the_same_columns_and_one_row_a_model():
    text = VIEWS["csv"]((*tallies("m"), *tallies("n")))
    assert HEADER == text.splitlines()[0]
    assert text.endswith("\n")
    assert "\r" not in text
    first, second = read_csv(text)
    assert ("m", "n") == (first["model_key"], second["model_key"])
    flat = {**json.loads(VIEWS["json"](tallies("m")))["models"][0], "judge_methods": "rule_based_v1=2"}
    assert {name: "" if flat[name] is None else str(flat[name]) for name in HEADER.split(",")} == first


def test_nothing_graded_is_empty_or_null_and_never_zero():
    none = tallies(status="error")
    (flat,) = read_csv(VIEWS["csv"](none))
    (full,) = json.loads(VIEWS["json"](none))["models"]
    for name in ("accuracy_graded", "accuracy_graded_low", "accuracy_graded_high", "cost_usd"):
        assert ("", None) == (flat[name], full[name])
    assert ("0.0", 0.0) == (flat["accuracy_asked"], full["accuracy_asked"])


def test_an_empty_tree_is_an_empty_table():
    assert "" == VIEWS["csv"](())
    assert {"models": []} == json.loads(VIEWS["json"](()))


@pytest.mark.parametrize("start", ["=", "+", "-", "@", "\t", "\r"])
def test_a_name_that_starts_like_a_formula_is_inert_in_a_spreadsheet(start):
    name = f"{start}cmd|' /C calc'!A0"
    assert f",'{name}," in VIEWS["csv"](tallies(model=name))
    (full,) = json.loads(VIEWS["json"](tallies(model=name)))["models"]
    assert name == full["model"]


@pytest.mark.parametrize("name", ['a,"b"\nc', "药 😀", "plain", "a=b"])
def test_any_other_name_comes_back_as_it_was(name):
    (flat,) = read_csv(VIEWS["csv"](tallies(model=name)))
    assert name == flat["model"]
    assert name in json.loads(VIEWS["json"](tallies(model=name)))["models"][0]["model"]


@pytest.mark.parametrize("status", ["=1+1", "model", "asked"])
def test_a_status_that_omnibench_never_wrote_breaks_no_column(status):
    odd, plain = tallies(status=status), tallies("n")
    text = VIEWS["csv"]((*odd, *plain))
    assert HEADER == text.splitlines()[0]
    (flat,) = read_csv(VIEWS["csv"](odd))
    assert ("qwen3:8b", "4", "0") == (flat["model"], flat["asked"], flat["ok"])
