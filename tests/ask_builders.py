"""Small builders for tests of asking: endpoints, replies, and a client that needs no network."""

import asyncio

from omnibench.ask.presets import PRESETS, Endpoint
from omnibench.records import Failure, Reply

KEY = "sk-canary-8d1e5b70"


def endpoint(*base_urls, provider="vllm", api_key=KEY, concurrency=4, **changes):
    """An endpoint of a provider at these addresses."""
    return Endpoint(
        preset=PRESETS[provider], base_urls=base_urls, api_key=api_key, concurrency=concurrency, **changes
    )


def reply(text="A", **changes):
    """An answer, as a provider gives it."""
    facts = {
        "raw_text": text,
        "reasoning_text": "",
        "finish_reason": "stop",
        "served_model": "m",
        "answered_at": "2026-01-01T00:00:00Z",
    }
    return Reply(text=text, **{**facts, **changes})


def failure(kind="server", **changes):
    """A failure that another try may mend."""
    return Failure(kind=kind, **{"detail": "busy", "is_transient": True, **changes})


class FakeClient:
    """Stands in for a client: answers by a function of the request, and counts what is in flight."""

    def __init__(self, answer=lambda request: reply(), *, concurrency=4, urls=1):
        self.endpoint = endpoint(*(f"http://h{n}/v1" for n in range(urls)), concurrency=concurrency)
        self.has_answered = True
        self.asked = []
        self.in_flight = self.peak = 0
        self._answer = answer

    async def is_there(self, number):
        return True

    async def close(self):
        pass

    async def ask(self, request, number=0):
        self.asked.append(request)
        self.in_flight += 1
        self.peak = max(self.peak, self.in_flight)
        await asyncio.sleep(0)
        self.in_flight -= 1
        return self._answer(request)
