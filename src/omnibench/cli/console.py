"""Prints tables: in colour or without, in 80 columns or more. What comes from models or files is never markup."""

from __future__ import annotations

import json
import re
from collections import Counter
from typing import IO, TYPE_CHECKING, Any, Final, cast

from rich.console import Console
from rich.table import Table
from rich.text import Text

from omnibench.ask.embedded import DEFAULT_MODEL
from omnibench.report.tally import COUNTED, tally_models

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from omnibench.app.run import RunOutcome
    from omnibench.records import Fault
    from omnibench.report.tally import Row, Tally
    from omnibench.settings import Settings


_MAX_PATHS = 8
_MAX_ERRORS = 5
_NO_WIDTH = 10_000
_TRAILING = re.compile(r" +(?=\n)")
_MIN_TEXT_WIDTH = 16
_MAX_TEXT: Final = 300
"""Characters of a name or a reason."""


def open_console(*, is_stderr: bool = False) -> Console:
    """Return a console that takes text literally; a pipe or a file has no width, so nothing is wrapped or padded there."""
    console = Console(stderr=is_stderr, markup=False, highlight=False, emoji=False, soft_wrap=False)
    if not console.is_terminal:
        console.width = _NO_WIDTH
        console.file = cast("IO[str]", _Trimmed(console.file))
    return console


class _Trimmed:
    """A text stream without blanks at the ends of lines, which tables leave behind their last column."""

    def __init__(self, stream: IO[str]) -> None:
        self._stream = stream

    def write(self, text: str) -> int:
        """Write; what a table prints comes in whole lines."""
        return self._stream.write(_TRAILING.sub("", text))

    def __getattr__(self, name: str) -> Any:
        """Everything else is the stream's own."""
        return getattr(self._stream, name)


def inert(value: object) -> Text:
    """Return text whose control characters are visible and do nothing."""
    return Text("".join(c if c.isprintable() else "\N{REPLACEMENT CHARACTER}" for c in str(value)))


def shortened(text: str, width: int = _MAX_TEXT) -> str:
    """Return a text, and of a long one its start and its end; names and reasons may come from any file."""
    if len(text) <= width:
        return text
    n_end = width // 3
    return f"{text[: width - n_end - 3]}...{text[-n_end:]}"


def counted(n: int, noun: str) -> str:
    """Return `1 model`, `2 models`."""
    return f"{n} {noun}{'s' * (n != 1)}"


def print_json(value: Any) -> None:
    """Print JSON for scripts, on stdout."""
    print(json.dumps(value, indent=2, ensure_ascii=True))


def build_table(*columns: str, right: Iterable[str] = (), narrow: Iterable[str] = ()) -> Table:
    """Return a plain table; `right` names columns of numbers and `narrow` of words, which are never broken."""
    table = Table(box=None, pad_edge=False, header_style="bold", padding=(0, 2, 0, 0))
    for name in columns:
        is_number = name in right
        table.add_column(
            name,
            justify="right" if is_number else "left",
            overflow="fold",
            no_wrap=is_number or name in narrow,
            min_width=len(name) if is_number or name in narrow else _MIN_TEXT_WIDTH,
        )
    return table


def print_faults(faults: Sequence[Fault]) -> None:
    """Print what is wrong with files, a row a fault, on stderr."""
    console = open_console(is_stderr=True)
    table = build_table("file", "item", "field", "what to mend")
    for fault in faults:
        table.add_row(
            *(inert(shortened(value)) for value in (fault.path, fault.item, fault.field, fault.reason))
        )
    console.print(table)


def print_outcome(outcome: RunOutcome, settings: Settings) -> None:
    """Print how a run ended: the leaderboard, what this run did, where the files are, how to go on."""
    console = open_console()
    if outcome.rows:
        print_leaderboard(outcome.rows, console)
        console.print()
    console.print(_what_was_done(outcome))
    if outcome.rows:
        console.print("results:")
        for path in outcome.result_paths[:_MAX_PATHS]:
            console.print(inert(f"  {path}"))
        if len(outcome.result_paths) > _MAX_PATHS:
            console.print(
                inert(f"  and {len(outcome.result_paths) - _MAX_PATHS} more in {settings.result_dir}/")
            )
    if outcome.signal is not None:
        console.print("stopped; everything received is kept. The same command goes on from here.")
    elif outcome.budget is not None and outcome.error is None:
        console.print(
            f"stopped: {outcome.budget}; everything received is kept. "
            "The same command goes on from here, with the whole budget again."
        )
    _print_errors(outcome.rows, console)


def _what_was_done(outcome: RunOutcome) -> str:
    is_idle = not (outcome.n_answered or outcome.n_judged or outcome.n_failed)
    if not is_idle or outcome.error or outcome.signal or outcome.budget:
        saved = f", {counted(outcome.n_saved, 'call')} of a judge model saved" if outcome.n_saved else ""
        loads = f", {counted(outcome.n_loads, 'model load')}" if outcome.n_loads else ""
        return (
            f"{outcome.n_answered} answered and {outcome.n_judged} judged now{saved}{loads}{_cost(outcome)}"
        )
    n_unjudged = sum(tally.n_unjudged for tally in tally_models(outcome.rows))
    waiting = f"; {counted(n_unjudged, 'answer')} without a verdict" if n_unjudged else " and judged"
    return f"nothing left to ask: everything selected is answered{waiting}"


def _cost(outcome: RunOutcome) -> str:
    """Say what a run cost; nothing where nobody tells costs."""
    if outcome.cost_usd is None:
        return ""
    notes = [f"and {outcome.n_untold} whose cost nobody told"] * bool(outcome.n_untold)
    notes += [f"{outcome.n_estimated} by an estimate of their tokens"] * bool(outcome.n_estimated)
    return f", {dollars(outcome.cost_usd)}" + (f" ({', '.join(notes)})" if notes else "")


def dollars(amount: float) -> str:
    """Return `0.0123 USD`, `12.30 USD`: four digits of small amounts."""
    return f"{amount:.2f} USD" if amount >= 1 else f"{amount:.4f} USD"


def _print_errors(rows: Sequence[Row], console: Console) -> None:
    """Print which questions failed, and why."""
    failed = [row for row in rows if row.entry.get("status") == "error"]
    if failed:
        console.print(f"{counted(len(failed), 'question')} failed; the same command asks again:")
    for row in failed[:_MAX_ERRORS]:
        error = row.entry.get("error")
        error = error if isinstance(error, dict) else {}
        why = f"{error.get('kind')}: {error.get('detail')}"
        console.print(inert(f"  {row.document} {row.question_id} {row.model_key}: {why}"))
    if len(failed) > _MAX_ERRORS:
        console.print(f"  and {len(failed) - _MAX_ERRORS} more")


def print_leaderboard(rows: Sequence[Row], console: Console) -> None:
    """Print accuracy over graded answers with Wilson's 95 % interval, and over everything asked beside it.

    On a screen that is too narrow for a column a status, the statuses stand in the lines below.
    """
    tallies = tally_models(rows)
    statuses = [s for s in COUNTED if s == "ok" or any(tally.n_by_status[s] for tally in tallies)]
    table = _leaderboard(tallies, statuses)
    unbounded = console.options.update(max_width=_NO_WIDTH)
    is_narrow = console.measure(table, options=unbounded).maximum > console.width
    console.print(_leaderboard(tallies, ()) if is_narrow else table)
    for tally in tallies:
        counts = ", ".join(f"{tally.n_by_status[s]} {s}" for s in statuses if tally.n_by_status[s])
        parts = (counts, _effort(tally)) if is_narrow and counts else (_effort(tally),)
        console.print(inert(f"{tally.model_key}: {'; '.join(parts)}"))
    for note in notes_of(tallies):
        console.print(inert(f"note: {note}"))


def _leaderboard(tallies: Sequence[Tally], statuses: Sequence[str]) -> Table:
    numbers = ("correct", "accuracy", "95 % interval", "of asked", *statuses)
    table = build_table("model", *numbers, right=numbers)
    for tally in tallies:
        table.add_row(
            inert(tally.model_key),
            f"{tally.n_correct}/{tally.n_graded}",
            percent(tally.accuracy_graded),
            interval_text(tally.interval_graded),
            percent(tally.accuracy_asked),
            *(str(tally.n_by_status[status]) for status in statuses),
        )
    return table


def _effort(tally: Tally) -> str:
    cost = "" if tally.cost_usd is None else f", {tally.cost_usd:.4f} USD"
    thought = f" ({tally.reasoning_tokens} reasoning)" if tally.reasoning_tokens else ""
    each = f"{tally.latency_s / tally.n_asked:.1f} s a question" if tally.n_asked else ""
    return f"{tally.prompt_tokens} tokens in, {tally.completion_tokens} out{thought}, {each}{cost}"


def notes_of(tallies: Sequence[Tally]) -> list[str]:
    """Say what a reader of the numbers should know: who judged, and what stands in neither of them."""
    methods = sum((Counter(tally.judge_methods) for tally in tallies), Counter())
    judged = ", ".join(f"{method} ({n})" for method, n in methods.most_common())
    notes = [f"judged by {judged}"] if judged else []
    for tally in tallies:
        name = tally.model_key
        notes += [f"{name}: {note}" for note in _judging_notes(tally)]
        if tally.n_no_answer:
            notes.append(f"{name}: in {counted(tally.n_no_answer, 'answer')} no final answer could be read")
        if held_back := [s for s in ("truncated", "empty", "filtered") if tally.n_by_status[s]]:
            n = sum(tally.n_by_status[status] for status in held_back)
            notes.append(
                f"{name}: {counted(n, 'answer')} not graded (--retry {','.join(held_back)} asks again)"
            )
        if tally.n_unjudged:
            notes.append(
                f"{name}: {counted(tally.n_unjudged, 'answer')} without a verdict, in neither number"
            )
        if tally.n_stale:
            notes.append(f"{name}: {counted(tally.n_stale, 'question')} edited since asked (--refresh stale)")
        n_silent = tally.n_by_flag["mode_differs"] - tally.n_thought_unasked
        odd = {**tally.n_by_flag, "thought": tally.n_thought_unasked, "silent": n_silent}
        notes += [
            f"{name}: {said.format(counted(odd[what], 'answer'))}"
            for what, said in _ODD_NOTES.items()
            if odd[what]
        ]
        if len(tally.settings) > 1:
            notes.append(f"{name} mixes settings (--refresh settings): {' | '.join(tally.settings)}")
        if len(tally.digests) > 1:
            versions = ", ".join(f"{digest[:12]} ({n})" for digest, n in tally.digests.items())
            notes.append(f"{name} mixes {len(tally.digests)} models of one name, by digest: {versions}")
        if tally.answerers:
            parts = [f"{who} {one.n_correct}/{one.n_graded}" for who, one in tally.answerers.items()]
            notes.append(f"{name} was answered by others too, right of graded: {', '.join(parts)}")
        if tally.model == DEFAULT_MODEL:
            notes.append(f"{name} is a 135M-parameter model that knows no medicine; it shows that all runs")
    return notes


_ODD_NOTES: Final = {
    "thought": "{} thought without being told to (`mode_observed`)",
    "silent": "{} did not think when told to (`mode_observed`)",
    "other_model": "{} came from another model (`served_model`)",
    "prompt_cut": "{} not graded, since the server read only a part of the question; give it a longer context",
}


def _judging_notes(tally: Tally) -> list[str]:
    """Say of one model what its verdicts rest on."""
    notes = []
    if tally.n_fallback:
        causes = ", ".join(f"{cause} {n}" for cause, n in tally.fallback_causes.items())
        notes.append(
            f"rules stood in for the judge model {counted(tally.n_fallback, 'time')} ({causes}); "
            "`rejudge --what fallback` asks it again"
        )
    if tally.n_disputed:
        notes.append(
            f"judge and rules disagree on {counted(tally.n_disputed, 'answer')} (rejudge --show-disagreements)"
        )
    if tally.n_split:
        notes.append(f"the judges were not all of one mind on {counted(tally.n_split, 'answer')}")
    if tally.n_blind:
        notes.append(
            f"asked blind, the judge answers {tally.n_blind_expected} of {tally.n_blind} as expected; "
            f"{counted(tally.n_blind_against, 'verdict')} against its own answer"
        )
    return notes


def percent(ratio: float | None) -> str:
    """Return `62.5 %`."""
    return "n/a" if ratio is None else f"{100 * ratio:.1f} %"


def interval_text(interval: tuple[float, float] | None) -> str:
    """Return `51.2-72.6`, in percent."""
    return "n/a" if interval is None else f"{100 * interval[0]:.1f}-{100 * interval[1]:.1f}"
