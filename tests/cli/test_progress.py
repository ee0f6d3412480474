"""Claims about the one line that says what is about to go where, and about the bars of a terminal."""

import io
import time

import pytest
from builders import model, question
from rich.console import Console

from omnibench.app.outlook import Destination
from omnibench.cli.progress import BarWatcher, Pace, open_bars, outlook_line, shortened
from omnibench.records import Pair


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


# --- bars ---------------------------------------------------------------------------------------------

LONG = "hf.co/unsloth/Qwen3-Medical-Reasoning-30B-A3B-Instruct-GGUF:Q4_K_M"


def bars(width, *names):
    """The lines of models that have answered 30 of 1,273 questions."""
    console = Console(file=io.StringIO(), width=width, force_terminal=True, color_system=None)
    progress = open_bars(console)
    watcher = BarWatcher(console, progress)
    for name in names:
        pace = Pace(f"{name} (non_think)", 1273, 30, 1273, n_now=30, tokens_now=4000)
        pace.started, pace.document = time.monotonic() - 60, "2025/attending/internal_medicine.json"
        pace.verdicts = {("d", str(n)): n < 20 for n in range(30)}
        watcher.paces[name] = pace
        watcher.asking(model(model_key=name))
        pace.started = time.monotonic() - 60
        watcher.judged(pair_of(name), None)
    console.print(progress.get_renderable())
    return console.file.getvalue().splitlines()


def pair_of(key):
    return Pair(document="d", question=question(), question_hash="h", model=model(model_key=key))


def test_on_eighty_columns_a_long_name_gives_way_and_every_number_stays():
    first, second = bars(80, LONG)

    assert max(len(first), len(second)) <= 80
    for part in ("30/1273", "67 % right", "0.5 q/s", "67 tok/s", "hf.co/", "(non_think)"):
        assert part in first
    assert " left" in second
    assert ".json" in second


def test_on_a_narrow_screen_the_bar_makes_room_for_the_name():
    first, _ = bars(50, "qwen3:8b")

    assert first.startswith("qwen")
    assert "67 tok/s" in first


def test_names_are_whole_where_there_is_room_and_told_apart_where_there_is_not():
    assert f"{LONG} (non_think)" in bars(160, LONG)[0]
    one, _, other, _ = bars(80, LONG, LONG.replace("Q4_K_M", "Q8_0"))
    assert ("Q4_K_M (" in one, "Q8_0 (" in other) == (True, True)


@pytest.mark.parametrize(
    ("width", "expected"), [(9, "abcdefghi"), (8, "abc…fghi"), (4, "a…hi"), (2, "a…"), (1, "…"), (0, "…")]
)
def test_a_text_loses_its_middle(width, expected):
    assert expected == shortened("abcdefghi", width)
