"""docs/importing.md shows what the program prints, and has a section for every format."""

import json
import re
import shlex

import pytest
from importer_banks import import_case
from importing_page import OUTPUT, PAGE, write_files
from processes import ROOT, run_main

from omnibench.errors import DataUnavailable, HubUnreachable, SourceInvalid, UsageError
from omnibench.sources.columns import Columns
from omnibench.sources.importers import IMPORTERS

FILES = (ROOT / "docs/files.md").read_text("utf-8")
SECTIONS = dict(
    re.findall(
        r"^### ([\w-]+)\n(.*?)(?=^### |\Z)", PAGE.partition("\n## Formats\n")[2], re.MULTILINE | re.DOTALL
    )
)


def plain(text):
    """A printed text without the blanks that put columns in line."""
    return [re.sub(r" {2,}", "  ", line.strip()) for line in text.strip().splitlines()]


@pytest.mark.parametrize("block", [*OUTPUT.finditer(PAGE)], ids=lambda block: block["command"])
def test_the_outputs_of_the_page_are_what_is_printed(block, tmp_path):
    write_files(tmp_path)
    done = run_main(*shlex.split(block["command"]), cwd=tmp_path)

    assert plain(block["text"]) == plain(done.stdout + done.stderr)
    assert f"python main.py {block['command']}" in PAGE or done.returncode == SourceInvalid.exit_code


def test_there_is_a_section_a_format_with_home_licence_and_command():
    assert set(IMPORTERS) == set(SECTIONS)
    for name, importer in IMPORTERS.items():
        if name == "table":
            continue
        assert f"Home <{importer.home}>; licence: {importer.licence}" in SECTIONS[name]
        assert f"\npython main.py import {name} " in SECTIONS[name]


def test_the_formats_with_a_hub_are_named():
    line = next(line for line in PAGE.splitlines() if line.endswith("have it.") and "`medqa`" in line)

    assert {name for name, importer in IMPORTERS.items() if importer.hub} == set(
        re.findall(r"`([^`]+)`", line)
    )


def test_every_role_and_exit_code_is_named():
    roles = next(line for line in PAGE.splitlines() if line.startswith("The roles of `--map`"))
    codes = {error.exit_code for error in (UsageError, SourceInvalid, DataUnavailable, HubUnreachable)}

    assert set(Columns.__dataclass_fields__) == set(re.findall(r"`([a-z_]+)`", roles))
    assert {0, 1, *codes} == {int(code) for code in re.findall(r"^\| (\d+) \|", PAGE, re.MULTILINE)}


def test_every_flag_is_explained():
    from omnibench.cli.main import build_parser, load_command

    text = build_parser("import", load_command("import")).format_help()
    flags = set(re.findall(r"(?<!-)--[a-z-]+", text)) - {"--help", "--version", "--debug", "--prompt"}

    assert {"--map", "--at"} <= flags
    assert {"--dataset-dir"} == {flag for flag in flags if flag not in PAGE}


def test_every_field_that_an_import_writes_is_described(tmp_path):
    section = FILES.partition("### What an import notes\n")[2].partition("\n## ")[0]
    done = import_case("headqa/with_gold", tmp_path, "--dry-run")
    [record] = done["record"]
    again = import_case("headqa/with_gold", tmp_path)
    [refused] = map(json.loads, again["refused"].splitlines())
    written = json.loads(again["document"])["dataset_meta"]["imported"]
    names = {*record, *record["counts"], *record["refused"][0], *refused, *written}
    names |= {f"files[].{name}" for file in written["files"] for name in file}

    assert {
        "files[].sha256",
        "files[].fields",
        "files[].columns",
        "items",
        "with one right option",
        "row",
    } <= names
    assert set() == {name for name in names if f"`{name}`" not in section}
