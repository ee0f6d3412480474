"""Claims about what a run says before it sends anything: how much, where to, at what cost."""

from dataclasses import replace

import pytest
from builders import entry, model, verdict
from processes import write_bank

from omnibench.app.outlook import build_outlook
from omnibench.app.survey import build_survey
from omnibench.app.tree import load_sources
from omnibench.records import Prices, Venue
from omnibench.settings import Flags, resolve

PRICES = Prices(prompt=1.0, completion=10.0)
HERE = "http://127.0.0.1:8000/v1"
AWAY = "https://api.example.com/v1"


def outlook(folder, models, judges=(), *, entries=None, prices=None, n=4, **flags):
    """What a run of four questions would send."""
    write_bank(folder, n)
    settings = resolve(
        Flags(**{"provider": "vllm", "base_url": HERE, "judge_model": "re", **flags}), {}, folder
    )
    sources = load_sources(folder / "dataset", folder / "result").sources
    survey = build_survey(settings, sources, models, {"general/bank.json": entries or {}})
    return build_outlook(settings, survey, prices or {}, judges)


def test_every_open_question_of_every_model_is_counted(tmp_path):
    [one] = outlook(tmp_path, [model("a", "a"), model("b", "b")])

    assert (("127.0.0.1:8000",), "machine", 8, 0) == (one.hosts, one.reach, one.n_questions, one.n_judgings)
    assert 8 * 40 < one.prompt_tokens < 8 * 120


def test_nothing_to_send_has_no_outlook(tmp_path):
    stored = {
        (f"q00{i}", "a"): entry(question_hash=None, judge=verdict(expected="ABCD"[i])) for i in range(4)
    }

    assert () == outlook(tmp_path, [model("a", "a")], entries=stored)


def test_a_judge_at_the_same_place_shares_the_line_and_its_verdicts_are_an_upper_bound(tmp_path):
    stored = {("q000", "a"): entry("The answer is A." * 50, question_hash=None)}
    [plain] = outlook(tmp_path, [model("a", "a")], entries=stored)
    [one] = outlook(tmp_path, [model("a", "a")], [("j", None)], entries=stored, judge_model="j")

    assert (3, 4) == (one.n_questions, one.n_judgings)
    assert one.prompt_tokens > plain.prompt_tokens + 4 * 150 + 800 / 3


def test_a_judge_elsewhere_has_a_line_of_its_own(tmp_path):
    answers, judgings = outlook(
        tmp_path, [model("a", "a")], [("j", None)], judge_model="j", judge_base_url="http://10.0.0.9:1/v1"
    )

    assert ("machine", 4, 0) == (answers.reach, answers.n_questions, answers.n_judgings)
    assert ("network", 0, 4) == (judgings.reach, judgings.n_questions, judgings.n_judgings)


def test_a_blind_judge_is_asked_twice(tmp_path):
    one = [("j", None)]
    [seeing] = outlook(tmp_path, [model("a", "a")], one, judge_model="j")
    [blind] = outlook(tmp_path, [model("a", "a")], one, judge_model="j", judge_blind=True)

    assert (4, 8) == (seeing.n_judgings, blind.n_judgings)
    assert blind.prompt_tokens > seeing.prompt_tokens


@pytest.mark.parametrize(
    ("url", "reach"),
    [
        (f"{HERE},http://10.0.0.9:8000/v1", "network"),
        (f"http://10.0.0.9:8000/v1,{AWAY},{HERE}", "beyond"),
    ],
)
def test_a_pool_reaches_as_far_as_its_farthest_server(tmp_path, url, reach):
    [one] = outlook(tmp_path, [model("a", "a")], base_url=url)

    assert reach == one.reach


@pytest.mark.parametrize(
    ("name", "reach"), [("gpt-oss:120b-cloud", "beyond"), ("kimi:cloud", "beyond"), ("cloud:8b", "machine")]
)
def test_a_cloud_model_of_a_local_ollama_leaves_the_machine(tmp_path, name, reach):
    [one] = outlook(tmp_path, [model(name, "m")], provider="ollama")

    assert reach == one.reach


# --- cost --------------------------------------------------------------------------------------------


def test_a_cost_is_told_when_every_model_has_a_price(tmp_path):
    [one] = outlook(tmp_path, [model("a", "a", price_per_million=PRICES)], max_tokens=1000, base_url=AWAY)
    tokens = one.prompt_tokens

    assert one.cost_usd == pytest.approx((tokens + 4 * 50 * 10) / 1e6)
    assert one.most_usd == pytest.approx((tokens + 4 * 1000 * 10) / 1e6)


def test_a_price_of_the_registry_comes_before_the_providers(tmp_path):
    models = [model("a", "a", price_per_million=Prices(0, 0)), model("b", "b")]
    [one] = outlook(tmp_path, models, prices={"a": PRICES, "b": PRICES}, max_tokens=100)

    assert one.most_usd == pytest.approx((one.prompt_tokens / 2 + 4 * 100 * 10) / 1e6)


def test_one_missing_price_leaves_the_cost_open(tmp_path):
    models = [model("a", "a", price_per_million=PRICES), model("b", "b")]
    [one] = outlook(tmp_path, models)
    [judged] = outlook(tmp_path, models[:1], [("j", None)], judge_model="j")

    assert [None] * 4 == [one.cost_usd, one.most_usd, judged.cost_usd, judged.most_usd]


def test_the_length_of_stored_answers_is_the_best_guess(tmp_path):
    stored = {("q000", "a"): entry(question_hash=None, usage={"completion_tokens": 700})}
    [one] = outlook(
        tmp_path, [model("a", "a", price_per_million=Prices(0, 10))], entries=stored, max_tokens=9000
    )

    assert one.cost_usd == pytest.approx(3 * 700 * 10 / 1e6)


@pytest.mark.parametrize(("mode", "prompt", "usual"), [("think", "direct", 2000), ("non_think", "cot", 500)])
def test_a_model_without_answers_is_guessed_by_how_it_is_asked(tmp_path, mode, prompt, usual):
    [one] = outlook(tmp_path, [model("a", "a", mode=mode, price_per_million=Prices(0, 1))], prompt=prompt)

    assert one.cost_usd == pytest.approx(4 * usual / 1e6)


def test_a_model_at_several_endpoints_names_them_all_and_costs_the_dearest(tmp_path):
    dear = Venue(provider="vllm", model_id="a", base_url=AWAY, price_per_million=Prices(5.0, 50.0))
    cheap = model("a", "a", price_per_million=PRICES)
    [alone] = outlook(tmp_path, [cheap])
    [both] = outlook(tmp_path, [replace(cheap, also_at=(dear,))])

    assert (("127.0.0.1:8000", "api.example.com"), "beyond") == (both.hosts, both.reach)
    assert pytest.approx(5 * alone.most_usd) == both.most_usd


def test_an_endpoint_without_a_price_leaves_the_cost_open(tmp_path):
    untold = Venue(provider="vllm", model_id="a", base_url=AWAY)
    [one] = outlook(tmp_path, [model("a", "a", price_per_million=PRICES, also_at=(untold,))])

    assert (None, None) == (one.cost_usd, one.most_usd)
