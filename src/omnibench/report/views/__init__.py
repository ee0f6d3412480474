"""Numbers to text, one file a format."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from omnibench.report.views import csv, json

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    from omnibench.report.tally import Tally

VIEWS: Final[Mapping[str, Callable[[Sequence[Tally]], str]]] = {
    "csv": csv.render,
    "json": json.render,
}
"""What `report --format` takes besides `text`."""
