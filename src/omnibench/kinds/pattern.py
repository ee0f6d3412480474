"""Regular expressions that are compiled when they are first used: there are many, and an answer of one letter needs few."""

from __future__ import annotations

import re
from functools import cached_property
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator


class Pattern:
    """Stands for the `re.Pattern` of a source."""

    def __init__(self, source: str, flags: int = 0) -> None:
        """Take what `re.compile` takes."""
        self._source, self._flags = source, flags

    @cached_property
    def _compiled(self) -> re.Pattern[str]:
        return re.compile(self._source, self._flags)

    @cached_property
    def match(self) -> Callable[..., re.Match[str] | None]:
        """As of `re.Pattern`."""
        return self._compiled.match

    @cached_property
    def fullmatch(self) -> Callable[..., re.Match[str] | None]:
        """As of `re.Pattern`."""
        return self._compiled.fullmatch

    @cached_property
    def search(self) -> Callable[..., re.Match[str] | None]:
        """As of `re.Pattern`."""
        return self._compiled.search

    @cached_property
    def finditer(self) -> Callable[..., Iterator[re.Match[str]]]:
        """As of `re.Pattern`."""
        return self._compiled.finditer

    @cached_property
    def sub(self) -> Callable[..., str]:
        """As of `re.Pattern`."""
        return self._compiled.sub
