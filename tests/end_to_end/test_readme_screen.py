"""The screen in the README is what the program prints: the same lines, numbers aside."""

import re
import shutil
import subprocess

from processes import ROOT, command, environment


def shapes(text):
    """Each line with its numbers and the width of its columns taken out."""
    lines = [re.sub(r"[\d.]+", "#", line.rstrip()) for line in text.splitlines()]
    return [
        re.sub(r"# ?answers?\b|# ?questions?\b|# ?times?\b", "# n", re.sub(r" +", " ", line))
        for line in lines
    ]


def test_the_readme_shows_what_make_demo_prints(tmp_path):
    for name in ("dataset", "models"):
        shutil.copytree(ROOT / name, tmp_path / name)
    [demo] = re.findall(
        r"main\.py (--provider embedded --only \S+)$", (ROOT / "Makefile").read_text("utf-8"), re.MULTILINE
    )
    flags = demo.replace("'", "").split()
    done = subprocess.run(
        command(*flags, "--limit", "2"),
        cwd=tmp_path,
        env=environment(),
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        check=True,
    )
    [screen] = re.findall(
        r"^```\n(embedded llama\.cpp.*?)^```$",
        (ROOT / "README.md").read_text("utf-8"),
        re.MULTILINE | re.DOTALL,
    )
    # Two answers may show other statuses than all of them, may all be read, and stand in one document.
    optional = re.compile(r"^model |no final answer|not graded| right |^ result/")

    printed = [line for line in shapes(done.stdout) if not optional.search(line)]
    shown = [line for line in shapes(screen) if not optional.search(line)]
    assert sorted(shown) == sorted(printed)
    assert "\nmodel             correct  accuracy  95 % interval  of asked" in done.stdout
