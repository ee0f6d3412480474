"""`judge-audit`: a person's sample of the verdicts, and what it says of the judge."""

from __future__ import annotations

import argparse
import shlex
from pathlib import Path
from typing import TYPE_CHECKING, Final

from omnibench.cli.flags import add_tree_flags, whole
from omnibench.errors import UsageError

if TYPE_CHECKING:
    from collections.abc import Iterator

    from rich.console import Console

    from omnibench.app.auditing import Drawn
    from omnibench.report.audit import Audit, Disagreement, Estimate

DESCRIPTION: Final = (
    "Draw stored answers for a person who grades them blindly, and measure judge and rules by that person's words.\n"
    "Nothing in result/ or dataset/ is written, and nobody is asked."
)
EXAMPLES: Final = """
  python main.py judge-audit --n 200 --seed 1 --out audit
  python main.py judge-audit --read audit/sheet.csv
  python main.py judge-audit --read Downloads/sheet_filled.csv --key audit/key.json --json
"""
_MAX_SHOWN: Final = 10
_MAX_NUMBER: Final = 1_000_000
_N: Final = 200
_SEED: Final = 1
_OUT: Final = "audit"


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the command's flags."""
    group = parser.add_argument_group("draw a sample")
    group.add_argument("--n", type=_number, metavar="N", help=f"answers to draw (default: {_N})")
    group.add_argument(
        "--seed", type=int, metavar="N", help=f"another seed draws other answers (default: {_SEED})"
    )
    group.add_argument(
        "--out", metavar="DIR", help=f"where sheet.csv, sheet.html and key.json go (default: {_OUT})"
    )
    group.add_argument("--models", metavar="A,B", help="model ids or keys (default: all that are stored)")
    group = parser.add_argument_group("read a sheet")
    group.add_argument("--read", metavar="SHEET", help="a filled sheet, as CSV")
    group.add_argument("--key", metavar="FILE", help="default: key.json beside the sheet")
    parser.add_argument("--json", action="store_true", help="for scripts")
    add_tree_flags(parser)


def execute(args: argparse.Namespace) -> int:
    """Draw, or read back.

    Raises:
        OmnibenchError: what is wrong with flags, files or the sheet.
    """
    from omnibench.cli.console import print_json
    from omnibench.report.audit import record_of_audit, record_of_draw

    if args.read is None:
        drawn = _draw(args)
        files = [str(path) for path in drawn.paths]
        print_json({"files": files, **record_of_draw(drawn.key)}) if args.json else _print_drawn(drawn)
        return 0
    given = [
        f"--{name}" for name in ("n", "seed", "out", "models", "only") if getattr(args, name) is not None
    ]
    if given:
        raise UsageError(
            f"{', '.join(given)} has no meaning with --read", hint="The key holds what was drawn."
        )
    from omnibench.app.auditing import read_audit

    audit = read_audit(Path(args.read), Path(args.key) if args.key else None)
    if args.json:
        print_json(record_of_audit(audit))
    else:
        _print_audit(audit)
    return 0


def _draw(args: argparse.Namespace) -> Drawn:
    if args.key is not None:
        raise UsageError("--key has no meaning without --read", hint="Give the filled sheet with --read.")
    from omnibench.app.auditing import draw_audit
    from omnibench.app.rejudging import Selection

    selection = Selection(
        dataset_dir=Path(args.dataset_dir),
        result_dir=Path(args.result_dir),
        only=args.only,
        models=tuple(name.strip() for name in (args.models or "").split(",") if name.strip()),
    )
    n, seed = (args.n or _N), (_SEED if args.seed is None else args.seed)
    return draw_audit(selection, Path(args.out or _OUT), n, seed)


def _number(text: str) -> int:
    value = whole(text)
    if not 1 <= value <= _MAX_NUMBER:
        raise argparse.ArgumentTypeError(f"must be from 1 to {_MAX_NUMBER}")
    return value


def _print_drawn(drawn: Drawn) -> None:
    from omnibench.cli.console import build_table, counted, inert, open_console

    console = open_console()
    table = build_table("model", "verdict", "answers", "drawn", right=("answers", "drawn"))
    for layer in drawn.key.layers:
        verdict = _word(is_correct=layer.stratum.is_correct) + ", disputed" * layer.stratum.is_disputed
        table.add_row(inert(layer.stratum.model_key), verdict, str(layer.n_answers), str(layer.n_drawn))
    console.print(table)
    sheet, page, key = drawn.paths
    n = len(drawn.key.cases)
    console.print(f"{n} of {counted(drawn.n_answers, 'answer')} drawn by seed {drawn.key.seed}")
    console.print(inert(f"fill in: {page} in a browser, or {sheet} in a spreadsheet"))
    console.print(inert(f"keep from who fills it in: {key}, which holds models and verdicts"))
    console.print(inert(f"then: judge-audit --read FILLED.csv --key {shlex.quote(str(key))}"))


def _print_audit(audit: Audit) -> None:
    from omnibench.cli.console import build_table, counted, inert, open_console

    console = open_console()
    left_out = f"; left out: {audit.n_unsure} unsure, {audit.n_blank} blank"
    console.print(
        f"{audit.n_audited} of {counted(audit.n_drawn, 'drawn answer')} graded by a person{left_out}"
    )
    console.print()
    numbers = ("value", "95 % interval", "answers")
    table = build_table("against the person", *numbers, right=numbers)
    for who, estimates in (("judge", audit.judge), ("sure rules", audit.rules)):
        for name, one in estimates.items():
            table.add_row(f"{who}: {name}", *_cells(one, is_ratio=name != "kappa"))
    console.print(table)
    console.print()
    columns = ("answers", "graded", "as judged", "corrected", "95 % interval")
    table = build_table("accuracy", *columns, right=columns)
    for line in (*audit.models, *((audit.overall,) if len(audit.models) > 1 else ())):
        table.add_row(
            inert(line.model_key or "(all)"),
            str(line.n_answers),
            str(line.n_audited),
            _percent(line.judged),
            _percent(line.corrected),
            f"{100 * line.low:.1f}-{100 * line.high:.1f}",
        )
    console.print(table)
    for note in _notes(audit):
        console.print(inert(f"note: {note}"))
    _print_disagreements(audit.disagreements, console)


def _cells(one: Estimate, *, is_ratio: bool) -> tuple[str, str, str]:
    if one.value is None or one.low is None or one.high is None:
        return "n/a", "n/a", str(one.n)
    if is_ratio:
        return _percent(one.value), f"{100 * one.low:.1f}-{100 * one.high:.1f}", str(one.n)
    return f"{one.value:.2f}", f"{one.low:.2f} to {one.high:.2f}", str(one.n)


def _percent(ratio: float) -> str:
    return f"{100 * ratio:.1f} %"


def _notes(audit: Audit) -> Iterator[str]:
    from omnibench.cli.console import counted

    yield "judged by " + ", ".join(f"{name} ({n})" for name, n in audit.judge_methods.items())
    yield (
        "sensitivity: of answers that are right, those called right; specificity: of wrong ones, those called wrong"
    )
    shift, low, high = (
        -100 * x for x in (audit.overall.shift, audit.overall.shift_high, audit.overall.shift_low)
    )
    yield f"the judge shifts accuracy over all answers by {shift:+z.1f} points ({low:+z.1f} to {high:+z.1f})"
    if audit.unseen:
        n = sum(layer.n_answers for layer in audit.unseen)
        yield (
            f"no word on {counted(n, 'answer')} of {counted(len(audit.unseen), 'group')}: they keep the judge's "
            "verdicts in accuracies, whose intervals allow for all of these being wrong, and count in nothing else"
        )
    if audit.n_missing:
        yield f"{counted(audit.n_missing, 'row')} of the sheet gone, counted as blank"
    if audit.is_legacy:
        yield "the sheet is not in UTF-8: words were read, letters of notes may be wrong"


def _print_disagreements(disagreements: tuple[Disagreement, ...], console: Console) -> None:
    from omnibench.cli.console import counted, inert

    if not disagreements:
        return
    console.print()
    console.print(f"person and judge disagree on {counted(len(disagreements), 'answer')}:")
    for one in disagreements[:_MAX_SHOWN]:
        case = one.case
        console.print(inert(f"  {case.audit_id} {case.document} {case.question_id} {case.stratum.model_key}"))
        said = _word(is_correct=case.stratum.is_correct)
        mine = _word(is_correct=one.human_is_correct)
        note = f"; {one.note}" if one.note else ""
        console.print(inert(f"    {case.judge_method}: {said}; person: {mine}{note}"))
    if len(disagreements) > _MAX_SHOWN:
        console.print(f"  and {len(disagreements) - _MAX_SHOWN} more (--json lists all)")


def _word(*, is_correct: bool) -> str:
    return "right" if is_correct else "wrong"
