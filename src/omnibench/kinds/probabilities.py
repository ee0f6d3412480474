"""How likely a model held each option where it wrote its answer.

The token that names the answer is found by the place where the reader read it. The probability of an option is the
sum over all likely tokens there that name it (`B`, ` b`, `(B`); for a label, over those that begin it as no other
label begins (`POS`). It is conditional on what stands before, the model's own reasoning included, and an answer that
was given in the option's words has none.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from collections.abc import Sequence

    from omnibench.records import Question, Reading, Reply, Token

_KINDS: Final = frozenset({"single_choice", "label"})
"""One name is the whole answer."""
_DIGITS: Final = 6
_MOST: Final = 1.01
"""Their sum, with what rounding may add."""


def option_probabilities(reply: Reply, reading: Reading, question: Question) -> dict[str, float] | None:
    """Return the probability of each option or label that was likely at all, in the document's order.

    They sum up to at most 1: the rest is what else the model could have written there.

    Args:
        reply: with its tokens.
        reading: of `reply.text`.
        question: tells the options.

    Returns:
        None where no token names the answer, or where what is told adds up to more than 1.
    """
    if question.kind not in _KINDS or len(reading.answer) != 1 or reading.span is None:
        return None
    names = tuple(question.options) or question.labels
    token = _answer_token(reply, reading, names)
    if token is None:
        return None
    found = dict.fromkeys(names, 0.0)
    for text, probability in token.likely:
        if name := _named(text, names):
            found[name] += probability
    if sum(found.values()) > _MOST:
        return None  # whatever this server tells, it is no probabilities
    return {name: round(min(p, 1.0), _DIGITS) for name, p in found.items() if p >= 10**-_DIGITS} or None


def _answer_token(reply: Reply, reading: Reading, names: Sequence[str]) -> Token | None:
    """Return the first token inside the answer's place that names it."""
    if not reply.tokens or reading.span is None:
        return None
    text = reply.text
    start, end = (len(_encoded(text[:place])) for place in reading.span)
    tokens = list(reply.tokens)
    while tokens and re.fullmatch(rb"\s*<[^<>]*>\s*", tokens[-1].content):
        tokens.pop()  # `<|im_end|>`, which is no part of the answer
    before = b"".join(token.content for token in tokens).rfind(_encoded(text))
    if before < 0:
        return None
    place = -before
    for token in tokens:
        is_inside = place < end and place + len(token.content) > start
        if is_inside and _named(token.content.decode("utf-8", "replace"), names) == reading.answer[0]:
            return token
        place += len(token.content)
    return None


def _named(text: str, names: Sequence[str]) -> str | None:
    """Return the option or label that a token names, whatever signs stand around it."""
    said = "".join(c for c in text if c.isalnum()).casefold()
    if exact := next((name for name in names if name.casefold() == said), None):
        return exact  # of 1 and 10 it is the 1
    begun = [name for name in names if said and name.casefold().startswith(said)]
    return begun[0] if len(begun) == 1 else None


def _encoded(text: str) -> bytes:
    return text.encode("utf-8", "surrogatepass")
