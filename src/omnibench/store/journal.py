"""The append-only journal beside a mirror: one line an answer or a verdict, and one `write` a line.

A line is ASCII JSON (so a lone surrogate or a U+2028 in an answer harms nothing) and carries a sequence number.
Numbers go up by one: a gap or a repetition shows a lost line or a second writer. Only the last line may be torn.
"""

from __future__ import annotations

import json
import os
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final

from omnibench import strict_json
from omnibench.entries import fault_of_entry, fault_of_verdict
from omnibench.errors import DiskFull, ResultCorrupt
from omnibench.store.files import sync_folder, writing

if TYPE_CHECKING:
    from collections.abc import Mapping
    from pathlib import Path

FORMAT = 1
_PAYLOADS: Final[Mapping[str, str]] = {"answer": "entry", "verdict": "judge", "opinion": "opinion"}
"""A line's type to the field that holds what was committed."""


@dataclass(frozen=True, slots=True)
class Lines:
    """What a journal's bytes say."""

    lines: tuple[Mapping[str, Any], ...]
    size_bytes: int
    """Where the last whole line ends."""
    torn_bytes: int
    """How much of a torn last line follows."""


def encode_line(line: Mapping[str, Any]) -> bytes:
    """Return a line's bytes, newline included."""
    return json.dumps(line, ensure_ascii=True, allow_nan=False, separators=(",", ":")).encode("ascii") + b"\n"


def parse_journal(path: str, content: bytes) -> Lines:
    """Read a journal's bytes; a last line without its newline is torn and left out.

    Raises:
        ResultCorrupt: for any other line that cannot be read, with its number.
    """
    whole = content.rfind(b"\n") + 1
    lines: list[Mapping[str, Any]] = []
    for number, raw in enumerate(content[:whole].split(b"\n")[:-1], start=1):
        line = _parse_line(path, number, raw)
        if lines and line["seq"] != lines[-1]["seq"] + 1:
            reason = f"line {line['seq']} follows line {lines[-1]['seq']}: a line is missing or doubled"
            raise ResultCorrupt(path, reason, line=number)
        lines.append(line)
    return Lines(tuple(lines), whole, len(content) - whole)


def _parse_line(path: str, number: int, raw: bytes) -> Mapping[str, Any]:
    line: dict[str, Any]
    try:
        line = strict_json.parse(raw)
    except ValueError:
        raise ResultCorrupt(path, "is not a journal line", line=number) from None
    is_line = (
        isinstance(line, dict)
        and isinstance(line.get("seq"), int)
        and isinstance(line.get("question_id"), str)
        and isinstance(line.get("model_key"), str)
    )
    if not is_line:
        raise ResultCorrupt(path, "is not a journal line", line=number)
    if line.get("v") != FORMAT or line.get("type") not in _PAYLOADS or line.get("repeat") != 0:
        raise ResultCorrupt(path, "was written by a newer OmniBench; use that version", line=number)
    payload = line.get(_PAYLOADS[line["type"]])
    if not isinstance(payload, dict):
        raise ResultCorrupt(path, "is not a journal line", line=number)
    if fault := fault_of_entry(payload) if line["type"] == "answer" else fault_of_verdict(payload):
        raise ResultCorrupt(path, fault, line=number)
    return line


class Journal:
    """An open journal file. `append` returns only when the line is with the kernel."""

    def __init__(self, path: Path, *, size_bytes: int, next_seq: int) -> None:
        """Open for appending, cutting whatever follows the last whole line."""
        self.path = path
        self.next_seq = next_seq
        self._size = size_bytes
        with writing(path):
            self._file = os.open(path, os.O_WRONLY | os.O_CREAT | getattr(os, "O_CLOEXEC", 0), 0o644)
            try:
                os.ftruncate(self._file, size_bytes)
                os.lseek(self._file, size_bytes, os.SEEK_SET)
                sync_folder(path.parent)
            except OSError:
                os.close(self._file)
                raise
        self._is_synced = True

    @property
    def is_empty(self) -> bool:
        """Whether no line was committed to this file."""
        return self._size == 0

    def append(self, line: Mapping[str, Any]) -> None:
        """Commit one line.

        Raises:
            DiskFull: the line could not be written; the file is cut back to its last commit.
        """
        content = encode_line({"v": FORMAT, "seq": self.next_seq, **line})
        with writing(self.path):
            try:
                os.lseek(self._file, self._size, os.SEEK_SET)  # also over what could not be cut back
                written = os.write(self._file, content)
                while written < len(content):  # a signal, or the last free block
                    written += os.write(self._file, content[written:])
            except OSError:
                os.ftruncate(self._file, self._size)
                os.lseek(self._file, self._size, os.SEEK_SET)
                raise
        self._size += len(content)
        self.next_seq += 1
        self._is_synced = False

    def sync(self) -> None:
        """Make everything appended so far survive a power loss."""
        if not self._is_synced:
            self._is_synced = True  # before the call: a line appended meanwhile is synced next time
            try:
                with writing(self.path):
                    os.fsync(self._file)
            except DiskFull:
                self._is_synced = False
                raise

    def clear(self) -> None:
        """Begin again with an empty file, on the disk too; numbers go on."""
        with writing(self.path):
            os.ftruncate(self._file, 0)
            os.fsync(self._file)
            os.lseek(self._file, 0, os.SEEK_SET)
        self._size = 0

    def is_at(self, path: Path) -> bool:
        """Whether a name leads to the file that is open here."""
        try:
            return os.path.samestat(os.fstat(self._file), path.stat())
        except OSError:
            return False

    def close(self) -> None:
        """Close the file; what was appended stays."""
        os.close(self._file)
