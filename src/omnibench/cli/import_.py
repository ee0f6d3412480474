"""`import`: foreign question banks become documents."""

from __future__ import annotations

import argparse
import re
import textwrap
from pathlib import Path
from typing import TYPE_CHECKING, Final

from omnibench.cli.exit_codes import DONE, SOME_ERRORS
from omnibench.errors import DataUnavailable, UsageError
from omnibench.sources.importers import IMPORTERS

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from omnibench.app.importing import ImportOrder
    from omnibench.sources.keys import Digits

DESCRIPTION: Final = (
    "Turn a foreign question bank into a document of the dataset tree. Nothing is lost: fields\n"
    "without a place in an item go into its metadata. Nothing is guessed: a row that cannot be\n"
    "read for sure is refused, with its place and the reason, and the exit code is 1."
)
EXAMPLES: Final = """
  python main.py import table exam.xlsx --dry-run
  python main.py import table exam.csv --map question=Stem,answer=Key,options=A..E
  python main.py import medqa test.jsonl --out dataset/general/medqa.json
  python main.py import table exams --path-pattern 'Exam_{yy}{form}.json'

formats:
""" + "\n".join(
    textwrap.fill(
        importer.about,
        88,
        initial_indent=f"  {name:<15} ",
        subsequent_indent=" " * 18,
        break_on_hyphens=False,
    )
    for name, importer in IMPORTERS.items()
)
SHOWN_DRY: Final = 10
"""Converted questions that a dry run shows."""
_DIGITS: Final[Mapping[str, Digits]] = {
    "0": "from_0",
    "1": "from_1",
    "mask": "mask",
    "keys": "keys",
    "text": "text",
}


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the command's flags."""
    parser.add_argument("format", choices=tuple(IMPORTERS), metavar="FORMAT", help="one of the list below")
    parser.add_argument(
        "sources",
        nargs="*",
        metavar="SOURCE",
        help="files, zip archives or folders; files of answers among them",
    )
    parser.add_argument("--hub", action="store_true", help="fetch the bank from the Hugging Face hub instead")
    _add_place_flags(parser)
    _add_reading_flags(parser)
    group = parser.add_argument_group("what to do")
    group.add_argument(
        "--dry-run", action="store_true", help=f"show {SHOWN_DRY} converted questions, write nothing"
    )
    group.add_argument("--replace", action="store_true", help="write over a document that is there")
    group.add_argument("--refused", metavar="FILE", help="write the refused rows there, a line of JSON each")
    group.add_argument("--json", action="store_true", help="for scripts")


def _add_place_flags(parser: argparse.ArgumentParser) -> None:
    group = parser.add_argument_group("where it goes")
    group.add_argument(
        "--out", metavar="FILE", help="default: a name in general/ or YEAR/LEVEL/ of the dataset folder"
    )
    group.add_argument("--dataset-dir", default="dataset", metavar="DIR", help="default: dataset")
    group.add_argument("--year", type=_year, metavar="YYYY", help="the exam's year")
    group.add_argument("--level", metavar="NAME", help="the exam's level (default: attending)")
    group.add_argument(
        "--path-pattern",
        metavar="PATTERN",
        help="how files are named, with {yyyy} or {yy}, {level}, and names of your own: a document a file",
    )
    group.add_argument(
        "--images", metavar="PATH", help="a zip or a folder (default: images.zip or images beside it)"
    )


def _add_reading_flags(parser: argparse.ArgumentParser) -> None:
    group = parser.add_argument_group("how to read it (found out by default)")
    group.add_argument(
        "--map",
        action="append",
        default=[],
        metavar="ROLE=COLUMN,...",
        help="question, answer, options (A..E, or one column), id, context, images, has_image, voided, accepted, "
        "points, section, forbidden_options",
    )
    group.add_argument(
        "--digits",
        choices=tuple(_DIGITS),
        help="answers of digits: 0 or 1 is the first option; a mask such as 0110; the options' keys; their text",
    )
    group.add_argument(
        "--labels", metavar="A,B", help="answers of questions without options, such as yes,no,maybe"
    )
    group.add_argument("--encoding", metavar="NAME", help="of text files that are not UTF-8")
    group.add_argument("--delimiter", metavar="C", help="between the cells of a text table; tab for tabs")
    group.add_argument(
        "--no-header", action="store_true", help="the first row is a question: column_1, column_2..."
    )
    group.add_argument("--sheet", metavar="NAME", help="of a workbook")
    group.add_argument("--at", metavar="PATH", help="where the questions stand in JSON, such as data.items")


def execute(args: argparse.Namespace) -> int:
    """Import, and account for every row."""
    from omnibench.app.importing import import_bank  # `--help` stays fast
    from omnibench.cli.console import print_json
    from omnibench.cli.imported import print_account, record_of

    order = _order(args)
    try:
        written = import_bank(order)
    except ImportError as error:
        raise DataUnavailable(f"a workbook is read with openpyxl, which is missing ({error})") from None
    if args.json:
        print_json([record_of(one, is_dry=args.dry_run) for one in written])
    else:
        print_account(written, order)
    return SOME_ERRORS if any(one.refused for one in written) else DONE


def _order(args: argparse.Namespace) -> ImportOrder:
    from omnibench.app.importing import ImportOrder
    from omnibench.sources.bank import Choices
    from omnibench.sources.rows import HowToRead

    importer = IMPORTERS[args.format]
    sources = [Path(one) for one in args.sources]
    images = Path(args.images) if args.images else None
    if args.hub:
        if sources:
            raise UsageError("--hub fetches the bank, and sources are named too: give one of them")
        sources, images = _fetched(args.format, images)
    if not sources:
        raise UsageError(
            "no source is named", hint=f"import {args.format} FILE, or --hub where the format has one."
        )
    labels = tuple(part.strip() for part in (args.labels or "").split(",") if part.strip())
    delimiter = {"tab": "\t", "\\t": "\t"}.get(args.delimiter, args.delimiter)
    return ImportOrder(
        name=args.format,
        importer=importer,
        sources=sources,
        how=HowToRead(
            encoding=args.encoding,
            delimiter=delimiter,
            has_header=False if args.no_header else None,
            sheet=args.sheet,
            at=args.at,
        ),
        choices=Choices(columns=_told_columns(args.map), digits=_DIGITS.get(args.digits), labels=labels),
        dataset_dir=Path(args.dataset_dir),
        out=Path(args.out) if args.out else None,
        year=args.year,
        level=args.level,
        path_pattern=args.path_pattern,
        images=images,
        refused=Path(args.refused) if args.refused else None,
        is_replacing=args.replace,
        is_dry=args.dry_run,
    )


def _told_columns(texts: Sequence[str]) -> dict[str, str]:
    from omnibench.sources.columns import parse_map

    try:
        return parse_map(texts)
    except ValueError as error:
        raise UsageError(f"--map: {error}", hint="--map question=Stem,answer=Key,options=A..E") from None


def _fetched(name: str, images: Path | None) -> tuple[list[Path], Path | None]:
    """Fetch a bank from the hub; its archive of pictures too, where it has one."""
    from omnibench.ask.hub import fetch

    hub = IMPORTERS[name].hub
    if hub is None:
        with_hub = ", ".join(one for one, importer in IMPORTERS.items() if importer.hub)
        raise UsageError(f"{name} has no --hub; the formats that have one are {with_hub}")
    found = fetch(hub.repo, hub.revision, hub.files)
    if hub.pictures and images is None:
        images = fetch(hub.repo, hub.revision, hub.pictures)[0]
    return list(found), images


def _year(text: str) -> str:
    if not re.fullmatch(r"[0-9]{4}", text):
        raise argparse.ArgumentTypeError(f"{text!r} is no year of four digits")
    return text
