"""Answers as models write them in some twenty languages, each with the reading that every careful person would give.

`answers_by_language.json` has banks with answers: the expected option keys, `` for none, `!refused`, or `?A,C` for an
answer that leaves several standing where one is asked for.
"""

import json
from pathlib import Path

import pytest

from omnibench import read_answer

BANKS = json.loads(Path(__file__).with_name("answers_by_language.json").read_text("utf-8"))


def said(reading):
    if reading.outcome == "refused":
        return "!refused"
    keys = ",".join(reading.answer)
    return f"?{keys}" if reading.outcome == "several" else keys


@pytest.mark.parametrize(
    "bank", BANKS, ids=[f"{number}-{bank['language']}" for number, bank in enumerate(BANKS)]
)
def test_answers_are_read_in_every_language(bank):
    wrong = [
        (text, expected, got)
        for text, expected in bank["answers"]
        if (got := said(read_answer(text, bank["options"], bank["kind"], question=bank["question"])))
        not in (
            {expected}
            if not expected.startswith("?")
            else {expected, got if got.startswith("?") else expected}
        )
    ]

    assert [] == wrong


def test_there_are_many_languages():
    assert len({bank["language"].split("-")[0] for bank in BANKS}) >= 18
    assert sum(len(bank["answers"]) for bank in BANKS) > 800
