"""The providers, as data. Pure and without heavy imports: settings and `--help` read it too.

To add a provider: one entry here, its registry `models/<name>_models.json` if it has one, its variables in
`.env.example`. Code is needed only when its way to switch reasoning is new (`ask/dialects.py`).
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Final, Literal

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

DialectName = Literal["ollama", "openrouter", "vllm", "sglang", "llamacpp", "lmstudio", "openai", "plain"]
DEFAULT_JUDGE: Final = "gpt-oss:120b"
_NO_WEBP: Final = frozenset({"image/png", "image/jpeg"})
"""LM Studio refuses WebP (lmstudio-bug-tracker#1752); llama.cpp's decoder has none, and may drop it without a word."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Preset:
    """What is known of a provider before it is asked."""

    name: str
    title: str
    default_base_url: str
    """Empty for the embedded server, whose port is known when it runs, and where the user must name one."""
    is_embedded: bool = False
    """The server runs in this process."""
    default_port: int | None = None
    """Added to a HOST variable that names none."""
    host_variable: str | None = None
    base_url_variable: str | None = None
    api_key_variable: str | None = None
    default_api_key: str | None = None
    """For servers that want any key; None means that a key must be given."""
    concurrency: int
    """Requests that such a server usually takes at once; `ask.pace` finds out how many this one takes."""
    loads_on_demand: bool = False
    """One model in memory at a time: changing models costs a load."""
    can_unload: bool = False
    """A model can be let go by a request."""
    dialect: DialectName
    tells_cost: bool = False
    """Each reply says what it cost."""
    tells_probabilities: bool = True
    """Whether its servers can tell how likely tokens were."""
    shows_reasoning: bool = True
    """Reasoning comes back, so that its absence means that there was none."""
    max_tokens_field: Literal["max_tokens", "max_completion_tokens"] = "max_tokens"
    model_aliases: Mapping[str, str] = field(default_factory=dict)
    """The usual name of a judge or of the connectivity check to this provider's own id."""
    default_judge: str = DEFAULT_JUDGE
    image_types: frozenset[str] = frozenset({"image/png", "image/jpeg", "image/webp"})
    """Pictures that are sent as they are; others are sent as PNG."""
    max_image_bytes: int = 20_000_000
    """Of one picture. Where the provider names no limit this is a bound for requests that nobody means."""
    pull_hint: str = ""
    """How to get a model that is missing; `{model}` is replaced."""
    context_hint: str = ""
    """How its server gives a model a longer context; empty where nobody but the provider can. `{least}` is replaced."""

    def give_context(self, least: int | None = None) -> str:
        """Say how its server gives a model a longer context, and how long it must be where that is known."""
        return self.context_hint.format(least="" if least is None else f", at least {least}")


PRESETS: Final[Mapping[str, Preset]] = {
    "ollama": Preset(
        name="ollama",
        title="Ollama",
        default_base_url="http://localhost:11434/v1",
        default_port=11434,
        host_variable="OLLAMA_HOST",
        base_url_variable="OLLAMA_BASE_URL",
        api_key_variable="OLLAMA_API_KEY",
        default_api_key="ollama",
        concurrency=2,
        loads_on_demand=True,
        can_unload=True,
        dialect="ollama",
        pull_hint="ollama pull {model}",
        context_hint="Start the server with a larger OLLAMA_CONTEXT_LENGTH{least}.",
    ),
    "openrouter": Preset(
        name="openrouter",
        title="OpenRouter",
        default_base_url="https://openrouter.ai/api/v1",
        base_url_variable="OPENROUTER_BASE_URL",
        api_key_variable="OPENROUTER_API_KEY",
        concurrency=16,
        dialect="openrouter",
        max_image_bytes=5_000_000,  # the smallest limit among its upstreams: Anthropic's
        tells_cost=True,
        model_aliases={"gpt-oss:120b": "openai/gpt-oss-120b", "gpt-oss:20b": "openai/gpt-oss-20b"},
    ),
    "vllm": Preset(
        name="vllm",
        title="vLLM",
        default_base_url="http://localhost:8000/v1",
        default_port=8000,
        host_variable="VLLM_HOST",
        base_url_variable="VLLM_BASE_URL",
        api_key_variable="VLLM_API_KEY",
        default_api_key="EMPTY",
        concurrency=64,
        dialect="vllm",
        model_aliases={"gpt-oss:120b": "openai/gpt-oss-120b", "gpt-oss:20b": "openai/gpt-oss-20b"},
        pull_hint="vllm serve {model}",
        context_hint="Start the server with a larger --max-model-len{least}.",
    ),
    "sglang": Preset(
        name="sglang",
        title="SGLang",
        default_base_url="http://localhost:30000/v1",
        default_port=30_000,
        host_variable="SGLANG_HOST",
        base_url_variable="SGLANG_BASE_URL",
        api_key_variable="SGLANG_API_KEY",
        default_api_key="EMPTY",
        concurrency=64,
        dialect="sglang",
        model_aliases={"gpt-oss:120b": "openai/gpt-oss-120b", "gpt-oss:20b": "openai/gpt-oss-20b"},
        pull_hint="python -m sglang.launch_server --model-path {model}",
        context_hint="Start the server with a larger --context-length{least}.",
    ),
    "llamacpp": Preset(
        name="llamacpp",
        title="llama.cpp",
        default_base_url="http://localhost:8080/v1",
        default_port=8080,
        host_variable="LLAMACPP_HOST",
        base_url_variable="LLAMACPP_BASE_URL",
        api_key_variable="LLAMACPP_API_KEY",
        default_api_key="none",
        concurrency=4,
        dialect="llamacpp",
        image_types=_NO_WEBP,
        pull_hint="llama-server -m FILE.gguf --alias {model}",
        context_hint="Give each slot a larger context{least}: with a larger --ctx-size, or a smaller --parallel.",
    ),
    "llamaswap": Preset(
        name="llamaswap",
        title="llama-swap",
        default_base_url="http://localhost:8080/v1",
        default_port=8080,
        host_variable="LLAMASWAP_HOST",
        base_url_variable="LLAMASWAP_BASE_URL",
        api_key_variable="LLAMASWAP_API_KEY",
        default_api_key="none",
        concurrency=4,
        loads_on_demand=True,
        dialect="llamacpp",  # what stands behind it most often; vLLM takes the same switches
        image_types=_NO_WEBP,
        pull_hint="Give llama-swap's configuration a model {model}.",
        context_hint="Give the model's command in llama-swap's configuration a larger context.",
    ),
    "lmstudio": Preset(
        name="lmstudio",
        title="LM Studio",
        default_base_url="http://localhost:1234/v1",
        default_port=1234,
        host_variable="LMSTUDIO_HOST",
        base_url_variable="LMSTUDIO_BASE_URL",
        api_key_variable="LMSTUDIO_API_KEY",
        default_api_key="lm-studio",
        concurrency=1,
        loads_on_demand=True,
        dialect="lmstudio",
        tells_probabilities=False,
        image_types=_NO_WEBP,
        model_aliases={"gpt-oss:120b": "openai/gpt-oss-120b", "gpt-oss:20b": "openai/gpt-oss-20b"},
        pull_hint="lms get {model}",
        context_hint="Load the model with a larger context{least}: lms load MODEL --context-length N.",
    ),
    "openai": Preset(
        name="openai",
        title="OpenAI or a compatible service",
        default_base_url="https://api.openai.com/v1",
        base_url_variable="OPENAI_BASE_URL",
        api_key_variable="OPENAI_API_KEY",
        concurrency=16,
        dialect="openai",
        max_tokens_field="max_completion_tokens",
        shows_reasoning=False,
    ),
    "custom": Preset(
        name="custom",
        title="the server at --base-url",
        default_base_url="",
        base_url_variable="CUSTOM_BASE_URL",
        api_key_variable="CUSTOM_API_KEY",
        default_api_key="none",
        concurrency=4,
        dialect="plain",
        shows_reasoning=False,
    ),
    "embedded": Preset(
        name="embedded",
        title="embedded llama.cpp",
        default_base_url="",
        is_embedded=True,
        default_api_key="embedded",
        concurrency=4,
        loads_on_demand=True,
        dialect="llamacpp",
        default_judge="re",
    ),
}


@dataclass(frozen=True, slots=True, kw_only=True)
class Endpoint:
    """A provider at an address, ready to be asked."""

    preset: Preset
    base_urls: tuple[str, ...]
    """Without a trailing slash; several form a pool. Empty for the embedded server until it runs."""
    api_key: str = field(repr=False)
    concurrency: int | None = None
    """Requests in flight at each URL; None: found out while asking."""
    requests_a_minute: float | None = None
    tokens_a_minute: float | None = None
    max_wait_s: float = 0.0
    """How long a server that is gone is waited for."""

    @property
    def provider(self) -> str:
        """The preset's name."""
        return self.preset.name


def presets_named(names: Iterable[str]) -> list[Preset]:
    """Return the providers that are known by these names, each once, in order."""
    return [PRESETS[name] for name in dict.fromkeys(names) if name in PRESETS]
