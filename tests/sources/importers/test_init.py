"""Claims about every format: its bank becomes exactly this document, whole, twice the same, and valid."""

import csv
import io
import json
import re
from pathlib import PurePosixPath

import pytest
from importer_banks import CASES, FIXTURES, NOT_YET, document_of, expected, given, import_case
from openpyxl import load_workbook

from omnibench.app.validating import validate
from omnibench.cli.exit_codes import DONE, SOME_ERRORS
from omnibench.errors import SourceInvalid
from omnibench.sources.importers import IMPORTERS
from omnibench.sources.recognise import is_key_table
from omnibench.sources.rows import HowToRead, read_table
from omnibench.sources.table import SourceFile
from omnibench.store.files import list_files


def marked(cases):
    return [
        pytest.param(case, marks=pytest.mark.xfail(reason=NOT_YET[case])) if case in NOT_YET else case
        for case in cases
    ]


DOCUMENTS = [case for case in CASES if expected(case, "expected.json")]
SAID_OTHERWISE = {"has_image": "images, or images_missing", "text_only": "the same"}
"""Fields of which nothing need stand in an item but what is named."""
MARK = "Answer Choices:"


def leaves(value, name=""):
    """Every text and number in a value."""
    if isinstance(value, dict):
        return [leaf for inner, held in value.items() for leaf in leaves(held, inner)]
    if isinstance(value, list):
        return [leaf for held in value for leaf in leaves(held, name)]
    is_nothing = value is None or value == -1 or not str(value).strip()
    return [] if is_nothing or name in SAID_OTHERWISE else [str(value)]


def names(value):
    """Every name of a field in a value."""
    if isinstance(value, list):
        return [name for held in value for name in names(held)]
    return (
        [*value, *(name for held in value.values() for name in names(held))]
        if isinstance(value, dict)
        else []
    )


def folded(text):
    """A text without case and without what stands between words, line breaks among it, however they are written."""
    return " ".join(re.findall(r"\w+", text.replace(MARK, "").replace("\\n", "\n").casefold()))


def told(value):
    """What an item or a header tells: texts, numbers, names of fields, and the options that an answer names."""
    found = [*leaves(value), *names(value)]
    return {folded(part) for text in found for part in (text, *(text.split(",") if len(text) < 20 else ()))}


def lost(values, known):
    """The values that do not stand in what is known, as they are or, like options in one text, in parts."""
    words = {word for text in known for word in text.split()}
    missing = [value for value in values if folded(value) not in known]
    return [value for value in missing if not set(folded(value).split()) <= words]


def source_values(path, *, has_header):
    """The values in a file, read by nothing that an import uses."""
    if path.suffix == ".xlsx":
        return leaves([list(row) for row in load_workbook(path).active.values][1:])
    text = path.read_text("utf-8-sig")
    if path.suffix in (".csv", ".tsv", ".gold"):
        delimiter = max(",;\t", key=text.splitlines()[0].count)
        rows = list(csv.reader(io.StringIO(text), delimiter=delimiter))
        return leaves(rows[has_header and path.suffix != ".gold" :])
    try:
        return leaves(json.loads(text))
    except ValueError:
        return leaves([json.loads(line) for line in text.splitlines()])


@pytest.fixture(params=marked(DOCUMENTS))
def case(request):
    return request.param


def test_every_format_has_a_bank_and_every_bank_a_format():
    assert set() == set(IMPORTERS) ^ {PurePosixPath(case).parts[0] for case in CASES}
    assert set(IMPORTERS) == {PurePosixPath(case).parts[0] for case in DOCUMENTS}


def test_no_case_lacks_an_expectation():
    found = {path.name for path in FIXTURES.glob("*/*/*")}

    assert {"given", "flags.txt", "expected.json", "refused.jsonl", "fault.txt"} == found
    assert [] == [
        case for case in CASES if not expected(case, "expected.json") and not expected(case, "fault.txt")
    ]


def test_every_form_that_an_importer_knows_is_met():
    def columns_of(case):
        files = json.loads(expected(case, "expected.json"))["dataset_meta"]["imported"]["files"]
        return [file["columns"] for file in files if "columns" in file]

    met = {(case.split("/")[0], columns["question"], tuple(columns.get("options", ()))[:1], bool(columns.get("answer")))
           for case in DOCUMENTS for columns in columns_of(case)}  # fmt: skip
    known = {
        (name, form.question, form.options[:1], bool(form.answer))
        for name, importer in IMPORTERS.items()
        for form in importer.forms
    }

    assert set() == known - met


@pytest.mark.parametrize("case", marked(CASES))
def test_a_bank_becomes_exactly_this(case, tmp_path):
    done = import_case(case, tmp_path)

    assert expected(case, "expected.json").decode() == done["document"].decode()
    assert expected(case, "refused.jsonl").decode() == done["refused"].decode()
    assert expected(case, "fault.txt").decode() == done["fault"].decode()
    codes = {(True, False): DONE, (True, True): SOME_ERRORS, (False, False): SourceInvalid.exit_code}
    assert codes[bool(done["document"]), bool(done["refused"])] == done["code"]


def test_a_second_import_changes_nothing(case, tmp_path):
    first = import_case(case, tmp_path / "a")
    again = import_case(case, tmp_path / "a")
    elsewhere = import_case(case, tmp_path / "b")

    assert first["document"] == again["document"] == elsewhere["document"]
    assert [(True, False)] == list(
        zip(
            [one["is_written"] for one in first["record"]],
            [one["is_written"] for one in again["record"]],
            strict=True,
        )
    )


def test_nothing_of_a_bank_is_lost(case, tmp_path):
    done = import_case(case, tmp_path)
    document = json.loads(done["document"])
    refused = [json.loads(line) for line in done["refused"].splitlines()]
    has_header = b"--no-header" not in expected(case, "flags.txt")
    values = [value for path in given(case) for value in source_values(path, has_header=has_header)]

    assert values
    assert [] == lost(values, set().union(*map(told, [document, *refused])))


def test_nothing_of_a_row_is_lost(case, tmp_path):
    done = import_case(case, tmp_path)
    document = json.loads(done["document"])
    refused = {
        (line["file"], line["place"].partition(" (")[0])
        for line in map(json.loads, done["refused"].splitlines())
    }
    how = HowToRead(
        has_header=IMPORTERS[case.split("/")[0]].has_header,
        at="questions" if b"--at questions" in expected(case, "flags.txt") else None,
    )
    tables = [read_table(SourceFile(name=path.name, content=path.read_bytes()), how) for path in given(case)]
    rows = [
        row
        for table in tables
        if not is_key_table(table)
        for row in table.rows
        if (table.file, row.place) not in refused
    ]

    assert [] == [
        (row.place, missing)
        for row, item in zip(rows, document["items"], strict=True)
        if (missing := lost(leaves({**row.fields, "_group": ""}), told(item)))
    ]


def test_every_row_is_accounted_for(case, tmp_path):
    [record] = import_case(case, tmp_path)["record"]

    assert record["n_read"] == record["n_kept"] + len(record["refused"])
    assert record["n_kept"] == len(json.loads(expected(case, "expected.json"))["items"])


def test_what_is_written_is_valid(case, tmp_path):
    import_case(case, tmp_path)
    found = validate(tmp_path / "dataset", [])

    assert ((), ()) == (found.faults, found.ignored)
    assert [f"general/{document_of(case, '').name}"] == [one.path for one in found.checked]


def test_pictures_lie_beside_the_document_as_they_came(tmp_path):
    import_case("medxpertqa/mm", tmp_path)
    import_case("igakuqa/119", tmp_path)
    packed = FIXTURES / "medxpertqa/mm/given/images.zip"

    assert packed.read_bytes() == (tmp_path / "dataset/general/medxpertqa_mm_images.zip").read_bytes()
    assert {"igakuqa_119_images/119A4-1.png", "igakuqa_119_images/119A4-2.png"} == {
        name for name in list_files(tmp_path / "dataset/general") if "/" in name
    }
