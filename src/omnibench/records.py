"""The frozen records that rooms hand to each other. Standard library only; no behaviour beyond views.

Conventions: units stand in names (`_s` seconds, `_usd` dollars, `_tokens` counts), ratios are 0..1, times are
UTC in ISO 8601. A mapping inside a record is never changed after the record was built.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Final, Literal

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

Mode = Literal["think", "non_think"]
EFFORTS: Final = ("minimal", "low", "medium", "high", "xhigh", "max")
"""How hard a model may be told to think, `think:high`; providers take some of them."""
Status = Literal["ok", "truncated", "empty", "filtered", "error"]
Flag = Literal["mode_differs", "other_model", "prompt_cut"]
"""What a reader of a result should know: it thought though it should not (or the other way round), another model
answered, the server has read only a part of the question."""
Outcome = Literal["answered", "no_answer", "refused", "several"]
FailureKind = Literal[
    "timeout", "connection", "rate_limit", "server", "protocol", "auth", "quota", "not_found", "bad_request"
]
FailureCause = Literal[
    "context",
    "memory",
    "image",
    "mode",
    "temperature",
    "moderation",
    "routing",
    "address",
    "redirect",
    "logprobs",
    "page",
    "proxy",
    "silent",
    "loading",
    "queue",
]
"""What lies behind a failure where its words tell: each has a remedy of its own (`ask/hints.py`)."""

FINAL_STATUSES: frozenset[str] = frozenset({"ok", "truncated", "empty", "filtered"})


def mode_name(mode: Mode, effort: str | None) -> str:
    """Write a mode as registries and results do."""
    return f"{mode}:{effort}" if effort else mode


@dataclass(frozen=True, slots=True, kw_only=True)
class Fault:
    """One thing wrong with a document or a registry."""

    path: str
    item: str
    """`items[3] (renal_0004)`, or empty when the whole file is meant."""
    field: str
    reason: str
    """What is wrong and what to do, in one sentence."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Question:
    """A view of one item of a document."""

    question_id: str
    text: str
    kind: str
    options: Mapping[str, str] = field(default_factory=dict)
    """Option key (upper case, half width) to its text, in the document's order; empty when there are none."""
    expected: tuple[str, ...] = ()
    """Option keys in the document's option order, or one label, or one reference text. Empty when voided."""
    accepted: tuple[str, ...] = ()
    """Other answers that are as right as the expected one: `C`, `A,C`, a label, a text."""
    labels: tuple[str, ...] = ()
    synonyms: Mapping[str, Sequence[str]] = field(default_factory=dict)
    """A label to other words that the document lists for it."""
    images: tuple[str, ...] = ()
    """Paths relative to the document."""
    is_without_images: bool = False
    """It refers to pictures that the bank lacks, all or some; not asked unless somebody wants it all the same."""
    is_voided: bool = False
    """The bank withdrew the question: it is kept in the mirror and never asked."""
    points: float | None = None
    """How much it weighs in its exam; None: the bank does not say, which is 1."""
    section: str = ""
    """The part of the exam that it belongs to."""
    forbidden: tuple[str, ...] = ()
    """Option keys that must never be chosen, since that would do harm; in option order."""
    raw: Mapping[str, Any] = field(default_factory=dict)
    """The item as it stands in the document, every field."""

    @property
    def right_answers(self) -> tuple[tuple[str, ...], ...]:
        """Every answer that is right as a whole, the expected one first, each in the form of `expected`."""
        has_keys = bool(self.options) and self.kind != "free_text"
        return (self.expected, *(tuple(one.split(",")) if has_keys else (one,) for one in self.accepted))


@dataclass(frozen=True, slots=True, kw_only=True)
class Image:
    """An image that goes with a question."""

    name: str
    media_type: str
    sha256: str
    content: bytes = field(repr=False)


@dataclass(frozen=True, slots=True)
class Prices:
    """What a provider charges, in dollars for a million tokens of each sort."""

    prompt: float
    completion: float


@dataclass(frozen=True, slots=True, kw_only=True)
class Venue:
    """Another endpoint that serves a model, under a name of its own."""

    provider: str
    model_id: str
    base_url: str | None = None
    """None: the provider's own address, as without a flag."""
    api_key_variable: str | None = None
    """The environment's variable that holds its key; None: the provider's own."""
    extra_body: Mapping[str, Any] = field(default_factory=dict)
    """Request fields for this endpoint alone, on top of the model's."""
    price_per_million: Prices | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Model:
    """An entry of a registry, or a model that was named without one."""

    model_id: str
    """The provider's name for it, as sent."""
    model_key: str
    """The field under `model_results`."""
    mode: Mode = "non_think"
    effort: str | None = None
    """How hard it is told to think; None leaves that to the provider."""
    family: str = ""
    size: str = ""
    download_gb: float | None = None
    """What a pull downloads, about, in 10^9 bytes."""
    enabled: bool = True
    max_tokens: int | None = None
    temperature: float | None = 0.0
    """None: not sent at all (some reasoning models refuse it)."""
    has_temperature: bool = False
    """The registry names a temperature, so a provider's default does not apply."""
    extra_body: Mapping[str, Any] = field(default_factory=dict)
    """More request fields, sent as they are."""
    price_per_million: Prices | None = None
    """None: the registry names no price."""
    also_at: tuple[Venue, ...] = ()
    """Other endpoints that take questions from the same queue."""
    mode_is_known: bool = True
    """False while a model that stands in no registry has not been looked up at its provider."""

    @property
    def mode_name(self) -> str:
        """The mode as registries and results write it, `think`, `non_think` or `think:high`."""
        return mode_name(self.mode, self.effort)


@dataclass(frozen=True, slots=True, kw_only=True)
class Origin:
    """What produces an answer; None where nobody tells."""

    digest: str | None = None
    """Of the model's files: a name may come to mean others."""
    quantization: str | None = None
    server: str | None = None
    """The server's name and version."""
    omnibench: str | None = None
    """The version of OmniBench."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Observed:
    """What was seen of an answer beside its text."""

    mode: Mode | None = None
    """Whether the model was seen to think; None where its provider tells neither way."""
    flags: tuple[Flag, ...] = ()
    origin: Origin = Origin()


@dataclass(frozen=True, slots=True, kw_only=True)
class Request:
    """One chat request, provider-neutral."""

    model_id: str
    messages: tuple[Mapping[str, Any], ...]
    max_tokens: int
    """What is sent."""
    max_tokens_wanted: int
    """What the settings ask for, before the endpoint's own limit."""
    temperature: float | None
    seed: int | None
    mode: Mode | None
    """None leaves reasoning to the provider's default (judges)."""
    effort: str | None = None
    """With `think`: how hard; None leaves it to the provider."""
    extra_body: Mapping[str, Any] = field(default_factory=dict)
    timeout_s: float = 600.0
    words: tuple[str, ...] = ()
    """The reply is to be one of these; enforced where the provider can, in a form of its own."""
    top_logprobs: int | None = None
    """How many alternatives to each token are asked for; None: no probabilities."""
    aliases: frozenset[str] | None = None
    """Other names under which the model may say that it replied; None: whoever replies is taken as it is."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Usage:
    """What an answer cost; None where the provider does not say."""

    prompt_tokens: int | None = None
    completion_tokens: int | None = None
    reasoning_tokens: int | None = None
    cost_usd: float | None = None


@dataclass(frozen=True, slots=True)
class Token:
    """A token that a model wrote, and what else it could have written there."""

    content: bytes
    """Of UTF-8: a token may be a part of a character."""
    likely: tuple[tuple[str, float], ...]
    """Texts of likely tokens, its own among them, each with its probability, 0..1."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Reply:
    """A provider's answer: HTTP worked and there is a choice, be it empty or cut."""

    text: str
    """The answer without its reasoning."""
    raw_text: str
    """The content field as received."""
    reasoning_text: str
    finish_reason: str | None
    served_model: str | None
    upstream: str | None = None
    """Who really answered, where the provider is a broker."""
    usage: Usage = Usage()
    tokens: tuple[Token, ...] = ()
    """Where probabilities were asked for and told; thoughts may be among them."""
    latency_s: float = 0.0
    answered_at: str = ""
    venue: Venue | None = None
    """Who answered, where it was not the run's own endpoint."""
    address: str = ""
    """Which server answered, where there are several."""
    discarded: tuple[tuple[Usage, Venue | None], ...] = ()
    """What tries before this one took that brought no answer, and where."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Failure:
    """Why there is no reply. Data, never graded."""

    kind: FailureKind
    detail: str
    """One line, without secrets."""
    is_transient: bool = False
    """Asking again may help."""
    is_fatal: bool = False
    """No other question of this run would fare better."""
    cause: FailureCause | None = None
    status: int | None = None
    retry_after_s: float | None = None
    n_tries: int = 1
    venue: Venue | None = None
    """Who failed, where it was not the run's own endpoint."""
    usage: Usage = Usage()
    """What the failed try took all the same."""
    discarded: tuple[tuple[Usage, Venue | None], ...] = ()
    """What tries before this one took, and where."""

    @property
    def summary(self) -> str:
        """Return one line for a person."""
        status = f" {self.status}" if self.status else ""
        tries = f" after {self.n_tries} tries" if self.n_tries > 1 else ""
        return f"{self.kind.replace('_', ' ')}{status}{tries}: {self.detail}"


Attempt = Reply | Failure


@dataclass(frozen=True, slots=True, kw_only=True)
class Reading:
    """What a rule reader found in an answer."""

    answer: tuple[str, ...] = ()
    """Option keys in option order, or one label; empty when nothing was found."""
    how: str = "none"
    """The rule that fired."""
    is_sure: bool = False
    """The text, taken as whole, states this as its final answer, in a form that leaves no doubt."""
    is_closed: bool = False
    """Nothing that could have come after a cut would have taken it back."""
    span: tuple[int, int] | None = None
    """Where in the text, start and end."""
    outcome: Outcome | Literal["truncated"] = "no_answer"
    """`truncated` only where a caller said that the text was cut; what is stored has a status for that."""


FallbackCause = Literal["unavailable", "not_installed", "invalid_output", "no_majority"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Blind:
    """A judge's own answer to a question, given before it saw the expected one, and what it matches."""

    answer: str | None
    """Option keys or a label, free text as it was said; None when it gave none."""
    is_expected: bool | None
    """Whether it equals the expected answer; None where rules cannot say."""
    is_same: bool | None
    """Whether the model's answer says the same; None where nobody could say."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Opinion:
    """What one judge model says of an answer."""

    judge_method: str
    is_correct: bool | None
    """None: it gave no verdict."""
    reason: str
    cause: FallbackCause | None = None
    """Why there is no verdict."""
    judge_hash: str
    """Of all that the opinion depends on: an equal case needs no second one."""
    blind: Blind | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Verdict:
    """What a judge says of an answer."""

    is_correct: bool | None
    """None: nobody could say (free text without a judge)."""
    score: float | None
    judge_method: str
    reason: str
    expected: str | None
    fallback_cause: FallbackCause | None = None
    """Why rules judged in place of the judge model."""
    rule_is_correct: bool | None = None
    """Beside a judge model's verdict: what the rules say where they are sure."""
    overlap: float | None = None
    """Of questions with several right options: shared options over all that were read or expected, 0..1."""
    judge_hash: str | None = None
    """Of a single judge's verdict: what it depends on, hashed."""
    opinions: tuple[Opinion, ...] | None = None
    """What each judge of a panel said, or a judge that was asked blind first."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Pair:
    """One question and one model: the unit of progress."""

    document: str
    """The document's path inside the tree, `general/x.json`."""
    question: Question
    question_hash: str
    model: Model


@dataclass(frozen=True, slots=True, kw_only=True)
class Job:
    """One thing to ask."""

    pair: Pair
    request: Request
    request_hash: str
    prompt_version: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Held:
    """An entry as the result tree holds it."""

    question_id: str
    model_key: str
    entry: Mapping[str, Any]
    item: Mapping[str, Any] | None = None
    """The whole item, for results of a question that the dataset no longer has."""

    @property
    def question_hash(self) -> str | None:
        """The hash of what was asked, or None in an older file."""
        value = self.entry.get("question_hash")
        return value if isinstance(value, str) else None
