"""Keeps the result files of a run: locks all before the first question, syncs and swaps while it goes on."""

from __future__ import annotations

import asyncio
import time
from contextlib import suppress
from typing import TYPE_CHECKING, Final, Self

from omnibench.app.survey import match_source
from omnibench.errors import OmnibenchError, StoreError
from omnibench.store.files import allow_many_files
from omnibench.store.result_file import ResultFile

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence
    from types import TracebackType
    from typing import Any

    from omnibench.app.tree import Source
    from omnibench.ask.stop import Stop

SYNC_EVERY_S: Final = 1.0
SWAP_EVERY_S: Final = 30.0
_MAX_SWAP_SHARE: Final = 0.02
"""A swap that takes long happens less often: writing never takes more than this share of the time."""


class Keeper:
    """Owns every selected result file from the first lock to the last swap."""

    def __init__(self, sources: Sequence[Source]) -> None:
        """Lock all files, read them, and settle them on today's documents.

        Raises:
            RunLocked, ResultCorrupt, DiskFull: then everything is released again, and no mirror was touched.
        """
        self.files: dict[str, ResultFile] = {}
        self.torn_bytes = 0
        self._due: set[str] = set()
        allow_many_files()
        try:
            for source in sources:
                self.files[source.path] = ResultFile(source.result_path)
            for source in sources:
                self._adopt(source)
        except BaseException:
            self._release()
            raise

    def _adopt(self, source: Source) -> None:
        file = self.files[source.path]
        ids = source.question_ids
        match = match_source(source, file.stored.held)
        entries = {(ids[index], model_key): entry for (index, model_key), entry in match.entries.items()}
        file.adopt(source.document.raw, ids, entries, match.left_over)
        self.torn_bytes += file.torn_bytes

    def __enter__(self) -> Self:
        """Return the keeper."""
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        """Swap what is dirty and release everything. What cannot be swapped is safe in its journal."""
        try:
            for file in self.files.values():
                if file.is_dirty:
                    file.swap()
        except StoreError:
            if error is None:
                raise
        finally:
            self._release()

    def _release(self) -> None:
        for file in self.files.values():
            with suppress(OSError, OmnibenchError):
                file.close()

    def entries(self) -> Mapping[str, Mapping[tuple[str, str], Mapping[str, Any]]]:
        """Return today's entries per document path."""
        return {path: file.entries for path, file in self.files.items()}

    def swap_soon(self, path: str) -> None:
        """Ask for a swap at the next turn: a unit is complete."""
        self._due.add(path)

    async def keep(self, stop: Stop) -> None:
        """Sync every second and swap every half minute, until cancelled. A full disk ends the run in order."""
        last_swap, pause_s = time.monotonic(), SWAP_EVERY_S
        while True:
            await asyncio.sleep(SYNC_EVERY_S)
            try:
                dirty = [path for path, file in self.files.items() if file.is_dirty]
                await asyncio.to_thread(self._sync, dirty)
                if time.monotonic() - last_swap >= pause_s:
                    self._due.update(dirty)
                if self._due:
                    started = time.monotonic()
                    await self._swap_due()
                    last_swap = time.monotonic()
                    pause_s = max(SWAP_EVERY_S, (last_swap - started) / _MAX_SWAP_SHARE)
            except Exception as error:  # noqa: BLE001 - an unsynced run must not go on
                stop.by_error(error)
                return

    def _sync(self, paths: Iterable[str]) -> None:
        for path in paths:
            self.files[path].sync()

    async def _swap_due(self) -> None:
        while self._due:
            file = self.files[self._due.pop()]
            if file.is_dirty:
                writing = asyncio.create_task(asyncio.to_thread(file.write_mirror, file.rotate()))
                try:
                    while not writing.done():
                        await asyncio.wait({writing}, timeout=SYNC_EVERY_S)
                        await asyncio.to_thread(self._sync, tuple(self.files))
                except BaseException:
                    await asyncio.wait({writing})  # two writers on one mirror would be one too many
                    writing.exception()  # the last swap will meet it again, and say it
                    raise
                writing.result()
