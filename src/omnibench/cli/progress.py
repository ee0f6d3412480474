"""Draws a run: one bar a model on a terminal, plain lines elsewhere. Everything goes to stderr."""

from __future__ import annotations

import time
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Final

from rich.measure import Measurement
from rich.progress import BarColumn, Progress, ProgressColumn, TextColumn
from rich.table import Column

from omnibench.app.survey import say_waiting
from omnibench.ask.addresses import shown_url
from omnibench.cli.console import counted, dollars, inert, open_console
from omnibench.plan.prompts import PROMPTS

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from rich.console import Console, ConsoleOptions
    from rich.progress import Task, TaskID
    from rich.text import Text

    from omnibench.app.outlook import Destination
    from omnibench.app.survey import Survey
    from omnibench.app.watch import Watcher
    from omnibench.records import Model, Pair
    from omnibench.settings import Settings

LINE_EVERY_S: Final = 10.0
_MAX_BARS: Final = 12
_BAR_WIDTH: Final = 12
_MIN_NAME_WIDTH: Final = 8
_ROOM_FOR_BAR: Final = 60
"""Columns of a screen below which a name needs the room more."""


@dataclass(slots=True)
class Pace:
    """The running numbers of one model."""

    name: str
    n_total: int
    n_done: int
    n_to_ask: int
    verdicts: dict[tuple[str, str], bool] = field(default_factory=dict)
    provisional: set[tuple[str, str]] = field(default_factory=set)
    n_correct_before: int = 0
    n_graded_before: int = 0
    n_now: int = 0
    tokens_now: int = 0
    started: float = field(default_factory=time.monotonic)
    last_answer: float = field(default_factory=time.monotonic)
    document: str = ""

    def note_answer(self, pair: Pair, entry: Mapping[str, Any], rule_verdict: bool | None) -> None:
        """Count an answer."""
        self.n_now += 1
        self.last_answer = time.monotonic()
        self.n_done += entry["status"] != "error"
        self.tokens_now += entry["usage"]["completion_tokens"] or 0
        self.document = pair.document
        key = (pair.document, pair.question.question_id)
        judge = entry["judge"]
        if judge is not None and judge["is_correct"] is not None:
            self.verdicts[key] = judge["is_correct"]
        elif rule_verdict is not None:
            self.verdicts[key] = rule_verdict
            self.provisional.add(key)

    def note_verdict(self, pair: Pair, is_correct: bool | None) -> None:
        """Replace a provisional verdict."""
        key = (pair.document, pair.question.question_id)
        self.provisional.discard(key)
        if is_correct is not None:
            self.verdicts[key] = is_correct

    @property
    def accuracy(self) -> str:
        """Return `62 %`, with `(rules)` while a judge model has not spoken on all of them."""
        n = len(self.verdicts) + self.n_graded_before
        if not n:
            return ""
        right = sum(self.verdicts.values()) + self.n_correct_before
        return f"{100 * right / n:.0f} % right" + (" (rules)" if self.provisional else "")

    @property
    def speed(self) -> str:
        """Return questions and answer tokens a second, until the last answer when all are there."""
        now = time.monotonic() if self.n_now < self.n_to_ask else self.last_answer
        elapsed = max(now - self.started, 1e-6)
        return f"{self.n_now / elapsed:.1f} q/s {self.tokens_now / elapsed:.0f} tok/s" if self.n_now else ""

    @property
    def eta(self) -> str:
        """Return the time that this model's open questions will take, `1:02:03`."""
        n_left = self.n_to_ask - self.n_now
        if not self.n_now or n_left <= 0:
            return ""
        seconds = int((time.monotonic() - self.started) / self.n_now * n_left)
        return f"{seconds // 3600}:{seconds // 60 % 60:02}:{seconds % 60:02} left"


class _Watcher:
    """What both watchers keep; the events are documented at `app.watch.Watcher`."""

    def __init__(self, console: Console) -> None:
        self.console = console
        self.paces: dict[str, Pace] = {}
        self._said: set[str] = set()

    def began(self, settings: Settings, survey: Survey) -> None:
        for unit in survey.units:
            counts = unit.counts
            pace = self.paces.setdefault(
                unit.model.model_key, Pace(f"{unit.model.model_id} ({unit.model.mode_name})", 0, 0, 0)
            )
            pace.n_total += len(unit.places)
            pace.n_to_ask += counts["to_ask"]
            pace.n_done += sum(not place.is_to_ask and place.standing != "new" for place in unit.places)
            for place in unit.places:
                judge = (place.entry or {}).get("judge") or {}
                if not place.is_to_ask and isinstance(judge.get("is_correct"), bool):
                    key = (unit.source.path, place.pair.question.question_id)
                    pace.verdicts[key] = judge["is_correct"]
        for line in opening_lines(settings, survey):
            self.said(line)

    def sending(self, destinations: Sequence[Destination]) -> None:
        if destinations:
            self.said(outlook_line(destinations))

    def said(self, text: str) -> None:
        if text not in self._said:
            self._said.add(text)
            self.console.print(inert(text))

    def stopping(self, grace_s: float, *, is_by_signal: bool) -> None:
        again = "; once more to exit at once" if is_by_signal else ""
        self.said(f"stopping: what is in flight may finish for {grace_s:.0f} s{again}")


class PlainWatcher(_Watcher):
    """One line at most every ten seconds, and one when a model is through."""

    def __init__(self, console: Console) -> None:
        super().__init__(console)
        self._last_line = 0.0

    def asking(self, model: Model) -> None:
        pace = self.paces[model.model_key]
        pace.started = time.monotonic()
        self.said(f"asking {pace.name}: {counted(pace.n_to_ask, 'question')}")

    def answered(self, pair: Pair, entry: Mapping[str, Any], rule_verdict: bool | None) -> None:
        pace = self.paces[pair.model.model_key]
        pace.note_answer(pair, entry, rule_verdict)
        now = time.monotonic()
        if now - self._last_line >= LINE_EVERY_S or pace.n_now == pace.n_to_ask:
            self._last_line = now
            parts = (f"{pace.n_done}/{pace.n_total}", pace.accuracy, pace.speed, pace.eta, pace.document)
            self.console.print(inert(f"{pace.name} " + "  ".join(part for part in parts if part)))

    def judged(self, pair: Pair, is_correct: bool | None) -> None:
        pace = self.paces[pair.model.model_key]
        pace.note_verdict(pair, is_correct)
        now = time.monotonic()
        if now - self._last_line >= LINE_EVERY_S:
            self._last_line = now
            n_open = sum(len(p.provisional) for p in self.paces.values())
            self.console.print(inert(f"judging: {counted(n_open, 'answer')} to go"))


class BarWatcher(_Watcher):
    """One bar a model, the current file below its name."""

    def __init__(self, console: Console, progress: Progress) -> None:
        super().__init__(console)
        self._progress = progress
        self._tasks: dict[str, TaskID] = {}

    def asking(self, model: Model) -> None:
        pace = self.paces[model.model_key]
        pace.started = time.monotonic()
        shown = [task for task in self._progress.tasks if task.visible]
        if len(shown) >= _MAX_BARS:
            self._progress.update(shown[0].id, visible=False)
        self._show(model.model_key)

    def answered(self, pair: Pair, entry: Mapping[str, Any], rule_verdict: bool | None) -> None:
        self.paces[pair.model.model_key].note_answer(pair, entry, rule_verdict)
        self._show(pair.model.model_key)

    def judged(self, pair: Pair, is_correct: bool | None) -> None:
        self.paces[pair.model.model_key].note_verdict(pair, is_correct)
        self._show(pair.model.model_key)

    def _show(self, model_key: str) -> None:
        pace = self.paces[model_key]
        if model_key not in self._tasks:
            self._tasks[model_key] = self._progress.add_task(
                pace.name, total=pace.n_total, numbers="", left="", document=""
            )
        numbers = "  ".join(part for part in (pace.accuracy, pace.speed) if part)
        waiting = (
            f"{len(pace.provisional)} to judge" if pace.n_now >= pace.n_to_ask and pace.provisional else ""
        )
        self._progress.update(
            self._tasks[model_key],
            completed=pace.n_done,
            numbers=numbers,
            left=waiting or pace.eta,
            document=pace.document,
        )


@dataclass(frozen=True, slots=True)
class _Shrinking:
    """Two lines that lose their middles where there is no room: names tell most at their ends."""

    first: str
    second: str

    def __rich_measure__(self, console: Console, options: ConsoleOptions) -> Measurement:
        widest = max(len(self.first), len(self.second))
        return Measurement(min(widest, _MIN_NAME_WIDTH), widest)

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> Iterator[Text]:
        for line, style in ((self.first, ""), (self.second, "dim")):
            text = inert(shortened(line, options.max_width))
            text.no_wrap, text.style = True, style
            yield text


class _NameColumn(ProgressColumn):
    """A model's name and document: they alone give way, so that what tells how the run goes stays on the screen."""

    def render(self, task: Task) -> _Shrinking:
        return _Shrinking(task.description, task.fields["document"])


def shortened(text: str, width: int) -> str:
    """Return a text of at most so many characters, its middle left out."""
    if len(text) <= width:
        return text
    n_end = max(width - 1, 0) * 2 // 3  # quantisation and mode stand there
    return f"{text[: max(width - 1 - n_end, 0)]}…{text[len(text) - n_end :]}"


def open_bars(console: Console) -> Progress:
    """Return the bars of a terminal."""
    bar = BarColumn(bar_width=_BAR_WIDTH, table_column=Column(min_width=_BAR_WIDTH, no_wrap=True))
    columns = (
        _NameColumn(),
        *([bar] if console.width >= _ROOM_FOR_BAR else []),
        TextColumn("{task.completed:.0f}/{task.total:.0f}", markup=False),
        TextColumn("{task.fields[numbers]}\n{task.fields[left]}", markup=False, style="dim"),
    )
    return Progress(*columns, console=console, refresh_per_second=4)


@contextmanager
def open_watcher() -> Iterator[Watcher]:
    """Yield the watcher that fits where stderr goes."""
    console = open_console(is_stderr=True)
    if not console.is_terminal or console.is_dumb_terminal:
        yield PlainWatcher(console)
        return
    with open_bars(console) as progress:
        yield BarWatcher(console, progress)


def outlook_line(destinations: Sequence[Destination]) -> str:
    """Say in one line what is about to go where, whether it leaves this machine, and what it may cost."""
    return "; ".join(_outlook(one) for one in destinations)


def _outlook(one: Destination) -> str:
    parts = [counted(one.n_questions, "question")] * bool(one.n_questions)
    parts += [f"up to {counted(one.n_judgings, 'request')} to judge"] * bool(one.n_judgings)
    through = f", through the proxy {', '.join(one.proxies)}" if one.proxies else ""
    hosts = (", ".join(one.hosts) or "in this process") + through
    where = {
        "machine": f"stay on this machine ({hosts})",
        "network": f"leave this machine and stay in its network ({hosts})",
        "beyond": f"leave this machine ({hosts})",
    }[one.reach]
    cost = ""
    if one.cost_usd is not None and one.most_usd is not None:
        cost = f", for about {dollars(one.cost_usd)}, at most {dollars(one.most_usd)}"
    elif one.reach == "beyond":
        cost = ", at a price that is not known here"
    return f"{' and '.join(parts)}, about {one.prompt_tokens} tokens, {where}{cost}"


def _judge_of(settings: Settings) -> str:
    """Say who judges, and of rules whether the prompt's benchmark means them."""
    if settings.judges:
        return ", ".join(judge.model_id for judge in settings.judges)
    prompt = PROMPTS.get(settings.prompt)
    by_benchmark = prompt is not None and prompt.judges_by_rules
    return "rules, as this benchmark scores (--judge-model NAME asks a model)" if by_benchmark else "rules"


def opening_lines(settings: Settings, survey: Survey) -> list[str]:
    """Say what a run is about to do: what is done, what is left, what differs."""
    endpoint = settings.endpoint
    where = " at " + ", ".join(shown_url(url) for url in endpoint.base_urls) if endpoint.base_urls else ""
    n_pairs = sum(len(unit.places) for unit in survey.units)
    n_done = n_pairs - survey.total("new") - survey.total("failed")
    documents = counted(len({unit.source.path for unit in survey.units}), "document")
    models = counted(len({unit.model.model_key for unit in survey.units}), "model")
    to_judge = counted(survey.total("to_judge"), "answer")
    prompt = f"; prompt: {settings.prompt}" if settings.prompt != "direct" else ""
    lines = [
        f"{endpoint.preset.title}{where}{prompt}; judge: {_judge_of(settings)}",
        f"{documents}, {models}: {n_done} of {n_pairs} done, {survey.total('to_ask')} to ask, {to_judge} to judge",
    ]
    if settings.unload and not (endpoint.preset.can_unload or settings.judge_endpoint.preset.can_unload):
        lines.append(f"--unload has no effect with {endpoint.preset.title}")
    if n := survey.n_images_missing:
        lines.append(say_waiting(n))
    if n := survey.total("stale"):
        lines.append(f"{counted(n, 'answer')} stale: edited since asked (--refresh stale asks again)")
    if n := survey.total("changed"):
        what = "; ".join(f"{change} ({count})" for change, count in survey.changes().most_common(4))
        lines.append(f"{counted(n, 'answer')} of other settings: {what} (--refresh settings asks again)")
    return lines
