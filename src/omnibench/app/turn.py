"""A model's time on its endpoints: where it is asked, within which limits, at what price, and what answers there."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING

from omnibench.app.models import Limits

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from omnibench.ask.pool import Lane
    from omnibench.ask.presets import Endpoint
    from omnibench.records import Origin, Prices, Venue


@dataclass(frozen=True, slots=True, kw_only=True)
class Turn:
    """A model's time on an endpoint."""

    endpoint: Endpoint
    lane: Lane
    limits: Limits
    full_context: int | None = None
    """The context length of an on-demand server that forgets the question when it is full."""
    aliases: frozenset[str] = frozenset()
    """Other names under which the endpoint may say that the model replied."""
    prices: Prices | None = None
    origin: Origin
    """What produces the answers of this turn."""
    origins: Mapping[str, Origin] = field(default_factory=dict)
    """The same by server, where there are several."""
    elsewhere: tuple[tuple[Venue, Turn], ...] = ()
    """The model's turns at its other endpoints, whose doors the lane has too."""

    @property
    def all_aliases(self) -> frozenset[str]:
        """Every name under which the model may reply, wherever it is asked."""
        return self.aliases.union(*(turn.aliases for _, turn in self.elsewhere))

    def at(self, venue: Venue | None) -> Turn:
        """Return the turn of whoever replied."""
        return next((turn for one, turn in self.elsewhere if one is venue), self)


def joined(own: Turn, elsewhere: Sequence[tuple[Venue, Turn]]) -> Turn:
    """Return one turn at several endpoints; a question is asked alike whoever answers, within everybody's limits."""
    limits = [own.limits, *(turn.limits for _, turn in elsewhere)]
    return replace(
        own,
        lane=own.lane.with_others((turn.lane, venue) for venue, turn in elsewhere),
        limits=Limits(
            context_length=least(one.context_length for one in limits),
            max_completion_tokens=least(one.max_completion_tokens for one in limits),
        ),
        elsewhere=tuple(elsewhere),
    )


def least(values: Iterable[int | None]) -> int | None:
    """Return the least of the values that are known."""
    return min((value for value in values if value is not None), default=None)
