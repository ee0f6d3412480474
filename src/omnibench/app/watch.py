"""What a use case tells whoever watches it; `cli/console.py` draws it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Protocol

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from omnibench.app.outlook import Destination
    from omnibench.app.survey import Survey
    from omnibench.records import Model, Pair
    from omnibench.settings import Settings


class Watcher(Protocol):
    """Receives the events of a run, in order, from one thread."""

    def began(self, settings: Settings, survey: Survey) -> None:
        """Everything is locked and surveyed; nothing was asked yet."""

    def sending(self, destinations: Sequence[Destination]) -> None:
        """Everything was checked, and questions or answers are about to go there; none when nothing goes."""

    def said(self, text: str) -> None:
        """Something that a person should know; said once."""

    def asking(self, model: Model) -> None:
        """A model's turn begins."""

    def answered(self, pair: Pair, entry: Mapping[str, Any], rule_verdict: bool | None) -> None:  # noqa: FBT001 - a verdict
        """An answer was committed; the rule verdict is provisional until a judge has spoken."""

    def judged(self, pair: Pair, is_correct: bool | None) -> None:  # noqa: FBT001 - a verdict
        """A verdict was committed."""

    def stopping(self, grace_s: float, *, is_by_signal: bool) -> None:
        """The run is ending, by a signal or by an error: nothing new is started, what is in flight may finish."""
