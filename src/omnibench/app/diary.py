"""Notes a run in the tree's `run.json`: what it was told to do when it begins, and what came of it when it ended."""

from __future__ import annotations

import asyncio
import os
import platform
import signal
import socket
import uuid
from importlib.metadata import PackageNotFoundError, version
from typing import TYPE_CHECKING, Any, Final, Literal

from omnibench import __version__
from omnibench.app.models import asking_hash
from omnibench.ask.addresses import shown_url, without_credentials
from omnibench.ask.secret import build_cleaner
from omnibench.errors import StoreError
from omnibench.store.run_log import put_run

if TYPE_CHECKING:
    from collections.abc import Mapping

    from omnibench.app.clock import Clock
    from omnibench.app.run import RunOutcome
    from omnibench.app.survey import Survey
    from omnibench.app.watch import Watcher
    from omnibench.ask.presets import Endpoint
    from omnibench.records import Venue
    from omnibench.settings import Settings

End = Literal["unfinished", "done", "some_errors", "budget", "signal", "failed"]
"""`unfinished`: it is still going on, or it was killed."""
_PACKAGES: Final = ("openai", "httpx", "tenacity", "python-dotenv", "rich", "filelock", "orjson", "xllamacpp")


class Diary:
    """The note of one run. A log that cannot be written is said, and the run goes on: it is no result."""

    def __init__(self, settings: Settings, clock: Clock, watcher: Watcher) -> None:
        """Prepare; nothing is written yet."""
        self._settings, self._clock, self._watcher = settings, clock, watcher
        endpoints = (settings.endpoint, settings.judge_endpoint)
        # The longer key first: a shorter one may be its beginning, and would leave its end.
        by_key = sorted(endpoints, key=lambda endpoint: len(endpoint.api_key), reverse=True)
        self._clean = [build_cleaner(endpoint) for endpoint in by_key]
        self._note: dict[str, Any] | None = None

    async def begin(self, survey: Survey) -> None:
        """Note that a run begins; a dry run keeps nothing, this neither."""
        if not survey.is_dry_run:
            self._note = {
                "run_id": uuid.uuid4().hex,
                "command": "rejudge" if survey.is_second_opinion else "run",
                "started_at": self._clock.stamp(),
                "ended_at": None,
                "end": "unfinished",
                "why": None,
                "process": {"pid": os.getpid(), "host": socket.gethostname()},
                "versions": _versions(),
                **_facts_of(self._settings),
                "models": _models_of(self._settings, survey),
                "counts": {name: survey.total(name) for name in ("to_ask", "to_judge")},
                "cost_usd": None,
                "n_loads": None,
            }
            await self._write()

    async def end(self, outcome: RunOutcome) -> None:
        """Note how a run ended."""
        if self._note:
            end, why = _end_of(outcome)
            counts = {"answered": outcome.n_answered, "judged": outcome.n_judged, "failed": outcome.n_failed}
            self._note["counts"] |= counts
            self._note |= {"cost_usd": outcome.cost_usd, "n_loads": outcome.n_loads}
            await self._end(end, why)

    async def end_by(self, error: Exception) -> None:
        """Note that a run failed in a way that leaves no outcome."""
        if self._note:
            await self._end("failed", _said_by(error))

    async def _end(self, end: End, why: str | None) -> None:
        if self._note:
            self._note |= {"ended_at": self._clock.stamp(), "end": end, "why": why}
            await self._write()

    async def _write(self) -> None:
        note: Any = self._note
        for clean in self._clean:
            note = clean(note)
        try:
            await asyncio.to_thread(put_run, self._settings.result_dir, note)
        except StoreError as error:
            self._watcher.said(f"this run is not noted: {error.message}")


def _end_of(outcome: RunOutcome) -> tuple[End, str | None]:
    if outcome.error is not None:
        return "failed", _said_by(outcome.error)
    if outcome.signal is not None:
        return "signal", signal.Signals(outcome.signal).name
    if outcome.budget is not None:
        return "budget", outcome.budget
    return ("some_errors" if outcome.n_failed else "done"), None


def _said_by(error: BaseException) -> str:
    """Return what an error says, without a user name and a password that stand in an address."""
    return without_credentials(f"{type(error).__name__}: {error}")


def _versions() -> dict[str, Any]:
    packages = {}
    for name in _PACKAGES:
        try:
            packages[name] = version(name)
        except PackageNotFoundError:
            continue  # an extra that is not installed
    return {"omnibench": __version__, "python": platform.python_version(), "packages": packages}


def _facts_of(settings: Settings) -> dict[str, Any]:
    """Return what was set, by name and one by one: what is not named here, such as a key, is not written."""
    return {
        "endpoint": _endpoint_of(settings.endpoint),
        "judge": {
            "models": [judge.model_id for judge in settings.judges],
            "policy": settings.judge_policy,
            "is_blind": settings.judge_blind,
            "endpoint": _endpoint_of(settings.judge_endpoint),
        },
        "settings": {
            "models": list(settings.models),
            "registry": settings.registry_path and str(settings.registry_path),
            "dataset_dir": str(settings.dataset_dir),
            "result_dir": str(settings.result_dir),
            "only": settings.only,
            "limit": settings.limit,
            "unload": settings.unload,
            "prompt": settings.prompt,
            "logprobs": settings.logprobs,
            "ask_without_images": settings.asks_without_images,
            "temperature": settings.temperature,
            "max_tokens": settings.max_tokens,
            "timeout_s": settings.timeout_s,
            "seed": settings.seed,
            "on_error": "skip" if settings.skips_errors else "stop",
            "retry": sorted(settings.retry),
            "refresh": sorted(settings.refresh),
            "max_cost_usd": settings.max_cost_usd,
            "max_hours": settings.max_hours,
        },
    }


def _endpoint_of(endpoint: Endpoint) -> Mapping[str, Any]:
    return {
        "provider": endpoint.provider,
        "base_urls": [shown_url(url) for url in endpoint.base_urls],
        "concurrency": endpoint.concurrency,
        "requests_a_minute": endpoint.requests_a_minute,
        "tokens_a_minute": endpoint.tokens_a_minute,
        "max_wait_s": endpoint.max_wait_s,
    }


def _models_of(settings: Settings, survey: Survey) -> list[dict[str, Any]]:
    models = {unit.model.model_key: unit.model for unit in survey.units}.values()
    return [
        {
            "model_id": model.model_id,
            "model_key": model.model_key,
            "mode": model.mode_name,
            **({"also_at": [_venue_of(venue) for venue in model.also_at]} if model.also_at else {}),
            "settings_hash": None if survey.is_second_opinion else asking_hash(settings, model),
        }
        for model in models
    ]


def _venue_of(venue: Venue) -> dict[str, Any]:
    url = shown_url(venue.base_url) if venue.base_url else None
    return {"provider": venue.provider, "base_url": url, "model_id": venue.model_id}
