"""Runs `main.py` and its like in processes of their own without the second that Python takes to import everything.

One process imports OmniBench once and forks for each run: the child has its own folder, environment, streams and exit
code, as any process has. What imports, a terminal, or signals do is tested by processes that are started anew.
"""

import atexit
import functools
import gc
import importlib
import json
import os
import pkgutil
import runpy
import signal
import socket
import subprocess
import sys
import tempfile
import threading
import traceback
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
CAN_FORK = sys.platform == "linux"
_MOST_BYTES = 1_000_000


class Nursery:
    """The process that forks, as a test sees it."""

    def __init__(self):
        self._socket, other = socket.socketpair(socket.AF_UNIX, socket.SOCK_SEQPACKET)
        self._lock = threading.Lock()
        with other:
            self._process = subprocess.Popen(
                [sys.executable, __file__, str(other.fileno())], pass_fds=[other.fileno()], cwd=ROOT
            )
        atexit.register(self._end)

    def run(self, command, *, cwd, env, timeout):
        """As `subprocess.run` with captured text output, for the command line of a program of this folder."""
        asked = json.dumps({"argv": command[1:], "cwd": os.path.abspath(cwd), "env": env}).encode()
        with (
            open(os.devnull, "rb") as nothing,
            tempfile.TemporaryFile() as out,
            tempfile.TemporaryFile() as err,
            self._lock,
        ):
            socket.send_fds(self._socket, [asked], [one.fileno() for one in (nothing, out, err)])
            pid = int(self._socket.recv(_MOST_BYTES))
            self._socket.settimeout(timeout)
            try:
                code = int(self._socket.recv(_MOST_BYTES))
            except TimeoutError:
                os.kill(pid, signal.SIGKILL)
                self._socket.recv(_MOST_BYTES)
                raise subprocess.TimeoutExpired(command, timeout) from None
            finally:
                self._socket.settimeout(None)
            texts = [one.seek(0) or one.read().decode() for one in (out, err)]
        return subprocess.CompletedProcess(command, code, *texts)

    def _end(self):
        self._socket.close()
        self._process.wait()


@functools.cache
def nursery():
    """The one of this session."""
    return Nursery()


def _warm_up():
    sys.path.insert(0, str(ROOT / "src"))
    import httpx
    import httpx2

    import omnibench
    from omnibench.ask.client import usual_certificates
    from omnibench.kinds.pattern import Pattern

    for found in pkgutil.walk_packages(omnibench.__path__, "omnibench."):
        if not found.name.endswith("__main__"):
            for value in vars(importlib.import_module(found.name)).values():
                if isinstance(value, Pattern):
                    value.match("")
    for library in (httpx, httpx2):
        usual_certificates(library.create_ssl_context)
    gc.freeze()


def _serve(asking):
    while True:
        asked, fds, _, _ = socket.recv_fds(asking, _MOST_BYTES, 3)
        if not asked:
            return
        pid = os.fork()
        if not pid:
            asking.close()
            os._exit(_become(json.loads(asked), fds))
        for fd in fds:
            os.close(fd)
        asking.send(b"%d" % pid)
        asking.send(b"%d" % os.waitstatus_to_exitcode(os.waitpid(pid, 0)[1]))


def _become(asked, fds):
    for number, fd in enumerate(fds):
        os.dup2(fd, number)
        os.close(fd)
    os.chdir(asked["cwd"])
    os.environ.clear()
    os.environ.update(asked["env"])
    sys.argv = asked["argv"]
    sys.path.insert(0, os.path.dirname(sys.argv[0]))
    code = 0
    try:
        runpy.run_path(sys.argv[0], run_name="__main__")
    except SystemExit as ended:
        code = ended.code or 0
    except BaseException:  # noqa: BLE001 - as the interpreter does it
        traceback.print_exc()
        code = 1
    for stream in (sys.stdout, sys.stderr):
        stream.flush()
    return code


if __name__ == "__main__":
    _warm_up()
    _serve(socket.socket(fileno=int(sys.argv[1])))
