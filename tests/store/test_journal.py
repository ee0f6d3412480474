"""Claims about the append-only journal."""

import errno
import json
import os

import pytest
from builders import entry, verdict

from omnibench.errors import DiskFull, ResultCorrupt
from omnibench.store.journal import Journal, encode_line, parse_journal

ODD = "a\u2028b\x85c\ud83dd\r\ne\u0000"


def answer(seq, text="A", **changes):
    line = {"v": 1, "seq": seq, "type": "answer", "question_id": f"q{seq}", "model_key": "m", "repeat": 0}
    return {**line, "entry": entry(text), **changes}


def judged(seq):
    line = {"v": 1, "seq": seq, "type": "verdict", "question_id": f"q{seq}", "model_key": "m", "repeat": 0}
    return {**line, "judge": verdict()}


LINES = (answer(1, ODD), judged(2), answer(3, "B"))
ENCODED = tuple(encode_line(line) for line in LINES)
WHOLE = b"".join(ENCODED)


def without_head(line):
    return {name: value for name, value in line.items() if name not in ("v", "seq")}


@pytest.fixture
def journal(tmp_path):
    opened = Journal(tmp_path / "j", size_bytes=0, next_seq=1)
    for line in LINES:
        opened.append(without_head(line))
    yield opened
    opened.close()


def test_a_journal_cut_at_any_byte_replays_to_a_prefix_and_counts_what_is_torn():
    ends = [len(b"".join(ENCODED[:n])) for n in range(len(ENCODED) + 1)]
    for cut in range(len(WHOLE) + 1):
        lines = parse_journal("j", WHOLE[:cut])
        n_whole = sum(end <= cut for end in ends) - 1

        assert LINES[:n_whole] == lines.lines
        assert (ends[n_whole], cut - ends[n_whole]) == (lines.size_bytes, lines.torn_bytes)


def test_opening_cuts_what_is_torn_and_goes_on_behind_it(tmp_path):
    path = tmp_path / "j"
    path.write_bytes(WHOLE[:-1])
    lines = parse_journal("j", WHOLE[:-1])
    journal = Journal(path, size_bytes=lines.size_bytes, next_seq=3)
    assert b"".join(ENCODED[:2]) == path.read_bytes()
    journal.append(without_head(LINES[2]))
    journal.close()

    assert WHOLE == path.read_bytes()


@pytest.mark.parametrize(
    "bad",
    [
        b"{",
        b"",
        b"null",
        b"[]",
        b"\xff\xfe",
        b'{"seq":2}',
        encode_line(answer(2, entry={"x": 0}))[:-1].replace(b'{"x":0}', b'{"x":NaN}'),
        b"[" * 100_000,
        encode_line({**judged(2), "judge": None})[:-1],
        encode_line(answer(2, entry="A"))[:-1],
        encode_line(answer(2, v=2))[:-1],
        encode_line(answer(2, type="score"))[:-1],
        encode_line(answer(2, repeat=1))[:-1],
        encode_line(answer(2, question_id=7))[:-1],
        encode_line(answer(2, model_key=None))[:-1],
        encode_line({**answer(2), "seq": "2"})[:-1],
        encode_line(answer(1))[:-1],
        encode_line(answer(3))[:-1],
    ],
)
@pytest.mark.parametrize("rest", [b"", ENCODED[2]])
def test_any_other_unreadable_line_is_named(bad, rest):
    with pytest.raises(ResultCorrupt, match="x/j, line 2: "):
        parse_journal("x/j", ENCODED[0] + bad + b"\n" + rest)


def test_a_line_is_ascii_and_gives_back_any_text_and_number():
    line = answer(1, ODD, usage={"big": 12345678901234567890123, "tiny": 1e-300})
    content = encode_line(line)

    assert content.isascii()
    assert 1 == content.count(b"\n")
    assert (line,) == parse_journal("j", content).lines


def test_nan_is_never_written(journal):
    before = journal.path.read_bytes()
    with pytest.raises(ValueError, match="JSON compliant"):
        journal.append({"x": float("nan")})

    assert before == journal.path.read_bytes()


@pytest.mark.parametrize("n_written_before", [0, 1, 40])
@pytest.mark.parametrize("cause", [errno.ENOSPC, errno.EIO, errno.EDQUOT])
def test_a_failed_append_leaves_the_file_as_it_was(journal, monkeypatch, n_written_before, cause):
    before, real, calls = journal.path.read_bytes(), os.write, []

    def write(descriptor, content):
        calls.append(len(content))
        if len(calls) == 1 and n_written_before:
            return real(descriptor, content[:n_written_before])
        raise OSError(cause, os.strerror(cause))

    monkeypatch.setattr(os, "write", write)
    with pytest.raises(DiskFull, match=str(journal.path)):
        journal.append(without_head(answer(4)))
    assert before == journal.path.read_bytes()

    monkeypatch.undo()
    journal.append(without_head(answer(4)))
    assert before + encode_line(answer(4)) == journal.path.read_bytes()


def test_a_short_write_is_finished(journal, monkeypatch):
    real = os.write
    monkeypatch.setattr(os, "write", lambda descriptor, content: real(descriptor, content[:7]))
    journal.append(without_head(answer(4)))

    assert WHOLE + encode_line(answer(4)) == journal.path.read_bytes()


def test_it_syncs_only_what_is_new(journal, monkeypatch):
    synced = []
    monkeypatch.setattr(os, "fsync", synced.append)
    journal.sync()
    journal.sync()
    assert 1 == len(synced)
    journal.append(without_head(answer(4)))
    journal.sync()
    assert 2 == len(synced)


def test_a_failed_sync_is_a_full_disk(journal, monkeypatch):
    def fail(_descriptor):
        raise OSError(errno.ENOSPC, "No space left on device")

    monkeypatch.setattr(os, "fsync", fail)
    with pytest.raises(DiskFull, match="No space left"):
        journal.sync()


def test_it_is_cleared_on_the_disk_before_anything_else_happens(journal, monkeypatch):
    sizes = []
    monkeypatch.setattr(os, "fsync", lambda descriptor: sizes.append(os.fstat(descriptor).st_size))
    journal.clear()

    assert [0] == sizes


def test_cleared_it_is_empty_and_its_numbers_go_on(journal):
    journal.clear()
    assert journal.is_empty
    assert b"" == journal.path.read_bytes()

    journal.append(without_head(answer(4)))
    assert [4] == [json.loads(line)["seq"] for line in journal.path.read_bytes().splitlines()]


@pytest.mark.parametrize(
    ("line", "why"),
    [
        (answer(2, entry=entry(judge="correct")), "`judge` must be an object or null"),
        (answer(2, entry=entry(status=["ok"])), "`status` must be a text or null"),
        ({**judged(2), "judge": {"is_correct": "yes"}}, "`judge.is_correct` must be true, false or null"),
        ({**judged(2), "judge": {"judge_method": []}}, "`judge.judge_method` must be a text or null"),
    ],
)
def test_a_line_of_a_wrong_shape_is_named(line, why):
    with pytest.raises(ResultCorrupt) as caught:
        parse_journal("x/j", ENCODED[0] + encode_line(line) + ENCODED[2])

    assert f"x/j, line 2: {why}" == caught.value.message


@pytest.mark.parametrize("n_torn", [1, 40, 900])
def test_what_could_not_be_cut_back_is_written_over(journal, monkeypatch, n_torn):
    real, torn = os.write, []

    def write(descriptor, content):
        if not torn:
            torn.append(content[:n_torn])
            return real(descriptor, content[:n_torn])
        raise OSError(errno.ENOSPC, "No space left on device")

    def fail(_descriptor, _size):
        raise OSError(errno.ENOSPC, "No space left on device")

    with monkeypatch.context() as patch:
        patch.setattr(os, "write", write)
        patch.setattr(os, "ftruncate", fail)
        with pytest.raises(DiskFull, match="No space left"):
            journal.append(without_head(answer(4, "x" * 999)))
    assert WHOLE + torn[0] == journal.path.read_bytes()
    journal.append(without_head(answer(4, "B")))
    assert (*LINES, answer(4, "B")) == parse_journal("j", journal.path.read_bytes()).lines
    journal.append(without_head(answer(5)))
    assert (*LINES, answer(4, "B"), answer(5)) == parse_journal("j", journal.path.read_bytes()).lines


def test_the_name_of_a_new_journal_is_durable(monkeypatch, tmp_path):
    synced = []
    monkeypatch.setattr("omnibench.store.journal.sync_folder", synced.append)
    Journal(tmp_path / "j", size_bytes=0, next_seq=1).close()

    assert [tmp_path] == synced


def test_a_new_journal_whose_name_cannot_be_made_durable_is_a_full_disk(monkeypatch, tmp_path):
    def fail(_folder):
        raise OSError(errno.EIO, "Input/output error")

    monkeypatch.setattr("omnibench.store.journal.sync_folder", fail)
    with pytest.raises(DiskFull, match="Input/output error"):
        Journal(tmp_path / "j", size_bytes=0, next_seq=1)
