"""Imports foreign question banks: files in, checked documents out, and an account of every row."""

from __future__ import annotations

import hashlib
import json
from dataclasses import dataclass, field, replace
from itertools import takewhile
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from omnibench.app.import_notes import note_formats, note_repeated
from omnibench.app.import_pictures import Brought, find_pictures, keep_readable
from omnibench.app.import_places import REFUSED_KEYS, check_documents, check_out, check_refused
from omnibench.app.import_sources import load_sources
from omnibench.dataset import read_document
from omnibench.errors import DatasetInvalid, SourceInvalid, UsageError
from omnibench.records import Fault
from omnibench.sources.answer_keys import stem_of
from omnibench.sources.bank import Choices, build
from omnibench.sources.pictures import Pictures, is_picture
from omnibench.sources.placing import PatternInvalid, Place, place_of, slug
from omnibench.sources.recognise import is_key_table
from omnibench.sources.rows import passed_over, read_table, unpack
from omnibench.sources.table import SourceUnreadable
from omnibench.store.files import make_folder, read_bytes, replace_file, writing
from omnibench.store.mirror import render

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from omnibench.dataset import Document
    from omnibench.sources.bank import Imported
    from omnibench.sources.importers import Importer
    from omnibench.sources.rows import HowToRead
    from omnibench.sources.table import Row, SourceFile, Table

_MAX_FAULTS: Final = 20


@dataclass(frozen=True, slots=True, kw_only=True)
class ImportOrder:
    """What is to be imported, and to where."""

    name: str
    """Of the format."""
    importer: Importer
    sources: Sequence[Path]
    how: HowToRead
    choices: Choices = field(default_factory=Choices)
    dataset_dir: Path = Path("dataset")
    out: Path | None = None
    year: str | None = None
    level: str | None = None
    path_pattern: str | None = None
    images: Path | None = None
    refused: Path | None = None
    """Where the refused rows go."""
    is_replacing: bool = False
    is_dry: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Written:
    """One document that was imported."""

    path: Path
    document: Mapping[str, Any]
    imported: Imported
    refused: Sequence[tuple[Fault, Mapping[str, Any]]]
    """With the fields of each row."""
    oddities: Mapping[str, Sequence[str]]
    """What a person should know, each with where it is so."""
    is_new: bool
    """False: the same bytes lay there already."""
    pictures: str = ""
    """What was laid beside it."""

    @property
    def items(self) -> Sequence[Mapping[str, Any]]:
        """The questions."""
        items: Sequence[Mapping[str, Any]] = self.document["items"]
        return items

    def counts(self) -> Mapping[str, int]:
        """Count the questions by what they are."""
        items = self.items
        with_options = [item for item in items if "options" in item]
        n_several = sum(len(str(item.get("answer", "")).split(",")) > 1 for item in with_options)
        return {
            "with one right option": len(with_options) - n_several,
            "with several": n_several,
            "label": sum(item.get("kind") == "label" for item in items),
            "free text": sum(item.get("kind") == "free_text" for item in items),
            "voided": sum("voided" in item for item in items),
            "with pictures": sum("images" in item for item in items),
            "without their pictures": sum("images_missing" in item for item in items),
        }


@dataclass(frozen=True, slots=True)
class _Plan:
    """One document to be: its tables, and where it goes."""

    tables: Sequence[Table]
    place: Place
    path: Path


def import_bank(order: ImportOrder) -> tuple[Written, ...]:
    """Read the sources and write a document, or one a file where names tell year and level.

    Every document is built and checked before the first is written.

    Raises:
        SourceInvalid: a file cannot be read, or holds no questions that can be; nothing was written.
        UsageError: no such file, or a place is taken by another document.
        StoreError.
    """
    if order.refused:
        check_refused(order.refused, order.sources, order.dataset_dir)
    if order.out:
        check_out(order.out)
        check_documents([order.out], order.sources, order.refused)
    tables, hashes = _tables(load_sources(order.sources), order)
    plans = _plans(tables, order)
    check_documents([plan.path for plan in plans], order.sources, order.refused)
    prepared = [_prepare(plan, order, hashes) for plan in plans]
    if order.is_dry:
        return tuple(_with_note(written, order) for written, _ in prepared)
    for written, brought in prepared:
        if _is_taken(written, order):
            raise UsageError(
                f"{written.path} is there already, with other content",
                hint="Give another --out, or --replace it: stored answers follow their questions.",
            )
        brought.check(is_replacing=order.is_replacing)
    done = tuple(_write(written, brought, order) for written, brought in prepared)
    if order.refused:
        replace_file(order.refused, refused_lines(done))
    return done


def _fault(path: str, reason: str) -> Fault:
    return Fault(path=path, item="", field="", reason=reason)


def _tables(files: Iterable[SourceFile], order: ImportOrder) -> tuple[list[Table], dict[str, str]]:
    """Read every table of the sources, and hash the files that they stand in."""
    faults: list[Fault] = []
    tables: list[Table] = []
    hashes: dict[str, str] = {}
    for packed in files:
        try:
            sha256 = hashlib.sha256(packed.content).hexdigest()
            unread = [name for name in passed_over(packed) if not is_picture(name)]
            for file in unpack(packed):
                table = read_table(file, _how(order))
                if unread:
                    told = f"{packed.name} holds files that are no data by their names: {', '.join(unread)}"
                    table = replace(table, oddities=(*table.oddities, told))
                tables.append(table)
                hashes[file.name] = sha256
                unread = []
        except SourceUnreadable as error:
            faults.append(_fault(packed.name, str(error).removeprefix(f"{packed.name}: ")))
    if faults:
        raise SourceInvalid(faults)
    return tables, hashes


def _how(order: ImportOrder) -> HowToRead:
    """Return how files are read: as a person says, else as the bank's importer knows."""
    if order.how.has_header is not None:
        return order.how
    return replace(order.how, has_header=order.importer.has_header)


def _plans(tables: Sequence[Table], order: ImportOrder) -> list[_Plan]:
    """Tell which rows become which document: all of them one, the parts of a bank one each, or a file one each."""
    are_keys = [is_key_table(table, order.choices.columns, order.importer.forms) for table in tables]
    keys = [table for table, is_key in zip(tables, are_keys, strict=True) if is_key]
    asked = [table for table, is_key in zip(tables, are_keys, strict=True) if not is_key]
    if order.path_pattern:
        plans = [_plan_by_pattern(table, keys, order, order.path_pattern) for table in asked]
    else:
        place = _place(order)
        folder, name = order.dataset_dir / place.folder, _name_of(asked, order)
        plans = [
            _Plan([*part, *keys], place, folder / f"{title or name}.json")
            for title, part in _parts(asked, order).items()
        ]
    if order.out and len(plans) > 1:
        raise UsageError(f"{len(plans)} documents would be written, and --out names one file")
    if order.out:
        plans = [replace(plan, path=order.out) for plan in plans]
    paths = [plan.path for plan in plans]
    if twice := {path for path in paths if paths.count(path) > 1}:
        raise UsageError(f"two files would become {min(twice)}", hint="Import them one by one, with --out.")
    return plans


def _place(order: ImportOrder) -> Place:
    try:
        return Place(year=order.year, level=order.level)
    except PatternInvalid as error:
        raise UsageError(str(error)) from None


def _parts(tables: Sequence[Table], order: ImportOrder) -> Mapping[str, Sequence[Table]]:
    """Put the rows of the parts of a bank apart; nothing has parts but what its importer knows."""
    part_of = order.importer.part_of
    if part_of is None:
        return {"": tables}
    found: dict[str, list[Table]] = {}
    for table in tables:
        by_part: dict[str, list[Row]] = {}
        for row in table.rows:
            by_part.setdefault(part_of(row.fields), []).append(row)
        for part, rows in by_part.items():
            found.setdefault(f"{slug(order.name)}_{part}", []).append(replace(table, rows=tuple(rows)))
    return found


def _plan_by_pattern(table: Table, keys: Sequence[Table], order: ImportOrder, pattern: str) -> _Plan:
    try:
        place = place_of(Path(table.file).name, pattern, order.year, order.level)
    except PatternInvalid as error:
        hint = "Write {yyyy}, {yy} or {level} for what varies, and a name of your own, {form}, for anything else."
        raise UsageError(str(error), hint=hint) from None
    name = f"{slug(stem_of(table.file))}.json"
    return _Plan([table, *keys], place, order.dataset_dir / place.folder / name)


def _name_of(asked: Sequence[Table], order: ImportOrder) -> str:
    """Return a document's name: of the only file, of the only folder, or what several files' names begin with."""
    stems = [stem_of(table.file) for table in asked] or ["bank"]
    if len(order.sources) == 1 and order.sources[0].is_dir():
        stems = [order.sources[0].resolve().name]
    same = takewhile(lambda letters: len(set(letters)) == 1, zip(*stems, strict=False))
    name = slug("".join(letters[0] for letters in same))
    is_named = order.name == "table" or slug(order.name) in name
    return name if is_named else f"{slug(order.name)}_{name}"


def _prepare(plan: _Plan, order: ImportOrder, hashes: Mapping[str, str]) -> tuple[Written, Brought]:
    pictures = find_pictures(plan.path, order.sources, order.images)
    try:
        imported = build(plan.tables, order.importer, order.choices, Pictures(pictures.paths))
    except SourceUnreadable as error:
        raise SourceInvalid([_fault(plan.tables[0].file, str(error))]) from None
    readable, unreadable = keep_readable(imported.items, pictures)
    items = [_with_facts(item, plan.place.facts) for item in readable]
    refused = [(fault, row.fields) for fault, row in imported.refused]
    meta = _meta(plan, order, imported, hashes)
    checked, refused_late = _checked(plan.path, meta, items, imported)
    refused += refused_late
    kept = [question.raw for question in checked.questions]
    if not kept:
        raise SourceInvalid([fault for fault, _ in refused[:_MAX_FAULTS]])
    document = {"dataset_meta": meta, "items": kept}
    written = Written(
        path=plan.path,
        document=document,
        imported=imported,
        refused=tuple(refused),
        oddities={**imported.oddities, **unreadable, **note_repeated(checked), **_formats(plan, order)},
        is_new=True,
    )
    return written, pictures.of(kept)


def _checked(
    path: Path, meta: Mapping[str, Any], items: Sequence[Mapping[str, Any]], imported: Imported
) -> tuple[Document, list[tuple[Fault, Mapping[str, Any]]]]:
    """Hold the document against what `validate` asks of it, and take out what it refuses."""
    refused: dict[int, Fault] = {}
    try:
        document, faults = read_document(path.name, render({"dataset_meta": meta, "items": items}))
    except DatasetInvalid as error:
        raise SourceInvalid(error.faults) from None
    for fault in faults:
        place = fault.item.partition("]")[0].removeprefix("items[")
        if not place.isdigit():
            raise SourceInvalid([fault])
        refused.setdefault(int(place), fault)
    return document, [
        (
            Fault(path=imported.places[i][0], item=imported.places[i][1], field=f.field, reason=f.reason),
            items[i],
        )
        for i, f in refused.items()
    ]


def _formats(plan: _Plan, order: ImportOrder) -> dict[str, list[str]]:
    is_any_table = not (order.importer.forms or order.choices.columns)
    return note_formats(plan.tables) if is_any_table else {}


def _with_facts(item: Mapping[str, Any], facts: Mapping[str, str]) -> Mapping[str, Any]:
    return {**item, "metadata": {**item["metadata"], **facts}} if facts else item


def _meta(plan: _Plan, order: ImportOrder, imported: Imported, hashes: Mapping[str, str]) -> dict[str, Any]:
    files = [
        {
            "name": table.file,
            "sha256": hashes[table.file],
            **({"columns": imported.columns[table.file].names()} if table.file in imported.columns else {}),
            **({"fields": dict(table.around)} if table.around else {}),
        }
        for table in plan.tables
    ]
    importer, place = order.importer, plan.place
    told = {
        "dataset_name": plan.path.stem,
        "year": int(place.year) if place.year else None,
        "title_level": place.folder.partition("/")[2] or None,
        "source_note": importer.home or None,
        "license_note": importer.licence or None,
        "labels": list(imported.labels) or None,
    }
    return {
        **{name: value for name, value in told.items() if value is not None},
        "imported": {"format": order.name, "files": files},
    }


def _is_taken(written: Written, order: ImportOrder) -> bool:
    there = read_bytes(written.path)
    return there is not None and there != render(written.document) and not order.is_replacing


def _with_note(written: Written, order: ImportOrder) -> Written:
    if not _is_taken(written, order):
        return written
    note = {"a document of this name is there already: give --out or --replace": [str(written.path)]}
    return replace(written, oddities={**written.oddities, **note})


def _write(written: Written, pictures: Brought, order: ImportOrder) -> Written:
    content = render(written.document)
    is_brought = pictures.lay(is_replacing=order.is_replacing)
    is_new = read_bytes(written.path) != content
    if is_new:
        with writing(written.path):
            make_folder(written.path.parent)
        replace_file(written.path, content)
    return replace(written, is_new=is_new, pictures=str(pictures.target) if is_brought else "")


def refused_lines(written: Sequence[Written]) -> bytes:
    """Return every refused row as a line of JSON: where it stood, why, and its fields."""
    lines = [
        dict(zip(REFUSED_KEYS, (fault.path, fault.item, fault.field, fault.reason, fields), strict=True))
        for one in written
        for fault, fields in one.refused
    ]
    return b"".join(
        json.dumps(line, ensure_ascii=False).encode("utf-8", "backslashreplace") + b"\n" for line in lines
    )
