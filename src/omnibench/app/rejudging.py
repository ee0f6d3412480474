"""Judges stored answers again: what is asked of the judge, and where judge and rules disagree. No model is asked."""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final, Literal, get_args

from omnibench.app.survey import Place, Survey, Unit, match_source
from omnibench.app.tree import load_sources
from omnibench.errors import UsageError
from omnibench.judge.outcome import read_entry
from omnibench.judge.rules import sure_rule_verdict
from omnibench.plan.match import standing_of
from omnibench.plan.registry import parse_mode
from omnibench.records import Model, Pair
from omnibench.store.result_file import load_stored

if TYPE_CHECKING:
    from collections.abc import Collection, Iterator, Mapping, Sequence
    from pathlib import Path

    from omnibench.app.tree import Source
    from omnibench.records import Reading
    from omnibench.settings import Settings

What = Literal["all", "fallback", "disagreements"]
WHAT: Final[tuple[What, ...]] = get_args(What)


@dataclass(frozen=True, slots=True, kw_only=True)
class SecondOpinion:
    """Which stored answers are judged again, and whether the new verdicts are kept."""

    what: What = "all"
    is_dry_run: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Selection:
    """Which stored answers are read."""

    dataset_dir: Path
    result_dir: Path
    only: str | None = None
    models: tuple[str, ...] = ()
    """Ids or keys; empty: all."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Judged:
    """A stored answer with its verdict, and what the rules read in it."""

    pair: Pair
    entry: Mapping[str, Any]
    reading: Reading
    rule_is_correct: bool | None

    @property
    def is_disputed(self) -> bool:
        """Whether a judge model and sure rules say the opposite."""
        judge = self.entry.get("judge") or {}
        is_by_model = str(judge.get("judge_method", "")).startswith("llm_judge_")
        return (
            is_by_model
            and None not in (self.rule_is_correct, judge.get("is_correct"))
            and (self.rule_is_correct != judge.get("is_correct"))
        )


def build_rejudge_survey(
    settings: Settings,
    sources: Sequence[Source],
    entries: Mapping[str, Mapping[tuple[str, str], Mapping[str, Any]]],
    opinion: SecondOpinion,
) -> Survey:
    """Survey the stored answers of a selection; those that are wanted are to judge, none is to ask.

    Raises:
        UsageError: nothing is stored, or `--models` names no stored model.
    """
    places: dict[tuple[str, str], list[Place]] = {}
    models: dict[str, Model] = {}
    for source in sources:
        for judged in stored_answers(settings.models, source, entries[source.path]):
            models.setdefault(judged.pair.model.model_key, judged.pair.model)
            places.setdefault((judged.pair.model.model_key, source.path), []).append(
                Place(
                    pair=judged.pair,
                    entry=judged.entry,
                    standing="done",
                    changes=(),
                    is_to_ask=False,
                    is_to_judge=_is_wanted(judged, opinion.what),
                )
            )
    if not models:
        raise UsageError(
            "there is no stored answer to judge", hint="Run first, or widen --models, --only or --result-dir."
        )
    units = [
        Unit(source=source, model=model, places=tuple(places[key, source.path]))
        for key, model in models.items()
        for source in sources
        if (key, source.path) in places
    ]
    return Survey(tuple(units), is_second_opinion=True, is_dry_run=opinion.is_dry_run)


def stored_answers(
    models: Collection[str], source: Source, entries: Mapping[tuple[str, str], Mapping[str, Any]]
) -> Iterator[Judged]:
    """Yield the `ok` answers to today's questions of one document; of all models where none is named."""
    by_question: dict[str, list[tuple[str, Mapping[str, Any]]]] = defaultdict(list)
    for (question_id, model_key), entry in entries.items():
        is_wanted = not models or {model_key, entry.get("model")} & set(models)
        if is_wanted and entry.get("status") == "ok":
            by_question[question_id].append((model_key, entry))
    for question, question_hash in zip(source.document.questions, source.hashes, strict=True):
        for model_key, entry in by_question[question.question_id]:
            if question.is_voided or standing_of(entry, question_hash) != "done":
                continue
            model = Model(
                model_id=str(entry.get("model") or model_key),
                model_key=model_key,
                mode=(parse_mode(entry.get("mode")) or ("non_think", None))[0],
            )
            pair = Pair(document=source.path, question=question, question_hash=question_hash, model=model)
            _, reading = read_entry(entry, question)
            yield Judged(
                pair=pair, entry=entry, reading=reading, rule_is_correct=sure_rule_verdict(reading, question)
            )


def find_disagreements(settings: Settings) -> tuple[Judged, ...]:
    """Return the answers about which a judge model and sure rules say the opposite; reads only.

    Raises:
        UsageError, DatasetInvalid, ResultCorrupt.
    """
    selection = Selection(
        dataset_dir=settings.dataset_dir,
        result_dir=settings.result_dir,
        only=settings.only,
        models=settings.models,
    )
    return tuple(one for _, one in load_judged(selection) if one.is_disputed)


def load_judged(selection: Selection) -> Iterator[tuple[Source, Judged]]:
    """Load the `ok` answers of a result tree with their documents; reads only, also while a run is writing.

    Raises:
        UsageError, DatasetInvalid, ResultCorrupt.
    """
    loaded = load_sources(selection.dataset_dir, selection.result_dir, selection.only)
    for source in loaded.sources:
        match = match_source(source, load_stored(source.result_path).held)
        ids = source.question_ids
        entries = {(ids[i], key): entry for (i, key), entry in match.entries.items()}
        for judged in stored_answers(selection.models, source, entries):
            yield source, judged


def _is_wanted(judged: Judged, what: What) -> bool:
    judge = judged.entry.get("judge") or {}
    if what == "fallback":
        return not judge or bool(judge.get("fallback_cause"))
    return judged.is_disputed if what == "disagreements" else True
