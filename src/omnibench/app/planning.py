"""What a run would do, without sending anything and without a lock."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from omnibench.app.budget import refuse_unpriced
from omnibench.app.models import choose_models, find_judge_prices, in_order
from omnibench.app.outlook import build_outlook
from omnibench.app.survey import build_survey, match_source
from omnibench.app.tree import load_sources, refuse_other_kinds
from omnibench.store.result_file import load_stored

if TYPE_CHECKING:
    from omnibench.app.outlook import Destination
    from omnibench.app.survey import Survey
    from omnibench.records import Model
    from omnibench.settings import Settings


@dataclass(frozen=True, slots=True)
class Plan:
    """The survey of a run, and which models it is for."""

    models: tuple[Model, ...]
    """In the order in which they are asked, unless the provider tells sizes that no registry does."""
    survey: Survey
    ignored: tuple[str, ...]
    outlook: tuple[Destination, ...]
    """Prices are those of registries: a plan asks no provider."""


def make_plan(settings: Settings) -> Plan:
    """Survey the selection.

    Raises:
        OmnibenchError: whatever a run would refuse to start with.
    """
    loaded = load_sources(settings.dataset_dir, settings.result_dir, settings.only)
    refuse_other_kinds(settings.prompt, loaded.sources)
    models = in_order(settings, choose_models(settings, None))
    judge_prices = find_judge_prices(settings)
    refuse_unpriced(settings, models, judge_prices)
    entries = {}
    for source in loaded.sources:
        match = match_source(source, load_stored(source.result_path).held)
        ids = source.question_ids
        entries[source.path] = {(ids[i], key): entry for (i, key), entry in match.entries.items()}
    survey = build_survey(settings, loaded.sources, models, entries)
    judges = [(judge.model_id, judge_prices.get(judge.model_id)) for judge in settings.judges]
    return Plan(models, survey, loaded.ignored, build_outlook(settings, survey, {}, judges))
