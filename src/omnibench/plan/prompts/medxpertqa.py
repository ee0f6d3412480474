"""MedXpertQA's prompt: reasoning first, then a last line with the letter.

Source: Zuo et al. 2025, https://arxiv.org/abs/2501.18362, in EvalScope's zero-shot wording of it.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from omnibench.plan.prompts.prompt import Prompt

if TYPE_CHECKING:
    from collections.abc import Mapping

    from omnibench.records import Question

_SYSTEM: Final = "You are a helpful medical assistant."
_INSTRUCTION: Final = (
    "Answer the following multiple choice question. The last line of your response should be of the following "
    "format: 'ANSWER: [LETTER]' (without quotes) where [LETTER] is one of {letters}. Think step by step before "
    "answering."
)


def build(question: Question) -> tuple[Mapping[str, Any], ...]:
    """Return a system message and the instruction, the question and its options."""
    instruction = _INSTRUCTION.format(letters=",".join(question.options))
    options = "\n".join(f"{key}) {text.strip()}" for key, text in question.options.items())
    text = f"{instruction}\n\n{question.text.strip()}\n\n{options}"
    return ({"role": "system", "content": _SYSTEM}, {"role": "user", "content": text})


PROMPT: Final = Prompt(
    name="medxpertqa", kinds=frozenset({"single_choice"}), judges_by_rules=True, version=1, build=build
)
