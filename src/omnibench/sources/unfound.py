"""Refuses a bank whose options or answers stand in columns that nobody knows: asked without them it would be another one."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any, Final

from omnibench.sources.columns import fold, role_of
from omnibench.sources.options import is_empty
from omnibench.sources.recognise import unused_names
from omnibench.sources.table import SourceUnreadable

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from omnibench.sources.draft import Draft
    from omnibench.sources.table import Table

_HALF: Final = 0.5
_WRONG_ONES: Final = (
    "distract",
    "distrator",
    "distrakt",
    "wrong",
    "incorrect",
    "false",
    "foil",
    "falsch",
    "faux",
    "errad",
    "sbagliat",
    "decoy",
)


def refuse_unfound_answers(tables: Sequence[Table], drafts: Sequence[Draft], *, has_key_files: bool) -> None:
    """Refuse a bank in which no column is known to hold the answers, and no file does.

    Raises:
        SourceUnreadable.
    """
    if has_key_files or any(draft.columns.answer or draft.answers or draft.is_voided for draft in drafts):
        return
    unused = _unused(tables, drafts)
    empty = (name for name in unused if all(is_empty(draft.fields.get(name)) for draft in drafts))
    if any(role_of(name) == "answer" for name in empty):
        return  # each row says that it has none
    if not unused:
        raise SourceUnreadable("no column holds answers: give the file of answers too")
    raise SourceUnreadable(
        f"no column is known to hold the answers; is it one of {', '.join(unused)}? Name it with --map answer=..., or "
        "give the file of answers too. One row an option, and a column of marks for each, are not read"
    )


def refuse_unfound_options(tables: Sequence[Table], drafts: Sequence[Draft], told: Mapping[str, str]) -> None:
    """Refuse a bank without options whose answers are names of columns, or stand in them as one of several.

    Raises:
        SourceUnreadable: with the columns that are meant.
    """
    if "options" in told or any(draft.options for draft in drafts):
        return
    unused = _unused(tables, drafts)
    said = [(draft, _plain(value)) for draft in drafts for _, value in draft.answers]
    named = [name for name in unused if any(_plain(name) == text for _, text in said)]
    beside = [name for name in unused if any(_plain(draft.fields.get(name)) == text for draft, text in said)]
    for found, n in (
        (named, sum(text in map(_plain, named) for _, text in said)),
        (beside, sum(any(_plain(draft.fields.get(name)) == text for name in beside) for draft, text in said)),
    ):
        if len(found) > 1 and n > _HALF * len(said):
            raise SourceUnreadable(
                f"the answers stand in the columns {', '.join(found)}; if these are options, name all of them, "
                f"--map options={found[0]}..{found[-1]}, and if there are none, --map options="
            )
    if options := [name for name in unused if _may_be_option(name, unused)]:
        raise SourceUnreadable(
            f"the columns {', '.join(options)} may be options; name all of them with --map options={'+'.join(options)}, and "
            "the key with answer=..., or --map options= if they are none"
        )
    if wrong := [name for name in unused if fold(name).startswith(_WRONG_ONES)]:
        raise SourceUnreadable(
            f"the columns {', '.join(wrong)} hold wrong options apart from the right one, which is not read: write "
            "all options in columns of their own, and the key; or --map options= for questions without options"
        )


def _may_be_option(name: str, names: Sequence[str]) -> bool:
    """Say whether a column is named like an option, or is one of three and more that had one name."""
    if len(name) > 1 and role_of(name) == "option":
        return True
    stem = re.sub(r"_\d+$", "", name)
    return sum(re.fullmatch(rf"{re.escape(stem)}_\d+", one) is not None for one in names) > 1


def _unused(tables: Sequence[Table], drafts: Sequence[Draft]) -> list[str]:
    names = (name for table in tables for name in unused_names(table, drafts[0].columns))
    return list(dict.fromkeys(names))


def _plain(value: Any) -> str:
    return "" if is_empty(value) or isinstance(value, list | dict) else str(value).strip().casefold()
