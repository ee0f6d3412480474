"""Where a server is: base URLs from flags and variables, checked, with each host in its ASCII form."""

from __future__ import annotations

import ipaddress
import re
import socket
from typing import Final, Literal
from urllib.parse import SplitResult, unquote, urlsplit
from urllib.request import getproxies, proxy_bypass

from omnibench.errors import SettingsInvalid

Reach = Literal["machine", "network", "beyond"]
"""How far what is sent goes: it stays on this machine, in the network around it, or leaves both."""
_LOCAL_NAMES: Final = (".local", ".lan", ".internal", ".home.arpa")
"""Ends of names that only a local network knows (RFC 6762, RFC 8375, ICANN's `.internal`)."""
_URL_HINT: Final = "Write it like http://localhost:11434/v1."
_HOST_HINT: Final = "Write host, host:port or a URL."
_NAME: Final = re.compile(r"[a-z0-9_-]+(?:\.[a-z0-9_-]+)*\.?", re.IGNORECASE)
_CREDENTIALS: Final = re.compile(r"(?<=//)[^/\s]*@")
_LISTENING: Final = {"0.0.0.0": "127.0.0.1", "::": "::1"}  # noqa: S104
"""Addresses that a server listens on, and where a client finds it."""


def base_urls(name: str, value: str) -> tuple[str, ...]:
    """Check the comma-separated URLs of a pool.

    Args:
        name: of the flag or variable, for the error.
        value: what it holds.

    Raises:
        SettingsInvalid.
    """
    parts = [part for part in value.split(",") if part.strip()]
    urls = tuple(_rebuilt(name, _split(part), None, _URL_HINT, "a URL") for part in parts or [value])
    places: dict[tuple[str, str, int, str], str] = {}
    for url in urls:
        if (before := places.setdefault(same_place(url), url)) is not url:
            raise SettingsInvalid(
                f"{name} names one address twice: {shown_url(before)} and {shown_url(url)}",
                hint="Name each server of a pool once; --concurrency says how much it takes at a time.",
            )
    return urls


def base_url_of_host(name: str, value: str, default_port: int) -> str:
    """Turn a HOST variable into a base URL.

    Takes host, host:port, :port, [IPv6]:port or a URL, also in quotes; the default port is added only to a bare host, `/v1` where no path
    is given.

    Raises:
        SettingsInvalid.
    """
    text = value.strip().strip("\"'").strip().rstrip("/")
    if re.fullmatch(r":[0-9]+", text):
        text = f"127.0.0.1{text}"  # Ollama takes a bare port
    has_scheme = "://" in value
    if not has_scheme and text.count(":") > 1 and not text.startswith("["):
        text = f"[{text}]"  # a bare IPv6 address
    parts = _split(text if has_scheme else f"http://{text}")
    parts = parts._replace(path=parts.path or "/v1")
    return _rebuilt(name, parts, None if has_scheme else default_port, _HOST_HINT, "a host")


def shown_url(url: str) -> str:
    """Return a URL without the user name and password that it may carry."""
    parts = urlsplit(url)
    return parts._replace(netloc=parts.netloc.rpartition("@")[2]).geturl()


def without_credentials(text: str) -> str:
    """Return a text without the user names and passwords of the URLs in it."""
    return _CREDENTIALS.sub("", text)


def same_place(url: str) -> tuple[str, str, int, str]:
    """Return what two spellings of one address have in common; names are not looked up."""
    parts = urlsplit(url)
    host = (parts.hostname or "").rstrip(".")
    host = "127.0.0.1" if host == "localhost" else host
    port = parts.port or (443 if parts.scheme == "https" else 80)
    return parts.scheme, str(_address_of(host) or host), port, re.sub(r"/{2,}", "/", parts.path).rstrip("/")


def credentials_of(url: str) -> tuple[str, str] | None:
    """Return the user name and password that a URL carries, decoded, or None."""
    parts = urlsplit(url)
    if parts.username is None and parts.password is None:
        return None
    return unquote(parts.username or ""), unquote(parts.password or "")


def shown_host(url: str) -> str:
    """Return host and port of a URL, without user name, password and path."""
    return urlsplit(url).netloc.rpartition("@")[2]


def reach_of(url: str) -> Reach:
    """Say how far what is sent to a URL goes. Asks no name server; a name that says nothing counts as far away."""
    host = (urlsplit(url).hostname or "").rstrip(".")
    address = _address_of(host)
    if address is not None:
        return "machine" if address.is_loopback else "beyond" if address.is_global else "network"
    if host == "localhost" or host.endswith(".localhost"):
        return "machine"
    is_near = host != "" and ("." not in host or host.endswith(_LOCAL_NAMES))
    return "network" if is_near else "beyond"


def _address_of(host: str) -> ipaddress.IPv4Address | ipaddress.IPv6Address | None:
    try:
        address = ipaddress.ip_address(host)
    except ValueError:
        try:
            return ipaddress.IPv4Address(socket.inet_aton(host))  # 127.1 and 2130706433 are addresses too
        except (OSError, ValueError):
            return None
    return getattr(address, "ipv4_mapped", None) or address


def proxy_of(url: str) -> str | None:
    """Return host and port of the environment's proxy through which a URL is reached, or None."""
    parts = urlsplit(url)
    if is_loopback(url) or proxy_bypass(parts.netloc.rpartition("@")[2]):
        return None
    proxies = getproxies()
    proxy = proxies.get(parts.scheme) or proxies.get("all")
    return shown_host(proxy if "://" in proxy else f"//{proxy}") if proxy else None


def is_loopback(url: str) -> bool:
    """Whether a URL means this machine."""
    host = urlsplit(url).hostname or ""
    try:
        return ipaddress.ip_address(host).is_loopback
    except ValueError:
        return host == "localhost" or host.endswith(".localhost")


def _split(text: str) -> SplitResult:
    text = text.strip().rstrip("/")
    try:
        return urlsplit(text if text.isprintable() and " " not in text else "")
    except ValueError:
        return urlsplit("")


def _rebuilt(name: str, parts: SplitResult, default_port: int | None, hint: str, what: str) -> str:
    try:
        host, port = _checked_host(parts.hostname or ""), parts.port or default_port
    except ValueError:
        host, port = "", None
    is_plain = parts.scheme in ("http", "https") and not (parts.query or parts.fragment)
    if not (host and is_plain) or parts.netloc.endswith(":0"):
        raise SettingsInvalid(f"{name} is not {what}", hint=hint)
    user, at, _ = parts.netloc.rpartition("@")
    address = host if port is None else f"{host}:{port}"
    return parts._replace(netloc=f"{user}{at}{address}").geturl()


def _checked_host(host: str) -> str:
    """Return a host as it stands in a URL: a name in ASCII, or an address.

    Raises:
        ValueError: it is neither (idna's errors are such).
    """
    host = _LISTENING.get(host, host)
    if ":" in host:
        return f"[{ipaddress.ip_address(host)}]"
    name = host
    if not host.isascii() or "xn--" in host:
        import httpx  # noqa: PLC0415 - heavy, and few hosts need it

        try:
            url = httpx.URL(f"http://{host}")
            name = (
                url.raw_host.decode("ascii") if url.host else ""
            )  # `host` decodes, and fails where it cannot
        except httpx.InvalidURL:
            name = ""
    if not _NAME.fullmatch(name):
        raise ValueError(host)
    return name
