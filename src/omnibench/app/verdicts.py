"""The verdicts of a run: who judges an answer, in which order, and what is remembered."""

from __future__ import annotations

import asyncio
from collections import defaultdict
from typing import TYPE_CHECKING, Any

from omnibench.app.judging import rule_verdict
from omnibench.judge.outcome import read_entry
from omnibench.judge.rules import judge_dict

if TYPE_CHECKING:
    from collections.abc import Mapping

    from omnibench.app.judging import Judge
    from omnibench.app.keeping import Keeper
    from omnibench.app.provider import Provider
    from omnibench.app.survey import Survey
    from omnibench.app.watch import Watcher
    from omnibench.ask.stop import Stop
    from omnibench.records import Attempt, Pair, Reading, Request, Verdict
    from omnibench.settings import Settings


class Verdicts:
    """Judges what it is handed: by rules where they do, by the judge model elsewhere, by rules in its place."""

    def __init__(
        self,
        settings: Settings,
        survey: Survey,
        keeper: Keeper,
        provider: Provider,
        stop: Stop,
        watcher: Watcher,
    ) -> None:
        """Take what judging works with; nothing is judged yet."""
        self._keeper, self._provider, self._stop, self._watcher = keeper, provider, stop, watcher
        self._is_rule_first = settings.judge_policy == "rule-first"
        self._survey = survey
        self._waiting: asyncio.Queue[Pair | None] = asyncio.Queue()
        self._known: dict[str, Verdict] = {}
        self._twins: dict[str, list[Pair]] = defaultdict(list)
        self.judge: Judge | None = None
        self.n_judged = 0
        self.n_spared = 0
        """Answers for which the judge model was not asked: the rules were sure, or an equal answer was judged."""
        self.changes: list[tuple[Pair, bool | None, bool | None]] = []
        """Verdicts that say something else than the one before: pair, before, now."""

    def now(self, pair: Pair, entry: Mapping[str, Any], reading: Reading) -> tuple[Verdict | None, bool]:
        """Return the verdict that needs no asking, and whether a judge model is to be asked."""
        if self.judge is None:
            return rule_verdict(pair, reading), False
        if self._is_rule_first and reading.is_sure:
            self.n_spared += 1
            return rule_verdict(pair, reading), False
        if self.judge.down:
            return self.judge.fallback(pair, entry, *self.judge.down), False
        return None, True

    def later(self, pair: Pair) -> None:
        """Judge a stored answer, at once by rules or in its turn by the judge model."""
        entry = self._entry(pair)
        _, reading = read_entry(entry, pair.question)
        verdict, is_later = self.now(pair, entry, reading)
        if is_later:
            self._waiting.put_nowait(pair)
        else:
            self._record(pair, verdict)

    def put(self, pair: Pair) -> None:
        """Hand over an answer that `now` left to the judge model."""
        self._waiting.put_nowait(pair)

    def end(self) -> None:
        """Nothing more will come."""
        self._waiting.put_nowait(None)

    async def all(self) -> None:
        """Judge what is handed over until the end mark comes."""
        judge = self.judge
        first = await self._next()
        if judge is None or first is None:
            return
        ahead: list[Pair] = [first]

        async def next_pair() -> Pair | None:
            return ahead.pop() if ahead else await self._next()

        def request_of(pair: Pair) -> Request:
            return judge.request_for(pair, self._entry(pair))

        async with self._provider.judge_lane(judge) as lane:
            await lane.run(next_pair, request_of, self._heard)

    async def _next(self) -> Pair | None:
        """Return the next answer to ask the judge about; one that equals another waits for its verdict."""
        while (pair := await self._waiting.get()) is not None:
            if self.judge is None or self._stop.is_set:
                continue
            if self.judge.down is not None:
                self._record(pair, self.judge.fallback(pair, self._entry(pair), *self.judge.down))
                continue
            key = self.judge.key_of(pair, self._entry(pair))
            if known := self._known.get(key):
                self.n_spared += 1
                self._record(pair, known)
                continue
            self._twins[key].append(pair)
            if len(self._twins[key]) == 1:
                return pair
        self._waiting.put_nowait(None)  # the end mark is for every worker
        return None

    def _heard(self, pair: Pair, attempt: Attempt) -> None:
        judge = self.judge
        if judge is None:
            return
        was_down = judge.down
        key = judge.key_of(pair, self._entry(pair))
        verdict = judge.verdict_of(pair, self._entry(pair), attempt)
        twins = self._twins.pop(key, [pair])
        if verdict is not None and verdict.fallback_cause is None:
            self._known[key] = verdict
        self.n_spared += len(twins) - 1
        for twin in twins:
            self._record(twin, verdict)
        if judge.down and not was_down:
            self._watcher.said(f"{judge.down[1]}: rules judge from here, and the next run asks it again")

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
