"""The primitives: reading, listing, and replacing a file so that a crash leaves the old or the new one."""

from __future__ import annotations

import errno
import os
import re
import secrets
import stat
from contextlib import contextmanager, suppress
from itertools import islice
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


def list_files(root: Path, most: int | None = None) -> tuple[str, ...]:
    """Return every file below a folder, relative, with `/`, sorted; empty when there is no folder.

    Links to folders are followed, but never back into a folder that the way there leads through.

    Raises:
        StoreError: a folder cannot be read, for leaving its files out without a word would be worse; or there are
            more than `most` files.
    """
    if kind_of(root) != "folder":
        return ()
    paths = list(islice(_walk(root, frozenset()), None if most is None else most + 1))
    if most is not None and len(paths) > most:
        raise StoreError(f"{root} holds more than {most} files", hint="Name a smaller folder.")
    return tuple(sorted(path.relative_to(root).as_posix() for path in paths))


def _walk(folder: Path, way: frozenset[tuple[int, int]]) -> Iterator[Path]:
    try:
        status = folder.stat()
        here = (status.st_dev, status.st_ino)
        entries = [] if here in way else [(entry, entry.is_dir()) for entry in folder.iterdir()]
    except OSError as error:
        raise StoreError(f"{folder} cannot be read: {error.strerror}") from error
    for entry, is_folder in entries:
        if is_folder:
            yield from _walk(entry, way | {here})
        else:
            yield entry


def replace_file(path: Path, content: bytes) -> None:
    """Write a file through a temporary one in the same folder: write, fsync, replace, fsync the folder.

    Raises:
        DiskFull: when it cannot be written; the old file is untouched.
    """
    with writing(path):
        target = path.resolve() if path.is_symlink() else path  # a link stays a link
        temporary = temporary_path(target)
        with removing(temporary):
            with temporary.open("xb") as file:
                file.write(content)
                file.flush()
                os.fsync(file.fileno())
            temporary.replace(target)
        sync_folder(target.parent)


@contextmanager
def removing(temporary: Path) -> Iterator[None]:
    """Remove a temporary file when what is done with it fails, Ctrl-C too."""
    try:
        yield
    except BaseException:
        with suppress(OSError):
            temporary.unlink(missing_ok=True)
        raise


def temporary_path(path: Path) -> Path:
    """Return `x.<8 hex digits>.temp.json` for `x.json`, another one at every call: two processes never share one."""
    return path.with_name(f"{path.stem}.{secrets.token_hex(4)}.temp{path.suffix}")


def remove_orphans(path: Path) -> None:
    """Remove the temporary files of a file that crashes left; only for one that holds the file's lock.

    Raises:
        OSError.
    """
    name = re.compile(rf"{re.escape(path.stem)}(?:\.[0-9a-f]{{8}})?\.temp{re.escape(path.suffix)}")
    for one in os.listdir(path.parent):  # noqa: PTH208 - names are enough, and a folder may hold thousands
        if name.fullmatch(one):
            path.with_name(one).unlink(missing_ok=True)


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
