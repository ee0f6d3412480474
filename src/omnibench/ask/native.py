"""The endpoints of a provider that are not OpenAI's: one request, and JSON or the failure that it ended in.

Nothing here is tried again: what these endpoints tell are hints, and a run does without.
"""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING, Any

import httpx

from omnibench.ask.classify import classify_no_connection, classify_no_json, classify_status
from omnibench.ask.error_table import SILENT
from omnibench.ask.secret import build_cleaner
from omnibench.records import Failure

if TYPE_CHECKING:
    from collections.abc import Mapping

    from omnibench.ask.presets import Endpoint

_TIMEOUT_S = 10.0
_MAX_TEXT = 200
"""Characters of a version or a digest that are kept; what a server says longer is none."""


def native_root(url: str) -> str:
    """Return where a provider's own endpoints stand: beside `/v1`, whatever stands before it."""
    return url.removesuffix("/v1")


def told_text(value: Any) -> str | None:
    """Return a text that a provider tells, or None where it tells none that fits on a line."""
    said = value.strip() if isinstance(value, str) else ""
    return said if said and len(said) <= _MAX_TEXT and said.isprintable() else None


def told_object(value: Any) -> Mapping[str, Any]:
    """Return an object that a provider tells, empty where it tells something else."""
    return value if isinstance(value, dict) else {}


def told_objects(value: Any) -> list[Mapping[str, Any]]:
    """Return the objects of a list that a provider tells, none where it tells something else."""
    return [one for one in value if isinstance(one, dict)] if isinstance(value, list) else []


async def get(endpoint: Endpoint, http: httpx.AsyncClient, path: str) -> dict[str, Any] | Failure:
    """Get one path; a list comes as `{"data": [...]}`."""
    return await _fetch(endpoint, http, "GET", path)


async def post(
    endpoint: Endpoint, http: httpx.AsyncClient, path: str, body: Mapping[str, Any]
) -> dict[str, Any] | Failure:
    """Post JSON to one path."""
    return await _fetch(endpoint, http, "POST", path, body)


async def _fetch(
    endpoint: Endpoint,
    http: httpx.AsyncClient,
    method: str,
    path: str,
    body: Mapping[str, Any] | None = None,
) -> dict[str, Any] | Failure:
    timeout_s = http.timeout.read or _TIMEOUT_S
    try:
        # httpx's own limit is from byte to byte: a server that drips would be waited for without end
        async with asyncio.timeout(timeout_s):
            response = await http.request(method, path.lstrip("/"), json=body)
    except TimeoutError:
        detail = f"{path} gave no answer within {timeout_s:.0f} s"
        return Failure(kind="timeout", detail=detail, is_transient=True, cause=SILENT.cause)
    except httpx.HTTPError as error:
        port = f":{http.base_url.port}" if http.base_url.port else ""
        return classify_no_connection(str(error) or type(error).__name__, f"{http.base_url.host}{port}")
    except Exception as error:  # noqa: BLE001 - the library lets some through raw: a proxy's port that is none
        return Failure(kind="connection", detail=str(error), is_fatal=True)
    return _read(endpoint, response)


def _read(endpoint: Endpoint, response: httpx.Response) -> dict[str, Any] | Failure:
    if response.has_redirect_location:
        return classify_status(
            response.status_code, response.headers, response.content, clean=build_cleaner(endpoint)
        )
    try:
        said = response.json() if response.is_success else {"error": response.status_code}
    except (ValueError, RecursionError):
        return classify_no_json(response.content, build_cleaner(endpoint))
    if not isinstance(said, dict):
        return {"data": said}
    if said.get("error"):  # LM Studio answers a path that it does not know with HTTP 200 and an error
        return classify_status(
            response.status_code, response.headers, response.content, clean=build_cleaner(endpoint)
        )
    return said
