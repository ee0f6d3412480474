"""Builds a document from the tables of a foreign bank.

Two passes: each row is read by itself; then the bank as a whole tells what digits mean, whether several right options
are the norm, and which ids are taken. A row that cannot be read for sure is refused with its place and a reason.
"""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Final

from omnibench.dataset.answers import AnswerUnreadable, match_label
from omnibench.records import Fault
from omnibench.sources.answer_keys import Asked, join
from omnibench.sources.digits import digits_in
from omnibench.sources.draft import drafts_of
from omnibench.sources.evidence import meanings_of
from omnibench.sources.items import ItemRefused, unique_ids, write_item, written
from omnibench.sources.keys import Key, Meaning, is_voided_word, read_key
from omnibench.sources.oddities import NEARLY_ALL, note_odd_items
from omnibench.sources.options import is_empty
from omnibench.sources.pictures import Pictures
from omnibench.sources.recognise import is_key_table, names_of, unused_names
from omnibench.sources.table import SourceUnreadable
from omnibench.sources.unfound import refuse_unfound_answers, refuse_unfound_options

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from omnibench.sources.columns import Columns
    from omnibench.sources.draft import Draft
    from omnibench.sources.importers.importer import Importer
    from omnibench.sources.keys import Digits
    from omnibench.sources.table import Row, Table

SEVERAL_ARE_THE_NORM: Final = 0.2
"""Share of questions with several right options from which on all are asked as such: else the form tells the others."""
KNOWN_LABELS: Final = (("yes", "no"), ("yes", "no", "maybe"), ("true", "false"), ("POSITIVE", "NEGATIVE"))
_A_STORY: Final = 60
_AFTERWARDS: Final = (
    "expl",
    "rational",
    "comment",
    "feedback",
    "solution",
    "source",
    "reference",
    "prediction",
    "note",
    "erkl",
    "begr",
    "解",
    "explic",
    "justif",
)
ANSWER_FILE: Final = "answer file"


@dataclass(frozen=True, slots=True, kw_only=True)
class Choices:
    """What a person says of an import, in place of what would be found out."""

    columns: Mapping[str, str] = field(default_factory=dict)
    """Role to column, as `recognise` takes them."""
    digits: Digits | None = None
    labels: Sequence[str] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Imported:
    """The items of a bank, and what became of its rows."""

    items: Sequence[Mapping[str, Any]]
    places: Sequence[tuple[str, str]]
    """File and row of each item."""
    labels: Sequence[str]
    columns: Mapping[str, Columns]
    """Of each file."""
    unused: Mapping[str, Sequence[str]]
    """Of each file: columns that are kept in `metadata` alone."""
    digits: Mapping[str, Digits]
    """What digits mean in each column of answers."""
    n_read: int
    refused: Sequence[tuple[Fault, Row]]
    oddities: Mapping[str, Sequence[str]]
    """What a person should know, each with the questions of which it is true."""


def build(
    tables: Sequence[Table],
    importer: Importer,
    choices: Choices = Choices(),
    pictures: Pictures | None = None,
) -> Imported:
    """Build the items of a bank from its tables, answer files among them.

    Raises:
        SourceUnreadable: no table holds questions, or their columns are not known.
    """
    are_keys = [is_key_table(table, choices.columns, importer.forms) for table in tables]
    keys = [table for table, is_key in zip(tables, are_keys, strict=True) if is_key]
    asked = [table for table, is_key in zip(tables, are_keys, strict=True) if table.rows and not is_key]
    if not asked:
        told = ", only answers by id; name the questions' column with --map question=..." if keys else ""
        raise SourceUnreadable(f"none of the files holds questions{told}")
    told_of = _told_by_table(tables, choices.columns)
    drafts = [draft for table in asked for draft in drafts_of(table, importer, told_of[table.file])]
    oddities: dict[str, list[str]] = defaultdict(list)
    for table in tables:
        for oddity in table.oddities:
            oddities[oddity].append(table.file)
    refuse_unfound_answers(asked, drafts, has_key_files=bool(keys))
    _join_answers(drafts, keys, choices.columns, oddities)
    meanings = meanings_of(drafts, choices.digits)
    labels = tuple(choices.labels or importer.labels or _labels_among(drafts))
    if not labels:
        refuse_unfound_options(asked, drafts, choices.columns)
    are_lone = choices.digits != "text" and _are_keys(drafts)
    expected = [_expected(draft, meanings, labels, are_keys=are_lone) for draft in drafts]
    kept = [(draft, key) for draft, key in zip(drafts, expected, strict=True) if draft.fault is None]
    asking = _Asking(importer.kind, labels, _of_all(meanings), pictures or Pictures())
    ids, numbered = unique_ids(drafts)
    if numbered:
        oddities["ids that stood twice and were numbered"] += numbered
    of_kept = [question_id for draft, question_id in zip(drafts, ids, strict=True) if draft.fault is None]
    items = _items(kept, of_kept, asking, oddities)
    columns = {draft.file: draft.columns for draft in drafts}
    _note_lacking_contexts(drafts, oddities)
    unused = {table.file: unused_names(table, columns[table.file]) for table in asked}
    if not importer.forms:
        _note_long_texts(asked, unused, oddities)
    if len({draft.file for draft in drafts}) > 1:
        files = (draft.file for draft in drafts if draft.fault is None)
        items = [_with_file(item, file) for item, file in zip(items, files, strict=True)]
    return Imported(
        items=items,
        places=[(draft.file, draft.place) for draft in drafts if draft.fault is None],
        labels=labels,
        columns=columns,
        unused=unused,
        digits={name: meaning.digits for name, meaning in meanings.items()},
        n_read=len(drafts),
        refused=[(_fault(draft), draft.row) for draft in drafts if draft.fault is not None],
        oddities=oddities,
    )


def _told_by_table(tables: Sequence[Table], told: Mapping[str, str]) -> Mapping[str, dict[str, str]]:
    """Return what a person says of the columns of each table: what only others have concerns these."""
    here = {table.file: frozenset(names_of(table)) if told else frozenset() for table in tables}
    everywhere = frozenset[str]().union(*here.values())
    return {
        file: {role: name for role, name in told.items() if name in names or name not in everywhere}
        for file, names in here.items()
    }


def _fault(draft: Draft) -> Fault:
    name, reason = draft.fault or ("", "")
    return Fault(path=draft.file, item=draft.place, field=name, reason=reason)


def _join_answers(
    drafts: Sequence[Draft], keys: Sequence[Table], told: Mapping[str, str], oddities: dict[str, list[str]]
) -> None:
    joined = join(
        [Asked(draft.group, draft.own_id, draft.fields, _fingerprint(draft)) for draft in drafts], keys, told
    )
    for i, draft in enumerate(drafts):
        draft.key_rows = joined.rows.get(i, ())
        said = [answer for row in draft.key_rows for answer in row.answers if not is_empty(answer)]
        draft.answers += [(ANSWER_FILE, answer) for answer in said]
        draft.is_voided |= any(is_voided_word(answer, draft.options) for answer in said)
        if i in joined.unclear:
            draft.refuse(
                ANSWER_FILE,
                "nobody can tell which answer of the answer file is meant, by the ids and columns of both",
            )
    if joined.n_unused:
        oddities["answers that belong to no question"].append(str(joined.n_unused))


def _fingerprint(draft: Draft) -> tuple[str, ...]:
    """Return what makes a question the same one: its text and its options in their order."""
    return (draft.text, *draft.options.values())


def _labels_among(drafts: Sequence[Draft]) -> Sequence[str]:
    """Return known labels when every answer of a bank without options is one of them, and there are two at least."""
    if any(draft.options for draft in drafts):
        return ()
    answers = {str(value) for draft in drafts for _, value in draft.answers}
    for labels in KNOWN_LABELS:
        used = [label for label in labels if any(match_label(answer, (label,)) for answer in answers)]
        if len(used) > 1 and all(match_label(answer, labels) for answer in answers):
            return labels
    return ()


def _are_keys(drafts: Sequence[Draft]) -> bool:
    """Say whether lone letters and digits are keys of options even where options are not there.

    They are where other questions have options, or nearly all answers are such: then the options stand where they were
    not found.
    """
    answers = [value for draft in drafts for _, value in draft.answers]
    n_lone = sum(_is_lone(str(value)) for value in answers)
    return any(draft.options for draft in drafts) or (n_lone > 0 and n_lone >= NEARLY_ALL * len(answers))


def _is_lone(text: str) -> bool:
    return len(text.strip()) == 1 and text.strip().isalnum()


def _expected(
    draft: Draft, meanings: Mapping[str, Meaning], labels: Sequence[str], *, are_keys: bool
) -> Key | None:
    """Return the expected answer, or note why there is none."""
    ways = [(name, value) for name, value in draft.answers if not is_voided_word(value, draft.options)]
    if not ways:
        if not draft.is_voided:
            draft.refuse("answer", "there is no answer")
        return None
    found: list[Key] = []
    for name, value in ways:
        try:
            found.append(_read(value, draft, meanings.get(name), labels, are_keys=are_keys))
        except AnswerUnreadable as error:
            if not draft.is_voided:
                draft.refuse(name, f"the answer {error}")
            return None
    if len(set(found)) > 1:
        said = "; ".join(
            f"{name} says {written(key.answer)}" for (name, _), key in zip(ways, found, strict=True)
        )
        draft.refuse("answer", f"the answers contradict each other: {said}")
    return found[0]


def _read(value: Any, draft: Draft, meaning: Meaning | None, labels: Sequence[str], *, are_keys: bool) -> Key:
    if draft.options:
        return read_key(value, draft.options, meaning or Meaning())
    own = draft.fields.get("kind")
    if own == "label" and not labels:
        raise AnswerUnreadable("is a label, and which there are is not known; name them with --labels")
    if labels and own != "free_text":
        label = match_label(str(value), labels)
        if label is None:
            raise AnswerUnreadable(f"is {value!r}, which is none of {', '.join(labels)}")
        return Key((label,))
    texts = [str(one).strip() for one in value] if isinstance(value, list) else [str(value).strip()]
    if (
        are_keys
        and all(_is_lone(text) or digits_in(text) for text in texts)
        and not _are_numbers(texts, meaning)
    ):
        raise AnswerUnreadable(
            f"is {', '.join(texts)}, and the options are not there; name their columns with --map options=..., or what "
            "all is answered with by --labels"
        )
    return Key((texts[0],), tuple((text,) for text in texts[1:]))


def _are_numbers(texts: Sequence[str], meaning: Meaning | None) -> bool:
    """Say whether answers are numbers to be said, and not the places of options: where other keys are letters."""
    return meaning is not None and meaning.digits == "text" and all(digits_in(text) for text in texts)


@dataclass(frozen=True, slots=True)
class _Asking:
    """What holds for all questions of a bank."""

    kind: str
    labels: Sequence[str]
    meaning: Meaning
    pictures: Pictures


def _of_all(meanings: Mapping[str, Meaning]) -> Meaning:
    """Return how answers are written beside the expected one: as that, where all columns of it say the same."""
    digits = {meaning.digits for meaning in meanings.values() if meaning.digits != "text"}
    words = {meaning.words for meaning in meanings.values() if meaning.words == "keys"}
    return Meaning(
        digits.pop() if len(digits) == 1 else "unclear" if digits else "text", "keys" if words else "unclear"
    )


def _items(
    kept: Sequence[tuple[Draft, Key | None]],
    ids: Sequence[str],
    asking: _Asking,
    oddities: dict[str, list[str]],
) -> list[Mapping[str, Any]]:
    norm = "" if asking.kind else _norm([key for draft, key in kept if draft.options and key])
    if norm:
        oddities["several right options are the norm, so every question is asked as one with several"] += [
            "all"
        ]
    items: list[Mapping[str, Any]] = []
    for (draft, key), question_id in zip(kept, ids, strict=True):
        is_label = asking.labels and draft.fields.get("kind") != "free_text"
        own = draft.fields.get("_kind", "")
        kind = (own or asking.kind or norm) if draft.options else "label" if is_label else "free_text"
        try:
            items.append(write_item(draft, question_id, key, kind, asking.pictures, asking.meaning))
        except ItemRefused as refused:
            draft.refuse(refused.name, refused.reason)
    note_odd_items(items, oddities)
    return items


def _note_long_texts(
    tables: Sequence[Table], unused: Mapping[str, Sequence[str]], oddities: dict[str, list[str]]
) -> None:
    """Note columns of long texts that no model will see, and that explain nothing by their names."""
    for table in tables:
        for name in unused[table.file]:
            texts = [value for row in table.rows if isinstance(value := row.fields.get(name), str)]
            is_long = sum(map(len, texts)) >= _A_STORY * len(table.rows)
            if is_long and not any(word in name.casefold() for word in _AFTERWARDS):
                oddities[
                    "long texts that no model will see; --map context=... puts them before the question"
                ].append(name)


def _note_lacking_contexts(drafts: Sequence[Draft], oddities: dict[str, list[str]]) -> None:
    """Note rows without the text that stands before the questions of other rows, as merged cells leave it."""
    with_column = [draft for draft in drafts if draft.columns.context and draft.fault is None]
    lacking = [
        draft for draft in with_column if all(is_empty(draft.cell(name)) for name in draft.columns.context)
    ]
    if 0 < len(lacking) < len(with_column):
        oddities["nothing stands before the question, as it does before others"] += [
            one.place for one in lacking
        ]


def _with_file(item: Mapping[str, Any], file: str) -> Mapping[str, Any]:
    """Note the file of a question, where several became one document."""
    metadata = item["metadata"]
    return item if "source_file" in metadata else {**item, "metadata": {**metadata, "source_file": file}}


def _norm(keys: Sequence[Key]) -> str:
    n_several = sum(len(key.answer) > 1 for key in keys)
    return "multiple_choice" if keys and n_several >= SEVERAL_ARE_THE_NORM * len(keys) else ""
