"""The work of a run: answers, verdicts, and the order in which they are asked for."""

from __future__ import annotations

import asyncio
from collections import Counter
from contextlib import AsyncExitStack
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import TYPE_CHECKING, Any, Final

from omnibench.app.failures import stopped_by
from omnibench.app.findings import SEEN, context_finding, need_of, roomy_context
from omnibench.app.models import Limits, build_job, wanted_tokens
from omnibench.app.origins import moved_name
from omnibench.app.outlook import build_outlook
from omnibench.app.pictures import UNSEEN, Pictures, without_unseen
from omnibench.app.precheck import say_concerns
from omnibench.app.verdicts import Verdicts
from omnibench.ask.names import is_same_model
from omnibench.ask.pool import one_after_another
from omnibench.ask.presets import presets_named
from omnibench.errors import DatasetInvalid, ModelUnknown, OmnibenchError, ProviderStopped
from omnibench.judge.outcome import build_entry, build_failed_entry, observed_mode, read_reply, status_of
from omnibench.judge.rules import judge_dict
from omnibench.kinds import KINDS
from omnibench.plan.prompt import looks_cut
from omnibench.records import FINAL_STATUSES, Failure, Observed

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from omnibench.app.budget import Budget
    from omnibench.app.keeping import Keeper
    from omnibench.app.provider import Provider
    from omnibench.app.survey import Survey
    from omnibench.app.tree import Source
    from omnibench.app.turn import Turn
    from omnibench.app.watch import Watcher
    from omnibench.ask.presets import Endpoint
    from omnibench.records import Attempt, Flag, Job, Model, Pair, Reply
    from omnibench.settings import Settings

_PICTURE_GONE: Final = (
    "The picture is not what it was when the run began. Put it back, or correct the item, and start the same command "
    "again: everything received is kept. Or leave such questions out with --on-error skip: it records the error."
)
MAX_ERRORS_IN_A_ROW: Final = 10
"""So many kept failures without an answer between them are no longer single questions."""


@dataclass(frozen=True, slots=True)
class Asked:
    """A job on its way, and the turn in which it is asked."""

    job: Job
    turn: Turn


class Run:
    """Everything that one run does after its survey."""

    def __init__(
        self,
        settings: Settings,
        survey: Survey,
        keeper: Keeper,
        provider: Provider,
        budget: Budget,
        watcher: Watcher,
    ) -> None:
        """Take what the run works with; nothing is asked yet."""
        self._settings, self._survey, self._keeper = settings, survey, keeper
        self._provider, self._budget, self._watcher = provider, budget, watcher
        self._stop = budget.stop
        self.verdicts = Verdicts(settings, survey, keeper, provider, budget, watcher)
        self._open_in_unit = Counter(
            (unit.source.path, unit.model.model_key)
            for unit in survey.units
            for place in unit.places
            if place.is_to_ask
        )
        shared = [venue.provider for model in self._models_to_ask() for venue in model.also_at]
        self._pictures = Pictures([settings.endpoint.preset, *presets_named(shared)], watcher)
        self._n_errors_in_a_row = 0
        self._said_lowered: set[str] = set()
        self.n_answered = 0
        self.n_kept = 0
        """Questions that failed when they were asked again; their earlier answers stay."""

    @property
    def n_loads(self) -> int:
        """How often a server that loads on demand was made to change models."""
        return self._provider.n_loads

    @property
    def is_done(self) -> bool:
        """Whether nothing is left to ask or to judge."""
        return not self._open_in_unit.total() and not self.verdicts.n_waiting

    async def everything(self) -> None:
        """Ask and judge, in the order that costs the fewest model loads.

        A server that loads on demand answers model by model, then judges everything: M + 1 loads. Elsewhere, and
        when the judge has an endpoint of its own, judging runs alongside.
        """
        models = self._models_to_ask()
        if models:
            await self._provider.check(models)
            if self._stop.is_set:
                return  # it was waiting for the server when it was told to end
            await say_concerns(self._settings, self._survey, self._provider, self._watcher)
            models = await self._check_pictures()
        self.verdicts.seat(await self._provider.find_judges())
        self._refuse_absent_judge()
        self.verdicts.say_absent()
        self._say_outlook()
        for unit in self._survey.units:
            for place in unit.places:
                if place.is_to_judge:
                    self.verdicts.later(place.pair)
        is_alongside = self._settings.judges_elsewhere or not self._provider.loads_on_demand
        async with asyncio.TaskGroup() as tasks:
            if is_alongside:
                tasks.create_task(self.verdicts.all())
            try:
                await self._answer_all(models)
            except OmnibenchError as error:
                self._stop.by_error(error)
            self.verdicts.end()
        if not is_alongside:
            await self.verdicts.all()

    async def _check_pictures(self) -> list[Model]:
        """Look at pictures, and at who can, before the first question; return the models that are left to ask."""
        self._survey, unseen = await without_unseen(
            self._survey, self._provider, skips_errors=self._settings.skips_errors
        )
        await self._pictures.check(self._survey, self._stop)
        for pair in unseen:
            self._keep_failure(build_job(self._settings, pair, (), Limits()), UNSEEN)
        return self._models_to_ask()

    def _say_outlook(self) -> None:
        judges = [(judge.model_id, judge.prices) for judge in self.verdicts.present]
        prices = self._provider.listings.told_prices()
        self._watcher.sending(build_outlook(self._settings, self._survey, prices, judges))

    def _refuse_absent_judge(self) -> None:
        """A second opinion is worth nothing when the one who should give it is away.

        Raises:
            ProviderStopped.
        """
        judge = next(iter(self.verdicts.absent), None)
        if self._survey.is_second_opinion and judge and judge.down and not self._stop.is_set:
            cause, why = judge.down
            absent = ModelUnknown if cause == "not_installed" else ProviderStopped
            raise absent(
                Failure(kind="not_found" if cause == "not_installed" else "connection", detail=why),
                model=judge.model_id,
                hint="Nothing was changed. Name another with --judge-model, or judge by rules: --judge-model re.",
            )

    def _models_to_ask(self) -> list[Model]:
        units = [unit for unit in self._survey.units if unit.counts["to_ask"]]
        return list({unit.model.model_key: unit.model for unit in units}.values())

    # -- answers ------------------------------------------------------------------------------------------------

    async def _answer_all(self, models: Sequence[Model]) -> None:
        if self._provider.loads_on_demand:
            for model in models:
                if not self._stop.is_set:
                    async with self._provider.turn(model) as turn:
                        await self._warn_of_context(model, turn)
                        await self._ask_all([(model, turn)])
            return
        async with AsyncExitStack() as open_turns:
            turns = [
                (model, await open_turns.enter_async_context(self._provider.turn(model))) for model in models
            ]
            await self._ask_all(turns)

    async def _ask_all(self, turns: Sequence[tuple[Model, Turn]]) -> None:
        """Ask everything that stands at the same doors in one queue, and the queues side by side."""
        queues: dict[tuple[int, ...], list[tuple[Model, Turn]]] = {}
        for model, turn in turns:
            queues.setdefault(turn.lane.place, []).append((model, turn))
        async with asyncio.TaskGroup() as tasks:
            for queue in queues.values():
                jobs = one_after_another(self._jobs(queue))
                asking = queue[0][1].lane.run(jobs, lambda asked: asked.job.request, self._record_answer)
                tasks.create_task(asking)

    def _jobs(self, turns: Sequence[tuple[Model, Turn]]) -> Iterator[Asked]:
        for model, turn in turns:
            self._watcher.asking(model)
            if moved := moved_name(model, turn.origin, self._survey.of_model(model)):
                self._watcher.said(moved)
            for unit in self._survey.of_model(model):
                for place in unit.places:
                    if place.is_to_ask and (job := self._job(unit.source, place.pair, turn)):
                        yield Asked(job, turn)

    def _job(self, source: Source, pair: Pair, turn: Turn) -> Job | None:
        """Build what is sent; None where errors are skipped and a picture is not what it was when the run began.

        Raises:
            DatasetInvalid: so it is, and errors are not skipped.
        """
        try:
            images = self._pictures.load(source, pair)
        except DatasetInvalid as error:
            if not self._settings.skips_errors:
                raise DatasetInvalid(error.faults, hint=_PICTURE_GONE) from None
            why = "; ".join(fault.reason for fault in error.faults)
            failure = Failure(kind="bad_request", detail=f"{why}; it was not asked")
            self._keep_failure(build_job(self._settings, pair, (), Limits()), failure)
            return None
        job = build_job(self._settings, pair, images, turn.limits, turn.all_aliases)
        request, name = job.request, pair.model.model_id
        if request.max_tokens < request.max_tokens_wanted and name not in self._said_lowered:
            self._said_lowered.add(name)
            self._watcher.said(
                f"{name}: max_tokens {request.max_tokens_wanted} is lowered to what the endpoint allows, "
                f"{request.max_tokens} for the first question"
            )
        return job

    async def _warn_of_context(self, model: Model, turn: Turn) -> None:
        """Say that a model's context is too short, now that it is loaded and known; Ollama's alone is not before."""
        questions = [
            (unit.source.path, place.pair.question)
            for unit in self._survey.of_model(model)
            for place in unit.places
            if place.is_to_ask
        ]
        need, offer = need_of(questions, self._settings.prompt), await self._provider.offer(model.model_id)
        found = context_finding(model, turn.full_context, offer, need, self._settings)
        if found.state != "bad":
            return
        name = model.model_id
        wanted = wanted_tokens(self._settings, model)
        tokens = roomy_context(need.longest_tokens, wanted, offer.trained_context)
        said = f"{name} has a context of {found.found}. Ollama would cut it without a word. {found.hint}"
        if tokens > need.longest_tokens:
            said += (
                f" Or make a model that has it and ask that: printf 'FROM {name}\\nPARAMETER num_ctx {tokens}\\n' "
                f"> Modelfile && ollama create {name.replace(':', '-')}-{tokens // 1024}k -f Modelfile"
            )
        self._watcher.said(said)

    def _record_answer(self, asked: Asked, attempt: Attempt) -> None:
        job, pair, turn = asked.job, asked.job.pair, asked.turn.at(attempt.venue)
        self._budget.spend(attempt, lambda venue: asked.turn.at(venue).prices, lambda: job.request.messages)
        if isinstance(attempt, Failure):
            self._record_failure(job, attempt, turn.endpoint)
            return
        self._n_errors_in_a_row = 0
        reading = read_reply(attempt.text, pair.question)
        observed = self._observe(job, attempt, turn)
        status = status_of(
            attempt,
            reading,
            job.request,
            turn.full_context,
            is_prompt_cut="prompt_cut" in observed.flags,
        )
        entry = build_entry(self._settings.endpoint.provider, job, attempt, reading, status, observed)
        is_later = False
        provisional = None
        if status == "ok":
            provisional = KINDS[pair.question.kind].is_correct(reading, pair.question)
            verdict, is_later = self.verdicts.now(pair, entry, reading)
            entry["judge"] = judge_dict(verdict) if verdict else None
        self._file(pair).record_answer(pair.question.question_id, pair.model.model_key, entry)
        self.n_answered += 1
        if is_later:
            self.verdicts.put(pair)
        self._watcher.answered(pair, entry, provisional)
        self._close_in_unit(pair)

    def _observe(self, job: Job, reply: Reply, turn: Turn) -> Observed:
        """Compare what was asked for with what was seen, and say each difference once."""
        model, name = job.pair.model, reply.venue.model_id if reply.venue else job.pair.model.model_id
        mode = observed_mode(reply, shows_reasoning=turn.endpoint.preset.shows_reasoning)
        found: dict[Flag, str] = {}
        if mode and mode != model.mode:
            found["mode_differs"] = f"{model.mode} was asked, and it was seen to {SEEN[mode]}"
        if reply.served_model is not None and not is_same_model(name, reply.served_model, turn.aliases):
            found["other_model"] = f"answers come from {reply.served_model}"
        if turn.full_context and looks_cut(
            job.request.messages, reply.usage.prompt_tokens, turn.full_context
        ):
            found["prompt_cut"] = (
                f"a question was cut to fit a context of {turn.full_context} tokens, and is not graded"
            )
        for what in found.values():
            self._watcher.said(f"{name}: {what}")
        if job.request.top_logprobs is not None and not reply.tokens:
            self._watcher.said(f"{name}: probabilities were asked for, and none came")
        return Observed(mode=mode, flags=tuple(found), origin=turn.origins.get(reply.address, turn.origin))

    def _record_failure(self, job: Job, failure: Failure, endpoint: Endpoint) -> None:
        pair = job.pair
        question = f"{pair.document} {pair.question.question_id}"
        self._n_errors_in_a_row += 1
        is_kept = failure.cause == "moderation" or self._settings.skips_errors
        if failure.is_fatal or not is_kept or self._n_errors_in_a_row > MAX_ERRORS_IN_A_ROW:
            self._stop.by_error(stopped_by(failure, endpoint, model=pair.model.model_id, question=question))
        else:
            self._keep_failure(job, failure)

    def _keep_failure(self, job: Job, failure: Failure) -> None:
        pair = job.pair
        present = self._entry(pair)
        if present and present.get("status") in FINAL_STATUSES:
            self.n_kept += 1
            question = f"{pair.document} {pair.question.question_id}"
            self._watcher.said(f"{question}: {failure.summary}; the earlier answer stays")
        else:
            failed_at = datetime.now(UTC).isoformat(timespec="milliseconds").replace("+00:00", "Z")
            entry = build_failed_entry(self._settings.endpoint.provider, job, failure, failed_at)
            self._file(pair).record_answer(pair.question.question_id, pair.model.model_key, entry)
            self._watcher.answered(pair, entry, None)
        self._close_in_unit(pair)

    def _close_in_unit(self, pair: Pair) -> None:
        unit = (pair.document, pair.model.model_key)
        self._open_in_unit[unit] -= 1
        if not self._open_in_unit[unit]:
            self._keeper.swap_soon(pair.document)

    def _file(self, pair: Pair) -> Any:
        return self._keeper.files[pair.document]

    def _entry(self, pair: Pair) -> Mapping[str, Any] | None:
        entries = self._keeper.files[pair.document].entries
        return entries.get((pair.question.question_id, pair.model.model_key))
