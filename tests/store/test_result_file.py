"""Claims about the one writer of a result file: whatever step a crash hits, nothing is lost and nothing is doubled."""

import contextlib
import json
import signal
import subprocess
import sys
from pathlib import Path

import pytest
from builders import entry, verdict

from omnibench.errors import DiskFull, ResultCorrupt, RunLocked
from omnibench.store.files import temporary_path
from omnibench.store.journal import Journal
from omnibench.store.result_file import ResultFile, journal_path, load_stored, old_journal_path

SOURCE = Path(__file__).resolve().parents[2] / "src"
IDS = ("q1", "q2", "q3")
DOCUMENT = {
    "dataset_meta": {"b": 1, "a": [2]},
    "items": [{"zeta": None, "question_id": q, "model_results": {}, "alpha": "\u2028"} for q in IDS],
    "after": {"kept": 10**22},
}


class Crash(BaseException):
    """The process is gone."""


@pytest.fixture
def path(tmp_path):
    return tmp_path / "result" / "x.json"


def open_file(path, document=DOCUMENT, ids=IDS):
    """Open and adopt as a run does, entries matched by id."""
    file = ResultFile(path)
    entries = {(h.question_id, h.model_key): h.entry for h in file.stored.held if h.question_id in ids}
    file.adopt(document, ids, entries, [h for h in file.stored.held if h.question_id not in ids])
    return file


def answered(n):
    return entry("A", answered_at=f"t{n}")


def fill(file):
    """Two answers, a verdict, a swap, then one answer and a second verdict."""
    file.record_answer("q1", "m", answered(1))
    file.record_answer("q2", "m", answered(2))
    file.record_verdict("q1", "m", verdict(reason="first"))
    file.swap()
    file.record_answer("q3", "m", answered(3))
    file.record_verdict("q1", "m", verdict(reason="second"))


def abandon(file):
    """What kill -9 does: no swap, no close; the kernel frees the lock."""
    file._journal.close()
    file._lock._lock.release(force=True)


def entries_on_disk(path):
    return {(h.question_id, h.model_key): h.entry for h in load_stored(path).held}


@pytest.fixture
def whole(tmp_path):
    """What nobody disturbed leaves."""
    path = tmp_path / "whole" / "x.json"
    file = open_file(path)
    fill(file)
    file.swap()
    file.close()
    return path.read_bytes()


STEPS = [
    ("pathlib.Path.rename", 0), ("pathlib.Path.replace", 0), ("pathlib.Path.unlink", 0), ("pathlib.Path.unlink", 1),
    ("os.fsync", 0), ("os.fsync", 1), ("os.ftruncate", 0),
]  # fmt: skip


@pytest.mark.parametrize("when", ["before", "after"])
@pytest.mark.parametrize(("step", "nth"), STEPS)
def test_a_crash_at_any_step_of_a_swap_loses_and_doubles_nothing(monkeypatch, path, whole, step, nth, when):
    file = open_file(path)
    fill(file)
    crash_at(monkeypatch, step, nth, when)
    with contextlib.suppress(Crash):
        file.swap()
    monkeypatch.undo()
    abandon(file)
    again = open_file(path)
    again.swap()
    again.close()

    assert whole == path.read_bytes()


@pytest.mark.parametrize("when", ["before", "after"])
@pytest.mark.parametrize(("step", "nth"), STEPS)
def test_a_crash_at_any_step_of_opening_loses_and_doubles_nothing(monkeypatch, path, whole, step, nth, when):
    file = open_file(path)
    fill(file)
    abandon(file)
    crash_at(monkeypatch, step, nth, when)
    opened = None
    with contextlib.suppress(Crash):
        opened = open_file(path)
    monkeypatch.undo()
    if opened:
        abandon(opened)
    again = open_file(path)
    again.swap()
    again.close()

    assert whole == path.read_bytes()


def crash_at(monkeypatch, step, nth, when):
    """Make the nth call of a function from now on the last thing that the process does."""
    owner_name, name = step.rsplit(".", 1)
    owner = Path if "Path" in owner_name else __import__(owner_name)
    real, calls = getattr(owner, name), []

    def crashing(*args, **kwargs):
        calls.append(1)
        if len(calls) - 1 != nth:
            return real(*args, **kwargs)
        if when == "after":
            real(*args, **kwargs)
        raise Crash

    monkeypatch.setattr(owner, name, crashing)


def test_replaying_an_old_journal_over_its_mirror_changes_nothing(path, whole):
    file = open_file(path)
    fill(file)
    abandon(file)
    lines = journal_path(path).read_bytes()
    open_file(path).close()
    before = entries_on_disk(path)
    old_journal_path(path).write_bytes(lines)

    assert before == entries_on_disk(path)
    open_file(path).close()
    assert whole == path.read_bytes()
    assert not old_journal_path(path).exists()


def test_a_failed_swap_keeps_the_journals_and_the_next_one_writes_all(monkeypatch, path, whole):
    file = open_file(path)
    fill(file)

    def full(*_):
        raise OSError(28, "No space left on device")

    with monkeypatch.context() as patch:
        patch.setattr("pathlib.Path.replace", full)
        with pytest.raises(DiskFull):
            file.swap()
    assert not temporary_path(path).exists()
    assert 3 == len(entries_on_disk(path))
    file.swap()
    file.close()
    assert whole == path.read_bytes()


def test_the_mirror_gives_every_field_back_in_order(path):
    file = open_file(path)
    file.record_answer("q1", "m", answered(1))
    file.swap()
    file.close()
    mirror = json.loads(path.read_bytes())

    assert list(DOCUMENT) == list(mirror)
    assert [list(item) for item in DOCUMENT["items"]] == [list(item) for item in mirror["items"]]
    assert 10**22 == mirror["after"]["kept"]


def test_results_of_a_removed_question_are_kept_and_come_back(path):
    file = open_file(path)
    fill(file)
    abandon(file)
    fewer = {**DOCUMENT, "items": DOCUMENT["items"][:2]}
    open_file(path, fewer, IDS[:2]).close()
    assert ["q3"] == [item["question_id"] for item in json.loads(path.read_bytes())["retired_items"]]
    open_file(path).close()

    mirror = json.loads(path.read_bytes())
    assert "retired_items" not in mirror
    assert "t3" == mirror["items"][2]["model_results"]["m"]["answered_at"]


@pytest.mark.parametrize(
    "content", [b"{", b"[1]", b'{"items": 3}', b"\xff", b'{"items": [{"model_results": []}]}']
)
def test_a_mirror_that_is_none_stops_and_stays(path, content):
    path.parent.mkdir(parents=True)
    path.write_bytes(content)
    with pytest.raises(ResultCorrupt):
        ResultFile(path)

    assert content == path.read_bytes()


def test_an_orphan_is_removed_under_the_lock(path):
    path.parent.mkdir(parents=True)
    temporary_path(path).write_bytes(b"half a mirr")
    ResultFile(path).close()

    assert not temporary_path(path).exists()


HOLDER = """
import sys; sys.path.insert(0, sys.argv[2])
from pathlib import Path
from omnibench.store.result_file import ResultFile
file = ResultFile(Path(sys.argv[1])); print("held", flush=True); sys.stdin.read()
"""


def test_a_second_process_is_named_and_a_killed_one_frees_the_lock(path):
    arguments = [sys.executable, "-c", HOLDER, str(path), str(SOURCE)]
    with subprocess.Popen(arguments, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as holder:
        assert "held\n" == holder.stdout.readline()
        with pytest.raises(RunLocked, match=f"process {holder.pid} on "):
            ResultFile(path)
        holder.send_signal(signal.SIGKILL)
    ResultFile(path).close()


APPENDER = """
import sys, time; sys.path.insert(0, sys.argv[2])
from pathlib import Path
from omnibench.store.result_file import ResultFile
file = ResultFile(Path(sys.argv[1]))
ids = [f"q{i}" for i in range(4000)]
known = {(h.question_id, h.model_key): h.entry for h in file.stored.held}
file.adopt({"items": [{"question_id": q} for q in ids]}, ids, known, [])
for n, q in enumerate(ids[len(known):]):
    file.record_answer(q, "m", {"answered_at": q, "text": "x" * 200})
    print(q, flush=True)
    time.sleep(0.002)
    if n % 40 == 39:
        file.swap()
"""


def test_killed_while_it_writes_no_confirmed_answer_is_lost(path):
    confirmed = []
    for n_lines in (5, 60, 110):
        arguments = [sys.executable, "-c", APPENDER, str(path), str(SOURCE)]
        with subprocess.Popen(arguments, stdout=subprocess.PIPE, text=True) as process:
            for _ in range(n_lines):
                confirmed.append(process.stdout.readline().strip())
                held = {one.question_id for one in load_stored(path).held}
                assert set(confirmed) <= held, "a reader beside the writer sees every committed line"
            process.send_signal(signal.SIGKILL)
            confirmed += process.stdout.read().split()
        assert set(confirmed) <= {one.question_id for one in load_stored(path).held}
    assert len(confirmed) == len(set(confirmed))


def test_when_no_new_journal_can_be_opened_lines_go_on_into_the_old_one(monkeypatch, path):
    file = open_file(path)
    file.record_answer("q1", "m", answered(1))

    def refused(*_args, **_kwargs):
        raise DiskFull("no more files")

    with monkeypatch.context() as patch:
        patch.setattr(Journal, "__init__", refused)
        with pytest.raises(DiskFull):
            file.swap()
    file.record_answer("q2", "m", answered(2))
    abandon(file)

    assert {("q1", "m"), ("q2", "m")} == set(entries_on_disk(path))
