"""What is found of a provider, its models and a selection before anything is asked of them, in words. Pure.

`doctor` shows all of it; `run` says what would spoil a night, and stops at what would end one.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any, Final, Literal

from omnibench.app.failures import absent_model, advice_on, stopped_by
from omnibench.app.models import wanted_tokens
from omnibench.ask.names import is_same_model
from omnibench.errors import UsageError
from omnibench.judge.outcome import observed_mode
from omnibench.plan.prompt import estimate_question_tokens
from omnibench.records import Failure

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from omnibench.app.provider import Seen
    from omnibench.ask.catalogue import Offer
    from omnibench.ask.presets import Endpoint
    from omnibench.ask.vitals import Vitals
    from omnibench.records import Attempt, Mode, Model, Question
    from omnibench.settings import Settings

State = Literal["ok", "unknown", "note", "bad"]
"""Fine; nobody tells; worth knowing; a run would stop there or be spoiled."""
SEEN: Final[Mapping[Mode, str]] = {"think": "think", "non_think": "answer without thinking"}
"""What a model was seen to do, in words."""
_WHOLE = 0.999
"""Shares above are the whole."""
_SHOWN_DIGEST = 12
_SHOWN_ANSWER = 24


@dataclass(frozen=True, slots=True, kw_only=True)
class Finding:
    """One thing that was looked at."""

    subject: str
    """A server, a model, a judge, or the dataset."""
    check: str
    state: State
    found: str
    hint: str = ""
    """What to do, where there is something to do."""
    exit_code: int = 0
    """Of what is bad; 0 unless the state is `bad`."""
    stops: bool = False
    """A run would end there with this code; of others that are bad it would go on and be the worse for them."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Need:
    """What the selected questions ask of a model."""

    n_questions: int = 0
    n_with_pictures: int = 0
    first_with_pictures: str = ""
    """Document and question."""
    n_images_missing: int = 0
    """Questions beside these that are not asked for want of their pictures."""
    longest_tokens: int = 0
    """Estimated, rather too many than too few."""
    longest_at: str = ""
    """Document and question."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Hello:
    """One tiny question, and how long it took."""

    attempt: Attempt
    load_s: float
    """Until the model was ready; next to nothing where nothing has to be loaded."""
    answer_s: float
    aliases: frozenset[str] = frozenset()


@dataclass(frozen=True, slots=True, kw_only=True)
class Examined:
    """What is known of one model."""

    model: Model
    seen: Seen
    vitals: Vitals
    context_length: int | None
    """That it has now, or would have."""
    hello: Hello | None = None
    """None when it was not asked."""


def need_of(questions: Iterable[tuple[str, Question]], prompt: str) -> Need:
    """Measure questions, each with the name of its document; voided ones are never asked and count for nothing."""
    asked = [(document, question) for document, question in questions if not question.is_voided]
    pictures = [(document, question) for document, question in asked if question.images]
    sizes = [
        (estimate_question_tokens(question, prompt), f"{document} {question.question_id}")
        for document, question in asked
    ]
    longest_tokens, longest_at = max(sizes, default=(0, ""))
    return Need(
        n_questions=len(asked),
        n_with_pictures=len(pictures),
        first_with_pictures=f"{pictures[0][0]} {pictures[0][1].question_id}" if pictures else "",
        longest_tokens=longest_tokens,
        longest_at=longest_at,
    )


def findings_of(examined: Examined, need: Need, settings: Settings) -> list[Finding]:
    """Say everything that is known of one model against what the selection needs; of an absent one, that it is."""
    model, seen, endpoint = examined.model, examined.seen, settings.endpoint
    if seen.is_listed is False:
        error = absent_model(model.model_id, endpoint)
        found = f"{endpoint.preset.title} does not list it"
        return [_bad(model.model_id, "model", found, error.hint, error.exit_code)]
    observed = _observed(examined.hello, endpoint)
    findings = [
        _presence(examined),
        context_finding(model, examined.context_length, seen.offer, need, settings),
        _picture_finding(model, seen.offer, need, skips_errors=settings.skips_errors),
        thinking_finding(model, seen.offer, observed),
        *_upstream(model, endpoint),
        *_memory(model, examined.vitals),
    ]
    if examined.hello:
        findings.append(_hello_finding(model, examined.hello, endpoint))
    return findings


def _presence(examined: Examined) -> Finding:
    origin, is_listed = examined.seen.origin, examined.seen.is_listed
    digest = f"digest {origin.digest[:_SHOWN_DIGEST]}" if origin.digest else ""
    listed = "listed" if is_listed else "the server lists nothing"
    found = ", ".join(filter(None, (listed, digest, origin.quantization)))
    state: State = "ok" if is_listed else "unknown"
    return Finding(subject=examined.model.model_id, check="model", state=state, found=found)


def context_finding(
    model: Model, context: int | None, offer: Offer, need: Need, settings: Settings
) -> Finding:
    """Hold the longest question and its answer against a model's context."""
    longest, wanted = need.longest_tokens, wanted_tokens(settings, model)
    question = f"the longest question takes about {longest}"
    state: State = "ok"
    hint = ""
    if context is None:
        state = "unknown"
        trained = f", trained for {offer.trained_context}" if offer.trained_context else ""
        found = f"not told{trained}; {question} tokens"
    elif longest >= context:
        hint = _context_hint(settings.endpoint, need, wanted, offer.trained_context)
        found = f"{context} tokens, and {question} ({need.longest_at})"
        bad = _bad(model.model_id, "context", found, hint, UsageError.exit_code)
        return replace(bad, stops=False)  # a length is an estimate, and a run lets the server judge
    elif longest + wanted > context:
        state = "note"
        found = f"{context} tokens; {question}, which leaves {context - longest} of {wanted} for the answer"
    else:
        found = f"{context} tokens; {question}, an answer up to {wanted}"
    return Finding(subject=model.model_id, check="context", state=state, found=found, hint=hint)


def roomy_context(longest: int, wanted: int, trained: int | None) -> int:
    """Return a context that holds a question and its answer: the next power of two, at most what a model can use."""
    enough = 1 << (longest + wanted - 1).bit_length()
    return min(enough, trained or enough)


def _context_hint(endpoint: Endpoint, need: Need, wanted: int, trained: int | None) -> str:
    longest, document = need.longest_tokens, need.longest_at.partition(" ")[0]
    if trained and longest >= trained:
        return f"It was trained for {trained} tokens, so no server can give it enough. Leave {document} out with --only."
    give = endpoint.preset.give_context(roomy_context(longest, wanted, trained))
    if trained and longest + wanted > trained:
        give += f" It was trained for no more than {trained}: {trained - longest} of {wanted} are left for the answer."
    leave = f"{give} Or leave" if give else "Leave"
    return f"{leave} {document} out with --only."


def _picture_finding(model: Model, offer: Offer, need: Need, *, skips_errors: bool) -> Finding:
    n = need.n_with_pictures
    needed = f"{n} question{'s have' if n > 1 else ' has'} some" if n else "no question has any"
    state: State = "ok"
    if offer.can_see is None:
        takes, state = "nobody says whether it takes pictures", "unknown" if n else "ok"
    else:
        takes = "takes pictures" if offer.can_see else "takes no pictures"
    found = f"{takes}; {needed}"
    if n and offer.can_see is False:
        hint = (
            f"Leave {need.first_with_pictures.partition(' ')[0]} and the like out with --only, or the model."
        )
        if not skips_errors:
            return _bad(model.model_id, "pictures", found, hint, UsageError.exit_code)
        state, found = "note", f"{found}, which become errors"
    return Finding(subject=model.model_id, check="pictures", state=state, found=found)


def _observed(hello: Hello | None, endpoint: Endpoint) -> Mode | None:
    """Return what a hello showed of thinking; None where it told neither way."""
    if hello is None or isinstance(hello.attempt, Failure):
        return None
    return observed_mode(hello.attempt, shows_reasoning=endpoint.preset.shows_reasoning)


def thinking_finding(model: Model, offer: Offer, observed: Mode | None = None) -> Finding:
    """Hold what a model can do, and what it was seen to do, against the mode in which it is asked."""
    mode, thinks = model.mode_name, model.mode == "think"
    state: State = "ok"
    hint = ""
    if offer.reasoning_is_mandatory and not thinks:
        hint = "Give it mode think in the registry: the provider refuses to switch its reasoning off."
        found = f"always thinks, and mode is {mode}"
        return _bad(model.model_id, "thinking", found, hint, UsageError.exit_code)
    if offer.can_think is None:
        can, state = "nobody says whether it can think", "unknown"
    elif offer.can_think:
        can = "can think"
    else:
        can, state = "cannot think", "note" if thinks else "ok"
    differs = observed is not None and observed != model.mode
    if observed and (differs or offer.can_think is None):
        can = (
            f"was seen to {SEEN[observed]}"
            if offer.can_think is None
            else f"{can}, was seen to {SEEN[observed]}"
        )
        state = "note" if differs else "ok"
    if differs:
        other = "non_think" if thinks else "think"
        hint = (
            f"Each answer of that sort is flagged. If it is always so, give it mode {other} in the registry."
        )
    found = f"{can}; mode {mode}"
    return Finding(subject=model.model_id, check="thinking", state=state, found=found, hint=hint)


def is_pinned(extra_body: Mapping[str, Any], provider: str) -> bool:
    """Whether one upstream, or one quantisation, answers all questions; only brokers leave that open.

    Source: OpenRouter's guide to provider routing.
    """
    if provider != "openrouter":
        return True
    routing = extra_body.get("provider")
    if not isinstance(routing, dict):
        return False
    fixed = [routing.get("only"), routing.get("quantizations")]
    if routing.get("allow_fallbacks") is False:
        fixed.append(routing.get("order"))
    return any(isinstance(names, list) and len(names) == 1 for names in fixed)


def _upstream(model: Model, endpoint: Endpoint) -> list[Finding]:
    if endpoint.provider != "openrouter":
        return []
    is_one = is_pinned(model.extra_body, endpoint.provider)
    found = "pinned by the registry" if is_one else f"any that {endpoint.preset.title} chooses; scores differ"
    state: State = "ok" if is_one else "note"
    return [Finding(subject=model.model_id, check="upstream", state=state, found=found)]


def _memory(model: Model, vitals: Vitals) -> list[Finding]:
    state: State = "ok"
    parts = []
    if vitals.is_loaded is not None:
        parts.append("loaded" if vitals.is_loaded else "not loaded")
    if vitals.is_loaded and vitals.gpu_share is not None:
        is_whole = vitals.gpu_share >= _WHOLE
        state = "ok" if is_whole else "note"
        parts.append("all of it on the GPU" if is_whole else f"{vitals.gpu_share:.0%} of it on the GPU")
    if vitals.n_slots is not None:
        state = "ok" if vitals.n_free_slots else "note"
        parts.append(f"{vitals.n_free_slots} of {vitals.n_slots} slots free")
    if not parts:
        return []
    return [Finding(subject=model.model_id, check="memory", state=state, found=", ".join(parts))]


def _hello_finding(model: Model, hello: Hello, endpoint: Endpoint) -> Finding:
    attempt, name = hello.attempt, model.model_id
    if isinstance(attempt, Failure):
        exit_code = stopped_by(attempt, endpoint, model=name).exit_code
        return _bad(name, "hello", attempt.summary, advice_on(attempt, endpoint, model=name), exit_code)
    answer = " ".join(attempt.text.split())[:_SHOWN_ANSWER]
    loaded = f"ready in {hello.load_s:.1f} s, " if endpoint.preset.loads_on_demand else ""
    said = (
        f"{answer!r}" if answer else "no answer yet, only thoughts" if attempt.reasoning_text else "nothing"
    )
    found = f"{loaded}answered in {hello.answer_s:.1f} s: {said}"
    is_other = attempt.served_model is not None and not is_same_model(
        name, attempt.served_model, hello.aliases
    )
    if is_other:
        found = f"{found}, as {attempt.served_model}"
    state: State = "note" if is_other or not (answer or attempt.reasoning_text) else "ok"
    return Finding(subject=name, check="hello", state=state, found=found)


def _bad(subject: str, check: str, found: str, hint: str, exit_code: int) -> Finding:
    return Finding(
        subject=subject, check=check, state="bad", found=found, hint=hint, exit_code=exit_code, stops=True
    )
