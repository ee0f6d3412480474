"""Pictures as a provider takes them: as they are, or without loss as PNG; else why not, in one sentence.

Pillow is an extra, and it is imported only here and only when there is a picture. Without it what a provider takes
as it is goes unlooked at, and what must be converted ends with `ImagesUnavailable`.
"""

from __future__ import annotations

import hashlib
import io
import warnings
from contextlib import contextmanager
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Final

from omnibench.errors import ImagesUnavailable

if TYPE_CHECKING:
    from collections.abc import Collection, Iterator

    from PIL.Image import Image as Decoded

    from omnibench.records import Image

MAX_PIXELS: Final = 100_000_000
"""More are not decoded: a small file can unpack into more memory than there is."""
SENT_AS_THEY_ARE: Final = frozenset({"image/png", "image/jpeg", "image/webp"})
_PNG_MODES: Final = frozenset({"1", "L", "LA", "P", "RGB", "RGBA", "I;16", "I;16B"})
"""Pillow's names of the colours that a PNG holds without loss."""
_MB: Final = 1_000_000


@dataclass(frozen=True, slots=True, kw_only=True)
class Takes:
    """Which pictures a provider takes."""

    who: str
    """Its name, for a person."""
    media_types: Collection[str]
    max_bytes: int
    """Of one picture, before it is written as base64."""


def fit(image: Image, takes: Takes) -> Image | str:
    """Return a picture as it is sent, or why it cannot be.

    A picture is never scaled, and its pixels never change.

    Raises:
        ImagesUnavailable: it must be converted, and Pillow is not installed.
    """
    sent, how = image, ""
    if image.media_type not in takes.media_types:
        converted = _as_png(image)
        if isinstance(converted, str):
            return converted
        sent, how = converted, " as PNG"
    size_bytes = len(sent.content)
    if size_bytes > takes.max_bytes:
        return (
            f"{image.name!r} has {size_bytes / _MB:.1f} MB{how}, and {takes.who} takes pictures of up to "
            f"{takes.max_bytes / _MB:g} MB: scale it down, or save it as JPEG"
        )
    return sent


def fault_of(image: Image) -> str | None:
    """Say why nobody could look at a picture, or None; decodes it. Without Pillow nothing is known."""
    try:
        with _decoded(image) as picture:
            return None if image.media_type in SENT_AS_THEY_ARE else _loss_of(image, picture)
    except ImagesUnavailable:
        return None
    except _Broken as broken:
        return broken.reason


def _as_png(image: Image) -> Image | str:
    try:
        with _decoded(image) as picture:
            from PIL import ImageOps  # noqa: PLC0415 - an extra, and there is one

            if loss := _loss_of(image, picture):
                return loss
            written = io.BytesIO()
            # a turned camera stands in a tag that few decoders of PNG read: turn the pixels instead
            ImageOps.exif_transpose(picture).save(written, "PNG")
    except _Broken as broken:
        return broken.reason
    content = written.getvalue()
    sha256 = hashlib.sha256(content).hexdigest()
    return replace(image, media_type="image/png", sha256=sha256, content=content)


def _loss_of(image: Image, picture: Decoded) -> str | None:
    """Say what a PNG could not hold of a picture, or None."""
    n_frames = getattr(picture, "n_frames", 1)
    if n_frames > 1:
        return f"{image.name!r} has {n_frames} frames, and a PNG holds one: save the one that is meant"
    if picture.mode not in _PNG_MODES:
        return f"{image.name!r} has colours ({picture.mode}) that a PNG cannot hold: save it as JPEG or RGB"
    return None


class _Broken(Exception):
    """A picture that cannot be decoded."""

    def __init__(self, reason: str) -> None:
        super().__init__(reason)
        self.reason = reason


@contextmanager
def _decoded(image: Image) -> Iterator[Decoded]:
    """Yield a picture with all its pixels read.

    Raises:
        ImagesUnavailable: Pillow is not installed.
        _Broken: the file is no whole picture, or too large a one.
    """
    try:
        from PIL import Image as pillow  # noqa: N813, PLC0415 - an extra
        from PIL import UnidentifiedImageError  # noqa: PLC0415
    except ImportError as error:
        raise ImagesUnavailable(f"{image.name} must be converted, and Pillow is missing ({error})") from None
    with warnings.catch_warnings():
        # Pillow warns of what it then decodes all the same; the limit is ours, and below where it refuses
        warnings.simplefilter("ignore", pillow.DecompressionBombWarning)
        try:
            picture = pillow.open(io.BytesIO(image.content))
            width, height = picture.size
            if width * height > MAX_PIXELS:
                raise _Broken(_too_large(image.name, f" ({width} x {height} pixels)"))
            picture.load()
        except pillow.DecompressionBombError:
            raise _Broken(_too_large(image.name)) from None
        except UnidentifiedImageError:
            raise _Broken(f"{image.name!r} is broken: no picture can be read from it") from None
        except _Broken:
            raise
        except Exception as error:  # noqa: BLE001 - decoders raise what they like at broken files
            why = " ".join(str(error).split()) or type(error).__name__
            raise _Broken(f"{image.name!r} is broken: {why}") from None
    with picture:
        yield picture


def _too_large(name: str, size: str = "") -> str:
    return f"{name!r} would unpack into more than {MAX_PIXELS / 1e6:.0f} million pixels{size}: scale it down"
