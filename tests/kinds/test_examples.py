"""The examples that the page on grading shows are graded as it says."""

import pytest

from omnibench.kinds import KINDS
from omnibench.kinds.examples import GRADED, QUESTIONS

CASES = [(kind, graded) for kind, several in GRADED.items() for graded in several]


def test_every_kind_has_a_question_and_examples_of_each_verdict():
    assert set(KINDS) == set(QUESTIONS) == set(GRADED)
    for kind, several in GRADED.items():
        assert {graded.is_correct for graded in several} == (
            {True, None} if kind == "free_text" else {True, False}
        )


@pytest.mark.parametrize(("kind", "graded"), CASES, ids=[f"{kind}: {graded.text}" for kind, graded in CASES])
def test_an_example_is_graded_as_the_page_says(kind, graded):
    question = QUESTIONS[kind]
    reading = KINDS[kind].read(graded.text, question)
    assert graded.is_correct is KINDS[kind].is_correct(reading, question)
    for outcome in ("several", "no_answer", "refused"):
        if f"`{outcome}`" in graded.why:
            assert outcome == reading.outcome


@pytest.mark.parametrize("graded", GRADED["multiple_choice"], ids=lambda graded: graded.text)
def test_the_overlap_that_is_shown_is_the_one_that_is_stored(graded):
    from omnibench.judge.rules import overlap_of

    reading = KINDS["multiple_choice"].read(graded.text, QUESTIONS["multiple_choice"])
    shown = graded.why.split("`overlap` ")[1].split(":")[0] if "overlap" in graded.why else "1.0"
    assert float(shown) == overlap_of(reading, QUESTIONS["multiple_choice"])
