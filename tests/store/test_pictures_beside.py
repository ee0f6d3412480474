"""Pictures are brought beside a document once, an archive as it is."""

import errno
import os
import zipfile
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from omnibench.errors import DiskFull, StoreError
from omnibench.store import pictures_beside
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


def test_files_are_compared_by_content_and_replaced_when_that_is_said(tmp_path):
    for name, content in (("source/a.png", b"new"), ("target/a.png", b"old")):
        (tmp_path / name).parent.mkdir()
        (tmp_path / name).write_bytes(content)
    places = (tmp_path / "source", tmp_path / "target", ["a.png"])

    with pytest.raises(StoreError, match=r"a\.png is there already, and is not"):
        lay_beside(*places)
    assert b"old" == (tmp_path / "target/a.png").read_bytes()
    assert lay_beside(*places, is_replacing=True)
    assert b"new" == (tmp_path / "target/a.png").read_bytes()
    assert not lay_beside(*places)


def test_a_folder_is_never_replaced(tmp_path):
    packed = archive(tmp_path / "a.zip", "a.png")
    (tmp_path / "b.zip").mkdir()

    with pytest.raises(StoreError, match="is there already"):
        lay_beside(packed, tmp_path / "b.zip", [], is_replacing=True)


def test_files_of_a_folder_are_copies_and_links_bring_what_they_lead_to(tmp_path):
    (tmp_path / "source").mkdir()
    (tmp_path / "source/a.png").write_bytes(b"a")
    (tmp_path / "source/b.png").symlink_to("a.png")
    packed = archive(tmp_path / "real.zip", "a.png")
    (tmp_path / "deep").mkdir()
    (tmp_path / "deep/a.zip").symlink_to("../real.zip")

    lay_beside(tmp_path / "source", tmp_path / "target", ["a.png", "b.png"])
    lay_beside(tmp_path / "deep/a.zip", tmp_path / "b.zip", [])
    (tmp_path / "source/a.png").write_bytes(b"edited")

    assert [(b"a", False)] * 2 == [
        ((tmp_path / "target" / name).read_bytes(), (tmp_path / "target" / name).is_symlink())
        for name in ("a.png", "b.png")
    ]
    assert (packed.read_bytes(), False) == (
        (tmp_path / "b.zip").read_bytes(),
        (tmp_path / "b.zip").is_symlink(),
    )


def test_a_failure_leaves_nothing_and_no_file_of_another_is_removed(tmp_path, monkeypatch):
    packed = archive(tmp_path / "a.zip", "a.png")
    (tmp_path / "b.temp.zip").write_bytes(b"mine")

    def fail(*_):
        raise OSError(errno.ENOSPC, "No space left on device")

    with monkeypatch.context() as patch:
        patch.setattr("pathlib.Path.replace", fail)
        with pytest.raises(DiskFull):
            lay_beside(packed, tmp_path / "b.zip", [])
    assert ["a.zip", "b.temp.zip"] == sorted(os.listdir(tmp_path))
    assert lay_beside(packed, tmp_path / "b.zip", [])
    assert b"mine" == (tmp_path / "b.temp.zip").read_bytes()


def test_two_that_bring_one_archive_at_once_leave_it_alone(tmp_path):
    packed = archive(tmp_path / "a.zip", "a.png")
    with ThreadPoolExecutor(8) as pool:
        list(pool.map(lambda _: lay_beside(packed, tmp_path / "deep/b.zip", []), range(40)))

    assert ["b.zip"] == os.listdir(tmp_path / "deep")


def test_what_is_no_regular_file_of_a_folder_is_not_there(tmp_path):
    (tmp_path / "images").mkdir()
    (tmp_path / "secret.png").write_bytes(b"s")
    (tmp_path / "images/a.png").write_bytes(b"a")
    os.mkfifo(tmp_path / "images/pipe.png")
    for name, to in (
        ("in", "a.png"),
        ("out", "../secret.png"),
        ("gone", "nowhere.png"),
        ("ring", "ring.png"),
    ):
        (tmp_path / f"images/{name}.png").symlink_to(to)

    assert ("a.png", "in.png") == list_pictures(tmp_path / "images")


def test_a_pipe_or_a_device_is_no_place_of_pictures(tmp_path):
    os.mkfifo(tmp_path / "pipe.zip")
    for place in (tmp_path / "pipe.zip", Path("/dev/zero")):
        with pytest.raises(
            StoreError, match="neither a folder nor a zip archive of pictures: no regular file"
        ):
            list_pictures(place)


def test_a_folder_of_far_too_many_files_is_refused(tmp_path, monkeypatch):
    monkeypatch.setattr(pictures_beside, "MAX_FILES", 1)
    for name in "ab":
        (tmp_path / name).touch()

    with pytest.raises(StoreError, match="holds more than 1 files"):
        list_pictures(tmp_path)


def test_nothing_is_laid_through_a_link_that_leads_elsewhere(tmp_path):
    (tmp_path / "source").mkdir()
    (tmp_path / "source/a.png").write_bytes(b"a")
    (tmp_path / "elsewhere").mkdir()
    (tmp_path / "general").mkdir()
    (tmp_path / "general/bank_images").symlink_to("../elsewhere")

    with pytest.raises(StoreError, match="a link out of"):
        lay_beside(tmp_path / "source", tmp_path / "general/bank_images", ["a.png"], is_replacing=True)
    assert [] == os.listdir(tmp_path / "elsewhere")
