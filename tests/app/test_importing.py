"""Sources become documents: which rows go where, what they are called, and that nothing half is written."""

import json
import os
import zipfile
from pathlib import Path

import pytest
from picture_files import picture

from omnibench.app.importing import ImportOrder, import_bank, refused_lines
from omnibench.dataset import read_document
from omnibench.errors import SourceInvalid, StoreError, UsageError
from omnibench.sources.importers import IMPORTERS
from omnibench.sources.rows import HowToRead
from omnibench.store.images import load_image


def questions(n=2, **changes):
    rows = [
        {"id": f"q{i}", "question": f"What is {i}?", "A": "one", "B": "two", "answer": "B"} for i in range(n)
    ]
    return [{**row, **changes} for row in rows]


def write(path, rows):
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(json.dumps(rows), "utf-8")
    return path


@pytest.fixture
def order(tmp_path):
    def build(*sources, name="table", **more):
        return ImportOrder(
            name=name,
            importer=IMPORTERS[name],
            sources=[tmp_path / one for one in sources],
            how=HowToRead(),
            dataset_dir=tmp_path / "dataset",
            **more,
        )

    return build


def places(tmp_path):
    return sorted(
        path.relative_to(tmp_path / "dataset").as_posix() for path in (tmp_path / "dataset").rglob("*.json")
    )


@pytest.mark.parametrize(
    ("sources", "name", "place"),
    [
        (["Exam 2024.json"], "table", "general/exam_2024.json"),
        (["exam.json"], "medqa", "general/medqa_exam.json"),
        (["medqa_dev.json"], "medqa", "general/medqa_dev.json"),
        (["119A_x.json", "119B_x.json"], "table", "general/119.json"),
        (["a.json", "b.json"], "table", "general/bank.json"),
        (["folder"], "table", "general/folder.json"),
    ],
)
def test_a_document_is_named_after_its_sources(tmp_path, order, sources, name, place):
    rows = [
        {
            "id": row["id"],
            "question": row["question"],
            "options": {"A": row["A"], "B": row["B"]},
            "answer_idx": "B",
            "answer": "two",
        }
        for row in questions()
    ]
    for i, source in enumerate(sources):
        kept = [{**row, "id": f"{i}{row['id']}"} for row in rows]
        write(tmp_path / source / "deep/x.json" if source == "folder" else tmp_path / source, kept)

    [written] = import_bank(order(*sources, name=name))

    assert [place] == places(tmp_path)
    assert tmp_path / "dataset" / place == written.path


def test_year_and_level_are_told_by_flags(tmp_path, order):
    write(tmp_path / "exam.json", questions())

    import_bank(order("exam.json", year="2024", level="senior"))

    assert ["2024/senior/exam.json"] == places(tmp_path)
    meta = json.loads((tmp_path / "dataset/2024/senior/exam.json").read_bytes())["dataset_meta"]
    assert (2024, "senior", "exam") == (meta["year"], meta["title_level"], meta["dataset_name"])


def test_where_it_came_from_stands_in_the_document(tmp_path, order):
    write(tmp_path / "exam.json", {"year": 2025, "cutoff": 0.6, "questions": questions()})

    [written] = import_bank(order("exam.json"))

    imported = written.document["dataset_meta"]["imported"]
    assert "table" == imported["format"]
    [file] = imported["files"]
    assert ("exam.json", {"year": 2025, "cutoff": 0.6}, 64) == (
        file["name"],
        file["fields"],
        len(file["sha256"]),
    )
    assert {"question": "question", "answer": ["answer"], "options": ["A", "B"], "id": "id"} == file[
        "columns"
    ]


def test_a_file_of_answers_goes_to_every_exam(tmp_path, order):
    for form in "AB":
        write(tmp_path / f"Exam_24{form}.json", questions(1, id=f"{form}1", answer=None))
    (tmp_path / "key.csv").write_text("id,answer\nA1,A\nB1,B\n", "utf-8")

    written = import_bank(
        order("Exam_24A.json", "Exam_24B.json", "key.csv", path_pattern="Exam_{yy}{form}.json")
    )

    assert [["A"], ["B"]] == [[item["answer"] for item in one.items] for one in written]
    assert ["2024/attending/exam_24a.json", "2024/attending/exam_24b.json"] == places(tmp_path)


def test_files_of_one_name_are_told_apart_by_their_folders(tmp_path, order):
    write(tmp_path / "Text/test.json", questions(1, id="t"))
    write(tmp_path / "MM/test.json", questions(1, id="m"))

    [written] = import_bank(order("Text/test.json", "MM/test.json"))

    names = [file["name"] for file in written.document["dataset_meta"]["imported"]["files"]]
    assert ["MM/test.json", "Text/test.json"] == names


@pytest.mark.parametrize(
    ("sources", "more", "said"),
    [
        (["nothing.json"], {}, "there is no file"),
        (["exam.json", "exam.json"], {}, "a source is named twice"),
        (["exam.json"], {"path_pattern": "Exam.json"}, "names no field"),
        (["exam.json"], {"path_pattern": "Exam_{yy}.json"}, "does not fit the pattern"),
        (["exam.json"], {"year": "2024", "level": "../.."}, "is no name of a level"),
        (["exam.json"], {"images": Path("nowhere.zip")}, "there are no pictures at"),
        (["exam.json"], {"out": Path("exam.txt")}, "is no name of a document"),
        (["exam.json"], {"out": Path("exam.temp.json")}, "is no name of a document"),
        (["exam.json"], {"out": Path(".exam.json")}, "is no name of a document"),
    ],
)
def test_what_cannot_be_meant_is_refused_before_anything_is_written(tmp_path, order, sources, more, said):
    write(tmp_path / "exam.json", questions())

    with pytest.raises(UsageError, match=said):
        import_bank(order(*sources, **more))
    assert not (tmp_path / "dataset").exists()


def test_two_exams_never_become_one_file(tmp_path, order):
    write(tmp_path / "a/Exam_24.json", questions(1))
    write(tmp_path / "b/exam_24.json", questions(1))

    with pytest.raises(UsageError, match="two files would become"):
        import_bank(order("a/Exam_24.json", "b/exam_24.json", path_pattern="{any}xam_{yy}.json"))


def test_nothing_is_written_when_a_later_document_is_taken(tmp_path, order):
    write(tmp_path / "Exam_23.json", questions())
    write(tmp_path / "Exam_24.json", questions())
    taken = write(tmp_path / "dataset/2024/attending/exam_24.json", {"items": []})

    with pytest.raises(UsageError, match=r"exam_24\.json is there already"):
        import_bank(order("Exam_23.json", "Exam_24.json", path_pattern="Exam_{yy}.json"))
    assert ["2024/attending/exam_24.json"] == places(tmp_path)
    assert {"items": []} == json.loads(taken.read_bytes())


def test_a_bank_of_which_nothing_can_be_kept_is_refused_with_its_faults(tmp_path, order):
    write(tmp_path / "exam.json", questions(30, answer="Z"))

    with pytest.raises(SourceInvalid) as raised:
        import_bank(order("exam.json"))
    assert 20 == len(raised.value.faults)
    assert "names no option" in raised.value.faults[0].reason


def test_refused_rows_come_out_as_they_stood(tmp_path, order):
    rows = [
        *questions(1),
        {"id": 7, "question": "Which?", "A": "one", "B": "two", "answer": "Q", "note": ["x"]},
    ]
    write(tmp_path / "exam.json", rows)

    written = import_bank(order("exam.json"))

    [line] = map(json.loads, refused_lines(written).splitlines())
    assert (rows[1], "exam.json", "[1] (7)") == (line["row"], line["file"], line["place"])


def test_a_dry_run_writes_nothing(tmp_path, order):
    write(tmp_path / "exam.json", questions())

    [written] = import_bank(order("exam.json", is_dry=True))

    assert 2 == len(written.items)
    assert not (tmp_path / "dataset").exists()


BAD = {"id": 7, "question": "Which?", "A": "one", "B": "two", "answer": "Q"}


def test_refused_rows_are_written_and_written_over_by_the_next_import(tmp_path, order):
    write(tmp_path / "exam.json", [*questions(1), BAD])
    refused = tmp_path / "refused.jsonl"

    import_bank(order("exam.json", refused=refused, is_dry=True))
    assert not refused.exists()
    for _ in range(2):
        import_bank(order("exam.json", refused=refused))
    [line] = map(json.loads, refused.read_bytes().splitlines())
    assert BAD == line["row"]


@pytest.mark.parametrize(
    ("place", "said"),
    [
        ("exam.json", "is one of the sources"),
        ("link.json", "is one of the sources"),
        ("dataset/general/exam.json", "lies in the dataset folder"),
        ("notes.txt", "holds something else"),
        ("lines.jsonl", "holds something else"),
        ("folder", "is no regular file"),
        ("pipe", "is no regular file"),
        ("nowhere/refused.jsonl", "its folder is not there"),
        ("out.json", "are one file"),
    ],
)
def test_refused_rows_never_harm_another_file(tmp_path, order, place, said):
    write(tmp_path / "exam.json", [*questions(1), BAD])
    (tmp_path / "link.json").symlink_to("exam.json")
    (tmp_path / "notes.txt").write_text("mine")
    (tmp_path / "lines.jsonl").write_text('{"file": 1}\n')
    (tmp_path / "folder").mkdir()
    os.mkfifo(tmp_path / "pipe")
    before = (tmp_path / "exam.json").read_bytes()

    with pytest.raises(UsageError, match=said):
        import_bank(order("exam.json", out=tmp_path / "out.json", refused=tmp_path / place))
    assert before == (tmp_path / "exam.json").read_bytes()
    assert not (tmp_path / "out.json").exists()


def test_a_document_is_never_written_over_its_source(tmp_path, order):
    for name in ("exam.json", "dataset/general/bank.json"):
        write(tmp_path / name, questions())

    with pytest.raises(UsageError, match="would be written over a source"):
        import_bank(order("exam.json", out=tmp_path / "exam.json", is_replacing=True))
    with pytest.raises(UsageError, match="would be written over a source"):
        import_bank(order("dataset/general/bank.json", is_replacing=True))


def test_a_folder_is_no_document(tmp_path, order):
    write(tmp_path / "exam.json", questions())
    (tmp_path / "out.json").mkdir()

    with pytest.raises(UsageError, match=r"out\.json is no regular file"):
        import_bank(order("exam.json", out=tmp_path / "out.json"))


def test_what_cannot_be_looked_at_is_named(tmp_path, order, monkeypatch):
    write(tmp_path / "exam.json", questions())
    long = "x" * 300
    (tmp_path / "ring.zip").symlink_to("ring.zip")

    for told in (
        order(f"{long}.json"),
        order("exam.json", images=tmp_path / long),
        order("exam.json", images=tmp_path / "ring.zip"),
        order("exam.json", out=tmp_path / f"{long}.json"),
        order("exam.json", images=Path("/dev/zero")),
    ):
        with pytest.raises(StoreError, match=r"cannot be read: |no regular file"):
            import_bank(told)
    assert ["exam.json", "ring.zip"] == sorted(path.name for path in tmp_path.iterdir())

    def forbidden(path, **_):
        raise PermissionError(13, "Permission denied")

    monkeypatch.setattr("pathlib.Path.stat", forbidden)
    with pytest.raises(StoreError, match=r"exam\.json cannot be read: Permission denied"):
        import_bank(order("exam.json"))


def test_a_folder_that_cannot_be_made_is_named(tmp_path, order):
    write(tmp_path / "exam.json", questions())
    (tmp_path / "dataset").write_text("a file")

    with pytest.raises(StoreError, match=r"cannot be (?:read|written)"):
        import_bank(order("exam.json"))


def test_the_order_of_the_sources_changes_nothing(tmp_path, order):
    for name in "cab":
        write(tmp_path / f"exams/{name}.json", questions(1, question=f"What is {name}?"))
    out = tmp_path / "out.json"

    documents = []
    for names in ("abc", "cab", "bca"):
        import_bank(order(*(f"exams/{name}.json" for name in names), out=out, is_replacing=True))
        documents.append(out.read_bytes())
    [whole] = import_bank(order("exams", out=out, is_replacing=True))

    assert 1 == len(set(documents))
    assert json.loads(documents[0])["items"] == [*whole.items]


def with_pictures(folder, names):
    return write(
        folder / "exam.json",
        [{**row, "image": image} for row, image in zip(questions(len(names)), names, strict=True)],
    )


def broken_archive(path):
    """Pictures of which only `a.png` can be shown to anybody."""
    with zipfile.ZipFile(path, "w") as archive:
        archive.writestr("a.png", picture())
        archive.writestr("text.png", b"no picture")
        archive.writestr("bomb.png", bytes(65 * 2**20), zipfile.ZIP_DEFLATED)
        archive.writestr("odd:name.png", picture())
        archive.writestr("torn.png", b"torn" * 9)
    path.write_bytes(path.read_bytes().replace(b"torn" * 9, b"born" * 9))


def test_pictures_that_nobody_could_be_shown_are_missing_and_the_document_is_valid(tmp_path, order):
    broken_archive(tmp_path / "images.zip")
    with_pictures(tmp_path, ["a.png", "a.png;text.png", "bomb.png", "odd:name.png", "torn.png"])

    [written] = import_bank(order("exam.json"))

    assert [None, True, True, True, True] == [item.get("images_missing") for item in written.items]
    assert [1, 1, 0, 0, 0] == [len(item.get("images", ())) for item in written.items]
    noted = written.oddities["pictures that cannot be read"]
    whys = ("is not a PNG", "unpacks to more than 64 MB", "leaves the document", "is broken")
    for i, (note, why) in enumerate(zip(noted, whys, strict=True), 1):
        assert note.startswith(f"q{i} (")
        assert why in note
    place = tmp_path / "dataset/general/exam.json"
    document, faults = read_document(place.name, place.read_bytes())
    images = [load_image(place, name) for question in document.questions for name in question.images]
    assert ([], 2, []) == (list(faults), len(images), [one for one in images if isinstance(one, str)])


def test_a_broken_file_of_a_folder_is_missing_and_not_brought(tmp_path, order):
    (tmp_path / "images").mkdir()
    (tmp_path / "images/a.png").write_bytes(picture())
    (tmp_path / "images/b.png").write_bytes(b"")
    with_pictures(tmp_path, ["a.png", "b.png"])

    [written] = import_bank(order("exam.json"))

    assert [None, True] == [item.get("images_missing") for item in written.items]
    assert ["a.png"] == [path.name for path in (tmp_path / "dataset/general/exam_images").iterdir()]


def test_other_pictures_in_the_way_stop_an_import_before_it_writes(tmp_path, order):
    (tmp_path / "images").mkdir()
    (tmp_path / "images/a.png").write_bytes(picture())
    there = tmp_path / "dataset/general/exam_images/a.png"
    there.parent.mkdir(parents=True)
    there.write_bytes(picture(size=(4, 4)))
    with_pictures(tmp_path, ["a.png"])

    with pytest.raises(StoreError, match=r"a\.png is there already, and is not"):
        import_bank(order("exam.json"))
    assert [] == places(tmp_path)
    import_bank(order("exam.json", is_replacing=True))
    assert picture() == there.read_bytes()


def test_an_archive_of_any_name_beside_the_document_is_one_there(tmp_path, order):
    place = tmp_path / "dataset/general/pictures.bin"
    place.parent.mkdir(parents=True)
    with zipfile.ZipFile(place, "w") as archive:
        archive.writestr("a.png", picture())
    with_pictures(tmp_path, ["a.png"])

    [written] = import_bank(order("exam.json", images=place))

    assert ["exam_images.zip/a.png"] == written.items[0]["images"]


def test_a_table_of_a_known_format_is_told(tmp_path, order):
    row = {"index": 1, "question": "Which?", "A": "a", "B": "b", "C": "c", "D": "d", "correct_option": "B"}
    write(tmp_path / "exam.json", [row])

    [written] = import_bank(order("exam.json"))

    assert ["import worldmedqa"] == written.oddities[
        "a format of its own is known for these columns, and tells more"
    ]


def test_what_is_in_an_archive_and_no_data_is_told(tmp_path, order):
    with zipfile.ZipFile(tmp_path / "exam.zip", "w") as packed:
        packed.writestr("exam.json", json.dumps(questions()))
        packed.writestr("README.md", "about it")
        packed.writestr("a.png", b"")

    [written] = import_bank(order("exam.zip", is_dry=True))

    assert any(one.endswith("no data by their names: README.md") for one in written.oddities)
