"""Claims about what a run may cost and how long it may last."""

import asyncio
import json

import pytest
from app_clocks import FakeTime
from ask_builders import failure, reply
from builders import model

from omnibench.app.budget import Budget, refuse_unpriced
from omnibench.app.models import find_judge_prices
from omnibench.ask.stop import Stop
from omnibench.errors import UsageError
from omnibench.records import Prices, Usage, Venue
from omnibench.settings import Flags, resolve

PRICED = {"price_per_million": {"prompt": 1, "completion": 2}}


def settings(folder, **flags):
    return resolve(Flags(**flags), {"OPENROUTER_API_KEY": "key-of-nobody", "OPENAI_API_KEY": "key"}, folder)


def budget(folder, **flags):
    return Budget(settings(folder, **flags), Stop(), FakeTime().clock)


def spend(one, prices=None, *, attempt=None, **usage):
    """Spend what a reply took."""
    made = attempt or reply("B" * 300, usage=Usage(**usage))
    one.spend(made, lambda _: prices, lambda: ({"role": "user", "content": "?" * 3000},))


# --- cost --------------------------------------------------------------------------------------------


def test_replies_add_up_until_the_limit_is_reached(tmp_path):
    one = budget(tmp_path, max_cost_usd=0.3)
    spend(one, cost_usd=0.1)
    spend(one, Prices(2.0, 2.0), prompt_tokens=50_000, completion_tokens=0)
    assert (False, 0.2) == (one.stop.is_set, one.spent_usd)
    spend(one, cost_usd=0.1)

    assert "the 0.3 USD of --max-cost-usd are spent" == one.stop.budget
    assert one.stop.is_set
    assert not one.stop.is_hurried, "what is in flight has its time"


def test_a_reply_whose_cost_nobody_tells_is_counted_apart(tmp_path):
    one = budget(tmp_path, max_cost_usd=1)
    spend(one, prompt_tokens=5, completion_tokens=5)

    assert (None, 1) == (one.spent_usd, one.n_untold)


def test_without_a_limit_nothing_is_ever_spent_up(tmp_path):
    one = budget(tmp_path)
    spend(one, cost_usd=1e6)

    assert (False, 1e6) == (one.stop.is_set, one.spent_usd)


def test_tries_that_brought_no_answer_are_paid_for_too(tmp_path):
    one = budget(tmp_path, max_cost_usd=0.3)
    spend(one, attempt=reply(usage=Usage(cost_usd=0.1), discarded=((Usage(cost_usd=0.05), None),) * 2))
    assert pytest.approx(0.2) == one.spent_usd
    spend(one, attempt=failure(usage=Usage(cost_usd=0.1), discarded=()))

    assert one.stop.is_set
    assert 0 == one.n_untold


def test_each_try_has_the_price_of_where_it_was_made(tmp_path):
    one, venue = budget(tmp_path), Venue(provider="vllm", model_id="m")
    tokens = Usage(prompt_tokens=1_000_000, completion_tokens=0)
    attempt = reply(usage=tokens, discarded=((tokens, venue), (tokens, None)))
    one.spend(attempt, lambda where: Prices(5.0, 0.0) if where else Prices(1.0, 0.0), tuple)

    assert 7.0 == one.spent_usd


def test_a_failure_that_took_nothing_costs_nothing(tmp_path):
    one = budget(tmp_path)
    spend(one, Prices(1.0, 1.0), attempt=failure())

    assert (None, 0, 0) == (one.spent_usd, one.n_untold, one.n_estimated)


@pytest.mark.parametrize("usage", [{}, {"prompt_tokens": 1000}, {"completion_tokens": 100}])
def test_a_price_counts_by_an_estimate_where_a_server_tells_no_tokens(tmp_path, usage):
    one = budget(tmp_path, max_cost_usd=0.002)
    spend(one, Prices(1.0, 1.0), **usage)
    assert 1 == one.n_estimated
    assert 0.0009 < one.spent_usd < 0.0015
    spend(one, Prices(1.0, 1.0), **usage)

    assert one.stop.is_set


# --- time --------------------------------------------------------------------------------------------


def test_the_hours_of_a_run_count_from_its_beginning(tmp_path):
    async def run():
        time, stop = FakeTime(), Stop()
        one = Budget(settings(tmp_path, max_hours=8), stop, time.clock)
        time.pass_hours(3)
        watching = asyncio.create_task(one.watch())
        for hours, is_over in ((4.9, False), (0.2, True)):
            await asyncio.sleep(0)
            time.pass_hours(hours)
            for _ in range(3):
                await asyncio.sleep(0)
            assert is_over is stop.is_set
        await watching
        return stop

    assert "the 8 h of --max-hours are over" == asyncio.run(run()).budget


def test_a_run_without_a_limit_of_hours_is_not_watched(tmp_path):
    one = budget(tmp_path)
    asyncio.run(one.watch())

    assert not one.stop.is_set


# --- a limit that could never be reached -------------------------------------------------------------


def refusal(folder, models, **flags):
    chosen = settings(folder, **{"max_cost_usd": 1, "judge_model": "re", **flags})
    try:
        refuse_unpriced(chosen, models, find_judge_prices(chosen))
    except UsageError as error:
        return error.message
    return None


@pytest.mark.parametrize(
    "flags",
    [
        {"provider": "openrouter"},
        {"provider": "ollama"},
        {"provider": "vllm", "base_url": "http://10.0.0.30:8000/v1"},
        {"provider": "embedded"},
        {"provider": "openai", "max_cost_usd": None},
    ],
)
def test_a_provider_that_tells_costs_or_is_near_needs_no_price(tmp_path, flags):
    assert refusal(tmp_path, [model()], **flags) is None


def test_a_model_elsewhere_without_a_price_is_refused_by_name(tmp_path):
    models = [model("a", "a"), model("b", "b", price_per_million=Prices(1, 2))]

    assert "--max-cost-usd cannot be kept: the cost of a is not known" == refusal(
        tmp_path, models, provider="openai"
    )
    assert refusal(tmp_path, models[1:], provider="openai") is None


def test_a_judge_elsewhere_needs_a_price_too(tmp_path):
    flags = {"provider": "ollama", "judge_provider": "openai", "judge_model": "j"}
    assert "--max-cost-usd cannot be kept: the cost of j is not known" == refusal(
        tmp_path, [model()], **flags
    )
    (tmp_path / "models").mkdir()
    (tmp_path / "models/openai_models.json").write_text(json.dumps([{"model_id": "j", **PRICED}]))

    assert refusal(tmp_path, [model()], **flags) is None


@pytest.mark.parametrize("content", ["{", "[]", '[{"model_id": "j", "mode": "loudly"}]', None])
def test_a_judges_registry_that_cannot_be_read_tells_no_price(tmp_path, content):
    (tmp_path / "models").mkdir()
    if content is not None:
        (tmp_path / "models/openai_models.json").write_text(content)

    assert {} == find_judge_prices(
        settings(tmp_path, provider="ollama", judge_provider="openai", judge_model="j")
    )


def test_a_judge_of_the_same_provider_has_its_price_in_the_same_registry(tmp_path):
    path = tmp_path / "mine.json"
    path.write_text(json.dumps([{"model_id": "j", **PRICED}, {"model_id": "m"}]))

    assert {"j": Prices(1.0, 2.0)} == find_judge_prices(
        settings(tmp_path, provider="openai", registry=str(path), judge_model="j")
    )
