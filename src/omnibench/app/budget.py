"""What a run may cost and how long it may last; ends it, resumably, when one of them is used up."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from omnibench.ask.addresses import reach_of
from omnibench.errors import UsageError
from omnibench.plan.cost import cost_of, estimated_usage
from omnibench.records import Failure
from omnibench.settings import venue_endpoint

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    from omnibench.app.clock import Clock
    from omnibench.ask.presets import Endpoint
    from omnibench.ask.stop import Stop
    from omnibench.records import Attempt, Model, Prices, Venue
    from omnibench.settings import Settings

_SECONDS_AN_HOUR: Final = 3_600.0


class Budget:
    """Adds up what answers and verdicts of one run cost, and watches its time."""

    def __init__(self, settings: Settings, stop: Stop, clock: Clock) -> None:
        """Begin now, with nothing spent."""
        self._settings = settings
        self.stop, self.clock = stop, clock
        self._began_s = clock.monotonic()
        self.spent_usd: float | None = None
        """None while nobody told a cost."""
        self.n_untold = 0
        """Replies whose cost neither their provider nor a price tells."""
        self.n_estimated = 0
        """Replies whose server told no tokens, so that the price is that of an estimate."""

    def spend(
        self,
        attempt: Attempt,
        prices_at: Callable[[Venue | None], Prices | None],
        messages: Callable[[], Sequence[Mapping[str, Any]]],
    ) -> None:
        """Count an attempt and the tries before it; ends the run when it was the one that used the budget up.

        Args:
            attempt: a failure too may have taken tokens.
            prices_at: of the model at an endpoint, where anybody tells them.
            messages: what was asked, for an estimate.
        """
        for usage, venue in attempt.discarded:
            self._add(cost_of(usage, prices_at(venue)) or 0.0)
        prices = prices_at(attempt.venue)
        if isinstance(attempt, Failure):
            self._add(cost_of(attempt.usage, prices) or 0.0)
            return
        cost = cost_of(attempt.usage, prices)
        if cost is None and prices is not None:
            self.n_estimated += 1
            cost = cost_of(estimated_usage(messages(), attempt), prices)
        if cost is None:
            self.n_untold += 1
        else:
            self._add(cost, is_told=True)

    def _add(self, cost: float, *, is_told: bool = False) -> None:
        if not (cost or is_told):
            return
        self.spent_usd = (self.spent_usd or 0.0) + cost
        limit = self._settings.max_cost_usd
        if limit is not None and self.spent_usd >= limit:
            self.stop.by_budget(f"the {limit:g} USD of --max-cost-usd are spent")

    async def watch(self) -> None:
        """End the run when its time is up; without a limit this is over at once."""
        hours = self._settings.max_hours
        if hours is not None:
            end_s = self._began_s + hours * _SECONDS_AN_HOUR
            await self.clock.sleep(max(end_s - self.clock.monotonic(), 0.0))
            self.stop.by_budget(f"the {hours:g} h of --max-hours are over")


def refuse_unpriced(settings: Settings, models: Sequence[Model], judge_prices: Mapping[str, Prices]) -> None:
    """Refuse a limit of costs that could never be reached, before anything is asked.

    On this machine and in its network a model without a price counts as free.

    Raises:
        UsageError: names the models whose cost nobody would tell.
    """
    if settings.max_cost_usd is None:
        return
    unpriced = []
    if not _is_told(settings.endpoint):
        unpriced += [model.model_id for model in models if model.price_per_million is None]
    unpriced += [
        f"{venue.model_id} at {venue.provider}"
        for model in models
        for venue in model.also_at
        if venue.price_per_million is None and not _is_told(venue_endpoint(settings, venue))
    ]
    if not _is_told(settings.judge_endpoint):
        unpriced += [judge.model_id for judge in settings.judges if judge.model_id not in judge_prices]
    if unpriced:
        raise UsageError(
            f"--max-cost-usd cannot be kept: the cost of {', '.join(dict.fromkeys(unpriced))} is not known",
            hint='Give each a price in the registry: "price_per_million": {"prompt": 0.1, "completion": 0.4}.',
        )


def _is_told(endpoint: Endpoint) -> bool:
    return endpoint.preset.tells_cost or all(reach_of(url) != "beyond" for url in endpoint.base_urls)
