"""Checks dataset files and registries, collecting every fault."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from omnibench.app.tree import load_source, load_sources, look_at_images
from omnibench.ask.presets import PRESETS
from omnibench.dataset import Stated, classify_paths, find_repeated
from omnibench.errors import DatasetInvalid
from omnibench.plan.registry import parse_registry
from omnibench.plan.select import select_documents
from omnibench.records import Fault
from omnibench.store.files import list_files, read_bytes

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

    from omnibench.dataset import Repeated
    from omnibench.records import Model


@dataclass(frozen=True, slots=True, kw_only=True)
class Checked:
    """One file, and how much is in it."""

    path: str
    n_questions: int
    n_voided: int
    n_images_missing: int
    """Those that are not voided and lack pictures."""
    kinds: tuple[str, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Validation:
    """What was found."""

    checked: tuple[Checked, ...]
    faults: tuple[Fault, ...]
    registry_faults: tuple[Fault, ...]
    repeated: tuple[Repeated, ...]
    """Questions that stand in the files without a fault more than once: worth a look, and no fault."""
    ignored: tuple[str, ...]
    n_models: int


def validate(dataset_dir: Path, registries: Sequence[Path], only: str | None = None) -> Validation:
    """Check every selected document and every registry.

    Raises:
        UsageError: there is nothing to check.
    """
    faults: list[Fault] = []
    checked: list[Checked] = []
    stated: list[Stated] = []
    tree = classify_paths(list_files(dataset_dir))
    for path in select_documents(tree.documents, only) if tree.documents else ():
        try:
            source = load_source(dataset_dir, dataset_dir, path)
        except DatasetInvalid as error:
            faults += error.faults
            continue
        if wrong := look_at_images(source):
            faults += wrong
            continue
        questions = source.document.questions
        stated += [
            Stated(document=path, question=question, pictures=pictures)
            for question, pictures in zip(questions, source.pictures, strict=True)
        ]
        checked.append(
            Checked(
                path=path,
                n_questions=len(questions),
                n_voided=sum(question.is_voided for question in questions),
                n_images_missing=sum(one.is_without_images and not one.is_voided for one in questions),
                kinds=tuple(sorted({question.kind for question in questions})),
            )
        )
    if not tree.documents:
        load_sources(dataset_dir, dataset_dir)  # says what is missing
    n_models = 0
    registry_faults: list[Fault] = []
    for registry in registries:
        models, registry_wrong = parse_registry(str(registry), read_bytes(registry) or b"")
        registry_faults += [*registry_wrong, *_unknown_venues(str(registry), models)]
        n_models += len(models)
    return Validation(
        checked=tuple(checked),
        faults=tuple(faults),
        registry_faults=tuple(registry_faults),
        repeated=find_repeated(stated),
        ignored=tree.ignored,
        n_models=n_models,
    )


def _unknown_venues(path: str, models: Sequence[Model]) -> list[Fault]:
    return [
        Fault(
            path=path,
            item=model.model_id,
            field="also_at",
            reason=f"{venue.provider} is no provider whose servers can be asked",
        )
        for model in models
        for venue in model.also_at
        if venue.provider not in PRESETS or PRESETS[venue.provider].is_embedded
    ]
