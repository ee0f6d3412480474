"""Claims about fields, boxes and tags."""

from __future__ import annotations

import pytest

from omnibench.kinds.choices import build_choices
from omnibench.kinds.formal import fields
from omnibench.kinds.text import build_page

CHOICES = build_choices((("A", "Rest"), ("B", "Surgery"), ("C", "Aspirin"), ("D", "Heparin")))


@pytest.mark.parametrize(
    ("text", "how", "keys"),
    [
        ('{"answer": "B"}', "field", ("B",)),
        ('{"Answer": "B. Surgery"}', "field", ("B",)),
        ("{'answer': 'B'}", "field", ("B",)),
        ('{"answer": ["A", "C"]}', "field", ("A", "C")),
        ('{"answer": B}', "field", ("B",)),
        ('{"answer": "heparin"}', "field", ("D",)),
        ('{"answer": "The best one is B."}', "field", ("B",)),
        ('{"answer": "unknown"}', "field", ()),
        ('{"answer": "It\'s not listed, \\"sorry\\""}', "field", ()),
        ("\\boxed{B}", "box", ("B",)),
        ("\\boxed{\\text{B}}", "box", ("B",)),
        ("<answer>B</answer>", "tag", ("B",)),
        ("<final_answer> b </final_answer>", "tag", ("B",)),
    ],
)
def test_what_stands_inside_is_the_whole_answer(text: str, how: str, keys: tuple[str, ...]) -> None:
    assert [(how, keys)] == [(claim.how, claim.keys) for claim in fields(build_page(text), CHOICES)]


@pytest.mark.parametrize(
    "text", ['{"answer": ""}', "\\boxed{}", '{"answered": "B"}', "answer", '{"answer": {"text": 1}}']
)
def test_an_empty_or_foreign_form_claims_nothing(text: str) -> None:
    assert [] == list(fields(build_page(text), CHOICES))


def test_a_form_that_was_cut_is_not_formal() -> None:
    assert [False] == [claim.is_formal for claim in fields(build_page('{"answer": "B'), CHOICES)]


def test_the_span_counts_from_the_beginning_of_the_text() -> None:
    text = 'x {"answer": "C"}'
    (claim,) = fields(build_page(text), CHOICES)

    assert "C" == text[slice(*claim.span)]
