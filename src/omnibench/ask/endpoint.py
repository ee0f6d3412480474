"""Settles an endpoint: where a provider is and which key it gets, from flags or the registry, and the environment."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Literal

from omnibench.ask.addresses import base_url_of_host, base_urls
from omnibench.ask.presets import PRESETS, Endpoint
from omnibench.errors import SettingsInvalid, UsageError

if TYPE_CHECKING:
    from collections.abc import Mapping

    from omnibench.ask.presets import Preset


@dataclass(frozen=True, slots=True, kw_only=True)
class Given:
    """What flags said of one endpoint."""

    base_url: str | None
    api_key: str | None = field(repr=False)
    flags: Literal["--", "--judge-", "also_at: "] = "--"
    """How the flags, or the registry's field, begin that said it."""
    api_key_variable: str | None = None
    """In place of the provider's own."""


def settle_endpoint(
    preset: Preset, given: Given, environment: Mapping[str, str], *, is_named: bool
) -> Endpoint:
    """Settle where a provider is and with which key it is asked.

    Args:
        preset: the provider.
        given: what flags or the registry say.
        environment: variables, `.env` included.
        is_named: the provider was named, and did not follow from OPENAI_BASE_URL.

    Raises:
        SettingsInvalid, UsageError.
    """
    if preset.is_embedded and given.base_url:
        raise UsageError("--base-url has no meaning for the embedded provider", hint="It serves itself.")
    urls = _base_urls(preset, given, environment)
    if not urls and not preset.is_embedded:
        raise SettingsInvalid(
            f"{given.flags}base-url is needed with {preset.name}",
            hint=f"Give it, or set {preset.base_url_variable} in the environment or in .env.",
        )
    variable = given.api_key_variable or preset.api_key_variable or ""
    key = (given.api_key or environment.get(variable) or "").strip()
    if not (key.isascii() and key.isprintable()):
        source = f"{given.flags}api-key" if given.api_key else variable
        raise SettingsInvalid(f"{source} holds characters that no API key has", hint="Copy the key again.")
    is_second = given.flags != "--"
    is_own = given.base_url is None or (not is_second and not (preset.name == "openai" and is_named))
    owner = next((one for one in PRESETS.values() if one.api_key_variable == variable), None)
    if key and not given.api_key and owner and not (owner is preset and is_own):
        # OPENAI_API_KEY belongs to OPENAI_BASE_URL (or OpenAI itself), and any provider's key to its own address when
        # a judge or a venue is somewhere else: another address must bring its own key.
        own = _base_urls(owner, Given(base_url=None, api_key=None), environment)
        key = key if set(urls) <= {*own, owner.default_base_url} else ""
    key = key or preset.default_api_key or ""
    if not key and preset.name == "openai" and all(_is_http(url) for url in urls):
        key = "none"  # a local server behind the OpenAI preset wants no key
    if not key:
        raise SettingsInvalid(
            f"no API key for {preset.title}",
            hint=_key_hint(preset, given),
        )
    return Endpoint(
        preset=preset,
        base_urls=urls,
        api_key=key,
        concurrency=preset.concurrency if preset.is_embedded else None,  # it has that many slots
    )


def _key_hint(preset: Preset, given: Given) -> str:
    if given.flags == "also_at: ":
        name = given.api_key_variable or preset.api_key_variable
        return f"Set {name} in the environment or in .env; for an address of your own name it in api_key_variable."
    return f"Set {preset.api_key_variable} in the environment or in .env, or give {given.flags}api-key."


def _is_http(url: str) -> bool:
    return url.startswith("http://")


def _base_urls(preset: Preset, given: Given, environment: Mapping[str, str]) -> tuple[str, ...]:
    if preset.is_embedded:
        return ()
    variable = preset.base_url_variable or ""
    if given.base_url:
        return base_urls(f"{given.flags}base-url", given.base_url)
    if value := environment.get(variable):
        return base_urls(variable, value)
    host_variable = preset.host_variable or ""
    if (value := environment.get(host_variable)) and preset.default_port:
        return (base_url_of_host(host_variable, value, preset.default_port),)
    return (preset.default_base_url,) if preset.default_base_url else ()
