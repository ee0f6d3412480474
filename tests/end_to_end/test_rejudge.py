"""Stored answers are judged again without asking the models."""

import json

import pytest
from processes import entries_of, run_main, write_bank
from provider_server import provider_server

MODELS = [
    {"id": "m", "answer": "A"},
    {"id": "kind", "role": "judge", "judge": "TRUE"},
    {"id": "strict", "role": "judge", "judge": "FALSE"},
    {"id": "chatty", "role": "judge", "judge": "chatty"},
]


@pytest.fixture
def server():
    with provider_server(flavour="vllm", models=MODELS) as running:
        yield running


def flags(server, judge):
    return ("--provider", "vllm", "--base-url", server.base_url, "--judge-model", judge)


def answered(server, tmp_path, judge="kind"):
    """A bank of four, answered A throughout; the expected answers differ."""
    write_bank(tmp_path, 4)
    done = run_main(*flags(server, judge), "--models", "m", cwd=tmp_path)
    assert 0 == done.returncode, done.stderr


def verdicts(tmp_path):
    return [entry["judge"] for entry in entries_of(tmp_path).values()]


def asked(server, model):
    return sum(chat["model"] == model for chat in server.stats()["chats"])


def test_another_judge_replaces_the_verdicts_and_the_older_ones_stay(server, tmp_path):
    answered(server, tmp_path)
    n_asked = asked(server, "m")
    done = run_main("rejudge", *flags(server, "strict"), cwd=tmp_path)

    assert 0 == done.returncode, done.stderr
    assert {("llm_judge_strict", False)} == {(v["judge_method"], v["is_correct"]) for v in verdicts(tmp_path)}
    assert ["llm_judge_kind"] * 4 == [
        entry["judge_history"][0]["judge_method"] for entry in entries_of(tmp_path).values()
    ]
    assert n_asked == asked(server, "m") == 4
    assert "4 verdicts, 4 changed: 0 to right, 4 to wrong" in done.stdout


def test_a_dry_run_asks_and_keeps_nothing(server, tmp_path):
    answered(server, tmp_path)
    before = (tmp_path / "result/general/bank.json").read_bytes()
    done = run_main("rejudge", *flags(server, "strict"), "--dry-run", cwd=tmp_path)

    assert "4 verdicts, 4 would change: 0 to right, 4 to wrong" in done.stdout
    assert "general/bank.json q000 m: right -> wrong" in done.stdout
    assert before == (tmp_path / "result/general/bank.json").read_bytes()


def test_a_judge_that_is_away_or_says_nothing_changes_nothing(server, tmp_path):
    answered(server, tmp_path)
    before = verdicts(tmp_path)
    away = run_main("rejudge", *flags(server, "missing"), cwd=tmp_path)
    chatty = run_main("rejudge", *flags(server, "chatty"), cwd=tmp_path)

    assert (32, True) == (away.returncode, "Nothing was changed" in away.stderr)
    assert "rules judge" not in away.stderr
    assert 0 == chatty.returncode
    assert before == verdicts(tmp_path)


def test_only_what_rules_judged_in_a_judges_place_is_judged_again_when_wanted(server, tmp_path):
    write_bank(tmp_path, 4)
    run_main(*flags(server, "missing"), "--models", "m", cwd=tmp_path)
    assert {"not_installed"} == {v["fallback_cause"] for v in verdicts(tmp_path)}
    run_main("rejudge", *flags(server, "kind"), "--what", "fallback", cwd=tmp_path)
    assert {"llm_judge_kind"} == {v["judge_method"] for v in verdicts(tmp_path)}
    n = asked(server, "kind")
    done = run_main("rejudge", *flags(server, "strict"), "--what", "fallback", cwd=tmp_path)

    assert "0 verdicts, 0 changed" in done.stdout
    assert n == asked(server, "kind")
    assert 0 == asked(server, "strict")


def test_disagreements_are_listed_and_judged_again_alone(server, tmp_path):
    answered(server, tmp_path)
    n_wrong = sum(v["rule_is_correct"] is False for v in verdicts(tmp_path))
    assert 0 < n_wrong < 4
    listed = json.loads(run_main("rejudge", "--show-disagreements", "--json", cwd=tmp_path).stdout)
    shown = run_main("rejudge", "--show-disagreements", cwd=tmp_path)
    run_main("rejudge", *flags(server, "strict"), "--what", "disagreements", cwd=tmp_path)

    assert {(False, True, "A")} == {(d["rule_is_correct"], d["judge_is_correct"], d["read"]) for d in listed}
    assert n_wrong == len(listed)
    assert f"{n_wrong} answer" in shown.stdout
    assert n_wrong == asked(server, "strict")
    assert [] == json.loads(run_main("rejudge", "--show-disagreements", "--json", cwd=tmp_path).stdout)


def test_rules_can_judge_what_a_model_judged(server, tmp_path):
    answered(server, tmp_path)
    run_main("rejudge", *flags(server, "re"), cwd=tmp_path)

    assert {"rule_based_v1"} == {v["judge_method"] for v in verdicts(tmp_path)}


def test_nothing_stored_is_said(tmp_path, server):
    write_bank(tmp_path, 1)
    done = run_main("rejudge", *flags(server, "re"), cwd=tmp_path)

    assert (2, True) == (done.returncode, "no stored answer" in done.stderr)


def test_rules_that_are_sure_spare_the_judge_model(server, tmp_path):
    write_bank(tmp_path, 4)
    done = run_main(*flags(server, "kind"), "--models", "m", "--judge-policy", "rule-first", cwd=tmp_path)

    assert 0 == asked(server, "kind")
    assert {"rule_based_v1"} == {v["judge_method"] for v in verdicts(tmp_path)}
    assert "4 calls of a judge model saved" in done.stdout


def test_where_rules_are_not_sure_the_judge_model_is_asked(server, tmp_path):
    server.configure(models=[{"id": "m", "answer": "Perhaps A"}, *MODELS[1:]])
    write_bank(tmp_path, 4)
    run_main(*flags(server, "kind"), "--models", "m", "--judge-policy", "rule-first", cwd=tmp_path)

    assert 4 == asked(server, "kind")


def test_the_rule_policy_asks_no_judge_model(server, tmp_path):
    write_bank(tmp_path, 2)
    run_main(*flags(server, "kind"), "--models", "m", "--judge-policy", "rule", cwd=tmp_path)

    assert 0 == asked(server, "kind")
    assert {"rule_based_v1"} == {v["judge_method"] for v in verdicts(tmp_path)}


def test_equal_answers_to_one_question_are_judged_once(server, tmp_path):
    twins = [{"id": f"m{n}", "answer": "A"} for n in range(5)]
    server.configure(models=[*twins, *MODELS[1:]])
    write_bank(tmp_path, 3)
    names = ",".join(twin["id"] for twin in twins)
    run_main(*flags(server, "kind"), "--models", names, cwd=tmp_path)

    assert 3 == asked(server, "kind")
    assert 15 == len(verdicts(tmp_path))
    assert {"llm_judge_kind"} == {v["judge_method"] for v in verdicts(tmp_path)}
