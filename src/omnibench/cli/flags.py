"""Flags that several commands share, and their way into `settings.Flags`."""

from __future__ import annotations

import argparse
import dataclasses
import re
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from omnibench.ask.presets import PRESETS
from omnibench.plan.prompts import PROMPTS, STYLES
from omnibench.settings import MAX_WAIT_S, ON_ERROR, Flags, Settings, load_environment, resolve

if TYPE_CHECKING:
    from collections.abc import Callable

MAX_SLOTS: Final = 4096


def add_tree_flags(parser: argparse.ArgumentParser) -> None:
    """Where the files are."""
    group = parser.add_argument_group("files")
    group.add_argument("--dataset-dir", default="dataset", metavar="DIR", help="questions (default: dataset)")
    group.add_argument("--result-dir", default="result", metavar="DIR", help="results (default: result)")
    group.add_argument(
        "--only", metavar="GLOB", help="documents by path or name, such as 'general/*' or '*kidney*'"
    )


def add_model_flags(parser: argparse.ArgumentParser) -> None:
    """Which provider, which models, how they are asked and judged."""
    add_provider_flags(parser)
    add_asking_flags(parser)
    add_judging_flags(parser)
    add_budget_flags(parser)


def add_budget_flags(parser: argparse.ArgumentParser) -> None:
    """How much a run may cost, and how long it may last."""
    group = parser.add_argument_group("budget")
    group.add_argument(
        "--max-cost-usd",
        type=_number(1e-9, 1e9),
        metavar="X",
        help="ask nothing new once answers and verdicts of this run have cost X dollars",
    )
    group.add_argument(
        "--max-hours",
        type=_number(1e-6, 1e5),
        metavar="H",
        help="ask nothing new once this run has lasted H hours",
    )


def add_provider_flags(parser: argparse.ArgumentParser) -> None:
    """Where models are, and which are meant."""
    group = parser.add_argument_group("provider and models")
    group.add_argument("--provider", metavar="NAME", help=f"{', '.join(PRESETS)} (default: ollama)")
    group.add_argument(
        "--base-url", metavar="URL", help="endpoint; several URLs, comma-separated, form a pool"
    )
    group.add_argument("--api-key", metavar="KEY", help="better in the environment or .env")
    group.add_argument("--models", metavar="A,B", help="model ids or keys (default: the enabled ones)")
    group.add_argument(
        "--concurrency",
        type=_number_of_slots,
        metavar="N",
        help="requests in flight at each URL; auto finds out how many it takes (default)",
    )
    group.add_argument(
        "--unload",
        action="store_true",
        help="let a finished model go before the next one loads (Ollama; no effect elsewhere)",
    )
    group.add_argument(
        "--rpm",
        type=_number(0.001, 1e6),
        metavar="N",
        help="at most N requests a minute, a pool together, each provider on its own",
    )
    group.add_argument("--tpm", type=_number(1, 1e9), metavar="N", help="at most N tokens a minute, likewise")


def add_asking_flags(parser: argparse.ArgumentParser) -> None:
    """How questions are asked."""
    group = parser.add_argument_group("asking")
    group.add_argument("--registry", metavar="FILE", help="default: models/<provider>_models.json")
    group.add_argument("--limit", type=_count, metavar="N", help="at most N new questions a model")
    group.add_argument(
        "--prompt",
        choices=(*STYLES, *PROMPTS),
        default="direct",
        metavar="NAME",
        help=f"direct: the answer alone (default); cot: reasoning, then ANSWER: X; as published: {', '.join(PROMPTS)}",
    )
    group.add_argument(
        "--logprobs",
        action="store_true",
        help="keep how likely each option was, where the provider tells (option_probabilities)",
    )
    group.add_argument(
        "--ask-without-images",
        action="store_true",
        help="ask also questions whose pictures did not come with their bank (images_missing)",
    )
    group.add_argument("--temperature", type=_number(0, 2), metavar="T", help="default: registry, else 0")
    group.add_argument(
        "--max-tokens", type=_count, metavar="N", help="default: registry, else 131072 think, 4096 non_think"
    )
    group.add_argument("--seed", type=int, metavar="N", help="sent to providers that take one")
    group.add_argument(
        "--timeout",
        type=_number(0.001, 1e6),
        metavar="S",
        help="seconds a question (default: 600 non_think, 3600 think) or a verdict (600)",
    )
    group.add_argument("--retry", default="", metavar="LIST", help="ask again: truncated,empty,filtered")
    group.add_argument(
        "--refresh",
        default="",
        metavar="LIST",
        help="ask again: stale (edited questions), settings (changed)",
    )
    group.add_argument(
        "--on-error",
        choices=ON_ERROR,
        default="stop",
        metavar="WHAT",
        help="when a question fails after its retries: stop (default), or skip it; wait for a server that is gone; "
        "skip,wait does both",
    )
    group.add_argument(
        "--max-wait",
        type=_duration,
        default=MAX_WAIT_S,
        metavar="TIME",
        help="how long a server that is gone is waited for, such as 90s, 30m or 2h (default: 2h)",
    )


def add_judging_flags(parser: argparse.ArgumentParser) -> None:
    """Who judges."""
    group = parser.add_argument_group("judging")
    group.add_argument(
        "--judge-model",
        metavar="NAME",
        help="default: gpt-oss:120b (embedded, and prompts of benchmarks that score by rules: rules alone); "
        "re, regex or '' for rules alone; A,B,C: their majority",
    )
    group.add_argument(
        "--judge-policy",
        choices=("llm", "rule-first", "rule"),
        help="llm: the judge model (default); rule-first: rules where they are sure; rule: rules alone",
    )
    group.add_argument(
        "--judge-blind",
        action="store_true",
        help="a judge answers each question itself first; what that matches is stored apart",
    )
    group.add_argument("--judge-provider", metavar="NAME", help="default: the same endpoint")
    group.add_argument("--judge-base-url", metavar="URL", help="default: the endpoint's, or the provider's")
    group.add_argument("--judge-api-key", metavar="KEY", help="default: the endpoint's, or the provider's")


def settings_from(args: argparse.Namespace) -> Settings:
    """Resolve a command's flags with the environment and `.env` of the working directory."""
    names = {field.name for field in dataclasses.fields(Flags)}
    flags = Flags(**{name: value for name, value in vars(args).items() if name in names})
    return resolve(flags, load_environment(Path(".env")), Path.cwd())


def whole(text: str) -> int:
    """Read a whole number."""
    try:
        return int(text)
    except ValueError:
        raise argparse.ArgumentTypeError(f"{text!r} is no whole number") from None


def _count(text: str) -> int:
    value = whole(text)
    if value < 1:
        raise argparse.ArgumentTypeError("must be a whole number above 0")
    return value


def _number_of_slots(text: str) -> int | None:
    if text == "auto":
        return None
    value = _count(text)
    if value > MAX_SLOTS:
        raise argparse.ArgumentTypeError(f"must be at most {MAX_SLOTS}")
    return value


def _duration(text: str) -> float:
    """Read seconds, or a number with s, m or h behind it."""
    found = re.fullmatch(r"(\d+(?:\.\d+)?)([smh]?)", text.strip())
    if not found:
        raise argparse.ArgumentTypeError(f"{text!r} is no time such as 90s, 30m or 2h")
    return float(found[1]) * {"": 1, "s": 1, "m": 60, "h": 3600}[found[2]]


def _number(low: float, high: float) -> Callable[[str], Any]:
    def number(text: str) -> float:
        value = float(text)
        if not low <= value <= high:
            raise argparse.ArgumentTypeError(f"must be from {low:g} to {high:g}")
        return value

    return number
