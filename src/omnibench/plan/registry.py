"""Reads a model registry, `{"models": [...]}` or a bare list of entries."""

from __future__ import annotations

import re
from difflib import get_close_matches
from typing import TYPE_CHECKING, Any, Final, cast, get_args

from omnibench import strict_json
from omnibench.records import EFFORTS, Fault, Mode, Model, Prices, Venue

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence


_FIELDS = frozenset(
    [
        "model_id",
        "model_key",
        "provider",
        "family",
        "size",
        "download_gb",
        "mode",
        "enabled",
        "max_tokens",
        "temperature",
        "extra_body",
        "price_per_million",
        "also_at",
    ]
)
_VENUE_FIELDS: Final = frozenset(
    ["provider", "model_id", "base_url", "api_key_variable", "extra_body", "price_per_million"]
)
_PRICED = frozenset({"prompt", "completion"})
_OURS = frozenset({"model", "messages", "stream", "n"})
_EXTRA_RULE: Final = f"must be an object, without {', '.join(sorted(_OURS))}, which the program itself sends"
_PRICE_RULE: Final = (
    "must be an object of prompt and completion, dollars for a million tokens of each, or null"
)
_KEY_VARIABLE: Final = r"OMNIBENCH_[A-Z0-9_]+_API_KEY|(?:OLLAMA|OPENROUTER|VLLM|SGLANG|LLAMACPP|LLAMASWAP|LMSTUDIO|OPENAI|CUSTOM)_API_KEY"
"""A registry of somebody else cannot name the key of another program."""
_SECRETS: Final = frozenset(["api_key", "key", "token", "headers", "authorization", "password"])
_SLIP = 0.85
"""How alike two names are, by difflib's ratio: `max_token` and `max_tokens`."""


def model_key_of(model_id: str) -> str:
    """Make the stable field name of a model: lower case, each run outside [a-z0-9] one underscore."""
    return re.sub(r"[^a-z0-9]+", "_", model_id.lower()).strip("_") or "model"


def parse_mode(name: Any) -> tuple[Mode, str | None] | None:
    """Read `think`, `non_think` or `think:high`; None for anything else."""
    base, colon, effort = str(name).partition(":")
    if base not in get_args(Mode) or (colon and (base != "think" or effort not in EFFORTS)):
        return None
    return cast("Mode", base), effort or None


def parse_registry(path: str, content: bytes) -> tuple[tuple[Model, ...], tuple[Fault, ...]]:
    """Read a registry; return its entries in order and everything that is wrong with it."""
    try:
        raw = strict_json.parse(content)
    except ValueError as error:
        return (), (Fault(path=path, item="", field="", reason=f"is not JSON: {error}"),)
    entries = raw.get("models") if isinstance(raw, dict) else raw
    if not isinstance(entries, list):
        return (), (Fault(path=path, item="", field="models", reason="must be a list of models"),)
    models: list[Model] = []
    faults: list[Fault] = []
    for index, entry in enumerate(entries):
        where = f"models[{index}]"
        if not isinstance(entry, dict) or not isinstance(entry.get("model_id"), str) or not entry["model_id"]:
            faults.append(
                Fault(path=path, item=where, field="model_id", reason="must be the provider's name")
            )
            continue
        where = f"{where} ({entry['model_id']})"
        wrong = [Fault(path=path, item=where, field=f, reason=r) for f, r in _wrong_fields(entry)]
        faults += wrong
        if not wrong:
            models.append(_model_of(entry))
    return tuple(models), (*faults, *_doubled_keys(path, models))


def model_named(model_id: str, mode: Mode = "non_think") -> Model:
    """Make the entry of a model that stands in no registry."""
    return Model(model_id=model_id, model_key=model_key_of(model_id), mode=mode, mode_is_known=False)


def _model_of(entry: Mapping[str, Any]) -> Model:
    mode, effort = parse_mode(entry.get("mode")) or ("non_think", None)
    return Model(
        model_id=entry["model_id"],
        model_key=entry.get("model_key") or model_key_of(entry["model_id"]),
        mode=mode,
        effort=effort,
        family=str(entry.get("family") or ""),
        size=str(entry.get("size") or ""),
        download_gb=entry.get("download_gb"),
        enabled=entry.get("enabled", True),
        max_tokens=entry.get("max_tokens"),
        temperature=entry.get("temperature", 0.0),
        has_temperature="temperature" in entry,
        extra_body=entry.get("extra_body") or {},
        price_per_million=_prices_of(entry),
        also_at=tuple(_venue_of(venue, entry["model_id"]) for venue in entry.get("also_at") or ()),
    )


def _venue_of(venue: Mapping[str, Any], model_id: str) -> Venue:
    return Venue(
        provider=venue["provider"].strip().lower(),
        model_id=venue.get("model_id") or model_id,
        base_url=venue.get("base_url"),
        api_key_variable=venue.get("api_key_variable"),
        extra_body=venue.get("extra_body") or {},
        price_per_million=_prices_of(venue),
    )


def _prices_of(entry: Mapping[str, Any]) -> Prices | None:
    price = entry.get("price_per_million")
    return Prices(**{name: float(price[name]) for name in _PRICED}) if price else None


def _wrong_fields(entry: Mapping[str, Any]) -> list[tuple[str, str]]:
    checks = (
        ("mode", parse_mode(entry.get("mode", "non_think")) is not None,
         f"must be think, non_think, or think: with one of {', '.join(EFFORTS)}"),
        ("enabled", isinstance(entry.get("enabled", True), bool), "must be true or false"),
        ("model_key", _is_key(entry.get("model_key") or "x"),
         "may hold a-z, 0-9 and _ only"),
        ("max_tokens", _is_count(entry.get("max_tokens")), "must be a whole number above 0"),
        ("temperature", _is_temperature(entry.get("temperature")), "must be a number from 0 to 2, or null"),
        ("download_gb", _is_size(entry.get("download_gb")), "must be a number of gigabytes above 0, or null"),
        ("extra_body", _is_extra(entry.get("extra_body")), _EXTRA_RULE),
        ("price_per_million", _is_price(entry.get("price_per_million")), _PRICE_RULE),
    )  # fmt: skip
    wrong = [(field, reason) for field, is_right, reason in checks if not is_right]
    return [*wrong, *_slips(entry, _FIELDS), *_wrong_venues(entry.get("also_at"))]


def _wrong_venues(venues: Any) -> list[tuple[str, str]]:
    if venues is None:
        return []
    if not isinstance(venues, list) or not all(isinstance(venue, dict) for venue in venues):
        return [("also_at", "must be a list of objects, each with a provider")]
    wrong = []
    for index, venue in enumerate(venues):
        checks = (
            ("provider", _is_name(venue.get("provider")), "must be a provider's name"),
            *((name, venue.get(name) is None or _is_name(venue[name]), "must be text, or null")
              for name in ("model_id", "base_url")),
            ("api_key_variable", _is_key_variable(venue.get("api_key_variable")),
             "must be a provider's own variable, or one that begins with OMNIBENCH_ and ends in _API_KEY, or null"),
            ("extra_body", _is_extra(venue.get("extra_body")), _EXTRA_RULE),
            ("price_per_million", _is_price(venue.get("price_per_million")), _PRICE_RULE),
        )  # fmt: skip
        found = [(field, reason) for field, is_right, reason in checks if not is_right]
        found += _slips(venue, _VENUE_FIELDS)
        wrong += [(f"also_at[{index}].{field}", reason) for field, reason in found]
    return wrong


def _slips(entry: Mapping[str, Any], fields: frozenset[str]) -> list[tuple[str, str]]:
    secrets = [
        (name, "is not a field: a key stands in the environment or in .env, never in a file like this")
        for name in entry
        if name.casefold() in _SECRETS
    ]
    return secrets + [
        (name, f"is not a field; is {meant[0]} meant?")
        for name in entry.keys() - fields
        if (meant := get_close_matches(name.casefold(), fields - entry.keys(), n=1, cutoff=_SLIP))
    ]


def _is_name(value: Any) -> bool:
    return isinstance(value, str) and bool(value.strip())


def _is_key_variable(value: Any) -> bool:
    return value is None or (isinstance(value, str) and re.fullmatch(_KEY_VARIABLE, value) is not None)


def _is_price(value: Any) -> bool:
    return value is None or (
        isinstance(value, dict) and value.keys() == _PRICED and all(map(_is_amount, value.values()))
    )


def _is_amount(value: Any) -> bool:
    is_number = isinstance(value, int | float) and not isinstance(value, bool)
    return is_number and 0 <= value < 1e6  # noqa: PLR2004 - a dollar a token is a slip


def _is_extra(value: Any) -> bool:
    return value is None or (isinstance(value, dict) and not value.keys() & _OURS)


def _is_key(value: Any) -> bool:
    return isinstance(value, str) and re.fullmatch(r"[a-z0-9_]+", value) is not None


def _is_count(value: Any) -> bool:
    return value is None or (isinstance(value, int) and not isinstance(value, bool) and value > 0)


def _is_temperature(value: Any) -> bool:
    is_number = isinstance(value, int | float) and not isinstance(value, bool)
    return value is None or (is_number and 0 <= value <= 2)  # noqa: PLR2004 - the range that APIs share


def _is_size(value: Any) -> bool:
    is_number = isinstance(value, int | float) and not isinstance(value, bool)
    return value is None or (is_number and 0 < value < 1e6)  # noqa: PLR2004 - a petabyte is a slip


def _doubled_keys(path: str, models: Sequence[Model]) -> list[Fault]:
    ids: dict[str, list[str]] = {}
    for model in models:
        ids.setdefault(model.model_key, []).append(model.model_id)
    return [
        Fault(path=path, item=", ".join(same), field="model_key", reason=f"{key} is used {len(same)} times")
        for key, same in ids.items()
        if len(same) > 1
    ]
