"""The provider of a run: its catalogue, its lanes, a model's turn on it, and its judge."""

from __future__ import annotations

import asyncio
from contextlib import asynccontextmanager
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Final

from omnibench.app.failures import stopped_by
from omnibench.app.judging import TIMEOUT_S as JUDGE_TIMEOUT_S
from omnibench.app.judging import Judge
from omnibench.app.listings import AWAY, Listings
from omnibench.app.models import Limits, find_judge_prices
from omnibench.app.origins import differing_pool, join_origins, origins_by_server
from omnibench.app.turn import Turn, joined, least
from omnibench.ask.addresses import shown_url
from omnibench.ask.catalogue import (
    Catalogue,
    Offer,
    fetch_catalogue,
    fetch_ollama_details,
    fetch_ollama_sizes,
    load_ollama_model,
    unload_ollama_model,
)
from omnibench.ask.client import Client
from omnibench.ask.doors import Hall
from omnibench.ask.embedded import DEFAULT_MODEL, embedded_server, find_weights, server_version
from omnibench.ask.names import aliases_of
from omnibench.ask.origin import fetch_origins
from omnibench.ask.pool import Lane
from omnibench.ask.stop import Stop
from omnibench.errors import UsageError
from omnibench.plan.select import size_gb
from omnibench.records import Failure, Origin

if TYPE_CHECKING:
    from collections.abc import AsyncIterator, Callable, Mapping, Sequence

    from omnibench.app.watch import Watcher
    from omnibench.ask.presets import Endpoint
    from omnibench.records import Mode, Model, Prices
    from omnibench.settings import NamedJudge, Settings


_LOAD_GRACE_S: Final = 60.0
"""So long after one server of a pool has a model the next one is waited for."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Seen:
    """What is known of a model before it is loaded."""

    is_listed: bool | None
    """Whether the provider has it; None where it has no list."""
    offer: Offer
    origin: Origin


async def fetch_offered_models(
    settings: Settings, stop: Stop | None = None, said: Callable[[str], None] = lambda _: None
) -> tuple[str, ...]:
    """Return the ids that the provider lists.

    Args:
        settings: of the run.
        stop: ends the wait for a server that is away, where the user wants one.
        said: hears of that wait.

    Raises:
        ProviderStopped.
    """
    if not settings.endpoint.base_urls:
        return (DEFAULT_MODEL,)  # the embedded server has the one that came with it
    listings = Listings(settings, stop or Stop())
    catalogue = await listings.wait_for(settings.endpoint, said)
    if isinstance(catalogue, Failure):
        raise stopped_by(catalogue, settings.endpoint)
    return tuple(catalogue.offers)


class Provider:
    """One endpoint for answers, and the judge's, which may be the same."""

    def __init__(self, settings: Settings, stop: Stop, watcher: Watcher, *, is_patient: bool = True) -> None:
        """Prepare; nothing is asked or loaded yet.

        Args:
            settings: of the run.
            stop: ends every wait.
            watcher: hears what takes long.
            is_patient: ask again for lists that cannot be had at once.
        """
        self._settings, self._stop, self._watcher = settings, stop, watcher
        self.listings = Listings(settings, stop, is_patient=is_patient)
        self._lanes: dict[int, Lane] = {}
        self._hall = Hall(stop)
        self._left_out: set[str] = set()
        self._judge_prices = find_judge_prices(settings)
        self._loaded: dict[int, tuple[Endpoint, str]] = {}
        self.n_loads = 0
        """How often a server that loads on demand was made to change models."""

    @property
    def endpoint(self) -> Endpoint:
        """Where answers come from."""
        return self._settings.endpoint

    @property
    def loads_on_demand(self) -> bool:
        """Whether changing models costs a load."""
        return self.endpoint.preset.loads_on_demand

    @property
    def is_embedded(self) -> bool:
        """Whether the server runs in this process."""
        return self.endpoint.preset.is_embedded

    async def settle_mode(self, model: Model) -> Model:
        """Find out whether a model that stands in no registry can think, and say what was found."""
        if model.mode_is_known or self.is_embedded:
            return replace(model, mode_is_known=True)
        offer = await self.listings.offer(self.endpoint, model.model_id)
        mode: Mode = "think" if offer and offer.can_think else "non_think"
        self._watcher.said(f"{model.model_id} stands in no registry; asked as {mode}")
        return replace(model, mode=mode, mode_is_known=True)

    async def fetch_sizes(self, models: Sequence[Model]) -> Mapping[str, float]:
        """Ask an Ollama server for sizes, in 10^9 bytes, where the order of models hangs on them."""
        is_open = len(models) > 1 and any(size_gb(model, {}) is None for model in models)
        if not is_open or self.endpoint.preset.dialect != "ollama":
            return {}
        return await self._stop.unless_set(fetch_ollama_sizes(self.endpoint)) or {}

    async def check(self, models: Sequence[Model]) -> None:
        """Stop before the first question when the provider is away or lacks one of the models, see `Listings.check`.

        Raises:
            ProviderStopped, SettingsInvalid, UsageError.
        """
        if not self.is_embedded:
            await self.listings.check(models, self._watcher.said)
        elif shared := [model.model_id for model in models if model.also_at]:
            raise UsageError(f"{shared[0]}: also_at has no meaning for the embedded provider")

    async def look(self, model_id: str) -> Seen:
        """Find out what can be known of a model without loading it.

        Raises:
            EmbeddedUnavailable: the embedded server has no such file.
        """
        if self.is_embedded:
            find_weights(model_id)
            origin = replace(join_origins(()), server=server_version())
            return Seen(is_listed=True, offer=await self.offer(model_id), origin=origin)
        offer = await self.offer(model_id)
        return Seen(
            is_listed=await self.listings.tells(self.endpoint, model_id),
            offer=offer,
            origin=await self._origin(self.endpoint, offer),
        )

    async def offer(self, model_id: str, *, is_fresh: bool = False) -> Offer:
        """Return what the provider says of a model, asked once unless it must be fresh; nothing is loaded for it."""
        if self.is_embedded:
            return Offer(model_id=model_id, can_see=False)  # it is started without the part that sees
        offer = await self.listings.offer(self.endpoint, model_id, is_fresh=is_fresh)
        return offer or Offer(model_id=model_id)

    @asynccontextmanager
    async def turn(self, model: Model) -> AsyncIterator[Turn]:
        """Open a model's turn; on a server that loads on demand this loads it."""
        if self.is_embedded:
            await self._change_to(self.endpoint, model.model_id)
            async with self._embedded_turn(model.model_id) as turn:
                yield turn
            return
        own = await self._turn_at(self.endpoint, model.model_id, model.price_per_million)
        elsewhere = [
            (
                venue,
                await self._turn_at(
                    self.listings.endpoint_of(venue), venue.model_id, venue.price_per_million
                ),
            )
            for venue in await self.listings.usable(model)
        ]
        turn = joined(own, elsewhere) if elsewhere else own
        for endpoint in (self.endpoint, *(self.listings.endpoint_of(venue) for venue, _ in elsewhere)):
            away = [url for url in await self.listings.away(endpoint) if url not in self._left_out]
            self._left_out.update(away)  # once: it may be back when the next model is asked
            turn.lane.doors.leave_out(away)
        yield turn

    async def _turn_at(self, endpoint: Endpoint, model_id: str, prices: Prices | None) -> Turn:
        servers = await self.listings.servers_of(endpoint, model_id)
        await self._change_to(endpoint, model_id, len(servers.base_urls))
        offer = await self.listings.offer(endpoint, model_id)
        lane = self._lane(endpoint)
        if servers is not endpoint:
            lane = lane.only(servers.base_urls)
            where = ", ".join(map(shown_url, servers.base_urls))
            self._watcher.said(f"{model_id} is at {where} alone, and asked there")
        origins = await self._origins(servers, offer or Offer(model_id=model_id))
        turn = Turn(
            endpoint=servers,
            lane=lane,
            limits=Limits(),
            aliases=_aliases(model_id, offer),
            prices=prices or (offer.prices if offer else None),
            origin=join_origins(tuple(origins.values())),
            origins=origins,
        )
        if endpoint.preset.dialect == "ollama":
            self._watcher.said(f"loading {model_id}")
            return replace(turn, full_context=await self._load_context(servers, model_id))
        return replace(turn, limits=_limits_of(offer))

    async def _origin(self, endpoint: Endpoint, offer: Offer) -> Origin:
        """Find out what will produce the answers, as far as it holds of every server."""
        return join_origins(tuple((await self._origins(endpoint, offer)).values()))

    async def _origins(self, endpoint: Endpoint, offer: Offer) -> dict[str, Origin]:
        """Find out what will produce the answers of each server; what is not told costs nothing."""
        told = await self._stop.unless_set(fetch_origins(endpoint, offer.model_id)) or ()
        if differs := differing_pool(offer.model_id, told):
            self._watcher.said(differs)
        return origins_by_server(endpoint.base_urls, told, offer.quantization)

    async def _load_context(self, endpoint: Endpoint, model_id: str) -> int | None:
        """Load an Ollama model on every server, and return the least context that it has now; None if nobody tells."""
        loading = {
            asyncio.create_task(self._load_on(replace(endpoint, base_urls=(url,)), model_id))
            for url in endpoint.base_urls
        }
        left, told, grace_s = loading, [], None
        while left:
            done, left = await asyncio.wait(left, timeout=grace_s, return_when=asyncio.FIRST_COMPLETED)
            told += [task.result() for task in done]
            if not done:
                break  # a server of the pool hangs: it holds nobody up, and is found out when it is asked
            grace_s = _LOAD_GRACE_S if least(told) else None
        for task in left:
            task.cancel()
        return least(told)

    async def _load_on(self, server: Endpoint, model_id: str) -> int | None:
        await self._stop.unless_set(load_ollama_model(server, model_id))
        details = await self._stop.unless_set(fetch_ollama_details(server, Offer(model_id=model_id)))
        return details.context_length if details else None

    @asynccontextmanager
    async def _embedded_turn(self, model_id: str) -> AsyncIterator[Turn]:
        server = embedded_server(model_id)
        base_url = await asyncio.to_thread(server.__enter__)
        try:
            endpoint = replace(self.endpoint, base_urls=(base_url,))
            catalogue = await fetch_catalogue(endpoint)
            offer = catalogue.find(model_id) if isinstance(catalogue, Catalogue) else None
            lane = self._open_lane(endpoint)
            try:
                origin = await self._origin(endpoint, offer or Offer(model_id=model_id))
                yield Turn(
                    endpoint=endpoint,
                    lane=lane,
                    limits=_limits_of(offer),
                    aliases=_aliases(model_id, offer),
                    origin=replace(origin, server=server_version()),
                )
            finally:
                await lane.close()
        finally:
            server.__exit__(None, None, None)

    async def find_judges(self) -> list[Judge]:
        """Look the judges up in their endpoint's list; one that is not there is never asked."""
        return [await self._find_judge(judge) for judge in self._settings.judges]

    async def _find_judge(self, named: NamedJudge) -> Judge:
        priced = self._judge_prices.get(named.model_id)
        timeout_s = self._settings.timeout_s or JUDGE_TIMEOUT_S
        judge = Judge(name=named.name, model_id=named.model_id, prices=priced, timeout_s=timeout_s)
        endpoint = self._settings.judge_endpoint
        if endpoint.preset.is_embedded:
            return judge  # embedded: it is a file
        catalogue = await self.listings.catalogue(endpoint)
        if self._stop.is_set:
            return judge
        if isinstance(catalogue, Failure) and catalogue.kind in AWAY and endpoint.max_wait_s:
            self._watcher.said(f"judge {judge.model_id} is away ({catalogue.summary}); it is waited for")
        elif isinstance(catalogue, Failure):
            judge.down = ("unavailable", f"judge unavailable ({catalogue.summary})")
        elif (offer := catalogue.find(judge.model_id)) is None:
            judge.down = ("not_installed", f"judge model {judge.model_id} is not installed")
        else:
            judge.aliases = _aliases(judge.model_id, offer)
            judge.prices = priced or offer.prices
            judge.limits = Limits() if endpoint.preset.dialect == "ollama" else _limits_of(offer)
            judge.is_held_to_words = offer.can_hold_to_words is not False
        return judge

    @asynccontextmanager
    async def judge_lane(self, judge: Judge) -> AsyncIterator[Lane]:
        """Open the lane on which verdicts are asked; it shares the slots of answers on the same endpoint."""
        endpoint = self._settings.judge_endpoint
        self._watcher.said(f"judging with {judge.model_id}")
        if endpoint.preset.is_embedded:
            await self._change_to(endpoint, judge.model_id)
            async with self._embedded_turn(judge.model_id) as turn:
                judge.limits = turn.limits
                yield turn.lane
        else:
            servers = await self.listings.servers_of(endpoint, judge.model_id)
            await self._change_to(endpoint, judge.model_id, len(servers.base_urls))
            if endpoint.preset.dialect == "ollama":
                judge.full_context = await self._load_context(servers, judge.model_id)
            lane = self._lane(endpoint)
            yield lane if servers is endpoint else lane.only(servers.base_urls)

    async def _change_to(self, endpoint: Endpoint, model_id: str, n_servers: int = 1) -> None:
        """Note a load on each server that loads on demand, and let the model before go where that was wanted."""
        _, before = self._loaded.get(id(endpoint), (endpoint, None))
        if endpoint.preset.loads_on_demand and model_id != before:
            if before is not None:
                await self._let_go(endpoint, before)
            self._loaded[id(endpoint)] = endpoint, model_id
            self.n_loads += n_servers

    async def _let_go(self, endpoint: Endpoint, model_id: str) -> None:
        """Let a finished model go; while the run is ending it is not finished, and the next run may need it."""
        if self._settings.unload and endpoint.preset.can_unload:
            failure = await self._stop.unless_set(unload_ollama_model(endpoint, model_id))
            if failure:
                self._watcher.said(f"{model_id} could not be let go: {failure.summary}")

    async def close(self) -> None:
        """Let the last model go where that was wanted, and close every connection."""
        if not self._stop.is_set:
            for endpoint, model_id in self._loaded.values():
                await self._let_go(endpoint, model_id)
        for lane in self._lanes.values():
            await lane.close()

    def _say_retry(self, failure: Failure) -> None:
        self._watcher.said(f"{failure.summary}; trying again")

    def _lane(self, endpoint: Endpoint) -> Lane:
        if id(endpoint) not in self._lanes:
            self._lanes[id(endpoint)] = self._open_lane(endpoint)
        elif endpoint.preset.loads_on_demand:
            self._lanes[id(endpoint)].restart()  # another model, which may be slower
        return self._lanes[id(endpoint)]

    def _open_lane(self, endpoint: Endpoint) -> Lane:
        return Lane(Client(endpoint), self._stop, self._say_retry, self._watcher.said, self._hall)


def _aliases(model_id: str, offer: Offer | None) -> frozenset[str]:
    """Return the names that a model goes by; OpenRouter's variants (`:free`) reply as the model itself."""
    variant_of = model_id.rpartition(":")[0] if "/" in model_id else ""
    return aliases_of(*filter(None, (variant_of, *((offer.model_id, *offer.aliases) if offer else ()))))


def _limits_of(offer: Offer | None) -> Limits:
    if offer is None:
        return Limits()
    return Limits(context_length=offer.context_length, max_completion_tokens=offer.max_completion_tokens)
