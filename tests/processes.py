"""Starts `main.py` as a user would, in a folder of its own."""

import json
import os
import subprocess
import sys
import time
from pathlib import Path

from forked import CAN_FORK, nursery

ROOT = Path(__file__).resolve().parent.parent
MAIN = ROOT / "main.py"
TIMES = ("answered_at", "latency_s")
WAIT_S = 120


def command(*args):
    """The command line of a run."""
    return [sys.executable, str(MAIN), *map(str, args)]


def environment(**more):
    """The environment of a run: plain output, no coverage of a parent."""
    return {**os.environ, "NO_COLOR": "1", "COLUMNS": "100", "PYTHONUNBUFFERED": "1", **more}


def run_main(*args, cwd, **env):
    """Run to the end; returns the completed process with text output."""
    return run_program(command(*args), cwd=cwd, **env)


def run_program(words, *, cwd, **env):
    """Run the command line of a program of this folder to its end, as `run_main` does."""
    how = {"cwd": cwd, "env": environment(**env), "timeout": WAIT_S}
    if CAN_FORK:
        return nursery().run(words, **how)
    return subprocess.run(words, **how, capture_output=True, text=True, check=False)


def start_main(*args, cwd, **env):
    """Start and return the process."""
    return subprocess.Popen(
        command(*args),
        cwd=cwd,
        env=environment(**env),
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )


def wait_until(is_true, what):
    """Poll until something holds."""
    deadline = time.monotonic() + WAIT_S
    while not is_true():
        if time.monotonic() > deadline:
            raise AssertionError(f"never happened: {what}")
        time.sleep(0.005)


def write_bank(folder, n=12, *, name="general/bank.json", **changes):
    """Write a document of n single-choice questions below folder/dataset and return its path."""
    items = [
        {
            "question_id": f"q{i:03}",
            "question_text": f"Case {i}: which of these is it?",
            "options": {
                "A": f"first of {i}",
                "B": f"second of {i}",
                "C": f"third of {i}",
                "D": f"fourth of {i}",
            },
            "answer": "ABCD"[i % 4],
            "rationale": "kept as it is",
            "model_results": {},
            **changes,
        }
        for i in range(n)
    ]
    path = Path(folder) / "dataset" / name
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(
        json.dumps({"dataset_meta": {"dataset_name": "Bank", "extra": [1]}, "items": items}), "utf-8"
    )
    return path


def load_result(folder, name="general/bank.json"):
    """Load a mirror."""
    return json.loads((Path(folder) / "result" / name).read_bytes())


def entries_of(folder, name="general/bank.json"):
    """(question_id, model_key) to entry."""
    return {
        (item["question_id"], key): entry
        for item in load_result(folder, name)["items"]
        for key, entry in item["model_results"].items()
    }


def without_times(document):
    """A result document with its times taken out, for comparing two runs."""
    document = json.loads(json.dumps(document))
    for item in document["items"]:
        for entry in item["model_results"].values():
            for name in TIMES:
                entry.pop(name)
    return document


def leftovers(folder):
    """Files of the result tree that no finished run leaves."""
    return sorted(
        path.name
        for path in (Path(folder) / "result").rglob("*")
        if path.is_file()
        and (".temp." in path.name or "journal" in path.name or path.name.endswith(".holder"))
    )
