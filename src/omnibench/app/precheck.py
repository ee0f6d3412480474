"""The part of `doctor` that costs nothing, made by `run` before its first question."""

from __future__ import annotations

from typing import TYPE_CHECKING

from omnibench.app.findings import context_finding, is_pinned, need_of, thinking_finding
from omnibench.errors import UsageError

if TYPE_CHECKING:
    from omnibench.app.provider import Provider
    from omnibench.app.survey import Survey
    from omnibench.app.watch import Watcher
    from omnibench.records import Model, Question
    from omnibench.settings import Settings


async def say_concerns(settings: Settings, survey: Survey, provider: Provider, watcher: Watcher) -> None:
    """Say of each model what will spoil its answers, as far as the provider tells without loading anything.

    A question that is too long for a context is only said: its length is an estimate, and the server knows better.

    Raises:
        UsageError: a mode that the provider refuses for every question.
    """
    to_ask = _to_ask(survey)
    endpoint = provider.endpoint
    loose = [model.model_id for model, _ in to_ask if not is_pinned(model.extra_body, endpoint.provider)]
    loose += [
        venue.model_id
        for model, _ in to_ask
        for venue in model.also_at
        if not is_pinned({**model.extra_body, **venue.extra_body}, venue.provider)
    ]
    if loose:
        watcher.said(
            f"{', '.join(loose)}: OpenRouter chooses who answers, and quantisations differ; "
            "pin them with provider in extra_body"
        )
    for model, questions in to_ask:
        offer = await provider.offer(model.model_id)
        mode = thinking_finding(model, offer)
        if mode.state == "bad":
            raise UsageError(f"{model.model_id} {mode.found}", hint=f"{mode.hint} Nothing was asked.")
        if mode.state == "note":
            watcher.said(f"{model.model_id} {mode.found}")
        if endpoint.preset.dialect == "ollama":
            continue  # its context is known when the model is loaded, and said then
        need = need_of(questions, settings.prompt)
        context = context_finding(model, offer.context_length, offer, need, settings)
        if context.state == "bad":
            watcher.said(f"{model.model_id} has a context of {context.found}. {context.hint}")


def _to_ask(survey: Survey) -> list[tuple[Model, list[tuple[str, Question]]]]:
    models: dict[str, tuple[Model, list[tuple[str, Question]]]] = {}
    for unit in survey.units:
        questions = [(unit.source.path, place.pair.question) for place in unit.places if place.is_to_ask]
        if questions:
            models.setdefault(unit.model.model_key, (unit.model, []))[1].extend(questions)
    return list(models.values())
