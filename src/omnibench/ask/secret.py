"""Takes secrets out of what a server says: some echo a key in their errors, and it must not reach a file or a screen."""

from __future__ import annotations

import base64
import re
from typing import TYPE_CHECKING, Any, Final
from urllib.parse import quote

from omnibench.ask.addresses import credentials_of

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from omnibench.ask.presets import Endpoint

_LONG: Final = 8
"""A secret of so many characters is found wherever it stands."""
_SHORT: Final = 4
"""One of so many only as a whole word, and only where it looks like no word of a language."""
_MARK: Final = "[key]"


def build_cleaner(endpoint: Endpoint) -> Callable[[Any], Any]:
    """Return what takes the endpoint's key, and the password in its URLs, out of a decoded body or of any text.

    Bodies are cleaned after they were decoded, since JSON can spell a key in many ways, and before anything is cut to
    length, so that no part of a key is left over. A default key is no secret. A short key that could be a word of an
    answer is taken out only where it stands as a header would show it.
    """
    secrets = set(_secrets_of(endpoint))
    spellings = sorted((form for secret in secrets for form in _spellings(secret)), key=len, reverse=True)
    long = [form for form in spellings if len(form) >= _LONG]
    short = [pattern for form in spellings if len(form) < _LONG for pattern in _patterns(form)]
    pattern = re.compile("|".join(short)) if short else None
    if not secrets:
        return _as_it_is

    def clean(value: Any) -> Any:
        if isinstance(value, str):
            for spelling in long:
                value = value.replace(spelling, _MARK)
            return pattern.sub(_MARK, value) if pattern else value
        if isinstance(value, dict):
            return {clean(name): clean(part) for name, part in value.items()}
        return [clean(part) for part in value] if isinstance(value, list) else value

    return clean


def _secrets_of(endpoint: Endpoint) -> Iterator[str]:
    if endpoint.api_key and endpoint.api_key != endpoint.preset.default_api_key:
        yield endpoint.api_key
    for user, password in filter(None, map(credentials_of, endpoint.base_urls)):
        yield base64.b64encode(f"{user}:{password}".encode()).decode()  # as the Authorization header has it
        if password:
            yield password


def _spellings(secret: str) -> set[str]:
    return {secret, secret.replace("/", "\\/"), quote(secret, safe="")}


def _patterns(secret: str) -> Iterator[str]:
    yield rf"(?<=Bearer ){re.escape(secret)}"
    if len(secret) >= _SHORT and not secret.isalpha() and not secret.isdecimal():
        yield rf"(?<![A-Za-z0-9]){re.escape(secret)}(?![A-Za-z0-9])"


def _as_it_is(value: Any) -> Any:
    return value
