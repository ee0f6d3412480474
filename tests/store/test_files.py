"""Claims about reading, listing and replacing files."""

import errno
import os
import re
from concurrent.futures import ThreadPoolExecutor

import pytest

from omnibench.errors import DiskFull, StoreError
from omnibench.store import files
from omnibench.store.files import list_files, read_bytes, replace_file, sync_folder, temporary_path, writing


def test_a_file_that_is_not_there_is_none(tmp_path):
    assert read_bytes(tmp_path / "x") is None
    assert read_bytes(tmp_path / "no" / "x") is None


def test_what_cannot_be_read_is_named(tmp_path):
    with pytest.raises(StoreError, match=f"{tmp_path} cannot be read: Is a directory"):
        read_bytes(tmp_path)


def test_every_file_below_a_folder_is_listed_sorted(tmp_path):
    for name in ("b/c/2.json", "b/1.json", "a.json", ".hidden/x"):
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).touch()

    assert (".hidden/x", "a.json", "b/1.json", "b/c/2.json") == list_files(tmp_path)
    assert () == list_files(tmp_path / "nowhere")


def test_a_linked_folder_is_listed(tmp_path):
    (tmp_path / "real").mkdir()
    (tmp_path / "real" / "x.json").touch()
    (tmp_path / "tree").mkdir()
    (tmp_path / "tree" / "general").symlink_to(tmp_path / "real")

    assert ("general/x.json",) == list_files(tmp_path / "tree")


def test_a_ring_of_links_is_walked_once(tmp_path):
    for name in ("a", "b"):
        (tmp_path / name).mkdir()
        (tmp_path / name / "x.json").touch()
        (tmp_path / name / "self").symlink_to(tmp_path / name)
        (tmp_path / name / "up").symlink_to(tmp_path)
    (tmp_path / "a/b").symlink_to(tmp_path / "b")

    assert ("a/b/x.json", "a/x.json", "b/x.json") == list_files(tmp_path)


def test_a_folder_that_cannot_be_read_is_named(monkeypatch, tmp_path):
    (tmp_path / "a").mkdir()
    real = type(tmp_path).iterdir

    def iterdir(path):
        if path.name == "a":
            raise PermissionError(errno.EACCES, "Permission denied")
        return real(path)

    monkeypatch.setattr(type(tmp_path), "iterdir", iterdir)
    with pytest.raises(StoreError, match=f"{tmp_path}/a cannot be read: Permission denied"):
        list_files(tmp_path)


def test_a_pipe_is_refused_and_not_waited_for(tmp_path):
    os.mkfifo(tmp_path / "x.json")
    with pytest.raises(StoreError, match="no regular file"):
        read_bytes(tmp_path / "x.json")


@pytest.mark.parametrize(
    ("name", "expected"),
    [("x.json", r"x\.[0-9a-f]{8}\.temp\.json"), ("v1.2.csv", r"v1\.2\.[0-9a-f]{8}\.temp\.csv")],
)
def test_a_temporary_file_stands_beside_its_own_and_is_nobody_elses(tmp_path, name, expected):
    one, other = temporary_path(tmp_path / name), temporary_path(tmp_path / name)

    assert re.fullmatch(expected, one.name)
    assert (tmp_path, False) == (one.parent, one == other)


def test_two_that_write_one_file_at_once_leave_one_whole_and_nothing_else(tmp_path):
    contents = [bytes([i]) * 100_000 for i in range(8)]
    with ThreadPoolExecutor(8) as pool:
        list(pool.map(lambda content: replace_file(tmp_path / "x.json", content), contents * 5))

    assert (tmp_path / "x.json").read_bytes() in contents
    assert ["x.json"] == os.listdir(tmp_path)


def test_a_file_is_replaced_whole(tmp_path):
    path = tmp_path / "x.json"
    replace_file(path, b"old and long")
    replace_file(path, b"new")

    assert b"new" == path.read_bytes()
    assert ["x.json"] == os.listdir(tmp_path)


@pytest.mark.parametrize("step", ["os.fsync", "pathlib.Path.replace", "pathlib.Path.open"])
@pytest.mark.parametrize("cause", [errno.ENOSPC, errno.EACCES, errno.EROFS])
def test_a_failed_replacement_keeps_the_old_file_and_leaves_nothing(monkeypatch, tmp_path, step, cause):
    path = tmp_path / "x.json"
    path.write_bytes(b"old")

    def fail(*_args, **_kwargs):
        raise OSError(cause, os.strerror(cause))

    with monkeypatch.context() as patch:
        patch.setattr(step, fail)
        with pytest.raises(DiskFull, match=f"{path} cannot be written: {os.strerror(cause)}"):
            replace_file(path, b"new")

    assert b"old" == path.read_bytes()
    assert ["x.json"] == os.listdir(tmp_path)


def test_the_content_is_on_the_disk_before_the_name_changes_and_the_name_after(monkeypatch, tmp_path):
    path, done = tmp_path / "x.json", []
    monkeypatch.setattr(os, "fsync", lambda fd: done.append(os.readlink(f"/proc/self/fd/{fd}")))
    real = type(path).replace
    monkeypatch.setattr(type(path), "replace", lambda self, to: done.append("replace") or real(self, to))
    replace_file(path, b"new")

    assert ["x.temp.json", "replace", str(tmp_path)] == [re.sub(r".*/x\.\w{8}", "x", one) for one in done]


def test_a_folder_that_cannot_be_synced_is_no_error(monkeypatch, tmp_path):
    def fail(_descriptor):
        raise OSError(errno.EINVAL, "Invalid argument")

    monkeypatch.setattr(os, "fsync", fail)

    assert sync_folder(tmp_path) is None


def test_a_folder_whose_disk_fails_is_an_error(monkeypatch, tmp_path):
    def fail(_descriptor):
        raise OSError(errno.EIO, "Input/output error")

    monkeypatch.setattr(os, "fsync", fail)
    with pytest.raises(OSError, match="Input/output"):
        sync_folder(tmp_path)


def test_a_made_folder_is_durable_up_to_the_first_that_was_there(monkeypatch, tmp_path):
    synced = []
    monkeypatch.setattr(files, "sync_folder", synced.append)
    files.make_folder(tmp_path / "a/b")
    files.make_folder(tmp_path / "a/b")

    assert (tmp_path / "a/b").is_dir()
    assert [tmp_path / "a", tmp_path] == synced


def test_an_error_without_a_text_is_named_too(tmp_path):
    with pytest.raises(DiskFull, match="cannot be written: odd"), writing(tmp_path):
        raise OSError("odd")
