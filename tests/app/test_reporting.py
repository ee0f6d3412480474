"""Claims about the rows of a report."""

import pytest
from builders import bank, document_bytes, entry, item, verdict

from omnibench.app.reporting import load_rows
from omnibench.report.strata import tally_parts
from omnibench.report.tally import tally_models
from omnibench.store.result_file import ResultFile


def rows_of(folder, *items):
    """The rows of a result tree of one document."""
    path = folder / "general/x.json"
    path.parent.mkdir()
    path.write_bytes(document_bytes(*items))
    return load_rows(folder)


@pytest.mark.parametrize("voided", [{"voided": True}, {"deleted": True}, {"answer": "voided"}])
def test_answers_to_a_voided_question_are_not_counted(tmp_path, voided):
    results = {"m": entry(judge=verdict(), question_hash=None)}
    rows = rows_of(
        tmp_path, item("q1", model_results=results), item("q2", **{"model_results": results, **voided})
    )

    assert ["q1"] == [row.question_id for row in rows]
    assert [1] == [tally.n_asked for tally in tally_models(rows)]


@pytest.mark.parametrize(
    ("judge", "is_outdated"),
    [
        (verdict(expected="B"), True),
        (verdict(expected=None), True),
        (verdict(expected="A"), False),
        ({"is_correct": True}, False),
    ],
)
def test_a_verdict_on_an_older_expected_answer_counts_as_none(tmp_path, judge, is_outdated):
    rows = rows_of(tmp_path, item("q1", answer="A", model_results={"m": entry(judge=judge)}))
    (tally,) = tally_models(rows)

    assert [is_outdated] == [row.has_outdated_verdict for row in rows]
    assert (1, int(not is_outdated), int(is_outdated)) == (tally.n_asked, tally.n_graded, tally.n_unjudged)


def test_an_answer_without_a_verdict_has_no_outdated_one(tmp_path):
    (row,) = rows_of(tmp_path, item("q1", model_results={"m": entry()}))

    assert row.has_outdated_verdict is False


@pytest.mark.parametrize(
    ("metadata", "expected"),
    [
        ({"metadata": {"medical_task": "Diagnosis"}}, {"medical_task": "Diagnosis"}),
        ({}, {}),
        ({"metadata": None}, {}),
    ],
)
def test_a_row_knows_what_parts_its_question_belongs_to(tmp_path, metadata, expected):
    (row,) = rows_of(tmp_path, item("q1", model_results={"m": entry()}, **metadata))

    assert ("single_choice", expected) == (row.kind, row.metadata)


def test_before_the_first_swap_only_the_answers_are_known(tmp_path):
    path = tmp_path / "general/x.json"
    file = ResultFile(path)
    file.adopt(bank("q1"), ["q1"], {}, [])
    file.record_answer("q1", "m", entry(judge=verdict()))
    rows = load_rows(tmp_path)
    file.close()

    assert [("", {})] == [(row.kind, row.metadata) for row in rows]
    assert ["(none)", "all"] == [tally.part.value for tally in tally_parts(rows, "medical_task")]
