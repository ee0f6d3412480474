"""One address that may be asked: how many requests it takes, how many are inside, and whether it is open."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from omnibench.ask.pace import Allowance, Pace

if TYPE_CHECKING:
    from omnibench.ask.client import Client

FIRST_PAUSE_S: Final = 5.0
"""Before the first probe of a server that is gone."""
MOST_TIMES: Final = 4
"""So many times what is usual is the most that is ever tried."""


@dataclass(slots=True)
class Door:
    """One address."""

    client: Client
    number: int
    """Its place among the client's URLs."""
    url: str
    fixed: int
    """The limit that the user gave, or the server's own; 0 where it is found out."""
    pace: Pace
    allowance: Allowance
    """Shared by the addresses of one endpoint."""
    n_inside: int = 0
    n_failures: int = 0
    """Since the last answer."""
    is_open: bool = True
    is_refused: bool = False
    """It was shut for good."""
    pause_s: float = FIRST_PAUSE_S
    """Before the next probe."""

    @property
    def limit(self) -> int:
        """Requests that it takes at once."""
        return self.fixed or self.pace.limit

    @property
    def room(self) -> float:
        """The share of its limit that is free; 0 or less when it is full."""
        return 1 - self.n_inside / self.limit


def doors_of(client: Client) -> list[Door]:
    """Open a door at each address of a client's endpoint."""
    endpoint = client.endpoint
    allowance = Allowance(endpoint.requests_a_minute, endpoint.tokens_a_minute)
    return [
        Door(client, number, url, endpoint.concurrency or 0, new_pace(client), allowance)
        for number, url in enumerate(endpoint.base_urls or ("",))
    ]


def new_pace(client: Client) -> Pace:
    """Begin to find out anew how much a server takes."""
    usual = client.endpoint.preset.concurrency
    return Pace(usual, MOST_TIMES * usual)
