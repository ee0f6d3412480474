"""Claims about a question's images: read by content, and only from beside the document."""

import hashlib
import os

import pytest

from omnibench.records import Image
from omnibench.store.images import load_image

PNG = b"\x89PNG\r\n\x1a\n rest"


@pytest.fixture
def document(tmp_path):
    folder = tmp_path / "general"
    folder.mkdir()
    (tmp_path / "secret.png").write_bytes(PNG)
    (folder / "a.png").write_bytes(PNG)
    return folder / "x.json"


@pytest.mark.parametrize(
    ("content", "media_type"),
    [
        (PNG, "image/png"),
        (b"\xff\xd8\xff\xe0 rest", "image/jpeg"),
        (b"GIF89a rest", "image/gif"),
        (b"RIFF\x00\x00\x00\x00WEBPVP8 ", "image/webp"),
        (b"II*\x00 rest", "image/tiff"),
        (b"MM\x00* rest", "image/tiff"),
        (b"BM\x46\x00\x00\x00\x00\x00\x00\x00 rest", "image/bmp"),
    ],
)
def test_the_type_follows_from_the_content_whatever_the_name(document, content, media_type):
    (document.parent / "figures").mkdir()
    (document.parent / "figures" / "1.bin").write_bytes(content)
    expected = Image(
        name="figures/1.bin",
        media_type=media_type,
        sha256=hashlib.sha256(content).hexdigest(),
        content=content,
    )

    assert expected == load_image(document, "figures/1.bin")


@pytest.mark.parametrize(
    "content", [b"", b"%PDF-1.7", b"RIFF\x00\x00\x00\x00WAVEfmt ", b"<svg/>", b"\x89PN", b"BMI is 31 kg/m2"]
)
def test_another_file_is_refused(document, content):
    (document.parent / "b").write_bytes(content)

    assert "'b' is not a PNG, JPEG, WebP, GIF, BMP or TIFF image" == load_image(document, "b")


@pytest.mark.parametrize("name", ["../secret.png", "/etc/passwd", "../general/../secret.png"])
def test_an_image_outside_the_folder_is_refused(document, name):
    assert f"{name!r} leaves the document's folder" == load_image(document, name)


def test_a_link_that_leaves_the_folder_is_refused(document):
    (document.parent / "link.png").symlink_to(document.parent.parent / "secret.png")

    assert "'link.png' leaves the document's folder" == load_image(document, "link.png")


@pytest.mark.parametrize("name", ["none.png", "a.png/b", "x" * 300, "a\0b", "\ud83d"])
def test_a_name_of_nothing_is_said(document, name):
    assert f"{name!r} does not exist beside the document" == load_image(document, name)


def test_what_is_there_and_no_file_is_not_called_absent(document):
    (document.parent / "ring").symlink_to("ring")
    (document.parent / "torn").symlink_to("none.png")
    os.mkfifo(document.parent / "pipe")

    for name in (".", "ring", "torn", "pipe"):
        assert f"{name!r} is no file: a folder, a pipe, or a link that leads to none" == load_image(
            document, name
        )


def test_a_document_behind_a_link_has_its_images_beside_the_link(document, tmp_path):
    os.symlink(document.parent, tmp_path / "linked")

    assert isinstance(load_image(tmp_path / "linked" / "x.json", "a.png"), Image)
