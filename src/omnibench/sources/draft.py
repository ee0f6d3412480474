"""Reads the rows of a foreign bank one by one, as far as a row can be read by itself."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Any, Final

from omnibench.sources.answer_keys import plain, stem_of
from omnibench.sources.columns import option_key
from omnibench.sources.flags import flag
from omnibench.sources.importers.importer import RowRefused
from omnibench.sources.keys import is_voided_word
from omnibench.sources.marked_text import OptionsUnreadable
from omnibench.sources.options import is_empty, marked_options
from omnibench.sources.recognise import cell, labels_options, names_of, options_of, recognise
from omnibench.sources.table import SourceUnreadable

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from omnibench.sources.answer_keys import KeyRow
    from omnibench.sources.columns import Columns
    from omnibench.sources.importers.importer import Importer
    from omnibench.sources.recognise import Labels
    from omnibench.sources.table import Row, Table

_SHOWN: Final = 12


@dataclass(slots=True)
class Draft:
    """A row on its way to an item; what only the bank as a whole can tell is filled in later."""

    file: str
    row: Row
    columns: Columns
    fields: Mapping[str, Any]
    """Of the row, as the importer names them."""
    group: str
    """What ids are unique in: a part of the file, else the file."""
    text: str = ""
    options: Mapping[str, str] = field(default_factory=dict)
    answers: list[tuple[str, Any]] = field(default_factory=list)
    """Column and value of each answer that is not empty."""
    key_rows: Sequence[KeyRow] = ()
    is_voided: bool = False
    fault: tuple[str, str] | None = None
    """Field and reason, of the first thing that is wrong."""

    def refuse(self, name: str, reason: str) -> None:
        """Note why the row cannot become an item."""
        self.fault = self.fault or (name, reason)

    def cell(self, name: str | None) -> Any:
        """Return one of the row's fields."""
        return cell(self.fields, name)

    @property
    def place(self) -> str:
        """Where a person finds the row."""
        return f"{self.row.place} ({self.own_id})" if self.own_id else self.row.place

    @property
    def own_id(self) -> str:
        """The id that the bank gives it, or nothing."""
        return plain(self.cell(self.columns.id))


def drafts_of(table: Table, importer: Importer, told: Mapping[str, str]) -> list[Draft]:
    """Read every row of a table.

    Raises:
        SourceUnreadable: the columns are not known.
    """
    adapted: list[tuple[Row, Mapping[str, Any] | RowRefused]] = []
    for row in table.rows:
        try:
            adapted.append((row, importer.adapt(row) if importer.adapt else row.fields))
        except RowRefused as refused:
            adapted.append((row, refused))
    usable = [replace(row, fields=fields) for row, fields in adapted if not isinstance(fields, RowRefused)]
    if not usable:
        raise SourceUnreadable(f"no record of {table.file} is a question: {adapted[0][1]}")
    chosen = _columns_of(replace(table, rows=tuple(usable)), importer, told)
    labels = labels_options(usable, chosen)
    return [
        Draft(table.file, row, chosen, row.fields, "", fault=("", str(fields)))
        if isinstance(fields, RowRefused)
        else _read(Draft(table.file, row, chosen, fields, _group_of(table, fields)), labels)
        for row, fields in adapted
    ]


def _columns_of(table: Table, importer: Importer, told: Mapping[str, str]) -> Columns:
    if told or not importer.forms:
        return recognise(table, told)
    names = set(names_of(table))
    for form in importer.forms:
        if {form.question, *form.answer, *form.options[:2]} <= names:
            return form.without_absent(names)
    known = " or ".join(", ".join((form.question, *form.options, *form.answer)) for form in importer.forms)
    shown = ", ".join(sorted(names)[:_SHOWN])
    raise SourceUnreadable(
        f"{table.file} is not {importer.title} as it is known, with the fields {known}; it has {shown}. "
        "`import table` reads files of other forms"
    )


def _group_of(table: Table, fields: Mapping[str, Any]) -> str:
    group = fields.get("_group")
    return group if isinstance(group, str) else stem_of(table.file)


def _read(draft: Draft, labels: Labels) -> Draft:
    columns = draft.columns
    text = ""
    try:
        text, draft.options = options_of(draft.fields, columns, labels)
    except OptionsUnreadable as error:
        draft.refuse("options", str(error))
    if not text.strip():
        draft.refuse(columns.question, "the question is empty")
    elif len(draft.options) == 1:
        draft.refuse("options", "there is one option, which is no choice")
    contexts = [part for name in columns.context for part in _texts_in(draft.cell(name))]
    draft.text = "\n\n".join([*contexts, text.strip()])
    own_names = _keys_by_name(columns, draft.options)
    answers = [
        (name, value) for name in columns.answer if not is_empty(value := draft.cell(name)) and value != -1
    ]
    if any(_is_of_another_alphabet(value, own_names) for _, value in answers):
        draft.refuse("answer", "the answer is a Latin letter, and the options are named in another alphabet")
    draft.answers = [(name, own_names.get(str(value).strip(), value)) for name, value in answers]
    if len(columns.options) == 1 and (
        marked := marked_options(draft.cell(columns.options[0]), dict(draft.options))
    ):
        draft.answers.append((columns.options[0], marked))
    voided = flag(draft.cell(columns.voided))
    draft.is_voided = voided is True or any(
        is_voided_word(value, draft.options) for _, value in draft.answers
    )
    if voided is None:
        draft.refuse(str(columns.voided), f"{draft.cell(columns.voided)!r} is neither true nor false")
    return draft


def _keys_by_name(columns: Columns, options: Mapping[str, str]) -> Mapping[str, str]:
    """Return the keys of options by the names of their columns, which answers may use: option_0; I, II, III; А, Б, В."""
    if len(columns.options) < 2:  # noqa: PLR2004 - one each
        return {}
    are_keys = all(option_key(name) for name in columns.options)
    return {
        name: key
        for name, key in zip(columns.options, options, strict=False)
        if not are_keys or len(name) > 1
    }


def _is_of_another_alphabet(value: Any, own_names: Mapping[str, str]) -> bool:
    """Say whether an answer is a Latin letter beside options named in letters that look alike, as those of Cyrillic do."""
    text = str(value).strip()
    is_latin = len(text) == 1 and text.isascii() and text.isalpha()
    return is_latin and bool(own_names) and all(len(one) == 1 and not one.isascii() for one in own_names)


def _texts_in(value: Any) -> list[str]:
    if isinstance(value, list):
        return [text for one in value for text in _texts_in(one)]
    return [value.strip()] if isinstance(value, str) and value.strip() else []
