"""One writer a result file: a kernel lock on `.<name>.lock`, released by the kernel when its process dies."""

from __future__ import annotations

import json
import os
import socket
from typing import TYPE_CHECKING

from filelock import FileLock, Timeout

from omnibench.errors import RunLocked, StoreError
from omnibench.store.files import writing

if TYPE_CHECKING:
    from pathlib import Path


class ResultLock:
    """Holds the lock of one result file until released."""

    def __init__(self, path: Path) -> None:
        """Take the lock at once.

        Raises:
            RunLocked: another process holds it; says its pid and host.
        """
        self._lock = FileLock(path.with_name(f".{path.stem}.lock"), timeout=0)
        holder = path.with_name(f".{path.stem}.holder")
        with writing(path):
            try:
                self._lock.acquire()
            except Timeout:  # an OSError too
                raise RunLocked(str(path), _holder_of(holder)) from None
            try:
                facts = {"pid": os.getpid(), "host": socket.gethostname()}
                holder.write_text(json.dumps(facts), "ascii")
            except BaseException:
                self._lock.release()
                raise
        self._holder = holder
        self._path = path
        self._lock_path = str(self._lock.lock_file)
        self._identity = self._found()

    def check(self) -> None:
        """Make sure that nobody took the lock file away, which would let a second writer in.

        Raises:
            StoreError.
        """
        if not self.is_held():
            raise StoreError(
                f"{self._path}: its lock was removed while this run held it",
                hint="Start the same command again; leave hidden files alone while a run is on.",
            )

    def is_held(self) -> bool:
        """Whether the lock file is still the one that was locked."""
        return self._found() == self._identity

    def _found(self) -> int | None:
        try:
            return os.stat(self._lock_path).st_ino  # noqa: PTH116 - looked at for each answer, and quicker
        except OSError:
            return None

    def release(self) -> None:
        """Let the next process in."""
        if self.is_held():
            self._holder.unlink(missing_ok=True)
        self._lock.release()


def _holder_of(path: Path) -> str:
    try:
        facts = json.loads(path.read_text("ascii"))
        return f"process {int(facts['pid'])} on {facts['host']}"
    except (OSError, ValueError, KeyError, TypeError):
        return "another process"
