"""Claims about MedXpertQA: its two parts are two documents, and the pictures stay packed."""

import json
import zipfile

import pytest
from importer_banks import FIXTURES

from omnibench.cli import main
from omnibench.sources.importers.medxpertqa import part_of


@pytest.mark.parametrize(("images", "part"), [(["MM-0-a.jpeg"], "mm"), ([], "text"), (None, "text")])
def test_only_a_question_of_mm_has_pictures(images, part):
    assert part == part_of({"images": images})


def test_both_files_at_once_become_two_documents_and_the_archive_lies_once_beside_mm(tmp_path):
    dataset = tmp_path / "dataset"
    files = [FIXTURES / f"medxpertqa/{part}/given/test.jsonl" for part in ("text", "mm")]
    code = main(
        ["import", "medxpertqa", *map(str, files), "--dataset-dir", str(dataset),
         "--images", str(files[1].parent / "images.zip")]
    )  # fmt: skip
    counts = {
        path.name: len(json.loads(path.read_bytes())["items"]) for path in sorted(dataset.rglob("*.json"))
    }

    assert 0 == code
    assert {"medxpertqa_mm.json": 3, "medxpertqa_text.json": 2} == counts
    assert [f"general/{name}" for name in ("medxpertqa_mm.json", "medxpertqa_mm_images.zip", "medxpertqa_text.json")] == sorted(
        str(path.relative_to(dataset)) for path in dataset.rglob("*") if path.is_file()
    )  # fmt: skip
    assert 3 == len(zipfile.ZipFile(dataset / "general/medxpertqa_mm_images.zip").namelist())
