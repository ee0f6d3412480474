"""Claims about the keeper of the result files."""

import asyncio
import os
import threading

import pytest
from processes import write_bank

from omnibench.app import keeping
from omnibench.app.keeping import Keeper
from omnibench.app.tree import load_sources
from omnibench.ask.stop import Stop
from omnibench.errors import DiskFull, StoreError
from omnibench.store.result_file import ResultFile, load_stored, old_journal_path

BANK, OTHER = "general/bank.json", "general/other.json"


@pytest.fixture
def sources(monkeypatch, tmp_path):
    """Two banks, and a keeper that waits a moment where it would wait a second."""
    monkeypatch.setattr(keeping, "SYNC_EVERY_S", 0.01)
    for name in (BANK, OTHER):
        write_bank(tmp_path, 4, name=name)
    return load_sources(tmp_path / "dataset", tmp_path / "result").sources


def test_a_cancelled_keeper_leaves_no_second_writer(monkeypatch, tmp_path):
    write_bank(tmp_path, 2)
    monkeypatch.setattr(keeping, "SYNC_EVERY_S", 0.0)
    sources = load_sources(tmp_path / "dataset", tmp_path / "result").sources
    began, may_end, real = threading.Event(), threading.Event(), ResultFile.write_mirror
    writers, most = [0], [0]

    def slow(file, mirror):
        writers[0] += 1
        most[0] = max(most[0], writers[0])
        began.set()
        may_end.wait(5)
        real(file, mirror)
        writers[0] -= 1

    monkeypatch.setattr(ResultFile, "write_mirror", slow)

    async def run():
        with Keeper(sources) as keeper:
            keeper.files["general/bank.json"].record_answer("q000", "m", {"answered_at": "t1"})
            keeper.swap_soon("general/bank.json")
            task = asyncio.create_task(keeper.keep(Stop()))
            await asyncio.to_thread(began.wait, 5)
            keeper.files["general/bank.json"].record_answer("q001", "m", {"answered_at": "t2"})
            task.cancel()
            asyncio.get_running_loop().call_later(0.05, may_end.set)
            with pytest.raises(asyncio.CancelledError):
                await task

    asyncio.run(run())

    assert 1 == most[0]
    assert b'"t2"' in (tmp_path / "result/general/bank.json").read_bytes()


def cancel_in_a_failing_swap(monkeypatch, sources, *, n_failing):
    """Cancel the keeper during a swap that will fail, as the first n do, and end the run."""
    began, may_end, real, swaps = threading.Event(), threading.Event(), ResultFile.write_mirror, []

    def write_mirror(file, mirror):
        swaps.append(file)
        began.set()
        may_end.wait(5)
        if len(swaps) <= n_failing:
            raise DiskFull("No space left on device")
        real(file, mirror)

    monkeypatch.setattr(ResultFile, "write_mirror", write_mirror)

    async def run():
        with Keeper(sources) as keeper:
            keeper.files[BANK].record_answer("q000", "m", {"answered_at": "t1"})
            keeper.swap_soon(BANK)
            task = asyncio.create_task(keeper.keep(Stop()))
            await asyncio.to_thread(began.wait, 5)
            task.cancel()
            asyncio.get_running_loop().call_later(0.05, may_end.set)
            with pytest.raises(asyncio.CancelledError):
                await task

    asyncio.run(run())


def test_a_swap_that_failed_while_the_keeper_was_cancelled_is_done_again(monkeypatch, sources):
    cancel_in_a_failing_swap(monkeypatch, sources, n_failing=1)

    assert b'"t1"' in sources[0].result_path.read_bytes()
    assert not old_journal_path(sources[0].result_path).exists()


def test_a_last_swap_that_fails_again_is_never_silent(monkeypatch, sources):
    with pytest.raises(DiskFull, match="No space left"):
        cancel_in_a_failing_swap(monkeypatch, sources, n_failing=2)

    assert ["q000"] == [one.question_id for one in load_stored(sources[0].result_path).held]


@pytest.mark.parametrize("name", [BANK, OTHER])
def test_lines_that_come_during_a_slow_swap_are_synced_meanwhile(monkeypatch, sources, name):
    began, may_end, real = threading.Event(), threading.Event(), ResultFile.write_mirror
    synced, are_synced = threading.Semaphore(0), []

    def slow(file, mirror):
        began.set()
        may_end.wait(10)
        real(file, mirror)

    monkeypatch.setattr(ResultFile, "write_mirror", slow)

    async def run():
        with Keeper(sources) as keeper:
            keeper.files[BANK].record_answer("q000", "m", {"answered_at": "t1"})
            keeper.swap_soon(BANK)
            task = asyncio.create_task(keeper.keep(Stop()))
            await asyncio.to_thread(began.wait, 5)
            monkeypatch.setattr(os, "fsync", lambda _descriptor: synced.release())
            for question_id in ("q001", "q002", "q003"):
                keeper.files[name].record_answer(question_id, "m", {"answered_at": "t2"})
                are_synced.append(await asyncio.to_thread(synced.acquire, timeout=2))
            may_end.set()
            task.cancel()
            with pytest.raises(asyncio.CancelledError):
                await task

    asyncio.run(run())

    assert [True, True, True] == are_synced


@pytest.mark.parametrize("step", ["sync", "rotate", "write_mirror"])
@pytest.mark.parametrize(
    "error", [RuntimeError("can't start new thread"), OSError(116, "Stale file handle"), DiskFull("full")]
)
def test_whatever_goes_wrong_in_the_keeper_ends_the_run(monkeypatch, sources, step, error):
    stop = Stop()

    def fail(*_args):
        raise error

    async def run():
        with Keeper(sources) as keeper:
            keeper.files[BANK].record_answer("q000", "m", {"answered_at": "t1"})
            keeper.swap_soon(BANK)
            with monkeypatch.context() as patch:
                patch.setattr(ResultFile, step, fail)
                await asyncio.wait_for(keeper.keep(stop), 5)

    asyncio.run(run())

    assert stop.error is error


def test_a_lock_that_was_taken_away_ends_the_run(sources):
    stop = Stop()

    async def run():
        with Keeper(sources) as keeper:
            keeper.files[BANK].record_answer("q000", "m", {"answered_at": "t1"})
            sources[0].result_path.with_name(".bank.lock").unlink()
            await asyncio.wait_for(keeper.keep(stop), 5)

    with pytest.raises(StoreError, match=r"bank\.json: its lock was removed"):
        asyncio.run(run())

    assert StoreError is type(stop.error)
    assert not sources[0].result_path.exists()
