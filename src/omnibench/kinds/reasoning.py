"""Separates inline reasoning from an answer.

Providers without a reasoning parser leave `<think>…</think>` in the content, or only the closing tag because the
opening one stood in the prompt's template. An unclosed block is all reasoning: the model never got to its answer.
Source: vLLM issue 22507 (bare closing tag); tag names of DeepSeek-R1, Qwen3, Seed-OSS and gpt-oss templates.
"""

from __future__ import annotations

import re
from typing import Final

_OPEN: Final = re.compile(
    r"<(?P<tag>think|thinking|thought|reasoning|seed:think)>|<\|channel\|>analysis(?:<\|message\|>)?",
    re.IGNORECASE,
)
_CLOSE: Final = re.compile(
    r"</(?:think|thinking|thought|reasoning|seed:think)>"
    r"|<\|end\|>(?:<\|start\|>assistant)?<\|channel\|>final(?:<\|message\|>)?"
    r"|<\|channel\|>final(?:<\|message\|>)?",
    re.IGNORECASE,
)


def split_reasoning(content: str) -> tuple[str, str]:
    """Return (answer, reasoning) of a message's content; content without tags is all answer."""
    if "<" not in content:
        return content.strip(), ""
    answer: list[str] = []
    reasoning: list[str] = []
    place = 0
    while place < len(content):
        opening = _OPEN.search(content, place)
        closing = _CLOSE.search(content, place)
        if closing and (opening is None or closing.start() < opening.start()):
            # A closing tag without its opening one: everything before it was reasoning.
            reasoning.append("".join(answer) + content[place : closing.start()])
            answer, place = [], closing.end()
        elif opening is None:
            answer.append(content[place:])
            break
        else:
            answer.append(content[place : opening.start()])
            end = _CLOSE.search(content, opening.end())
            reasoning.append(content[opening.end() : end.start() if end else len(content)])
            place = end.end() if end else len(content)
    return "".join(answer).strip(), "\n".join(part.strip() for part in reasoning if part.strip())
