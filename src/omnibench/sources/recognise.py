"""Finds out which columns of a table hold what, by their names and by what stands in them.

A name alone is not enough: a column `answer` may be empty and the key stand in `correct_option`. What is found by
content alone is only proposed.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any, Final, Literal

from omnibench.dataset.answers import AnswerUnreadable
from omnibench.sources.columns import (
    CASES,
    Columns,
    ColumnsUnclear,
    fold,
    option_key,
    options_among,
    rank_of,
    role_of,
)
from omnibench.sources.evidence import meaning_of
from omnibench.sources.keys import Meaning, is_voided_word, read_key
from omnibench.sources.marked_text import OptionsUnreadable, are_labelled, by_labels, split_question
from omnibench.sources.options import is_empty, options_in_columns, read_options
from omnibench.sources.rivals import choose_question, refuse_rival_keys
from omnibench.sources.table import SourceUnreadable

if TYPE_CHECKING:
    from collections.abc import Collection, Mapping, Sequence

    from omnibench.sources.table import Row, Table

_SAMPLE: Final = 400
"""Rows, from all over a table, that are looked at to choose among columns."""
_READABLE: Final = 0.9
_HALF: Final = 0.5
Labels = Literal["all", "some", "none"]
"""Which of a bank's questions have a label in front of each option."""
_SHOWN: Final = 12
_A_TEXT: Final = 40
"""Characters from which on, in the mean, a column of cases holds what is to be read before the question."""


def cell(fields: Mapping[str, Any], name: str | None) -> Any:
    """Return a field, or a field of an object in a field (`data.Question`); None when it is not there."""
    if name is None:
        return None
    if name in fields:
        return fields[name]
    outer, _, inner = name.partition(".")
    held = fields.get(outer)
    return cell(held, inner) if inner and isinstance(held, dict) else None


def names_of(table: Table) -> tuple[str, ...]:
    """Return the columns in the file's order, else as they are met, those of objects as `outer.inner` too."""
    names: dict[str, None] = dict.fromkeys(table.columns)
    for row in table.rows:
        for name, value in row.fields.items():
            names.setdefault(name)
            if isinstance(value, dict) and role_of(name) != "options":
                names.update(dict.fromkeys(f"{name}.{inner}" for inner in value))
    return tuple(names)


def unused_names(table: Table, columns: Columns) -> tuple[str, ...]:
    """Return the columns that have no role, by their outer names."""
    used = {
        name.partition(".")[0]
        for held in columns.names().values()
        for name in ([held] if isinstance(held, str) else held)
    }
    return tuple(
        name for name in dict.fromkeys(n for row in table.rows for n in row.fields) if name not in used
    )


def is_key_table(table: Table, told: Mapping[str, str] | None = None, forms: Sequence[Columns] = ()) -> bool:
    """Say whether a table holds answers alone, to be joined by id.

    Args:
        table: to look at.
        told: role to column, as a person says; a column called the question denies it.
        forms: in which the bank is known; a table of one of them holds questions.
    """
    names = names_of(replace(table, rows=_sample(table)))
    told = told or {}
    if told.get("question") in names or any(form.question in names for form in forms):
        return False
    if told.get("id") in names and told.get("answer") in names:
        return True
    roles = [role_of(name) for name in names]
    if "question" in roles or "options" in roles or "option" in roles:
        return False
    return ("id" in roles and ("answer" in roles or "value" in names)) or names == ("column_1", "column_2")


def recognise(table: Table, told: Mapping[str, str] | None = None) -> Columns:
    """Choose the columns of a table.

    Args:
        table: its rows are looked at.
        told: role to column, as a person names them: `A..E` is a run of columns, `A+C` are two, empty is none.

    Raises:
        SourceUnreadable: no column is known to hold the question (the message proposes `--map`), or one that was told
            is not there.
    """
    names = names_of(table)
    rows = _sample(table)
    by_role = _by_role(table, names)
    chosen = {role: _told(table, names, value) for role, value in (told or {}).items()}
    taken = {name for held in chosen.values() for name in held}
    by_role = {role: [name for name in held if name not in taken] for role, held in by_role.items()} | chosen
    if "question" not in chosen:
        by_role["question"] = [name for name in by_role.get("question", ()) if _are_words(name, rows)]
    if not by_role["question"]:
        raise SourceUnreadable(_unknown(table, names, rows))
    if "context" not in chosen:
        by_role["context"] = [
            name
            for name in by_role.get("context", ())
            if fold(_last(name)) not in CASES or _are_long(name, rows)
        ]
    options = tuple(chosen["options"]) if "options" in chosen else _options(by_role, names, taken)
    question = by_role["question"][0]
    if "question" not in chosen:
        free = [name for name in names if role_of(_last(name)) is None and name not in {*options, *taken}]
        question = choose_question([row.fields for row in rows], by_role["question"], free)
    others = by_role.get("options", ()) if "answer" not in by_role else ()  # `answers` beside `choices`
    answers = [name for name in (*by_role.get("answer", ()), *others) if name not in options]
    choices = _choices(rows, question, options)
    if "answer" not in chosen:
        answers = _readable_answers(rows, answers, choices)
    columns = Columns(
        question=question,
        answer=tuple(answers),
        options=options,
        id=_first(by_role, "id"),
        context=tuple(by_role.get("context", ())[: None if "context" in chosen else 1]),
        images=tuple(by_role.get("images", ())),
        has_image=_first(by_role, "has_image"),
        voided=_first(by_role, "voided"),
        accepted=_first(by_role, "accepted"),
        points=_first(by_role, "points"),
        section=_first(by_role, "section"),
        forbidden_options=_first(by_role, "forbidden_options"),
    )
    if "answer" not in chosen:
        refuse_rival_keys(
            [(row.fields, found) for row, found in choices], answers, unused_names(table, columns)
        )
    return columns


def _by_role(table: Table, names: Sequence[str]) -> dict[str, list[str]]:
    """Return the columns that may be of each role and are filled somewhere, the surest first."""
    known = frozenset(names)
    folded = {fold(name) for name in names}
    by_role: dict[str, list[str]] = {}
    for name in sorted(names, key=lambda one: (_is_inner(one, known), rank_of(_last(one)))):
        role = _role(name, known)
        is_one_of_run = role == "answer" and f"{fold(name)[:-1]}b" in folded  # `correct_a` beside `correct_b`
        if (
            role
            and not is_one_of_run
            and any(_is_of_role(cell(row.fields, name), role) for row in table.rows)
        ):
            by_role.setdefault(role, []).append(name)
    return by_role


def _are_words(name: str, rows: Sequence[Row]) -> bool:
    """Say whether a column holds more than numbers: a column `Question` may count the questions."""
    texts = [str(value) for row in rows if not is_empty(value := cell(row.fields, name))]
    return sum(not text.strip().replace(".", "").isdigit() for text in texts) * 2 > len(texts)


def _are_long(name: str, rows: Sequence[Row]) -> bool:
    """Say whether a column holds texts to read, and no names of cases."""
    lengths = [len(str(value)) for row in rows if not is_empty(value := cell(row.fields, name))]
    return sum(lengths) >= _A_TEXT * len(lengths)


def _is_inner(name: str, names: Collection[str]) -> bool:
    """Say whether a name is of a field of an object that a column holds."""
    return "." in name and any(name[:i] in names for i, c in enumerate(name) if c == ".")


def _role(name: str, names: Collection[str]) -> str | None:
    """Return a column's role; the fields of an object that has one itself can have no other."""
    role = role_of(_last(name))
    outer = role_of(_last(name.rpartition(".")[0])) if _is_inner(name, names) else None
    return role if outer in (None, role) else None


def _is_of_role(value: Any, role: str) -> bool:
    """Say whether a column of a role may hold this; an object with fields of its own is no text."""
    return not is_empty(value) and (not isinstance(value, dict) or role in ("options", "images", "answer"))


def _sample(table: Table) -> tuple[Row, ...]:
    return table.rows[:: max(1, len(table.rows) // _SAMPLE)]


def _told(table: Table, names: Sequence[str], value: str) -> list[str]:
    if value in names:
        return [value]
    first, dots, last = value.partition("..")
    if dots and first in names and last in names:
        run = list(names[names.index(first) : names.index(last) + 1])
        if others := [name for name in run if role_of(_last(name)) in ("question", "answer", "id")]:
            raise SourceUnreadable(
                f"{value} holds {', '.join(others)} in {table.file}; name the columns one by one, A+B+C"
            )
        if run:
            return run
    parts = [part for part in value.split("+") if part]
    if missing := [part for part in parts if part not in names]:
        raise SourceUnreadable(
            f"{table.file} has no column {missing[0]!r}; it has {', '.join(names[:_SHOWN])}"
            + (", ..." if len(names) > _SHOWN else "")
        )
    return parts


def _first(by_role: Mapping[str, Sequence[str]], role: str) -> str | None:
    return next(iter(by_role.get(role, ())), None)


def _last(name: str) -> str:
    return name.rpartition(".")[2]


def _options(by_role: Mapping[str, Sequence[str]], names: Sequence[str], taken: set[str]) -> tuple[str, ...]:
    try:
        one_each = options_among(
            [name for name in names if role_of(_last(name)) == "option" and name not in taken]
        )
    except ColumnsUnclear as error:
        raise SourceUnreadable(str(error)) from None
    in_one = tuple(by_role.get("options", ()))[:1]
    if one_each and in_one and in_one[0] not in one_each:
        raise SourceUnreadable(
            f"the options may be {one_each[0]}..{one_each[-1]} or {in_one[0]}; say which with --map options={in_one[0]}"
        )
    return one_each or in_one


def labels_options(rows: Sequence[Row], columns: Columns) -> Labels:
    """Say whether a bank writes a label in front of each option, by its questions as a whole."""
    n_labelled = n_read = 0
    for row in rows[:: max(1, len(rows) // _SAMPLE)]:
        try:
            _, options = options_of(row.fields, columns)
        except OptionsUnreadable:
            continue
        n_read += bool(options)
        n_labelled += are_labelled(options)
    share = n_labelled / n_read if n_read else 0.0
    return "all" if share >= _READABLE else "some" if share >= _HALF else "none"


def options_of(
    fields: Mapping[str, Any], columns: Columns, labels: Labels = "none"
) -> tuple[str, dict[str, str]]:
    """Return a row's question text without its options, and the options.

    Raises:
        OptionsUnreadable.
    """
    text = cell(fields, columns.question)
    text = text if isinstance(text, str) else ""
    if len(columns.options) > 1:
        keys = [option_key(_last(name)) for name in columns.options]
        if None in keys or len(set(keys)) < len(keys):
            keys = [str(n) for n, _ in enumerate(keys, start=1)]
        cells = {str(key): cell(fields, name) for key, name in zip(keys, columns.options, strict=True)}
        options = options_in_columns(cells)
        return text, _without_labels(options, labels, are_keyed=False)
    return _in_one_field(text, cell(fields, columns.options[0]) if columns.options else None, labels)


def _without_labels(options: dict[str, str], labels: Labels, *, are_keyed: bool) -> dict[str, str]:
    """Take labels off where the bank writes them: all of its questions, or some, and this one has them in a row."""
    if labels == "all" or (labels == "some" and are_labelled(options)):
        return by_labels(options, are_keyed=are_keyed)
    if are_labelled(options) and not are_keyed:
        by_labels(options, are_keyed=False)  # it refuses labels that are out of order
    return options


def _in_one_field(text: str, value: Any, labels: Labels) -> tuple[str, dict[str, str]]:
    options = _without_labels(read_options(value), labels, are_keyed=isinstance(value, dict))
    try:
        stem, inside = split_question(text)
    except OptionsUnreadable:
        if options:
            return text, options
        raise
    if not options:
        return stem, inside
    stands_twice = [_folded(one) for one in options.values()] == [_folded(one) for one in inside.values()]
    return stem if stands_twice else text, options


def _folded(text: str) -> str:
    return " ".join(text.split()).casefold()


def _choices(
    rows: Sequence[Row], question: str, options: tuple[str, ...]
) -> list[tuple[Row, dict[str, str]]]:
    """Return the rows whose options can be told apart, with these."""
    columns = Columns(question=question, options=options)
    labels = labels_options(rows, columns)
    choices: list[tuple[Row, dict[str, str]]] = []
    for row in rows:
        try:
            choices.append((row, options_of(row.fields, columns, labels)[1]))
        except OptionsUnreadable:
            continue
    return choices


def _readable_answers(
    rows: Sequence[Row], names: Sequence[str], choices: Sequence[tuple[Row, dict[str, str]]]
) -> list[str]:
    """Return the columns whose values name options nearly everywhere; without options, the first column that is filled."""
    with_options = [(row, found) for row, found in choices if found]
    if len(with_options) < _READABLE * len(choices) / 2:
        return [name for name in names if _is_of_single_values(name, rows)][:1] or list(names[:1])
    found = [name for name in names if _share_readable(name, with_options) >= _READABLE]
    return found or list(names[:1])


def _is_of_single_values(name: str, rows: Sequence[Row]) -> bool:
    """Say whether a column may hold answers without options: one text or number, or a list of one, nearly everywhere."""
    filled = [value for row in rows if not is_empty(value := cell(row.fields, name))]
    single = [
        one for one in filled if not isinstance(one, dict) and (not isinstance(one, list) or len(one) == 1)
    ]
    return bool(filled) and len(single) >= _READABLE * len(filled)


def _share_readable(name: str, rows: Sequence[tuple[Row, dict[str, str]]]) -> float:
    values = [(cell(row.fields, name), options) for row, options in rows]
    meaning = meaning_of(values)
    if meaning.digits in ("unclear", "contradictory"):
        meaning = Meaning("from_1")  # which of the two does not matter here: it is a column of places
    n_read = 0
    filled = [(value, options) for value, options in values if not is_empty(value)]
    for value, options in filled:
        try:
            n_read += is_voided_word(value, options) or bool(read_key(value, options, meaning).answer)
        except AnswerUnreadable:
            continue
    return n_read / len(filled) if len(filled) * 2 > len(values) else 0.0


def _unknown(table: Table, names: Sequence[str], rows: Sequence[Row]) -> str:
    """Say that no column is known to hold the question, and propose one by what stands in it."""
    lengths = {
        name: sum(len(value) for row in rows if isinstance(value := cell(row.fields, name), str))
        for name in names
    }
    longest = max(lengths, key=lambda name: lengths[name], default="")
    shown = ", ".join(names[:_SHOWN]) + (", ..." if len(names) > _SHOWN else "")
    proposal = f"; is it {longest!r}? --map question={longest}" if lengths.get(longest) else ""
    return f"no column of {table.file} is known to hold the question (columns: {shown}){proposal}"
