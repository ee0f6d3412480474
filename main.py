#!/usr/bin/env python3
"""OmniBench: what language models really get right on medical questions. See README.md."""

import os
import sys

HERE = os.path.dirname(os.path.realpath(__file__))
NOT_SET_UP = 3
NEEDED = ("dotenv", "filelock", "httpx", "openai", "orjson", "rich", "tenacity")


def ready():
    """Whether this Python can run OmniBench."""
    from importlib.util import find_spec

    return sys.version_info >= (3, 11) and all(find_spec(name) for name in NEEDED)


def start(*command):
    """Run the command line, in .venv when this Python lacks what it needs."""
    if not ready():
        venv = os.path.join(HERE, ".venv")
        python = os.path.join(venv, "Scripts" if os.name == "nt" else "bin", "python")
        if os.path.exists(python) and os.path.realpath(sys.prefix) != os.path.realpath(venv):
            os.execv(python, [python] + sys.argv)
        sys.stderr.write("OmniBench is not set up here: run `make setup` (it needs Python 3.11 or newer).\n")
        sys.exit(NOT_SET_UP)
    sys.path.insert(0, os.path.join(HERE, "src"))
    try:
        from omnibench.cli import main

        return main([*command, *sys.argv[1:]])
    except KeyboardInterrupt:
        return 130


if __name__ == "__main__":
    sys.exit(start())
