"""Separates inline reasoning from an answer.

Providers without a reasoning parser leave `<think>…</think>` in the content, or only the closing tag because the
opening one stood in the prompt's template. An unclosed block is all reasoning: the model never got to its answer.
Source: vLLM issue 22507 (bare closing tag); the chat templates of DeepSeek-R1, Qwen3, Seed-OSS, gpt-oss (harmony
channels), Magistral (`[THINK]`), MedGemma 1.5 (`<unused94>`), Kimi (`◁think▷`), Skywork-o1 (`<|begin_of_thought|>`) and
HuatuoGPT-o1 (headings), Command A Reasoning (`<|START_THINKING|>`), Granite 3.2 ("Here is my thought process:").
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final

from omnibench.kinds.pattern import Pattern

if TYPE_CHECKING:
    from collections.abc import Iterator

_NAMES: Final = r"think|thinking|thoughts?|inner_thoughts?|thought_process|reasoning|reason|reflection|analysis|scratchpad|seed:think"
_TAG: Final = Pattern(
    rf"<(?:{_NAMES})\s{{0,4}}>|<\|START_THINKING\|>|\A\s{{0,8}}Here\ is\ my\ thought\ process:|\[THINK\]|<unused94>(?:thought)?|◁think▷|<\|begin_of_thought\|>|\A\s{{0,8}}##\ Thinking\s*\n"
    r"|<\|channel\|>(?:analysis|commentary)(?:<\|message\|>)?"
    rf"|(?P<close></(?:{_NAMES})\s{{0,4}}>|<\|END_THINKING\|>|\nHere\ is\ my\ response:|\[/THINK\]|<unused95>|◁/think▷|<\|end_of_thought\|>"
    r"|\n##\ Final\ Response\s*\n"
    r"|(?:<\|end\|>(?:<\|start\|>assistant)?)?<\|channel\|>final(?:<\|message\|>)?)",
    re.IGNORECASE,
)
_SIGNS: Final = ("<", "[", "◁", "##", "Here is my")
"""What every tag begins with: most answers hold none of them."""


def split_reasoning(content: str) -> tuple[str, str]:
    """Return (answer, reasoning) of a message's content; content without tags is all answer."""
    answer: list[str] = []
    reasoning: list[str] = []
    for start, end, is_answer in _stretches(content):
        (answer if is_answer else reasoning).append(content[start:end])
    return "".join(answer).strip(), "\n".join(part.strip() for part in reasoning if part.strip())


def blank_reasoning(content: str) -> str:
    """Return the content with reasoning and tags as spaces: a place in it is a place in the content."""
    blank = [" "] * len(content)
    for start, end, is_answer in _stretches(content):
        if is_answer:
            blank[start:end] = content[start:end]
    return "".join(blank)


def _stretches(content: str) -> Iterator[tuple[int, int, bool]]:
    """Yield (start, end, whether it is answer) of what stands between tags, in order."""
    tags = _TAG.finditer(content) if any(sign in content for sign in _SIGNS) else iter(())
    before: list[tuple[int, int]] = []
    place, is_inside = 0, False
    for tag in tags:  # one pass: a model may loop on a tag for a hundred thousand tokens
        is_closing = tag["close"] is not None
        if is_inside and not is_closing:
            continue  # an opening tag that the reasoning only mentions
        if is_inside:
            yield place, tag.start(), False
        elif is_closing:
            # A closing tag without its opening one: everything before it was reasoning.
            for start, end in [*before, (place, tag.start())]:
                yield start, end, False
            before = []
        else:
            before.append((place, tag.start()))
        place, is_inside = tag.end(), not is_closing
    for start, end in before:
        yield start, end, True
    yield place, len(content), not is_inside
