"""What a rerun asks after something changed: no more than it must, and it says why."""

import json

import pytest
from processes import entries_of, load_result, run_main, write_bank
from provider_server import provider_server


@pytest.fixture(scope="module")
def running():
    with provider_server(flavour="vllm", models=[{"id": "m"}]) as server:
        yield server


@pytest.fixture
def server(running, tmp_path):
    """A finished run over six questions."""
    write_bank(tmp_path, 6)
    running.reset(flavour="vllm", models=[{"id": "m"}], answer="A")
    assert 0 == run(running, tmp_path).returncode
    running.reset()
    return running


def flags(server):
    return ("--provider", "vllm", "--base-url", server.base_url, "--models", "m", "--judge-model", "re")


def run(server, folder, *more):
    return run_main(*flags(server), *more, cwd=folder)


def plan(server, folder, *more):
    return json.loads(run_main("plan", *flags(server), "--json", *more, cwd=folder).stdout)


def edit(folder, change):
    path = folder / "dataset/general/bank.json"
    document = json.loads(path.read_text("utf-8"))
    change(document["items"])
    path.write_text(json.dumps(document), "utf-8")


def n_asked(server):
    return server.stats()["by_path"].get("POST /v1/chat/completions", 0)


def test_reordered_renumbered_and_annotated_nothing_is_asked(server, tmp_path):
    def shuffle(items):
        items.reverse()
        for index, item in enumerate(items):
            item.update(question_id=f"new{index}", note="added", answer=item["answer"].lower())

    edit(tmp_path, shuffle)
    done = run(server, tmp_path)

    assert 0 == done.returncode, done.stderr
    assert 0 == n_asked(server)
    assert [f"new{i}" for i in range(6)] == [q for q, _ in entries_of(tmp_path)]
    assert ["Case 5", "Case 0"] == [load_result(tmp_path)["items"][i]["question_text"][:6] for i in (0, -1)]
    assert all(item["note"] == "added" for item in load_result(tmp_path)["items"])
    assert all("m" in item["model_results"] for item in load_result(tmp_path)["items"])


def test_an_edited_question_is_stale_said_and_asked_only_on_demand(server, tmp_path):
    edit(tmp_path, lambda items: items[2].update(question_text="Case 2, mended"))
    done = run(server, tmp_path)

    assert 0 == n_asked(server)
    assert "1 answer stale: edited since asked (--refresh stale asks again)" in done.stderr
    assert 1 == plan(server, tmp_path)["totals"]["stale"]
    assert 0 == run(server, tmp_path, "--refresh", "stale").returncode
    assert 1 == n_asked(server)
    assert 0 == plan(server, tmp_path)["totals"]["stale"]


def test_a_corrected_key_keeps_the_answer_and_judges_it_again(server, tmp_path):
    edit(tmp_path, lambda items: items[1].update(answer="A"))
    assert False is entries_of(tmp_path)["q001", "m"]["judge"]["is_correct"]
    assert 0 == run(server, tmp_path).returncode
    entry = entries_of(tmp_path)["q001", "m"]

    assert 0 == n_asked(server)
    assert (True, "A") == (entry["judge"]["is_correct"], entry["judge"]["expected"])
    assert [(False, "B")] == [(old["is_correct"], old["expected"]) for old in entry["judge_history"]]


def test_other_settings_are_said_and_asked_only_on_demand(server, tmp_path):
    done = run(server, tmp_path, "--temperature", "0.7", "--max-tokens", "99")

    assert 0 == n_asked(server)
    assert "temperature 0 -> 0.7" in done.stderr
    assert "max_tokens 4096 -> 99" in done.stderr
    assert 6 == plan(server, tmp_path, "--temperature", "0.7")["totals"]["changed"]
    assert (
        0 == run(server, tmp_path, "--temperature", "0.7", "--refresh", "settings", "--limit", "2").returncode
    )
    assert 2 == n_asked(server)
    assert "mixes settings" in run_main("report", cwd=tmp_path).stdout


def test_a_removed_question_keeps_its_results_and_gets_them_back(server, tmp_path):
    removed = []
    edit(tmp_path, lambda items: removed.append(items.pop(3)))
    assert 0 == run(server, tmp_path).returncode
    assert ["q003"] == [item["question_id"] for item in load_result(tmp_path)["retired_items"]]
    assert "5/5" not in run_main("report", cwd=tmp_path).stdout.split("note")[0].split("correct")[0]
    edit(tmp_path, lambda items: items.append(removed[0]))
    assert 0 == run(server, tmp_path).returncode

    assert 0 == n_asked(server)
    assert "retired_items" not in load_result(tmp_path)
    assert 6 == len(entries_of(tmp_path))


def test_an_older_file_is_done_and_only_completed_by_a_verdict(server, tmp_path):
    old = {"provider": "ollama", "model": "m", "raw_text": "B", "normalized_answer": "B", "status": "ok"}
    path = tmp_path / "result/general/bank.json"
    document = json.loads(path.read_text("utf-8"))
    document["items"][0]["model_results"]["m"] = dict(old)
    verdict = {"is_correct": True, "score": 1, "judge_method": "rule_based_v1"}
    document["items"][1]["model_results"]["m"] = {**old, "judge": verdict}
    path.write_text(json.dumps(document), "utf-8")
    assert 0 == run(server, tmp_path, "--refresh", "settings,stale").returncode
    first, second = entries_of(tmp_path)["q000", "m"], entries_of(tmp_path)["q001", "m"]

    assert 0 == n_asked(server)
    assert old == {name: value for name, value in first.items() if name != "judge"}
    assert False is first["judge"]["is_correct"]
    assert {**old, "judge": verdict} == second


def test_retry_asks_what_was_cut_and_keeps_what_was_not(server, tmp_path):
    server.configure(faults=[{"match": {"contains": "Case 2"}, "do": "length", "content": "Well"}])
    edit(tmp_path, lambda items: items[2].update(question_text="Case 2, mended"))
    run(server, tmp_path, "--refresh", "stale")
    assert "truncated" == entries_of(tmp_path)["q002", "m"]["status"]
    server.configure(faults=[])
    assert 0 == run(server, tmp_path).returncode
    assert "truncated" == entries_of(tmp_path)["q002", "m"]["status"], "a plain rerun leaves it"
    assert 0 == run(server, tmp_path, "--retry", "truncated").returncode
    assert "ok" == entries_of(tmp_path)["q002", "m"]["status"]


def test_limit_counts_new_questions_of_each_model(server, tmp_path):
    write_bank(tmp_path, 5, name="2025/senior/more.json")
    assert 0 == run(server, tmp_path, "--limit", "2").returncode
    assert 2 == n_asked(server)
    assert 0 == run(server, tmp_path, "--limit", "2").returncode
    assert 4 == n_asked(server)
    assert ["q000", "q001", "q002", "q003"] == [q for q, _ in entries_of(tmp_path, "2025/senior/more.json")]


def test_an_answer_that_the_bank_accepts_too_is_right_from_the_next_run_on_and_nothing_is_asked(
    server, tmp_path
):
    edit(
        tmp_path, lambda items: [one.update(accepted_answers=["A"]) for one in items if one["answer"] == "B"]
    )
    assert 2 == plan(server, tmp_path)["totals"]["to_judge"]
    done = run(server, tmp_path)
    judge = entries_of(tmp_path)["q001", "m"]["judge"]

    assert (0, 0) == (done.returncode, n_asked(server)), done.stderr
    assert (True, "B or A") == (judge["is_correct"], judge["expected"])
    assert 0 == plan(server, tmp_path)["totals"]["to_judge"]


def test_plan_sends_nothing(server, tmp_path):
    found = plan(server, tmp_path)

    assert ("vllm", [server.base_url], None) == (found["provider"], found["base_urls"], found["judge_model"])
    assert {"document": "general/bank.json", "model_key": "m", "done": 6, "stale": 0, "failed": 0, "new": 0,
            "changed": 0, "to_ask": 0, "to_judge": 0} == found["units"][0]  # fmt: skip
    assert 0 == server.stats()["requests"]


def test_the_mirror_keeps_every_field_and_its_order(server, tmp_path):
    dataset = json.loads((tmp_path / "dataset/general/bank.json").read_text("utf-8"))
    mirror = load_result(tmp_path)

    assert list(dataset) == list(mirror)
    assert dataset["dataset_meta"] == mirror["dataset_meta"]
    for asked, answered in zip(dataset["items"], mirror["items"], strict=True):
        assert list(asked) == list(answered)
        assert {**asked, "model_results": None} == {**answered, "model_results": None}


def test_results_that_a_dataset_brings_with_it_are_taken_over(server, tmp_path):
    old = {"provider": "ollama", "model": "m", "raw_text": "B", "normalized_answer": "B", "status": "ok"}
    write_bank(tmp_path, 2, name="2024/senior/old.json", model_results={"m": old})
    assert 0 == run(server, tmp_path).returncode

    assert 0 == n_asked(server)
    assert ["B", "B"] == [
        entry["raw_text"] for entry in entries_of(tmp_path, "2024/senior/old.json").values()
    ]


def test_results_of_a_dataset_never_displace_those_of_the_tree(server, tmp_path):
    old = {"provider": "ollama", "model": "m", "raw_text": "old", "normalized_answer": "B", "status": "ok"}

    def renumber(items):
        items.reverse()
        for index, item in enumerate(items):
            item.update(question_id=f"q{index:03}", model_results={"m": dict(old)})

    edit(tmp_path, renumber)
    assert 0 == run(server, tmp_path).returncode

    assert ["A"] * 6 == [entry["raw_text"] for entry in entries_of(tmp_path).values()]
    assert "retired_items" not in load_result(tmp_path)
