"""The pictures of a run: looked through before the first question, and made fit for the provider when they are sent."""

from __future__ import annotations

import asyncio
from dataclasses import replace
from typing import TYPE_CHECKING, Final

from omnibench.app.tree import load_images
from omnibench.errors import DatasetInvalid, UsageError
from omnibench.plan.pictures import Takes, fault_of, fit
from omnibench.records import Failure, Fault

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from omnibench.app.provider import Provider
    from omnibench.app.survey import Survey, Unit
    from omnibench.app.tree import Source
    from omnibench.app.watch import Watcher
    from omnibench.ask.presets import Preset
    from omnibench.ask.stop import Stop
    from omnibench.records import Image, Model, Pair

UNSEEN: Final = Failure(
    kind="bad_request", detail="the model takes no pictures, and the question has some; it was not asked"
)
"""Why there is no answer where errors are skipped; such questions are not sent."""


class Pictures:
    """What one run does with pictures."""

    def __init__(self, presets: Sequence[Preset], watcher: Watcher) -> None:
        """Prepare for what all of these providers take; nothing is read yet."""
        self._takes = Takes(
            who=" and ".join(preset.title for preset in presets),
            media_types=frozenset.intersection(*(preset.image_types for preset in presets)),
            max_bytes=min(preset.max_image_bytes for preset in presets),
        )
        self._watcher = watcher

    async def check(self, survey: Survey, stop: Stop) -> None:
        """Look through every picture that is to be sent, each once, outside the event loop.

        Raises:
            DatasetInvalid: with all that nobody could look at, or that this provider does not take.
            ImagesUnavailable: one must be converted, and Pillow is not installed.
        """
        found = {
            (unit.source.path, pair.question.question_id): (unit.source, pair)
            for unit in survey.units
            for pair in _with_pictures(unit)
        }
        if found and (faults := await asyncio.to_thread(self._look_through, tuple(found.values()), stop)):
            raise DatasetInvalid(faults)

    def _look_through(self, pairs: Sequence[tuple[Source, Pair]], stop: Stop) -> list[Fault]:
        faults: list[Fault] = []
        for source, pair in pairs:
            if stop.is_set:
                break
            found = (fault_of(image) or self._refused(image) for image in load_images(source, pair))
            faults += [_fault(source, pair, reason) for reason in found if reason]
        return faults

    def _refused(self, image: Image) -> str | None:
        sent = fit(image, self._takes)
        return sent if isinstance(sent, str) else None

    def load(self, source: Source, pair: Pair) -> tuple[Image, ...]:
        """Load a question's pictures as they are sent, and say once which formats are converted.

        Raises:
            DatasetInvalid: a picture was changed since it was looked through.
            ImagesUnavailable.
        """
        return tuple(self._fitted(source, pair, image) for image in load_images(source, pair))

    def _fitted(self, source: Source, pair: Pair, image: Image) -> Image:
        sent = fit(image, self._takes)
        if isinstance(sent, str):
            raise DatasetInvalid([_fault(source, pair, sent)])
        if sent.media_type != image.media_type:
            name = image.media_type.removeprefix("image/").upper()
            self._watcher.said(f"{name} pictures are sent as PNG, pixel by pixel the same")
        return sent


async def without_unseen(
    survey: Survey, provider: Provider, *, skips_errors: bool
) -> tuple[Survey, tuple[Pair, ...]]:
    """Take the questions with pictures out that are meant for models without vision; unknown counts as vision.

    Returns:
        What is left to ask, and what was taken out.

    Raises:
        UsageError: there are some, and errors are not skipped.
    """
    of_model: dict[str, list[Pair]] = {}
    models: dict[str, Model] = {}
    for unit in survey.units:
        if pairs := _with_pictures(unit):
            models[unit.model.model_key] = unit.model
            of_model.setdefault(unit.model.model_key, []).extend(pairs)
    blind = {
        key: pairs
        for key, pairs in of_model.items()
        if (await provider.offer(models[key].model_id)).can_see is False
    }
    if blind and not skips_errors:
        raise _cannot_see(models, blind)
    units = tuple(_closed(unit) if unit.model.model_key in blind else unit for unit in survey.units)
    return replace(survey, units=units), tuple(pair for pairs in blind.values() for pair in pairs)


def _cannot_see(models: Mapping[str, Model], blind: Mapping[str, Sequence[Pair]]) -> UsageError:
    names = ", ".join(models[key].model_id for key in blind)
    pairs = next(iter(blind.values()))
    first = f"{pairs[0].document} {pairs[0].question.question_id}"
    are = "questions have" if len(pairs) > 1 else "question has"
    return UsageError(
        f"{names} cannot take pictures, and {len(pairs)} {are} some, first {first}",
        hint="Leave these documents out with --only, name models with vision by --models, or record these questions "
        "as errors with --on-error skip. Nothing was asked.",
    )


def _with_pictures(unit: Unit) -> list[Pair]:
    return [place.pair for place in unit.places if place.is_to_ask and place.pair.question.images]


def _closed(unit: Unit) -> Unit:
    places = tuple(
        replace(place, is_to_ask=place.is_to_ask and not place.pair.question.images) for place in unit.places
    )
    return replace(unit, places=places)


def _fault(source: Source, pair: Pair, reason: str) -> Fault:
    return Fault(path=source.path, item=pair.question.question_id, field="images", reason=reason)
