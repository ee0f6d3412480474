"""What a run is about to send: how much, where to, how far away that is, and what it may cost."""

from __future__ import annotations

from dataclasses import dataclass
from statistics import fmean
from typing import TYPE_CHECKING, Final

from omnibench.app.models import wanted_tokens
from omnibench.ask.addresses import proxy_of, reach_of, shown_host
from omnibench.judge.brief import MAX_TOKENS as JUDGE_MAX_TOKENS
from omnibench.judge.brief import build_judge_messages
from omnibench.kinds.reasoning import split_reasoning
from omnibench.plan.cost import price_of
from omnibench.plan.prompt import estimate_message_tokens, estimate_question_tokens
from omnibench.settings import venue_endpoint

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence

    from omnibench.app.survey import Place, Survey
    from omnibench.ask.addresses import Reach
    from omnibench.records import Model, Prices
    from omnibench.settings import Settings

_THOUGHT_TOKENS: Final = 2_000
_DIRECT_TOKENS: Final = 50
_REASONED_TOKENS: Final = 500
"""Of an answer whose model has not answered anything yet: guesses, for the estimate alone."""
_JUDGE_TOKENS: Final = 300
"""Of a judge's reply, its thoughts included: a guess too."""
_FAR: Final[tuple[Reach, ...]] = ("machine", "network", "beyond")


@dataclass(frozen=True, slots=True, kw_only=True)
class Destination:
    """What goes to one endpoint. Counts of judgings are upper bounds, tokens and cost are estimates."""

    hosts: tuple[str, ...]
    """Empty for the embedded server."""
    reach: Reach
    n_questions: int
    n_judgings: int
    prompt_tokens: int
    cost_usd: float | None
    """About; None where a price is missing."""
    proxies: tuple[str, ...] = ()
    """The environment's, through which it goes; host and port."""
    most_usd: float | None
    """With every reply as long as it may be."""


@dataclass(frozen=True, slots=True)
class _Load:
    """Requests of one sort to one model."""

    prices: Prices | None
    n: int
    prompt_tokens: float
    completion_tokens: float
    most_completion_tokens: float
    is_judging: bool = False
    leaves: bool = False
    """The server hands it on to a service elsewhere."""


def build_outlook(
    settings: Settings,
    survey: Survey,
    prices: Mapping[str, Prices],
    judges: Sequence[tuple[str, Prices | None]],
) -> tuple[Destination, ...]:
    """Estimate what a survey's run will send, a destination an endpoint; empty when nothing is to be sent.

    Args:
        settings: of the run.
        survey: what is to ask and to judge.
        prices: what the provider tells, by model id; a registry's own price comes first.
        judges: model id and prices of each judge that will be asked.
    """
    answers = list(_answer_loads(settings, survey, prices))
    judgings = list(_judging_loads(settings, survey, judges))
    urls = [*settings.endpoint.base_urls, *_shared_urls(settings, survey)]
    pairs = [(urls, answers), (settings.judge_endpoint.base_urls, judgings)]
    if settings.judge_endpoint is settings.endpoint:
        pairs = [(urls, [*answers, *judgings])]
    return tuple(_destination(urls, loads) for urls, loads in pairs if any(load.n for load in loads))


def _shared_urls(settings: Settings, survey: Survey) -> list[str]:
    """Return where else the models to ask may be asked."""
    venues = [
        venue
        for model, places in _places_by_model(survey)
        if any(place.is_to_ask for place in places)
        for venue in model.also_at
    ]
    return list(dict.fromkeys(url for venue in venues for url in venue_endpoint(settings, venue).base_urls))


def _answer_loads(settings: Settings, survey: Survey, prices: Mapping[str, Prices]) -> Iterator[_Load]:
    seen: dict[tuple[str, str], int] = {}
    for model, places in _places_by_model(survey):
        asked = [place.pair for place in places if place.is_to_ask]
        tokens = 0
        for pair in asked:
            key = (pair.document, pair.question.question_id)
            if key not in seen:
                seen[key] = estimate_question_tokens(pair.question, settings.prompt)
            tokens += seen[key]
        n = len(asked)
        yield _Load(
            prices=_dearest(model, prices),
            n=n,
            prompt_tokens=tokens,
            completion_tokens=n * _usual_tokens(settings, model, places),
            most_completion_tokens=n * wanted_tokens(settings, model),
            leaves=settings.endpoint.preset.dialect == "ollama" and _is_cloud(model.model_id),
        )


def _dearest(model: Model, told: Mapping[str, Prices]) -> Prices | None:
    """Return the highest price at which a model may be asked; None where one of its endpoints tells none."""
    asked = [model.price_per_million or told.get(model.model_id)]
    asked += [venue.price_per_million for venue in model.also_at]
    known = [prices for prices in asked if prices is not None]
    if len(known) < len(asked):
        return None
    return max(known, key=lambda prices: prices.prompt + prices.completion)


def _judging_loads(
    settings: Settings, survey: Survey, judges: Sequence[tuple[str, Prices | None]]
) -> Iterator[_Load]:
    if not judges:
        return
    n = tokens = 0
    answer_tokens = _guessed_tokens(settings.prompt)
    for unit in survey.units:
        for place in unit.places:
            if place.is_to_judge or place.is_to_ask:
                n += 1
                question = place.pair.question
                text = _stored_text(place) if place.is_to_judge else ""
                tokens += estimate_message_tokens(build_judge_messages(question, text))
                tokens += answer_tokens * place.is_to_ask
                if settings.judge_blind:
                    tokens += estimate_question_tokens(question, "direct")
    n_calls = n * (2 if settings.judge_blind else 1)
    for model_id, prices in judges:
        yield _Load(
            prices=prices,
            n=n_calls,
            prompt_tokens=tokens,
            completion_tokens=n_calls * _JUDGE_TOKENS,
            most_completion_tokens=n_calls * JUDGE_MAX_TOKENS,
            is_judging=True,
            leaves=settings.judge_endpoint.preset.dialect == "ollama" and _is_cloud(model_id),
        )


def _destination(base_urls: Sequence[str], loads: Sequence[_Load]) -> Destination:
    loads = [load for load in loads if load.n]
    proxies = list(dict.fromkeys(filter(None, map(proxy_of, base_urls))))
    reaches = [*map(reach_of, base_urls), *(reach_of(f"http://{proxy}") for proxy in proxies)]
    reaches += ["beyond"] * any(load.leaves for load in loads)
    about, most = 0.0, 0.0
    for load in loads:
        if load.prices is not None:
            about += price_of(load.prices, load.prompt_tokens, load.completion_tokens)
            most += price_of(load.prices, load.prompt_tokens, load.most_completion_tokens)
    is_priced = all(load.prices is not None for load in loads)
    return Destination(
        hosts=tuple(shown_host(url) for url in base_urls),
        reach=max(reaches, key=_FAR.index, default="machine"),
        proxies=tuple(proxies),
        n_questions=sum(load.n for load in loads if not load.is_judging),
        n_judgings=sum(load.n for load in loads if load.is_judging),
        prompt_tokens=round(sum(load.prompt_tokens for load in loads)),
        cost_usd=about if is_priced else None,
        most_usd=most if is_priced else None,
    )


def _places_by_model(survey: Survey) -> Iterable[tuple[Model, list[Place]]]:
    found: dict[str, tuple[Model, list[Place]]] = {}
    for unit in survey.units:
        found.setdefault(unit.model.model_key, (unit.model, []))[1].extend(unit.places)
    return found.values()


def _guessed_tokens(prompt: str) -> int:
    """Guess the length of an answer: all prompts but `direct` ask for reasoning."""
    return _DIRECT_TOKENS if prompt == "direct" else _REASONED_TOKENS


def _stored_text(place: Place) -> str:
    return split_reasoning(str((place.entry or {}).get("raw_text") or ""))[0]


def _usual_tokens(settings: Settings, model: Model, places: Iterable[Place]) -> float:
    """Return the usual length of a model's answers, by those that are there."""
    usages = [(place.entry or {}).get("usage") for place in places]
    told = [usage.get("completion_tokens") for usage in usages if isinstance(usage, dict)]
    known = [n for n in told if isinstance(n, int)]
    guess = _THOUGHT_TOKENS if model.mode == "think" else _guessed_tokens(settings.prompt)
    return min(fmean(known) if known else guess, wanted_tokens(settings, model))


def _is_cloud(model_id: str) -> bool:
    """Whether an Ollama server on this machine hands the model's questions on to ollama.com."""
    return model_id.endswith(("-cloud", ":cloud"))
