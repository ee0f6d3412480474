"""The verdicts of a run: who judges an answer, in which order, and what is kept of it."""

from __future__ import annotations

import asyncio
from collections import defaultdict
from typing import TYPE_CHECKING, Any

from omnibench.app.judging import build_case, known, method_of, rule_verdict
from omnibench.app.seat import Seat
from omnibench.judge.panel import decide, stored_opinions
from omnibench.judge.rules import judge_dict, opinion_dict

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    from omnibench.app.budget import Budget
    from omnibench.app.judging import Case, Judge
    from omnibench.app.keeping import Keeper
    from omnibench.app.provider import Provider
    from omnibench.app.seat import Ask
    from omnibench.app.survey import Survey
    from omnibench.app.watch import Watcher
    from omnibench.records import Attempt, Opinion, Pair, Reading, Verdict
    from omnibench.settings import Settings


class Verdicts:
    """Judges what it is handed: by rules where they do, by the judge models elsewhere, by rules in their place.

    An answer goes from judge to judge; when the last has spoken, the majority is its verdict.
    """

    def __init__(
        self,
        settings: Settings,
        survey: Survey,
        keeper: Keeper,
        provider: Provider,
        budget: Budget,
        watcher: Watcher,
    ) -> None:
        """Take what judging works with; nothing is judged yet."""
        self._settings, self._survey, self._keeper = settings, survey, keeper
        self._provider, self._budget, self._watcher = provider, budget, watcher
        self._seats: list[Seat] = []
        self._opinions: dict[tuple[str, str, str], list[Opinion]] = defaultdict(list)
        self.n_judged = 0
        self._n_sure = 0
        self.changes: list[tuple[Pair, bool | None, bool | None]] = []
        """Verdicts that say something else than the one before: pair, before, now."""

    def seat(self, judges: Sequence[Judge]) -> None:
        """Seat the judges; what they have said of equal cases before, they need not say again."""
        self._seats = [
            Seat(judge, self._budget.stop, self._said_by(i), is_blind=self._settings.judge_blind)
            for i, judge in enumerate(judges)
        ]
        if not self._survey.is_second_opinion:
            said = [
                (str(entry.get("question_hash")), opinion)
                for entries in self._keeper.entries().values()
                for entry in entries.values()
                for opinion in stored_opinions(entry)
            ]
            for seat in self._seats:
                seat.remember(said)

    @property
    def n_saved(self) -> int:
        """Calls of judge models that were needless: the rules were sure, or an equal case was judged."""
        return self._n_sure * len(self._seats) + sum(seat.n_saved for seat in self._seats)

    @property
    def n_waiting(self) -> int:
        """How many answers wait for a judge."""
        return sum(seat.n_open for seat in self._seats)

    @property
    def present(self) -> list[Judge]:
        """The judges that will be asked; none where too many are away."""
        return [] if self._is_hopeless else [seat.judge for seat in self._seats if not seat.judge.down]

    @property
    def absent(self) -> list[Judge]:
        """The judges that are not there."""
        return [seat.judge for seat in self._seats if seat.judge.down]

    def say_absent(self) -> None:
        """Say which judges are not there, and who judges in their place."""
        for judge in self.absent:
            if judge.down:
                cause, why = judge.down
                pull = self._settings.judge_endpoint.preset.pull_hint.format(model=judge.model_id)
                how = f" ({pull})" if pull else ""
                then = how if cause == "not_installed" else ", and the next run asks it again"
                self._watcher.said(f"{why}: {self._who_else}{then}")

    @property
    def _who_else(self) -> str:
        if not self._is_hopeless:
            return "the others judge"
        return "older verdicts stay" if self._survey.is_second_opinion else "rules judge"

    def now(self, pair: Pair, entry: Mapping[str, Any], reading: Reading) -> tuple[Verdict | None, bool]:
        """Return the verdict that needs no asking, and whether judge models are to be asked."""
        if not self._seats:
            return rule_verdict(pair, reading), False
        if self._settings.judge_policy == "rule-first" and reading.is_sure:
            self._n_sure += 1
            return rule_verdict(pair, reading), False
        if self._is_hopeless:
            return self._decide_without(build_case(pair, entry)), False
        return None, True

    @property
    def _is_hopeless(self) -> bool:
        """Whether so many judges are away that the others are no majority."""
        return 2 * len(self.absent) >= len(self._seats)

    def _decide_without(self, case: Case) -> Verdict | None:
        causes = [judge.down[0] for judge in self.absent if judge.down]
        not_asked = (causes[0], "not asked, since too few judges are there")
        opinions = [seat.judge.no_opinion(case, *(seat.judge.down or not_asked)) for seat in self._seats]
        return self._decide(case, opinions)

    def _decide(self, case: Case, opinions: Sequence[Opinion]) -> Verdict | None:
        return known(decide(opinions, case.pair.question, case.reading, method_of(self._settings.judge_name)))

    def later(self, pair: Pair) -> None:
        """Judge a stored answer, at once by rules or in its turn by the judge models."""
        case = build_case(pair, self._entry(pair))
        verdict, is_later = self.now(pair, self._entry(pair), case.reading)
        if is_later:
            self._seats[0].put(case)
        else:
            self._record(pair, verdict)

    def put(self, pair: Pair) -> None:
        """Hand over an answer that `now` left to the judge models."""
        self._seats[0].put(build_case(pair, self._entry(pair)))

    def end(self) -> None:
        """Nothing more will come."""
        if self._seats:
            self._seats[0].close()

    async def all(self) -> None:
        """Let the judges speak until all is judged; one after the other where changing models costs a load."""
        if self._settings.judge_endpoint.preset.loads_on_demand:
            for i in range(len(self._seats)):
                await self._hear(i)
        else:
            async with asyncio.TaskGroup() as tasks:
                for i in range(len(self._seats)):
                    tasks.create_task(self._hear(i))

    async def _hear(self, i: int) -> None:
        seat = self._seats[i]
        if (first := await seat.next_ask()) is not None:
            ahead = [first]

            async def next_ask() -> Ask | None:
                return ahead.pop() if ahead else await seat.next_ask()

            async with self._provider.judge_lane(seat.judge) as lane:
                await lane.run(
                    next_ask, seat.request_of, lambda ask, attempt: self._heard(seat, ask, attempt)
                )
        if i + 1 < len(self._seats):
            self._seats[i + 1].close()

    def _heard(self, seat: Seat, ask: Ask, attempt: Attempt) -> None:
        judge, was_down, was_held = seat.judge, seat.judge.down, seat.judge.is_held_to_words
        self._budget.spend(attempt, lambda _: judge.prices, lambda: seat.request_of(ask).messages)
        seat.heard(ask, attempt)
        if judge.down and not was_down:
            self._watcher.said(f"{judge.down[1]}: {self._who_else} from here, and the next run asks it again")
        if was_held and not judge.is_held_to_words:
            self._watcher.said(f"{judge.model_id} takes no fixed form of reply; it is asked in plain words")

    def _said_by(self, i: int) -> Callable[[Case, Opinion], None]:
        def on_opinion(case: Case, opinion: Opinion) -> None:
            opinions = self._opinions[case.place]
            opinions.append(opinion)
            self._keep(case, opinion)
            if i + 1 < len(self._seats):
                self._seats[i + 1].put(case)
            else:
                self._record(case.pair, self._decide(case, self._opinions.pop(case.place)))

        return on_opinion

    def _keep(self, case: Case, opinion: Opinion) -> None:
        """Keep what one judge of several said, so that a run that is killed asks only the others."""
        if len(self._seats) > 1 and opinion.is_correct is not None and not self._survey.is_second_opinion:
            document, question_id, model_key = case.place
            stored = opinion_dict(opinion)
            if stored not in (self._entry(case.pair).get("opinions") or ()):
                self._keeper.files[document].record_opinion(question_id, model_key, stored)

    def _record(self, pair: Pair, verdict: Verdict | None) -> None:
        if verdict is not None and self._survey.is_second_opinion and verdict.fallback_cause:
            verdict = None  # what stands was said by somebody who could
        if verdict is not None:
            before = (self._entry(pair).get("judge") or {}).get("is_correct")
            if before is not None and before != verdict.is_correct:
                self.changes.append((pair, before, verdict.is_correct))
            if not self._survey.is_dry_run:
                ids = (pair.question.question_id, pair.model.model_key)
                self._keeper.files[pair.document].record_verdict(*ids, judge_dict(verdict))
            self.n_judged += 1
        self._watcher.judged(pair, verdict.is_correct if verdict else None)

    def _entry(self, pair: Pair) -> Mapping[str, Any]:
        entries = self._keeper.files[pair.document].entries
        return entries.get((pair.question.question_id, pair.model.model_key)) or {}
