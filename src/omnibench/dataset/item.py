"""Reads the items of one document into questions, collecting what is wrong with each."""

from __future__ import annotations

from difflib import get_close_matches
from functools import partial
from typing import TYPE_CHECKING, Any, NamedTuple

from omnibench.dataset.answers import AnswerUnreadable, match_label, read_alternatives, read_answer_keys
from omnibench.dataset.exam import read_forbidden, read_points, read_section
from omnibench.dataset.images import read_images
from omnibench.dataset.options import read_options
from omnibench.entries import fault_of_entry
from omnibench.kinds import KINDS
from omnibench.records import Fault, Question

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

_VOIDED_ANSWERS = frozenset({"deleted", "voided", "void", "annulled", "withdrawn"})
_FIELDS = frozenset(
    [
        "question_id",
        "question_text",
        "options",
        "answer",
        "accepted_answers",
        "kind",
        "images",
        "images_missing",
        "points",
        "section",
        "forbidden_options",
        "voided",
        "deleted",
        "metadata",
        "model_results",
    ]
)
_SLIP = 0.83
"""How alike two names are, by difflib's ratio: `option` and `options`, `anwser` and `answer`."""
_WITH_OPTIONS = frozenset({"single_choice", "multiple_choice"})
_MISSING = 'is missing; give the answer, or mark the item with `"voided": true` to leave it out'


class Labels(NamedTuple):
    """What `label` questions of a document are answered with."""

    names: tuple[str, ...]
    synonyms: Mapping[str, Sequence[str]]


class ItemReader:
    """Reads items one after the other; `faults` grows."""

    def __init__(self, path: str, labels: Labels, items: Sequence[Any]) -> None:
        self.path = path
        self.labels, self.synonyms = labels
        self.faults: list[Fault] = []
        self._first_with_id: dict[str, int] = {}
        bare = [i for i in items if isinstance(i, dict) and not i.get("options") and i.get("kind") is None]
        answered = [item for item in bare if not _is_voided(item)]
        self._is_label_file = bool(answered) and all(
            match_label(one.get("answer"), labels.names) for one in answered
        )

    def read(self, index: int, item: Any) -> Question | None:
        """Return the question of an item, or None after noting its faults."""
        if not isinstance(item, dict):
            self._fault(f"items[{index}]", "", "must be an object")
            return None
        n_faults = len(self.faults)
        question_id = self._read_id(index, item)
        where = f"items[{index}] ({question_id})" if question_id else f"items[{index}]"
        self._check_names(where, item)
        text = item.get("question_text")
        if not isinstance(text, str) or not text.strip():
            is_absent = text is None
            self._fault(
                where, "question_text", "is missing" if is_absent else "must be a text that is not blank"
            )
        fault = partial(self._fault, where)
        options = read_options(item.get("options"), fault)
        is_voided = _is_voided(item)
        expected = () if is_voided else self._read_expected(where, item, options)
        others = () if is_voided else self._read_accepted(where, item, options, expected)
        rights = (expected, *others)
        kind = self._read_kind(where, item, options, rights)
        points = read_points(item.get("points"), fault)
        section = read_section(item.get("section"), fault)
        forbidden = read_forbidden(item.get("forbidden_options"), options, rights, fault)
        images = read_images(item.get("images", []), fault)
        self._check_results(where, item.get("model_results", {}))
        if len(self.faults) > n_faults:
            return None
        return Question(
            question_id=question_id,
            text=str(text),
            kind=kind,
            options=options,
            expected=expected,
            accepted=tuple(",".join(one) for one in others),
            labels=self.labels if kind == "label" else (),
            synonyms=self.synonyms if kind == "label" else {},
            images=images,
            is_without_images=item.get("images_missing") is True,
            is_voided=is_voided,
            points=points,
            section=section,
            forbidden=forbidden,
            raw=item,
        )

    def _fault(self, item: str, field: str, reason: str) -> None:
        self.faults.append(Fault(path=self.path, item=item, field=field, reason=reason))

    def _check_names(self, where: str, item: Mapping[str, Any]) -> None:
        """Refuse a slip of the pen in a field's name, which would lose the field without a word."""
        for name in item.keys() - _FIELDS:
            meant = get_close_matches(name.casefold(), _FIELDS - item.keys(), n=1, cutoff=_SLIP)
            if meant:
                self._fault(where, name, f"is not a field; is {meant[0]} meant? Notes belong into metadata")
        for name in ("voided", "deleted", "images_missing"):
            if not isinstance(item.get(name), bool | None):
                self._fault(where, name, "must be true or false")

    def _check_results(self, where: str, results: Any) -> None:
        if not isinstance(results, dict):
            self._fault(where, "model_results", "must be an object")
            return
        for model_key, entry in results.items():
            if fault := fault_of_entry(entry):
                self._fault(where, f"model_results.{model_key}", fault)

    def _read_id(self, index: int, item: Mapping[str, Any]) -> str:
        value = item.get("question_id")
        if isinstance(value, int) and not isinstance(value, bool):
            value = str(value)
        if not isinstance(value, str) or not value.strip():
            reason = "is missing" if value is None else "must be a text that is unique in the file"
            self._fault(f"items[{index}]", "question_id", reason)
            return ""
        if (first := self._first_with_id.setdefault(value, index)) != index:
            self._fault(f"items[{index}] ({value})", "question_id", f"stands at items[{first}] already")
        return value

    def _read_expected(
        self, where: str, item: Mapping[str, Any], options: Mapping[str, str]
    ) -> tuple[str, ...]:
        answer = item.get("answer")
        if answer is None or answer in ("", []):
            self._fault(where, "answer", _MISSING)
            return ()
        if not options:
            return self._read_bare_answer(where, item, answer)
        try:
            return read_answer_keys(answer, options)
        except AnswerUnreadable as error:
            self._fault(where, "answer", str(error))
            return ()

    def _read_accepted(
        self, where: str, item: Mapping[str, Any], options: Mapping[str, str], expected: tuple[str, ...]
    ) -> tuple[tuple[str, ...], ...]:
        """Return other right answers: keys, a label, or of free text a text, which may well repeat another."""
        value = item.get("accepted_answers") or []
        is_label = self._is_label(item)
        if not is_label and (not options or item.get("kind") == "free_text"):
            if not isinstance(value, list) or not all(isinstance(one, str) and one.strip() for one in value):
                self._fault(where, "accepted_answers", "must be a list of texts")
                return ()
            return tuple((one,) for one in value)
        read = self._label_in if is_label else partial(read_answer_keys, options=options)
        try:
            return read_alternatives(value, expected, read)
        except AnswerUnreadable as error:
            self._fault(where, "accepted_answers", str(error))
            return ()

    def _label_in(self, answer: Any) -> tuple[str, ...]:
        if (label := match_label(answer, self.labels)) is None:
            raise AnswerUnreadable(f"holds {answer!r}, which is none of {', '.join(self.labels)}")
        return (label,)

    def _is_label(self, item: Mapping[str, Any]) -> bool:
        named = item.get("kind")
        return named == "label" or (named is None and self._is_label_file and not item.get("options"))

    def _read_bare_answer(self, where: str, item: Mapping[str, Any], answer: Any) -> tuple[str, ...]:
        is_label = self._is_label_file or item.get("kind") == "label"
        if is_label and (label := match_label(answer, self.labels)):
            return (label,)
        is_number = isinstance(answer, int | float) and not isinstance(answer, bool)
        if is_number or (isinstance(answer, str) and answer.strip()):
            return (str(answer),)
        self._fault(where, "answer", "must be a text or a number")
        return ()

    def _read_kind(
        self,
        where: str,
        item: Mapping[str, Any],
        options: Mapping[str, str],
        rights: Sequence[tuple[str, ...]],
    ) -> str:
        """Return the kind; `rights` are the answer and those that are as right, of which one may name several keys."""
        named, expected = item.get("kind"), rights[0]
        names_several = any(len(right) > 1 for right in rights)
        if named is None:
            if options:
                return "multiple_choice" if names_several else "single_choice"
            return "label" if self._is_label_file else "free_text"
        if not isinstance(named, str) or named not in KINDS:
            self._fault(where, "kind", f"is not known; known are {', '.join(KINDS)}")
        elif named in _WITH_OPTIONS and not options:
            self._fault(where, "options", f"are needed by kind {named}")
        elif named == "single_choice" and names_several:
            field = "answer" if len(expected) > 1 else "accepted_answers"
            self._fault(where, field, "names several options, but the kind is single_choice")
        elif named == "label" and expected and expected[0] not in self.labels:
            self._fault(where, "answer", f"must be one of {', '.join(self.labels)}")
        return str(named)


def _is_voided(item: Mapping[str, Any]) -> bool:
    metadata = item.get("metadata")
    flags = (item, metadata) if isinstance(metadata, dict) else (item,)
    answer = item.get("answer")
    return any(where.get("voided") is True or where.get("deleted") is True for where in flags) or (
        isinstance(answer, str) and answer.strip().casefold() in _VOIDED_ANSWERS
    )
