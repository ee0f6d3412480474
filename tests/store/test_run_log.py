"""Claims about `run.json`: every run stands in it once, whoever writes beside it, and it never grows without end."""

import json
import subprocess
import sys
from pathlib import Path

import pytest
from filelock import FileLock

from omnibench.dataset import classify_paths
from omnibench.errors import DiskFull, ResultCorrupt, RunLocked
from omnibench.store import run_log
from omnibench.store.files import temporary_path
from omnibench.store.run_log import MAX_LIST, MAX_TEXT, NAME, parse_run_log, put_run, render_run_log, with_run

EMPTY = {"run_log": 1, "n_dropped": 0, "runs": []}


def ids(folder):
    return [run["run_id"] for run in json.loads((folder / NAME).read_bytes())["runs"]]


def test_runs_stand_in_the_order_in_which_they_began(tmp_path):
    folder = tmp_path / "result"
    for run_id in "abc":
        put_run(folder, {"run_id": run_id, "end": "unfinished"})
    put_run(folder, {"run_id": "b", "end": "done"})

    assert ["a", "b", "c"] == ids(folder)
    assert "done" == json.loads((folder / NAME).read_bytes())["runs"][1]["end"]
    assert {NAME, ".run.lock"} == {path.name for path in folder.iterdir()}


def test_fields_that_a_later_version_adds_to_other_runs_stay(tmp_path):
    (tmp_path / NAME).write_bytes(render_run_log({**EMPTY, "more": 1, "runs": [{"new": [1]}]}))
    put_run(tmp_path, {"run_id": "a"})

    assert {**EMPTY, "more": 1, "runs": [{"new": [1]}, {"run_id": "a"}]} == json.loads(
        (tmp_path / NAME).read_bytes()
    )


@pytest.mark.parametrize(
    "content",
    [b"", b"{", b"[]", b"3", b"{}", b'{"run_log": 1, "runs": []}', b'{"run_log": 1, "n_dropped": 0, "runs": [3]}',
     b'{"run_log": 2, "n_dropped": 0, "runs": []}', b'{"run_log": 1, "n_dropped": 0, "runs": {}}'],
)  # fmt: skip
def test_a_file_that_is_something_else_is_named_and_left_alone(tmp_path, content):
    (tmp_path / NAME).write_bytes(content)
    with pytest.raises(ResultCorrupt, match=r"run\.json"):
        put_run(tmp_path, {"run_id": "a"})

    assert content == (tmp_path / NAME).read_bytes()


def test_the_oldest_runs_make_room_and_are_counted():
    log = EMPTY
    for n in range(50):
        log = with_run(log, {"run_id": f"{n:02}", "text": "x" * 100}, 2000)
        assert len(render_run_log(log)) <= 2000

    assert "49" == log["runs"][-1]["run_id"]
    assert 50 == log["n_dropped"] + len(log["runs"])


def test_one_run_is_kept_however_large_and_is_cut_to_size():
    log = with_run(EMPTY, {"run_id": "a", "why": "x" * 9999, "models": [{"key": "y" * 9999}] * 9999}, 10)
    [run] = log["runs"]

    assert (MAX_TEXT, MAX_LIST, MAX_TEXT) == (
        len(run["why"]),
        len(run["models"]),
        len(run["models"][0]["key"]),
    )
    assert run["why"].endswith("...")


def test_a_text_that_is_no_text_harms_nothing(tmp_path):
    put_run(tmp_path, {"run_id": "a", "why": "\ud835 \u2028 ä"})

    assert "\ud835 \u2028 ä" == parse_run_log("x", (tmp_path / NAME).read_bytes())["runs"][0]["why"]


def test_whoever_waits_too_long_for_the_lock_says_so(tmp_path, monkeypatch):
    monkeypatch.setattr(run_log, "LOCK_WAIT_S", 0.01)
    with FileLock(tmp_path / ".run.lock"), pytest.raises(RunLocked, match=r"run\.json is being written"):
        put_run(tmp_path, {"run_id": "a"})
    put_run(tmp_path, {"run_id": "a"})

    assert ["a"] == ids(tmp_path)


def test_a_folder_that_cannot_be_written_is_named(tmp_path):
    (tmp_path / "result").write_text("a file")
    with pytest.raises(DiskFull, match=r"run\.json cannot be written"):
        put_run(tmp_path / "result", {"run_id": "a"})


CHILD = """
import sys
from pathlib import Path
sys.path.insert(0, sys.argv[2])
from omnibench.store.run_log import put_run
for n in range(10):
    for end in ("unfinished", "done"):
        put_run(Path(sys.argv[1]), {"run_id": f"{sys.argv[3]}{n}", "end": end})
"""


def test_runs_that_write_at_the_same_time_lose_nothing_of_each_other(tmp_path):
    source = Path(__file__).resolve().parents[2] / "src"
    writers = [
        subprocess.Popen([sys.executable, "-c", CHILD, str(tmp_path), str(source), name]) for name in "abc"
    ]

    assert [0, 0, 0] == [writer.wait(60) for writer in writers]
    runs = json.loads((tmp_path / NAME).read_bytes())["runs"]
    assert {f"{name}{n}" for name in "abc" for n in range(10)} == {run["run_id"] for run in runs}
    assert {"done"} == {run["end"] for run in runs}
    assert 30 == len(runs)


def test_no_walk_through_a_tree_takes_it_for_a_document():
    tree = classify_paths([NAME, "run.temp.json", ".run.lock", "general/run.json", "2025/run.json"])

    assert (("general/run.json",), ("2025/run.json",)) == (tree.documents, tree.ignored)


def test_what_a_crash_left_of_a_log_is_removed(tmp_path):
    temporary_path(tmp_path / NAME).write_bytes(b"half")
    put_run(tmp_path, {"run_id": "a"})

    assert [] == list(tmp_path.glob("*.temp.json"))
