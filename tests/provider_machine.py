"""What stands below a provider: the HTTP connection, the counters, the models in memory, the fault rules."""

from __future__ import annotations

import asyncio
import json
import socket
import struct
import time
from collections import Counter, deque
from collections.abc import AsyncIterator, Coroutine, Mapping
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from http.client import responses
from typing import Any

from provider_errors import Refused
from provider_shapes import Chat, Json

# --- HTTP --------------------------------------------------------------------------------------------


class HungUp(Exception):
    """The client has closed the connection; local servers then stop generating."""


@dataclass(frozen=True, slots=True)
class Request:
    method: str
    path: str
    headers: dict[str, str]
    body: bytes


@dataclass(frozen=True, slots=True)
class Response:
    """What goes out. `ending` is what happens to the connection, `silent` sends no byte before it."""

    status: int = 200
    body: bytes = b""
    content_type: str = "application/json"
    headers: Mapping[str, str] = field(default_factory=dict)
    declared: int | None = None
    ending: str = "keep"
    silent: bool = False

    @property
    def outcome(self) -> str:
        return self.ending if self.silent else str(self.status)


def as_json(body: Any, status: int = 200, **headers: str) -> Response:
    return Response(status, json.dumps(body).encode(), headers=headers)


class Connection:
    """One kept-alive HTTP/1.1 connection."""

    def __init__(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self.reader, self.writer = reader, writer
        self.is_counted = False

    async def read(self) -> Request | None:
        """The next request, or None at the end of the connection."""
        try:
            head = await self.reader.readuntil(b"\r\n\r\n")
        except asyncio.IncompleteReadError:
            return None
        first, *lines = head[:-4].decode("latin-1").split("\r\n")
        method, target, _ = first.split(" ", 2)
        headers = {}
        for line in lines:
            name, _, value = line.partition(":")
            headers[name.lower()] = value.strip()
        size = int(headers.get("content-length", 0))
        body = await self.reader.readexactly(size) if size else b""
        return Request(method, target.partition("?")[0], headers, body)

    async def write(self, response: Response) -> None:
        if not response.silent:
            reason = responses.get(response.status, "Unassigned")
            size = len(response.body) if response.declared is None else response.declared
            extra = "".join(f"{name}: {value}\r\n" for name, value in response.headers.items())
            head = f"HTTP/1.1 {response.status} {reason}\r\nContent-Type: {response.content_type}\r\n"
            head += f"Content-Length: {size}\r\n{extra}\r\n"
            self.writer.write(head.encode("latin-1") + response.body)
            await self.writer.drain()
        if response.ending == "reset":  # no linger: the kernel sends RST in place of FIN
            sock = self.writer.get_extra_info("socket")
            sock.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
            self.writer.transport.abort()

    async def unless_hung_up(self, work: Coroutine[Any, Any, Response]) -> Response:
        """Do slow work, but drop it when the client goes away (clients that pipeline are not served)."""
        task, gone = asyncio.ensure_future(work), asyncio.ensure_future(self.reader.read(1))
        await asyncio.wait({task, gone}, return_when=asyncio.FIRST_COMPLETED)
        if task.done():
            gone.cancel()
            await asyncio.wait({gone})  # until then the reader counts as busy
            return task.result()
        task.cancel()
        await asyncio.wait({task})
        raise HungUp


# --- what is counted, what waits, what fails ---------------------------------------------------------


class Stats:
    """Counters over all requests but those to /_control."""

    def __init__(self, config: Json) -> None:
        self.connections = self.requests = self.answered = self.in_flight = self.peak = 0
        self.by_path: Counter[str] = Counter()
        self.by_model: Counter[str] = Counter()
        self.by_status: Counter[str] = Counter()
        self.flying: Counter[str] = Counter()
        self.peaks: Counter[str] = Counter()
        self.chats: deque[Json] = deque(maxlen=config["keep_requests"])
        self.recent: deque[Request] = deque(maxlen=config["keep_bodies"])

    def saw(self, request: Request) -> None:
        self.requests += 1
        self.by_path[f"{request.method} {request.path}"] += 1
        self.recent.append(request)

    def began(self, chat: Chat) -> Json:
        """Count a chat request in; the entry that is returned gets its outcome later."""
        model = chat.requested
        self.by_model[model] += 1
        self.in_flight += 1
        self.flying[model] += 1
        self.peak = max(self.peak, self.in_flight)
        self.peaks[model] = max(self.peaks[model], self.flying[model])
        entry = {"model": model, "sha": chat.sha, "in_flight": self.in_flight, "outcome": None}
        entry["at"] = time.monotonic()  # one clock for all processes of a machine
        self.chats.append(entry)
        return entry

    def ended(self, entry: Json, outcome: str) -> None:
        entry["outcome"] = outcome
        self.in_flight -= 1
        self.flying[entry["model"]] -= 1
        self.answered += outcome == "200"

    def as_dict(self) -> Json:
        recent = [
            {
                "method": r.method,
                "path": r.path,
                "headers": r.headers,
                "body": r.body.decode("utf-8", "replace"),
            }
            for r in self.recent
        ]
        return {
            "connections": self.connections,
            "requests": self.requests,
            "answered": self.answered,  # chat responses with status 200, fully written
            "asked_again": len(self.chats) - len({(chat["model"], chat["sha"]) for chat in self.chats}),
            "in_flight": self.in_flight,
            "in_flight_peak": self.peak,
            "in_flight_peak_by_model": dict(self.peaks),
            "by_path": dict(self.by_path),
            "by_model": dict(self.by_model),
            "by_status": dict(self.by_status),
            "chats": list(self.chats),
            "recent": recent,
        }


class Memory:
    """Ollama's scheduler: few models fit, and one that is not loaded waits until a loaded one is idle.

    Waiting for a load is first in, first out, while requests for a loaded model keep joining it.
    """

    def __init__(self, config: Json) -> None:
        self.running: dict[str, int] = {}  # loaded models, least recently used first
        self.loads: list[str] = []
        self.waiting = 0
        self.idle_s = 0.0  # between the first load or answer and the last: nobody asked for either
        self._n_working = 0
        self._idle_since = 0.0
        self._turn = asyncio.Lock()
        self._idle = asyncio.Event()
        self.apply(config)

    def apply(self, config: Json) -> None:
        self.resident, self.max_queue, self.slots = config["resident"], config["max_queue"], config["slots"]
        self._slots: dict[str, asyncio.Semaphore] = {}

    @asynccontextmanager
    async def use(self, model: Json) -> AsyncIterator[None]:
        """Hold the model in memory, and one of its slots."""
        self._begin()
        try:
            async with self._use(model):
                yield
        finally:
            self._n_working -= 1
            self._idle_since = time.monotonic()

    def _begin(self) -> None:
        if not self._n_working and self._idle_since:
            self.idle_s += time.monotonic() - self._idle_since
        self._n_working += 1

    @asynccontextmanager
    async def _use(self, model: Json) -> AsyncIterator[None]:
        name = model["id"]
        if name not in self.running:
            await self.load(model)
        self.running[name] = self.running.pop(name) + 1
        try:
            if self.slots:
                async with self._slots.setdefault(name, asyncio.Semaphore(self.slots)):
                    yield
            else:
                yield
        finally:
            self.running[name] -= 1
            self._idle.set()

    async def load(self, model: Json) -> None:
        if self.waiting >= self.max_queue:
            raise Refused(503)
        self.waiting += 1
        try:
            async with self._turn:
                if model["id"] in self.running:
                    return
                while self.resident and len(self.running) >= self.resident:
                    await self._unload_an_idle_one()
                self.loads.append(model["id"])
                if model["load_s"]:
                    await asyncio.sleep(model["load_s"])
                self.running[model["id"]] = 0
        finally:
            self.waiting -= 1

    async def _unload_an_idle_one(self) -> None:
        victim = next((name for name, running in self.running.items() if not running), None)
        if victim is not None:
            del self.running[victim]
            return
        self._idle.clear()
        await self._idle.wait()

    def unload(self, name: str) -> None:
        if not self.running.get(name, 1):
            del self.running[name]


class Faults:
    """The rules of `faults`, with their counters."""

    def __init__(self, rules: list[Json]) -> None:
        self.rules: list[tuple[Json, Counter[str]]] = [(rule, Counter()) for rule in rules]

    def pick(self, path: str, chat: Chat | None = None) -> Json | None:
        """The first rule that matches and is due. Rules without `path` concern chat requests."""
        for rule, counts in self.rules:
            match = rule.get("match", {})
            if chat is None and "path" not in match:
                continue
            if match.get("path", "") not in path:
                continue
            model, prompt = (chat.requested, chat.prompt) if chat else ("", "")
            if match.get("field") and not (chat and match["field"] in chat.body):
                continue
            if match.get("model", model) != model or match.get("contains", "") not in prompt:
                continue
            counts[""] += 1
            each = f"{model} {chat.sha if chat else path}"
            counts[each] += "first_each" in match
            if self._is_due(match, counts[""], counts[each]):
                return rule
        return None

    @staticmethod
    def _is_due(match: Json, count: int, count_each: int) -> bool:
        nth = match.get("nth", count)
        return (
            count <= match.get("first", count)
            and count in (nth if isinstance(nth, list) else [nth])
            and count % match.get("every", 1) == 0
            and count_each <= match.get("first_each", count_each)
        )
