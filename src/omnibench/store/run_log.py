"""`run.json` at the top of a result tree: under which settings each run was made, and how it ended; newest last.

A run is noted when it begins and again when it ended, each time by a whole new file that is swapped in under a lock
of its own: readers see the old or the new one, and runs that write the same tree lose nothing of each other.
"""

from __future__ import annotations

import json
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any, Final

from filelock import FileLock, Timeout

from omnibench import strict_json
from omnibench.errors import ResultCorrupt, RunLocked
from omnibench.store.files import make_folder, read_bytes, remove_orphans, replace_file, writing

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping
    from pathlib import Path

NAME: Final = "run.json"
FORMAT: Final = 1
MAX_BYTES: Final = 1_000_000
"""The oldest runs are left out beyond this size; the newest always stays."""
MAX_TEXT: Final = 1_000
MAX_LIST: Final = 500
LOCK_WAIT_S: Final = 10.0
"""The lock is held for one small write, so whoever waits longer waits for something that hangs."""


def put_run(folder: Path, run: Mapping[str, Any]) -> None:
    """Add a run to a tree's log, or replace what the log says of it; the same `run_id` is the same run.

    Raises:
        ResultCorrupt: the file holds something else; it is left alone.
        RunLocked: another run has held the log's lock for too long.
        DiskFull: it cannot be written; the old one stays.
    """
    path = folder / NAME
    with writing(path):
        make_folder(folder)
    with _locked(path):
        with writing(path):
            remove_orphans(path)
        log = parse_run_log(str(path), read_bytes(path))
        replace_file(path, render_run_log(with_run(log, run)))


def parse_run_log(path: str, content: bytes | None) -> dict[str, Any]:
    """Read a log; no file is a log without runs.

    Raises:
        ResultCorrupt: it is none, or a newer one.
    """
    if content is None:
        return {"run_log": FORMAT, "n_dropped": 0, "runs": []}
    try:
        log = strict_json.parse(content)
    except ValueError as error:
        raise ResultCorrupt(path, f"is not JSON ({error})") from None
    runs = log.get("runs") if isinstance(log, dict) else None
    is_log = isinstance(runs, list) and all(isinstance(run, dict) for run in runs)
    if not is_log or not isinstance(log.get("n_dropped"), int):
        raise ResultCorrupt(path, "is not a log of runs")
    if log.get("run_log") != FORMAT:
        raise ResultCorrupt(path, "was written by a newer OmniBench; use that version")
    return {**log}


def with_run(log: Mapping[str, Any], run: Mapping[str, Any], max_bytes: int = MAX_BYTES) -> dict[str, Any]:
    """Return a log with a run in its place, or at its end; the oldest ones are left out where it grows too large."""
    one = _bounded(run)
    ids = [other.get("run_id") for other in log["runs"]]
    place = ids.index(one["run_id"]) if one["run_id"] in ids else len(ids)
    new = {**log, "runs": [*log["runs"][:place], one, *log["runs"][place + 1 :]]}
    while len(new["runs"]) > 1 and len(render_run_log(new)) > max_bytes:
        new = {**new, "n_dropped": new["n_dropped"] + 1, "runs": new["runs"][1:]}
    return new


def render_run_log(log: Mapping[str, Any]) -> bytes:
    """Return the bytes of a log: ASCII JSON with an indent of 2."""
    return json.dumps(log, indent=2, ensure_ascii=True, allow_nan=False).encode("ascii") + b"\n"


def _bounded(value: Any) -> Any:
    """Cut long texts and lists, so that one run cannot fill the log."""
    if isinstance(value, str):
        return value if len(value) <= MAX_TEXT else f"{value[: MAX_TEXT - 3]}..."
    if isinstance(value, dict):
        return {name: _bounded(part) for name, part in value.items()}
    return [_bounded(part) for part in value[:MAX_LIST]] if isinstance(value, list) else value


@contextmanager
def _locked(path: Path) -> Iterator[None]:
    lock = FileLock(path.with_name(f".{path.stem}.lock"), timeout=LOCK_WAIT_S)
    with writing(path):
        try:
            lock.acquire()
        except Timeout:  # an OSError too
            raise RunLocked(str(path), "another process") from None
    try:
        yield
    finally:
        lock.release()
