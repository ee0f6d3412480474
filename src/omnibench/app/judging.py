"""One judge model: what it is asked, and what its replies say."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING

from omnibench.app.models import Limits, allowed_tokens
from omnibench.ask.names import is_same_model
from omnibench.judge.brief import (
    BRIEF_VERSION,
    MAX_TOKENS,
    VERDICT_WORDS,
    build_judge_messages,
    read_judge_word,
)
from omnibench.judge.outcome import read_entry
from omnibench.judge.rules import judge_by_rules
from omnibench.kinds.reasoning import split_reasoning
from omnibench.plan.hashes import judge_hash
from omnibench.plan.prompt import build_messages, estimate_message_tokens
from omnibench.plan.registry import model_key_of
from omnibench.records import Failure, Opinion, Request

if TYPE_CHECKING:
    from collections.abc import Mapping
    from typing import Any

    from omnibench.records import Attempt, FallbackCause, Pair, Prices, Question, Reading, Verdict

MAX_FAILURES_IN_A_ROW = 3
"""After so many the judge counts as down, and rules judge at once instead of after another minute of tries."""
TIMEOUT_S = 600.0


@dataclass(frozen=True, slots=True)
class Case:
    """An answer that waits for a judge, as it is shown to one."""

    pair: Pair
    text: str
    """Reasoning removed."""
    reading: Reading

    @property
    def place(self) -> tuple[str, str, str]:
        """Document, question and model."""
        return (self.pair.document, self.pair.question.question_id, self.pair.model.model_key)


def build_case(pair: Pair, entry: Mapping[str, Any]) -> Case:
    """Read a stored answer for its judges."""
    return Case(pair, *read_entry(entry, pair.question))


@dataclass(slots=True)
class Judge:
    """A judge of a run, and what is known of it by now."""

    name: str
    """As the user gave it."""
    model_id: str
    """As its endpoint knows it."""
    aliases: frozenset[str] = frozenset()
    """Other names under which the endpoint may say that it replied."""
    limits: Limits = field(default_factory=Limits)
    full_context: int | None = None
    """The context of an on-demand server that forgets the beginning of a brief when it is full."""
    prices: Prices | None = None
    timeout_s: float = TIMEOUT_S
    is_held_to_words: bool = True
    """Whether the endpoint is asked to let it say nothing but TRUE or FALSE."""
    down: tuple[FallbackCause, str] | None = None
    """Why it is not asked (any more), in a form that goes into `reason`."""
    n_failures: int = 0

    @property
    def method(self) -> str:
        """The name of its verdicts."""
        return method_of(self.name)

    def hash_of(self, case: Case) -> str:
        """Return what its opinion on a case depends on, hashed: equal answers to one question are judged once."""
        me = (self.method, self.model_id, BRIEF_VERSION)
        return judge_hash(me, case.pair.question_hash, case.pair.question, case.text)

    def verdict_request(self, question: Question, text: str) -> Request:
        """Build the request for a verdict; reasoning is left to the provider's default."""
        words = VERDICT_WORDS if self.is_held_to_words else ()
        return replace(self._request(build_judge_messages(question, text)), words=words)

    def own_request(self, question: Question) -> Request:
        """Build the request for the judge's own answer to a question."""
        return self._request(build_messages(question, "direct"))

    def _request(self, messages: tuple[Mapping[str, Any], ...]) -> Request:
        return Request(
            model_id=self.model_id,
            messages=messages,
            max_tokens=allowed_tokens(MAX_TOKENS, estimate_message_tokens(messages), self.limits),
            max_tokens_wanted=MAX_TOKENS,
            temperature=0.0,
            seed=None,
            mode=None,
            timeout_s=self.timeout_s,
        )

    def opinion_of(self, case: Case, attempt: Attempt) -> Opinion:
        """Turn a judge's attempt into an opinion."""
        if isinstance(attempt, Failure):
            self._note_failure(attempt)
            return self.no_opinion(case, "unavailable", f"judge unavailable ({attempt.summary})")
        self.n_failures = 0
        if not self._is_me(attempt.served_model):
            why = f"judge reply came from {attempt.served_model or 'an unnamed model'}, not {self.model_id}"
            return self.no_opinion(case, "invalid_output", why)
        usage = attempt.usage
        if (
            self.full_context
            and (usage.prompt_tokens or 0) + (usage.completion_tokens or 0) >= self.full_context
        ):
            why = f"the judge's context of {self.full_context} tokens was full"
            return self.no_opinion(case, "invalid_output", why)
        is_correct = read_judge_word(attempt.text)
        if is_correct is None:
            said = attempt.text[:60].replace("\n", " ") or f"nothing ({attempt.finish_reason})"
            return self.no_opinion(case, "invalid_output", f"judge said neither TRUE nor FALSE: {said!r}")
        return Opinion(
            judge_method=self.method,
            is_correct=is_correct,
            reason=f"the judge model said {'TRUE' if is_correct else 'FALSE'}",
            judge_hash=self.hash_of(case),
        )

    def word_of(self, attempt: Attempt) -> bool | None:
        """Read TRUE or FALSE in an attempt that is no verdict; None for anything else."""
        is_mine = not isinstance(attempt, Failure) and self._is_me(attempt.served_model)
        return read_judge_word(attempt.text) if is_mine and not isinstance(attempt, Failure) else None

    def own_text_of(self, attempt: Attempt) -> str:
        """Return the judge's own answer, reasoning removed; empty when it gave none."""
        if isinstance(attempt, Failure):
            self._note_failure(attempt)
            return ""
        self.n_failures = 0
        return split_reasoning(attempt.raw_text)[0] if self._is_me(attempt.served_model) else ""

    def no_opinion(self, case: Case, cause: FallbackCause, why: str) -> Opinion:
        """Say why there is none."""
        return Opinion(
            judge_method=self.method,
            is_correct=None,
            reason=why,
            cause=cause,
            judge_hash=self.hash_of(case),
        )

    def _note_failure(self, failure: Failure) -> None:
        self.n_failures += 1
        if failure.is_fatal or self.n_failures >= MAX_FAILURES_IN_A_ROW:
            self.down = ("unavailable", f"judge unavailable ({failure.summary})")

    def _is_me(self, served: str | None) -> bool:
        return is_same_model(self.model_id, served, self.aliases)


def method_of(name: str) -> str:
    """Return the name of verdicts by a judge model, or by several: `llm_judge_gpt_oss_120b`."""
    return f"llm_judge_{model_key_of(name)}"


def rule_verdict(pair: Pair, reading: Reading) -> Verdict | None:
    """Judge by rules, where the user wants no judge model; None where rules cannot say."""
    return known(judge_by_rules(reading, pair.question))


def known(verdict: Verdict) -> Verdict | None:
    """Return a verdict that says something, else None."""
    return verdict if verdict.is_correct is not None else None
