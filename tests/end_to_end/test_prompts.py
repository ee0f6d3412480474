"""A benchmark's own prompt, from the command line to the stored answer."""

import json

import pytest
from picture_files import picture
from processes import entries_of, run_main, write_bank
from provider_server import provider_server

MODELS = [
    {"id": "m", "capabilities": ["completion", "vision"]},
    {"id": "gpt-oss:120b", "role": "judge", "judge": "TRUE"},
]
ANSWER = "The best is D, and A is likely. I cannot rule out C.\n\nANSWER: B"
SYSTEM = {"role": "system", "content": "You are a helpful medical assistant."}


@pytest.fixture(scope="module")
def running():
    with provider_server(flavour="ollama", models=MODELS) as server:
        yield server


@pytest.fixture
def server(running, tmp_path):
    """Four questions, expected A, B, C, D; the model always answers B at length, the judge says TRUE."""
    write_bank(tmp_path, 4)
    running.reset(flavour="ollama", models=MODELS, answer=ANSWER)
    return running


def run(server, folder, *more, command="run", **environment):
    flags = ("--provider", "ollama", "--base-url", server.base_url, "--models", "m", "--prompt", "medxpertqa")
    return run_main(command, *flags, *more, cwd=folder, **environment)


def chats(server):
    recent = server.stats()["recent"]
    return [json.loads(one["body"]) for one in recent if one["path"].endswith("/chat/completions")]


def test_its_messages_are_sent_and_its_version_is_stored(server, tmp_path):
    run(server, tmp_path).check_returncode()
    entry = entries_of(tmp_path)["q001", "m"]
    system, user = chats(server)[0]["messages"]

    assert SYSTEM == system
    assert user["content"].startswith("Answer the following multiple choice question. The last line")
    assert ("medxpertqa/single_choice/1", "B", True) == (
        entry["request"]["prompt_version"],
        entry["normalized_answer"],
        entry["judge"]["is_correct"],
    )


def test_pictures_go_with_the_users_message(server, tmp_path):
    path = write_bank(tmp_path, 1, images=["x.png"])
    path.with_name("x.png").write_bytes(picture("PNG"))
    run(server, tmp_path).check_returncode()
    body = chats(server)[0]

    assert SYSTEM == body["messages"][0]
    assert ["text", "image_url"] == [part["type"] for part in body["messages"][1]["content"]]


def test_a_plan_shows_it(server, tmp_path):
    shown = run(server, tmp_path, command="plan").stdout
    told = json.loads(run(server, tmp_path, "--json", command="plan").stdout)

    assert "; prompt: medxpertqa; judge: " in shown
    assert "medxpertqa" == told["prompt"]
    assert [] == chats(server)


@pytest.mark.parametrize("command", ["run", "plan", "doctor"])
def test_questions_of_another_kind_are_refused_before_anything_is_sent(server, tmp_path, command):
    write_bank(tmp_path, 2, name="general/labels.json", kind="label", options={}, answer="POSITIVE")
    done = run(server, tmp_path, *["--no-ask"] * (command == "doctor"), command=command)
    said = " ".join((done.stdout + done.stderr).split())

    assert 2 == done.returncode
    assert "others stand in general/labels.json (label)" in said
    assert "--only 'general/bank.json'" in said
    assert [] == chats(server)
    assert not (tmp_path / "result/general").exists()


def test_answers_to_another_prompt_stay_and_are_told_apart(server, tmp_path):
    run(server, tmp_path, "--limit", "2").check_returncode()
    n_asked = len(chats(server))
    done = run_main("--provider", "ollama", "--base-url", server.base_url, "--models", "m", "--judge-model", "re",
                    cwd=tmp_path)  # fmt: skip

    assert "prompt_version medxpertqa/single_choice/1 -> direct/single_choice/1 (2)" in done.stderr
    assert "prompt medxpertqa" in done.stdout
    assert n_asked + 2 == len(chats(server))


# --- who judges ------------------------------------------------------------------------------------------

BY_RULES = "judge: rules, as this benchmark scores (--judge-model NAME asks a model)"


def verdicts_of(folder):
    return [(one["judge"]["judge_method"], one["judge"]["is_correct"]) for one in entries_of(folder).values()]


def test_its_letter_is_scored_by_rules_and_no_judge_is_asked(server, tmp_path):
    done = run(server, tmp_path)

    assert [("rule_based_v1", is_b) for is_b in (False, True, False, False)] == verdicts_of(tmp_path)
    assert {"m"} == {body["model"] for body in chats(server)}
    assert 1 == done.stderr.count(BY_RULES)


@pytest.mark.parametrize(
    ("flags", "environment"),
    [
        (["--judge-model", "gpt-oss:120b"], {}),
        (["--judge-policy", "llm"], {}),
        ([], {"BENCHMARK_JUDGE_MODEL": "gpt-oss:120b"}),
    ],
)
def test_a_judge_that_somebody_names_judges(server, tmp_path, flags, environment):
    done = run(server, tmp_path, *flags, **environment)

    assert [("llm_judge_gpt_oss_120b", True)] * 4 == verdicts_of(tmp_path)
    assert "; judge: gpt-oss:120b\n" in done.stderr


def test_verdicts_by_rules_stay_when_another_run_has_a_judge(server, tmp_path):
    run(server, tmp_path)
    run(server, tmp_path, "--judge-model", "gpt-oss:120b")

    assert {"rule_based_v1"} == {method for method, _ in verdicts_of(tmp_path)}


@pytest.mark.parametrize(
    "said",
    [
        "The patient most likely has vitamin B deficiency.",
        "I cannot answer this question.",
        "It is hepatitis B.",
        "ANSWER: Both",
    ],
)
def test_a_letter_in_prose_scores_nothing(server, tmp_path, said):
    server.configure(answer=said)
    run(server, tmp_path, "--limit", "2").check_returncode()
    wrong = entries_of(tmp_path)["q001", "m"]

    assert (None, False) == (wrong["normalized_answer"], wrong["judge"]["is_correct"])


def test_a_line_that_was_cut_off_is_not_graded(server, tmp_path):
    server.configure(
        answer="A fits best, since", faults=[{"match": {}, "do": "length", "content": "A fits best, since"}]
    )
    run(server, tmp_path, "--limit", "1").check_returncode()
    [entry] = entries_of(tmp_path).values()

    assert ("truncated", None) == (entry["status"], entry["judge"])


# --- the benchmark's two parts, apart and together --------------------------------------------------------


@pytest.fixture
def answered(server, tmp_path):
    """Text: two questions, one of them right; MM: four with a picture, one of them right."""
    write_bank(tmp_path, 2, name="general/medxpertqa_text.json", metadata={"body_system": "Skeletal"})
    path = write_bank(tmp_path, 4, images=["x.png"], metadata={"body_system": ["Skeletal", "Nervous"]})
    path.with_name("x.png").write_bytes(picture("PNG"))
    path.rename(path.with_name("medxpertqa_mm.json"))
    run(server, tmp_path).check_returncode()
    return tmp_path


def parts(folder, *flags):
    return json.loads(run_main("report", "--json", *flags, cwd=folder).stdout)["models"]


def test_text_and_pictures_are_reported_apart_and_together(answered):
    assert [
        ("general/medxpertqa_mm.json", 4, 1),
        ("general/medxpertqa_text.json", 2, 1),
        ("all", 6, 2),
    ] == [(one["value"], one["graded"], one["correct"]) for one in parts(answered, "--by", "document")]


def test_a_field_of_the_bank_tells_parts_apart(answered):
    shown = run_main("report", "--by", "body_system", cwd=answered).stdout

    assert [("Nervous", 4), ("Skeletal", 6), ("all", 6)] == [
        (one["value"], one["asked"]) for one in parts(answered, "--by", "body_system")
    ]
    assert "counts under each, once in all" in shown
    assert "Skeletal" in run_main("report", "--by", "body_system", "--format", "csv", cwd=answered).stdout


def test_a_field_that_is_not_there_is_named(answered):
    done = run_main("report", "--by", "body_sistem", cwd=answered)

    assert 2 == done.returncode
    assert "body_system" in done.stderr
