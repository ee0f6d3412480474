"""Claims about a check of all files: what is counted, and which questions stand there twice."""

import json

from picture_files import picture
from processes import write_bank

from omnibench.app.validating import validate


def test_a_question_of_another_file_is_found_whatever_its_id_and_one_with_another_picture_is_not(tmp_path):
    path = write_bank(tmp_path, 3)
    other = json.loads(path.read_text("utf-8"))["items"]
    other[0]["question_id"] = "new"
    other[1]["answer"] = "D"
    other[2]["images"] = ["a.png"]
    path.with_name("a.png").write_bytes(picture())
    path.with_name("more.json").write_text(json.dumps(other), "utf-8")
    found = validate(tmp_path / "dataset", ())

    assert () == found.faults
    assert [
        ((("general/bank.json", "q000"), ("general/more.json", "new")), False),
        ((("general/bank.json", "q001"), ("general/more.json", "q001")), True),
    ] == [(one.places, one.answers_differ) for one in found.repeated]


def test_questions_that_lack_pictures_are_counted_unless_they_are_voided(tmp_path):
    write_bank(tmp_path, 3, images_missing=True)
    write_bank(tmp_path, 2, name="general/void.json", images_missing=True, voided=True)
    counts = {
        one.path: (one.n_questions, one.n_voided, one.n_images_missing)
        for one in validate(tmp_path / "dataset", ()).checked
    }

    assert {"general/bank.json": (3, 0, 3), "general/void.json": (2, 2, 0)} == counts
