"""Claims about the messages that models see."""

from typing import get_args

import pytest
from builders import question
from hypothesis import given
from hypothesis import strategies as st

from omnibench.kinds import KINDS
from omnibench.kinds.kind import Style
from omnibench.plan.prompt import (
    build_messages,
    estimate_message_tokens,
    estimate_question_tokens,
    estimate_tokens,
    looks_cut,
    prompt_version,
)
from omnibench.plan.prompts import PROMPTS, STYLES
from omnibench.records import Image

BARE = {"options": {}, "labels": ("POSITIVE", "NEGATIVE")}
DIRECT = {
    "single_choice": """Which vitamin is needed to make collagen?

A. Vitamin A
B. Vitamin C

Answer with the letter of the one correct option and nothing else.""",
    "multiple_choice": """Which vitamin is needed to make collagen?

A. Vitamin A
B. Vitamin C

One or more options are correct. Answer with the letters of all correct options, separated by commas, and nothing else.""",
    "label": """Which vitamin is needed to make collagen?

Answer with exactly one of these labels and nothing else: POSITIVE, NEGATIVE.""",
    "free_text": """Which vitamin is needed to make collagen?

Give a short answer, without an explanation.""",
}


def asked(kind):
    return question(kind=kind, **({} if "choice" in kind else BARE))


@pytest.mark.parametrize("kind", KINDS)
def test_the_direct_prompt_is_the_question_its_options_and_one_instruction(kind):
    assert ({"role": "user", "content": DIRECT[kind]},) == build_messages(asked(kind), "direct")


@pytest.mark.parametrize("kind", KINDS)
def test_chain_of_thought_ends_with_an_answer_line(kind):
    (message,) = build_messages(asked(kind), "cot")
    head = DIRECT[kind].rsplit("\n\n", 1)[0]

    assert message["content"].startswith(f"{head}\n\n")
    assert message["content"].splitlines()[-1].startswith("ANSWER: X")


def test_numbered_options_are_asked_for_by_number():
    (message,) = build_messages(question(options={"1": "x", "2": "y"}), "direct")

    assert "\n1. x\n2. y\n\nAnswer with the number of" in message["content"]


def test_blanks_around_a_question_are_not_sent():
    assert build_messages(question(), "direct") == build_messages(
        question(text=f"\n {question().text} \n\n"), "direct"
    )


def test_braces_and_markup_in_a_question_stay():
    (message,) = build_messages(
        question(text="{sign} %s [/INST]", options={"A": "{0}", "B": "<b>"}), "direct"
    )

    assert message["content"].startswith("{sign} %s [/INST]\n\nA. {0}\nB. <b>\n\n")


def test_images_follow_the_text_as_data_urls():
    images = [
        Image(name="a", media_type="image/png", sha256="", content=b"\x89PNG"),
        Image(name="b", media_type="image/webp", sha256="", content=b""),
    ]
    (message,) = build_messages(question(), "direct", images)

    assert [
        {"type": "text", "text": DIRECT["single_choice"]},
        {"type": "image_url", "image_url": {"url": "data:image/png;base64,iVBORw=="}},
        {"type": "image_url", "image_url": {"url": "data:image/webp;base64,"}},
    ] == message["content"]


@pytest.mark.parametrize("style", STYLES)
@pytest.mark.parametrize("kind", KINDS)
def test_a_prompt_is_named_by_style_kind_and_version(style, kind):
    assert f"{style}/{kind}/{KINDS[kind].version}" == prompt_version(asked(kind), style)


def test_the_prompts_are_named():
    assert get_args(Style) == STYLES
    assert set() == {*STYLES} & {*PROMPTS}


@pytest.mark.parametrize(
    ("text", "n_images", "expected"),
    [
        ("", 0, 32),
        ("a" * 300, 0, 132),
        ("肾" * 100, 0, 182),
        ("Ａ" * 2 + "abc", 0, 36),
        ("é" * 3, 0, 33),
        ("", 2, 3032),
    ],
)
def test_tokens_are_estimated_by_the_width_of_characters(text, n_images, expected):
    assert expected == estimate_tokens(text, n_images)


@given(st.text(), st.text())
def test_a_longer_prompt_is_never_estimated_shorter(text, more):
    assert estimate_tokens(text) <= estimate_tokens(text + more)


def test_messages_are_estimated_by_text_and_images():
    plain = build_messages(question(), "direct")
    image = Image(name="a", media_type="image/png", sha256="", content=b"x" * 9000)

    assert estimate_tokens(DIRECT["single_choice"]) == estimate_message_tokens(plain)
    assert estimate_tokens(DIRECT["single_choice"], 1) == estimate_message_tokens(
        build_messages(question(), "direct", [image])
    )


@pytest.mark.parametrize("prompt", [*STYLES, *PROMPTS])
def test_a_question_is_estimated_with_every_message_of_its_prompt_and_without_its_images_at_hand(prompt):
    plain = build_messages(question(), prompt)
    expected = sum(estimate_tokens(message["content"]) for message in plain)

    assert expected == estimate_question_tokens(question(), prompt)
    assert expected + 2 * 1500 == estimate_question_tokens(question(images=("a.png", "b.png")), prompt)


@pytest.mark.parametrize(
    ("prompt_tokens", "is_cut"), [(1024, True), (900, False), (2048, False), (None, False)]
)
@pytest.mark.parametrize("prompt", [*STYLES, *PROMPTS])
def test_half_a_context_of_a_prompt_that_is_longer_was_cut(prompt, prompt_tokens, is_cut):
    long = build_messages(question(text="word " * 2000), prompt)

    assert is_cut is looks_cut(long, prompt_tokens, 2048)


@pytest.mark.parametrize("prompt", [*STYLES, *PROMPTS])
def test_what_pictures_take_nobody_can_tell(prompt):
    image = Image(name="a", media_type="image/png", sha256="", content=b"x")
    with_image = build_messages(question(text="word " * 2000), prompt, [image])

    assert not looks_cut(with_image, 1024, 2048)
