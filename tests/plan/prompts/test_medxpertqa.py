"""MedXpertQA's prompt is the published one, and what it asks for is read back and nothing else."""

import pytest
from builders import question

from omnibench.kinds import KINDS
from omnibench.plan.prompt import build_messages, estimate_message_tokens, estimate_tokens, prompt_version
from omnibench.records import Image

TEN = {letter: f"finding {letter.lower()}{letter.lower()}" for letter in "ABCDEFGHIJ"}
SYSTEM = {"role": "system", "content": "You are a helpful medical assistant."}
PUBLISHED = """Answer the following multiple choice question. The last line of your response should be of the following format: 'ANSWER: [LETTER]' (without quotes) where [LETTER] is one of A,B. Think step by step before answering.

Which vitamin is needed to make collagen?

A) Vitamin A
B) Vitamin C"""


def asked(**changes):
    return question(options=TEN, expected=("B",), **changes)


def test_it_is_the_published_prompt_word_for_word():
    assert (SYSTEM, {"role": "user", "content": PUBLISHED}) == build_messages(question(), "medxpertqa")


def test_the_letters_are_those_of_the_question():
    _, user = build_messages(asked(), "medxpertqa")

    assert "[LETTER] is one of A,B,C,D,E,F,G,H,I,J. Think" in user["content"]
    assert user["content"].endswith("\nJ) finding jj")


def test_nothing_of_a_question_is_taken_for_a_place_to_fill():
    _, user = build_messages(
        question(text=" {letters} {0} \n", options={"A": " {question}", "B": "%s "}), "medxpertqa"
    )

    assert user["content"].endswith("answering.\n\n{letters} {0}\n\nA) {question}\nB) %s")


def test_images_follow_the_text_of_the_user():
    image = Image(name="a", media_type="image/png", sha256="", content=b"\x89PNG")
    messages = build_messages(question(), "medxpertqa", [image, image])

    url = {"type": "image_url", "image_url": {"url": "data:image/png;base64,iVBORw=="}}
    assert (SYSTEM, {"role": "user", "content": [{"type": "text", "text": PUBLISHED}, url, url]}) == messages
    assert estimate_tokens(SYSTEM["content"]) + estimate_tokens(PUBLISHED, 2) == estimate_message_tokens(
        messages
    )


def test_its_version_names_prompt_and_kind():
    assert "medxpertqa/single_choice/1" == prompt_version(question(), "medxpertqa")


# --- what it asks for is what is read --------------------------------------------------------------------


def read(text):
    return KINDS["single_choice"].read(text, asked())


@pytest.mark.parametrize("letter", TEN)
def test_the_last_line_wins_over_every_letter_of_the_reasoning(letter):
    text = f"Option A fits, and C is likely. I thought of D, but the best is E.\n\nANSWER: {letter}"

    assert ((letter,), True) == (read(text).answer, read(text).is_sure)


@pytest.mark.parametrize(
    "line", ["ANSWER: [B]", "**ANSWER: B**", "ANSWER: $B$", "Answer: B) finding bb", "ANSWER: (B)"]
)
def test_the_line_may_be_dressed(line):
    assert ("B",) == read(f"It is plain to see.\n{line}").answer


@pytest.mark.parametrize(
    "text",
    [
        "The patient most likely has vitamin D deficiency.",
        "Group A streptococcus was found.",
        "I cannot answer this question.",
        "I think that this needs a biopsy.",
        "ANSWER: Don't know",
        "ANSWER: None of the above",
        "ANSWER: [LETTER]",
        "ANSWER: K",
        "A 45-year-old man has hepatitis B and C.",
    ],
)
def test_a_letter_in_prose_is_no_answer(text):
    assert () == read(text).answer


def test_the_prompt_said_back_is_no_right_answer():
    _, user = build_messages(asked(), "medxpertqa")
    said_back = read(user["content"].partition("\n")[0])

    assert "several" == said_back.outcome
    assert not KINDS["single_choice"].is_correct(said_back, asked())


@pytest.mark.parametrize(
    "text", ["A 45-year-old man ... the best choice is D.", "I think the correct answer is D."]
)
def test_what_prose_calls_the_answer_is(text):
    assert ("D",) == read(text).answer
