"""The primitives: reading, listing, and replacing a file so that a crash leaves the old or the new one."""

from __future__ import annotations

import errno
import os
import stat
from contextlib import contextmanager, suppress
from typing import TYPE_CHECKING, Literal

from omnibench.errors import DiskFull, StoreError

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path


def read_bytes(path: Path) -> bytes | None:
    """Return a file's content, or None when there is no such file.

    Raises:
        StoreError: when it cannot be read, or is a pipe or a device, which would be waited for without end.
    """
    try:
        if not stat.S_ISREG(mode := path.stat().st_mode) and not stat.S_ISDIR(mode):
            raise StoreError(f"{path} is no regular file", hint="Move it away.")
        return path.read_bytes()
    except FileNotFoundError:
        return None
    except OSError as error:
        raise StoreError(f"{path} cannot be read: {error.strerror}") from error


def kind_of(path: Path) -> Literal["file", "folder", "other"] | None:
    """Tell what lies at a path, links followed: neither file nor folder are pipes, devices and sockets.

    Raises:
        StoreError: it cannot be told: a folder on the way that may not be read, a name too long, a ring of links.
    """
    try:
        mode = path.stat().st_mode
    except (FileNotFoundError, NotADirectoryError):
        return None
    except (OSError, ValueError) as error:
        raise StoreError(
            f"{path} cannot be read: {getattr(error, 'strerror', '') or error}", hint="Name another path."
        ) from error
    if stat.S_ISREG(mode):
        return "file"
    return "folder" if stat.S_ISDIR(mode) else "other"


def may_write(path: Path) -> bool:
    """Say whether a file can be made there: its folder is there, and files may be added to it."""
    folder = os.path.dirname(os.path.realpath(path))  # noqa: PTH120 - Path.resolve raises for a ring of links
    return os.path.isdir(folder) and os.access(folder, os.W_OK | os.X_OK)  # noqa: PTH112


def list_files(root: Path) -> tuple[str, ...]:
    """Return every file below a folder, relative, with `/`, sorted; empty when there is no folder.

    Links to folders are followed, but never back into a folder that the way there leads through.

    Raises:
        StoreError: a folder cannot be read; leaving its files out without a word would be worse.
    """
    if not root.is_dir():
        return ()
    return tuple(sorted(path.relative_to(root).as_posix() for path in _walk(root, frozenset())))


def _walk(folder: Path, way: frozenset[tuple[int, int]]) -> Iterator[Path]:
    try:
        status = folder.stat()
        here = (status.st_dev, status.st_ino)
        entries = [] if here in way else list(folder.iterdir())
    except OSError as error:
        raise StoreError(f"{folder} cannot be read: {error.strerror}") from error
    for entry in entries:
        if entry.is_dir():
            yield from _walk(entry, way | {here})
        else:
            yield entry


def replace_file(path: Path, content: bytes) -> None:
    """Write a file through `<name>.temp.json` in the same folder: write, fsync, replace, fsync the folder.

    Raises:
        DiskFull: when it cannot be written; the old file is untouched.
    """
    with writing(path):
        target = path.resolve() if path.is_symlink() else path  # a link stays a link
        temporary = temporary_path(target)
        try:
            with temporary.open("wb") as file:
                file.write(content)
                file.flush()
                os.fsync(file.fileno())
            temporary.replace(target)
        except OSError:
            with suppress(OSError):
                temporary.unlink(missing_ok=True)
            raise
        sync_folder(target.parent)


def temporary_path(path: Path) -> Path:
    """Return `x.temp.json` for `x.json`."""
    return path.with_name(f"{path.stem}.temp{path.suffix}")


def allow_many_files() -> None:
    """Raise this process's limit of open files as far as it may: every selected document takes two."""
    with suppress(ImportError, ValueError, OSError):  # a system without such limits, or that refuses
        import resource  # noqa: PLC0415

        _, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
        resource.setrlimit(resource.RLIMIT_NOFILE, (hard, hard))


def make_folder(folder: Path) -> None:
    """Create a folder and its parents, durably."""
    missing = [one for one in (folder, *folder.parents) if not one.exists()]
    folder.mkdir(parents=True, exist_ok=True)
    for one in missing:
        sync_folder(one.parent)


def sync_folder(folder: Path) -> None:
    """Make a rename, a removal or a new file in a folder durable; a no-op on systems that sync no folders.

    Raises:
        OSError: the disk failed.
    """
    try:
        descriptor = os.open(folder, os.O_RDONLY)
    except PermissionError:  # Windows opens no folder
        return
    try:
        os.fsync(descriptor)
    except OSError as error:
        if error.errno not in (errno.EINVAL, errno.ENOTSUP):
            raise
    finally:
        os.close(descriptor)


@contextmanager
def writing(path: Path) -> Iterator[None]:
    """Turn a failed write into `DiskFull` with the path and the cause."""
    try:
        yield
    except OSError as error:
        hint = "Raise the limit of open files: ulimit -n 8192." if error.errno == errno.EMFILE else ""
        raise DiskFull(f"{path} cannot be written: {error.strerror or error}", hint=hint) from error
