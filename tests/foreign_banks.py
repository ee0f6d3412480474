"""Foreign banks as tables, and what the import makes of them."""

import json
import re

from omnibench.sources.bank import Choices, build
from omnibench.sources.importers import IMPORTERS
from omnibench.sources.table import Row, Table

FOUR = ["Fever", "Cough", "Rash", "Pain"]


def table(rows, file="bank.csv"):
    return Table(
        file=file, rows=tuple(Row(place=f"line {n}", fields=one) for n, one in enumerate(rows, start=2))
    )


def bank(answers, options=FOUR, **fields):
    """Rows of questions that differ in their answers alone."""
    return [
        {"id": f"q{n}", "question": f"Question {n}?", "options": options, "answer": answer, **fields}
        for n, answer in enumerate(answers, start=1)
    ]


def imported(*tables, name="table", pictures=None, **choices):
    """What becomes of tables, or of rows that stand for one."""
    given = [one if isinstance(one, Table) else table(one) for one in tables]
    return build(given, IMPORTERS[name], Choices(**choices), pictures)


def keys(*tables, **choices):
    """The answer of each question that was kept, by its id."""
    return {item["question_id"]: item.get("answer") for item in imported(*tables, **choices).items}


def reasons(*tables, **choices):
    return [fault.reason for fault, _ in imported(*tables, **choices).refused]


def leaves(value):
    """Every single value in a value."""
    if isinstance(value, dict):
        value = [*(key for key in value if len(key) == 1), *value.values()]
    if isinstance(value, str) and value[:1] + value[-1:] in ("[]", "{}"):
        value = json.loads(value)  # a cell that spells a list
    if isinstance(value, list | tuple):
        return [leaf for one in value for leaf in leaves(one)]
    return [value]


def lost(fields, item):
    """The values of a row's fields that stand nowhere in its item, blanks and the labels of options aside."""
    there = "\n".join(str(one) for one in leaves(item))
    return [
        (name, leaf)
        for name, value in fields.items()
        for leaf in leaves(value)
        for part in str(leaf).split("\n")
        if part.strip() not in there and re.sub(r"^[A-Z]\. ", "", part).strip() not in there
    ]
