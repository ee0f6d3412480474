"""The `ollama pull` list of a registry."""

from __future__ import annotations

import shlex
from dataclasses import dataclass
from typing import TYPE_CHECKING

from omnibench.errors import RegistryInvalid, UsageError
from omnibench.plan.registry import parse_registry
from omnibench.store.files import read_bytes

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence
    from pathlib import Path

    from omnibench.records import Model


@dataclass(frozen=True, slots=True, kw_only=True)
class PullChoice:
    """Which entries of a registry are wanted; all of them unless something is said."""

    is_enabled_only: bool = False
    families: tuple[str, ...] = ()
    """Compared without case."""
    max_gb: float | None = None
    """Of one download, in 10^9 bytes. An entry that names no size is not known to fit and stays out."""

    def takes(self, model: Model) -> bool:
        """Whether an entry is wanted."""
        is_small = self.max_gb is None or (model.download_gb is not None and model.download_gb <= self.max_gb)
        is_of_family = not self.families or model.family.casefold() in self.families
        return is_small and is_of_family and (model.enabled or not self.is_enabled_only)


def pull_lines(registry: Path, choice: PullChoice) -> list[str]:
    """Return the lines of a shell script: by mode, families as comments with their sizes, each model once a group.

    Raises:
        UsageError: there is no such registry, no such family, or nothing is left.
        RegistryInvalid: the registry is wrong.
    """
    content = read_bytes(registry)
    if content is None:
        raise UsageError(f"there is no registry {registry}", hint="Use --registry.")
    models, faults = parse_registry(str(registry), content)
    if faults:
        raise RegistryInvalid(faults)
    known = {model.family.casefold(): model.family for model in models}
    if unknown := [family for family in choice.families if family not in known]:
        raise UsageError(
            f"--family {', '.join(unknown)} is in no entry of {registry}",
            hint=f"Known are {', '.join(sorted(known.values()))}.",
        )
    chosen = [model for model in models if choice.takes(model)]
    if not chosen:
        raise UsageError(f"no entry of {registry} is wanted", hint="Give fewer of the flags that choose.")
    lines: list[str] = []
    for mode in ("think", "non_think"):
        of_mode = [model for model in chosen if model.mode == mode]
        if of_mode:
            lines += [f"# {mode}", *_family_lines(of_mode), ""]
    return [*lines, f"# all: {_total(chosen)}"]


def _family_lines(models: Sequence[Model]) -> list[str]:
    lines = []
    for family in dict.fromkeys(model.family for model in models):
        of_family = [model for model in models if model.family == family]
        lines.append(f"# {_one_line(family) or 'other'}: {_total(of_family)}")
        lines += [f"ollama pull {shlex.quote(model.model_id)}" for model in _each_once(of_family)]
    return lines


def _total(models: Sequence[Model]) -> str:
    once = _each_once(models)
    sizes = [model.download_gb for model in once if model.download_gb is not None]
    size = f", about {sum(sizes):,.1f} GB" if sizes else ""
    n_unknown = len(once) - len(sizes)
    unknown = f", {n_unknown} of unknown size" if n_unknown else ""
    return f"{len(once)} model{'s' * (len(once) != 1)}{size}{unknown}"


def _each_once(models: Iterable[Model]) -> list[Model]:
    """A model in two modes is one download."""
    return list({model.model_id: model for model in models}.values())


def _one_line(text: str) -> str:
    return " ".join(text.split())
