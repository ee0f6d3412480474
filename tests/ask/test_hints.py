"""A failure whose cause is known says what to do about it."""

from typing import get_args

import pytest
from ask_builders import failure

from omnibench.ask.hints import HINTS, hint_of
from omnibench.ask.presets import PRESETS
from omnibench.records import FailureCause


def test_every_cause_has_its_hint():
    assert set(get_args(FailureCause)) == set(HINTS)


@pytest.mark.parametrize("provider", PRESETS)
@pytest.mark.parametrize("cause", HINTS)
def test_a_hint_is_whole_sentences_on_one_line(cause, provider):
    hint = hint_of(failure(cause=cause), PRESETS[provider])
    assert hint.endswith(".")
    assert hint == " ".join(hint.split())
    assert "{" not in hint


@pytest.mark.parametrize(
    ("provider", "part"),
    [
        ("ollama", "OLLAMA_CONTEXT_LENGTH"),
        ("vllm", "--max-model-len"),
        ("sglang", "--context-length"),
        ("llamacpp", "--ctx-size"),
        ("lmstudio", "lms load"),
        ("openrouter", "the model's context. Or leave"),
    ],
)
def test_a_question_that_is_too_long_names_the_context_and_how_this_server_gets_a_longer_one(provider, part):
    hint = hint_of(failure(cause="context"), PRESETS[provider])
    assert part in hint
    assert "context" in hint
    assert "--on-error skip" in hint


@pytest.mark.parametrize(
    ("cause", "part"),
    [
        ("memory", "smaller one"),
        ("mode", "mode in the registry"),
        ("temperature", '"temperature": null'),
        ("image", "--on-error skip"),
        ("routing", "extra_body"),
        ("queue", "--concurrency"),
    ],
)
def test_a_hint_names_what_can_be_changed(cause, part):
    assert part in hint_of(failure(cause=cause), PRESETS["openrouter"])


def test_an_unknown_cause_leaves_the_hint_to_the_kind_of_failure():
    assert "" == hint_of(failure(), PRESETS["vllm"])
