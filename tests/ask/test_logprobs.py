"""Probabilities of tokens are read as servers send them, and in no other shape."""

import math

import pytest

from omnibench.ask.logprobs import tokens_of
from omnibench.records import Token


def told(token, p, **changes):
    return {"token": token, "logprob": math.log(p), **changes}


def rounded(tokens):
    return [(token.content, {text: round(p, 6) for text, p in token.likely}) for token in tokens]


def test_a_token_brings_its_alternatives_and_itself():
    sent = {"content": [told("B", 0.5, top_logprobs=[told("B", 0.5), told("A", 0.25)])]}

    assert [(b"B", {"B": 0.5, "A": 0.25})] == rounded(tokens_of(sent))


def test_a_token_that_was_drawn_though_others_were_likelier_is_among_them():
    sent = {"content": [told("C", 0.1, top_logprobs=[told("A", 0.6)])]}

    assert [(b"C", {"A": 0.6, "C": 0.1})] == rounded(tokens_of(sent))


def test_bytes_count_where_a_token_is_a_part_of_a_character():
    sent = {"content": [told("\ufffd", 0.5, bytes=[0xE4, 0xB8], top_logprobs=[])]}

    assert b"\xe4\xb8" == tokens_of(sent)[0].content


@pytest.mark.parametrize(
    "sent",
    [
        None,
        [],
        "B",
        {},
        {"content": None},
        {"content": ["B"]},
        {"content": {"token": "B"}},
        {"tokens": ["B"]},
    ],
)
def test_what_is_no_list_of_tokens_is_none(sent):
    assert () == tokens_of(sent)


@pytest.mark.parametrize(
    ("logprob", "likely"),
    [
        (None, ()),
        ("-1", ()),
        (True, ()),
        (float("nan"), ()),
        (float("-inf"), (("B", 0.0),)),
        (1e-7, (("B", 1.0),)),
        (0.2, ()),
        (-(10**400), ()),
        (10**400, ()),
        (-9999, (("B", 0.0),)),
    ],
)
def test_a_probability_is_from_0_to_1_or_left_out(logprob, likely):
    sent = {"content": [{"token": "B", "logprob": logprob, "bytes": [300], "top_logprobs": [7]}]}

    assert (Token(b"B", likely),) == tokens_of(sent)


def test_a_token_that_is_listed_twice_counts_once():
    sent = {"content": [told("B", 0.5, top_logprobs=[told("B", 0.5), told("B", 0.5), told("A", 0.25)])]}

    assert [(b"B", {"B": 0.5, "A": 0.25})] == rounded(tokens_of(sent))


def test_no_bytes_beside_a_text_are_not_told():
    assert b"B" == tokens_of({"content": [told("B", 0.5, bytes=[])]})[0].content
