"""`rejudge`: stored answers once more, without asking the models."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING, Any, Final

from omnibench.app.rejudging import WHAT, SecondOpinion, find_disagreements
from omnibench.cli.flags import (
    add_budget_flags,
    add_judging_flags,
    add_provider_flags,
    add_tree_flags,
    settings_from,
)
from omnibench.cli.run import exit_code_of

if TYPE_CHECKING:
    import argparse

    from omnibench.app.rejudging import Judged
    from omnibench.app.run import RunOutcome

DESCRIPTION: Final = (
    "Judge stored answers again, without asking the models. The newest verdict counts; older ones stay in "
    "judge_history.\nA verdict is replaced only by one of the judge that is named: rules never stand in for it here."
)
EXAMPLES: Final = """
  python main.py rejudge --provider ollama --judge-model gpt-oss:120b --what fallback
  python main.py rejudge --judge-model re
  python main.py rejudge --provider ollama --judge-model qwen3:32b --dry-run
  python main.py rejudge --show-disagreements
"""
_EXCERPT: Final = 160


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the command's flags."""
    group = parser.add_argument_group("which answers")
    group.add_argument(
        "--what",
        choices=WHAT,
        default="all",
        help="all (default); fallback: those that rules judged in a judge's place; disagreements: judge against rules",
    )
    group.add_argument(
        "--dry-run", action="store_true", help="ask the judge, show what would change, keep nothing"
    )
    group.add_argument(
        "--show-disagreements",
        action="store_true",
        help="list where judge and sure rules disagree; asks nobody",
    )
    group.add_argument("--json", action="store_true", help="for scripts, with --show-disagreements")
    add_provider_flags(parser)
    add_judging_flags(parser)
    add_budget_flags(parser)
    add_tree_flags(parser)


def execute(args: argparse.Namespace) -> int:
    """Judge again, or list disagreements.

    Raises:
        OmnibenchError: what stopped it, after every verdict that was given was kept.
    """
    settings = settings_from(args)
    from omnibench.cli.console import open_console, print_json, print_outcome

    if args.show_disagreements:
        found = [_as_record(one) for one in find_disagreements(settings)]
        if args.json:
            print_json(found)
        else:
            _print_disagreements(found)
        return 0
    from omnibench.app.run import run
    from omnibench.cli.progress import open_watcher

    opinion = SecondOpinion(what=args.what, is_dry_run=args.dry_run)
    with open_watcher() as watcher:
        outcome = asyncio.run(run(settings, watcher, rejudge=opinion))
    if args.dry_run:
        open_console().print("dry run: nothing was kept")
    else:
        print_outcome(outcome, settings)
    _print_changes(outcome, is_dry_run=args.dry_run)
    return exit_code_of(outcome)


def _print_changes(outcome: RunOutcome, *, is_dry_run: bool) -> None:
    from omnibench.cli.console import counted, inert, open_console

    console = open_console()
    to_right = sum(now is True for _, _, now in outcome.changes)
    verb = "would change" if is_dry_run else "changed"
    console.print(
        f"{counted(outcome.n_judged, 'verdict')}, {len(outcome.changes)} {verb}: "
        f"{to_right} to right, {len(outcome.changes) - to_right} to wrong"
    )
    for pair, before, now in outcome.changes:
        console.print(
            inert(
                f"  {pair.document} {pair.question.question_id} {pair.model.model_key}: {_word(before)} -> {_word(now)}"
            )
        )


def _word(is_correct: bool | None) -> str:  # noqa: FBT001 - a verdict
    return {True: "right", False: "wrong", None: "no verdict"}[is_correct]


def _as_record(judged: Judged) -> dict[str, Any]:
    judge = judged.entry.get("judge") or {}
    return {
        "document": judged.pair.document,
        "question_id": judged.pair.question.question_id,
        "model_key": judged.pair.model.model_key,
        "expected": judge.get("expected"),
        "read": ",".join(judged.reading.answer) or None,
        "rule": judged.reading.how,
        "rule_is_correct": judged.rule_is_correct,
        "judge_method": judge.get("judge_method"),
        "judge_is_correct": judge.get("is_correct"),
        "raw_text": judged.entry.get("raw_text"),
    }


def _print_disagreements(found: list[dict[str, Any]]) -> None:
    from omnibench.cli.console import counted, inert, open_console

    console = open_console()
    console.print(f"{counted(len(found), 'answer')} about which judge and rules disagree")
    for one in found:
        console.print()
        console.print(inert(f"{one['document']} {one['question_id']} {one['model_key']}"))
        console.print(
            inert(
                f"  expected {one['expected']}; rules read {one['read']} by {one['rule']}: {_word(one['rule_is_correct'])}; "
                f"{one['judge_method']}: {_word(one['judge_is_correct'])}"
            )
        )
        text = " ".join(str(one["raw_text"] or "").split())
        console.print(inert(f"  {text if len(text) <= _EXCERPT else '...' + text[-_EXCERPT:]}"))
