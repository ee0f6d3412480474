"""What a file is, by its first bytes; its name decides only where they leave it open."""

from __future__ import annotations

import io
import re
import zipfile
from pathlib import PurePosixPath
from typing import TYPE_CHECKING, Final, Literal

from omnibench.sources.rows.decoding import encoding_by_mark
from omnibench.sources.table import MAX_SOURCE_BYTES, SourceUnreadable

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable

    from omnibench.sources.table import SourceFile

Form = Literal["delimited", "workbook", "json", "json_lines"]

GZIP_MAGIC: Final = b"\x1f\x8b"
ZIP_MAGICS: Final = (b"PK\x03\x04", b"PK\x05\x06", b"PK\x07\x08")
_UNREADABLE: Final = (
    (b"\xd0\xcf\x11\xe0", "an old or an encrypted Office file: save it as .xlsx without a password"),
    (b"%PDF", "a PDF: only tables can be read, as .csv, .xlsx or .json"),
    (b"PAR1\x15", "a Parquet file: write it as .jsonl first"),
    (b"SQLite format 3", "a SQLite database: export its table as .csv first"),
    (b"{\\rtf", "an RTF text: save its table as .csv"),
    (b"7z\xbc\xaf\x27\x1c", "a 7z archive: unpack it first"),
    (b"Rar!\x1a", "a RAR archive: unpack it first"),
    (b"BZh91AY", "packed by bzip2: unpack it first"),
    (b"\xfd7zXZ", "packed by xz: unpack it first"),
    (b"\x28\xb5\x2f\xfd", "packed by zstd: unpack it first"),
    (b"\x89PNG", "a picture"),
    (b"\xff\xd8\xff", "a picture"),
    (GZIP_MAGIC, "still packed by gzip"),
)
_TAR_AT: Final = 257
_TAR: Final = b"ustar"
_WEB_PAGE = re.compile(rb"\s*<(!doctype|html|\?xml)", re.IGNORECASE)
_OFFICE: Final = (
    ("META-INF/manifest.xml", "an OpenDocument file: save it as .xlsx or .csv"),
    ("xl/workbook.bin", "a binary workbook (.xlsb): save it as .xlsx"),
    ("word/document.xml", "a Word document: save its table as .xlsx or .csv"),
    ("ppt/presentation.xml", "a presentation: only tables can be read, as .csv, .xlsx or .json"),
)
_BLANKS = re.compile(rb"\s*")
_FIRST_BYTES: Final = 64 * 1024


def form_of(file: SourceFile, encoding: str | None) -> Form:
    """Say by which reader a file is read.

    Raises:
        SourceUnreadable: by none.
    """
    content = file.content
    if not content:
        raise SourceUnreadable("the file is empty")
    if content.startswith(ZIP_MAGICS):
        with open_zip(content) as archive:
            if is_workbook(archive.namelist()):
                return "workbook"
        raise SourceUnreadable("the file is still packed as a zip")
    refuse_known_others(content)
    start = _start(content, encoding)
    if not start.startswith(("{", "[")):
        return "delimited"
    return "json_lines" if start.startswith("{") and _is_by_line(start, file.name) else "json"


def refuse_known_others(content: bytes) -> None:
    """Refuse what is known not to be a table.

    Raises:
        SourceUnreadable: with what it is.
    """
    for magic, what in _UNREADABLE:
        if content.startswith(magic):
            raise SourceUnreadable(f"the file is {what}")
    if content[_TAR_AT : _TAR_AT + len(_TAR)] == _TAR:
        raise SourceUnreadable("the file is a tar archive: unpack it first")
    if _WEB_PAGE.match(content[:_FIRST_BYTES].removeprefix(b"\xef\xbb\xbf")):
        raise SourceUnreadable("the file is a web page or XML, no table: was an address saved, not its file?")


def suffix_of(name: str) -> str:
    """Return the end of a name that says what is in it: `.jsonl` of `x.zip/dev.JSONL.gz`."""
    return PurePosixPath(name.casefold().removesuffix(".gz")).suffix


def open_zip(content: bytes) -> zipfile.ZipFile:
    """Open a zip; of no member more can be read than it declares.

    Raises:
        SourceUnreadable: it is broken.
    """
    try:
        return zipfile.ZipFile(io.BytesIO(content))
    except (zipfile.BadZipFile, ValueError, EOFError, OSError, NotImplementedError) as error:
        raise SourceUnreadable(f"the zip is broken ({error}): pack it again") from None


def refuse_members(members: Iterable[zipfile.ZipInfo]) -> None:
    """Refuse to read what is encrypted or would unpack into too much.

    Raises:
        SourceUnreadable: with the reason.
    """
    n_bytes = 0
    for member in members:
        if member.flag_bits & 1:
            raise SourceUnreadable(f"{member.filename!r} is encrypted: pack it without a password")
        n_bytes += member.file_size
    refuse_size(n_bytes)


def refuse_size(n_bytes: int) -> None:
    """Refuse what is larger than any bank.

    Raises:
        SourceUnreadable: it is.
    """
    if n_bytes > MAX_SOURCE_BYTES:
        raise SourceUnreadable(f"it holds more than {MAX_SOURCE_BYTES:,} bytes unpacked: split it")


def is_workbook(names: Collection[str]) -> bool:
    """Say whether a zip with these members is an .xlsx.

    Raises:
        SourceUnreadable: it is an office file that is no table, or in a form that cannot be read.
    """
    for member, what in _OFFICE:
        if member in names:
            raise SourceUnreadable(f"the file is {what}")
    return "[Content_Types].xml" in names and any(name.startswith("xl/") for name in names)


def _start(content: bytes, encoding: str | None) -> str:
    """Return the beginning, at least until the second line, without marks and blanks."""
    blanks = _BLANKS.match(content)
    end = content.find(b"\n", blanks.end() if blanks else 0)
    first = content[: max(end, 0) + _FIRST_BYTES]
    try:
        text = first.decode(encoding_by_mark(content) or encoding or "utf-8", "replace")
    except (LookupError, UnicodeError):
        return ""  # the reader says what is wrong with the encoding
    return text.lstrip("\ufeff \t\r\n")


def _is_by_line(start: str, name: str) -> bool:
    """Tell an object a line from one document, which may be a single line too."""
    first, _, rest = start.partition("\n")
    is_closed, opens_another = first.rstrip().endswith("}"), rest.lstrip().startswith("{")
    if is_closed == opens_another:
        return is_closed
    return suffix_of(name) in (".jsonl", ".ndjson")
