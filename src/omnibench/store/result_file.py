"""One result file: read without a lock by reports, owned by the single writer of a run."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import count
from typing import TYPE_CHECKING, Any

from omnibench.errors import ResultCorrupt
from omnibench.records import Held
from omnibench.store.files import make_folder, read_bytes, remove_orphans, replace_file, sync_folder, writing
from omnibench.store.fold import State, fold
from omnibench.store.journal import Journal, Lines, parse_journal
from omnibench.store.lock import ResultLock
from omnibench.store.mirror import RETIRED, entries_of, merge, parse_mirror, render

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from pathlib import Path

_MAX_READS = 5


@dataclass(frozen=True, slots=True, kw_only=True)
class Stored:
    """What the tree holds of one document: mirror and journals, folded."""

    mirror: Mapping[str, Any] | None
    """The mirror as it stands on disk, or None."""
    held: tuple[Held, ...]
    """Every entry, also those of retired questions."""
    old: Lines
    current: Lines

    @property
    def next_seq(self) -> int:
        """The number of the journal's next line."""
        return max(_last_seq(self.old), _last_seq(self.current)) + 1


def journal_path(path: Path) -> Path:
    """Return the sidecar journal of a result file."""
    return path.with_name(f".{path.stem}.journal.jsonl")


def old_journal_path(path: Path) -> Path:
    """Return the journal that a swap under way has set aside."""
    return path.with_name(f".{path.stem}.journal.old.jsonl")


def load_stored(path: Path) -> Stored:
    """Read a result file without a lock; safe while a run writes it.

    A line moves from the journal to the old journal to the mirror, so they are read in that order: a swap in
    between only makes lines stand twice, which changes nothing.

    Raises:
        ResultCorrupt: the mirror or a line before the last cannot be read.
    """
    content, old, current = _read_together(path)
    mirror = None if content is None else parse_mirror(str(path), content)
    entries = entries_of(str(path), mirror["items"]) if mirror else {}
    state = fold(entries.items(), sorted((old, current), key=_last_seq))
    held = [Held(question_id=q, model_key=m, entry=entry) for (q, m), entry in state.entries.items()]
    for item in mirror.get(RETIRED, []) if mirror else []:
        for model_key, entry in item.get("model_results", {}).items():
            question_id = str(item.get("question_id"))
            held.append(Held(question_id=question_id, model_key=model_key, entry=entry, item=item))
    return Stored(mirror=mirror, held=tuple(held), old=old, current=current)


def _read_together(path: Path, n_tries: int = _MAX_READS) -> tuple[bytes | None, Lines, Lines]:
    """Read mirror and journals of one instant: again, when a run has swapped the mirror in between."""
    before = _identity(path)
    current = _load_journal(journal_path(path))
    old = _load_journal(old_journal_path(path))
    content = read_bytes(path)
    if n_tries > 1 and _identity(path) != before:
        return _read_together(path, n_tries - 1)
    return content, old, current


def _identity(path: Path) -> tuple[int, int] | None:
    try:
        status = path.stat()
    except OSError:
        return None
    return status.st_ino, status.st_mtime_ns


def _last_seq(journal: Lines) -> int:
    return int(journal.lines[-1]["seq"]) if journal.lines else 0


def _load_journal(path: Path) -> Lines:
    content = read_bytes(path)
    return Lines((), 0, 0) if content is None else parse_journal(str(path), content)


class ResultFile:
    """The single writer of one result file. Use `open`, then `adopt`, before anything is recorded."""

    def __init__(self, path: Path) -> None:
        """Take the lock, clear orphans, and read what is there.

        Raises:
            RunLocked, ResultCorrupt, DiskFull.
        """
        self.path = path
        with writing(path):
            make_folder(path.parent)
        self._lock = ResultLock(path)
        try:
            self.stored = load_stored(path)
            _check_continuity(path, self.stored)
            with writing(path):
                remove_orphans(path)
            self._journal = self._open_journal(self.stored.current.size_bytes, self.stored.next_seq)
        except BaseException:
            self._lock.release()
            raise
        self.torn_bytes = self.stored.current.torn_bytes + self.stored.old.torn_bytes
        self._document: Mapping[str, Any] = {"items": []}
        self._question_ids: Sequence[str] = ()
        self._retired: Sequence[Mapping[str, Any]] = ()
        self._state = State()

    def adopt(
        self,
        document: Mapping[str, Any],
        question_ids: Sequence[str],
        entries: Mapping[tuple[str, str], Mapping[str, Any]],
        left_over: Sequence[Held],
    ) -> None:
        """Move the stored entries over to today's document.

        First the journals are folded into the mirror under the ids that they were written with, then the mirror
        changes over to today's ids: at no instant do lines lie on a mirror whose ids mean something else.
        """
        if self.stored.old.size_bytes or self.stored.current.size_bytes:
            self._settle()
        self._document = document
        self._question_ids = question_ids
        self._state = State(dict(entries))
        self._retired = _retired_items(left_over, self.stored.mirror)
        if self.stored.mirror is not None or entries:
            today = self.snapshot()
            if today != self.stored.mirror:
                replace_file(self.path, render(today))

    def _settle(self) -> None:
        replace_file(self.path, render(_settled(self.stored)))
        with writing(self.path):
            old_journal_path(self.path).unlink(missing_ok=True)
            sync_folder(self.path.parent)  # or the old one could come back without the lines that follow it
        self._journal.clear()

    @property
    def entries(self) -> Mapping[tuple[str, str], Mapping[str, Any]]:
        """Today's entries by (question_id, model_key)."""
        return self._state.entries

    def record_answer(self, question_id: str, model_key: str, entry: Mapping[str, Any]) -> None:
        """Commit one answer; when this returns, `kill -9` loses nothing.

        Raises:
            DiskFull.
        """
        self._append(
            {
                "type": "answer",
                "question_id": question_id,
                "question_hash": entry.get("question_hash"),
                "model_key": model_key,
                "repeat": 0,
                "entry": entry,
            }
        )

    def record_verdict(self, question_id: str, model_key: str, judge: Mapping[str, Any]) -> None:
        """Commit one verdict on the answer that stands; an older verdict moves into `judge_history`.

        Raises:
            DiskFull.
        """
        self._record_about_answer("verdict", question_id, model_key, {"judge": judge})

    def record_opinion(self, question_id: str, model_key: str, opinion: Mapping[str, Any]) -> None:
        """Commit what one judge of several said of the answer that stands.

        Raises:
            DiskFull.
        """
        self._record_about_answer("opinion", question_id, model_key, {"opinion": opinion})

    def _record_about_answer(
        self, line_type: str, question_id: str, model_key: str, more: Mapping[str, Any]
    ) -> None:
        entry = self._state.entries[question_id, model_key]
        self._append(
            {
                "type": line_type,
                "question_id": question_id,
                "question_hash": entry.get("question_hash"),
                "model_key": model_key,
                "repeat": 0,
                "answered_at": entry.get("answered_at"),
                **more,
            }
        )

    def _append(self, line: Mapping[str, Any]) -> None:
        self._lock.check()
        self._journal.append(line)
        self._state.apply(line)

    def sync(self) -> None:
        """Make what was recorded survive a power loss. May run in another thread.

        Raises:
            DiskFull; StoreError: somebody removed the lock.
        """
        self._lock.check()
        self._journal.sync()

    @property
    def is_dirty(self) -> bool:
        """Whether something was recorded since the last swap."""
        return not self._journal.is_empty or old_journal_path(self.path).exists()

    def snapshot(self) -> dict[str, Any]:
        """Build the result document as it stands now; sharing entries with the state is safe."""
        return merge(self._document, self._question_ids, self._state.entries, self._retired)

    def rotate(self) -> dict[str, Any]:
        """Begin a swap: set the journal aside and return the document to write. Quick; call it between appends."""
        self._lock.check()
        old = old_journal_path(self.path)
        if self._journal.is_at(old):  # an earlier rotation failed twice: the open journal kept the old name
            with writing(self.path):
                old.replace(self._journal.path)
        if not self._journal.is_empty and not old.exists():
            # With an old journal still there (its swap failed), lines go on into this one and are written twice.
            self._journal.sync()  # what is set aside is never synced again
            with writing(self.path):
                self._journal.path.rename(old)
            try:
                new = self._open_journal(0, self._journal.next_seq)
            except BaseException:
                with writing(self.path):
                    old.replace(
                        self._journal.path
                    )  # lines go on into the file that is open, under its own name
                raise
            self._journal.close()
            self._journal = new
        return self.snapshot()

    def write_mirror(self, mirror: Mapping[str, Any]) -> None:
        """Finish a swap: write, replace, drop the old journal. May run in another thread.

        Raises:
            DiskFull: the journals stay, so nothing is lost.
        """
        replace_file(self.path, render(mirror))
        with writing(self.path):
            old_journal_path(self.path).unlink(missing_ok=True)
            sync_folder(self.path.parent)

    def swap(self) -> None:
        """Rotate and write in one go."""
        self.write_mirror(self.rotate())

    def close(self) -> None:
        """Close the journal, remove it when it holds nothing, and release the lock. Does not swap."""
        try:
            self._journal.sync()
            is_mine = self._lock.is_held() and self._journal.is_at(self._journal.path)
            self._journal.close()
            if self._journal.is_empty and is_mine:
                self._journal.path.unlink(missing_ok=True)
        finally:
            self._lock.release()

    def _open_journal(self, size_bytes: int, next_seq: int) -> Journal:
        return Journal(journal_path(self.path), size_bytes=size_bytes, next_seq=next_seq)


def _check_continuity(path: Path, stored: Stored) -> None:
    """Under the lock alone: a reader may see the two journals at different instants."""
    if stored.old.lines and stored.current.lines:
        last, first = _last_seq(stored.old), int(stored.current.lines[0]["seq"])
        if first != last + 1:
            reason = f"begins with line {first}, but the journal before it ends with line {last}"
            raise ResultCorrupt(str(journal_path(path)), reason)


def _settled(stored: Stored) -> dict[str, Any]:
    """Build the old document with the journals' lines folded in; a question without an item gets a bare one."""
    document = stored.mirror or {"dataset_meta": {}, "items": []}
    entries = {(one.question_id, one.model_key): one.entry for one in stored.held if one.item is None}
    ids = [str(item.get("question_id")) for item in document["items"]]
    bare = sorted({question_id for question_id, _ in entries} - set(ids))
    items = [*document["items"], *({"question_id": question_id} for question_id in bare)]
    return merge({**document, "items": items}, [*ids, *bare], entries, document.get(RETIRED, ()))


def _retired_items(left_over: Sequence[Held], mirror: Mapping[str, Any] | None) -> list[dict[str, Any]]:
    """Group left-over entries under the items they answered, as those stood in the mirror."""
    items = {str(item.get("question_id")): item for item in (mirror or {}).get("items", [])}
    retired: dict[tuple[str, str | None, int], dict[str, Any]] = {}
    for one in left_over:
        item = one.item or items.get(one.question_id) or {"question_id": one.question_id}
        for n in count():  # a second entry of one model under one id and hash gets an item of its own
            key = (one.question_id, one.question_hash, n)
            results = retired.setdefault(key, {**item, "model_results": {}})["model_results"]
            if one.model_key not in results:
                results[one.model_key] = one.entry
                break
    return list(retired.values())
