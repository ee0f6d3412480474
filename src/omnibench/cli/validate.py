"""`validate`: the dataset files and the registries."""

from __future__ import annotations

from dataclasses import asdict
from pathlib import Path
from typing import TYPE_CHECKING, Final

from omnibench.app.validating import validate
from omnibench.dataset import why_ignored
from omnibench.errors import DatasetInvalid, RegistryInvalid

if TYPE_CHECKING:
    import argparse
    from collections.abc import Sequence

    from rich.table import Table

    from omnibench.app.validating import Checked

DESCRIPTION: Final = "Check every dataset file and every model registry, and list everything that is wrong."
EXAMPLES: Final = """
  python main.py validate
  python main.py validate --dataset-dir my_questions --json
"""
_ROOM_FOR_REST: Final = 30
"""Columns of a screen for everything but the names of documents."""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the command's flags."""
    parser.add_argument("--dataset-dir", default="dataset", metavar="DIR", help="default: dataset")
    parser.add_argument("--only", metavar="GLOB", help="documents by path or name")
    parser.add_argument("--registry", metavar="FILE", help="default: every models/*_models.json")
    parser.add_argument("--json", action="store_true", help="for scripts")


def execute(args: argparse.Namespace) -> int:
    """Print what was checked and every fault; exit with the code of the first sort of them."""
    registries = [Path(args.registry)] if args.registry else sorted(Path("models").glob("*_models.json"))
    found = validate(Path(args.dataset_dir), registries, args.only)
    exit_code = 0
    if found.faults or found.registry_faults:
        exit_code = (DatasetInvalid if found.faults else RegistryInvalid).exit_code
    faults = (*found.faults, *found.registry_faults)
    from omnibench.cli.console import counted, inert, open_console, print_faults, print_json

    if args.json:
        print_json(
            {
                "checked": [asdict(one) for one in found.checked],
                "faults": [asdict(fault) for fault in faults],
                "ignored": found.ignored,
                "registries": [str(path) for path in registries],
                "n_models": found.n_models,
            }
        )
        return exit_code
    console = open_console()
    if found.checked:
        console.print(_table(found.checked, console.width))
    for path in found.ignored:
        console.print(inert(why_ignored(path)))
    if not registries:
        console.print("there is no registry models/*_models.json in this folder")
    if faults:
        print_faults(faults)
    console.print(
        f"{counted(len(found.checked), 'document')} and {counted(found.n_models, 'model')} read, "
        f"{counted(len(faults), 'fault')}"
    )
    return exit_code


def _table(checked: Sequence[Checked], width: int) -> Table:
    """Return a row a document; most banks are whole, and then the columns for what is not asked are not there.

    Names stay whole, and kinds are broken between words, where the screen has the room.
    """
    from omnibench.cli.console import build_table, inert

    counts = {
        "questions": [one.n_questions for one in checked],
        "voided": [one.n_voided for one in checked],
        "lack pictures": [one.n_images_missing for one in checked],
    }
    shown = {name: column for name, column in counts.items() if name == "questions" or any(column)}
    table = build_table("document", *shown, "kinds", right=shown)
    table.columns[0].no_wrap = width >= max(len(one.path) for one in checked) + _ROOM_FOR_REST
    for one, *row in zip(checked, *shown.values(), strict=True):
        table.add_row(inert(one.path), *map(str, row), ", ".join(one.kinds))
    return table
