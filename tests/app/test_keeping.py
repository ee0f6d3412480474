"""Claims about the keeper of the result files."""

import asyncio
import threading

import pytest
from processes import write_bank

from omnibench.app import keeping
from omnibench.app.keeping import Keeper
from omnibench.app.tree import load_sources
from omnibench.ask.stop import Stop
from omnibench.store.result_file import ResultFile


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
