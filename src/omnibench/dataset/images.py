"""Reads which pictures an item names. Whether they are there is seen when the document is loaded."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Callable

_SHOWN_NAME = 40
"""Characters of an address that are shown: the data of a picture may stand in it."""


def read_images(value: Any, fault: Callable[[str, str], None]) -> tuple[str, ...]:
    """Return paths relative to the document and below its folder; what is wrong is told to `fault`."""
    if not isinstance(value, list) or not all(isinstance(name, str) and name for name in value):
        fault("images", "must be a list of paths relative to the document")
        return ()
    for name in value:
        if "://" in name or name.startswith("data:"):
            start = name if len(name) <= _SHOWN_NAME else f"{name[:_SHOWN_NAME]}..."
            fault(
                "images", f"{start!r} is an address, which leaves the document's folder: save the file there"
            )
        elif name.startswith(("/", "\\")) or ".." in re.split(r"[/\\]", name) or ":" in name:
            fault("images", f"{name!r} leaves the document's folder")
    return tuple(value)
