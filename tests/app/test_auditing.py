"""Draws from a result tree, writes three files and nothing else, and measures what comes back."""

import csv
import io
import json

import pytest
from builders import document_bytes, entry, item, verdict

from omnibench.app import auditing
from omnibench.app.auditing import draw_audit, read_audit
from omnibench.app.rejudging import Selection
from omnibench.errors import AuditInvalid, DiskFull, ResultCorrupt, UsageError
from omnibench.store.files import replace_file

LLM = "llm_judge_j"


def result(text="The answer is A.", **changes):
    """An entry with a verdict of a judge model."""
    judge = {"judge_method": LLM, **changes.pop("judge", {})}
    return entry(text, question_hash=None, judge=verdict(**judge), **changes)


def write(folder, items, results):
    """A bank, and its result tree with results per question."""
    for tree, held in (("dataset", {}), ("result", results)):
        path = folder / tree / "general/x.json"
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(
            document_bytes(*({**one, "model_results": held.get(one["question_id"], {})} for one in items))
        )


@pytest.fixture
def tree(tmp_path):
    """Twelve answers of two models; those of `n` are called wrong."""
    names = [f"q{i}" for i in range(6)]
    wrong = {"is_correct": False}
    write(
        tmp_path,
        [item(name) for name in names],
        {
            name: {
                "m": result(model="maker/m"),
                "n": result("<think>secret</think>The answer is B.", model="maker/n", judge=wrong),
            }
            for name in names
        },
    )
    return tmp_path


def selection(folder, **changes):
    return Selection(dataset_dir=folder / "dataset", result_dir=folder / "result", **changes)


def drawn(folder, n=8, seed=1, **changes):
    return draw_audit(selection(folder, **changes), folder / "audit", n, seed)


def snapshot(folder):
    return {
        path: path.read_bytes() for path in folder.rglob("*") if path.is_file() and "audit" not in path.parts
    }


def rows_of(folder):
    text = (folder / "audit/sheet.csv").read_text("utf-8-sig")
    return list(csv.DictReader(io.StringIO(text, newline="")))


def fill(folder, word_of):
    """Fill the sheet by what the key says of each case."""
    cases = {case["audit_id"]: case for case in json.loads((folder / "audit/key.json").read_text())["cases"]}
    path = folder / "audit/sheet.csv"
    lines = ["audit_id,human"] + [f"{name},{word_of(case)}" for name, case in cases.items()]
    path.write_text("\n".join(lines), "utf-8")
    return path


def true_word(case):
    return "right" if case["is_correct"] else "wrong"


def test_three_files_are_written_and_nothing_else_is_touched(tree):
    before = snapshot(tree)
    done = drawn(tree)

    assert before == snapshot(tree)
    assert ["key.json", "sheet.csv", "sheet.html"] == sorted(path.name for path in (tree / "audit").iterdir())
    assert (12, 8, 8) == (done.n_answers, len(done.key.cases), len(rows_of(tree)))


def test_the_person_sees_no_model_no_verdict_and_no_reasoning(tree):
    drawn(tree)
    shown = (tree / "audit/sheet.csv").read_text("utf-8-sig") + (tree / "audit/sheet.html").read_text("utf-8")

    assert {"The answer is A.", "The answer is B."} == {row["answer"] for row in rows_of(tree)}
    for hidden in (
        "secret",
        "think>",
        LLM,
        "is_correct",
        "disputed",
        "general/x.json",
        "maker",
        "question_id",
    ):
        assert hidden not in shown


def test_what_is_right_stands_on_the_sheet(tree):
    drawn(tree)

    assert {"A. this"} == {row["expected"] for row in rows_of(tree)}
    assert {""} == {row["human"] for row in rows_of(tree)}


def test_only_whole_answers_with_a_verdict_on_todays_question_are_drawn(tmp_path):
    no_verdict = {"is_correct": None}
    write(
        tmp_path,
        [item("q1"), item("q2"), item("q3", voided=True)],
        {
            "q1": {
                "cut": result(status="truncated"),
                "silent": entry("A", question_hash=None),
                "unsaid": result(judge=no_verdict),
                "older": result(judge={"expected": "B"}),
                "edited": {**result(), "question_hash": "q1:other"},
                "good": result(),
            },
            "q2": {"good": result()},
            "q3": {"good": result()},
        },
    )
    done = drawn(tmp_path)

    assert [("good", "q1"), ("good", "q2")] == sorted(
        (case.stratum.model_key, case.question_id) for case in done.key.cases
    )
    assert 2 == done.n_answers


def test_an_answer_that_sure_rules_contradict_is_disputed(tmp_path):
    by_rules = {"judge_method": "rule_based_v1"}
    write(
        tmp_path,
        [item("q1")],
        {
            "q1": {
                "model": result("The answer is B."),
                "rules": result("The answer is B.", judge=by_rules),
                "unsure": result("Perhaps."),
            }
        },
    )
    found = {case.stratum.model_key: case for case in drawn(tmp_path).key.cases}

    assert {"model": True, "rules": False, "unsure": False} == {
        name: case.stratum.is_disputed for name, case in found.items()
    }
    assert {"model": False, "rules": False, "unsure": None} == {
        name: case.rule_is_correct for name, case in found.items()
    }


@pytest.mark.parametrize("name", ["m", "maker/m"])
def test_models_are_chosen_by_key_or_id(tree, name):
    assert {"m"} == {case.stratum.model_key for case in drawn(tree, models=(name,)).key.cases}


def test_a_model_without_answers_is_named(tree):
    with pytest.raises(UsageError) as raised:
        drawn(tree, models=("m", "gone"))

    assert "there is no stored answer of gone" == raised.value.message
    assert "`report`" in raised.value.hint


def test_the_same_seed_writes_the_same_files(tree):
    drawn(tree)
    first = {path.name: path.read_bytes() for path in (tree / "audit").iterdir()}
    draw_audit(selection(tree), tree / "again", 8, 1)
    draw_audit(selection(tree), tree / "other", 8, 2)

    assert first == {path.name: path.read_bytes() for path in (tree / "again").iterdir()}
    assert first["key.json"] != (tree / "other/key.json").read_bytes()


@pytest.mark.parametrize("name", ["sheet.csv", "sheet.html", "key.json"])
def test_a_file_of_an_earlier_audit_is_never_written_over(tree, name):
    (tree / "audit").mkdir()
    (tree / "audit" / name).write_text("mine")
    with pytest.raises(UsageError, match=f"{name} is there already"):
        drawn(tree)

    assert [name] == [path.name for path in (tree / "audit").iterdir()]
    assert "mine" == (tree / "audit" / name).read_text()


@pytest.mark.parametrize("place", ["result", "result/audit", "dataset/general", "link"])
def test_an_audit_is_never_written_into_a_tree(tree, place):
    (tree / "link").symlink_to(tree / "result")
    before = snapshot(tree)
    with pytest.raises(UsageError, match="where an audit writes nothing"):
        draw_audit(selection(tree), tree / place, 8, 1)

    assert before == snapshot(tree)


@pytest.mark.parametrize("place", ["ring", "ring/audit", "x" * 300, "file"])
def test_a_place_that_cannot_be_written_is_said(tree, place):
    (tree / "ring").symlink_to("ring")
    (tree / "file").write_text("mine")
    with pytest.raises(DiskFull, match="cannot be written"):
        draw_audit(selection(tree), tree / place, 8, 1)


def test_a_link_that_leads_nowhere_is_not_written_through(tree):
    (tree / "audit").mkdir()
    (tree / "audit/sheet.csv").symlink_to(tree / "result/sheet.csv")
    with pytest.raises(UsageError, match=r"sheet\.csv is there already"):
        drawn(tree)

    assert not (tree / "result/sheet.csv").exists()


@pytest.mark.parametrize("failure", [KeyboardInterrupt, DiskFull("no space")])
def test_an_audit_is_written_whole_or_not_at_all(tree, failure, monkeypatch):
    written = []

    def fail_at_the_last(path, content):
        written.append(path.name)
        if len(written) == 3:
            path.write_bytes(content[:9])
            raise failure
        replace_file(path, content)

    monkeypatch.setattr(auditing, "replace_file", fail_at_the_last)
    with pytest.raises((KeyboardInterrupt, DiskFull)):
        drawn(tree)

    assert ["key.json", "sheet.html", "sheet.csv"] == written
    assert [] == list((tree / "audit").iterdir())


def test_a_tree_without_verdicts_is_said_and_leaves_no_folder(tmp_path):
    write(tmp_path, [item("q1")], {"q1": {"m": entry("A", question_hash=None)}})
    with pytest.raises(UsageError, match="no stored answer with a verdict"):
        drawn(tmp_path)

    assert not (tmp_path / "audit").exists()


def test_a_result_that_cannot_be_read_is_named(tree):
    (tree / "result/general/x.json").write_text("{")
    with pytest.raises(ResultCorrupt):
        drawn(tree)


def test_images_of_a_question_stand_on_the_page(tmp_path):
    picture = b"\x89PNG\r\n\x1a\n" + b"\0" * 8
    (tmp_path / "dataset/general").mkdir(parents=True)
    (tmp_path / "dataset/general/scan.png").write_bytes(picture)
    write(tmp_path, [item("q1", images=["scan.png"])], {"q1": {"m": result()}})
    drawn(tmp_path)

    assert '<img src="data:image/png;base64,iVBORw0KGgoAAAAAAAAAAA==" alt="scan.png">' in (
        tmp_path / "audit/sheet.html"
    ).read_text("utf-8")
    assert "[image: scan.png]" in rows_of(tmp_path)[0]["question"]


def test_a_filled_sheet_is_measured_without_the_trees(tree):
    drawn(tree)
    sheet = fill(tree, true_word)
    for path in (tree / "dataset/general/x.json", tree / "result/general/x.json"):
        path.unlink()
    audit = read_audit(sheet)

    assert (8, 8, 1.0) == (audit.n_drawn, audit.n_audited, audit.judge["agreement"].value)
    assert {"m": 1.0, "n": 0.0} == {one.model_key: one.corrected for one in audit.models}


def test_the_key_may_lie_elsewhere(tree):
    drawn(tree)
    sheet = fill(tree, true_word)
    moved = (tree / "audit/key.json").rename(tree / "hidden.json")
    with pytest.raises(UsageError, match=r"there is no file .*key\.json"):
        read_audit(sheet)

    assert 8 == read_audit(sheet, moved).n_audited


def test_a_sheet_with_faults_is_refused_with_all_of_them(tree):
    drawn(tree)
    with pytest.raises(AuditInvalid) as raised:
        read_audit(fill(tree, lambda case: "maybe"))

    assert "8 faults in 1 audit file" == raised.value.message
    assert (22, "row 2, line 2") == (raised.value.exit_code, raised.value.faults[0].item)


def test_a_sheet_that_is_not_there_is_named(tree):
    with pytest.raises(UsageError, match=r"there is no file .*filled\.csv"):
        read_audit(tree / "filled.csv")


def test_a_picture_that_no_browser_shows_stands_on_the_page_as_one_that_it_does():
    from picture_files import picture

    from omnibench.app.auditing import _data_url
    from omnibench.records import Image

    def shown(name, content):
        return _data_url(Image(name="x", media_type=f"image/{name}", sha256="", content=content)).split(";")[
            0
        ]

    assert "data:image/png" == shown("tiff", picture("TIFF"))
    assert "data:image/gif" == shown("gif", picture("GIF"))
    assert "data:image/tiff" == shown("tiff", b"II*\x00 broken")
