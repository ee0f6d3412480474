"""Takes the API key out of what a server says: some echo it in their errors, and it must not reach a file or a screen."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final
from urllib.parse import quote

if TYPE_CHECKING:
    from collections.abc import Callable

    from omnibench.ask.presets import Endpoint

_MIN_LENGTH: Final = 8
"""A shorter key is a placeholder, and would be found in half of all texts."""
_MARK: Final = "[key]"


def build_cleaner(endpoint: Endpoint) -> Callable[[Any], Any]:
    """Return what takes the endpoint's key out of a decoded body, or of any text.

    Bodies are cleaned after they were decoded, since JSON can spell a key in many ways, and before anything is cut to
    length, so that no part of a key is left over. A default key is no secret.
    """
    key = endpoint.api_key
    if len(key) < _MIN_LENGTH or key == endpoint.preset.default_api_key:
        return _as_it_is
    spellings = sorted({key, key.replace("/", "\\/"), quote(key, safe="")}, key=len, reverse=True)

    def clean(value: Any) -> Any:
        if isinstance(value, str):
            for spelling in spellings:
                value = value.replace(spelling, _MARK)
            return value
        if isinstance(value, dict):
            return {clean(name): clean(part) for name, part in value.items()}
        return [clean(part) for part in value] if isinstance(value, list) else value

    return clean


def _as_it_is(value: Any) -> Any:
    return value
