"""`validate`: the dataset files and the registries."""

from __future__ import annotations

from dataclasses import asdict
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from omnibench.app.validating import validate
from omnibench.dataset import why_ignored
from omnibench.errors import DatasetInvalid, RegistryInvalid

if TYPE_CHECKING:
    import argparse
    from collections.abc import Sequence

    from rich.table import Table

    from omnibench.app.validating import Checked
    from omnibench.dataset import Repeated

DESCRIPTION: Final = "Check every dataset file and every model registry, and list everything that is wrong."
EXAMPLES: Final = """
  python main.py validate
  python main.py validate --dataset-dir my_questions --json
"""
_MAX_REPEATED: Final = 20
_MAX_PLACES: Final = 4
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
                "repeated": [_as_json(one) for one in found.repeated],
                "ignored": found.ignored,
                "registries": [str(path) for path in registries],
                "n_models": found.n_models,
            }
        )
        return exit_code
    console = open_console()
    if found.checked:
        console.print(_table(found.checked, console.width))
    for line in _repeated_lines(found.repeated):
        console.print(inert(line))
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


def _as_json(repeated: Repeated) -> dict[str, Any]:
    places = [{"document": document, "question_id": one} for document, one in repeated.places]
    return {"questions": places, "answers_differ": repeated.answers_differ}


def _repeated_lines(repeated: Sequence[Repeated]) -> list[str]:
    """Say which questions stand there twice or more, those with different answers first."""
    lines = []
    for one in sorted(repeated, key=lambda one: not one.answers_differ)[:_MAX_REPEATED]:
        places = [" ".join(place) for place in one.places]
        more = f" and {len(places) - _MAX_PLACES} more" if len(places) > _MAX_PLACES else ""
        differ = "; with a different answer!" if one.answers_differ else ""
        lines.append(f"the same question: {' = '.join(places[:_MAX_PLACES])}{more}{differ}")
    if len(repeated) > _MAX_REPEATED:
        n_differing = sum(one.answers_differ for one in repeated)
        lines.append(
            f"and {len(repeated) - _MAX_REPEATED} more: {len(repeated)} questions stand there more than once, "
            f"{n_differing} with different answers (--json lists all)"
        )
    return lines


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
