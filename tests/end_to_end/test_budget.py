"""A budget ends a run in order: what was sent is kept, and the same command goes on."""

import asyncio
import json
import signal

import pytest
from app_clocks import FakeTime
from processes import entries_of, leftovers, run_main, start_main, wait_until, write_bank
from provider_server import provider_server

from omnibench.app import run as running_module
from omnibench.app.run import run
from omnibench.cli.console import open_console
from omnibench.cli.progress import PlainWatcher
from omnibench.settings import Flags, resolve

KEY = "sk-or-v1-0123456789"
JUDGE = {"id": "openai/gpt-oss-120b", "role": "judge", "judge": "TRUE"}


@pytest.fixture(scope="module")
def running():
    with provider_server(flavour="openrouter", models=[{"id": "m"}, JUDGE]) as server:
        yield server


@pytest.fixture
def server(running, tmp_path):
    """Twelve questions for a provider that tells what each answer costs."""
    write_bank(tmp_path, 12)
    running.reset(flavour="openrouter", models=[{"id": "m"}, JUDGE], answer="A")
    return running


def flags(server, *more, provider="openrouter"):
    return ("--provider", provider, "--base-url", server.base_url, "--models", "m", *more)


def ask(server, folder, *more, **how):
    return run_main(*flags(server, *more, **how), cwd=folder, OPENROUTER_API_KEY=KEY)


def spent(folder):
    return sum(entry["usage"]["cost_usd"] for entry in entries_of(folder).values())


# --- cost --------------------------------------------------------------------------------------------


def test_a_run_stops_when_its_money_is_spent_and_the_same_command_goes_on(server, tmp_path):
    command = (
        server, tmp_path, "--judge-model", "re", "--concurrency", "2", "--max-cost-usd", "0.0001",
    )  # fmt: skip
    n_runs, n_before = 0, 0
    while (done := ask(*command)).returncode == 4:
        n_runs += 1
        n_now = len(entries_of(tmp_path))
        assert n_before < n_now < 12
        assert "stopped: the 0.0001 USD of --max-cost-usd are spent" in done.stdout
        assert "nothing new is asked, what is in flight may finish" in done.stderr
        n_before = n_now

    assert (0, 12) == (done.returncode, len(entries_of(tmp_path)))
    assert 2 <= n_runs <= 6
    assert 12 == server.stats()["answered"], "nothing was asked twice, and all that was sent was kept"
    assert [] == leftovers(tmp_path)


def test_no_more_is_spent_than_the_limit_and_what_was_in_flight(server, tmp_path):
    ask(server, tmp_path, "--judge-model", "re", "--concurrency", "3", "--max-cost-usd", "0.0002")
    dearest = max(entry["usage"]["cost_usd"] for entry in entries_of(tmp_path).values())

    assert 0.0002 <= spent(tmp_path) < 0.0002 + 3 * dearest


def test_a_budget_that_the_last_answer_reaches_leaves_nothing_to_say(server, tmp_path):
    ask(server, tmp_path, "--judge-model", "re", "--limit", "1")
    one = spent(tmp_path)
    done = ask(server, tmp_path, "--judge-model", "re", "--limit", "1", "--max-cost-usd", f"{one / 2:.9f}")

    assert 0 == done.returncode
    assert "stopped:" not in done.stdout


def test_a_judge_costs_too_and_waiting_answers_are_judged_by_the_next_run(server, tmp_path):
    plain = ask(server, tmp_path, "--judge-model", "re")
    answers_usd = spent(tmp_path)
    done = ask(
        server, tmp_path, "--refresh", "settings", "--max-tokens", "9", "--max-cost-usd", f"{answers_usd:.9f}"
    )
    n_judged = sum(bool(entry["judge"]) for entry in entries_of(tmp_path).values())
    assert 0 == plain.returncode
    assert 4 == done.returncode, "the judge's requests came on top of the answers'"
    assert n_judged < 12
    rest = ask(server, tmp_path, "--max-tokens", "9", "--refresh", "settings")

    assert 0 == rest.returncode
    assert {"llm_judge_gpt_oss_120b"} == {
        entry["judge"]["judge_method"] for entry in entries_of(tmp_path).values()
    }


def test_a_rejudging_stops_at_its_budget_too(server, tmp_path):
    ask(server, tmp_path, "--judge-model", "re")
    again = ("rejudge", "--provider", "openrouter", "--base-url", server.base_url, "--concurrency", "1")
    done = run_main(*again, "--max-cost-usd", "0.0003", cwd=tmp_path, OPENROUTER_API_KEY=KEY)
    methods = [entry["judge"]["judge_method"] for entry in entries_of(tmp_path).values()]

    assert 4 == done.returncode
    assert 0 < methods.count("llm_judge_gpt_oss_120b") < 12


def test_prices_of_a_registry_count_where_the_provider_tells_no_cost(tmp_path):
    write_bank(tmp_path, 12)
    (tmp_path / "models").mkdir()
    priced = {"model_id": "m", "price_per_million": {"prompt": 1000, "completion": 1000}}
    (tmp_path / "models/vllm_models.json").write_text(json.dumps([priced]), "utf-8")
    with provider_server(flavour="vllm", models=[{"id": "m"}], answer="A") as server:
        command = flags(
            server, "--judge-model", "re", "--concurrency", "1", "--max-cost-usd", "0.2", provider="vllm"
        )
        plan = run_main("plan", *command, cwd=tmp_path)
        done = run_main(*command, cwd=tmp_path)

    assert 4 == done.returncode
    assert {None} == {entry["usage"]["cost_usd"] for entry in entries_of(tmp_path).values()}
    [line] = [line for line in plan.stdout.splitlines() if "stay on this machine" in line]
    assert "12 questions, about " in line
    assert " USD, at most " in line
    assert line in done.stderr, "plan and run print the same line"


def test_the_provider_own_price_list_is_the_estimate_of_a_run(server, tmp_path):
    done = ask(server, tmp_path, "--limit", "1")
    [line] = [line for line in done.stderr.splitlines() if "1 question and" in line]

    assert "1 question and up to 1 request to judge, about " in line
    assert "stay on this machine (127.0.0.1:" in line
    assert ", for about 0.00" in line


def test_a_limit_that_could_never_be_reached_asks_nothing(tmp_path):
    write_bank(tmp_path, 1)
    command = ("--provider", "openai", "--api-key", "k", "--models", "m", "--max-cost-usd", "1")
    for first in ((), ("plan",)):
        done = run_main(*first, *command, cwd=tmp_path)
        assert 2 == done.returncode
        assert "the cost of m, gpt-oss:120b is not known" in done.stderr
        assert "price_per_million" in done.stderr


@pytest.mark.parametrize("flag", ["--max-cost-usd", "--max-hours"])
@pytest.mark.parametrize("value", ["0", "-1", "nan", "inf", "much"])
def test_a_budget_is_a_number_above_nought(tmp_path, flag, value):
    done = run_main("plan", flag, value, cwd=tmp_path)

    assert 2 == done.returncode
    assert flag in done.stderr


# --- time --------------------------------------------------------------------------------------------


class Passing(PlainWatcher):
    """Lets hours pass at each answer."""

    def __init__(self, time, hours):
        super().__init__(open_console(is_stderr=True))
        self.time, self.hours = time, hours

    def answered(self, pair, entry, rule_verdict):
        super().answered(pair, entry, rule_verdict)
        self.time.pass_hours(self.hours)


def run_for(server, folder, hours, **more):
    """One run of two hours an answer, in this process."""
    given = Flags(
        provider="openrouter", base_url=server.base_url, api_key=KEY, models="m", judge_model="re", concurrency=1,
        dataset_dir=str(folder / "dataset"), result_dir=str(folder / "result"), max_hours=hours, **more,
    )  # fmt: skip
    time = FakeTime()
    return asyncio.run(run(resolve(given, {}, folder), Passing(time, 2), clock=time.clock))


def test_a_run_stops_when_its_hours_are_over_and_goes_on_later(server, tmp_path):
    first = run_for(server, tmp_path, 7)
    second = run_for(server, tmp_path, 100)

    assert "the 7 h of --max-hours are over" == first.budget
    assert 4 <= first.n_answered <= 5, "eight hours have passed after four, and one may have been on its way"
    assert (None, 12) == (second.budget, first.n_answered + second.n_answered)


def test_what_was_sent_before_the_time_was_up_has_longer_than_a_signal_would_give(
    server, tmp_path, monkeypatch
):
    monkeypatch.setattr(running_module, "GRACE_S", 0.0)
    server.configure(latency_s=0.05)
    outcome = run_for(server, tmp_path, 1)

    assert outcome.budget
    assert outcome.n_answered == len(entries_of(tmp_path)) == server.stats()["answered"] >= 1


def test_a_signal_ends_a_run_that_waits_for_its_last_answers(server, tmp_path):
    server.configure(faults=[{"match": {"nth": 2}, "do": "hang"}])
    process = start_main(
        *flags(server, "--judge-model", "re", "--concurrency", "2", "--max-cost-usd", "0.00000001"),
        cwd=tmp_path,
        OPENROUTER_API_KEY=KEY,
    )
    assert any("nothing new is asked" in line for line in process.stderr)
    process.send_signal(signal.SIGINT)
    assert any("stopping: " in line for line in process.stderr)
    process.send_signal(signal.SIGINT)
    process.communicate(timeout=10)

    assert 130 == process.returncode
    wait_until(lambda: server.stats()["in_flight"] == 0, "the second one hangs up")
    assert (
        0 == run_main(*flags(server, "--judge-model", "re"), cwd=tmp_path, OPENROUTER_API_KEY=KEY).returncode
    )
    assert 12 == len(entries_of(tmp_path))
