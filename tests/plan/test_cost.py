"""Claims about what a reply cost: the provider's word first, then its tokens at their prices."""

import pytest

from omnibench.plan.cost import cost_of, price_of
from omnibench.records import Prices, Usage

PRICES = Prices(prompt=2.0, completion=10.0)


@pytest.mark.parametrize(
    ("usage", "prices", "expected"),
    [
        (Usage(prompt_tokens=500_000, completion_tokens=100_000), PRICES, 2.0),
        (Usage(prompt_tokens=500_000, completion_tokens=100_000, cost_usd=0.5), PRICES, 0.5),
        (Usage(cost_usd=0.0), PRICES, 0.0),
        (Usage(cost_usd=0.25), None, 0.25),
        (Usage(prompt_tokens=9, completion_tokens=9), None, None),
        (Usage(prompt_tokens=9), PRICES, None),
        (Usage(completion_tokens=9), PRICES, None),
        (Usage(prompt_tokens=9, completion_tokens=9), Prices(0.0, 0.0), 0.0),
    ],
)
def test_a_reply_costs_what_was_charged_else_what_its_tokens_cost(usage, prices, expected):
    assert expected == cost_of(usage, prices)


def test_prices_are_for_a_million_tokens():
    assert 2.0 + 10.0 == price_of(PRICES, 1e6, 1e6)
    assert 0.0 == price_of(PRICES, 0, 0)
