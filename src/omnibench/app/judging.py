"""Verdicts of a run: a judge model first, rules in its place where it cannot be had."""

from __future__ import annotations

import hashlib
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from omnibench.app.models import Limits, allowed_tokens
from omnibench.judge.brief import (
    BRIEF_VERSION,
    MAX_TOKENS,
    build_judge_messages,
    judge_by_model,
    read_judge_word,
)
from omnibench.judge.outcome import read_entry
from omnibench.judge.rules import judge_as_fallback, judge_by_rules
from omnibench.plan.hashes import canonical_json
from omnibench.plan.prompt import estimate_message_tokens
from omnibench.plan.registry import model_key_of
from omnibench.records import Failure, Request

if TYPE_CHECKING:
    from collections.abc import Mapping
    from typing import Any

    from omnibench.judge.rules import Cause
    from omnibench.records import Attempt, Pair, Reading, Verdict

MAX_FAILURES_IN_A_ROW = 3
"""After so many the judge counts as down, and rules judge at once instead of after another minute of tries."""
TIMEOUT_S = 600.0


@dataclass(slots=True)
class Judge:
    """The judge of a run, and what is known of it by now."""

    name: str
    """As the user gave it."""
    model_id: str
    """As its endpoint knows it."""
    aliases: frozenset[str] = frozenset()
    """Other names under which the endpoint may say that it replied."""
    limits: Limits = field(default_factory=Limits)
    down: tuple[Cause, str] | None = None
    """Why it is not asked (any more), in a form that goes into `reason`."""
    n_failures: int = 0

    @property
    def method(self) -> str:
        """The name of its verdicts."""
        return f"llm_judge_{model_key_of(self.name)}"

    def key_of(self, pair: Pair, entry: Mapping[str, Any]) -> str:
        """Return what a verdict of this judge depends on, hashed: equal answers to one question are judged once."""
        text, _ = read_entry(entry, pair.question)
        asked = [self.method, self.model_id, BRIEF_VERSION, pair.question_hash, pair.question.expected, text]
        return hashlib.blake2b(canonical_json(asked), digest_size=16).hexdigest()

    def request_for(self, pair: Pair, entry: Mapping[str, Any]) -> Request:
        """Build the request for a verdict; reasoning is left to the provider's default."""
        text, _ = read_entry(entry, pair.question)
        messages = build_judge_messages(pair.question, text)
        return Request(
            model_id=self.model_id,
            messages=messages,
            max_tokens=allowed_tokens(MAX_TOKENS, estimate_message_tokens(messages), self.limits),
            max_tokens_wanted=MAX_TOKENS,
            temperature=0.0,
            seed=None,
            mode=None,
            timeout_s=TIMEOUT_S,
        )

    def verdict_of(self, pair: Pair, entry: Mapping[str, Any], attempt: Attempt) -> Verdict | None:
        """Turn a judge's attempt into a verdict, by rules where it gave none; None where rules cannot say."""
        if isinstance(attempt, Failure):
            self._note_failure(attempt)
            return self.fallback(pair, entry, "unavailable", f"judge unavailable ({attempt.summary})")
        self.n_failures = 0
        if not self._is_me(attempt.served_model):
            why = f"judge reply came from {attempt.served_model or 'an unnamed model'}, not {self.model_id}"
            return self.fallback(pair, entry, "invalid_output", why)
        is_correct = read_judge_word(attempt.text)
        if is_correct is None:
            said = attempt.text[:60].replace("\n", " ") or f"nothing ({attempt.finish_reason})"
            return self.fallback(
                pair, entry, "invalid_output", f"judge said neither TRUE nor FALSE: {said!r}"
            )
        _, reading = read_entry(entry, pair.question)
        return judge_by_model(
            is_correct=is_correct, question=pair.question, reading=reading, method=self.method
        )

    def fallback(self, pair: Pair, entry: Mapping[str, Any], cause: Cause, why: str) -> Verdict | None:
        """Judge by rules in the judge's place."""
        _, reading = read_entry(entry, pair.question)
        return _if_it_says(judge_as_fallback(reading, pair.question, cause, why))

    def _note_failure(self, failure: Failure) -> None:
        self.n_failures += 1
        if failure.is_fatal or self.n_failures >= MAX_FAILURES_IN_A_ROW:
            self.down = ("unavailable", f"judge unavailable ({failure.summary})")

    def _is_me(self, served: str | None) -> bool:
        asked, name = _plain(self.model_id), _plain(served or "")
        dated = name.startswith(f"{asked}-") and name.removeprefix(f"{asked}-").replace("-", "").isdigit()
        return name == asked or dated or name in self.aliases


def aliases_of(*names: str) -> frozenset[str]:
    """Return names in the form in which replies are compared."""
    return frozenset(_plain(name) for name in names)


def rule_verdict(pair: Pair, reading: Reading) -> Verdict | None:
    """Judge by rules, where the user wants no judge model; None where rules cannot say."""
    return _if_it_says(judge_by_rules(reading, pair.question))


def _plain(name: str) -> str:
    return name.casefold().removesuffix(":latest")


def _if_it_says(verdict: Verdict) -> Verdict | None:
    return verdict if verdict.is_correct is not None else None
