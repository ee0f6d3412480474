"""Claims about the lock of a result file."""

import errno
import json
import os
import socket
import subprocess
import sys
from pathlib import Path

import pytest

from omnibench.errors import DiskFull, RunLocked, StoreError
from omnibench.store.lock import ResultLock


@pytest.fixture
def path(tmp_path):
    return tmp_path / "x.json"


def test_the_holder_is_named_while_it_holds(path):
    lock = ResultLock(path)
    with pytest.raises(
        RunLocked, match=f"x.json is being written by process {os.getpid()} on {socket.gethostname()}"
    ):
        ResultLock(path)
    lock.release()
    ResultLock(path).release()

    assert not path.with_name(".x.holder").exists()
    assert not path.exists()


def test_files_are_locked_each_for_itself(path):
    one, other = ResultLock(path), ResultLock(path.with_name("y.json"))
    one.release()
    with pytest.raises(RunLocked):
        ResultLock(other._holder.with_name("y.json"))
    other.release()


@pytest.mark.parametrize(
    "facts", [None, b"", b"{", b"\xff", b"[]", b"{}", b'{"pid": "x", "host": "h"}', b"3"]
)
def test_a_holder_file_that_says_nothing_is_another_process(path, facts):
    lock = ResultLock(path)
    if facts is None:
        lock._holder.unlink()
    else:
        lock._holder.write_bytes(facts)
    with pytest.raises(RunLocked, match="is being written by another process"):
        ResultLock(path)
    lock.release()


def test_what_a_dead_holder_left_is_no_lock(path):
    path.with_name(".x.lock").touch()
    path.with_name(".x.holder").write_text(json.dumps({"pid": 1, "host": "elsewhere"}))
    ResultLock(path).release()

    assert not path.with_name(".x.holder").exists()


def test_a_lock_that_cannot_name_its_holder_is_let_go(monkeypatch, path):
    def full(*_args, **_kwargs):
        raise OSError(errno.ENOSPC, "No space left on device")

    with monkeypatch.context() as patch:
        patch.setattr(Path, "write_text", full)
        with pytest.raises(DiskFull, match="No space left") as caught:
            ResultLock(path)
    ResultLock(path).release()
    assert caught.tb, "still held, and with it the lock that was not let go"


@pytest.mark.parametrize("is_taken_again", [False, True])
def test_a_lock_file_that_was_taken_away_is_noticed(path, is_taken_again):
    lock = ResultLock(path)
    lock.check()
    path.with_name(".x.lock").unlink()
    other = ResultLock(path) if is_taken_again else None
    with pytest.raises(StoreError, match=f"{path}: its lock was removed") as caught:
        lock.check()
    lock.release()
    if other:
        other.release()

    assert StoreError is caught.type, "no disk is full"


CHILD = """
import sys
from pathlib import Path
sys.path.insert(0, sys.argv[2])
from omnibench.errors import RunLocked
from omnibench.store.lock import ResultLock
try:
    ResultLock(Path(sys.argv[1]))
except RunLocked as error:
    print(error)
"""


def test_another_process_sees_who_holds_it(path):
    source = Path(__file__).resolve().parents[2] / "src"
    lock = ResultLock(path)
    told = subprocess.run(
        [sys.executable, "-c", CHILD, str(path), str(source)], capture_output=True, text=True, check=True
    ).stdout
    lock.release()

    assert f"{path} is being written by process {os.getpid()} on {socket.gethostname()}\n" == told
