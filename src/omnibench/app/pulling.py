"""The `ollama pull` list of a registry."""

from __future__ import annotations

import shlex
from typing import TYPE_CHECKING

from omnibench.errors import DatasetInvalid, UsageError
from omnibench.plan.registry import parse_registry
from omnibench.store.files import read_bytes

if TYPE_CHECKING:
    from pathlib import Path

    from omnibench.records import Model


def pull_lines(registry: Path) -> list[str]:
    """Return the lines of a shell script: all entries, by mode, families as comments, each model once a group.

    Raises:
        UsageError: there is no such registry.
        DatasetInvalid: the registry is wrong.
    """
    content = read_bytes(registry)
    if content is None:
        raise UsageError(f"there is no registry {registry}", hint="Use --registry.")
    models, faults = parse_registry(str(registry), content)
    if faults:
        raise DatasetInvalid(faults)
    lines: list[str] = []
    for mode in ("think", "non_think"):
        of_mode = [model for model in models if model.mode == mode]
        if of_mode:
            lines += [f"# {mode}", *_family_lines(of_mode), ""]
    return lines[:-1]


def _family_lines(models: list[Model]) -> list[str]:
    lines = []
    for family in dict.fromkeys(model.family for model in models):
        ids = dict.fromkeys(model.model_id for model in models if model.family == family)
        lines.append(f"# {_one_line(family) or 'other'}")
        lines += [f"ollama pull {shlex.quote(model_id)}" for model_id in ids]
    return lines


def _one_line(text: str) -> str:
    return " ".join(text.split())
