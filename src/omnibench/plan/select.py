"""Which models and which documents a command works on."""

from __future__ import annotations

import re
from fnmatch import fnmatchcase
from typing import TYPE_CHECKING, Final

from omnibench.errors import UsageError
from omnibench.plan.registry import model_named

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from omnibench.records import Model

_PARAMETERS: Final = re.compile(r"(\d+(?:\.\d+)?)\s*([BM])\b", re.IGNORECASE)
_GB_A_BILLION: Final = {"B": 0.6, "M": 0.0006}
"""What a billion parameters take in four-bit quantisation, about: enough to put models in order."""
MAX_UNREGISTERED = 5
"""A provider's own list is run as a whole only up to this many models: nobody means to ask three hundred."""


def select_documents(paths: Sequence[str], pattern: str | None) -> tuple[str, ...]:
    """Keep the documents that a glob names: the whole path, its file name, or either without `.json`.

    Raises:
        UsageError: when a pattern matches nothing.
    """
    if not pattern:
        return tuple(paths)
    wanted = [part.strip() for part in pattern.split(",") if part.strip()]
    kept = tuple(path for path in paths if any(_matches(path, one) for one in wanted))
    if not kept:
        raise UsageError(
            f"--only {pattern} matches none of {len(paths)} documents",
            hint="They are named like general/kidney*.json; the name alone will do.",
        )
    return kept


def _matches(path: str, pattern: str) -> bool:
    name = path.rsplit("/", 1)[-1]
    names = (path, name, path.removesuffix(".json"), name.removesuffix(".json"))
    return any(fnmatchcase(one, pattern) for one in names) or path.startswith(pattern.rstrip("/") + "/")


def select_models(
    registry: Sequence[Model] | None, named: Sequence[str], offered: Sequence[str] | None = None
) -> tuple[Model, ...]:
    """Choose the models to run, in the order named, else in the registry's order.

    Args:
        registry: the provider's registry, or None when it has none.
        named: what `--models` lists. A key selects its entry; an id with several entries (modes) selects the
            enabled ones, else the first.
        offered: the ids that the provider lists; needed only without registry and names.

    Raises:
        UsageError: when nothing is left, a name is given twice, or two models share a key.
    """
    if named:
        chosen = [model for name in named for model in _entries_named(registry or (), name)]
    elif registry is not None:
        chosen = [model for model in registry if model.enabled]
        if not chosen:
            raise UsageError("no model is enabled in the registry", hint="Set enabled, or use --models.")
    else:
        chosen = _offered_models(offered or ())
    keys = [model.model_key for model in chosen]
    doubled = sorted({key for key in keys if keys.count(key) > 1})
    if doubled:
        raise UsageError(
            f"two selected models share the key {', '.join(doubled)}",
            hint="Name each model once; give each registry entry its own model_key.",
        )
    return tuple(chosen)


def _entries_named(registry: Sequence[Model], name: str) -> Sequence[Model]:
    by_key = [model for model in registry if model.model_key == name and model.model_id != name]
    by_id = [model for model in registry if model.model_id == name]
    in_use = [model for model in by_id if model.enabled]
    return by_key or in_use or by_id[:1] or [model_named(name)]


def _offered_models(offered: Sequence[str]) -> list[Model]:
    if not offered:
        raise UsageError("the provider lists no models", hint="Name one with --models.")
    if len(offered) > MAX_UNREGISTERED:
        shown = ", ".join(offered[:20]) + (", ..." if len(offered) > 20 else "")  # noqa: PLR2004
        raise UsageError(
            f"the provider lists {len(offered)} models and no registry names the ones to run",
            hint=f"Choose with --models: {shown}",
        )
    return [model_named(model_id) for model_id in offered]


def in_order_of_size(models: Sequence[Model], told_gb: Mapping[str, float]) -> tuple[Model, ...]:
    """Put the smallest model first, so that a night yields many finished ones; those of unknown size come last.

    Models of equal or unknown size keep their order, and entries of one model (its modes) stay together: changing
    between them costs no load.

    Args:
        models: in the order in which they were chosen.
        told_gb: what the provider says of sizes, by model id.
    """
    together: dict[str, list[Model]] = {}
    for model in models:
        together.setdefault(model.model_id, []).append(model)
    sizes = {
        model_id: min((size for one in same if (size := size_gb(one, told_gb)) is not None), default=None)
        for model_id, same in together.items()
    }
    order = sorted(together, key=lambda model_id: (sizes[model_id] is None, sizes[model_id] or 0.0))
    return tuple(model for model_id in order for model in together[model_id])


def size_gb(model: Model, told_gb: Mapping[str, float]) -> float | None:
    """Return a model's size in 10^9 bytes: of its download, of its parameters, as the provider tells; else None."""
    if model.download_gb is not None:
        return model.download_gb
    if found := _PARAMETERS.match(model.size.strip()):
        return float(found[1]) * _GB_A_BILLION[found[2].upper()]
    return told_gb.get(model.model_id.removesuffix(":latest"))
