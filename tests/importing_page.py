"""The files and outputs that stand in docs/importing.md, and the banks that its commands name."""

import re
import shutil
from pathlib import Path

from importer_banks import FIXTURES, NOT_YET, PICTURES
from openpyxl import Workbook
from processes import ROOT

PAGE = (ROOT / "docs/importing.md").read_text("utf-8")
FILE = re.compile(
    r"^```\w+ file=\"(?P<path>[^\"]+)\"(?: encoding=\"(?P<encoding>[^\"]+)\")?\n(?P<text>.*?)^```$",
    re.MULTILINE | re.DOTALL,
)
OUTPUT = re.compile(r"^```text output=\"(?P<command>[^\"]+)\"\n(?P<text>.*?)^```$", re.MULTILINE | re.DOTALL)


def write_files(folder):
    """Write the files of the page's blocks, and a workbook and a picture that it speaks of."""
    for block in FILE.finditer(PAGE):
        (folder / block["path"]).write_bytes(block["text"].encode(block["encoding"] or "utf-8"))
    book = Workbook()
    book.active.append(["What is in here"])
    for name in ("Part 1", "Part 2"):
        sheet = book.create_sheet(name)
        sheet.append(["question", "A", "B", "answer"])
        sheet.append([f"Which organ makes bile ({name})?", "Liver", "Spleen", "A"])
    book.save(folder / "exam.xlsx")
    (folder / "figures").mkdir()
    shutil.copy(
        FIXTURES / "headqa/by_exam/given/images/Cuaderno_2020_1_M_img1.png", folder / "figures/heart.png"
    )


def case_of(words):
    """The case of tests/sources/importers/fixtures whose files an import names, or None."""
    if "import" not in words or "table" in words or "--hub" in words:
        return None
    name, first = words[words.index("import") + 1 :][:2]
    part = Path(first).parent.name.lower() or "*"
    return next(
        str(path.parents[1].relative_to(FIXTURES)) for path in sorted(FIXTURES.glob(f"{name}/{part}/given/{Path(first).name}"))
    )  # fmt: skip


def copy_bank(words, folder):
    """Lay the files that an import names, and the pictures beside them, where it finds them."""
    name = words[words.index("import") + 1]
    for word in words[words.index(name) + 1 :]:
        part = Path(word).parent.name.lower() or "*"
        found = sorted(FIXTURES.glob(f"{name}/{part}/given/{Path(word).name}"))
        if word.startswith("-") or not found or Path(word).name in PICTURES:
            continue
        (folder / word).parent.mkdir(exist_ok=True)
        shutil.copy(found[0], folder / word)
        for pictures in (path for path in found[0].parent.iterdir() if path.name in PICTURES):
            if pictures.is_dir():
                shutil.copytree(pictures, folder / pictures.name, dirs_exist_ok=True)
            else:
                shutil.copy(pictures, folder)


def expected_code(words):
    """1 where the bank holds rows that are refused, else 0."""
    case = case_of(words)
    return int(case is not None and (FIXTURES / case / "refused.jsonl").exists())


def is_not_yet(words):
    """Say why a command does not work yet, or nothing."""
    return NOT_YET.get(case_of(words) or "", "")
