"""One provider endpoint, spoken to through the openai SDK. Sends once; retries belong to `ask.retry`."""

from __future__ import annotations

import asyncio
import time
from contextlib import contextmanager
from datetime import UTC, datetime
from functools import lru_cache
from typing import TYPE_CHECKING

import httpx
import httpx2
import openai

from omnibench.ask.addresses import is_loopback, shown_url, without_credentials
from omnibench.ask.classify import classify_body, classify_no_connection, classify_status
from omnibench.ask.dialects import build_body
from omnibench.ask.secret import build_cleaner
from omnibench.errors import SettingsInvalid
from omnibench.records import Failure

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from ssl import SSLContext

    from omnibench.ask.presets import Endpoint
    from omnibench.records import Attempt, Request

_CONNECT_TIMEOUT_S = 10.0
_DEFAULT_TIMEOUT_S = 600.0
_SERVER_ERROR = 500


class Client:
    """Asks one endpoint, through whichever of its URLs is named."""

    def __init__(self, endpoint: Endpoint) -> None:
        """Open one SDK client a URL."""
        self.endpoint = endpoint
        self.has_answered = False
        self._clean = build_cleaner(endpoint)
        self._clients = [_open_sdk(endpoint, url) for url in endpoint.base_urls]

    async def ask(self, request: Request, number: int = 0) -> Attempt:
        """Send one request to one of the URLs, by its place, and say what came of it.

        Never raises for what a provider does.
        """
        attempt = await self._send(self._clients[number], request)
        self.has_answered = self.has_answered or not (
            isinstance(attempt, Failure) and attempt.kind in ("connection", "timeout")
        )
        return attempt

    async def is_there(self, number: int) -> bool:
        """Whether the server at a URL answers at all, be it with an error of its own."""
        async with open_native(self.endpoint, self.endpoint.base_urls[number]) as client:
            try:
                response = await client.get("/models")
            except httpx.HTTPError:
                return False
        return response.status_code < _SERVER_ERROR

    async def _send(self, client: openai.AsyncOpenAI, request: Request) -> Attempt:
        body = build_body(self.endpoint.preset, request)
        timeout = openai.Timeout(request.timeout_s, connect=_CONNECT_TIMEOUT_S)
        started = time.perf_counter()
        try:
            async with asyncio.timeout(request.timeout_s):
                # The SDK's door for untyped requests: the bytes as they came, which `classify` reads whatever they
                # are, and no walk through typed models on the way (a third of the time of a request).
                response = await client.post(
                    "/chat/completions", body=body, cast_to=httpx2.Response, options={"timeout": timeout}
                )
        except openai.APIStatusError as error:
            return classify_status(
                error.status_code, error.response.headers, error.response.content, clean=self._clean
            )
        except (TimeoutError, openai.APITimeoutError) as error:
            if type(error.__cause__).__name__ == "ConnectTimeout":
                detail = f"no connection within {_CONNECT_TIMEOUT_S:.0f} s ({_origin(client)})"
                return Failure(kind="connection", detail=detail, is_transient=True)
            return Failure(
                kind="timeout", detail=f"no answer within {request.timeout_s:.0f} s", is_transient=True
            )
        except openai.APIConnectionError as error:
            cause = error.__cause__ or error
            detail = self._clean(str(cause)) or type(cause).__name__
            return classify_no_connection(detail, _origin(client))
        return classify_body(
            response.content,
            latency_s=round(time.perf_counter() - started, 3),
            answered_at=datetime.now(UTC).isoformat(timespec="milliseconds").replace("+00:00", "Z"),
            headers=response.headers,
            clean=self._clean,
        )

    async def close(self) -> None:
        """Close every connection."""
        for client in self._clients:
            await client.close()


def _open_sdk(endpoint: Endpoint, url: str) -> openai.AsyncOpenAI:
    with _opening(url):
        # A proxy is never the way to this machine itself, and where questions go is the user's to say, not a server's.
        http = openai.DefaultAsyncHttpx2Client(
            trust_env=not is_loopback(url),
            follow_redirects=False,
            verify=_tls(httpx2.create_ssl_context, url),
        )
        return openai.AsyncOpenAI(
            base_url=url,
            api_key=endpoint.api_key,
            max_retries=0,
            timeout=_DEFAULT_TIMEOUT_S,
            http_client=http,
        )


def open_native(endpoint: Endpoint, url: str, timeout_s: float = 10.0) -> httpx.AsyncClient:
    """Open a client for the endpoints of a provider that are not OpenAI's (tags, ps, show, health).

    Raises:
        SettingsInvalid: the environment's proxy or certificates cannot be used.
    """
    with _opening(url):
        return httpx.AsyncClient(
            base_url=url,
            headers={"Authorization": f"Bearer {endpoint.api_key}"},
            timeout=timeout_s,
            trust_env=not is_loopback(url),
            verify=_tls(httpx.create_ssl_context, url),
        )


def _tls(create: Callable[..., SSLContext], url: str) -> SSLContext:
    return usual_certificates(create) if is_loopback(url) else create()


@lru_cache(maxsize=2)
def usual_certificates(create: Callable[..., SSLContext]) -> SSLContext:
    """Read the usual certificates once: it takes 25 ms, for each address of this machine and each look at it."""
    return create(trust_env=False)


@contextmanager
def _opening(url: str) -> Iterator[None]:
    """Name the environment's settings when a client cannot be built from them."""
    try:
        yield
    except (ImportError, ValueError, OSError, httpx.InvalidURL, httpx2.InvalidURL) as error:
        raise SettingsInvalid(
            f"no connection to {shown_url(url)} can be set up: {without_credentials(str(error))}",
            hint="Check HTTP_PROXY, HTTPS_PROXY, ALL_PROXY, SSL_CERT_FILE, SSL_CERT_DIR and SSLKEYLOGFILE.",
        ) from None


def _origin(client: openai.AsyncOpenAI) -> str:
    return f"{client.base_url.scheme}://{client.base_url.host}" + (
        f":{client.base_url.port}" if client.base_url.port else ""
    )
