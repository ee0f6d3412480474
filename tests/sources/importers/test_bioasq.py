"""Claims about BioASQ: only a question with one answer is asked."""

import pytest

from omnibench.sources.importers.bioasq import adapt
from omnibench.sources.importers.importer import RowRefused
from omnibench.sources.table import Row


def adapted(**fields):
    return adapt(Row(place="questions[0]", fields={"type": "yesno", "body": "Is it?", **fields}))


@pytest.mark.parametrize("kind", ["factoid", "list", "summary", None])
def test_other_types_are_refused_by_name(kind):
    with pytest.raises(RowRefused, match=f"is of type {kind}"):
        adapted(type=kind)


@pytest.mark.parametrize("answer", ["yes", ["yes"]])
def test_an_answer_is_a_text_or_a_list_of_it(answer):
    assert "yes" == adapted(exact_answer=answer)["exact_answer"]


def test_snippets_stand_before_the_question_in_their_order():
    snippets = [{"text": "One."}, {"document": "no text"}, {"text": "Two."}]

    assert ["One.", None, "Two."] == adapted(snippets=snippets)["_context"]
    assert [] == adapted(snippets=None)["_context"]
