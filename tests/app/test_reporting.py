"""Claims about the rows of a report."""

import pytest
from builders import document_bytes, entry, item, verdict

from omnibench.app.reporting import load_rows
from omnibench.report.tally import tally_models


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
