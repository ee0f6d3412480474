"""Several judges, judges that answer blind, and judges that are held to two words."""

import json
from importlib.resources import files

import pytest
from jsonschema import Draft202012Validator
from processes import entries_of, load_result, run_main, start_main, wait_until, write_bank
from provider_server import provider_server

M = {"id": "m", "answer": "A"}
KIND = {"id": "kind", "role": "judge", "judge": "TRUE", "own": "A"}
STRICT = {"id": "strict", "role": "judge", "judge": "FALSE", "own": "B"}
THIRD = {"id": "third", "role": "judge", "judge": "TRUE", "own": "C"}
CHATTY = {"id": "chatty", "role": "judge", "judge": "chatty"}


@pytest.fixture(scope="module")
def running():
    with provider_server(flavour="ollama", models=[M]) as server:
        yield server


@pytest.fixture
def server(running, tmp_path):
    """Four questions, expected A, B, C, D; the model always says A."""
    write_bank(tmp_path, 4)
    running.reset(flavour="ollama", models=[M, KIND, STRICT, THIRD, CHATTY], resident=1)
    return running


def flags(server, judges, *more, provider="ollama", models="m"):
    where = ("--provider", provider, "--base-url", server.base_url, "--models", models)
    return (*where, "--judge-model", judges, *more)


def run(server, folder, judges, *more, **how):
    done = run_main(*flags(server, judges, *more, **how), cwd=folder)
    assert 0 == done.returncode, done.stderr
    return done, [entry["judge"] for entry in entries_of(folder).values()]


def asked(server, model):
    return sum(chat["model"] == model for chat in server.stats()["chats"])


def bodies(server, model):
    found = [
        json.loads(one["body"])
        for one in server.stats()["recent"]
        if one["path"].endswith("/chat/completions")
    ]
    return [body for body in found if body["model"] == model]


def test_the_majority_of_a_panel_is_the_verdict_and_each_opinion_is_stored(server, tmp_path):
    done, judges = run(server, tmp_path, "kind,strict,third")

    assert {(True, "llm_judge_kind_strict_third", "2 of 3 judges said TRUE")} == {
        (j["is_correct"], j["judge_method"], j["reason"]) for j in judges
    }
    assert [("llm_judge_kind", True), ("llm_judge_strict", False), ("llm_judge_third", True)] == [
        (one["judge_method"], one["is_correct"]) for one in judges[0]["opinions"]
    ]
    assert not any("opinions" in entry for entry in entries_of(tmp_path).values())
    schema = json.loads((files("omnibench") / "schemas/result.schema.json").read_text("utf-8"))
    assert Draft202012Validator(schema).is_valid(load_result(tmp_path))
    assert ["m", "kind", "strict", "third"] == server.stats()["loads"]
    assert "the judges were not all of one mind on 4 answers" in done.stdout


def test_a_tie_is_no_verdict_and_stays_so(server, tmp_path):
    _, judges = run(server, tmp_path, "kind,strict")

    assert {"no_majority"} == {judge["fallback_cause"] for judge in judges}
    assert [True, False, False, False] == [judge["is_correct"] for judge in judges]
    n = asked(server, "kind")
    run(server, tmp_path, "kind,strict")
    assert n == asked(server, "kind")


@pytest.mark.parametrize("missing", ["chatty", "absent"])
def test_two_of_three_are_enough_when_the_third_says_nothing(server, tmp_path, missing):
    done, judges = run(server, tmp_path, f"kind,{missing},third")

    assert (missing == "absent") is ("absent is not installed: the others judge" in done.stderr)
    assert {(True, None)} == {(j["is_correct"], j.get("fallback_cause")) for j in judges}
    assert {None} == {j["opinions"][1]["is_correct"] for j in judges}


def test_where_too_few_judges_are_there_nobody_is_asked(server, tmp_path):
    done, judges = run(server, tmp_path, "kind,absent,missing")

    assert "judge model absent is not installed: rules judge (ollama pull absent)\n" in done.stderr
    assert "the others judge" not in done.stderr
    assert {"not_installed"} == {j["fallback_cause"] for j in judges}
    assert 0 == asked(server, "kind")


def test_a_run_killed_between_two_judges_asks_only_the_second(server, tmp_path):
    server.configure(models=[M, KIND, {**STRICT, "latency_s": 30}, THIRD])
    process = start_main(*flags(server, "kind,strict,third"), "--concurrency", "2", cwd=tmp_path)
    wait_until(lambda: asked(server, "strict") == 2, "the second judge is asked")
    process.kill()
    process.communicate()
    assert 4 == asked(server, "kind")
    server.configure(models=[M, KIND, STRICT, THIRD])
    _, judges = run(server, tmp_path, "kind,strict,third")

    assert (4, 4, 4) == (asked(server, "m"), asked(server, "kind"), asked(server, "third"))
    assert {"2 of 3 judges said TRUE"} == {judge["reason"] for judge in judges}
    assert [3] * 4 == [len(judge["opinions"]) for judge in judges]


def test_an_outage_of_one_judge_asks_the_others_not_again(server, tmp_path):
    server.configure(faults=[{"match": {"model": "strict"}, "do": "status", "status": 401}])
    run(server, tmp_path, "kind,strict")
    server.configure(faults=[], models=[M, KIND, {**STRICT, "judge": "TRUE"}])
    _, judges = run(server, tmp_path, "kind,strict")

    assert {(True, "2 of 2 judges said TRUE")} == {(j["is_correct"], j["reason"]) for j in judges}
    assert 4 == asked(server, "kind")


def test_an_equal_answer_of_a_later_model_is_not_judged_again(server, tmp_path):
    server.configure(models=[M, {**M, "id": "later"}, {**M, "id": "other", "answer": "B"}, KIND])
    run(server, tmp_path, "kind")
    done, judges = run(server, tmp_path, "kind", models="later")

    assert 4 == asked(server, "kind")
    assert {"llm_judge_kind"} == {judge["judge_method"] for judge in judges}
    assert "4 calls of a judge model saved" in done.stdout
    run(server, tmp_path, "kind", models="other")
    assert 8 == asked(server, "kind")


def test_an_equal_answer_is_judged_again_when_another_one_is_expected(server, tmp_path):
    run(server, tmp_path, "kind")
    write_bank(tmp_path, 4, answer="C")
    run(server, tmp_path, "kind")

    assert 7 == asked(server, "kind")


def test_a_blind_judge_answers_each_question_itself_first(server, tmp_path):
    server.configure(models=[M, {**M, "id": "n", "answer": "B"}, KIND])
    done, judges = run(server, tmp_path, "kind", "--judge-blind", models="m,n")

    assert 4 + 8 == asked(server, "kind")
    blind = [judge["opinions"][0]["blind"] for judge in judges]
    assert {"A"} == {one["answer"] for one in blind}
    assert [True, True, False, False, False, False, False, False] == [one["is_expected"] for one in blind]
    assert [True, False] * 4 == [one["is_same"] for one in blind]
    assert {True} == {judge["is_correct"] for judge in judges}
    assert "m: asked blind, the judge answers 1 of 4 as expected; 0 verdicts against its own" in done.stdout
    assert "n: asked blind, the judge answers 1 of 4 as expected; 4 verdicts against its own" in done.stdout


def test_the_sign_of_a_blind_answer_is_not_shown_to_the_judge_before_its_own(server, tmp_path):
    run(server, tmp_path, "kind", "--judge-blind", "--limit", "1")
    own = [body for body in bodies(server, "kind") if "Expected" not in str(body["messages"])]

    assert 1 == len(own)
    assert "Model answer" not in str(own[0]["messages"])


@pytest.mark.parametrize(
    ("flavour", "field"),
    [("ollama", "response_format"), ("vllm", "structured_outputs"), ("openrouter", "response_format")],
)
def test_a_judge_is_held_to_its_two_words_in_the_providers_form(running, tmp_path, flavour, field):
    write_bank(tmp_path, 2)
    running.reset(flavour=flavour, models=[M, {**CHATTY, "holds_form": True}])
    done = run_main(*flags(running, "chatty", provider=flavour), cwd=tmp_path, OPENROUTER_API_KEY="sk-x")

    assert 0 == done.returncode, done.stderr
    assert {"llm_judge_chatty"} == {e["judge"]["judge_method"] for e in entries_of(tmp_path).values()}
    assert all(field in body for body in bodies(running, "chatty"))
    assert not any(field in body for body in bodies(running, "m"))


def test_a_model_that_openrouter_cannot_hold_is_asked_in_plain_words(running, tmp_path):
    write_bank(tmp_path, 2)
    running.reset(flavour="openrouter", models=[M, KIND])
    run_main(*flags(running, "kind", provider="openrouter"), cwd=tmp_path, OPENROUTER_API_KEY="sk-x")

    assert not any("response_format" in body for body in bodies(running, "kind"))
    assert {"llm_judge_kind"} == {e["judge"]["judge_method"] for e in entries_of(tmp_path).values()}


def test_a_server_that_refuses_the_form_is_asked_in_plain_words_and_it_is_said_once(server, tmp_path):
    refusal = {"match": {"field": "response_format"}, "do": "status", "status": 400}
    server.configure(faults=[{**refusal, "message": "'response_format.type' must be 'text'"}])
    done, judges = run(server, tmp_path, "kind")

    assert {"llm_judge_kind"} == {judge["judge_method"] for judge in judges}
    assert 1 == done.stderr.count("kind takes no fixed form of reply")


def test_rejudge_by_a_panel_asks_all_its_judges_again(server, tmp_path):
    run(server, tmp_path, "kind,strict,third")
    n = asked(server, "kind")
    done = run_main(
        "rejudge",
        *flags(server, "kind,strict,third")[:4],
        "--judge-model",
        "kind,strict",
        "--dry-run",
        cwd=tmp_path,
    )
    assert 0 == done.returncode, done.stderr
    assert n + 4 == asked(server, "kind")
    run_main("rejudge", *flags(server, "x")[:4], "--judge-model", "strict", cwd=tmp_path)
    judges = [entry["judge"] for entry in entries_of(tmp_path).values()]

    assert {"llm_judge_strict"} == {judge["judge_method"] for judge in judges}
    history = [entry["judge_history"][0] for entry in entries_of(tmp_path).values()]
    assert [3] * 4 == [len(old["opinions"]) for old in history]
