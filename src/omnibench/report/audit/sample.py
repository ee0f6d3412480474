"""Which answers a person is shown: a stratified sample, the same for the same seed whatever the order of files.

Strata are model x verdict x disputed. Each gets its share, but at least two answers, and disputed answers count
several times over, since that is where a judge errs; weights take this back. Chance comes from a hash of seed and
answer, so nothing depends on a generator's version or on the order in which answers are found.
"""

from __future__ import annotations

import hashlib
from collections import defaultdict
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from omnibench.errors import UsageError

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from omnibench.records import Question

MINIMUM: Final = 2
"""Answers of each stratum that are drawn, where it has so many and the sample reaches."""
DISPUTED_COUNTS: Final = 5
"""How many times over a disputed answer counts when the sample is shared out."""


@dataclass(frozen=True, slots=True, order=True)
class Stratum:
    """Answers that are drawn together."""

    model_key: str
    is_correct: bool
    """The verdict."""
    is_disputed: bool
    """Judge model and sure rules say the opposite."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Candidate:
    """A stored answer with a verdict."""

    document: str
    question: Question
    model_key: str
    answer: str
    """Reasoning removed."""
    is_correct: bool
    judge_method: str
    rule_is_correct: bool | None
    """What the rules say where they are sure."""
    is_disputed: bool

    @property
    def stratum(self) -> Stratum:
        """Where it is drawn from."""
        return Stratum(self.model_key, self.is_correct, self.is_disputed)


@dataclass(frozen=True, slots=True, kw_only=True)
class Layer:
    """A stratum, how many answers it has, and how many of them were drawn."""

    stratum: Stratum
    n_answers: int
    n_drawn: int

    @property
    def weight(self) -> float:
        """How many answers a drawn one stands for."""
        return self.n_answers / self.n_drawn


@dataclass(frozen=True, slots=True, kw_only=True)
class Case:
    """What is known of a drawn answer and not shown."""

    audit_id: str
    document: str
    question_id: str
    stratum: Stratum
    weight: float
    judge_method: str
    rule_is_correct: bool | None
    answer_hash: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Key:
    """All that is needed to read a sheet back, without the result tree."""

    version: str
    """Of the program that drew."""
    seed: int
    n_questions: int
    """Different questions among all answers that could have been drawn."""
    layers: tuple[Layer, ...]
    cases: tuple[Case, ...]
    """In the order of the sheet."""


@dataclass(frozen=True, slots=True)
class Draw:
    """A sample: the key, and the answers in the same order."""

    key: Key
    candidates: tuple[Candidate, ...]


def draw(candidates: Sequence[Candidate], n: int, seed: int, version: str) -> Draw:
    """Draw n answers, or all when there are fewer, in an order that tells nothing.

    Raises:
        UsageError: there is none, or n cannot reach every stratum.
    """
    members: dict[Stratum, list[Candidate]] = defaultdict(list)
    for one in candidates:
        members[one.stratum].append(one)
    n_drawn = allocate({stratum: len(those) for stratum, those in members.items()}, n)
    chosen = [
        one
        for stratum, those in members.items()
        for one in sorted(those, key=lambda one: _chance(seed, "draw", one))[: n_drawn[stratum]]
    ]
    shown = sorted(chosen, key=lambda one: _chance(seed, "show", one))
    layers = {
        stratum: Layer(stratum=stratum, n_answers=len(members[stratum]), n_drawn=n_drawn[stratum])
        for stratum in sorted(members)
    }
    width = len(str(len(shown)))
    cases = [_case(f"a{i:0{width}}", one, layers[one.stratum]) for i, one in enumerate(shown, start=1)]
    n_questions = len({(one.document, one.question.question_id) for one in candidates})
    key = Key(
        version=version,
        seed=seed,
        n_questions=n_questions,
        layers=tuple(layers.values()),
        cases=tuple(cases),
    )
    return Draw(key, tuple(shown))


def allocate(sizes: Mapping[Stratum, int], n: int) -> dict[Stratum, int]:
    """Share n draws out: the minimum to each stratum, the rest in proportion, none beyond what a stratum has.

    The rest goes one by one to the stratum that has the fewest for its size (Sainte-Lague), ties by name.

    Raises:
        UsageError: there is nothing to draw from, or fewer draws than strata.
    """
    if not sizes:
        raise UsageError(
            "there is no stored answer with a verdict to audit",
            hint="Run first, or widen --models, --only or --result-dir.",
        )
    if n < len(sizes):
        raise UsageError(
            f"--n {n} cannot reach all {len(sizes)} groups of answers (model, verdict, disputed or not)",
            hint=f"Give --n {MINIMUM * len(sizes)} or more, or fewer models with --models.",
        )
    minimum = MINIMUM if sum(min(MINIMUM, size) for size in sizes.values()) <= n else 1
    drawn = {stratum: min(minimum, size) for stratum, size in sizes.items()}

    def need(stratum: Stratum) -> tuple[float, Stratum]:
        times = DISPUTED_COUNTS if stratum.is_disputed else 1
        return -times * sizes[stratum] / (drawn[stratum] + 0.5), stratum

    for _ in range(min(n, sum(sizes.values())) - sum(drawn.values())):
        drawn[min((s for s in sizes if drawn[s] < sizes[s]), key=need)] += 1
    return drawn


def hash_text(text: str) -> str:
    """Return a hash of a text, half characters included."""
    return hashlib.sha256(text.encode("utf-8", "surrogatepass")).hexdigest()[:32]


def _case(audit_id: str, one: Candidate, layer: Layer) -> Case:
    return Case(
        audit_id=audit_id,
        document=one.document,
        question_id=one.question.question_id,
        stratum=layer.stratum,
        weight=layer.weight,
        judge_method=one.judge_method,
        rule_is_correct=one.rule_is_correct,
        answer_hash=f"a1:{hash_text(one.answer)}",
    )


def _chance(seed: int, purpose: str, one: Candidate) -> tuple[bytes, tuple[str, str, str]]:
    name = (one.document, one.question.question_id, one.model_key)
    text = "\0".join((str(seed), purpose, *name))
    return hashlib.sha256(text.encode("utf-8", "surrogatepass")).digest(), name
