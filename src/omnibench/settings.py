"""Flags over environment (.env) over registry over defaults, as one frozen record. Nothing else reads `os.environ`.

Provider and address:

- `--provider`, else BENCHMARK_PROVIDER, else `openai` when only OPENAI_BASE_URL is set, else `ollama`.
- `--base-url`, else the provider's BASE_URL variable, else its HOST variable, else its default.
- `--api-key`, else the provider's API_KEY variable, else its default.
- OPENAI_BASE_URL and OPENAI_API_KEY count only when no provider was named and the variables of the default one are
  unset; that key goes only to that URL.
"""

from __future__ import annotations

import os
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import TYPE_CHECKING, Final, Literal, get_args

from omnibench.ask.addresses import base_urls, same_place
from omnibench.ask.endpoint import Given, settle_endpoint
from omnibench.ask.presets import PRESETS, Endpoint, Preset
from omnibench.errors import SettingsInvalid, UsageError
from omnibench.plan.prompts import PROMPTS

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from omnibench.records import Mode, Venue

JudgePolicy = Literal["llm", "rule-first", "rule"]
"""Who judges: the judge model; rules where they are sure, else the judge model; rules alone."""
OnError = Literal["stop", "skip", "wait", "skip,wait"]
ON_ERROR: Final[tuple[OnError, ...]] = get_args(OnError)
MAX_WAIT_S: Final = 7200.0
TOP_LOGPROBS: Final = 20
"""Alternatives to a token: what every provider allows at most."""
DEFAULT_PROVIDER: Final = "ollama"
RULES_ALONE: Final = frozenset({"", "re", "regex"})
MAX_TOKENS: Final[Mapping[Mode, int]] = {"think": 131_072, "non_think": 4_096}
TIMEOUT_S: Final[Mapping[Mode, float]] = {"think": 3_600.0, "non_think": 600.0}

VARIABLES: Final[Mapping[str, str]] = {
    "BENCHMARK_PROVIDER": "provider when --provider is not given",
    "BENCHMARK_JUDGE_MODEL": "judge model when --judge-model is not given; re or empty: rules alone",
    **{
        variable: f"{preset.title}: {meaning}"
        for preset in PRESETS.values()
        for variable, meaning in (
            (preset.host_variable, "host, host:port or URL"),
            (preset.base_url_variable, f"full base URL{', wins over the host' * bool(preset.host_variable)}"),
            (preset.api_key_variable, "API key"),
        )
        if variable
    },
}
"""Every variable that is read, with its meaning; `.env.example` lists the same (a test)."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Flags:
    """What the command line said; None where it said nothing. One field a flag, `--base-url` is `base_url`."""

    provider: str | None = None
    base_url: str | None = None
    api_key: str | None = field(default=None, repr=False)
    judge_model: str | None = None
    judge_policy: JudgePolicy | None = None
    """None: the judge model, unless the prompt's benchmark scores by rules."""
    judge_blind: bool = False
    judge_provider: str | None = None
    judge_base_url: str | None = None
    judge_api_key: str | None = field(default=None, repr=False)
    models: str | None = None
    registry: str | None = None
    dataset_dir: str = "dataset"
    result_dir: str = "result"
    only: str | None = None
    limit: int | None = None
    concurrency: int | None = None
    """None: found out while asking."""
    rpm: float | None = None
    tpm: float | None = None
    unload: bool = False
    temperature: float | None = None
    max_tokens: int | None = None
    timeout: float | None = None
    seed: int | None = None
    prompt: str = "direct"
    logprobs: bool = False
    ask_without_images: bool = False
    max_cost_usd: float | None = None
    max_hours: float | None = None
    on_error: OnError = "stop"
    max_wait: float = MAX_WAIT_S
    retry: str = ""
    refresh: str = ""


@dataclass(frozen=True, slots=True)
class NamedJudge:
    """A judge model by the name that the user gave it, and by its id at its endpoint."""

    name: str
    model_id: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Settings:
    """All that a command needs to know, resolved."""

    endpoint: Endpoint
    judge_endpoint: Endpoint
    judges: tuple[NamedJudge, ...]
    """Empty for rules alone; several form a panel, whose majority counts."""
    judge_policy: JudgePolicy
    judge_blind: bool
    """Judges answer each question themselves first."""
    models: tuple[str, ...]
    registry_path: Path | None
    judge_registry_path: Path | None
    """Of the judge's provider; only prices are taken from it."""
    dataset_dir: Path
    result_dir: Path
    only: str | None
    limit: int | None
    unload: bool
    """A finished model is let go before the next one loads."""
    temperature: float | None
    max_tokens: int | None
    timeout_s: float | None
    seed: int | None
    prompt: str
    logprobs: bool
    """How likely each option was is asked for."""
    asks_without_images: bool
    """Questions whose pictures did not come with their bank are asked all the same."""
    skips_errors: bool
    max_cost_usd: float | None
    """Nothing new is asked once this run's answers and verdicts have cost so much."""
    max_hours: float | None
    """Nothing new is asked once this run has lasted so long."""
    retry: frozenset[str]
    refresh: frozenset[str]
    environment: Mapping[str, str] = field(repr=False, compare=False)
    """For the endpoints that only a registry names."""

    @property
    def judge_name(self) -> str:
        """The judges' names as given, comma-separated."""
        return ",".join(judge.name for judge in self.judges)

    @property
    def judges_elsewhere(self) -> bool:
        """Whether the judge has servers of its own, so that its work costs the models none of theirs."""
        return not _places(self.judge_endpoint) & _places(self.endpoint)


def _places(endpoint: Endpoint) -> set[tuple[str, str, int, str]]:
    """Return where an endpoint's servers are, however their addresses are spelled; a server is a host and a port."""
    if endpoint.preset.is_embedded:
        return {("", "", 0, "")}
    return {("", host, port, "") for _, host, port, _ in map(same_place, endpoint.base_urls)}


def load_environment(dotenv_path: Path) -> dict[str, str]:
    """Return the environment with `.env` below it, and keep OPENAI_* out of what the SDK sees.

    The SDK would read its key, organisation, headers and log level from there, whatever the provider is.
    """
    from dotenv import dotenv_values  # noqa: PLC0415 - `--help` needs none of it

    try:
        values = {name: value for name, value in dotenv_values(dotenv_path).items() if value is not None}
    except (OSError, UnicodeDecodeError) as error:
        raise SettingsInvalid(f"{dotenv_path} cannot be read: {error}") from None
    environment = {**values, **os.environ}
    for name in [name for name in os.environ if name.startswith("OPENAI_")]:
        del os.environ[name]
    return environment


def resolve(flags: Flags, environment: Mapping[str, str], root: Path) -> Settings:
    """Settle every setting.

    Args:
        flags: of the command line.
        environment: variables, `.env` included.
        root: the folder that holds `models/`.

    Raises:
        SettingsInvalid, UsageError.
    """
    preset, uses_openai_variables = _choose_provider(flags, environment)
    if flags.logprobs and not preset.tells_probabilities:
        raise UsageError(f"{preset.title} does not tell probabilities", hint="Leave --logprobs out.")
    given = Given(base_url=flags.base_url, api_key=flags.api_key)
    endpoint = settle_endpoint(preset, given, environment, is_named=not uses_openai_variables)
    endpoint = _limited(endpoint, flags)
    judge_endpoint = _judge_endpoint(flags, environment, endpoint)
    names = () if flags.judge_policy == "rule" else _judge_names(flags, environment, judge_endpoint.preset)
    return Settings(
        endpoint=endpoint,
        judge_endpoint=judge_endpoint if names else endpoint,
        judges=_judges(names, judge_endpoint.preset),
        judge_policy=flags.judge_policy or "llm",
        judge_blind=flags.judge_blind,
        models=tuple(name.strip() for name in (flags.models or "").split(",") if name.strip()),
        registry_path=_registry_path(flags, preset, root),
        judge_registry_path=_judge_registry_path(flags, preset, judge_endpoint.preset, root),
        dataset_dir=Path(flags.dataset_dir),
        result_dir=Path(flags.result_dir),
        only=flags.only,
        limit=flags.limit,
        unload=flags.unload,
        temperature=flags.temperature,
        max_tokens=flags.max_tokens,
        timeout_s=flags.timeout,
        seed=flags.seed,
        prompt=flags.prompt,
        logprobs=flags.logprobs,
        asks_without_images=flags.ask_without_images,
        skips_errors="skip" in flags.on_error.split(","),
        max_cost_usd=flags.max_cost_usd,
        max_hours=flags.max_hours,
        retry=_choices("--retry", flags.retry, {"truncated", "empty", "filtered"}),
        refresh=_choices("--refresh", flags.refresh, {"stale", "settings"}),
        environment=environment,
    )


def venue_endpoint(settings: Settings, venue: Venue) -> Endpoint:
    """Settle where one of a model's other endpoints is, by the rules of a judge that is elsewhere.

    Limits and patience are the run's, for each endpoint on its own.

    Raises:
        SettingsInvalid, UsageError.
    """
    preset = PRESETS.get(venue.provider)
    if preset is None or preset.is_embedded:
        known = ", ".join(name for name, one in PRESETS.items() if not one.is_embedded)
        raise SettingsInvalid(
            f"also_at: no server of {venue.provider} can be asked", hint=f"Known are {known}."
        )
    if settings.logprobs and not preset.tells_probabilities:
        raise UsageError(f"also_at: {preset.title} does not tell probabilities", hint="Leave --logprobs out.")
    given = Given(
        base_url=venue.base_url, api_key=None, flags="also_at: ", api_key_variable=venue.api_key_variable
    )
    own = settings.endpoint
    return replace(
        settle_endpoint(preset, given, settings.environment, is_named=True),
        concurrency=own.concurrency,
        requests_a_minute=own.requests_a_minute,
        tokens_a_minute=own.tokens_a_minute,
        max_wait_s=own.max_wait_s,
    )


def _choose_provider(flags: Flags, environment: Mapping[str, str]) -> tuple[Preset, bool]:
    name = flags.provider or environment.get("BENCHMARK_PROVIDER")
    if name:
        source = "--provider" if flags.provider else "BENCHMARK_PROVIDER"
        if name.strip().lower() not in PRESETS:
            raise SettingsInvalid(f"{source} {name} is not known", hint=f"Known are {', '.join(PRESETS)}.")
        return PRESETS[name.strip().lower()], False
    default = PRESETS[DEFAULT_PROVIDER]
    own = (default.host_variable, default.base_url_variable, default.api_key_variable)
    if (
        not flags.base_url
        and environment.get("OPENAI_BASE_URL")
        and not any(environment.get(v or "") for v in own)
    ):
        return PRESETS["openai"], True
    return default, False


def _judge_endpoint(flags: Flags, environment: Mapping[str, str], endpoint: Endpoint) -> Endpoint:
    if not (flags.judge_provider or flags.judge_base_url or flags.judge_api_key):
        return endpoint
    name = (flags.judge_provider or endpoint.provider).strip().lower()
    if name not in PRESETS:
        raise SettingsInvalid(
            f"--judge-provider {name} is not known", hint=f"Known are {', '.join(PRESETS)}."
        )
    preset = PRESETS[name]
    is_same_provider = name == endpoint.provider
    if name == "embedded":
        raise UsageError("the embedded provider cannot judge for another one", hint="Name a server.")
    named = base_urls("--judge-base-url", flags.judge_base_url) if flags.judge_base_url else ()
    own = {same_place(url) for url in endpoint.base_urls}
    is_same_place = is_same_provider and {same_place(url) for url in named} <= own
    if is_same_place and {same_place(url) for url in named} in (own, set()) and not flags.judge_api_key:
        return endpoint  # the same servers, spelled in another way or named again
    given = Given(
        base_url=flags.judge_base_url or (",".join(endpoint.base_urls) if is_same_provider else None),
        api_key=flags.judge_api_key or (endpoint.api_key if is_same_place else None),
        flags="--judge-",
    )
    judges = settle_endpoint(preset, given, environment, is_named=True)
    return _limited(judges, flags)


def _limited(endpoint: Endpoint, flags: Flags) -> Endpoint:
    """Set the limits and the patience that the user gave; they hold for each endpoint on its own."""
    return replace(
        endpoint,
        concurrency=flags.concurrency or endpoint.concurrency,
        requests_a_minute=flags.rpm,
        tokens_a_minute=flags.tpm,
        max_wait_s=flags.max_wait if "wait" in flags.on_error.split(",") else 0.0,
    )


def _judge_names(flags: Flags, environment: Mapping[str, str], preset: Preset) -> tuple[str, ...]:
    """Return the judges' names, each once; none for rules alone.

    Raises:
        UsageError: rules are no member of a panel.
    """
    given = flags.judge_model
    default = "re" if _is_scored_by_rules(flags) else preset.default_judge
    value = environment.get("BENCHMARK_JUDGE_MODEL", default) if given is None else given
    names = tuple(dict.fromkeys(name.strip() for name in value.split(",")))
    if len(names) == 1 and names[0].lower() in RULES_ALONE:
        return ()
    if wrong := [name for name in names if name.lower() in RULES_ALONE]:
        raise UsageError(
            f"--judge-model {value}: {wrong[0]!r} is no judge model and cannot stand beside others",
            hint="Name models alone, or re alone for rules.",
        )
    return names


def _is_scored_by_rules(flags: Flags) -> bool:
    """Say whether the prompt's benchmark scores by rules, and no flag speaks of a judge model."""
    prompt = PROMPTS.get(flags.prompt)
    wants_judge = flags.judge_policy or flags.judge_blind or flags.judge_provider or flags.judge_base_url
    return prompt is not None and prompt.judges_by_rules and not wants_judge


def _judges(names: Sequence[str], preset: Preset) -> tuple[NamedJudge, ...]:
    """Return the judges; a model that was named twice, once by an alias, has one voice."""
    found: dict[str, NamedJudge] = {}
    for name in names:
        model_id = preset.model_aliases.get(name, name)
        found.setdefault(model_id, NamedJudge(name, model_id))
    return tuple(found.values())


def _registry_path(flags: Flags, preset: Preset, root: Path) -> Path | None:
    if flags.registry:
        return Path(flags.registry)
    path = root / "models" / f"{preset.name}_models.json"
    return path if path.is_file() else None


def _judge_registry_path(flags: Flags, preset: Preset, judge_preset: Preset, root: Path) -> Path | None:
    is_same = judge_preset is preset
    return _registry_path(flags if is_same else Flags(), judge_preset, root)


def _choices(flag: str, value: str, known: set[str]) -> frozenset[str]:
    chosen = {part.strip() for part in value.split(",") if part.strip()}
    if unknown := chosen - known:
        raise UsageError(
            f"{flag} {', '.join(sorted(unknown))} is not known", hint=f"Known are {', '.join(sorted(known))}."
        )
    return frozenset(chosen)
