"""`doctor`: is the provider there, are the models there, and can they do what the questions need."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING, Any, Final

from omnibench.cli.flags import add_model_flags, add_tree_flags, settings_from

if TYPE_CHECKING:
    import argparse

    from omnibench.app.doctor import Checkup
    from omnibench.app.findings import Examined, State
    from omnibench.settings import Settings

DESCRIPTION: Final = (
    "Look at everything that a run with the same flags would need: the server, its models, what they can do, the\n"
    "questions, the judge. One tiny question to each model is the only thing that loads one. Writes nothing.\n"
    "Exits with 0, or with the code of the first thing that is bad: a run would stop there, or be the worse for it."
)
EXAMPLES: Final = """
  python main.py doctor --provider ollama
  python main.py doctor --provider ollama --models qwen3:8b --no-ask
  python main.py doctor --provider vllm --base-url http://10.0.0.30:8000/v1 --judge-model re --json
"""
_TABLE_WIDTH: Final = 60
"""Columns of a screen below which a table has no room for what was found."""
_STATES: Final[dict[State, str]] = {"ok": "ok", "unknown": "?", "note": "note", "bad": "BAD"}
"""Told apart without colour."""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the command's flags: those of `run`, and how deep to look."""
    add_model_flags(parser)
    add_tree_flags(parser)
    parser.add_argument("--no-ask", action="store_true", help="ask no question, so that no model is loaded")
    parser.add_argument("--json", action="store_true", help="for scripts")


def execute(args: argparse.Namespace) -> int:
    """Print what was found; the exit code is that of the first thing that is bad."""
    settings = settings_from(args)
    from omnibench.app.doctor import examine  # `--help` stays fast
    from omnibench.cli.console import print_json
    from omnibench.cli.progress import open_watcher

    with open_watcher() as watcher:
        checkup = asyncio.run(examine(settings, watcher, asks=not args.no_ask))
    if args.json:
        print_json(_as_json(settings, checkup))
    else:
        _print(settings, checkup)
    return checkup.exit_code


def _as_json(settings: Settings, checkup: Checkup) -> dict[str, Any]:
    from dataclasses import asdict

    return {
        "provider": settings.endpoint.provider,
        "exit_code": checkup.exit_code,
        "need": asdict(checkup.need),
        "findings": [asdict(finding) for finding in checkup.findings],
        "models": [_model_as_json(settings, examined) for examined in checkup.models],
    }


def _model_as_json(settings: Settings, examined: Examined) -> dict[str, Any]:
    from omnibench.app.models import wanted_tokens

    model, seen, vitals, hello = examined.model, examined.seen, examined.vitals, examined.hello
    return {
        "model_id": model.model_id,
        "model_key": model.model_key,
        "mode": model.mode_name,
        "max_tokens": wanted_tokens(settings, model),
        "is_listed": seen.is_listed,
        "digest": seen.origin.digest,
        "quantization": seen.origin.quantization,
        "server": seen.origin.server,
        "context_length": examined.context_length,
        "trained_context": seen.offer.trained_context,
        "can_see": seen.offer.can_see,
        "can_think": seen.offer.can_think,
        "is_loaded": vitals.is_loaded,
        "gpu_share": vitals.gpu_share,
        "n_slots": vitals.n_slots,
        "n_free_slots": vitals.n_free_slots,
        "load_s": round(hello.load_s, 3) if hello else None,
        "answer_s": round(hello.answer_s, 3) if hello else None,
    }


def _print(settings: Settings, checkup: Checkup) -> None:
    from omnibench.cli.console import build_table, inert, open_console

    console = open_console()
    console.print(inert(settings.endpoint.preset.title))
    table = build_table("what", "check", "state", "found", narrow=("check", "state"))
    is_narrow = console.width < _TABLE_WIDTH
    before = None
    for finding in checkup.findings:
        subject = "" if finding.subject == before else finding.subject
        check, state = finding.check, _STATES[finding.state]
        table.add_row(*(inert(cell) for cell in (subject, check, state, finding.found)))
        if is_narrow:
            lines = [subject] * bool(subject) + [f"  {check} {state}: {finding.found}"]
            console.print(*map(inert, lines), sep="\n")
        before = finding.subject
    if not is_narrow:
        console.print(table)
    hints = [finding for finding in checkup.findings if finding.hint]
    if hints:
        console.print("what to do:")
    for finding in hints:
        console.print(inert(f"  {finding.subject}: {finding.hint}"))
    console.print(_ending(checkup))


def _ending(checkup: Checkup) -> str:
    """Say what would become of a run."""
    bad = [finding for finding in checkup.findings if finding.state == "bad"]
    if not bad:
        return "a run can begin"
    would = "stop" if any(finding.stops for finding in bad) else "go on and be the worse for it"
    return f"a run would {would}: {len(bad)} of these are bad"
