"""`pull`, also `pull_models.py`: prints what to download, downloads nothing."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Final

from omnibench.app.pulling import pull_lines

if TYPE_CHECKING:
    import argparse

DESCRIPTION: Final = (
    "Print one `ollama pull` line for each model of the registry, grouped by mode and family.\n"
    "Nothing is downloaded: many models are large, so choose the lines that you want."
)
EXAMPLES: Final = """
  python pull_models.py
  python pull_models.py > pull.sh
"""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the command's flags."""
    parser.add_argument(
        "--registry",
        default="models/ollama_models.json",
        metavar="FILE",
        help="default: models/ollama_models.json",
    )


def execute(args: argparse.Namespace) -> int:
    """Print the lines."""
    for line in pull_lines(Path(args.registry)):
        print(line)
    return 0
