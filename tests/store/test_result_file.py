"""Claims about the one writer of a result file: whatever step a crash hits, nothing is lost and nothing is doubled."""

import contextlib
import io
import json
import os
import signal
import stat
import subprocess
import sys
from pathlib import Path

import pytest
from builders import entry, verdict

from omnibench.errors import DiskFull, ResultCorrupt, RunLocked, StoreError
from omnibench.plan.match import match_entries
from omnibench.store.files import read_bytes, temporary_path
from omnibench.store.fold import fold
from omnibench.store.journal import Journal, parse_journal
from omnibench.store.mirror import RETIRED, merge, render
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


@pytest.fixture(autouse=True)
def quick(monkeypatch):
    """No sync is waited for: it matters to a power loss alone, and none is played here."""
    monkeypatch.setattr(os, "fsync", lambda _descriptor: None)


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
    assert [] == list(path.parent.glob("*.temp.*"))
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
    orphans = (temporary_path(path), temporary_path(path), path.with_name(f"{path.stem}.temp.json"))
    others = (temporary_path(path.with_name(f"{path.stem}.b.json")), path.with_name(f"{path.stem}.json.temp"))
    for one in (*orphans, *others):
        one.write_bytes(b"half a mirr")
    ResultFile(path).close()

    assert [False] * 3 + [True] * 2 == [one.exists() for one in (*orphans, *others)]


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


PRIMITIVES = (
    "os.open", "os.write", "os.fsync", "os.ftruncate",
    "pathlib.Path.open", "pathlib.Path.rename", "pathlib.Path.replace", "pathlib.Path.unlink",
)  # fmt: skip
RENUMBERED = {"items": [{"question_id": q, "new": True} for q in ("q2", "q3", "q4", "q1")]}
HASHES = {"q2": "h1", "q3": "h2", "q4": "h4", "q1": "h3"}
"""What was q1, q2 and q3 is q2, q3 and q1 now; q0 is gone and q4 is new."""


def open_matched(path):
    """Open and adopt a bank that was renumbered since."""
    file = ResultFile(path)
    ids = tuple(HASHES)
    match = match_entries(list(HASHES.items()), file.stored.held)
    entries = {(ids[index], key): held for (index, key), held in match.entries.items()}
    file.adopt(RENUMBERED, ids, entries, match.left_over)
    return file


def leave_everything(path):
    """A mirror, an old journal and a torn one, as a run that was killed in the middle of a swap leaves them."""
    old = ("q0", *IDS)
    file = open_file(path, {"items": [{"question_id": q} for q in old]}, old)
    for n, question_id in enumerate(old):
        file.record_answer(question_id, "m", entry(str(n), answered_at=f"t{n}", question_hash=f"h{n}"))
    file.swap()
    file.record_verdict("q1", "m", verdict(reason="first"))
    file.record_answer("q2", "m", entry("2 again", answered_at="t20", question_hash="h2"))
    file.rotate()
    file.record_verdict("q1", "m", verdict(reason="second"))
    file.record_answer("q3", "n", entry("3 of n", answered_at="t30", question_hash="h3"))
    abandon(file)
    with journal_path(path).open("ab") as journal:
        journal.write(b'{"v":1,"seq":')


def test_lines_written_under_old_ids_follow_their_questions(path):
    leave_everything(path)
    file = open_matched(path)
    file.close()
    mirror = json.loads(path.read_bytes())
    texts = {
        item["question_id"]: {key: one["raw_text"] for key, one in item["model_results"].items()}
        for item in mirror["items"]
    }

    assert 13 == file.torn_bytes
    assert {"q2": {"m": "1"}, "q3": {"m": "2 again"}, "q4": {}, "q1": {"m": "3", "n": "3 of n"}} == texts
    assert "second" == mirror["items"][0]["model_results"]["m"]["judge"]["reason"]
    assert ["first"] == [one["reason"] for one in mirror["items"][0]["model_results"]["m"]["judge_history"]]
    assert ["q0"] == [item["question_id"] for item in mirror["retired_items"]]
    assert ["new" in item for item in mirror["items"]] == [True] * 4


@pytest.mark.parametrize("when", ["before", "after"])
def test_a_crash_at_every_single_step_of_taking_over_a_renumbered_bank_changes_nothing(
    monkeypatch, tmp_path, when
):
    undisturbed = tmp_path / "undisturbed" / "x.json"
    leave_everything(undisturbed)
    open_matched(undisturbed).close()
    n_steps = 0
    while True:
        path = tmp_path / str(n_steps) / "x.json"
        leave_everything(path)
        file = crashed = None
        with monkeypatch.context() as patch:
            crash_at_step(patch, n_steps, when)
            try:
                file = open_matched(path)
            except Crash:
                crashed = True
        if file:
            abandon(file)
        open_matched(path).close()
        assert undisturbed.read_bytes() == path.read_bytes(), f"step {n_steps}"
        if not crashed:
            break
        n_steps += 1

    assert n_steps > 15


@pytest.mark.parametrize("when", ["before", "after"])
def test_a_crash_at_every_single_step_of_recording_and_swapping_loses_no_confirmed_line(
    monkeypatch, tmp_path, when
):
    n_steps = 0
    while True:
        path = tmp_path / str(n_steps) / "x.json"
        file, confirmed, crashed = open_file(path), {}, False
        with monkeypatch.context() as patch:
            crash_at_step(patch, n_steps, when)
            try:
                for n, question_id in enumerate((*IDS, "q1")):
                    file.record_answer(question_id, "m", answered(n))
                    confirmed[question_id, "m"] = answered(n)
                    file.swap()
            except Crash:
                crashed = True
        abandon(file)
        again = open_file(path)
        got = dict(again.entries)
        again.close()
        extra = {key: one for key, one in got.items() if confirmed.get(key) != one}
        assert confirmed.keys() <= got.keys(), f"step {n_steps}"
        assert len(extra) <= 1, "at most the line that was being written"
        assert {**confirmed, **extra} == got
        if not crashed:
            break
        n_steps += 1

    assert n_steps > 25


def close(opened):
    """What the kernel does with the open files of a dead process."""
    if isinstance(opened, io.IOBase):
        opened.close()


def crash_at_step(patch, nth, when):
    """Make the nth call of any primitive the last thing that the process does."""
    calls = []

    def crashing(real):
        def call(*args, **kwargs):
            if sys._getframe(1).f_globals["__name__"].startswith("filelock"):
                return real(*args, **kwargs)  # a lock half taken would outlive this simulated death
            calls.append(real)
            if len(calls) <= nth:
                return real(*args, **kwargs)
            if when == "after" and len(calls) == nth + 1:
                close(real(*args, **kwargs))
            raise Crash

        return call

    for name in PRIMITIVES:
        owner_name, function = name.rsplit(".", 1)
        owner = Path if "Path" in owner_name else os
        patch.setattr(owner, function, crashing(getattr(owner, function)))


def test_the_mirror_is_the_document_merged_with_the_folded_journals(path):
    file = open_file(path)
    file.record_answer("q1", "m", answered(1))
    file.record_verdict("q1", "m", verdict(reason="first"))
    file.rotate()
    file.record_answer("q2", "n", answered(2))
    file.record_verdict("q1", "m", verdict(reason="second"))
    journals = [parse_journal("j", one.read_bytes()) for one in (old_journal_path(path), journal_path(path))]
    file.swap()
    abandon(file)

    assert render(merge(DOCUMENT, IDS, fold([], journals).entries)) == path.read_bytes()


def test_an_interrupted_swap_is_written_twice_and_counted_once(path, whole):
    file = open_file(path)
    file.record_answer("q1", "m", answered(1))
    file.record_answer("q2", "m", answered(2))
    mirror = file.rotate()
    file.record_verdict("q1", "m", verdict(reason="first"))
    file.rotate()
    file.record_answer("q3", "m", answered(3))
    file.write_mirror(mirror)
    file.record_verdict("q1", "m", verdict(reason="second"))
    abandon(file)
    open_file(path).close()

    assert whole == path.read_bytes()


def test_after_a_failed_rotation_and_a_swap_lines_are_still_kept(monkeypatch, path):
    file = open_file(path)
    file.record_answer("q1", "m", answered(1))

    def refused(*_args, **_kwargs):
        raise DiskFull("no more files")

    with monkeypatch.context() as patch:
        patch.setattr(Journal, "__init__", refused)
        with pytest.raises(DiskFull):
            file.swap()
    file.record_answer("q2", "m", answered(2))
    file.swap()
    file.record_answer("q3", "m", answered(3))
    abandon(file)

    assert {(question_id, "m") for question_id in IDS} == set(entries_on_disk(path))


@pytest.mark.parametrize("cause", ["pathlib.Path.rename", "pathlib.Path.unlink", "pathlib.Path.replace"])
def test_after_a_step_of_a_swap_failed_recording_and_swapping_go_on(monkeypatch, path, whole, cause):
    file = open_file(path)
    file.record_answer("q1", "m", answered(1))
    file.record_answer("q2", "m", answered(2))

    def refused(*_args, **_kwargs):
        raise PermissionError(13, "Permission denied")

    with monkeypatch.context() as patch:
        patch.setattr(cause, refused)
        with pytest.raises(DiskFull, match="Permission denied"):
            file.swap()
        file.record_verdict("q1", "m", verdict(reason="first"))
        with pytest.raises(DiskFull):
            file.swap()
    file.record_answer("q3", "m", answered(3))
    file.swap()
    file.record_verdict("q1", "m", verdict(reason="second"))
    assert file.is_dirty
    file.swap()
    file.close()

    assert whole == path.read_bytes()


def rotate(file):
    file.rotate()


def swap(file):
    file.swap()


def replace_and_swap(file):
    file.record_answer("q1", "m", answered(9))
    file.swap()


def swap_and_begin_another(file):
    file.swap()
    file.record_answer("q1", "m", answered(9))
    file.rotate()


def swap_twice(file):
    replace_and_swap(file)
    file.record_answer("q3", "m", answered(3))
    file.swap()


@pytest.mark.parametrize("meanwhile", [rotate, swap, replace_and_swap, swap_and_begin_another, swap_twice])
@pytest.mark.parametrize("nth", [0, 1, 2])
@pytest.mark.parametrize("is_swapped", [False, True])
def test_a_reader_sees_every_line_whatever_happens_between_its_reads(
    monkeypatch, path, nth, meanwhile, is_swapped
):
    file = open_file(path)
    file.record_answer("q1", "m", answered(1))
    if is_swapped:
        file.swap()
    file.record_answer("q2", "m", answered(2))
    reads = []

    def read(name):
        if len(reads) == nth:
            monkeypatch.undo()
            meanwhile(file)
        reads.append(name)
        return read_bytes(name)

    monkeypatch.setattr("omnibench.store.result_file.read_bytes", read)
    seen = entries_on_disk(path)
    file.close()

    assert answered(2) == seen["q2", "m"]
    assert seen["q1", "m"] in (answered(1), answered(9))


@pytest.mark.parametrize("name", ["journal", "old journal", "mirror"])
def test_what_cannot_be_read_is_left_as_it_is_and_the_lock_is_free(path, name):
    leave_everything(path)
    orphan = temporary_path(path)
    orphan.write_bytes(b"half")
    places = {"journal": journal_path(path), "old journal": old_journal_path(path), "mirror": path}
    sound = places[name].read_bytes()
    places[name].write_bytes(b"?\n" + sound)
    files = (*places.values(), orphan)
    before = [one.read_bytes() for one in files]
    with pytest.raises(
        ResultCorrupt, match=f"{places[name]}.*{'line 1' if name != 'mirror' else 'is not JSON'}"
    ) as caught:
        ResultFile(path)

    assert caught.tb, "held until the end, and with it whatever still had the lock"
    assert before == [one.read_bytes() for one in files]
    places[name].write_bytes(sound)
    open_matched(path).close()


def test_opened_and_closed_without_a_line_nothing_is_left(path):
    open_file(path).close()

    assert {".x.lock"} >= {one.name for one in path.parent.iterdir()}


def test_closed_without_a_swap_the_journal_stays(path):
    file = open_file(path)
    file.record_answer("q1", "m", answered(1))
    assert file.is_dirty
    file.close()

    assert not path.exists()
    assert {("q1", "m"): answered(1)} == entries_on_disk(path)


def test_closing_frees_the_lock_even_when_the_disk_fails(monkeypatch, path):
    file = open_file(path)
    file.record_answer("q1", "m", answered(1))

    def fail(_descriptor):
        raise OSError(5, "Input/output error")

    with monkeypatch.context() as patch:
        patch.setattr(os, "fsync", fail)
        with pytest.raises(DiskFull):
            file.close()
    open_file(path).close()


def test_a_mirror_that_is_up_to_date_is_not_written_again(path, whole):
    path.parent.mkdir(parents=True)
    path.write_bytes(whole)
    before = path.stat()
    open_file(path).close()

    assert (before.st_ino, before.st_mtime_ns) == (path.stat().st_ino, path.stat().st_mtime_ns)


def test_edited_fields_of_the_dataset_reach_the_mirror_at_once(path, whole):
    path.parent.mkdir(parents=True)
    path.write_bytes(whole)
    edited = {**DOCUMENT, "dataset_meta": {"b": 2}}
    open_file(path, edited).close()

    assert {**json.loads(whole), "dataset_meta": {"b": 2}} == json.loads(path.read_bytes())


def test_results_whose_question_nobody_knows_are_kept_under_their_id(path):
    file = open_file(path)
    file.record_answer("q3", "m", answered(3))
    abandon(file)
    open_file(path, {**DOCUMENT, "items": DOCUMENT["items"][:2]}, IDS[:2]).close()

    assert {("q3", "m"): answered(3)} == entries_on_disk(path)
    open_file(path).close()
    assert {("q3", "m"): answered(3)} == entries_on_disk(path)


def test_two_removed_questions_that_had_one_id_are_both_kept(path):
    path.parent.mkdir(parents=True)
    retired = [
        {"question_id": "q9", "note": note, "model_results": {"m": entry(note, question_hash=note)}}
        for note in "xy"
    ]
    path.write_bytes(render({**DOCUMENT, "retired_items": retired}))
    open_file(path).close()

    assert retired == json.loads(path.read_bytes())["retired_items"]


def test_a_retired_item_without_results_is_no_obstacle(path):
    path.parent.mkdir(parents=True)
    path.write_bytes(render({**DOCUMENT, "retired_items": [{"question_id": "q9"}]}))
    open_file(path).close()

    assert {} == entries_on_disk(path)


def test_numbers_of_lines_go_on_over_swaps_and_reopening(path):
    file = open_file(path)
    for n in range(3):
        file.record_answer(IDS[n], "m", answered(n))
        file.rotate()
    abandon(file)
    stored = load_stored(path)

    assert [1, 2, 3] == [line["seq"] for line in (*stored.old.lines, *stored.current.lines)]
    assert 4 == stored.next_seq
    journal_path(path).unlink()
    assert 2 == load_stored(path).next_seq, "a swap was under way and nothing came after it"


def test_lines_apply_in_the_order_of_their_numbers_whichever_file_they_are_read_from(monkeypatch, path):
    file = open_file(path)
    file.record_answer("q1", "m", answered(1))
    real = read_bytes

    def read(name):
        content = real(name)
        if name == journal_path(path):  # what was just read is in the mirror, and the old journal is younger
            monkeypatch.undo()
            swap_and_begin_another(file)
        return content

    monkeypatch.setattr("omnibench.store.result_file.read_bytes", read)
    seen = entries_on_disk(path)
    file.close()

    assert {("q1", "m"): answered(9)} == seen


def test_what_could_not_be_written_is_not_known_either(monkeypatch, path):
    file = open_file(path)
    file.record_answer("q1", "m", answered(1))

    def full(*_args):
        raise OSError(28, "No space left on device")

    with monkeypatch.context() as patch:
        patch.setattr(os, "write", full)
        with pytest.raises(DiskFull, match="No space left"):
            file.record_answer("q2", "m", answered(2))
        with pytest.raises(DiskFull, match="No space left"):
            file.record_verdict("q1", "m", verdict())
    known = dict(file.entries)
    abandon(file)

    assert {("q1", "m"): answered(1)} == known == entries_on_disk(path)


def test_syncing_reaches_the_journal(monkeypatch, path):
    file, synced = open_file(path), []
    file.record_answer("q1", "m", answered(1))
    monkeypatch.setattr(os, "fsync", synced.append)
    file.sync()
    file.close()

    assert [file._journal._file] == synced


def test_it_is_dirty_while_an_old_journal_waits_for_its_mirror(path):
    file = open_file(path)
    file.record_answer("q1", "m", answered(1))
    mirror = file.rotate()
    assert file.is_dirty
    file.write_mirror(mirror)
    assert not file.is_dirty
    file.close()


def test_what_is_set_aside_is_on_the_disk(monkeypatch, path):
    file, done, rename = open_file(path), [], Path.rename
    file.record_answer("q1", "m", answered(1))
    monkeypatch.setattr(os, "fsync", lambda fd: done.append(os.readlink(f"/proc/self/fd/{fd}")))
    monkeypatch.setattr(Path, "rename", lambda self, to: done.append("set aside") or rename(self, to))
    file.rotate()
    file.close()

    assert [str(journal_path(path)), "set aside"] == done[:2]


def test_the_folders_of_a_new_tree_are_durable(monkeypatch, path):
    synced = []
    monkeypatch.setattr("omnibench.store.files.sync_folder", synced.append)
    ResultFile(path).close()

    assert [path.parents[1]] == synced


@pytest.mark.parametrize("step", [ResultFile.sync, ResultFile.rotate, ResultFile.swap])
def test_a_writer_whose_lock_was_taken_away_stops(path, step):
    file = open_file(path)
    file.record_answer("q1", "m", answered(1))
    path.with_name(".x.lock").unlink()
    with pytest.raises(StoreError, match=f"{path}: its lock was removed") as caught:
        step(file)
    file.close()

    assert StoreError is caught.type, "no disk is full"
    assert not path.exists()
    assert {("q1", "m"): answered(1)} == entries_on_disk(path)


def test_a_writer_whose_lock_was_taken_away_writes_nothing_over_the_next_one(path):
    first = open_file(path)
    first.record_answer("q1", "m", answered(1))
    path.with_name(".x.lock").unlink()
    second = open_file(path)
    second.record_answer("q2", "m", answered(2))
    second.swap()
    second.record_answer("q3", "m", answered(3))
    with pytest.raises(StoreError, match="its lock was removed"):
        first.swap()
    first.close()
    abandon(second)

    assert {(f"q{n}", "m"): answered(n) for n in (1, 2, 3)} == entries_on_disk(path)


@pytest.mark.parametrize("own", [["q900"], {"q900": 1}, None, [{"question_id": "q1", "model_results": {}}]])
def test_a_field_of_the_dataset_named_like_the_retired_items_is_no_obstacle(path, own):
    document = {**DOCUMENT, RETIRED: own}
    file = open_file(path, document)
    file.record_answer("q1", "m", answered(1))
    file.swap()
    file.close()
    open_file(path, document).close()

    assert RETIRED not in json.loads(path.read_bytes())
    assert {("q1", "m"): answered(1)} == entries_on_disk(path)


def test_retired_items_of_the_dataset_neither_double_nor_displace_an_answer(path):
    own = [{"question_id": "q3", "model_results": {"m": entry("older", answered_at="t0")}}]
    document = {**DOCUMENT, RETIRED: own}
    file = open_file(path, document)
    file.record_answer("q3", "m", answered(3))
    file.swap()
    file.close()
    open_file(path, {**document, "items": document["items"][:2]}, IDS[:2]).close()
    assert [{"m": answered(3)}] == [one["model_results"] for one in json.loads(path.read_bytes())[RETIRED]]

    open_file(path, document).close()
    assert [("q3", answered(3))] == [(one.question_id, one.entry) for one in load_stored(path).held]


def test_a_stored_history_of_null_takes_a_verdict(path):
    stored = {**answered(1), "judge_history": None}
    path.parent.mkdir(parents=True)
    path.write_bytes(render(merge(DOCUMENT, IDS, {("q1", "m"): stored})))
    file = open_file(path)
    file.record_verdict("q1", "m", verdict())
    abandon(file)

    assert verdict() == entries_on_disk(path)["q1", "m"]["judge"]


def test_two_items_with_one_id_stop_and_stay_even_without_results(path):
    content = render({"items": [{"question_id": "q1", "model_results": {}}, {"question_id": "q1"}]})
    path.parent.mkdir(parents=True)
    path.write_bytes(content)
    with pytest.raises(ResultCorrupt, match="two items have the id q1"):
        ResultFile(path)

    assert content == path.read_bytes()


def test_a_journal_that_kept_the_old_name_gets_its_own_back(monkeypatch, path):
    file = open_file(path)
    file.record_answer("q1", "m", answered(1))

    def refused(*_args, **_kwargs):
        raise DiskFull("no more files")

    def failing(_self, _to):
        raise OSError(5, "Input/output error")

    with monkeypatch.context() as patch:
        patch.setattr(Journal, "__init__", refused)
        patch.setattr(Path, "replace", failing)
        with pytest.raises(DiskFull, match="Input/output error"):
            file.swap()
    assert not journal_path(path).exists()
    file.record_answer("q2", "m", answered(2))
    file.swap()
    file.record_answer("q3", "m", answered(3))
    abandon(file)

    assert {(question_id, "m") for question_id in IDS} == set(entries_on_disk(path))


def test_journals_with_a_gap_between_them_stop_and_stay(path):
    file = open_file(path)
    for n in range(9):
        if n == 5:
            file.rotate()
        file.record_answer("q1", "m", answered(n))
    abandon(file)
    lines = journal_path(path).read_bytes().splitlines(keepends=True)
    journal_path(path).write_bytes(b"".join(lines[2:]))
    files = (journal_path(path), old_journal_path(path))
    before = [one.read_bytes() for one in files]
    with pytest.raises(
        ResultCorrupt,
        match=f"{journal_path(path)}: begins with line 8, but the journal before it ends with line 5",
    ):
        ResultFile(path)

    assert before == [one.read_bytes() for one in files]
    assert not path.exists()


@pytest.mark.parametrize("nth", [0, 1])
@pytest.mark.parametrize("is_swapped", [False, True])
def test_a_reader_sees_no_answer_under_the_id_of_another_question(monkeypatch, path, nth, is_swapped):
    file = open_file(path)
    file.record_answer("q1", "n", answered(1))
    if is_swapped:
        file.swap()
    file.record_answer("q1", "m", answered(1))
    abandon(file)
    reads = []

    def read(name):
        content = read_bytes(name)
        reads.append(name)
        if len(reads) == nth + 1:  # now the bank is renumbered: what was q1 is q2
            monkeypatch.undo()
            again = ResultFile(path)
            again.adopt(DOCUMENT, IDS, {("q2", key): answered(1) for key in "mn"}, [])
            again.close()
        return content

    monkeypatch.setattr("omnibench.store.result_file.read_bytes", read)

    assert {("q2", "m"), ("q2", "n")} == set(entries_on_disk(path))


def test_two_answers_without_a_hash_to_removed_questions_of_one_id_are_both_kept(path):
    live, gone = (
        {"question_id": "q9", "model_results": {"m": entry(text, question_hash=None)}} for text in "xy"
    )
    path.parent.mkdir(parents=True)
    path.write_bytes(render({"items": [live], RETIRED: [gone]}))
    for _ in range(2):
        open_file(path).close()

        assert ["x", "y"] == sorted(one.entry["raw_text"] for one in load_stored(path).held)


def test_a_result_that_is_a_link_stays_a_link(path):
    elsewhere = path.parents[1] / "elsewhere.json"
    elsewhere.write_bytes(render(DOCUMENT))
    path.parent.mkdir(parents=True)
    path.symlink_to(elsewhere)
    file = open_file(path)
    file.record_answer("q1", "m", answered(1))
    file.swap()
    file.close()

    assert path.is_symlink()
    assert answered(1) == json.loads(elsewhere.read_bytes())["items"][0]["model_results"]["m"]


def fail_to_sync_a_folder(monkeypatch, nth):
    """Make the nth sync of a folder from now on fail."""
    n_synced = []

    def fail(descriptor):
        if stat.S_ISDIR(os.fstat(descriptor).st_mode):
            n_synced.append(descriptor)
            if len(n_synced) - 1 == nth:
                raise OSError(5, "Input/output error")

    monkeypatch.setattr(os, "fsync", fail)


@pytest.mark.parametrize("nth", [0, 1])
def test_a_folder_that_cannot_be_synced_is_a_full_disk_and_loses_nothing(monkeypatch, path, nth):
    file = open_file(path)
    file.record_answer("q1", "m", answered(1))
    mirror = file.rotate()
    with monkeypatch.context() as patch:
        fail_to_sync_a_folder(patch, nth)
        with pytest.raises(DiskFull, match=f"{path} cannot be written: Input/output error"):
            file.write_mirror(mirror)
    assert {("q1", "m"): answered(1)} == entries_on_disk(path)
    file.swap()
    file.close()

    assert {("q1", "m"): answered(1)} == entries_on_disk(path)


def test_the_old_journal_stays_until_the_new_mirror_is_durable(monkeypatch, path):
    file = open_file(path)
    file.record_answer("q1", "m", answered(1))
    mirror = file.rotate()
    with monkeypatch.context() as patch:
        fail_to_sync_a_folder(patch, 0)
        with pytest.raises(DiskFull):
            file.write_mirror(mirror)
    assert old_journal_path(path).exists()
    assert file.is_dirty
    file.swap()
    file.close()

    assert not old_journal_path(path).exists()


def test_a_writer_whose_lock_was_taken_away_commits_nothing_more(path):
    file = open_file(path)
    file.record_answer("q1", "m", answered(1))
    path.with_name(f".{path.stem}.lock").unlink()
    with pytest.raises(StoreError, match="lock was removed"):
        file.record_answer("q2", "m", answered(2))
    file.close()


def test_a_writer_whose_lock_was_taken_away_removes_nothing_of_the_next_one(path):
    first = open_file(path)
    path.with_name(f".{path.stem}.lock").unlink()
    second = open_file(path)
    second.record_answer("q1", "m", answered(1))
    first.close()
    abandon(second)

    assert [("q1", "m")] == list(entries_on_disk(path))


def test_a_new_journal_that_cannot_be_made_durable_gives_its_name_back(monkeypatch, path):
    file = open_file(path)
    file.record_answer("q1", "m", answered(1))
    real = Journal.__init__

    def made_and_failed(journal, at, **facts):
        at.touch()
        raise DiskFull("no folder sync")

    with monkeypatch.context() as patch:
        patch.setattr(Journal, "__init__", made_and_failed)
        with pytest.raises(DiskFull, match="no folder sync"):
            file.swap()
    assert real is Journal.__init__
    file.record_answer("q2", "m", answered(2))
    file.swap()
    abandon(file)

    assert {("q1", "m"), ("q2", "m")} == set(entries_on_disk(path))
