"""Claims about IgakuQA: what is not text alone has a picture."""

import pytest

from omnibench.sources.importers.igakuqa import adapt
from omnibench.sources.table import Row


@pytest.mark.parametrize("text_only", [True, False])
def test_a_question_that_is_not_text_alone_has_a_picture(text_only):
    fields = {"problem_id": "116A1", "text_only": text_only}

    assert {**fields, "_has_image": not text_only} == adapt(Row(place="line 1", fields=fields))


@pytest.mark.parametrize("fields", [{"number": "119A1", "has_image": True}, {"text_only": "perhaps"}])
def test_otherwise_the_row_stays_as_it_is(fields):
    assert fields == adapt(Row(place="line 1", fields=fields))
