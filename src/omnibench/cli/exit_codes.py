"""Exit codes that are no errors."""

from __future__ import annotations

from typing import Final

DONE: Final = 0
"""Everything was asked; unreadable, cut and empty answers are results."""
SOME_ERRORS: Final = 1
"""Finished, but some entries stand at `error`, or some rows of an import were refused."""
BUDGET: Final = 4
"""Stopped on purpose, by `--max-cost-usd` or `--max-hours`, with something left to ask or to judge."""
SIGNAL_BASE: Final = 128
"""Plus the signal's number: 129 hang-up, 130 Ctrl-C, 143 terminated."""

MEANINGS: Final = {
    DONE: "all done; unreadable, truncated and empty answers are results",
    SOME_ERRORS: "finished, but some questions failed (only with `--on-error skip`), or some rows of an import were refused",
    3: "not set up: `main.py` found no Python with what it needs; `make setup`",
    BUDGET: "stopped by `--max-cost-usd` or `--max-hours`; everything received is kept, and the same command goes on",
    129: "stopped by a hang-up; everything received is kept",
    130: "stopped by Ctrl-C; everything received is kept",
    143: "stopped by SIGTERM; everything received is kept",
}
