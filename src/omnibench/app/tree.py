"""Loads the dataset tree and finds each document's place in the result tree."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from omnibench.dataset import classify_paths, read_document
from omnibench.errors import DatasetInvalid, StoreError, UsageError
from omnibench.plan.hashes import question_hash
from omnibench.plan.pictures import fault_of
from omnibench.plan.prompts import PROMPTS
from omnibench.plan.select import select_documents
from omnibench.records import Fault, Image
from omnibench.store.files import list_files, read_bytes
from omnibench.store.images import load_image

if TYPE_CHECKING:
    from collections.abc import Collection, Sequence
    from pathlib import Path

    from omnibench.dataset import Document
    from omnibench.records import Pair

_MAX_NAMED: Final = 5
"""Documents that a message names at most."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Source:
    """A dataset document, its hashes, and where its results stand."""

    document: Document
    dataset_path: Path
    result_path: Path
    hashes: tuple[str, ...]
    """One a question."""
    pictures: tuple[tuple[str, ...], ...]
    """SHA-256 of each picture, a tuple a question."""

    @property
    def path(self) -> str:
        """The document's name in the tree."""
        return self.document.path

    @property
    def question_ids(self) -> tuple[str, ...]:
        """One a question, unique."""
        return tuple(question.question_id for question in self.document.questions)


@dataclass(frozen=True, slots=True)
class Sources:
    """All selected documents."""

    sources: tuple[Source, ...]
    ignored: tuple[str, ...]
    """JSON files that lie outside the layout."""


def load_sources(dataset_dir: Path, result_dir: Path, only: str | None = None) -> Sources:
    """Load and check every selected document.

    Raises:
        UsageError: no such folder, no document, or `only` matches none.
        DatasetInvalid: with the faults of all files together.
    """
    if not dataset_dir.is_dir():
        raise UsageError(f"there is no dataset folder {dataset_dir}", hint="Use --dataset-dir.")
    tree = classify_paths(list_files(dataset_dir))
    if not tree.documents:
        raise UsageError(
            f"{dataset_dir} holds no documents",
            hint="Documents lie in general/ or in <year>/<level>/ and end in .json.",
        )
    faults: list[Fault] = []
    sources: list[Source] = []
    for path in select_documents(tree.documents, only):
        try:
            sources.append(load_source(dataset_dir, result_dir, path))
        except DatasetInvalid as error:
            faults += error.faults
    if faults:
        raise DatasetInvalid(faults)
    questions = {(dataset_dir / path).resolve() for path in tree.documents}
    _check_places(sources, questions)
    return Sources(tuple(sources), tree.ignored)


def refuse_other_kinds(prompt: str, sources: Sequence[Source]) -> None:
    """Refuse a selection of questions that a published prompt does not ask.

    Raises:
        UsageError: with the documents that hold others, and those that do not.
    """
    if prompt not in PROMPTS:
        return
    asked = PROMPTS[prompt].kinds
    others = {}
    for source in sources:
        kinds = {question.kind for question in source.document.questions if not question.is_voided}
        if kinds - asked:
            others[source.path] = f"{source.path} ({', '.join(sorted(kinds - asked))})"
    if others:
        fit = [source.path for source in sources if source.path not in others]
        named = f", such as --only '{','.join(fit)}'" if 0 < len(fit) <= _MAX_NAMED else ""
        n_more = len(others) - _MAX_NAMED
        more = f" and {n_more} more" if n_more > 0 else ""
        raise UsageError(
            f"--prompt {prompt} asks {', '.join(sorted(asked))} questions, and others stand in "
            f"{', '.join([*others.values()][:_MAX_NAMED])}{more}",
            hint=f"Leave those documents out with --only{named}. Nothing was asked.",
        )


def _check_places(sources: Sequence[Source], questions: Collection[Path]) -> None:
    """Make sure that no result is written over questions or over another result, through links either.

    Raises:
        UsageError.
    """
    taken: dict[Path, str] = {}
    for source in sources:
        place = source.result_path.resolve()
        if place in questions:
            raise UsageError(
                f"results of {source.path} would be written over the questions in {place}",
                hint="Give --result-dir another folder than --dataset-dir.",
            )
        if (other := taken.setdefault(place, source.path)) != source.path:
            raise UsageError(f"results of {source.path} and of {other} would both be written to {place}")


def load_source(dataset_dir: Path, result_dir: Path, path: str) -> Source:
    """Load and check one document.

    Raises:
        DatasetInvalid.
    """
    dataset_path = dataset_dir / path
    try:
        content = read_bytes(dataset_path)
    except StoreError as error:
        raise DatasetInvalid([Fault(path=path, item="", field="", reason=error.message)]) from None
    if content is None:
        reason = "is not there: a link that leads nowhere?"
        raise DatasetInvalid([Fault(path=path, item="", field="", reason=reason)])
    document, faults = read_document(path, content)
    hashes, pictures = [], []
    for question in document.questions:
        images = [load_image(dataset_path, name) for name in question.images]
        faults += [
            Fault(path=path, item=question.question_id, field="images", reason=one)
            for one in images
            if isinstance(one, str)
        ]
        loaded = [one for one in images if isinstance(one, Image)]
        hashes.append(question_hash(question, loaded))
        pictures.append(tuple(image.sha256 for image in loaded))
    if faults:
        raise DatasetInvalid(faults)
    return Source(
        document=document,
        dataset_path=dataset_path,
        result_path=result_dir / path,
        hashes=tuple(hashes),
        pictures=tuple(pictures),
    )


def look_at_images(source: Source) -> list[Fault]:
    """Name the pictures of a document that nobody could look at: broken ones, and ones that are sent by no way.

    Decodes each of them, so this is for those who ask for a check; a run looks at what it sends.
    """
    return [
        Fault(path=source.path, item=question.question_id, field="images", reason=reason)
        for question in source.document.questions
        for name in question.images
        if isinstance(image := load_image(source.dataset_path, name), Image) and (reason := fault_of(image))
    ]


def load_images(source: Source, pair: Pair) -> tuple[Image, ...]:
    """Load a question's images again, just before it is asked: a bank of pictures need not fit into memory.

    Raises:
        DatasetInvalid: an image went away or was changed since the start, so the answer would be to another question.
    """
    question = pair.question
    images = []
    for name in question.images:
        image = load_image(source.dataset_path, name)
        if isinstance(image, str):
            raise DatasetInvalid(
                [Fault(path=source.path, item=question.question_id, field="images", reason=image)]
            )
        images.append(image)
    if images and question_hash(question, images) != pair.question_hash:
        reason = "were changed since the run began; start it again"
        raise DatasetInvalid(
            [Fault(path=source.path, item=question.question_id, field="images", reason=reason)]
        )
    return tuple(images)
