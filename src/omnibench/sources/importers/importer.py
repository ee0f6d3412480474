"""What an importer declares: the bank it reads, and how that bank's records become rows with known columns."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    from omnibench.sources.columns import Columns
    from omnibench.sources.table import Row


class RowRefused(ValueError):
    """A record that is no question of this bank; the message says why, in one sentence."""


@dataclass(frozen=True, slots=True)
class Hub:
    """Where a bank lies on the Hugging Face hub."""

    repo: str
    revision: str
    """A commit, so that the same bytes come every time."""
    files: Sequence[str]
    pictures: Sequence[str] = ()
    """Archives that are laid beside the document."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Importer:
    """One format of question banks."""

    title: str
    about: str
    """What it reads, in one sentence."""
    home: str = ""
    """Where the bank is published."""
    licence: str = ""
    forms: Sequence[Columns] = ()
    """The columns of each form in which the bank is known, the first that fits counts; none: they are found out."""
    adapt: Callable[[Row], Mapping[str, Any]] | None = None
    """Turns a record's fields into ones that a form names; raises RowRefused."""
    has_header: bool | None = None
    """Whether tables of this bank begin with the names of their columns; None: what stands there tells."""
    labels: Sequence[str] = ()
    """The questions are answered with one of these."""
    kind: str = ""
    """Of all questions with options, where the bank tells by none of them how many are right."""
    prompt: str = ""
    """The `--prompt` with which the bank is published."""
    part_of: Callable[[Mapping[str, Any]], str] | None = None
    """Of a record: the part of the bank that it belongs to, where parts are reported apart; each is a document."""
    hub: Hub | None = None
