"""The probability of each option is taken where the reader read the answer, and nowhere else."""

import pytest
from ask_builders import reply
from builders import question

from omnibench.judge.outcome import read_reply
from omnibench.kinds.probabilities import option_probabilities
from omnibench.records import Token

OPTIONS = {"A": "Aspirin", "B": "Heparin", "C": "Colchicine"}


def of(*tokens, text=None, asked=None):
    """Option probabilities of an answer that came in these tokens: a text, or its likely texts."""
    written = [token if isinstance(token, dict) else {token: 1.0} for token in tokens]
    told = tuple(Token(next(iter(likely)).encode(), tuple(likely.items())) for likely in written)
    text = text if text is not None else b"".join(token.content for token in told).decode().strip()
    asked = asked or question(options=OPTIONS, expected=("B",))
    came = reply(text, tokens=told)
    return option_probabilities(came, read_reply(came.text, asked), asked)


def test_a_letter_alone():
    assert {"A": 0.2, "B": 0.7} == of({"B": 0.7, "A": 0.2, "Heparin": 0.1})


def test_every_way_to_write_a_letter_counts_for_it():
    likely = {" B": 0.4, "B": 0.2, "(b": 0.1, "**B": 0.05, " A": 0.2, "C.": 0.03, "The": 0.02}

    assert {"A": 0.2, "B": 0.75, "C": 0.03} == of("The answer is", likely, ".")


def test_letters_before_the_final_answer_are_not_it():
    tokens = ("A", " is", " wrong", ".", " The", " answer", " is", {" B": 0.9, " C": 0.1}, ".")

    assert {"B": 0.9, "C": 0.1} == of(*tokens)


def test_thoughts_among_the_tokens_are_passed_over():
    thoughts = ({"B": 0.5, "A": 0.5}, " maybe", ".", "</think>", "\n\n")

    assert {"B": 0.8, "C": 0.2} == of(*thoughts, {"B": 0.8, "C": 0.2}, text="B")


def test_the_sign_of_the_end_is_no_part_of_the_answer():
    asked = question(options={**OPTIONS, "E": "Insulin"}, expected=("E",))

    assert {"A": 0.2, "E": 0.7} == of({"E": 0.7, "A": 0.2}, "<|END_OF_TURN_TOKEN|>", text="E", asked=asked)


def test_places_are_counted_in_bytes():
    assert {"B": 0.6, "A": 0.4} == of("Die Antwort für Ödeme ist", ":", {" B": 0.6, " A": 0.4})


def test_a_label_is_known_by_how_it_begins():
    asked = question(kind="label", options={}, labels=("POSITIVE", "NEGATIVE"), expected=("POSITIVE",))
    tokens = ({"POS": 0.6, "NEG": 0.3, "Pos": 0.05, "I": 0.05}, "ITIVE")

    assert {"POSITIVE": 0.65, "NEGATIVE": 0.3} == of(*tokens, asked=asked)


def test_a_name_that_another_begins_with_is_itself():
    numbered = {str(n): f"drug {n}" for n in range(1, 11)}

    assert {"1": 0.7, "10": 0.2} == of(
        {"1": 0.7, "10": 0.2}, asked=question(options=numbered, expected=("1",))
    )


def test_the_beginning_that_two_labels_share_names_none():
    asked = question(kind="label", options={}, labels=("STABLE", "STATIC"), expected=("STABLE",))

    assert None is of({"STA": 0.9}, "BLE", asked=asked)


@pytest.mark.parametrize(
    "tokens",
    [
        ("Hep", "arin"),  # in the option's words: no token names the letter
        ("I", " do", " not", " know"),
        ("A", " or", " B"),
    ],
)
def test_an_answer_that_no_single_token_names_has_none(tokens):
    assert None is of(*tokens)


def test_what_adds_up_to_more_than_one_is_no_probability():
    assert None is of({"B": 0.7, " B": 0.7})
    assert {"A": 0.5, "B": 0.5} == of({"B": 0.5, "A": 0.5})


def test_a_token_without_any_probability_has_none():
    asked = question(options=OPTIONS)
    came = reply("B", tokens=(Token(b"B", ()),))

    assert None is option_probabilities(came, read_reply("B", asked), asked)


def test_several_right_options_are_no_single_choice():
    asked = question(kind="multiple_choice", options=OPTIONS, expected=("A", "B"))

    assert None is of("B", asked=asked)


def test_tokens_of_another_text_say_nothing():
    assert None is of("C", text="B")
    assert None is option_probabilities(
        reply("B"), read_reply("B", question(options=OPTIONS)), question(options=OPTIONS)
    )
