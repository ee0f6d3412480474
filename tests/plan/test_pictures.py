"""A picture is sent as it is, or as PNG without loss, or not at all; why not is said."""

import hashlib
import io
import sys

import pytest
from picture_files import frames, picture, pixels, png_that_claims
from PIL import Image as Pillow

from omnibench.errors import ImagesUnavailable
from omnibench.plan.pictures import MAX_PIXELS, Takes, fault_of, fit
from omnibench.records import Image

ALL = frozenset({"image/png", "image/jpeg", "image/webp"})
NO_WEBP = ALL - {"image/webp"}


def image(content, media_type="image/png", name="a.png"):
    return Image(
        name=name, media_type=media_type, sha256=hashlib.sha256(content).hexdigest(), content=content
    )


def takes(media_types=ALL, max_bytes=1_000_000):
    return Takes(who="Acme", media_types=media_types, max_bytes=max_bytes)


@pytest.mark.parametrize("name", ["png", "jpeg", "webp"])
def test_what_a_provider_takes_goes_byte_by_byte_as_it_is(name):
    given = image(picture(name.upper()), f"image/{name}")

    assert fit(given, takes()) is given
    assert fault_of(given) is None


@pytest.mark.parametrize(
    ("name", "mode"),
    [
        ("webp", "RGB"),
        ("webp", "RGBA"),
        ("gif", "P"),
        ("bmp", "RGB"),
        ("bmp", "1"),
        ("tiff", "RGB"),
        ("tiff", "L"),
        ("tiff", "LA"),
        ("tiff", "1"),
    ],
)
def test_what_it_does_not_take_becomes_a_png_of_the_same_pixels(name, mode):
    given = image(picture(name.upper(), mode), f"image/{name}", "figure.x")
    sent = fit(given, takes(NO_WEBP))

    assert isinstance(sent, Image)
    assert ("image/png", "figure.x") == (sent.media_type, sent.name)
    assert sent.content.startswith(b"\x89PNG")
    assert hashlib.sha256(sent.content).hexdigest() == sent.sha256
    assert pixels(given.content) == pixels(sent.content)
    assert fault_of(given) is None


def test_sixteen_bits_of_grey_stay_sixteen_bits():
    out = io.BytesIO()
    grey = Pillow.new("I;16", (2, 1))
    grey.putdata([1, 65_534])
    grey.save(out, "TIFF")
    sent = fit(image(out.getvalue(), "image/tiff"), takes())

    assert isinstance(sent, Image)
    assert [1, 65_534] == [Pillow.open(io.BytesIO(sent.content)).getpixel((x, 0)) for x in (0, 1)]


def test_a_turned_camera_is_turned_back():
    exif = Pillow.Exif()
    exif[0x0112] = 6  # shown turned by a quarter
    given = image(picture("TIFF", size=(3, 2), exif=exif), "image/tiff")
    sent = fit(given, takes())

    assert isinstance(sent, Image)
    assert (2, 3) == Pillow.open(io.BytesIO(sent.content)).size


@pytest.mark.parametrize(
    ("content", "name", "reason"),
    [
        (frames("GIF", 3), "gif", "has 3 frames, and a PNG holds one: save the one that is meant"),
        (frames("TIFF", 2), "tiff", "has 2 frames, and a PNG holds one: save the one that is meant"),
        (
            picture("TIFF", "CMYK"),
            "tiff",
            "has colours (CMYK) that a PNG cannot hold: save it as JPEG or RGB",
        ),
        (picture("TIFF", "F"), "tiff", "has colours (F) that a PNG cannot hold: save it as JPEG or RGB"),
    ],
)
def test_what_a_png_could_not_hold_is_refused_and_not_cut(content, name, reason):
    given = image(content, f"image/{name}", "x")

    assert f"'x' {reason}" == fit(given, takes())
    assert f"'x' {reason}" == fault_of(given)


def test_moving_webp_is_sent_where_webp_is_taken_and_refused_where_it_must_be_converted():
    given = image(frames("WEBP", 2), "image/webp")

    assert fit(given, takes()) is given
    assert fault_of(given) is None
    assert "has 2 frames" in fit(given, takes(NO_WEBP))


def test_a_picture_above_the_cap_is_refused_with_size_cap_and_what_to_do():
    content = picture() + bytes(1_500_000)

    assert (
        "'a.png' has 1.5 MB, and Acme takes pictures of up to 1 MB: scale it down, or save it as JPEG"
        == fit(image(content), takes())
    )


def test_the_cap_holds_for_the_picture_as_it_is_sent():
    noise = Pillow.effect_noise((400, 400), 100)
    out = io.BytesIO()
    noise.save(out, "BMP")
    refused = fit(image(out.getvalue(), "image/bmp", "n.bmp"), takes(max_bytes=100_000))

    assert isinstance(refused, str)
    assert refused.startswith("'n.bmp' has 0.")
    assert "MB as PNG, and Acme takes pictures of up to 0.1 MB" in refused


@pytest.mark.parametrize(
    ("content", "media_type"),
    [
        (picture("PNG", size=(60, 60))[:-40], "image/png"),
        (picture("JPEG", size=(60, 60))[:-60], "image/jpeg"),
        (picture("WEBP", size=(60, 60))[:-20], "image/webp"),
        (b"\x89PNG\r\n\x1a\n rest", "image/png"),
        (b"\xff\xd8\xff\xe0", "image/jpeg"),
        (b"GIF89a", "image/gif"),
        (b"II*\x00" + bytes(20), "image/tiff"),
        (b"BM" + bytes(60), "image/bmp"),
    ],
)
def test_a_broken_picture_is_named(content, media_type):
    fault = fault_of(image(content, media_type, "x"))

    assert fault
    assert fault.startswith("'x' is broken: ")
    assert "0x" not in fault
    assert "\n" not in fault
    if media_type not in ALL:
        assert fault == fit(image(content, media_type, "x"), takes())


@pytest.mark.parametrize("side", [10_001, 20_000, 100_000])
def test_a_picture_that_would_unpack_without_end_is_named_and_not_unpacked(side):
    fault = fault_of(image(png_that_claims(side, side), name="bomb"))

    assert fault
    assert "'bomb' would unpack into more than 100 million pixels" in fault
    assert "scale it down" in fault
    assert side * side > MAX_PIXELS


def test_without_pillow_what_is_taken_is_sent_and_what_must_be_converted_says_what_to_install(monkeypatch):
    monkeypatch.setitem(sys.modules, "PIL", None)
    png, gif = image(b"\x89PNG\r\n\x1a\n rest"), image(b"GIF89a", "image/gif", "x.gif")

    assert fit(png, takes()) is png
    assert fault_of(png) is fault_of(gif) is None
    with pytest.raises(ImagesUnavailable, match=r"x\.gif must be converted") as raised:
        fit(gif, takes())
    assert 'pip install "clinicallm-omnibench[images]"' == raised.value.hint
