"""`pull`, also `pull_models.py`: prints what to download, downloads nothing."""

from __future__ import annotations

import argparse
import re
from pathlib import Path
from typing import TYPE_CHECKING, Final

from omnibench.app.pulling import PullChoice, pull_lines

if TYPE_CHECKING:
    from collections.abc import Mapping

DESCRIPTION: Final = (
    "Print one `ollama pull` line for each model of the registry, grouped by mode and family, sizes as comments.\n"
    "Nothing is downloaded: many models are large, so choose the lines that you want."
)
EXAMPLES: Final = """
  python pull_models.py
  python pull_models.py --enabled
  python pull_models.py --family qwen3,gemma3 --max-size 20GB > pull.sh
"""
_GB: Final[Mapping[str, float]] = {"MB": 1e-3, "GB": 1.0, "TB": 1e3}


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the command's flags."""
    parser.add_argument(
        "--registry",
        default="models/ollama_models.json",
        metavar="FILE",
        help="default: models/ollama_models.json",
    )
    parser.add_argument("--enabled", action="store_true", help="only the models that a run asks by default")
    parser.add_argument("--family", default="", metavar="A,B", help="only these families")
    parser.add_argument(
        "--max-size", type=_gigabytes, metavar="SIZE", help="only downloads up to this size, such as 20GB"
    )


def execute(args: argparse.Namespace) -> int:
    """Print the lines."""
    families = tuple(name.strip().casefold() for name in args.family.split(",") if name.strip())
    choice = PullChoice(is_enabled_only=args.enabled, families=families, max_gb=args.max_size)
    for line in pull_lines(Path(args.registry), choice):
        print(line)
    return 0


def _gigabytes(text: str) -> float:
    match = re.fullmatch(r"([0-9]+(?:\.[0-9]+)?) ?([MGT]B)?", text.strip(), re.IGNORECASE)
    if not match:
        raise argparse.ArgumentTypeError("must be a size such as 20GB or 800MB")
    return float(match[1]) * _GB[(match[2] or "GB").upper()]
