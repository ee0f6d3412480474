"""A provider that fails stops the run in order, with the cause and a hint; nothing received is lost."""

import pytest
from processes import entries_of, run_main, write_bank
from provider_server import provider_server

KEY = "sk-canary-5f1d9c2e77"


@pytest.fixture(scope="module")
def running():
    with provider_server(flavour="vllm", models=[{"id": "m"}]) as server:
        yield server


@pytest.fixture
def server(running, tmp_path):
    write_bank(tmp_path, 6)
    running.reset(flavour="vllm", models=[{"id": "m"}], answer="A")
    return running


def run(server, folder, *more, **env):
    return run_main(
        "--provider", "vllm", "--base-url", server.base_url, "--models", "m", "--judge-model", "re",
        "--concurrency", "1", *more, cwd=folder, **env,
    )  # fmt: skip


def test_a_question_that_fails_stops_the_run_with_everything_before_it_kept(server, tmp_path):
    server.configure(faults=[{"match": {"contains": "Case 3"}, "do": "status", "status": 400}])
    done = run(server, tmp_path)

    assert 30 == done.returncode
    assert ["q000", "q001", "q002"] == [q for q, _ in entries_of(tmp_path)]
    for part in ("bad request 400", "model: m", "general/bank.json q003", "--on-error skip"):
        assert part in done.stderr
    server.configure(faults=[])
    assert 0 == run(server, tmp_path).returncode
    assert 6 == len(entries_of(tmp_path))


def test_skip_records_the_error_and_a_plain_rerun_asks_it_again(server, tmp_path):
    server.configure(faults=[{"match": {"contains": "Case 3"}, "do": "status", "status": 400}])
    done = run(server, tmp_path, "--on-error", "skip")
    entry = entries_of(tmp_path)["q003", "m"]

    assert 1 == done.returncode
    assert ("error", None, "bad_request") == (entry["status"], entry["judge"], entry["error"]["kind"])
    assert 6 == len(entries_of(tmp_path))
    server.configure(faults=[])
    n_before = server.stats()["answered"]
    assert 0 == run(server, tmp_path).returncode
    assert 1 == server.stats()["answered"] - n_before
    assert "ok" == entries_of(tmp_path)["q003", "m"]["status"]


def test_skip_still_stops_when_nothing_works_any_more(server, tmp_path):
    write_bank(tmp_path, 30)
    server.configure(faults=[{"match": {}, "do": "status", "status": 400}])
    done = run(server, tmp_path, "--on-error", "skip")

    assert 30 == done.returncode
    assert 10 == len(entries_of(tmp_path))


def test_a_question_that_moderation_refuses_is_a_result_and_not_a_failure(server, tmp_path):
    flagged = {"do": "status", "status": 403, "message": "Your input was flagged by moderation"}
    server.configure(faults=[{"match": {"contains": "Case 3"}, **flagged}])
    done = run(server, tmp_path)
    entry = entries_of(tmp_path)["q003", "m"]

    assert 0 == done.returncode
    assert ("filtered", None, None, 403) == (
        entry["status"], entry["outcome"], entry["judge"], entry["error"]["status"],
    )  # fmt: skip
    assert 6 == len(entries_of(tmp_path))
    server.configure(faults=[])
    n_before = server.stats()["answered"]
    assert 0 == run(server, tmp_path).returncode
    assert 0 == run(server, tmp_path, "--retry", "filtered").returncode
    assert 1 == server.stats()["answered"] - n_before
    assert "ok" == entries_of(tmp_path)["q003", "m"]["status"]


def test_moderation_that_refuses_every_question_stops_the_run(server, tmp_path):
    write_bank(tmp_path, 30)
    flagged = {"do": "status", "status": 403, "message": "Blocked by a guardrail"}
    server.configure(faults=[{"match": {}, **flagged}])
    done = run(server, tmp_path)

    assert 30 == done.returncode
    assert "guardrails" in done.stderr
    assert 10 == len(entries_of(tmp_path))


def test_a_failed_second_try_never_costs_the_first_answer(server, tmp_path):
    server.configure(faults=[{"match": {"contains": "Case 2"}, "do": "length", "content": "Hm"}])
    assert 0 == run(server, tmp_path).returncode
    server.configure(faults=[{"match": {"contains": "Case 2"}, "do": "status", "status": 400}])
    done = run(server, tmp_path, "--retry", "truncated", "--on-error", "skip")

    assert "the earlier answer stays" in done.stderr
    assert ("truncated", "Hm") == tuple(entries_of(tmp_path)["q002", "m"][k] for k in ("status", "raw_text"))


@pytest.mark.parametrize(
    ("fault", "code", "hint"),
    [
        ({"do": "status", "status": 401}, 31, "VLLM_API_KEY"),
        ({"do": "status", "status": 402}, 33, "credits"),
        ({"do": "status", "status": 404}, 30, "the base URL?"),
        ({"do": "status", "status": 404, "body": "model m not found"}, 32, "vllm serve m"),
    ],
)
def test_what_no_other_question_would_survive_is_asked_once(server, tmp_path, fault, code, hint):
    server.configure(faults=[{"match": {}, **fault}])
    done = run(server, tmp_path, "--on-error", "skip")

    assert code == done.returncode
    assert hint in done.stderr
    assert 1 == server.stats()["by_path"]["POST /v1/chat/completions"]


SAID = {
    "context": ("vllm", {"status": 400, "message": "This model's maximum context length is 8 tokens."},
                30, "--max-model-len", 1),
    "memory": ("ollama", {"status": 500, "message": "cudaMalloc failed: out of memory", "retry_after": 0},
               30, "Ask a smaller one", 2),
    "mode": ("ollama", {"status": 400, "message": '"m" does not support thinking'},
             30, "Change its mode in the registry", 1),
    "image": ("llamacpp", {"status": 500, "message": "image input is not supported - hint: mmproj"},
              30, "not served with image input", 1),
    "routing": ("openrouter", {"status": 404, "message": "No endpoints found matching your data policy"},
                32, "privacy settings", 1),
    "daily limit": ("openrouter", {"status": 429, "message": "Rate limit exceeded: free-models-per-day"},
                    33, "wait for the limit to reset", 1),
    "asked to wait too long": ("sglang", {"status": 503, "retry_after": 301}, 30, "queue is full", 1),
    "key": ("lmstudio", {"status": 401}, 31, "LMSTUDIO_API_KEY", 1),
}  # fmt: skip


@pytest.mark.parametrize(("provider", "fault", "code", "hint", "n_asked"), SAID.values(), ids=SAID)
def test_a_run_that_a_provider_stops_says_what_to_do(server, tmp_path, provider, fault, code, hint, n_asked):
    server.reset(flavour=provider, models=[{"id": "m"}], faults=[{"do": "status", **fault}])
    flags = ("--provider", provider, "--base-url", server.base_url, "--models", "m", "--judge-model", "re")
    done = run_main(*flags, "--concurrency", "1", cwd=tmp_path, OPENROUTER_API_KEY=KEY)

    assert code == done.returncode
    assert hint in " ".join(done.stderr.split())
    assert "general/bank.json q000" in done.stderr
    assert n_asked == len(server.stats()["chats"])
    assert KEY not in done.stderr


def test_a_server_without_room_for_the_model_stops_a_run_that_skips_errors_too(server, tmp_path):
    no_room = {"do": "status", "status": 500, "message": "out of memory", "retry_after": 0}
    server.configure(faults=[{"match": {"contains": "Case 2"}, **no_room}])
    done = run(server, tmp_path, "--on-error", "skip")

    assert 30 == done.returncode
    assert ["q000", "q001"] == [q for q, _ in entries_of(tmp_path)]


def test_a_base_url_without_its_end_is_noticed_where_the_server_says_200_to_everything(server, tmp_path):
    server.reset(flavour="lmstudio", models=[{"id": "m"}])
    done = run_main(
        "--provider",
        "lmstudio",
        "--base-url",
        server.url,
        "--models",
        "m",
        "--judge-model",
        "re",
        cwd=tmp_path,
    )

    assert 30 == done.returncode
    assert "Most servers' ends in /v1." in done.stderr


def test_a_model_that_is_not_there_stops_before_the_first_question(server, tmp_path):
    done = run(server, tmp_path, "--models", "m,missing:7b")

    assert 32 == done.returncode
    assert "missing:7b" in done.stderr
    assert "POST /v1/chat/completions" not in server.stats()["by_path"]


def test_a_server_that_is_not_there_is_named(tmp_path):
    write_bank(tmp_path, 2)
    done = run_main(
        "--provider", "ollama", "--base-url", "http://127.0.0.1:9/v1", "--models", "m", cwd=tmp_path
    )

    assert 30 == done.returncode
    assert "Is the server running at http://127.0.0.1:9/v1?" in done.stderr
    assert "Traceback" not in done.stderr


def test_passing_trouble_is_passed(server, tmp_path):
    faults = [
        {"match": {"contains": "Case 0", "first": 1}, "do": "status", "status": 429, "retry_after": 0},
        {"match": {"contains": "Case 1", "first": 1}, "do": "status", "status": 503, "retry_after": 0},
        {"match": {"contains": "Case 2", "first": 1}, "do": "empty"},
    ]
    server.configure(faults=faults)
    done = run(server, tmp_path)

    assert 0 == done.returncode, done.stderr
    assert {"ok"} == {entry["status"] for entry in entries_of(tmp_path).values()}


def test_an_answer_from_a_sick_server_is_never_a_wrong_answer(server, tmp_path):
    server.configure(faults=[{"match": {"contains": "Case 4"}, "do": "choice_error", "content": "B"}])
    server.configure(faults=[{"match": {"contains": "Case 4"}, "do": "status", "status": 422}])
    done = run(server, tmp_path, "--on-error", "skip")
    entry = entries_of(tmp_path)["q004", "m"]

    assert 1 == done.returncode
    assert (None, None, "") == (entry["judge"], entry["normalized_answer"], entry["raw_text"])


def test_the_key_reaches_the_provider_and_nothing_else(server, tmp_path):
    (tmp_path / ".env").write_text(f"VLLM_API_KEY={KEY}\n")
    server.configure(
        require_key=KEY,
        faults=[
            {"match": {"contains": "Case 1"}, "do": "status", "status": 400,
             "body": {"error": {"message": f"bad key {KEY}", "code": 400}}},
            {"match": {"contains": "Case 2"}, "do": "length", "content": f"my key is {KEY}"},
        ],
    )  # fmt: skip
    done = run(server, tmp_path, "--on-error", "skip", "--debug")
    plan = run_main(
        "plan", "--provider", "vllm", "--base-url", server.base_url, "--models", "m", "--json", cwd=tmp_path
    )

    assert 1 == done.returncode, done.stderr
    assert f"Bearer {KEY}" in str(server.stats()["recent"])
    written = [path.read_bytes() for path in (tmp_path / "result").rglob("*") if path.is_file()]
    for text in (*written, done.stdout.encode(), done.stderr.encode(), plan.stdout.encode()):
        assert KEY.encode() not in text


def test_openai_variables_go_to_no_other_provider(server, tmp_path):
    done = run(
        server,
        tmp_path,
        OPENAI_API_KEY=KEY,
        OPENAI_ORG_ID="org-canary",
        OPENAI_CUSTOM_HEADERS=f"X-Key: {KEY}",
    )

    assert 0 == done.returncode, done.stderr
    assert KEY not in str(server.stats()["recent"])
    assert "org-canary" not in str(server.stats()["recent"])


def test_a_proxy_is_not_the_way_to_this_machine(server, tmp_path):
    dead = "http://127.0.0.1:9"
    done = run(server, tmp_path, HTTP_PROXY=dead, http_proxy=dead, HTTPS_PROXY=dead, ALL_PROXY=dead)

    assert 0 == done.returncode, done.stderr


def test_bad_data_is_refused_whole_before_anything_is_asked(server, tmp_path):
    write_bank(tmp_path, 2, name="2025/attending/broken.json", answer="Z")
    done = run(server, tmp_path)

    assert 20 == done.returncode
    assert done.stderr.count("2025/attending/broken.json") >= 2
    assert 0 == server.stats()["requests"]
    assert not (tmp_path / "result").exists()
