"""Whatever becomes of a standard stream, writing to it ends nothing."""

import errno
import io
import os
import sys

import pytest

from omnibench.cli.streams import TolerantStream, tolerant_streams


class Broken(io.StringIO):
    """A stream whose system call fails."""

    def __init__(self, number):
        super().__init__()
        self.number = number
        self.n_tries = 0

    def write(self, text):
        self.n_tries += 1
        raise OSError(self.number, os.strerror(self.number))


@pytest.fixture
def pipe_without_reader():
    reading, writing = os.pipe()
    os.close(reading)
    return open(writing, "w", encoding="utf-8")


@pytest.mark.parametrize("number", [errno.EPIPE, errno.EIO, errno.EBADF])
def test_a_reader_that_is_gone_is_no_error_and_tried_once(number):
    broken = Broken(number)
    stream = TolerantStream(broken)

    assert [5, 4] == [stream.write(text) for text in ("first", "more")]
    assert (None, 1) == (stream.error, broken.n_tries)


def test_what_a_pipe_still_holds_does_not_complain_when_it_is_closed(pipe_without_reader):
    stream = TolerantStream(pipe_without_reader)
    stream.write("held back until it is flushed")
    stream.flush()
    pipe_without_reader.write("more")
    pipe_without_reader.close()

    assert stream.error is None


def test_a_full_disk_is_kept_and_the_rest_is_dropped():
    with open("/dev/full", "w", encoding="utf-8") as full:
        stream = TolerantStream(full)
        stream.write("lost")
        stream.flush()
        stream.write("lost too")
        stream.flush()

    assert errno.ENOSPC == stream.error.errno


def closed_stream():
    closed = io.StringIO()
    closed.close()
    return closed


@pytest.mark.parametrize("stream", [None, closed_stream()], ids=["none", "closed"])
@pytest.mark.parametrize(
    ("use", "result"),
    [
        (lambda stream: stream.write("text"), 4),
        (lambda stream: stream.flush(), None),
        (lambda stream: stream.isatty(), False),
    ],
    ids=["write", "flush", "isatty"],
)
def test_a_stream_that_is_closed_or_missing_is_quiet(stream, use, result):
    tolerant = TolerantStream(stream)

    assert (result, None) == (use(tolerant), tolerant.error)


@pytest.mark.parametrize(
    ("encoding", "text", "written"),
    [
        ("ascii", "肾 ok", b"\\u80be ok"),
        ("latin-1", "é 😀", b"\xe9 \\U0001f600"),
        ("utf-8", "肾 \ud835", "肾 \\ud835".encode()),
    ],
)
def test_what_an_encoding_lacks_is_escaped(encoding, text, written):
    content = io.BytesIO()
    stream = TolerantStream(io.TextIOWrapper(content, encoding=encoding))
    stream.write(text)
    stream.flush()

    assert written == content.getvalue()


def test_everything_else_is_the_streams_own():
    leading, following = os.openpty()
    with open(following, "w", encoding="ascii") as terminal:
        stream = TolerantStream(terminal)

        assert (True, following, "ascii") == (stream.isatty(), stream.fileno(), stream.encoding)
    os.close(leading)


def test_both_streams_are_replaced_for_a_while(capsys):
    before = sys.stdout, sys.stderr
    with tolerant_streams() as out:
        assert out is sys.stdout
        assert isinstance(sys.stderr, TolerantStream)
        print("to stdout")
        print("to stderr", file=sys.stderr)

    assert before == (sys.stdout, sys.stderr)
    assert ("to stdout\n", "to stderr\n") == tuple(capsys.readouterr())


def test_the_streams_come_back_after_an_error():
    before = sys.stdout, sys.stderr
    with pytest.raises(KeyError), tolerant_streams():
        raise KeyError

    assert before == (sys.stdout, sys.stderr)
