"""What was asked and what was seen are compared: nothing odd about an answer goes unsaid."""

import json

import pytest
from processes import entries_of, run_main, write_bank
from provider_server import provider_server


@pytest.fixture(scope="module")
def running():
    with provider_server() as server:
        yield server


def run(server, folder, provider, *more):
    flags = ("--provider", provider, "--base-url", server.base_url, "--judge-model", "re", "--models", "m")
    done = run_main(*flags, *more, cwd=folder)
    return done, [entry for _, entry in sorted(entries_of(folder).items())]


def reported(folder):
    done = run_main("report", "--format", "json", cwd=folder)
    return json.loads(done.stdout)["models"][0], run_main("report", cwd=folder).stdout


@pytest.mark.parametrize(
    ("template", "seen", "flags"),
    [("{answer}", "non_think", None), ("<think>Rest?</think>{answer}", "think", ["mode_differs"])],
)
def test_thinking_that_nobody_asked_for_is_flagged_said_and_counted(running, tmp_path, template, seen, flags):
    write_bank(tmp_path, 2)
    running.reset(flavour="vllm", models=[{"id": "m", "template": template}])
    done, entries = run(running, tmp_path, "vllm")
    numbers, screen = reported(tmp_path)

    assert [("non_think", seen, flags)] * 2 == [
        (entry["mode"], entry["mode_observed"], entry.get("flags")) for entry in entries
    ]
    assert done.stderr.count("it was seen to think") == (1 if flags else 0)
    assert numbers["mode_differs"] == (2 if flags else 0)
    assert ("2 answers thought without being told to (" in screen) is bool(flags)
    assert "did not think" not in screen


def test_a_provider_that_hides_reasoning_is_not_accused(running, tmp_path):
    write_bank(tmp_path, 1)
    silent = {"prompt_tokens": 9, "completion_tokens": 1}
    running.reset(
        flavour="openai", models=[{"id": "m"}], faults=[{"match": {}, "do": "usage", "usage": silent}]
    )
    _, (entry,) = run(running, tmp_path, "custom")

    assert entry["mode_observed"] is None
    assert "flags" not in entry


def test_an_answer_of_another_model_is_flagged(running, tmp_path):
    write_bank(tmp_path, 2)
    running.reset(
        flavour="vllm",
        models=[{"id": "m"}],
        faults=[{"match": {"nth": 1}, "do": "other_model", "served": "tiny"}],
    )
    done, entries = run(running, tmp_path, "vllm")

    assert [1, 1] == [len(flags) for entry in entries if (flags := entry.get("flags"))] + [1]
    assert ["other_model"] == next(entry["flags"] for entry in entries if entry["served_model"] == "tiny")
    assert 1 == done.stderr.count("m: answers come from tiny")


def test_a_question_that_the_server_cut_is_not_graded(running, tmp_path):
    path = write_bank(tmp_path, 1)
    document = json.loads(path.read_text("utf-8"))
    document["items"][0]["question_text"] = "A long history. " * 2000
    path.write_text(json.dumps(document), "utf-8")
    running.reset(
        flavour="ollama",
        models=[{"id": "m", "context_length": 4096}],
        faults=[{"match": {}, "do": "usage", "usage": {"prompt_tokens": 2050, "completion_tokens": 1}}],
    )
    done, (entry,) = run(running, tmp_path, "ollama")

    assert ("truncated", ["prompt_cut"], None) == (entry["status"], entry["flags"], entry["judge"])
    assert "a question was cut to fit a context of 4096 tokens" in done.stderr
    assert 1 == reported(tmp_path)[0]["prompt_cut"]


# --- probabilities -----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("provider", "mode"),
    [
        (provider, mode)
        for provider in ("ollama", "vllm", "sglang", "llamacpp", "openai")
        for mode in ("think", "non_think")
    ],
)
def test_the_probability_of_each_option_is_kept_where_it_is_asked_for(running, tmp_path, provider, mode):
    write_bank(tmp_path, 2)
    (tmp_path / "r.json").write_text(json.dumps([{"model_id": "m", "mode": mode, "temperature": None}]))
    thinker = {"id": "m", "answer": "B", "template": "I weigh A.\nANSWER: {answer}", "certainty": 0.8}
    running.reset(flavour=provider, models=[{**thinker, "capabilities": ["completion", "thinking"]}])
    _, entries = run(running, tmp_path, provider, "--registry", "r.json", "--logprobs", "--api-key", "k")

    for entry in entries:
        assert ("B", 0.8) == (entry["normalized_answer"], entry["option_probabilities"]["B"])
        assert 20 == entry["request"]["top_logprobs"]
    assert dict.fromkeys("ACD", 0.05) == {
        name: round(p, 6) for name, p in entries[0]["option_probabilities"].items() if name != "B"
    }


def test_asking_for_probabilities_is_a_setting_that_old_answers_lack(running, tmp_path):
    write_bank(tmp_path, 2)
    running.reset(flavour="vllm", models=[{"id": "m"}])
    _, before = run(running, tmp_path, "vllm")
    done, after = run(running, tmp_path, "vllm", "--logprobs")

    assert before == after
    assert "top_logprobs none -> 20" in done.stderr
    assert "option_probabilities" not in before[0]
    _, asked_again = run(running, tmp_path, "vllm", "--logprobs", "--refresh", "settings")
    assert {0.7} == {entry["option_probabilities"]["A"] for entry in asked_again}


def test_probabilities_that_do_not_come_are_said_once_and_are_no_zero(running, tmp_path):
    write_bank(tmp_path, 3)
    running.reset(flavour="lmstudio", models=[{"id": "m"}])
    done, entries = run(running, tmp_path, "custom", "--logprobs")

    assert 1 == done.stderr.count("m: probabilities were asked for, and none came")
    assert [None] * 3 == [entry["option_probabilities"] for entry in entries]


def test_a_provider_that_has_none_is_not_asked_a_night_for_them(running, tmp_path):
    write_bank(tmp_path, 3)
    running.reset(flavour="lmstudio", models=[{"id": "m"}])
    done = run_main("--provider", "lmstudio", "--base-url", running.base_url, "--logprobs", cwd=tmp_path)

    assert 2 == done.returncode
    assert "LM Studio does not tell probabilities" in done.stderr
