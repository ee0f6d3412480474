"""Claims about counts by part: each value apart, all answers together once, nothing guessed."""

import csv
import io
import json

import pytest
from builders import entry, verdict
from hypothesis import given
from hypothesis import strategies as st

from omnibench.errors import UsageError
from omnibench.report.interval import wilson
from omnibench.report.strata import FIELDS, tally_parts, values_of
from omnibench.report.tally import Part, Row, tally_models
from omnibench.report.views import VIEWS

TEXT, MM = "general/medxpertqa_text.json", "general/medxpertqa_mm.json"


def row(
    is_correct=None,
    *,
    question_id="q",
    model_key="m",
    document=TEXT,
    kind="single_choice",
    status="ok",
    **metadata,
):
    """An answer with a verdict, or without one."""
    judge = None if is_correct is None else verdict(is_correct=is_correct)
    return Row(
        document=document,
        question_id=question_id,
        model_key=model_key,
        entry=entry(judge=judge, status=status),
        kind=kind,
        metadata=metadata,
    )


def shown(rows, field):
    """Model, value, asked, graded and correct of each row."""
    return [
        (one.model_key, one.part.value, one.n_asked, one.n_graded, one.n_correct)
        for one in tally_parts(rows, field)
    ]


def values(rows, field):
    return [one.part.value for one in tally_parts(rows, field)]


def test_each_document_stands_apart_and_all_answers_together():
    rows = [
        row(True),
        row(False),
        row(False),
        row(False),
        row(True, document=MM),
        row(document=MM, status="truncated"),
    ]
    mm, text, whole = tally_parts(rows, "document")

    assert [("m", MM, 2, 1, 1), ("m", TEXT, 4, 4, 1), ("m", "all", 6, 5, 2)] == shown(rows, "document")
    assert (0.5, 0.25, 2 / 6) == (mm.accuracy_asked, text.accuracy_asked, whole.accuracy_asked)
    assert 2 / 5 == whole.accuracy_graded  # not the mean of 1 and 1/4
    assert wilson(1, 4) == text.interval_graded
    assert [False, False, True] == [one.part.is_whole for one in (mm, text, whole)]


def test_the_whole_is_the_leaderboards_row():
    rows = [row(True, task="a"), row(False, task="b"), row(task="b"), row(True, task=["a", "b"])]
    (leader,) = tally_models(rows)
    *_, whole = tally_parts(rows, "task")

    assert Part(field="task", value="all", is_whole=True) == whole.part
    assert {**as_record(leader)} == {name: as_record(whole)[name] for name in as_record(leader)}


def as_record(tally):
    """A row as scripts see it."""
    return json.loads(VIEWS["json"]([tally]))["models"][0]


def test_an_answer_counts_under_each_of_its_values_and_once_in_all():
    rows = [row(True, organ=["Heart", "Kidney", "Heart"]), row(False, organ="Kidney")]

    assert [("m", "Heart", 1, 1, 1), ("m", "Kidney", 2, 2, 1), ("m", "all", 2, 2, 1)] == shown(rows, "organ")


def test_each_model_has_its_values_in_the_order_of_the_leaderboard():
    rows = [
        *(row(False, model_key="a_bad", task=task) for task in ("x", "y")),
        row(True, model_key="b_good", task="x"),
    ]

    assert [("b_good", "x"), ("b_good", "all"), ("a_bad", "x"), ("a_bad", "y"), ("a_bad", "all")] == [
        found[:2] for found in shown(rows, "task")
    ]


@pytest.mark.parametrize(
    "missing", [{}, {"task": None}, {"task": ""}, {"task": "  "}, {"task": []}, {"task": [None, ""]}]
)
def test_what_has_no_value_stands_under_none_below_the_others(missing):
    assert ["zebra", "(none)", "all"] == values([row(True, **missing), row(True, task="zebra")], "task")


def test_a_value_may_be_called_like_the_whole():
    parts = tally_parts([row(True, scope="all"), row(False, scope="some")], "scope")

    assert [("all", False), ("some", False), ("all", True)] == [
        (one.part.value, one.part.is_whole) for one in parts
    ]


def test_numbers_are_sorted_by_size_and_before_words():
    rows = [row(True, step=step) for step in (10, "9", 2.5, -1, "b", "B", "1e3", "٣")]

    assert ["-1", "2.5", "9", "10", "1e3", "B", "b", "٣", "all"] == values(rows, "step")


@pytest.mark.parametrize(
    ("value", "expected"),
    [
        (True, ("true",)),
        (0, ("0",)),
        (" Basic Science ", ("Basic Science",)),
        ({"b": 1, "a": "é"}, ('{"a": "é", "b": 1}',)),
        (["x", "", 1, ["y"]], ("x", "1", '["y"]')),
        ("=1+1", ("=1+1",)),
    ],
)
def test_any_value_becomes_a_text(value, expected):
    assert expected == values_of(row(task=value), "task")


@pytest.mark.parametrize(
    ("document", "year", "level"),
    [
        ("2024/attending/heart.json", "2024", "attending"),
        (TEXT, "(none)", "(none)"),
        ("general/2024/attending/heart.json", "(none)", "(none)"),
    ],
)
def test_year_and_level_are_those_of_the_folder(document, year, level):
    one = row(document=document)

    assert ((year,), (level,)) == (values_of(one, "year"), values_of(one, "level"))


def test_year_and_level_of_a_general_document_may_stand_in_its_metadata():
    here, exam = (
        row(year=2019, level="resident"),
        row(document="2024/senior/x.json", year=2019, level="resident"),
    )

    assert [("2019",), ("resident",)] == [values_of(here, field) for field in ("year", "level")]
    assert [("2024",), ("senior",)] == [values_of(exam, field) for field in ("year", "level")]


def test_kinds_are_told_apart():
    assert ["label", "single_choice", "(none)", "all"] == values(
        [row(True), row(True, kind="label"), row(True, kind="")], "kind"
    )


def test_a_field_that_no_question_has_is_refused_with_those_that_there_are():
    with pytest.raises(UsageError, match="no question has a field medical_taks in its metadata") as caught:
        tally_parts([row(True, medical_task="Diagnosis"), row(True, body_system="Skeletal")], "medical_taks")

    assert "There are document, year, level, kind, body_system, medical_task." == caught.value.hint


@pytest.mark.parametrize("field", FIELDS)
def test_the_fields_that_every_question_has_are_never_refused(field):
    assert "all" == values([row(True)], field)[-1]


def test_answers_whose_questions_are_not_known_yet_are_not_called_a_slip():
    assert ["(none)", "all"] == values([row(True, kind="")], "medical_task")


def test_an_empty_tree_has_no_parts():
    assert () == tally_parts([], "medical_task")


@given(
    st.lists(
        st.tuples(
            st.sampled_from("mn"), st.sampled_from([*"abc", None]), st.sampled_from([True, False, None])
        )
    )
)
def test_parts_of_a_field_with_one_value_add_up_to_the_whole(answers):
    rows = [row(is_correct, model_key=key, kind="", task=task) for key, task, is_correct in answers]
    for key in {key for key, _, _ in answers}:
        *parts, whole = [found[2:] for found in shown(rows, "task") if found[0] == key]

        assert whole == tuple(map(sum, zip(*parts, strict=True)))
        assert whole[0] == sum(one.model_key == key for one in rows)


# --- as scripts read them -------------------------------------------------------------------------------


def test_a_table_has_a_row_a_part_with_every_column_of_the_leaderboard():
    parts = tally_parts([row(True, task="=x"), row(False, task="y")], "task")
    first, *_, last = csv.DictReader(io.StringIO(VIEWS["csv"](parts)))
    plain = VIEWS["csv"](tally_models([row(True)])).splitlines()[0].split(",")

    assert [*plain[:2], "by", "value", "is_whole", *plain[2:]] == list(first)
    assert ("task", "'=x", "False", "1") == (first["by"], first["value"], first["is_whole"], first["asked"])
    assert ("task", "all", "True", "2", "0.5") == (
        last["by"], last["value"], last["is_whole"], last["asked"], last["accuracy_graded"],
    )  # fmt: skip


def test_an_object_a_part_stands_under_models():
    parts = tally_parts([row(True, task="x"), row(False)], "task")

    assert [("task", "x", False, 1.0), ("task", "(none)", False, 0.0), ("task", "all", True, 0.5)] == [
        (one["by"], one["value"], one["is_whole"], one["accuracy_graded"])
        for one in json.loads(VIEWS["json"](parts))["models"]
    ]
