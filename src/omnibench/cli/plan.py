"""`plan`: what a run would ask."""

from __future__ import annotations

from dataclasses import asdict
from typing import TYPE_CHECKING, Any, Final

from omnibench.ask.addresses import shown_url
from omnibench.cli.flags import add_model_flags, add_tree_flags, settings_from
from omnibench.dataset import why_ignored

if TYPE_CHECKING:
    import argparse
    from collections.abc import Sequence

    from omnibench.app.planning import Plan
    from omnibench.records import Model
    from omnibench.settings import Settings

DESCRIPTION: Final = "Show what a run with the same flags would ask. Sends nothing and changes nothing."
EXAMPLES: Final = """
  python main.py plan --provider ollama
  python main.py plan --provider ollama --models qwen3:8b --json
"""
COUNTS: Final = ("done", "stale", "changed", "failed", "to_ask", "to_judge")
ALWAYS: Final = ("done", "to_ask")
"""Shown also where they are nought; columns of noughts would push file names off a narrow screen."""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the command's flags: those of `run`."""
    add_model_flags(parser)
    add_tree_flags(parser)
    parser.add_argument("--json", action="store_true", help="for scripts")


def execute(args: argparse.Namespace) -> int:
    """Print the plan."""
    settings = settings_from(args)
    from omnibench.app.planning import make_plan  # `--help` stays fast
    from omnibench.cli.console import print_json

    plan = make_plan(settings)
    if args.json:
        print_json(_as_json(settings, plan))
    else:
        _print(settings, plan)
    return 0


def _as_json(settings: Settings, plan: Plan) -> dict[str, Any]:
    from omnibench.app.models import wanted_temperature, wanted_tokens
    from omnibench.plan.select import size_gb

    return {
        "provider": settings.endpoint.provider,
        "base_urls": [shown_url(url) for url in settings.endpoint.base_urls],
        "concurrency": settings.endpoint.concurrency or "auto",
        "judge_model": ",".join(judge.model_id for judge in settings.judges) or None,
        "judge_base_urls": [shown_url(url) for url in settings.judge_endpoint.base_urls],
        "prompt": settings.prompt,
        "models": [
            {
                "model_id": model.model_id,
                "model_key": model.model_key,
                "mode": model.mode_name if model.mode_is_known else None,
                "max_tokens": wanted_tokens(settings, model) if model.mode_is_known else None,
                "temperature": wanted_temperature(settings, model),
                "size_gb": size_gb(model, {}),
            }
            for model in plan.models
        ],
        "units": [
            {"document": unit.source.path, "model_key": unit.model.model_key, **unit.counts}
            for unit in plan.survey.units
        ],
        "outlook": [asdict(one) for one in plan.outlook],
        "changes": dict(plan.survey.changes()),
        "n_images_missing": plan.survey.n_images_missing,
        "totals": {name: plan.survey.total(name) for name in COUNTS},
    }


def order_line(settings: Settings, models: Sequence[Model]) -> str:
    """Say in which order models are asked where changing them costs a load, and what it rests on."""
    from omnibench.plan.select import size_gb

    is_asked = settings.endpoint.preset.dialect == "ollama"
    unknown = "a run asks the provider for its size" if is_asked else "size not known"
    sizes = [(model.model_id, size_gb(model, {})) for model in models]
    shown = [f"{name} ({unknown if size is None else f'{size:.3g} GB'})" for name, size in sizes]
    return f"one after the other, the smallest first: {', '.join(dict.fromkeys(shown))}"


def _print(settings: Settings, plan: Plan) -> None:
    from omnibench.app.models import wanted_tokens
    from omnibench.cli.console import build_table, inert, open_console
    from omnibench.cli.progress import opening_lines, outlook_line

    console = open_console()
    for path in plan.ignored:
        console.print(inert(why_ignored(path)))
    for line in opening_lines(settings, plan.survey):
        console.print(inert(line))
    if plan.outlook:
        console.print(inert(outlook_line(plan.outlook)))
    if settings.endpoint.preset.loads_on_demand and len(plan.models) > 1:
        console.print(inert(order_line(settings, plan.models)))
    counts = [name for name in COUNTS if name in ALWAYS or plan.survey.total(name)]
    for model in plan.models:
        how = f"{model.mode_name}, max_tokens {wanted_tokens(settings, model)}"
        how = how if model.mode_is_known else "its mode is asked of the provider"
        console.print()
        console.print(inert(f"{model.model_id} ({how}) as {model.model_key}"))
        names = [name.replace("_", " ") for name in counts]
        table = build_table("document", *names, right=names)
        for unit in plan.survey.of_model(model):
            table.add_row(inert(unit.source.path), *(str(unit.counts[name]) for name in counts))
        console.print(table)
