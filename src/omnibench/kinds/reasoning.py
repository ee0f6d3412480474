"""Separates inline reasoning from an answer.

Providers without a reasoning parser leave `<think>…</think>` in the content, or only the closing tag because the
opening one stood in the prompt's template. An unclosed block is all reasoning: the model never got to its answer.
Source: vLLM issue 22507 (bare closing tag); tag names of DeepSeek-R1, Qwen3, Seed-OSS and gpt-oss templates.
"""

from __future__ import annotations

import re
from typing import Final

_NAMES: Final = "think|thinking|thought|reasoning|seed:think"
_TAG: Final = re.compile(
    rf"<(?:{_NAMES})>|<\|channel\|>analysis(?:<\|message\|>)?"
    rf"|(?P<close></(?:{_NAMES})>|(?:<\|end\|>(?:<\|start\|>assistant)?)?<\|channel\|>final(?:<\|message\|>)?)",
    re.IGNORECASE,
)


def split_reasoning(content: str) -> tuple[str, str]:
    """Return (answer, reasoning) of a message's content; content without tags is all answer."""
    if "<" not in content:
        return content.strip(), ""
    answer: list[str] = []
    reasoning: list[str] = []
    place, is_inside = 0, False
    for tag in _TAG.finditer(content):  # one pass: a model may loop on a tag for a hundred thousand tokens
        is_closing = tag["close"] is not None
        if is_inside and not is_closing:
            continue  # an opening tag that the reasoning only mentions
        part = content[place : tag.start()]
        if is_inside:
            reasoning.append(part)
        elif is_closing:
            # A closing tag without its opening one: everything before it was reasoning.
            reasoning.append("".join(answer) + part)
            answer = []
        else:
            answer.append(part)
        place, is_inside = tag.end(), not is_closing
    (reasoning if is_inside else answer).append(content[place:])
    return "".join(answer).strip(), "\n".join(part.strip() for part in reasoning if part.strip())
