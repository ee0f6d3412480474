"""Turns a question into chat messages. English whatever the bank's language; no system message."""

from __future__ import annotations

import base64
import unicodedata
from typing import TYPE_CHECKING, Any, Final, get_args

from omnibench.kinds import KINDS
from omnibench.kinds.kind import Style

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from omnibench.records import Image, Question

PROMPTS: Final[tuple[Style, ...]] = get_args(Style)
"""Prompt names that `--prompt` takes."""

_TOKENS_PER_IMAGE = 1_500
_TEMPLATE_TOKENS = 32


def build_messages(
    question: Question, style: Style, images: Sequence[Image] = ()
) -> tuple[Mapping[str, Any], ...]:
    """Return the messages: one user message, a plain text or (with images) text first, then the images."""
    text = _question_block(question) + "\n\n" + KINDS[question.kind].instruct(question, style)
    if not images:
        return ({"role": "user", "content": text},)
    parts: list[dict[str, Any]] = [{"type": "text", "text": text}]
    for image in images:
        url = f"data:{image.media_type};base64,{base64.b64encode(image.content).decode('ascii')}"
        parts.append({"type": "image_url", "image_url": {"url": url}})
    return ({"role": "user", "content": parts},)


def prompt_version(question: Question, style: Style) -> str:
    """Name the prompt as stored, `direct/single_choice/1`."""
    return f"{style}/{question.kind}/{KINDS[question.kind].version}"


def estimate_tokens(text: str, n_images: int = 0) -> int:
    """Estimate a prompt's tokens, rather too many than too few: no tokenizer is at hand for every model.

    Three characters a token for Latin text, one and a half tokens for a wide (East Asian) character.
    """
    n_wide = 0 if text.isascii() else sum(unicodedata.east_asian_width(c) in "WF" for c in text)
    return (len(text) - n_wide) // 3 + n_wide * 3 // 2 + _TEMPLATE_TOKENS + n_images * _TOKENS_PER_IMAGE


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


def _question_block(question: Question) -> str:
    options = "\n".join(f"{key}. {text}" for key, text in question.options.items())
    return f"{question.text.strip()}\n\n{options}" if options else question.text.strip()
