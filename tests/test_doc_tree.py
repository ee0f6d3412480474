"""docs/DOC_TREE.md names what is there, and nothing else."""

import re
import subprocess

from processes import ROOT

PAGE = (ROOT / "docs/DOC_TREE.md").read_text("utf-8")
NAMED = {
    path.rstrip("/")
    for row in re.findall(r"^\| (`.*?) \|", PAGE, re.MULTILINE)
    for path in re.findall(r"`([^`]+)`", row)
}


def tracked():
    listed = subprocess.run(["git", "ls-files", "-z"], cwd=ROOT, capture_output=True, text=True, check=True)
    return [name for name in listed.stdout.split("\0") if name and (ROOT / name).exists()]


def test_every_named_path_exists():
    assert [] == [path for path in NAMED if not (ROOT / path).exists()]


def test_the_top_level_is_named():
    assert set() == {name.split("/")[0] for name in tracked()} - NAMED


def test_every_page_room_and_registry_is_named():
    pages = {name for name in tracked() if name.startswith("docs/") and name.count("/") == 1}
    rooms = {"/".join(name.split("/")[:3]) for name in tracked() if name.startswith("src/omnibench/")}
    rooms -= {f"src/omnibench/{name}" for name in ("__init__.py", "__main__.py", "py.typed")}
    registries = {name for name in tracked() if name.startswith("models/")}

    assert set() == (pages | rooms | registries) - NAMED


def test_every_exam_year_has_both_levels():
    years = [f"dataset/{year}/{level}" for year in range(2012, 2027) for level in ("attending", "senior")]

    assert [] == [path for path in years if not any(name.startswith(f"{path}/") for name in tracked())]
