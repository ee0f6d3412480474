"""The table of rules is its own test."""

import pytest

from omnibench import read_answer
from omnibench.kinds.rules import EXAMPLE_OPTIONS, RULES

EXAMPLES = [(rule.name, *one) for rule in RULES for one in rule.examples]
COUNTER = [(rule.name, *one) for rule in RULES for one in rule.counter_examples]


@pytest.mark.parametrize(("name", "text", "answer"), EXAMPLES)
def test_a_rule_reads_its_examples(name, text, answer):
    reading = read_answer(text, EXAMPLE_OPTIONS)

    assert (answer, name) == (",".join(reading.answer), reading.how)


@pytest.mark.parametrize(("name", "text", "answer"), COUNTER)
def test_a_rule_leaves_its_counter_examples_alone(name, text, answer):
    reading = read_answer(text, EXAMPLE_OPTIONS)
    read = ",".join(reading.answer) if reading.outcome == "answered" else ""

    assert answer == read
    assert name != reading.how or not read


def test_every_rule_has_a_reason_examples_and_counter_examples():
    assert len(RULES) == len({rule.name for rule in RULES})
    assert [] == [rule.name for rule in RULES if not (rule.reason and rule.counter_examples)]
    assert ["odd_one"] == [rule.name for rule in RULES if not rule.examples]


def test_the_odd_one_is_read_where_it_is_asked_for():
    reading = read_answer("The incorrect statement is B.", EXAMPLE_OPTIONS, question="Which is NOT correct?")

    assert (("B",), "odd_one") == (reading.answer, reading.how)
