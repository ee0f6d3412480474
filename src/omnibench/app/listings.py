"""What the endpoints of a run list of their models, each asked once."""

from __future__ import annotations

import asyncio
from dataclasses import replace
from typing import TYPE_CHECKING, Any, Final

from omnibench.app.failures import absent_model, stopped_by
from omnibench.ask.addresses import same_place, shown_host, shown_url
from omnibench.ask.catalogue import (
    Catalogue,
    Offer,
    fetch_catalogue,
    fetch_lmstudio_details,
    fetch_ollama_details,
)
from omnibench.ask.door import FIRST_PAUSE_S
from omnibench.ask.doors import LONGEST_PAUSE_S, clock, waited_for
from omnibench.ask.retry import ask_with_retries, in_words
from omnibench.errors import UsageError
from omnibench.records import Failure
from omnibench.settings import venue_endpoint

if TYPE_CHECKING:
    from collections.abc import Callable, Coroutine, Mapping, Sequence

    from omnibench.ask.presets import DialectName, Endpoint
    from omnibench.ask.stop import Stop
    from omnibench.records import Model, Prices, Venue
    from omnibench.settings import Settings

LOST: Final = ("connection", "timeout", "auth", "quota")
"""Failures of a list after which nothing else can be had."""
AWAY: Final = ("connection", "timeout")
"""Failures that end by themselves."""
_DETAILS: Final[Mapping[DialectName, Callable[[Endpoint, Offer], Coroutine[Any, Any, Offer]]]] = {
    "ollama": fetch_ollama_details,
    "lmstudio": fetch_lmstudio_details,
}
"""Where a model's capabilities stand beside the provider's list."""


def _missed(endpoint: Endpoint, found: Catalogue | Failure, models: Sequence[Model] | None) -> list[str]:
    """Return the servers that are away; with models only where one of them may be there alone."""
    if isinstance(found, Failure):
        return list(endpoint.base_urls) if found.kind in AWAY else []
    if models is not None and all(_lists(endpoint, found, model.model_id) for model in models):
        return []
    return [url for url, failure in found.failed.items() if failure.kind in AWAY]


def named(endpoint: Endpoint) -> str:
    """Name an endpoint by provider and place, as a person would tell it from another."""
    who = "a server" if endpoint.provider == "custom" else endpoint.preset.title
    return f"{who} at {', '.join(map(shown_host, endpoint.base_urls))}"


def _lists(endpoint: Endpoint, catalogue: Catalogue, model_id: str) -> bool:
    # OpenRouter's variants (`:free`, `:nitro`) are not all listed under their own name.
    variant_of = model_id.rpartition(":")[0] if endpoint.provider == "openrouter" else ""
    return any(catalogue.find(name) for name in filter(None, (model_id, variant_of)))


def is_lost(failure: Failure) -> bool:
    """Whether nothing else can be had either where there is no list."""
    return failure.kind in LOST or failure.cause == "redirect"


_Key = tuple[str, tuple[str, ...], str]


def _key_of(endpoint: Endpoint) -> _Key:
    return endpoint.provider, endpoint.base_urls, endpoint.api_key


class Listings:
    """The lists of the run's endpoint, its judge's, and those that only the registry names."""

    def __init__(self, settings: Settings, stop: Stop, *, is_patient: bool = True) -> None:
        """Prepare; nothing is asked yet.

        Args:
            settings: of the run.
            stop: ends every wait.
            is_patient: ask again for a list that cannot be had at once.
        """
        self._settings, self._stop, self._is_patient = settings, stop, is_patient
        self._catalogues: dict[_Key, Catalogue | Failure] = {}
        self._offers: dict[tuple[_Key, str], Offer] = {}
        self._venues: dict[tuple[str | None, ...], Endpoint] = {}

    def endpoint_of(self, venue: Venue) -> Endpoint:
        """Return another endpoint of a model; venues at one address have one.

        Raises:
            SettingsInvalid, UsageError.
        """
        key = (venue.provider, venue.base_url, venue.api_key_variable)
        if key not in self._venues:
            self._venues[key] = venue_endpoint(self._settings, venue)
        return self._venues[key]

    async def catalogue(self, endpoint: Endpoint) -> Catalogue | Failure:
        """Return an endpoint's list, or why there is none."""
        key = _key_of(endpoint)
        if key not in self._catalogues:
            fetching = ask_with_retries(
                lambda: fetch_catalogue(endpoint),
                sleep=self._stop.sleep,
                has_answered=lambda: False,
                is_stopping=lambda: self._stop.is_set or not self._is_patient,
            )
            found = await self._stop.unless_set(fetching)
            self._catalogues[key] = found or Failure(kind="protocol", detail="the run is ending")
        return self._catalogues[key]

    async def wait_for(
        self, endpoint: Endpoint, said: Callable[[str], None], models: Sequence[Model] = ()
    ) -> Catalogue | Failure:
        """Return an endpoint's list; where the user wants a server that is away to be waited for, wait for it.

        Of a pool it is enough that every model is listed somewhere.
        """
        loop = asyncio.get_running_loop()
        deadline, pause_s = loop.time() + endpoint.max_wait_s, FIRST_PAUSE_S
        found = await self.catalogue(endpoint)
        where = ""
        while (away := _missed(endpoint, found, models)) and not self._stop.is_set:
            left_s = deadline - loop.time()
            if left_s <= 0:
                break
            if not where:
                where = ", ".join(map(shown_url, away))
                said(f"{clock()} {where} is away; waiting up to {in_words(endpoint.max_wait_s)} for it")
            await self._stop.sleep(min(pause_s, left_s))
            pause_s = min(2 * pause_s, LONGEST_PAUSE_S)
            self._catalogues.pop(_key_of(endpoint), None)
            found = await self.catalogue(endpoint)
        if where and not away:
            said(f"{clock()} {where} is back")
        return found

    async def offer(self, endpoint: Endpoint, model_id: str, *, is_fresh: bool = False) -> Offer | None:
        """Return what an endpoint says of a model, asked once unless it must be fresh; None where it does not."""
        catalogue = await self.catalogue(endpoint)
        offer = None if isinstance(catalogue, Failure) else catalogue.find(model_id)
        fetch_details = _DETAILS.get(endpoint.preset.dialect)
        if offer is None or fetch_details is None:
            return offer
        key = (_key_of(endpoint), model_id)
        if is_fresh or key not in self._offers:
            detailed = await self._stop.unless_set(fetch_details(endpoint, offer))
            self._offers[key] = detailed or offer
        return self._offers[key]

    async def has(self, endpoint: Endpoint, model_id: str) -> bool:
        """Whether an endpoint lists a model; one without a list counts as having it."""
        return await self.tells(endpoint, model_id) is not False

    async def tells(self, endpoint: Endpoint, model_id: str) -> bool | None:
        """Whether an endpoint lists a model; None where it has no list."""
        catalogue = await self.catalogue(endpoint)
        return None if isinstance(catalogue, Failure) else _lists(endpoint, catalogue, model_id)

    async def servers_of(self, endpoint: Endpoint, model_id: str) -> Endpoint:
        """Return an endpoint with those of its servers alone that list a model, or list nothing at all.

        A server may answer by another model where it lacks the one that is asked for.
        """
        catalogue = await self.catalogue(endpoint)
        if isinstance(catalogue, Failure):
            return endpoint
        lacking = {url for url, one in catalogue.members.items() if not _lists(endpoint, one, model_id)}
        having = tuple(url for url in endpoint.base_urls if url not in lacking)
        return replace(endpoint, base_urls=having) if lacking and having else endpoint

    def told_prices(self) -> dict[str, Prices]:
        """Return what the run's endpoint says of prices, by model id; empty before its list was asked for."""
        catalogue = self._catalogues.get(_key_of(self._settings.endpoint))
        offers = catalogue.offers if isinstance(catalogue, Catalogue) else {}
        return {model_id: offer.prices for model_id, offer in offers.items() if offer.prices}

    async def check(self, models: Sequence[Model], said: Callable[[str], None]) -> None:
        """Stop before the first question when the provider is away or lacks one of the models.

        Another endpoint of a model that is away or of no use is only said: the run goes on without it, and with one that
        was away when it is back.

        Raises:
            ProviderStopped: with the model and how to get it.
            SettingsInvalid, UsageError: an endpoint that the registry names cannot be asked.
        """
        endpoint = self._settings.endpoint
        catalogue = await self.catalogue(endpoint)
        if (
            isinstance(catalogue, Failure)
            and catalogue.kind in AWAY
            and all([await self._has_other(model) for model in models])
        ):
            said(f"{named(endpoint)} is away ({catalogue.summary}); the others go on")
        else:
            catalogue = await self.wait_for(endpoint, said, models)
            if isinstance(catalogue, Failure) and is_lost(catalogue) and not self._stop.is_set:
                raise stopped_by(waited_for(catalogue, endpoint.max_wait_s), endpoint)
        if self._stop.is_set:
            return
        for model in models:
            if not await self.has(endpoint, model.model_id):
                raise absent_model(model.model_id, endpoint, away=_missed(endpoint, catalogue, [model]))
            self._refuse_doubled(model)
            for venue in model.also_at:
                await self._say_venue(model, venue, said)

    async def _has_other(self, model: Model) -> bool:
        """Whether a model can be asked somewhere else than at the run's own endpoint."""
        return any([await self.find_fault(venue) is None for venue in model.also_at])

    def _refuse_doubled(self, model: Model) -> None:
        endpoints = [self._settings.endpoint, *map(self.endpoint_of, model.also_at)]
        places: set[tuple[str, str, int, str]] = set()
        for url in (url for endpoint in endpoints for url in endpoint.base_urls):
            if same_place(url) in places:
                raise UsageError(
                    f"{model.model_id}: {shown_url(url)} is named twice",
                    hint="Each address stands once, in --base-url or in also_at.",
                )
            places.add(same_place(url))

    async def _say_venue(self, model: Model, venue: Venue, said: Callable[[str], None]) -> None:
        where = named(self.endpoint_of(venue))
        failure = await self.find_fault(venue)
        if self._stop.is_set:
            return
        if failure is None:
            key = f", with the key in {venue.api_key_variable}" if venue.api_key_variable else ""
            what = f"{model.model_id} is asked at {where} too, as {venue.model_id}{key}"
            said(f"{what}; each answer says who gave it")
        elif failure.kind in AWAY:
            said(f"{where} is away ({failure.summary}); the others go on")
        else:
            said(f"{where} is left out for {model.model_id} ({failure.summary}); the others go on")

    async def away(self, endpoint: Endpoint) -> list[str]:
        """Return the servers of an endpoint that were found to be away."""
        return _missed(endpoint, await self.catalogue(endpoint), None)

    async def usable(self, model: Model) -> list[Venue]:
        """Return a model's other endpoints that have it, as far as they tell, and those that may come back."""
        found = [(venue, await self.find_fault(venue)) for venue in model.also_at]
        return [venue for venue, failure in found if failure is None or failure.kind in AWAY]

    async def find_fault(self, venue: Venue) -> Failure | None:
        """Say why another endpoint of a model would not answer; None where it would, as far as it tells.

        Raises:
            SettingsInvalid, UsageError: it cannot be asked at all.
        """
        endpoint = self.endpoint_of(venue)
        catalogue = await self.catalogue(endpoint)
        if isinstance(catalogue, Failure):
            return catalogue if is_lost(catalogue) else None
        if await self.has(endpoint, venue.model_id):
            return None
        return Failure(kind="not_found", detail=f"it does not list {venue.model_id}")
