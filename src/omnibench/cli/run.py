"""`run`, the default command."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING, Final

from omnibench.cli import exit_codes
from omnibench.cli.flags import add_model_flags, add_tree_flags, settings_from
from omnibench.errors import OmnibenchError

if TYPE_CHECKING:
    import argparse

    from omnibench.app.run import RunOutcome

DESCRIPTION: Final = (
    "Ask every enabled model every question that is still open, judge the answers, and keep everything under "
    "result/.\nStopped at any instant, the same command goes on where it stopped."
)
EXAMPLES: Final = """
  python main.py --provider ollama
  python main.py --provider ollama --models qwen3:8b --only 'general/*' --limit 100
  python main.py --provider vllm --base-url http://10.0.0.30:8000/v1 --judge-model re
  python main.py --provider embedded
"""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the command's flags."""
    add_model_flags(parser)
    add_tree_flags(parser)


def execute(args: argparse.Namespace) -> int:
    """Run, draw progress, and print the leaderboard.

    Raises:
        OmnibenchError: what stopped the run, after everything received was kept and shown.
    """
    settings = settings_from(args)
    # After the flags are known to be right: the SDK and rich take half a second to import.
    from omnibench.app.run import run
    from omnibench.cli.progress import open_watcher

    with open_watcher() as watcher:
        outcome = asyncio.run(run(settings, watcher))
    from omnibench.cli.console import print_outcome

    print_outcome(outcome, settings)
    return exit_code_of(outcome)


def exit_code_of(outcome: RunOutcome) -> int:
    """Return how a run ended as an exit code.

    Raises:
        OmnibenchError: what stopped it.
    """
    if isinstance(outcome.error, OmnibenchError):
        raise outcome.error
    if outcome.error is not None:
        raise OmnibenchError(f"{type(outcome.error).__name__}: {outcome.error}") from outcome.error
    if outcome.signal is not None:
        return exit_codes.SIGNAL_BASE + outcome.signal
    if outcome.budget is not None:
        return exit_codes.BUDGET
    return exit_codes.SOME_ERRORS if outcome.n_failed else exit_codes.DONE
