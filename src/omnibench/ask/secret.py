"""Takes the API key out of what a server says: some echo it in their errors, and it must not reach a file or a screen.

Once in the bytes, before anything is cut to length, and once in the texts, since JSON can spell a key in many ways.
"""

from __future__ import annotations

from dataclasses import fields, replace
from typing import TYPE_CHECKING, Any, Final, TypeVar
from urllib.parse import quote

from omnibench.records import Failure, Reply

if TYPE_CHECKING:
    from omnibench.ask.presets import Endpoint

_MIN_LENGTH: Final = 8
"""A shorter key is a placeholder, and would be found in half of all texts."""
_MARK: Final = "[key]"

T = TypeVar("T", Reply, Failure, Reply | Failure)


def without_secret(endpoint: Endpoint, content: bytes) -> bytes:
    """Return a body without the key, spelled as it is, with a slash as JSON may escape it, or percent-encoded."""
    for spelling in _spellings(endpoint):
        content = content.replace(spelling.encode(), _MARK.encode())
    return content


def texts_without_secret(endpoint: Endpoint, attempt: T) -> T:
    """Return an attempt without the key in any of its texts."""
    changes: dict[str, Any] = {}
    for field in fields(attempt):
        value = getattr(attempt, field.name)
        if isinstance(value, str):
            clean = value
            for spelling in _spellings(endpoint):
                clean = clean.replace(spelling, _MARK)
            if clean != value:
                changes[field.name] = clean
    return replace(attempt, **changes) if changes else attempt


def _spellings(endpoint: Endpoint) -> set[str]:
    key = endpoint.api_key
    if len(key) < _MIN_LENGTH or key == endpoint.preset.default_api_key:
        return set()
    return {key, key.replace("/", "\\/"), quote(key, safe="")}
