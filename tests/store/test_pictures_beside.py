"""Pictures are brought beside a document once, an archive as it is."""

import errno
import os
import zipfile

import pytest

from omnibench.errors import StoreError
from omnibench.store.pictures_beside import lay_beside, list_pictures


def archive(path, *names):
    with zipfile.ZipFile(path, "w") as packed:
        for name in names:
            packed.writestr(name, name.encode())
    return path


def test_what_is_in_an_archive_or_a_folder_is_listed_without_hidden_files(tmp_path):
    packed = archive(
        tmp_path / "a.zip", "images/b.png", "images/", "__MACOSX/._b.png", ".hidden/c.png", "a.png"
    )
    (tmp_path / "folder/deep").mkdir(parents=True)
    (tmp_path / "folder/deep/a.png").write_bytes(b"a")
    (tmp_path / "folder/.b.png").write_bytes(b"b")

    assert ("a.png", "images/b.png") == list_pictures(packed)
    assert ("deep/a.png",) == list_pictures(tmp_path / "folder")


@pytest.mark.parametrize("content", [b"", b"PK\x03\x04 torn", b"no archive"])
def test_what_is_no_archive_is_named(tmp_path, content):
    (tmp_path / "a.zip").write_bytes(content)

    with pytest.raises(StoreError, match=r"a\.zip is neither a folder nor a zip archive"):
        list_pictures(tmp_path / "a.zip")


def test_an_archive_is_linked_and_not_copied(tmp_path):
    packed = archive(tmp_path / "a.zip", "a.png")
    target = tmp_path / "deep/bank_images.zip"

    assert lay_beside(packed, target, ["a.png"])
    assert packed.stat().st_ino == target.stat().st_ino
    assert not lay_beside(packed, target, ["a.png"])
    assert not lay_beside(target, target, ["a.png"])
    assert ["bank_images.zip"] == [path.name for path in target.parent.iterdir()]


def test_an_archive_of_another_disk_is_copied(tmp_path, monkeypatch):
    packed = archive(tmp_path / "a.zip", "a.png")

    def on_another_disk(*_):
        raise OSError(errno.EXDEV, "cross-device link")

    monkeypatch.setattr(os, "link", on_another_disk)

    assert lay_beside(packed, tmp_path / "b.zip", [])
    assert packed.read_bytes() == (tmp_path / "b.zip").read_bytes()
    assert packed.stat().st_ino != (tmp_path / "b.zip").stat().st_ino


def test_of_a_folder_the_named_files_are_brought(tmp_path):
    for name in ("a.png", "deep/b.png", "c.png"):
        (tmp_path / "source" / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / "source" / name).write_bytes(name.encode())

    assert lay_beside(tmp_path / "source", tmp_path / "target", ["a.png", "deep/b.png"])
    assert ("a.png", "deep/b.png") == list_pictures(tmp_path / "target")


def test_another_file_is_never_written_over(tmp_path):
    packed = archive(tmp_path / "a.zip", "a.png")
    (tmp_path / "b.zip").write_bytes(b"something else")

    with pytest.raises(StoreError, match=r"b\.zip is there already, and is not"):
        lay_beside(packed, tmp_path / "b.zip", [])
    assert b"something else" == (tmp_path / "b.zip").read_bytes()
