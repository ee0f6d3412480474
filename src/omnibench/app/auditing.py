"""The audit of a judge: writes a sheet for a person and its key, and measures the sheet that comes back."""

from __future__ import annotations

import base64
import os
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Final

from omnibench import __version__
from omnibench.app.rejudging import load_judged
from omnibench.app.reporting import build_row
from omnibench.app.tree import load_images
from omnibench.errors import AuditInvalid, UsageError
from omnibench.judge.outcome import read_entry
from omnibench.plan.pictures import Takes, fit
from omnibench.report.audit import (
    Candidate,
    draw,
    key_text,
    measure,
    parse_key,
    parse_sheet,
    render_csv,
    render_page,
    show,
)
from omnibench.report.audit.sample import hash_text
from omnibench.store.files import make_folder, read_bytes, replace_file, writing

if TYPE_CHECKING:
    from collections.abc import Sequence

    from omnibench.app.rejudging import Judged, Selection
    from omnibench.app.tree import Source
    from omnibench.records import Image
    from omnibench.report.audit import Audit, Key

KEY: Final = "key.json"
SHEET: Final = "sheet.csv"
PAGE: Final = "sheet.html"
_BROWSER: Final = Takes(
    who="a browser",
    media_types=frozenset(f"image/{name}" for name in ("png", "jpeg", "webp", "gif", "bmp")),
    max_bytes=2**31,
)


@dataclass(frozen=True, slots=True, kw_only=True)
class Drawn:
    """What was written."""

    paths: tuple[Path, ...]
    """Sheet, page and key."""
    key: Key
    n_answers: int
    """From which was drawn."""


def draw_audit(selection: Selection, folder: Path, n: int, seed: int) -> Drawn:
    """Draw stored answers and write sheet, page and key into a folder; nothing else is written.

    Raises:
        UsageError: there is nothing to draw, or the folder holds an audit or is part of the trees.
        ReportUnavailable, ImagesUnavailable, DatasetInvalid, ResultCorrupt, DiskFull.
    """
    paths = tuple(folder / name for name in (SHEET, PAGE, KEY))
    _check_place(selection, folder, paths)
    stored = list(load_judged(selection))
    _check_models(selection.models, [one for _, one in stored])
    found = [(source, one) for source, one in stored if _has_verdict(one)]
    drawn = draw([_candidate(one) for _, one in found], n, seed, __version__)
    origin = {(one.pair.document, one.pair.question.question_id): (source, one) for source, one in found}
    rows = [
        show(
            case.audit_id,
            candidate.question,
            candidate.answer,
            _images(*origin[case.document, case.question_id]),
        )
        for case, candidate in zip(drawn.key.cases, drawn.candidates, strict=True)
    ]
    key = key_text(drawn.key)
    page = render_page(rows, hash_text(key))
    with writing(folder):
        make_folder(folder)
    _write(dict(zip(paths, (render_csv(rows), page.encode(), key.encode()), strict=True)))
    return Drawn(paths=paths, key=drawn.key, n_answers=len(found))


def read_audit(sheet_path: Path, key_path: Path | None = None) -> Audit:
    """Measure a filled sheet; the key lies beside it unless it is named. Reads nothing else.

    Raises:
        UsageError: a file is missing, or the sheet is empty.
        AuditInvalid: with every fault of the sheet, or that of the key.
        ReportUnavailable, StoreError.
    """
    key_path = key_path or sheet_path.with_name(KEY)
    content = _load(sheet_path, "Name the CSV file that was filled: --read audit/sheet.csv.")
    key = parse_key(str(key_path), _load(key_path, "It was written beside the sheet; name it with --key."))
    sheet, faults = parse_sheet(str(sheet_path), content, [case.audit_id for case in key.cases])
    if faults:
        raise AuditInvalid(faults)
    return measure(key, sheet)


def _load(path: Path, hint: str) -> bytes:
    content = read_bytes(path)
    if content is None:
        raise UsageError(f"there is no file {path}", hint=hint)
    return content


def _write(contents: dict[Path, bytes]) -> None:
    """Write all files or none; the key first, so that even a kill leaves no sheet that cannot be read back."""
    try:
        for path in reversed(contents):
            replace_file(path, contents[path])
    except BaseException:  # Ctrl-C too
        for path in contents:
            with suppress(OSError):
                path.unlink(missing_ok=True)
        raise


def _check_place(selection: Selection, folder: Path, paths: Sequence[Path]) -> None:
    # os.path and not Path: a ring of links, a forbidden folder or a name too long is told by the first write.
    place = Path(os.path.realpath(folder))
    for tree in (selection.dataset_dir, selection.result_dir):
        if place.is_relative_to(os.path.realpath(tree)):
            raise UsageError(
                f"{folder} lies in {tree}, where an audit writes nothing", hint="Choose another --out."
            )
    there = [str(path) for path in paths if os.path.lexists(path)]
    if there:
        raise UsageError(
            f"{', '.join(there)} {'is' if len(there) == 1 else 'are'} there already, and may hold a person's work",
            hint="Choose another --out, or move the folder away.",
        )


def _check_models(models: Sequence[str], stored: Sequence[Judged]) -> None:
    there = {name for one in stored for name in (one.pair.model.model_key, one.pair.model.model_id)}
    unknown = [name for name in models if name not in there]
    if unknown:
        raise UsageError(
            f"there is no stored answer of {', '.join(unknown)}",
            hint="`report` lists the models that have answers.",
        )


def _has_verdict(one: Judged) -> bool:
    """Whether there is a verdict on today's expected answer."""
    pair = one.pair
    row = build_row(
        pair.document,
        pair.question.question_id,
        pair.model.model_key,
        one.entry,
        pair.question,
        pair.question_hash,
    )
    return isinstance((one.entry.get("judge") or {}).get("is_correct"), bool) and not row.has_outdated_verdict


def _candidate(one: Judged) -> Candidate:
    judge = one.entry["judge"]
    answer, _ = read_entry(one.entry, one.pair.question)
    return Candidate(
        document=one.pair.document,
        question=one.pair.question,
        model_key=one.pair.model.model_key,
        answer=answer,
        is_correct=judge["is_correct"],
        judge_method=str(judge.get("judge_method")),
        rule_is_correct=one.rule_is_correct,
        is_disputed=one.is_disputed,
    )


def _images(source: Source, one: Judged) -> list[tuple[str, str]]:
    return [(image.name, _data_url(image)) for image in load_images(source, one.pair)]


def _data_url(image: Image) -> str:
    """Write a picture so that a browser shows it, as PNG where it must be; one that cannot be is left to the browser."""
    fitted = fit(image, _BROWSER)
    shown = image if isinstance(fitted, str) else fitted
    return f"data:{shown.media_type};base64,{base64.b64encode(shown.content).decode('ascii')}"
