"""Which of flag, environment and default settles a setting, and what is refused."""

import contextlib
import os
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from omnibench.errors import OmnibenchError, SettingsInvalid, UsageError
from omnibench.settings import VARIABLES, Flags, NamedJudge, load_environment, resolve

SECRET = "sk-canary-77aa01"


def settle(environment=None, **flags):
    return resolve(Flags(**flags), environment or {}, Path("/nowhere"))


def place(settings):
    return settings.endpoint.provider, settings.endpoint.base_urls, settings.endpoint.api_key


OLLAMA, VLLM = "http://localhost:11434/v1", "http://localhost:8000/v1"
OPENAI_ENV = {"OPENAI_BASE_URL": "https://o/v1", "OPENAI_API_KEY": SECRET}


@pytest.mark.parametrize(
    ("flags", "environment", "expected"),
    [
        ({}, {}, ("ollama", (OLLAMA,), "ollama")),
        ({}, {"BENCHMARK_PROVIDER": "vllm"}, ("vllm", (VLLM,), "EMPTY")),
        ({"provider": "Ollama"}, {"BENCHMARK_PROVIDER": "vllm"}, ("ollama", (OLLAMA,), "ollama")),
        ({}, {"OLLAMA_HOST": "10.0.0.25"}, ("ollama", ("http://10.0.0.25:11434/v1",), "ollama")),
        ({"provider": "vllm"}, {"VLLM_HOST": "10.0.0.30"}, ("vllm", ("http://10.0.0.30:8000/v1",), "EMPTY")),
        ({}, {"OLLAMA_BASE_URL": "http://a/v1", "OLLAMA_HOST": "b"}, ("ollama", ("http://a/v1",), "ollama")),
        ({"base_url": "http://c/v1/"}, {"OLLAMA_BASE_URL": "http://a/v1"}, ("ollama", ("http://c/v1",), "ollama")),
        ({"base_url": "http://c/v1"}, OPENAI_ENV, ("ollama", ("http://c/v1",), "ollama")),
        ({"base_url": "http://a/v1, http://b/v1"}, {}, ("ollama", ("http://a/v1", "http://b/v1"), "ollama")),
        ({}, {"OLLAMA_BASE_URL": "", "OLLAMA_HOST": "", "OLLAMA_API_KEY": ""}, ("ollama", (OLLAMA,), "ollama")),
        ({}, {"BENCHMARK_PROVIDER": ""}, ("ollama", (OLLAMA,), "ollama")),
        ({}, {"VLLM_HOST": "h", "VLLM_API_KEY": SECRET, "OPENROUTER_API_KEY": SECRET}, ("ollama", (OLLAMA,), "ollama")),
        ({"provider": "vllm"}, {"VLLM_BASE_URL": "http://a:1/v1,http://b:2/v1/"}, ("vllm", ("http://a:1/v1", "http://b:2/v1"), "EMPTY")),
        ({"provider": "vllm"}, {"VLLM_API_KEY": "v", "OLLAMA_HOST": "h"}, ("vllm", (VLLM,), "v")),
        ({"provider": "openrouter", "api_key": "f"}, {"OPENROUTER_BASE_URL": "https://p/v1"}, ("openrouter", ("https://p/v1",), "f")),
        ({"provider": "embedded"}, {"OLLAMA_HOST": "h"}, ("embedded", (), "embedded")),
        ({}, {"OLLAMA_API_KEY": "env-key"}, ("ollama", (OLLAMA,), "env-key")),
        ({"api_key": "flag-key"}, {"OLLAMA_API_KEY": "env-key"}, ("ollama", (OLLAMA,), "flag-key")),
        ({}, OPENAI_ENV, ("openai", ("https://o/v1",), SECRET)),
        ({}, {"OPENAI_API_KEY": SECRET}, ("ollama", (OLLAMA,), "ollama")),
        ({"provider": "ollama"}, OPENAI_ENV, ("ollama", (OLLAMA,), "ollama")),
        ({}, {**OPENAI_ENV, "BENCHMARK_PROVIDER": "ollama"}, ("ollama", (OLLAMA,), "ollama")),
        ({}, {**OPENAI_ENV, "OLLAMA_HOST": "h"}, ("ollama", ("http://h:11434/v1",), "ollama")),
        ({}, {**OPENAI_ENV, "OLLAMA_API_KEY": "k"}, ("ollama", (OLLAMA,), "k")),
        ({"api_key": "f"}, OPENAI_ENV, ("openai", ("https://o/v1",), "f")),
        ({}, {"OPENAI_BASE_URL": "http://o/v1"}, ("openai", ("http://o/v1",), "none")),
        ({"provider": "vllm"}, OPENAI_ENV, ("vllm", (VLLM,), "EMPTY")),
        ({"provider": "openai"}, {"OPENAI_API_KEY": SECRET}, ("openai", ("https://api.openai.com/v1",), SECRET)),
        ({"provider": "openai", "base_url": "https://o/v1/"}, OPENAI_ENV, ("openai", ("https://o/v1",), SECRET)),
        ({"provider": "openai"}, OPENAI_ENV, ("openai", ("https://o/v1",), SECRET)),
        ({"provider": "openai", "base_url": "http://localhost:1/v1"}, OPENAI_ENV, ("openai", ("http://localhost:1/v1",), "none")),
        ({"provider": "openrouter"}, {"OPENROUTER_API_KEY": SECRET}, ("openrouter", ("https://openrouter.ai/api/v1",), SECRET)),
        ({"provider": "openrouter"}, {"OPENROUTER_API_KEY": f"{SECRET} \n"}, ("openrouter", ("https://openrouter.ai/api/v1",), SECRET)),
    ],
)  # fmt: skip
def test_provider_address_and_key(flags, environment, expected):
    assert expected == place(settle(environment, **flags))


@given(st.text(max_size=12) | st.text(alphabet=":/[]@.h1?#%,", max_size=12).map("http://".__add__))
def test_a_base_url_is_read_or_refused(value):
    with contextlib.suppress(SettingsInvalid):
        assert settle(base_url=f"{value},").endpoint.base_urls


@pytest.mark.parametrize(
    ("error", "flags", "environment"),
    [
        (SettingsInvalid, {"provider": "x"}, {}),
        (SettingsInvalid, {}, {"BENCHMARK_PROVIDER": "x"}),
        (SettingsInvalid, {"provider": "openrouter"}, {}),
        (SettingsInvalid, {"provider": "openai", "base_url": "https://other/v1"}, OPENAI_ENV),
        (SettingsInvalid, {"base_url": ","}, {}),
        (SettingsInvalid, {"base_url": f"http://u:{SECRET}@[::1"}, {}),
        (SettingsInvalid, {"api_key": f"{SECRET}\n{SECRET}"}, {}),
        (SettingsInvalid, {"api_key": f"“{SECRET}”"}, {}),
        (SettingsInvalid, {}, {"OLLAMA_HOST": f"ftp://u:{SECRET}@h"}),
        (SettingsInvalid, {}, {"OPENAI_BASE_URL": "https://o/v1"}),
        (SettingsInvalid, {}, {"OLLAMA_BASE_URL": f"h?key={SECRET}"}),
        (SettingsInvalid, {}, {"OLLAMA_API_KEY": f"{SECRET}\x00"}),
        (SettingsInvalid, {"judge_base_url": f"u:{SECRET}@h"}, {}),
        (SettingsInvalid, {"judge_api_key": f"“{SECRET}”"}, {}),
        (SettingsInvalid, {"judge_base_url": "https://other/v1"}, OPENAI_ENV),
        (SettingsInvalid, {"provider": "openai", "base_url": "https://o/v1,https://other/v1"}, OPENAI_ENV),
        (SettingsInvalid, {"judge_provider": "x"}, {}),
        (UsageError, {"judge_provider": "embedded"}, {}),
        (UsageError, {"provider": "embedded", "base_url": "http://h/v1"}, {}),
        (UsageError, {"retry": "ok"}, {}),
        (UsageError, {"refresh": "all"}, {}),
    ],
)
def test_what_is_refused_never_prints_a_secret(error, flags, environment):
    with pytest.raises(error) as caught:
        settle(environment, **flags)
    assert isinstance(caught.value, OmnibenchError)
    assert SECRET not in f"{caught.value} {caught.value.hint}"


@pytest.mark.parametrize(
    ("flags", "environment", "name", "model"),
    [
        ({}, {}, "gpt-oss:120b", "gpt-oss:120b"),
        ({"provider": "vllm"}, {}, "gpt-oss:120b", "openai/gpt-oss-120b"),
        ({"provider": "vllm"}, {"BENCHMARK_JUDGE_MODEL": "gpt-oss:20b"}, "gpt-oss:20b", "openai/gpt-oss-20b"),
        ({"judge_model": "j"}, {"BENCHMARK_JUDGE_MODEL": "k"}, "j", "j"),
        ({"judge_model": ""}, {"BENCHMARK_JUDGE_MODEL": "k"}, "", None),
        ({"judge_model": "re"}, {}, "re", None),
        ({"judge_model": "Regex"}, {}, "Regex", None),
        ({}, {"BENCHMARK_JUDGE_MODEL": ""}, "", None),
        ({"provider": "embedded"}, {}, "re", None),
        ({"judge_provider": "vllm"}, {}, "gpt-oss:120b", "openai/gpt-oss-120b"),
        ({"judge_provider": " VLLM"}, {}, "gpt-oss:120b", "openai/gpt-oss-120b"),
        ({"provider": "openrouter", "api_key": "k"}, {}, "gpt-oss:120b", "openai/gpt-oss-120b"),
        ({"provider": "vllm", "judge_model": "my/judge"}, {}, "my/judge", "my/judge"),
        ({"provider": "vllm", "judge_provider": "ollama"}, {}, "gpt-oss:120b", "gpt-oss:120b"),
        ({"provider": "openai"}, OPENAI_ENV, "gpt-oss:120b", "gpt-oss:120b"),
        ({"provider": "embedded", "judge_model": "smollm2:135m"}, {}, "smollm2:135m", "smollm2:135m"),
        ({"judge_model": " regex "}, {}, "regex", None),
        ({}, {"BENCHMARK_JUDGE_MODEL": " re "}, "re", None),
        ({"judge_model": "regexer"}, {}, "regexer", "regexer"),
    ],
)
def test_the_judge_by_flag_environment_and_default(flags, environment, name, model):
    settings = settle(environment, **flags)
    assert (() if model is None else (NamedJudge(name, model),)) == settings.judges


@pytest.mark.parametrize(
    ("flags", "environment", "judges"),
    [
        ({}, {}, ()),
        ({"provider": "vllm"}, {}, ()),
        ({"judge_api_key": "k"}, {}, ()),
        ({"judge_model": "re"}, {}, ()),
        ({"judge_policy": "rule"}, {}, ()),
        ({}, {"BENCHMARK_JUDGE_MODEL": "re"}, ()),
        ({"judge_model": "j"}, {}, ("j",)),
        ({}, {"BENCHMARK_JUDGE_MODEL": "j"}, ("j",)),
        ({"judge_policy": "llm"}, {}, ("gpt-oss:120b",)),
        ({"judge_policy": "rule-first"}, {}, ("gpt-oss:120b",)),
        ({"judge_blind": True}, {}, ("gpt-oss:120b",)),
        ({"judge_base_url": "http://j/v1"}, {}, ("gpt-oss:120b",)),
        ({"judge_provider": "vllm"}, {}, ("openai/gpt-oss-120b",)),
        ({"provider": "embedded", "judge_policy": "llm"}, {}, ()),
    ],
)
def test_a_prompt_that_is_scored_by_rules_has_no_judge_unless_one_is_spoken_of(flags, environment, judges):
    settings = settle(environment, prompt="medxpertqa", **flags)

    assert judges == tuple(judge.model_id for judge in settings.judges)


@pytest.mark.parametrize("prompt", ["direct", "cot"])
def test_other_prompts_have_the_judge_of_the_provider(prompt):
    settings = settle(prompt=prompt)

    assert ("llm", ["gpt-oss:120b"]) == (settings.judge_policy, [j.model_id for j in settings.judges])


def test_several_judges_form_a_panel_each_once():
    settings = settle(
        provider="vllm", judge_model="gpt-oss:120b, my/judge,openai/gpt-oss-120b,gpt-oss:120b,third"
    )
    assert (
        NamedJudge("gpt-oss:120b", "openai/gpt-oss-120b"),
        NamedJudge("my/judge", "my/judge"),
        NamedJudge("third", "third"),
    ) == settings.judges
    assert "gpt-oss:120b,my/judge,third" == settings.judge_name


@pytest.mark.parametrize("value", ["gpt-oss:120b,re", "a,,b", "regex,a"])
def test_rules_are_no_member_of_a_panel(value):
    with pytest.raises(UsageError, match="cannot stand beside others"):
        settle(judge_model=value)


def test_the_rule_policy_has_no_judge():
    assert () == settle(judge_model="a,b,c", judge_policy="rule").judges


def test_the_judge_shares_the_endpoint_unless_it_is_sent_elsewhere():
    assert not settle().judges_elsewhere
    assert not settle(judge_model="re", judge_provider="vllm").judges_elsewhere
    elsewhere = settle(api_key=SECRET, judge_base_url="http://j/v1").judge_endpoint
    assert (("http://j/v1",), "ollama") == (elsewhere.base_urls, elsewhere.api_key)
    other = settle({"VLLM_API_KEY": "v"}, api_key=SECRET, judge_provider="vllm").judge_endpoint
    assert ((VLLM,), "v") == (other.base_urls, other.api_key)
    keyed = settle(judge_api_key="j").judge_endpoint
    assert ((OLLAMA,), "j") == (keyed.base_urls, keyed.api_key)


@pytest.mark.parametrize(
    "named", ["http://localhost:11434/v1", "http://127.0.0.1:11434/v1/", "http://127.1:11434//v1"]
)
def test_a_judge_at_the_same_server_in_another_spelling_is_not_elsewhere(named):
    at_home = settle(provider="ollama", judge_base_url=named)

    assert at_home.judge_endpoint is at_home.endpoint
    assert not at_home.judges_elsewhere


def test_a_judge_at_a_server_of_the_pool_or_by_another_protocol_shares_its_memory():
    pool = settle(provider="ollama", base_url="http://a:1/v1,http://b:1/v1", judge_base_url="http://b:1/v1")
    other = settle(provider="ollama", judge_provider="custom", judge_base_url="http://localhost:11434/api")

    assert not pool.judges_elsewhere
    assert not other.judges_elsewhere
    assert settle(provider="ollama", judge_base_url="http://b:1/v1").judges_elsewhere


def test_openais_key_goes_to_openais_address_alone_also_for_a_judge():
    """The judge of another address is asked without it."""
    settings = settle(OPENAI_ENV, judge_base_url="http://other/v1")
    assert (SECRET, "none") == (settings.endpoint.api_key, settings.judge_endpoint.api_key)
    same = settle(OPENAI_ENV, judge_api_key="j").judge_endpoint
    assert (("https://o/v1",), "j") == (same.base_urls, same.api_key)
    back = settle(OPENAI_ENV, provider="ollama", judge_provider="openai").judge_endpoint
    assert (("https://o/v1",), SECRET) == (back.base_urls, back.api_key)


OPENROUTER = "https://openrouter.ai/api/v1"


@pytest.mark.parametrize(
    ("flags", "environment"),
    [
        ({"provider": "openrouter", "judge_base_url": "https://j/v1"}, {}),
        ({"provider": "openrouter", "judge_base_url": f"{OPENROUTER},https://j/v1"}, {}),
        (
            {"provider": "openrouter", "judge_base_url": "https://j/v1"},
            {"OPENROUTER_BASE_URL": "https://p/v1"},
        ),
        ({"judge_provider": "openrouter", "judge_base_url": "https://j/v1"}, {}),
    ],
)
def test_a_providers_key_does_not_go_to_a_judge_elsewhere(flags, environment):
    with pytest.raises(SettingsInvalid, match="no API key for OpenRouter") as caught:
        settle({"OPENROUTER_API_KEY": SECRET, **environment}, **flags)
    assert "--judge-api-key" in caught.value.hint


@pytest.mark.parametrize(("provider", "key"), [("vllm", "EMPTY"), ("ollama", "ollama")])
def test_a_judge_elsewhere_gets_the_key_that_any_server_takes(provider, key):
    environment = {f"{provider.upper()}_API_KEY": SECRET}
    settings = settle(environment, provider=provider, judge_base_url="http://j/v1")
    assert (SECRET, key) == (settings.endpoint.api_key, settings.judge_endpoint.api_key)


def test_a_judge_elsewhere_gets_the_key_that_is_given_for_it():
    flags = {"provider": "openrouter", "judge_base_url": "https://j/v1", "judge_api_key": "j"}
    assert "j" == settle({"OPENROUTER_API_KEY": SECRET}, **flags).judge_endpoint.api_key


@pytest.mark.parametrize(
    ("provider", "address", "environment"),
    [
        ("openrouter", OPENROUTER, {}),
        ("openrouter", f"{OPENROUTER}/", {}),
        ("openrouter", "https://p/v1", {"OPENROUTER_BASE_URL": "https://p/v1/"}),
        ("vllm", VLLM, {}),
        ("vllm", "http://v/v1", {"VLLM_BASE_URL": "http://v/v1"}),
    ],
)
def test_a_judge_at_its_providers_own_address_gets_the_providers_key(provider, address, environment):
    environment = {f"{provider.upper()}_API_KEY": SECRET, **environment}
    for flags in ({"provider": provider}, {"judge_provider": provider}):
        assert SECRET == settle(environment, **flags, judge_base_url=address).judge_endpoint.api_key


@pytest.mark.parametrize(
    ("flags", "name"),
    [
        ({"base_url": "h"}, "--base-url"),
        ({"judge_base_url": "h"}, "--judge-base-url"),
        ({"judge_base_url": "http://h/v1,h"}, "--judge-base-url"),
    ],
)
def test_an_address_that_is_refused_is_named_by_its_flag(flags, name):
    with pytest.raises(SettingsInvalid) as caught:
        settle(**flags)
    assert str(caught.value).startswith(f"{name} ")


@pytest.mark.parametrize("variable", [name for name in VARIABLES if name.endswith(("_HOST", "_BASE_URL"))])
def test_an_address_of_the_environment_is_refused_by_the_name_of_its_variable(variable):
    provider = variable.split("_")[0].lower()
    with pytest.raises(SettingsInvalid, match=variable):
        settle({variable: "ftp://h", "OPENROUTER_API_KEY": "k"}, provider=provider)


def test_every_variable_of_the_contract_is_read():
    assert {
        *("BENCHMARK_PROVIDER", "BENCHMARK_JUDGE_MODEL"),
        *("OLLAMA_HOST", "OLLAMA_BASE_URL", "OLLAMA_API_KEY"),
        *("OPENROUTER_BASE_URL", "OPENROUTER_API_KEY"),
        *("VLLM_HOST", "VLLM_BASE_URL", "VLLM_API_KEY"),
        *("SGLANG_HOST", "SGLANG_BASE_URL", "SGLANG_API_KEY"),
        *("LLAMACPP_HOST", "LLAMACPP_BASE_URL", "LLAMACPP_API_KEY"),
        *("LLAMASWAP_HOST", "LLAMASWAP_BASE_URL", "LLAMASWAP_API_KEY"),
        *("LMSTUDIO_HOST", "LMSTUDIO_BASE_URL", "LMSTUDIO_API_KEY"),
        *("OPENAI_BASE_URL", "OPENAI_API_KEY"),
        *("CUSTOM_BASE_URL", "CUSTOM_API_KEY"),
    } == VARIABLES.keys()


def test_a_custom_server_needs_an_address_and_no_key():
    with pytest.raises(SettingsInvalid, match="--base-url is needed with custom"):
        settle(provider="custom")
    at = settle(provider="custom", base_url="http://h:9000/v1").endpoint
    assert (("http://h:9000/v1",), "none") == (at.base_urls, at.api_key)
    at = settle({"CUSTOM_BASE_URL": "http://e/v1", "CUSTOM_API_KEY": "k"}, provider="custom").endpoint
    assert (("http://e/v1",), "k") == (at.base_urls, at.api_key)


def test_a_custom_servers_key_goes_to_no_judge_elsewhere():
    environment = {"CUSTOM_BASE_URL": "http://e/v1", "CUSTOM_API_KEY": "k"}
    for known in (environment, {"CUSTOM_API_KEY": "k"}):
        settings = settle(known, judge_provider="custom", judge_base_url="http://other/v1")
        assert "none" == settings.judge_endpoint.api_key
    assert "k" == settle(environment, judge_provider="custom").judge_endpoint.api_key


def test_flags_pass_through():
    settings = settle(
        concurrency=7, temperature=0.5, max_tokens=9, timeout=3.5, seed=0, limit=0, only="2025/*", prompt="cot",
        on_error="skip", dataset_dir="d", result_dir="r", max_cost_usd=2.5, max_hours=8, unload=True,
        ask_without_images=True,
    )  # fmt: skip
    assert (2.5, 8, True) == (settings.max_cost_usd, settings.max_hours, settings.unload)
    assert (True, False) == (settings.asks_without_images, settle().asks_without_images)
    assert not settle().unload
    assert (7, 0.5, 9, 3.5, 0, 0, "2025/*", "cot", True, Path("d"), Path("r")) == (
        settings.endpoint.concurrency, settings.temperature, settings.max_tokens, settings.timeout_s, settings.seed,
        settings.limit, settings.only, settings.prompt, settings.skips_errors, settings.dataset_dir, settings.result_dir,
    )  # fmt: skip
    assert (None, None, None, False) == (
        settle().endpoint.concurrency, settle().temperature, settle().seed, settle().skips_errors,
    )  # fmt: skip


def test_the_environment_wins_over_the_file_and_the_sdk_sees_no_openai_variables(tmp_path, monkeypatch):
    (tmp_path / ".env").write_text("OLLAMA_HOST=file\nVLLM_HOST=file\nOPENAI_BASE_URL=http://file/v1\n")
    monkeypatch.setenv("OLLAMA_HOST", "real")
    monkeypatch.setenv("OPENAI_API_KEY", SECRET)
    monkeypatch.setenv("OPENAI_ORG_ID", "o")
    environment = load_environment(tmp_path / ".env")
    names = ("OLLAMA_HOST", "VLLM_HOST", "OPENAI_BASE_URL", "OPENAI_API_KEY")
    assert ["real", "file", "http://file/v1", SECRET] == [environment[name] for name in names]
    assert [] == [name for name in os.environ if name.startswith("OPENAI_")]


def test_an_unreadable_env_file_is_refused_by_name(tmp_path):
    (tmp_path / ".env").write_bytes(b"\xff\xfe\x00")
    with pytest.raises(SettingsInvalid, match=r"\.env cannot be read"):
        load_environment(tmp_path / ".env")


def test_a_shown_endpoint_carries_no_secret():
    assert SECRET not in repr(settle(api_key=SECRET))


def test_lists_are_split_and_the_registry_is_found(tmp_path):
    settings = settle(models="a, b,,", retry="empty, truncated", refresh="stale")
    assert (("a", "b"), {"empty", "truncated"}, {"stale"}) == (
        settings.models,
        settings.retry,
        settings.refresh,
    )
    registry = tmp_path / "models" / "ollama_models.json"
    registry.parent.mkdir()
    registry.write_text("[]")
    assert registry == resolve(Flags(), {}, tmp_path).registry_path
    assert Path("r.json") == resolve(Flags(registry="r.json"), {}, tmp_path).registry_path


def test_a_judges_prices_stand_in_the_registry_of_its_provider(tmp_path):
    (tmp_path / "models").mkdir()
    for name in ("ollama", "vllm"):
        (tmp_path / f"models/{name}_models.json").write_text("[]")
    paths = [
        resolve(Flags(**flags), {}, tmp_path).judge_registry_path
        for flags in (
            {},
            {"registry": "mine.json"},
            {"registry": "mine.json", "judge_base_url": "http://j/v1"},
            {"registry": "mine.json", "judge_provider": "vllm"},
            {"judge_provider": "llamacpp"},
        )
    ]

    models = tmp_path / "models"
    assert [
        models / "ollama_models.json", Path("mine.json"), Path("mine.json"), models / "vllm_models.json", None
    ] == paths  # fmt: skip


def test_flags_never_show_a_key():
    assert "canary" not in repr(Flags(api_key="sk-canary", judge_api_key="sk-canary-too"))


@pytest.mark.parametrize(
    ("flags", "named"),
    [
        ({"api_key": "k\ney"}, "--api-key"),
        ({"judge_api_key": "k\ney"}, "--judge-api-key"),
        ({"base_url": "localhost"}, "--base-url"),
        ({"judge_base_url": "localhost"}, "--judge-base-url"),
        ({"judge_provider": "openai"}, "--judge-api-key"),
    ],
)
def test_an_error_names_the_flag_that_the_user_typed(flags, named):
    with pytest.raises(SettingsInvalid) as caught:
        settle(**flags)
    assert named in (str(caught.value) + caught.value.hint).replace(".", " ").replace(",", " ").split()


@pytest.mark.parametrize(
    ("address", "flags", "environment"),
    [
        ("http://v:8000/v1", {}, {"VLLM_HOST": "v"}),
        ("http://a/v1", {}, {"VLLM_BASE_URL": "http://a/v1,http://b/v1"}),
        ("http://a/v1", {"base_url": "http://a/v1"}, {}),
    ],
)
def test_a_judge_at_its_providers_own_address_gets_the_key_of_the_answers(address, flags, environment):
    settings = settle(
        {"VLLM_API_KEY": SECRET, **environment}, provider="vllm", judge_base_url=address, **flags
    )

    assert SECRET == settings.endpoint.api_key == settings.judge_endpoint.api_key
