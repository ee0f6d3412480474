"""`report`: the leaderboard from the result tree."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING, Final

from omnibench.report.strata import FIELDS, tally_parts
from omnibench.report.views import VIEWS

if TYPE_CHECKING:
    import argparse

DESCRIPTION: Final = (
    "Print the leaderboard of a result tree, at any time, also while a run is writing it.\n"
    "Accuracy over graded answers stands beside accuracy over everything asked.\n"
    "--by tells parts apart: one row a value, and all answers together in a last row. A question with several values\n"
    "counts under each of them, and once in all; one without the field stands under (none)."
)
EXAMPLES: Final = """
  python main.py report
  python main.py report --by document
  python main.py report --by medical_task --format csv > by_task.csv
  python main.py report result --only 'general/*' --format csv > leaderboard.csv
"""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the command's flags."""
    parser.add_argument(
        "result_dir", nargs="?", default="result", metavar="RESULT_DIR", help="default: result"
    )
    parser.add_argument("--only", metavar="GLOB", help="documents by path or name")
    parser.add_argument(
        "--by", metavar="FIELD", help=f"rows by {', '.join(FIELDS)}, or any field of the questions' metadata"
    )
    parser.add_argument("--format", choices=("text", *VIEWS), default="text", help="default: text")
    parser.add_argument("--json", action="store_true", help="the same as --format json")


def execute(args: argparse.Namespace) -> int:
    """Print the report."""
    from omnibench.app.reporting import load_rows  # `--help` stays fast
    from omnibench.report.tally import tally_models

    rows = load_rows(Path(args.result_dir), args.only)
    view = VIEWS.get("json" if args.json else args.format)
    if view is not None:
        sys.stdout.write(view(tally_parts(rows, args.by) if args.by else tally_models(rows)))
        return 0
    from omnibench.cli.console import open_console, print_leaderboard
    from omnibench.cli.parts import print_parts

    console = open_console()
    if not rows:
        console.print(f"{args.result_dir} holds no results yet")
    elif args.by:
        print_parts(tally_parts(rows, args.by), args.by, console)
    else:
        print_leaderboard(rows, console)
    return 0
