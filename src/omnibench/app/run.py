"""The main job: ask every enabled model every question that is still open, judge, and keep everything."""

from __future__ import annotations

import asyncio
import os
import signal
from contextlib import suppress
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final, TypeVar

from omnibench.app.answering import Run
from omnibench.app.budget import Budget, refuse_unpriced
from omnibench.app.clock import Clock
from omnibench.app.diary import Diary
from omnibench.app.keeping import Keeper
from omnibench.app.models import (
    choose_models,
    find_judge_prices,
    in_order,
    needs_offered_models,
    registry_name,
)
from omnibench.app.provider import Provider, fetch_offered_models
from omnibench.app.rejudging import build_rejudge_survey
from omnibench.app.reporting import build_row
from omnibench.app.survey import build_survey
from omnibench.app.tree import load_sources, refuse_other_kinds
from omnibench.ask.stop import GRACE_S, Stop
from omnibench.dataset import why_ignored

if TYPE_CHECKING:
    from collections.abc import Coroutine, Sequence
    from typing import Any

    from omnibench.app.rejudging import SecondOpinion
    from omnibench.app.survey import Survey
    from omnibench.app.tree import Source
    from omnibench.app.watch import Watcher
    from omnibench.records import Model, Pair
    from omnibench.report.tally import Row
    from omnibench.settings import Settings

_T = TypeVar("_T")
SIGNALS: Final = ("SIGINT", "SIGTERM", "SIGHUP")


@dataclass(frozen=True, slots=True, kw_only=True)
class RunOutcome:
    """How a run ended."""

    rows: tuple[Row, ...]
    """Every entry of the selection, old and new."""
    n_answered: int
    """Answers of this run."""
    n_judged: int
    n_failed: int
    """Pairs of the selection that stand at `error`, or failed again now and keep an earlier answer."""
    result_paths: tuple[str, ...]
    signal: int | None
    error: BaseException | None
    budget: str | None = None
    """Which budget was used up before everything was done, in words."""
    cost_usd: float | None = None
    """Of this run's answers and verdicts; None where nobody told."""
    n_untold: int = 0
    """Replies whose cost nobody told."""
    n_estimated: int = 0
    """Replies whose tokens nobody told, so that their cost is that of an estimate."""
    n_loads: int = 0
    """How often a server that loads on demand was made to change models; 0 for other servers."""
    n_saved: int = 0
    """Calls of judge models that were not needed."""
    changes: tuple[tuple[Pair, bool | None, bool | None], ...] = ()
    """Verdicts of this run that say something else than the ones before: pair, before, now."""


async def run(
    settings: Settings, watcher: Watcher, *, rejudge: SecondOpinion | None = None, clock: Clock | None = None
) -> RunOutcome:
    """Run to the end, to a failure, a signal or a budget; whatever the end, everything received is kept.

    Args:
        settings: of the run.
        watcher: is told what happens.
        rejudge: ask no model; judge these stored answers again.
        clock: the time; a test brings its own.

    Raises:
        OmnibenchError: before anything was asked. A failure during the run stands in the outcome's `error`.
    """
    stop = Stop()
    budget = Budget(settings, stop, clock or Clock())
    with _signals(stop, watcher):
        try:
            return await _run(settings, budget, watcher, rejudge)
        except _StoppedEarly:
            return RunOutcome(
                rows=(),
                n_answered=0,
                n_judged=0,
                n_failed=0,
                result_paths=(),
                signal=stop.signal,
                error=None,
            )


async def _run(
    settings: Settings, budget: Budget, watcher: Watcher, rejudge: SecondOpinion | None
) -> RunOutcome:
    diary = Diary(settings, budget.clock, watcher)
    try:
        outcome = await _ask_and_judge(settings, budget, watcher, rejudge, diary)
    except Exception as error:
        await diary.end_by(error)
        raise
    await diary.end(outcome)
    return outcome


async def _ask_and_judge(
    settings: Settings, budget: Budget, watcher: Watcher, rejudge: SecondOpinion | None, diary: Diary
) -> RunOutcome:
    stop = budget.stop
    loaded = load_sources(settings.dataset_dir, settings.result_dir, settings.only)
    refuse_other_kinds(settings.prompt, loaded.sources)
    for path in loaded.ignored:
        watcher.said(why_ignored(path))
    chosen = () if rejudge else await _choose(settings, stop, watcher)
    refuse_unpriced(settings, chosen, find_judge_prices(settings))
    with Keeper(loaded.sources) as keeper:
        if keeper.torn_bytes:
            watcher.said(
                f"cut {keeper.torn_bytes} bytes of a half-written last line; that answer is asked again"
            )
        provider = Provider(settings, stop, watcher)
        try:
            if rejudge:
                survey = build_rejudge_survey(settings, loaded.sources, keeper.entries(), rejudge)
            else:
                surveying = _survey(settings, loaded.sources, chosen, keeper, provider)
                survey = await _unless_stopped(surveying, stop)
            watcher.began(settings, survey)
            await diary.begin(survey)
            work = Run(settings, survey, keeper, provider, budget, watcher)
            if survey.total("to_ask") or survey.total("to_judge"):
                await _until_stopped(work.everything(), keeper, budget, watcher)
        finally:
            await provider.close()
        return _outcome(work, loaded.sources, survey, keeper, budget)


async def _choose(settings: Settings, stop: Stop, watcher: Watcher) -> tuple[Model, ...]:
    """Choose the models to ask; a provider without a registry is asked what it has, and the screen says so."""
    if not needs_offered_models(settings):
        return choose_models(settings, None)
    chosen = choose_models(
        settings, await _unless_stopped(fetch_offered_models(settings, stop, watcher.said), stop)
    )
    names = ", ".join(model.model_id for model in chosen)
    watcher.said(f"no {registry_name(settings)} here: asking what the provider lists, {names}")
    return chosen


class _StoppedEarly(Exception):
    """A signal came before there was anything to keep."""


async def _unless_stopped(coming: Coroutine[Any, Any, _T], stop: Stop) -> _T:
    found = await stop.unless_set(coming)
    if found is None:
        raise _StoppedEarly
    return found


async def _survey(
    settings: Settings, sources: Sequence[Source], chosen: Sequence[Model], keeper: Keeper, provider: Provider
) -> Survey:
    """Survey; look models that stand in no registry up only when there is something to ask them."""
    ordered = in_order(settings, chosen)
    survey = build_survey(settings, sources, ordered, keeper.entries())
    if not survey.total("to_ask"):
        return survey
    settled = [await provider.settle_mode(model) for model in ordered]
    models = in_order(settings, settled, await provider.fetch_sizes(settled))
    return survey if models == ordered else build_survey(settings, sources, models, keeper.entries())


async def _until_stopped(
    everything: Coroutine[Any, Any, None], keeper: Keeper, budget: Budget, watcher: Watcher
) -> None:
    """Drive the work; when the run is ending, give what is in flight a few seconds.

    A budget that is used up leaves it all its time instead: what was sent is paid for, and nobody waits.
    """
    stop = budget.stop
    work = asyncio.create_task(everything)
    keeping = asyncio.create_task(keeper.keep(stop))
    hurry = asyncio.create_task(stop.wait_hurried())
    budgeting = asyncio.create_task(_tell_budget(budget, watcher))
    try:
        await asyncio.wait({work, hurry}, return_when=asyncio.FIRST_COMPLETED)
        if not work.done():
            watcher.stopping(GRACE_S, is_by_signal=stop.signal is not None)
            await asyncio.wait({work}, timeout=GRACE_S)
    finally:
        for task in (work, hurry, keeping, budgeting):
            task.cancel()
        await asyncio.wait({work, hurry, keeping, budgeting})
    if not work.cancelled() and (error := work.exception()):
        stop.by_error(error)


async def _tell_budget(budget: Budget, watcher: Watcher) -> None:
    """Watch the time, and say it when a budget is used up while something is in flight."""
    watching = asyncio.create_task(budget.watch())
    try:
        await budget.stop.wait()
    finally:
        watching.cancel()
    if budget.stop.budget:
        watcher.said(f"{budget.stop.budget}: nothing new is asked, what is in flight may finish")


class _signals:  # noqa: N801 - reads as a statement
    """The first signal ends the run in order, the second at once; both are safe."""

    def __init__(self, stop: Stop, watcher: Watcher) -> None:
        self._stop, self._watcher = stop, watcher
        self._loop = asyncio.get_running_loop()
        self._numbers = [getattr(signal, name) for name in SIGNALS if hasattr(signal, name)]

    def __enter__(self) -> None:
        for number in self._numbers:
            with suppress(NotImplementedError, ValueError, RuntimeError):
                self._loop.add_signal_handler(number, self._received, number)

    def __exit__(self, *_: object) -> None:
        for number in self._numbers:
            with suppress(NotImplementedError, ValueError, RuntimeError):
                self._loop.remove_signal_handler(number)

    def _received(self, number: int) -> None:
        if self._stop.is_hurried:
            os._exit(128 + number)
        self._stop.by_signal(number)


def _outcome(
    work: Run, sources: Sequence[Source], survey: Survey, keeper: Keeper, budget: Budget
) -> RunOutcome:
    models: list[Model] = list({unit.model.model_key: unit.model for unit in survey.units}.values())
    rows = []
    for source in sources:
        entries = keeper.files[source.path].entries
        for question, question_hash in zip(source.document.questions, source.hashes, strict=True):
            for model in models:
                entry = entries.get((question.question_id, model.model_key))
                if entry is None or question.is_voided:
                    continue
                rows.append(
                    build_row(
                        source.path, question.question_id, model.model_key, entry, question, question_hash
                    )
                )
    written = {row.document for row in rows}
    return RunOutcome(
        rows=tuple(rows),
        n_answered=work.n_answered,
        n_judged=work.verdicts.n_judged,
        n_saved=work.verdicts.n_saved,
        changes=tuple(work.verdicts.changes),
        n_failed=sum(row.entry.get("status") == "error" for row in rows) + work.n_kept,
        result_paths=tuple(str(source.result_path) for source in sources if source.path in written),
        signal=budget.stop.signal,
        error=budget.stop.error,
        budget=None if work.is_done else budget.stop.budget,
        cost_usd=budget.spent_usd,
        n_untold=budget.n_untold,
        n_estimated=budget.n_estimated,
        n_loads=work.n_loads,
    )
