"""Small pictures in every format, made when a test needs them."""

import io
import struct
import zlib

from PIL import Image

PIXELS = [(200, 30, 30), (30, 200, 30), (30, 30, 200), (250, 250, 250), (0, 0, 0), (120, 60, 10)]


def picture(fmt="PNG", mode="RGB", size=(3, 2), **more):
    """The bytes of a picture of a few colours."""
    image = Image.new("RGB", size)
    image.putdata([PIXELS[i % len(PIXELS)] for i in range(size[0] * size[1])])
    out = io.BytesIO()
    options = {"lossless": True} if fmt == "WEBP" else {}
    image.convert(mode).save(out, fmt, **options, **more)
    return out.getvalue()


def frames(fmt="GIF", n=3):
    """A picture of several frames."""
    first, *others = [Image.new("RGB", (2, 2), PIXELS[i]) for i in range(n)]
    out = io.BytesIO()
    first.save(out, fmt, save_all=True, append_images=others)
    return out.getvalue()


def pixels(content):
    """What a viewer shows, to compare."""
    image = Image.open(io.BytesIO(content))
    return image.size, image.convert("RGBA").tobytes()


def png_that_claims(width, height):
    """A small PNG whose header promises a large picture."""

    def chunk(name, body):
        return struct.pack(">I", len(body)) + name + body + struct.pack(">I", zlib.crc32(name + body))

    header = struct.pack(">IIBBBBB", width, height, 8, 2, 0, 0, 0)
    parts = (chunk(b"IHDR", header), chunk(b"IDAT", zlib.compress(bytes(1000))), chunk(b"IEND", b""))
    return b"\x89PNG\r\n\x1a\n" + b"".join(parts)
