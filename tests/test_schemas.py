"""The shipped JSON Schemas hold for what is shipped and for what a run writes, and refuse what it never writes."""

import json
from importlib.resources import files
from typing import get_args

import pytest
from jsonschema import Draft202012Validator
from processes import ROOT, entries_of, load_result, run_main, write_bank
from provider_server import provider_server

from omnibench.kinds import KINDS
from omnibench.records import EFFORTS, FailureKind, FallbackCause, Flag, Mode, Outcome, Status

JUDGE = {"id": "gpt-oss:120b", "role": "judge", "judge": "TRUE"}
OLDER = {
    "provider": "ollama",
    "model": "qwen3:8b",
    "raw_text": "A",
    "normalized_answer": "A",
    "status": "ok",
    "judge": {"is_correct": True, "score": 1, "judge_method": "rule_based_v1"},
}
OPINION = {
    "judge_method": "llm_judge_a",
    "is_correct": True,
    "reason": "the judge model said TRUE",
    "judge_hash": "j1:" + "0" * 32,
}
QUESTION = {"question_id": "q1", "question_text": "Which?", "options": {"A": "a", "B": "b"}, "answer": "A"}


def schema_of(name):
    return json.loads((files("omnibench") / "schemas" / f"{name}.schema.json").read_text("utf-8"))


VALIDATORS = {name: Draft202012Validator(schema_of(name)) for name in ("dataset", "result", "run")}


def faults(name, document):
    """What is wrong, innermost messages included, for a readable assertion."""
    return [f"{error.json_path}: {error.message}" for error in VALIDATORS[name].iter_errors(document)]


def is_valid(name, document):
    return VALIDATORS[name].is_valid(document)


def holding(**changes):
    """A result document with one older entry, changed; a field given as ... is left out."""
    entry = {name: value for name, value in {**OLDER, **changes}.items() if value is not ...}
    return {"items": [{**QUESTION, "model_results": {"qwen3_8b": entry}}]}


@pytest.fixture(scope="module")
def written(tmp_path_factory):
    """The result document of a run that met everything, judged by a model and, in one question, by rules."""
    folder = tmp_path_factory.mktemp("written")
    write_bank(folder, 7)
    faults_played = [
        {"match": {"contains": "Case 0", "model": "m"}, "do": "length", "content": "Let me think about"},
        {"match": {"contains": "Case 1", "model": "m"}, "do": "empty"},
        {"match": {"contains": "Case 2", "model": "m"}, "do": "content_filter"},
        {"match": {"contains": "Case 3", "model": "m"}, "do": "status", "status": 400},
        {"match": {"contains": "Case 4", "model": "gpt-oss:120b"}, "do": "status", "status": 401},
    ]
    registry = [
        {"model_id": "m", "mode": "think", "temperature": None, "extra_body": {"top_p": 0.9}},
        {"model_id": "n", "mode": "non_think"},
    ]
    (folder / "registry.json").write_text(json.dumps({"models": registry}))
    with provider_server(
        flavour="ollama", models=[{"id": "m"}, {"id": "n"}, JUDGE], answer="A", faults=faults_played
    ) as server:
        flags = ("--provider", "ollama", "--base-url", server.base_url, "--registry", "registry.json")
        skip = ("--on-error", "skip", "--concurrency", "1")
        assert 1 == run_main(*flags, *skip, "--models", "m", cwd=folder).returncode
        assert 0 == run_main(*flags, *skip, "--models", "n", "--judge-model", "re", cwd=folder).returncode
        first = load_result(folder)
        server.configure(faults=faults_played[:4])
        assert 1 == run_main(*flags, *skip, cwd=folder).returncode
    path = folder / "dataset/general/bank.json"
    document = json.loads(path.read_bytes())
    path.write_text(json.dumps({**document, "items": document["items"][:-1]}))
    with provider_server(flavour="ollama", models=[{"id": "m"}, {"id": "n"}], answer="A") as server:
        flags = (
            "--provider",
            "ollama",
            "--base-url",
            server.base_url,
            "--models",
            "n",
            "--judge-model",
            "re",
        )
        assert 0 == run_main(*flags, "--limit", "1", cwd=folder).returncode
    return {"folder": folder, "first": first, "last": load_result(folder)}


@pytest.mark.parametrize("name", ["dataset", "result"])
def test_the_schemas_are_schemas(name):
    Draft202012Validator.check_schema(schema_of(name))


@pytest.mark.parametrize("path", sorted((ROOT / "dataset").rglob("*.json")), ids=lambda path: path.name)
def test_shipped_datasets_hold_also_as_a_bare_list_and_as_a_result(path):
    document = json.loads(path.read_text("utf-8-sig"))

    assert [] == faults("dataset", document)
    assert [] == faults("dataset", document["items"])
    assert [] == faults("result", document)


@pytest.mark.parametrize("when", ["first", "last"])
def test_what_a_run_writes_holds(written, when):
    assert [] == faults("result", written[when])
    assert [] == faults("dataset", written[when])


def test_that_run_met_everything_that_the_schema_speaks_of(written):
    first = {
        (item["question_id"], key): entry
        for item in written["first"]["items"]
        for key, entry in item["model_results"].items()
    }
    last = entries_of(written["folder"]).values()

    assert set(get_args(Status)) == {entry["status"] for entry in first.values()}
    methods = {entry["judge"]["judge_method"] for entry in first.values() if entry["judge"]}
    assert {"rule_based_fallback_v1", "rule_based_v1"} <= methods
    assert "llm_judge_gpt_oss_120b" in {entry["judge"]["judge_method"] for entry in last if entry["judge"]}
    assert any("fallback_cause" in (entry["judge"] or {}) for entry in first.values())
    assert any("judge_history" in entry for entry in last)
    assert any("error" in entry for entry in last)
    assert any("extra_body" in entry["request"] for entry in last)
    assert ["q006"] == [item["question_id"] for item in written["last"]["retired_items"]]


def test_the_lists_of_words_are_those_of_the_code():
    defs = schema_of("result")["$defs"]
    entry = defs["entry"]["properties"]

    assert list(get_args(Status)) == entry["status"]["enum"]
    assert [*get_args(Outcome), None] == entry["outcome"]["enum"]
    efforts = f"^(non_think|think(:({'|'.join(EFFORTS)}))?)$"
    assert efforts == entry["mode"]["pattern"]
    assert [*get_args(Mode), None] == entry["mode_observed"]["enum"]
    assert list(get_args(Flag)) == entry["flags"]["items"]["enum"]
    assert list(get_args(FailureKind)) == defs["error"]["properties"]["kind"]["enum"]
    assert list(get_args(FallbackCause)) == defs["judge"]["properties"]["fallback_cause"]["enum"]
    assert list(KINDS) == schema_of("dataset")["$defs"]["item"]["properties"]["kind"]["enum"]


@pytest.mark.parametrize(
    "changes",
    [
        {},
        {"judge": None},
        {"judge": ...},
        {"judge": {**OLDER["judge"], "reason": "read A", "later": 1}},
        {"a_field_of_next_year": {"x": [1]}},
        {"judge": None, "opinions": [OPINION]},
        {"origin": {"omnibench": "0.1.0"}},
        {"origin": {"digest": "ab", "quantization": "Q4_0", "server": "ollama 1", "omnibench": "0.1.0"}},
        {
            "judge": {
                **OLDER["judge"],
                "opinions": [OPINION, {**OPINION, "is_correct": None, "cause": "unavailable"}],
            }
        },
        {
            "judge": {
                **OLDER["judge"],
                "opinions": [{**OPINION, "blind": {"answer": "B", "is_expected": True, "is_same": None}}],
            }
        },
    ],
)
def test_older_and_newer_entries_hold(changes):
    assert [] == faults("result", holding(**changes))
    assert [] == faults("result", holding(**changes)["items"])


@pytest.mark.parametrize(
    "changes",
    [
        {"provider": ...},
        {"raw_text": ...},
        {"raw_text": None},
        {"normalized_answer": ["A"]},
        {"status": "wrong"},
        {"mode": "thinking"},
        {"judge": {"is_correct": True, "score": 1}},
        {"judge": {**OLDER["judge"], "is_correct": "TRUE"}},
        {"judge": {**OLDER["judge"], "score": 100}},
        {"judge": {**OLDER["judge"], "fallback_cause": "unavailable"}},
        {"judge": True},
        {"judge": {**OLDER["judge"], "opinions": []}},
        {"judge": {**OLDER["judge"], "opinions": [{**OPINION, "judge_hash": "0" * 32}]}},
        {"judge": {**OLDER["judge"], "opinions": [{**OPINION, "blind": {"answer": "B"}}]}},
        {"opinions": [{"is_correct": True}]},
        {"question_hash": "q1:" + "0" * 32},
        {"request_hash": "0" * 32},
        {"origin": {}},
        {"origin": {"digest": None, "omnibench": "0.1.0"}},
        {"origin": {"server": "", "omnibench": "0.1.0"}},
    ],
)
def test_entries_that_no_run_writes_are_refused(changes):
    assert not is_valid("result", holding(**changes))


@pytest.mark.parametrize(
    ("status", "changes"),
    [
        ("ok", {"outcome": None}),
        ("ok", {"usage": {"prompt_tokens": 3}}),
        ("ok", {"answered_at": "2026-01-01 10:00"}),
        ("ok", {"request": {}}),
        ("ok", {"error": {"kind": "server", "status": 500, "detail": ""}}),
        ("truncated", {"judge": OLDER["judge"]}),
        ("empty", {"normalized_answer": "A"}),
        ("filtered", {"outcome": "refused"}),
        ("error", {"error": ...}),
        ("error", {"error": {"kind": "gremlins", "status": None, "detail": ""}}),
        ("error", {"latency_s": 1.5}),
    ],
)
def test_written_entries_with_one_thing_wrong_are_refused(written, status, changes):
    entries = [entry for item in written["first"]["items"] for entry in item["model_results"].values()]
    entry = next(entry for entry in entries if entry["status"] == status)

    assert is_valid("result", holding(**{"judge": ..., **entry}))
    assert not is_valid("result", holding(**{"judge": ..., **entry, **changes}))


@pytest.mark.parametrize(
    "document", ["text", 3, None, {}, {"items": {}}, {"items": [1]}, {"dataset_meta": [], "items": []}]
)
@pytest.mark.parametrize("name", ["dataset", "result"])
def test_other_json_is_neither(name, document):
    assert not is_valid(name, document)


@pytest.mark.parametrize(
    "changes",
    [
        {"answer": "A,C"},
        {"answer": ["A", "C"]},
        {"accepted_answers": ["C", ["A", "C"]]},
        {"options": {"1": "a", "2": "b"}, "answer": 1, "accepted_answers": [2]},
        {"accepted_answers": None},
        {"options": {"1": "a", "2": 5}, "answer": 1},
        {"options": None, "answer": "POSITIVE"},
        {"options": {}, "answer": "Give fluids.", "kind": "free_text"},
        {"answer": None, "voided": True},
        {"answer": ..., "metadata": {"deleted": True}},
        {"question_id": 12},
        {"images": ["images/a.png", "b..c.png"]},
        {"images_missing": True},
        {"points": 0.5, "section": "Paper 2", "forbidden_options": ["B"]},
        {"points": 0},
        {"points": None, "section": None, "forbidden_options": "B"},
        {"images_missing": None, "images": ["images.zip/a/b.png"]},
        {"unknown": [1, {"x": None}]},
    ],
)
def test_items_as_real_files_write_them_hold(changes):
    item = {name: value for name, value in {**QUESTION, **changes}.items() if value is not ...}

    assert [] == faults("dataset", [item])


@pytest.mark.parametrize(
    "changes",
    [
        {"question_id": ...},
        {"question_id": " "},
        {"question_text": ""},
        {"answer": ...},
        {"answer": None},
        {"answer": []},
        {"answer": None, "voided": False},
        {"answer": {"A": True}},
        {"accepted_answers": "C"},
        {"accepted_answers": [" "]},
        {"accepted_answers": [[]]},
        {"accepted_answers": [None]},
        {"options": ["a", "b"]},
        {"options": {"A": "only one"}},
        {"options": {"A": "a", "B": None}},
        {"options": ..., "kind": "single_choice"},
        {"kind": "essay"},
        {"images": "a.png"},
        {"images_missing": "a.png"},
        {"points": -1},
        {"points": "2"},
        {"points": True},
        {"section": 2},
        {"forbidden_options": []},
        {"forbidden_options": {"B": True}},
        {"images": ["../a.png"]},
        {"images": ["/a.png"]},
        {"images": ["x/../../a.png"]},
        {"images": ["c:a.png"]},
        {"model_results": []},
    ],
)
def test_items_that_cannot_be_asked_are_refused(changes):
    item = {name: value for name, value in {**QUESTION, **changes}.items() if value is not ...}

    assert not is_valid("dataset", [item])


@pytest.mark.parametrize("labels", ["POSITIVE", ["ONE"], ["A", "A"], ["A", ""], [1, 2]])
def test_labels_that_cannot_be_told_apart_are_refused(labels):
    assert not is_valid("dataset", {"dataset_meta": {"labels": labels}, "items": []})


# --- the log of runs ---------------------------------------------------------------------------------


def test_what_runs_note_holds_and_is_described(tmp_path):
    write_bank(tmp_path, 2)
    with provider_server(flavour="vllm", models=[{"id": "m"}], answer="A") as server:
        flags = ("--provider", "vllm", "--base-url", server.base_url, "--judge-model", "re")
        run_main(*flags, "--models", "m", cwd=tmp_path)
        run_main("rejudge", *flags, cwd=tmp_path)
        run_main(*flags, "--models", "gone", "--max-cost-usd", "1", cwd=tmp_path)
    log = json.loads((tmp_path / "result/run.json").read_bytes())

    assert [] == faults("run", log)
    assert ["done", "done", "failed"] == [run["end"] for run in log["runs"]]
    described = (ROOT / "docs/files.md").read_text("utf-8")
    assert [] == [name for name in names_in(schema_of("run")) if f"`{name}`" not in described]


def names_in(schema):
    """Every field and every fixed text that a schema names."""
    if isinstance(schema, list):
        return [name for part in schema for name in names_in(part)]
    if not isinstance(schema, dict):
        return []
    fixed = [text for text in schema.get("enum", ()) if isinstance(text, str)]
    return [*schema.get("properties", {}), *fixed, *names_in(list(schema.values()))]
