"""Thoughts that a provider leaves inside an answer are told apart from it, and nothing is lost."""

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from omnibench.kinds.reasoning import split_reasoning


@pytest.mark.parametrize(
    ("content", "answer", "reasoning"),
    [
        ("", "", ""),
        ("  B \n", "B", ""),
        ("p < 0.05 and a > b", "p < 0.05 and a > b", ""),
        ("<b>B</b>", "<b>B</b>", ""),
        ("<thinker>B</thinker>", "<thinker>B</thinker>", ""),
        ("<think>why</think>B", "B", "why"),
        ("<think>\nwhy\n</think>\n\nB\n", "B", "why"),
        ("<think></think>B", "B", ""),
        ("<think>\n\n</think>\n\nB", "B", ""),
        ("<THINK>why</Think>B", "B", "why"),
        ("why\n</think>\n\nB", "B", "why"),
        ("</think>B", "B", ""),
        ("why</think>", "", "why"),
        ("<think>why, and then the tokens ran out", "", "why, and then the tokens ran out"),
        ("<think>", "", ""),
        ("B <think>was it?", "B", "was it?"),
        ("First. <think>hm</think>Then B", "First. Then B", "hm"),
        ("<think>one</think>A<think>two</think>B", "AB", "one\ntwo"),
        ("<think>one</think>no<think>two</think>B</think>C", "C", "one\ntwo\nno\nB"),
        ("<think>one <think>two</think>B", "B", "one <think>two"),
        ("one</think>two</think>B", "B", "one\ntwo"),
        ("<thinking>why</thinking>B", "B", "why"),
        ("<thought>why</thought>B", "B", "why"),
        ("<reasoning>why</reasoning>B", "B", "why"),
        ("<seed:think>why</seed:think>B", "B", "why"),
        ("<|channel|>analysis<|message|>why<|end|><|start|>assistant<|channel|>final<|message|>B", "B", "why"),
        ("<|channel|>analysis<|message|>why<|channel|>final<|message|>B", "B", "why"),
        ("<|channel|>analysis why<|channel|>final B", "B", "why"),
        ("<|channel|>analysis<|message|>why", "", "why"),
        ("[THINK]why[/THINK]B", "B", "why"),
        ("<unused94>thought\nwhy<unused95>B", "B", "why"),
        ("◁think▷why◁/think▷B", "B", "why"),
        ("<|begin_of_thought|>why<|end_of_thought|>B", "B", "why"),
        ("## Thinking\n\nwhy\n\n## Final Response\n\nB", "B", "why"),
        ("## Thinking\n\nwhy", "", "why"),
        ("[1] B", "[1] B", ""),
    ],
)  # fmt: skip
def test_answer_and_reasoning(content, answer, reasoning):
    assert (answer, reasoning) == split_reasoning(content)


TAGS = [
    "<think>",
    "</think>",
    "<thinking>",
    "</thinking>",
    "<|channel|>analysis<|message|>",
    "<|channel|>final<|message|>",
]
WORDS = ["one ", "two ", "B ", "\n", "p < 0.05 "]


@given(st.lists(st.sampled_from(TAGS + WORDS), max_size=12).map("".join))
def test_no_tag_stays_in_an_answer_and_no_word_is_lost(content):
    answer, reasoning = split_reasoning(content)
    for tag in TAGS:
        assert tag not in answer
        content = content.replace(tag, " ")
        reasoning = reasoning.replace(tag, " ")
    assert sorted(content.split()) == sorted(f"{answer} {reasoning}".split())


@given(st.text())
def test_any_text_is_split_and_what_was_split_off_stays_off(content):
    answer, _ = split_reasoning(content)
    assert answer == answer.strip()
    if not re.search(r"<(?:[/|]|think|thought|reasoning|seed)", content, re.IGNORECASE):
        assert (content.strip(), "") == split_reasoning(content)


def test_a_model_that_loops_on_a_tag_is_split_all_the_same():
    """A hundred thousand closing tags: a search that starts anew at each would hold the whole run up for minutes."""
    answer, reasoning = split_reasoning("so it is B" + "</think>" * 131_072 + "B")

    assert ("B", "so it is B") == (answer, reasoning)
