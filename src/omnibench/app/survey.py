"""Says of every (question, model) pair where it stands; what `plan` shows is what `run` does."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

from omnibench.app.models import current_settings
from omnibench.errors import UsageError
from omnibench.judge.outcome import read_entry
from omnibench.judge.rules import expected_text
from omnibench.plan.match import (
    Match,
    is_to_ask,
    is_to_judge,
    match_entries,
    settings_changed,
    standing_of,
)
from omnibench.plan.registry import parse_mode
from omnibench.records import Pair

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from omnibench.app.tree import Source
    from omnibench.plan.match import Standing
    from omnibench.records import Held, Model, Question
    from omnibench.settings import Settings


@dataclass(frozen=True, slots=True, kw_only=True)
class Place:
    """Where one pair stands."""

    pair: Pair
    entry: Mapping[str, Any] | None
    standing: Standing
    changes: tuple[str, ...]
    """Settings in which the stored answer differs from this run's."""
    is_to_ask: bool
    is_to_judge: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class Unit:
    """One document and one model."""

    source: Source
    model: Model
    places: tuple[Place, ...]
    waiting: tuple[str, ...] = ()
    """Ids of questions that are open and not asked, for want of their pictures."""

    @property
    def counts(self) -> Mapping[str, int]:
        """How many pairs are done, stale, changed, failed, new, to ask and to judge."""
        counts = Counter(place.standing for place in self.places)
        return {
            **{standing: counts[standing] for standing in ("done", "stale", "failed", "new")},
            "changed": sum(bool(place.changes) for place in self.places),
            "to_ask": sum(place.is_to_ask for place in self.places),
            "to_judge": sum(place.is_to_judge for place in self.places),
        }


@dataclass(frozen=True, slots=True)
class Survey:
    """All selected documents and models, model-major."""

    units: tuple[Unit, ...]
    is_second_opinion: bool = False
    """Nothing is asked; answers that have a verdict are judged again."""
    is_dry_run: bool = False
    """New verdicts are said and not kept."""

    def of_model(self, model: Model) -> list[Unit]:
        """One model's units, in document order."""
        return [unit for unit in self.units if unit.model.model_key == model.model_key]

    def total(self, name: str) -> int:
        """Sum one of `Unit.counts` over everything."""
        return sum(unit.counts[name] for unit in self.units)

    @property
    def n_images_missing(self) -> int:
        """How many questions are not asked for want of their pictures."""
        return len({(unit.source.path, one) for unit in self.units for one in unit.waiting})

    def changes(self) -> Counter[str]:
        """How often each setting differs, by what differs."""
        return Counter(change for unit in self.units for place in unit.places for change in place.changes)


def match_source(source: Source, held: Sequence[Held]) -> Match:
    """Assign stored entries to a document's questions.

    A dataset file may come with results of its own (an older bank): they count where the result tree has none.
    """
    ids = list(zip(source.question_ids, source.hashes, strict=True))
    match = match_entries(ids, held)
    own = {
        (index, model_key): entry
        for index, question in enumerate(source.document.questions)
        for model_key, entry in question.raw.get("model_results", {}).items()
        if (index, model_key) not in match.entries
    }
    return Match({**match.entries, **own}, match.left_over)


def build_survey(
    settings: Settings,
    sources: Sequence[Source],
    models: Sequence[Model],
    entries: Mapping[str, Mapping[tuple[str, str], Mapping[str, Any]]],
) -> Survey:
    """Survey the selection.

    Args:
        settings: of the run.
        sources: documents, in order.
        models: in order.
        entries: per document path, (question_id, model_key) to entry.

    Raises:
        UsageError: answers of another model stand under a key that was made from a name.
    """
    units = []
    for model in models:
        n_left = settings.limit
        for source in sources:
            unit, n_left = _survey_unit(settings, source, model, entries[source.path], n_left)
            units.append(unit)
    return Survey(tuple(units))


def _survey_unit(
    settings: Settings,
    source: Source,
    model: Model,
    entries: Mapping[tuple[str, str], Mapping[str, Any]],
    n_left: int | None,
) -> tuple[Unit, int | None]:
    """Survey one document and model; at most `n_left` pairs are to ask (None: no limit)."""
    places, waiting = [], []
    for question, question_hash in zip(source.document.questions, source.hashes, strict=True):
        if question.is_voided:
            continue
        entry = entries.get((question.question_id, model.model_key))
        if entry is not None and not model.mode_is_known:
            _refuse_mixture(model, entry, source.path)
        standing = standing_of(entry, question_hash)
        changes: tuple[str, ...] = ()
        if entry is not None:
            changes = settings_changed(entry, current_settings(settings, _as_asked(model, entry), question))
        is_asked = is_to_ask(
            entry, standing, is_changed=bool(changes), retry=settings.retry, refresh=settings.refresh
        )
        if is_asked and waits_for_images(settings, question):
            is_asked = False
            waiting.append(question.question_id)
            if entry is None:
                continue
        if is_asked and n_left is not None:
            is_asked, n_left = n_left > 0, max(n_left - 1, 0)
        places.append(
            Place(
                pair=Pair(document=source.path, question=question, question_hash=question_hash, model=model),
                entry=entry,
                standing=standing,
                changes=changes,
                is_to_ask=is_asked,
                is_to_judge=not is_asked
                and entry is not None
                and standing == "done"
                and _can_be_judged(settings, question, entry)
                and is_to_judge(entry, expected_text(question), has_judge_model=bool(settings.judges)),
            )
        )
    return Unit(source=source, model=model, places=tuple(places), waiting=tuple(waiting)), n_left


def waits_for_images(settings: Settings, question: Question) -> bool:
    """Whether a question is not asked because its bank lacks pictures that belong to it."""
    return question.is_without_images and not settings.asks_without_images


def say_waiting(n: int) -> str:
    """Say how many questions are not asked for want of their pictures, and how they are."""
    wait = "questions wait" if n > 1 else "question waits"
    return f"{n} {wait} for pictures that did not come with the bank (--ask-without-images asks all the same)"


def _refuse_mixture(model: Model, entry: Mapping[str, Any], document: str) -> None:
    """Refuse to take another model's answers for those of one that got its key from its name alone.

    Raises:
        UsageError.
    """
    other = entry.get("model")
    if isinstance(other, str) and other != model.model_id:
        raise UsageError(
            f"{model.model_id} would be stored as {model.model_key}, and {document} has answers of {other} there",
            hint="Give it an entry with a model_key of its own in the registry.",
        )


def _as_asked(model: Model, entry: Mapping[str, Any]) -> Model:
    """Assume the stored mode of a model that nobody has looked up yet."""
    mode, effort = parse_mode(entry.get("mode")) or (model.mode, model.effort)
    return model if model.mode_is_known else replace(model, mode=mode, effort=effort)


def _can_be_judged(settings: Settings, question: Question, entry: Mapping[str, Any]) -> bool:
    """Whether somebody is there who can say something: of free text, rules can only say that it equals a reference."""
    if question.kind != "free_text" or settings.judges:
        return True
    _, reading = read_entry(entry, question)
    return bool(reading.answer)
