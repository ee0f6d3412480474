"""Claims about the one line that says what is about to go where."""

import pytest

from omnibench.app.outlook import Destination
from omnibench.cli.progress import outlook_line


def destination(**changes):
    facts = {
        "hosts": ("127.0.0.1:8000",),
        "reach": "machine",
        "n_questions": 34,
        "n_judgings": 0,
        "prompt_tokens": 2100,
        "cost_usd": None,
        "most_usd": None,
    }
    return Destination(**{**facts, **changes})


@pytest.mark.parametrize(
    ("one", "expected"),
    [
        (destination(), "34 questions, about 2100 tokens, stay on this machine (127.0.0.1:8000)"),
        (
            destination(hosts=(), n_questions=1, n_judgings=2),
            "1 question and up to 2 requests to judge, about 2100 tokens, stay on this machine (in this process)",
        ),
        (
            destination(hosts=("10.0.0.2", "10.0.0.3"), reach="network", n_questions=0, n_judgings=1),
            "up to 1 request to judge, about 2100 tokens, leave this machine and stay in its network (10.0.0.2, 10.0.0.3)",
        ),
        (
            destination(hosts=("openrouter.ai",), reach="beyond", cost_usd=0.01234, most_usd=12.3456),
            "34 questions, about 2100 tokens, leave this machine (openrouter.ai), for about 0.0123 USD, at most 12.35 USD",
        ),
        (
            destination(hosts=("api.x.com",), reach="beyond"),
            "34 questions, about 2100 tokens, leave this machine (api.x.com), at a price that is not known here",
        ),
    ],
)
def test_a_destination_is_one_clause(one, expected):
    assert expected == outlook_line([one])


def test_two_destinations_are_one_line():
    line = outlook_line([destination(), destination(reach="network")])

    assert 1 == line.count("; ")
    assert "\n" not in line
