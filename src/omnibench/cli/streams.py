"""Standard streams that cannot end a run: a terminal that is gone or a reader that has enough makes them quiet.

A closed terminal raises EIO and a closed pipe EPIPE in the middle of whatever prints. Answers are worth more than
their progress line, so writing fails once and is silent from then on.
"""

from __future__ import annotations

import errno
import os
import sys
from contextlib import contextmanager, suppress
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Iterator

_READER_IS_GONE = frozenset({errno.EPIPE, errno.EIO, errno.EBADF})


class TolerantStream:
    """A text stream that swallows what cannot be written and keeps the first error that a person should know."""

    def __init__(self, stream: Any) -> None:
        """Wrap a stream, or None for one that was closed before the start."""
        self._stream = stream
        self._is_quiet = stream is None
        self.error: OSError | None = None
        """Why output was lost, when nobody chose to stop reading: a full disk behind `> file`."""
        with suppress(AttributeError, ValueError):
            stream.reconfigure(errors="backslashreplace")

    def write(self, text: str) -> int:
        """Write, or drop."""
        self._guarded("write", text)
        return len(text)

    def flush(self) -> None:
        """Flush, or not."""
        self._guarded("flush")

    def isatty(self) -> bool:
        """Whether a person looks at it."""
        return bool(self._guarded("isatty"))

    def __getattr__(self, name: str) -> Any:
        """Everything else is the stream's own."""
        return getattr(self._stream, name)

    def _guarded(self, name: str, *args: Any) -> Any:
        if self._is_quiet:
            return None
        try:
            return getattr(self._stream, name)(*args)
        except ValueError:  # closed
            self._is_quiet = True
        except OSError as error:
            self._go_quiet(error)
        return None

    def _go_quiet(self, error: OSError) -> None:
        self._is_quiet = True
        if error.errno not in _READER_IS_GONE:
            self.error = error
        # What the stream still holds would be flushed at exit, and complain.
        with suppress(OSError, ValueError):
            nowhere = os.open(os.devnull, os.O_WRONLY)
            os.dup2(nowhere, self._stream.fileno())
            os.close(nowhere)


@contextmanager
def tolerant_streams() -> Iterator[TolerantStream]:
    """Replace both standard streams for a while; yields stdout, whose `error` says whether output was lost."""
    before = sys.stdout, sys.stderr
    out, err = TolerantStream(sys.stdout), TolerantStream(sys.stderr)
    sys.stdout, sys.stderr = out, err
    try:
        yield out
    finally:
        out.flush()
        err.flush()
        sys.stdout, sys.stderr = before
