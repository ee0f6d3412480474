"""Claims about pictures in a zip archive: read in place, by whole names, and no archive does harm."""

import random
import struct
import zipfile
import zlib

import pytest

from omnibench.records import Image
from omnibench.store import archive
from omnibench.store.images import load_image

PNG = b"\x89PNG\r\n\x1a\n rest"
CD_ENTRY, CD_FLAGS, CD_SIZE = b"PK\x01\x02", 8, 24
"""Where flags and unpacked size stand in an entry of the central directory (APPNOTE.TXT, 4.3.12)."""


@pytest.fixture
def document(tmp_path):
    folder = tmp_path / "general"
    folder.mkdir()
    return folder / "x.json"


def pack(document, members, name="images.zip", method=zipfile.ZIP_DEFLATED):
    """Write an archive beside a document."""
    path = document.parent / name
    path.parent.mkdir(parents=True, exist_ok=True)
    with zipfile.ZipFile(path, "w", method) as packed:
        for member, content in members.items():
            packed.writestr(member, content)
    return path


def patch(path, at, form, value):
    """Change a field of the first entry of an archive's index."""
    content = bytearray(path.read_bytes())
    struct.pack_into(form, content, content.index(CD_ENTRY) + at, value)
    path.write_bytes(content)


def on_disk(folder):
    return sorted(path.relative_to(folder).as_posix() for path in folder.rglob("*"))


@pytest.mark.parametrize("method", [zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED])
@pytest.mark.parametrize(
    ("at", "member"),
    [("images.zip", "a.png"), ("images.zip", "deep/er/a.png"), ("figures/More.ZIP", "肾 1.png"), ("i.zip", "j.zip/a.png")],
)  # fmt: skip
def test_a_member_is_read_and_nothing_is_unpacked_beside_it(document, tmp_path, method, at, member):
    pack(document, {"other.png": b"other", member: PNG}, at, method)
    (document.parent / "same.png").write_bytes(PNG)
    before = on_disk(tmp_path)
    image, same = load_image(document, f"{at}/{member}"), load_image(document, "same.png")

    assert (f"{at}/{member}", "image/png", PNG) == (image.name, image.media_type, image.content)
    assert image.sha256 == same.sha256
    assert before == on_disk(tmp_path)


@pytest.mark.parametrize(
    ("member", "why"),
    [
        ("b.png", "'images.zip' holds no 'b.png'"),
        ("a.png", "'images.zip' holds no 'a.png'; is 'images.zip/MM/A.PNG' meant?"),
        ("mm/A.PNG", "'images.zip' holds no 'mm/A.PNG'; is 'images.zip/MM/A.PNG' meant?"),
        ("w.png", "'images.zip' holds no 'w.png'; is 'images.zip/win\\\\w.png' meant?"),
        ("MM", "'MM' in 'images.zip' is a folder; name a picture in it"),
        ("listed/", "'listed/' in 'images.zip' is a folder; name a picture in it"),
        ("listed", "'listed' in 'images.zip' is a folder; name a picture in it"),
        ("t.txt", "'images.zip/t.txt' is not a PNG, JPEG, WebP, GIF, BMP or TIFF image"),
    ],
)
def test_what_is_no_picture_of_the_archive_is_said(document, member, why):
    pack(document, {"MM/A.PNG": PNG, "win\\w.png": PNG, "listed/": b"", "t.txt": b"text"})

    assert why == load_image(document, f"images.zip/{member}")


def test_without_a_member_the_archive_is_no_picture(document):
    pack(document, {"a.png": PNG})

    for name in ("images.zip", "images.zip/"):
        assert "images.zip" in load_image(document, name)


def test_an_archive_that_is_not_there_or_none_is_said(document):
    document.with_name("text.zip").write_text("PK, but no archive")
    document.with_name("empty.zip").write_bytes(b"")

    assert "'images.zip' does not exist beside the document" == load_image(document, "images.zip/a.png")
    assert "'text.zip' is no zip archive that can be read (File is not a zip file); pack it anew" == (
        load_image(document, "text.zip/a.png")
    )
    assert "is no zip archive" in load_image(document, "empty.zip/a.png")


def test_a_folder_that_is_named_like_an_archive_is_a_folder(document):
    (document.parent / "images.zip").mkdir()
    (document.parent / "images.zip" / "a.png").write_bytes(PNG)
    pack(document, {"a.png": PNG + b"2"}, "images.zip/more.zip")

    assert PNG == load_image(document, "images.zip/a.png").content
    assert PNG + b"2" == load_image(document, "images.zip/more.zip/a.png").content
    assert "'images.zip/b.png' does not exist beside the document" == load_image(document, "images.zip/b.png")


def test_an_archive_outside_the_folder_is_refused_through_links_too(document, tmp_path):
    pack(document, {"a.png": PNG}, "../outside.zip")
    (document.parent / "link.zip").symlink_to(tmp_path / "outside.zip")

    for name in ("link.zip", "../outside.zip", str(tmp_path / "outside.zip")):
        assert f"{name!r} leaves the document's folder" == load_image(document, f"{name}/a.png")


def test_a_members_name_is_only_a_key(document, tmp_path):
    (tmp_path / "secret.png").write_bytes(PNG + b"secret")
    pack(document, {"../../secret.png": PNG, "/etc/passwd": PNG})

    assert PNG == load_image(document, "images.zip/../../secret.png").content
    assert PNG == load_image(document, "images.zip//etc/passwd").content
    assert "'images.zip' holds no '../secret.png'; is" in load_image(document, "images.zip/../secret.png")


def test_an_encrypted_member_is_refused(document):
    patch(pack(document, {"a.png": PNG}), CD_FLAGS, "<H", 1)

    assert "'a.png' in 'images.zip' is encrypted; pack it without a password" == (
        load_image(document, "images.zip/a.png")
    )


@pytest.mark.parametrize("method", [zipfile.ZIP_BZIP2, zipfile.ZIP_LZMA])
def test_a_member_that_would_unpack_without_bound_is_refused(document, method):
    pack(document, {"a.png": PNG}, method=method)

    assert "compressed in an unusual way; pack it anew by deflate" in load_image(document, "images.zip/a.png")


def test_a_broken_member_is_refused(document):
    path = pack(document, {"a.png": PNG}, method=zipfile.ZIP_STORED)
    path.write_bytes(path.read_bytes().replace(b" rest", b" REST"))

    assert "'a.png' in 'images.zip' is broken (Bad CRC-32 for file 'a.png'); pack it anew" == (
        load_image(document, "images.zip/a.png")
    )


def test_a_member_that_declares_too_much_or_holds_too_much_is_refused_before_it_fills_the_memory(
    document, monkeypatch
):
    monkeypatch.setattr(archive, "MAX_BYTES", 2**20)
    told = "'a.png' in 'images.zip' unpacks to more than 1 MB"
    pack(document, {"a.png": PNG + bytes(2**20 - len(PNG))}, "fits.zip")
    pack(document, {"a.png": PNG + bytes(2**24)})
    hidden = pack(document, {"a.png": PNG + bytes(2**24)}, "hidden.zip")
    patch(hidden, CD_SIZE, "<L", 2**10)

    assert 2**20 == len(load_image(document, "fits.zip/a.png").content)
    assert told == load_image(document, "images.zip/a.png")
    assert "'a.png' in 'hidden.zip' is broken (Bad CRC-32" in load_image(document, "hidden.zip/a.png")


def test_the_bomb_of_a_few_kilobytes_is_never_unpacked_whole(document, monkeypatch):
    sizes = []
    real = zlib.decompressobj

    class Watched:
        def __init__(self, *args):
            self._real = real(*args)

        def __getattr__(self, name):
            return getattr(self._real, name)

        def decompress(self, data, *most):
            found = self._real.decompress(data, *most)
            sizes.append(len(found))
            return found

    path = pack(document, {"a.png": bytes(2**26 + 1)})
    patch(path, CD_SIZE, "<L", 2**16)
    monkeypatch.setattr(zlib, "decompressobj", Watched)

    assert isinstance(load_image(document, "images.zip/a.png"), str)
    assert sum(sizes) <= archive.MAX_BYTES + 1


def test_an_archive_that_has_changed_is_read_anew(document):
    pack(document, {"a.png": PNG})
    assert PNG == load_image(document, "images.zip/a.png").content
    pack(document, {"a.png": PNG + b"changed"})

    assert PNG + b"changed" == load_image(document, "images.zip/a.png").content


def test_the_index_of_an_archive_is_read_once_for_all_its_pictures(document, monkeypatch):
    opened = []

    class Counted(zipfile.ZipFile):
        def __init__(self, *args):
            opened.append(args)
            super().__init__(*args)

    monkeypatch.setattr(archive, "ZipFile", Counted)
    pack(document, {f"{i}.png": PNG for i in range(50)})
    images = [load_image(document, f"images.zip/{i}.png") for i in range(50)]

    assert (50, 1) == (sum(isinstance(one, Image) for one in images), len(opened))


def test_names_of_endless_depth_are_looked_for_at_once(document):
    deep = "a/" * 30_000
    pack(document, {f"{deep}a.png": PNG})

    assert "is a folder" in load_image(document, "images.zip/a")
    assert "does not exist" in load_image(document, ".zip/" * 200_000 + "a.png")


def test_whatever_is_broken_in_an_archive_is_said_and_raises_nothing(document):
    good = pack(document, {"a.png": PNG * 9, "b/c.png": PNG}).read_bytes()
    chance = random.Random(7)
    for i in range(400):
        content = bytearray(good)
        for _ in range(chance.randint(1, 4)):
            content[chance.randrange(len(content))] = chance.randrange(256)
        if i % 4 == 0:
            del content[chance.randrange(len(content)) :]
        document.with_name(f"{i}.zip").write_bytes(content)

        assert isinstance(load_image(document, f"{i}.zip/a.png"), Image | str)
