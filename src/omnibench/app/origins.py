"""What produced the answers of a run, and whether a model's name has come to mean another model since."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from typing import TYPE_CHECKING, Final

from omnibench import __version__
from omnibench.entries import digest_of
from omnibench.records import Origin

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from omnibench.app.survey import Unit
    from omnibench.records import Model

_SHOWN: Final = 12
"""Characters of a digest that a screen shows, as `ollama list` does."""


def join_origins(origins: Sequence[Origin]) -> Origin:
    """Return what holds of every server of a pool; versions of servers are listed, since any of them may answer."""
    servers = sorted({origin.server for origin in origins if origin.server})
    return Origin(
        digest=_agreed(origin.digest for origin in origins),
        quantization=_agreed(origin.quantization for origin in origins),
        server=", ".join(servers) or None,
        omnibench=__version__,
    )


def origins_by_server(
    urls: Sequence[str], told: Sequence[Origin], quantization: str | None
) -> dict[str, Origin]:
    """Return what produces the answers of each server of a pool.

    Args:
        urls: of the servers.
        told: what each says of itself, in their order; empty where a provider says nothing.
        quantization: what the provider's list says of it.
    """
    known = told or [Origin()] * len(urls)
    return {
        url: replace(one, quantization=one.quantization or quantization, omnibench=__version__)
        for url, one in zip(urls, known, strict=True)
    }


def differing_pool(model_id: str, origins: Sequence[Origin]) -> str | None:
    """Say that the servers of a pool have different models under one name, or None."""
    digests = {origin.digest for origin in origins if origin.digest}
    if len(digests) <= 1:
        return None
    return f"{model_id} is not the same on every server: digests {', '.join(d[:_SHOWN] for d in sorted(digests))}"


def moved_name(model: Model, origin: Origin, units: Iterable[Unit]) -> str | None:
    """Say that the answers that stay come from another model under the same name (Ollama's tags move), or None."""
    stored = Counter(
        digest
        for unit in units
        for place in unit.places
        if place.entry is not None and not place.is_to_ask
        if place.entry.get("model") == model.model_id and (digest := digest_of(place.entry))
    )
    del stored[origin.digest or ""]
    if origin.digest is None or not stored:
        return None
    earlier = ", ".join(f"{digest[:_SHOWN]} ({n})" for digest, n in stored.most_common())
    return (
        f"{model.model_id} is another model now, digest {origin.digest[:_SHOWN]}, than the one of earlier answers, "
        f"{earlier}: the name has moved, and reports will mix both"
    )


def _agreed(values: Iterable[str | None]) -> str | None:
    found = set(values)
    return found.pop() if len(found) == 1 else None
