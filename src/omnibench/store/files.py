"""The primitives: reading, listing, and replacing a file so that a crash leaves the old or the new one."""

from __future__ import annotations

import os
from contextlib import contextmanager, suppress
from typing import TYPE_CHECKING, NoReturn

from omnibench.errors import DiskFull, StoreError

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path


def read_bytes(path: Path) -> bytes | None:
    """Return a file's content, or None when there is no such file.

    Raises:
        StoreError: when it cannot be read.
    """
    try:
        return path.read_bytes()
    except FileNotFoundError:
        return None
    except OSError as error:
        raise StoreError(f"{path} cannot be read: {error.strerror}") from error


def list_files(root: Path) -> tuple[str, ...]:
    """Return every file below a folder, relative, with `/`, sorted; empty when there is no folder."""
    if not root.is_dir():
        return ()
    found = []
    for folder, _, names in os.walk(root, followlinks=True):
        prefix = os.path.relpath(folder, root)
        found += [name if prefix == "." else f"{prefix}/{name}" for name in names]
    return tuple(sorted(name.replace(os.sep, "/") for name in found))


def replace_file(path: Path, content: bytes) -> None:
    """Write a file through `<name>.temp.json` in the same folder: write, fsync, replace, fsync the folder.

    Raises:
        DiskFull: when it cannot be written; the old file is untouched.
    """
    temporary = temporary_path(path)
    with writing(path):
        try:
            with temporary.open("wb") as file:
                file.write(content)
                file.flush()
                os.fsync(file.fileno())
            temporary.replace(path)
        except OSError:
            with suppress(OSError):
                temporary.unlink(missing_ok=True)
            raise
        sync_folder(path.parent)


def temporary_path(path: Path) -> Path:
    """Return `x.temp.json` for `x.json`."""
    return path.with_name(f"{path.stem}.temp{path.suffix}")


def sync_folder(folder: Path) -> None:
    """Make a rename or a removal in a folder durable (a no-op where folders cannot be synced)."""
    with suppress(OSError):
        descriptor = os.open(folder, os.O_RDONLY)
        try:
            os.fsync(descriptor)
        finally:
            os.close(descriptor)


def refuse_constant(name: str) -> NoReturn:
    """Refuse the NaN and Infinity that `json` reads but no JSON file can give back."""
    msg = f"{name} is not a JSON value"
    raise ValueError(msg)


@contextmanager
def writing(path: Path) -> Iterator[None]:
    """Turn a failed write into `DiskFull` with the path and the cause."""
    try:
        yield
    except OSError as error:
        raise DiskFull(f"{path} cannot be written: {error.strerror or error}") from error
