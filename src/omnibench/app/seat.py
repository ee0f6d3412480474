"""A judge's seat: the answers before it, each equal case asked once, and its own answers where it judges blind."""

from __future__ import annotations

import asyncio
from collections import defaultdict, deque
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Literal

from omnibench.judge.outcome import read_reply
from omnibench.judge.panel import compare_blind
from omnibench.records import Failure

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from omnibench.app.judging import Case, Judge
    from omnibench.ask.stop import Stop
    from omnibench.records import Attempt, Opinion, Request

Step = Literal["verdict", "own", "compare"]
"""Is the answer right; what would you answer yourself; does the answer say the same as yours."""


@dataclass(frozen=True, slots=True)
class Ask:
    """One thing to ask a judge."""

    case: Case
    step: Step


class Seat:
    """Turns cases into opinions. `put` cases, `close` when no more will come, drive it with `next_ask` and `heard`."""

    def __init__(
        self,
        judge: Judge,
        stop: Stop,
        on_opinion: Callable[[Case, Opinion], None],
        *,
        is_blind: bool = False,
    ) -> None:
        """Seat a judge; `on_opinion` is called once a case, in the order in which opinions come."""
        self.judge = judge
        self._stop, self._on_opinion, self._is_blind = stop, on_opinion, is_blind
        self._queue: asyncio.Queue[Case | Literal["again"] | None] = asyncio.Queue()
        self._again: deque[Ask] = deque()
        self._n_open, self._is_closed = 0, False
        self._known: dict[str, Opinion] = {}
        self._twins: dict[str, list[Case]] = defaultdict(list)
        self._own: dict[str, str] = {}
        self._own_awaited: dict[str, list[Case]] = defaultdict(list)
        self._begun: dict[str, Opinion] = {}
        self._held: set[str] = set()
        self._unheld: set[str] = set()
        self.n_saved = 0
        """Calls that an equal case made needless."""

    def remember(self, opinions: Iterable[tuple[str, Opinion]]) -> None:
        """Take over what this judge has said before: question hash and opinion."""
        for question_hash, opinion in opinions:
            if opinion.judge_method == self.judge.method:
                self._known[opinion.judge_hash] = opinion
                if opinion.blind:
                    self._own.setdefault(question_hash, opinion.blind.answer or "")

    @property
    def n_open(self) -> int:
        """How many cases wait for their opinion."""
        return self._n_open

    def put(self, case: Case) -> None:
        """Add a case."""
        self._n_open += 1
        self._queue.put_nowait(case)

    def close(self) -> None:
        """Nothing more will be put."""
        self._is_closed = True
        self._end_if_done()

    async def next_ask(self) -> Ask | None:
        """Return what to ask next, or None when every case has its opinion or the run is ending."""
        while not self._again:
            case = None if self._stop.is_set else await self._stop.unless_set(self._queue.get())
            if case is None:
                self._queue.put_nowait(None)  # the end is for every worker
                return None
            if case != "again" and (ask := self._begin(case)):
                return ask
        return self._again.popleft()

    def _ask_again(self, ask: Ask) -> None:
        """Have something asked next, also where somebody waits for a case already."""
        self._again.append(ask)
        self._queue.put_nowait("again")

    def _begin(self, case: Case) -> Ask | None:
        """Return the first thing to ask about a case; None when it has its opinion, or waits for an equal one."""
        key, asked = self.judge.hash_of(case), case.pair.question_hash
        if (said := self._known.get(key)) and (said.blind or not self._is_blind_about(case)):
            self.n_saved += 1
            self._settle(case, said)
        elif self.judge.down:
            self._settle(case, self.judge.no_opinion(case, *self.judge.down))
        elif self._is_blind_about(case) and asked not in self._own:
            self._own_awaited[asked].append(case)
            return Ask(case, "own") if len(self._own_awaited[asked]) == 1 else None
        else:
            self._twins[key].append(case)
            return Ask(case, "verdict") if len(self._twins[key]) == 1 else None
        return None

    def _is_blind_about(self, case: Case) -> bool:
        return self._is_blind and not case.pair.question.images  # a judge sees no images

    def request_of(self, ask: Ask) -> Request:
        """Build the request."""
        question, text = ask.case.pair.question, ask.case.text
        if ask.step == "own":
            return self.judge.own_request(question)
        if ask.step == "compare":
            own = self._begun[self.judge.hash_of(ask.case)].blind
            question = replace(
                question, expected=_keys(own.answer if own else None, question.kind), accepted=()
            )
        request, key = self.judge.verdict_request(question, text), self.judge.hash_of(ask.case)
        if key in self._unheld:
            return replace(request, words=())
        if request.words:
            self._held.add(key)
        return request

    def heard(self, ask: Ask, attempt: Attempt) -> None:
        """Take what came of a request."""
        case, key = ask.case, self.judge.hash_of(ask.case)
        if ask.step == "own":
            asked = case.pair.question_hash
            self._own[asked] = self.judge.own_text_of(attempt)
            for waiting in self._own_awaited.pop(asked):
                self._queue.put_nowait(waiting)
        elif isinstance(attempt, Failure) and attempt.kind == "bad_request" and key in self._held:
            # Perhaps only the form of reply was refused: once more in plain words.
            self._held.discard(key)
            self._unheld.add(key)
            self._ask_again(ask)
        elif ask.step == "verdict":
            if key in self._unheld and not isinstance(attempt, Failure):
                self.judge.is_held_to_words = False
            self._judged(case, key, self.judge.opinion_of(case, attempt))
        else:
            said = self._begun.pop(key)
            blind = said.blind and replace(said.blind, is_same=self.judge.word_of(attempt))
            self._finish(key, replace(said, blind=blind))

    def _judged(self, case: Case, key: str, opinion: Opinion) -> None:
        question = case.pair.question
        if not self._is_blind_about(case):
            self._finish(key, opinion)
            return
        own_text = self._own.get(case.pair.question_hash, "")
        blind = compare_blind(read_reply(own_text, question), own_text, case.reading, question)
        opinion = replace(opinion, blind=blind)
        if blind.answer is not None and blind.is_same is None and opinion.is_correct is not None:
            self._begun[key] = opinion
            self._ask_again(Ask(case, "compare"))
        else:
            self._finish(key, opinion)

    def _finish(self, key: str, opinion: Opinion) -> None:
        twins = self._twins.pop(key)
        if opinion.is_correct is not None:
            self._known[key] = opinion
        self.n_saved += len(twins) - 1
        for case in twins:
            self._settle(case, opinion)

    def _settle(self, case: Case, opinion: Opinion) -> None:
        self._n_open -= 1
        self._on_opinion(case, opinion)
        self._end_if_done()

    def _end_if_done(self) -> None:
        if self._is_closed and not self._n_open:
            self._queue.put_nowait(None)


def _keys(answer: str | None, kind: str) -> tuple[str, ...]:
    return tuple((answer or "").split(",")) if kind == "multiple_choice" else (answer or "",)
