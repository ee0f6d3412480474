"""Looks at a provider, its models, the judges and the selection, and says what a run would meet. Writes nothing."""

from __future__ import annotations

import time
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Final

from omnibench.app.failures import advice_on, stopped_by
from omnibench.app.findings import Examined, Finding, Hello, Need, findings_of, need_of
from omnibench.app.listings import AWAY, LOST, Listings
from omnibench.app.models import Limits, build_request, choose_models, needs_offered_models
from omnibench.app.provider import Provider, fetch_offered_models
from omnibench.app.survey import say_waiting, waits_for_images
from omnibench.app.tree import load_sources, look_at_images, refuse_other_kinds
from omnibench.ask.account import fetch_account
from omnibench.ask.addresses import shown_url
from omnibench.ask.catalogue import fetch_catalogue
from omnibench.ask.embedded import server_version
from omnibench.ask.origin import fetch_origins
from omnibench.ask.retry import in_words
from omnibench.ask.stop import Stop
from omnibench.ask.vitals import fetch_vitals
from omnibench.errors import DatasetInvalid, OmnibenchError, ProviderStopped
from omnibench.records import Failure, Request

if TYPE_CHECKING:
    from omnibench.app.findings import State
    from omnibench.app.judging import Judge
    from omnibench.app.watch import Watcher
    from omnibench.ask.presets import Endpoint
    from omnibench.records import Mode, Model, Venue
    from omnibench.settings import Settings

_QUESTION: Final = "Which letter comes first in the alphabet, A or B? Answer with the letter alone."
_HELLO_S: Final = 120.0
"""For a few tokens; a run may wait longer for a long answer, but nobody in front of a screen."""
_LOADING_S: Final = 600.0
"""More for servers that load a model while its first question waits."""
_HELLO_TOKENS: Final[dict[Mode, int]] = {"think": 256, "non_think": 16}


@dataclass(frozen=True, slots=True, kw_only=True)
class Checkup:
    """Everything that was found."""

    findings: tuple[Finding, ...]
    """Servers, dataset, models in order, judges."""
    models: tuple[Examined, ...]
    """Those that could be looked at."""
    need: Need

    @property
    def exit_code(self) -> int:
        """That of the first finding that is bad, else 0."""
        return next((finding.exit_code for finding in self.findings if finding.state == "bad"), 0)


async def examine(settings: Settings, watcher: Watcher, *, asks: bool) -> Checkup:
    """Look at everything that a run with these settings would need.

    Args:
        settings: of the run.
        watcher: hears what takes long.
        asks: put one tiny question to each model, which loads it; nothing else loads a model.
    """
    servers = await _servers(settings.endpoint)
    need, of_dataset = _dataset(settings)
    findings: list[Finding] = [*servers, *await _key(settings.endpoint), *of_dataset]
    examined: tuple[Examined, ...] = ()
    if any(finding.state != "bad" for finding in servers):
        provider = Provider(settings, Stop(), watcher, is_patient=False)
        try:
            of_models, examined = await _models(settings, provider, watcher, need, asks=asks)
            findings += [*of_models, *(_of_judge(judge, settings) for judge in await provider.find_judges())]
        finally:
            await provider.close()
        if not settings.judges:
            findings.append(Finding(subject="rules", check="judge", state="ok", found="rules alone judge"))
    elif elsewhere := await _elsewhere(settings):
        findings = [replace(finding, stops=False) for finding in findings] + elsewhere
    return Checkup(findings=tuple(findings), models=examined, need=need)


# -- servers --------------------------------------------------------------------------------------------------------


async def _servers(endpoint: Endpoint) -> list[Finding]:
    """Look for every address of a pool."""
    if endpoint.preset.is_embedded:
        found = server_version() or "not installed"
        return [Finding(subject="this process", check="server", state="ok", found=found)]
    servers = [await _server(replace(endpoint, base_urls=(url,))) for url in endpoint.base_urls]
    has_others = any(server.state != "bad" for server in servers)  # of a pool, and a run goes on with those
    return [replace(server, stops=server.stops and not has_others) for server in servers]


async def _server(endpoint: Endpoint) -> Finding:
    (url,) = endpoint.base_urls
    started = time.perf_counter()
    catalogue = await fetch_catalogue(endpoint)
    took = f"answers in {time.perf_counter() - started:.2f} s"
    where = shown_url(url)
    if isinstance(catalogue, Failure):
        is_lost = catalogue.kind in LOST
        return Finding(
            subject=where,
            check="server",
            state="bad" if is_lost else "note",
            found=catalogue.summary if is_lost else f"{took}, but lists no models ({catalogue.summary})",
            hint=advice_on(catalogue, endpoint),
            exit_code=stopped_by(catalogue, endpoint).exit_code if is_lost else 0,
            stops=is_lost,
        )
    versions = [origin.server for origin in await fetch_origins(endpoint, "") if origin.server]
    n = len(catalogue.offers)
    found = ", ".join([*versions, f"{n} model{'s' * (n != 1)}", took])
    return Finding(subject=where, check="server", state="ok", found=found)


async def _key(endpoint: Endpoint) -> list[Finding]:
    """Say whether the key is taken and what it may still spend, where a provider tells."""
    account = await fetch_account(endpoint)
    if account is None:
        return []
    where = shown_url(endpoint.base_urls[0])
    if isinstance(account, Failure):
        return [
            Finding(
                subject=where,
                check="key",
                state="bad",
                found=account.summary,
                hint=advice_on(account, endpoint),
                exit_code=stopped_by(account, endpoint).exit_code,
                stops=True,
            )
        ]
    left = "no limit of its own" if account.left_usd is None else f"{account.left_usd:,.2f} USD left"
    state: State = "ok" if account.left_usd is None or account.left_usd > 0 else "note"
    return [Finding(subject=where, check="key", state=state, found=f"taken, {left}")]


# -- the selection --------------------------------------------------------------------------------------------------


def _dataset(settings: Settings) -> tuple[Need, list[Finding]]:
    """Measure the selected questions, and decode their pictures."""
    try:
        sources = load_sources(settings.dataset_dir, settings.result_dir, settings.only).sources
        refuse_other_kinds(settings.prompt, sources)
        if faults := [fault for source in sources for fault in look_at_images(source)]:
            raise DatasetInvalid(faults)
    except OmnibenchError as error:
        hint = "`python main.py validate` lists the faults." if isinstance(error, DatasetInvalid) else ""
        return Need(), [_refused("dataset", "questions", error, hint)]
    questions = [(source.path, question) for source in sources for question in source.document.questions]
    asked = [one for one in questions if not waits_for_images(settings, one[1])]
    n_waiting = sum(not one.is_voided and waits_for_images(settings, one) for _, one in questions)
    need = replace(need_of(asked, settings.prompt), n_images_missing=n_waiting)
    pictures = f", {need.n_with_pictures} with pictures" if need.n_with_pictures else ""
    documents = f"{len(sources)} document{'s' * (len(sources) != 1)}"
    found = (
        f"{need.n_questions} in {documents}{pictures}; the longest takes about {need.longest_tokens} tokens"
    )
    found += f"; {say_waiting(n_waiting)}" if n_waiting else ""
    return need, [Finding(subject="dataset", check="questions", state="ok", found=found)]


def _refused(subject: str, check: str, error: OmnibenchError, hint: str = "") -> Finding:
    return Finding(
        subject=subject,
        check=check,
        state="bad",
        found=error.message,
        hint=hint or error.hint,
        exit_code=error.exit_code,
        stops=True,
    )


# -- models ---------------------------------------------------------------------------------------------------------


async def _models(
    settings: Settings, provider: Provider, watcher: Watcher, need: Need, *, asks: bool
) -> tuple[list[Finding], tuple[Examined, ...]]:
    try:
        offered = await fetch_offered_models(settings) if needs_offered_models(settings) else None
        models = choose_models(settings, offered)
    except ProviderStopped as error:
        advice = advice_on(error.failure, settings.endpoint)
        return [_refused("models", "selection", error, advice)], ()
    except OmnibenchError as error:
        return [_refused("models", "selection", error)], ()
    findings: list[Finding] = []
    several: list[Examined] = []
    for model in models:
        try:
            examined = await _model(settings, provider, watcher, model, asks=asks)
        except OmnibenchError as error:
            findings.append(_refused(model.model_id, "model", error))
        else:
            several.append(examined)
            findings += findings_of(examined, need, settings)
        findings += [await _of_venue(provider.listings, model, venue) for venue in model.also_at]
    return findings, tuple(several)


async def _elsewhere(settings: Settings) -> list[Finding]:
    """Say where the models can be asked while the run's own endpoint is away; empty where one of them cannot."""
    try:
        models = () if needs_offered_models(settings) else choose_models(settings, None)
    except OmnibenchError:
        return []
    listings = Listings(settings, Stop(), is_patient=False)
    found = [[await _of_venue(listings, model, venue) for venue in model.also_at] for model in models]
    has_all = found and all(any(one.state != "bad" for one in of_model) for of_model in found)
    return [one for of_model in found for one in of_model] if has_all else []


async def _of_venue(listings: Listings, model: Model, venue: Venue) -> Finding:
    """Say whether another endpoint of a model is there and has it; a run goes on without it."""
    try:
        endpoint = listings.endpoint_of(venue)
        failure = await listings.find_fault(venue)
    except OmnibenchError as error:
        return _refused(model.model_id, "also at", error)
    where = ", ".join([endpoint.preset.title, *map(shown_url, endpoint.base_urls)])
    account = None if failure else await fetch_account(endpoint)
    failure = account if isinstance(account, Failure) else failure
    if failure is None:
        is_listed = await listings.tells(endpoint, venue.model_id)
        if is_listed:
            found = f"{where}: lists {venue.model_id}"
            return Finding(subject=model.model_id, check="also at", state="ok", found=found)
        catalogue = await listings.catalogue(endpoint)
        why = f" ({catalogue.summary})" if isinstance(catalogue, Failure) else ""
        return Finding(
            subject=model.model_id,
            check="also at",
            state="unknown",
            found=f"{where}: the server lists nothing{why}",
            hint=advice_on(catalogue, endpoint) if isinstance(catalogue, Failure) else "",
        )
    is_away = failure.kind in AWAY
    return Finding(
        subject=model.model_id,
        check="also at",
        state="note" if is_away else "bad",
        found=f"{where}: {failure.summary}",
        hint=advice_on(failure, endpoint, model=venue.model_id),
        exit_code=0 if is_away else stopped_by(failure, endpoint).exit_code,
        stops=False,
    )


async def _model(
    settings: Settings, provider: Provider, watcher: Watcher, model: Model, *, asks: bool
) -> Examined:
    seen = await provider.look(model.model_id)
    context, hello = seen.offer.context_length, None
    if seen.is_listed is not False:
        model = await provider.settle_mode(model)
        if asks:
            hello, context = await _hello(settings, provider, watcher, model)
    vitals = await fetch_vitals(settings.endpoint, seen.offer.model_id)
    return Examined(model=model, seen=seen, vitals=vitals, context_length=context, hello=hello)


async def _hello(
    settings: Settings, provider: Provider, watcher: Watcher, model: Model
) -> tuple[Hello, int | None]:
    """Ask one tiny question, once; return what came of it, and the context that the model has now."""
    started = time.perf_counter()
    async with provider.turn(model) as turn:
        ready = time.perf_counter()
        request = _request(settings, model)
        watcher.said(f"asking {model.model_id} one tiny question, for up to {in_words(request.timeout_s)}")
        attempt = await turn.lane.ask_once(request)
        answered = time.perf_counter()
        if isinstance(attempt, Failure) and attempt.kind == "timeout" and request.timeout_s >= _HELLO_S:
            attempt = replace(attempt, cause="silent")  # more of --timeout would not mend it
        hello = Hello(
            attempt=attempt, load_s=ready - started, answer_s=answered - ready, aliases=turn.aliases
        )
        context = turn.full_context or turn.limits.context_length
    if context is None:  # LM Studio tells it once the model is loaded
        context = (await provider.offer(model.model_id, is_fresh=True)).context_length
    return hello, context


def _request(settings: Settings, model: Model) -> Request:
    request = build_request(settings, model, ({"role": "user", "content": _QUESTION},), Limits())
    n_tokens = _HELLO_TOKENS[model.mode]
    preset = settings.endpoint.preset
    loads_meanwhile = preset.loads_on_demand and not preset.is_embedded and preset.dialect != "ollama"
    timeout_s = min(request.timeout_s, _HELLO_S + _LOADING_S * loads_meanwhile)
    return replace(request, max_tokens=n_tokens, max_tokens_wanted=n_tokens, timeout_s=timeout_s)


# -- judges ---------------------------------------------------------------------------------------------------------


def _of_judge(judge: Judge, settings: Settings) -> Finding:
    """Say whether a judge is there; a run without one goes on by rules."""
    if judge.down is None:
        return Finding(subject=judge.model_id, check="judge", state="ok", found="listed")
    cause, why = judge.down
    preset = settings.judge_endpoint.preset
    hint = preset.pull_hint.format(model=judge.model_id) if cause == "not_installed" else ""
    found = f"{why}; rules judge in its place"
    hint = hint or "Name another with --judge-model, or rules alone: --judge-model re."
    return Finding(subject=judge.model_id, check="judge", state="note", found=found, hint=hint)
