"""Answers in the many forms that models give them, written without a look at the reader.

A row that is `left` says its answer in other words than the option's: rules leave it to a judge and never guess.
"""

import json
from pathlib import Path

import pytest

from omnibench import read_answer
from omnibench.kinds.rules import RULES

ROWS = json.loads(Path(__file__).with_name("answers_in_many_forms.json").read_text("utf-8"))
CLASSES = sorted({row["class"] for row in ROWS})


def full(row):
    return read_answer(
        row["text"],
        row.get("options"),
        row["kind"],
        labels=row.get("labels"),
        question=row.get("question", ""),
    )


def read(row):
    reading = full(row)
    return sorted(reading.answer) if reading.outcome == "answered" else []


@pytest.mark.parametrize("name", CLASSES)
def test_an_answer_is_read_in_every_form(name):
    rows = [row for row in ROWS if row["class"] == name]

    assert [] == [
        (row["id"], row["text"], row["expected"], got)
        for row in rows
        if (got := read(row)) != ([] if row.get("left") else sorted(row["expected"]))
    ]


def test_every_rule_that_reads_is_in_the_table():
    names = {rule.name for rule in RULES} | {"none"}
    hows = {full(row).how.removesuffix("_none") for row in ROWS}

    assert set() == hows - names


def test_few_answers_are_left_to_a_judge():
    assert sum(row.get("left", False) for row in ROWS) < 0.07 * len(ROWS)
