"""Turns a question into chat messages.

`direct` and `cot` are one user message, English whatever the bank's language; what a benchmark brings along
(`plan/prompts/`) may be more.
"""

from __future__ import annotations

import base64
import unicodedata
from typing import TYPE_CHECKING, Any, cast

from omnibench.kinds import KINDS
from omnibench.plan.prompts import PROMPTS

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from omnibench.kinds.kind import Style
    from omnibench.records import Image, Question

_TOKENS_PER_IMAGE = 1_500
_TEMPLATE_TOKENS = 32


def build_messages(
    question: Question, prompt: str, images: Sequence[Image] = ()
) -> tuple[Mapping[str, Any], ...]:
    """Return the messages of a prompt; images stand behind the text of the last one."""
    messages = _texts(question, prompt)
    if not images:
        return messages
    *before, last = messages
    parts: list[dict[str, Any]] = [{"type": "text", "text": last["content"]}]
    for image in images:
        url = f"data:{image.media_type};base64,{base64.b64encode(image.content).decode('ascii')}"
        parts.append({"type": "image_url", "image_url": {"url": url}})
    return (*before, {**last, "content": parts})


def prompt_version(question: Question, prompt: str) -> str:
    """Name the prompt as stored, `direct/single_choice/1`."""
    published = PROMPTS.get(prompt)
    version = published.version if published else KINDS[question.kind].version
    return f"{prompt}/{question.kind}/{version}"


def estimate_tokens(text: str, n_images: int = 0) -> int:
    """Estimate a prompt's tokens, rather too many than too few: no tokenizer is at hand for every model.

    Three characters a token for Latin text, one and a half tokens for a wide (East Asian) character.
    """
    n_wide = 0 if text.isascii() else sum(unicodedata.east_asian_width(c) in "WF" for c in text)
    return (len(text) - n_wide) // 3 + n_wide * 3 // 2 + _TEMPLATE_TOKENS + n_images * _TOKENS_PER_IMAGE


def estimate_question_tokens(question: Question, prompt: str) -> int:
    """Estimate a question's tokens without reading its images."""
    messages = build_messages(question, prompt)
    return estimate_message_tokens(messages) + len(question.images) * _TOKENS_PER_IMAGE


def estimate_message_tokens(messages: Sequence[Mapping[str, Any]]) -> int:
    """Estimate the tokens of messages as `build_messages` makes them."""
    total = 0
    for message in messages:
        content = message["content"]
        if isinstance(content, str):
            total += estimate_tokens(content)
        else:
            n_images = sum(part["type"] == "image_url" for part in content)
            total += estimate_tokens(content[0]["text"], n_images)
    return total


def looks_cut(messages: Sequence[Mapping[str, Any]], prompt_tokens: int | None, context_length: int) -> bool:
    """Say whether a server has silently cut a prompt to half its context, as Ollama does with one that is too long.

    Two signs together: about half the context was read, and far less than the prompt should take (four characters a
    token, 0.7 tokens a wide character). Images are left out: what they take nobody can tell.
    Source: Ollama's `contextShiftPromptLimit`.
    """
    if prompt_tokens is None or any(not isinstance(message["content"], str) for message in messages):
        return False
    text = "".join(message["content"] for message in messages)
    n_wide = 0 if text.isascii() else sum(unicodedata.east_asian_width(c) in "WF" for c in text)
    expected = (len(text) - n_wide) / 4 + n_wide * 0.7
    is_half = abs(prompt_tokens - context_length / 2) <= max(16, context_length * 0.02)
    return is_half and prompt_tokens <= 0.6 * expected


def _texts(question: Question, prompt: str) -> tuple[Mapping[str, Any], ...]:
    if published := PROMPTS.get(prompt):
        return published.build(question)
    instruction = KINDS[question.kind].instruct(question, cast("Style", prompt))
    return ({"role": "user", "content": f"{_question_block(question)}\n\n{instruction}"},)


def _question_block(question: Question) -> str:
    options = "\n".join(f"{key}. {text}" for key, text in question.options.items())
    return f"{question.text.strip()}\n\n{options}" if options else question.text.strip()
