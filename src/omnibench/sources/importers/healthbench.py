"""HealthBench: conversations whose next answer physicians have described by criteria with points.

Each becomes a free-text question: the conversation is what is asked, and its criteria are the reference that a judge
compares with. That is a verdict on the whole, not HealthBench's own score over single criteria; those are kept with
their points in `metadata.rubrics`.
Source: Arora et al., "HealthBench", arXiv:2505.08775.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from omnibench.sources.columns import Columns
from omnibench.sources.importers.importer import Hub, Importer, RowRefused

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from omnibench.sources.table import Row

_SPEAKERS: Final = {"user": "Patient or user", "assistant": "Assistant", "system": "System"}


def adapt(row: Row) -> Mapping[str, Any]:
    """Write the conversation as a question, and the criteria as its reference.

    Raises:
        RowRefused: there is no conversation, or there are no criteria.
    """
    turns = _objects(row.fields.get("prompt"), "content")
    rubrics = _objects(row.fields.get("rubrics"), "criterion")
    if not turns:
        raise RowRefused("has no conversation in `prompt`")
    if not rubrics:
        raise RowRefused("has no criteria in `rubrics`")
    return {**row.fields, "_question": _conversation(turns), "_reference": _reference(rubrics)}


def _objects(value: Any, name: str) -> Sequence[Mapping[str, Any]]:
    """Return a list of objects that all have a text of this name; else nothing."""
    objects = value if isinstance(value, list) else []
    is_whole = all(isinstance(one, dict) and isinstance(one.get(name), str) for one in objects)
    return objects if is_whole else ()


def _conversation(turns: Sequence[Mapping[str, Any]]) -> str:
    if len(turns) == 1:
        return str(turns[0]["content"])
    said = [f"{_SPEAKERS.get(str(turn.get('role')), 'Other')}: {turn['content']}" for turn in turns]
    return "\n\n".join(["Give the assistant's next answer in this conversation.", *said])


def _reference(rubrics: Sequence[Mapping[str, Any]]) -> str:
    wanted = [str(one["criterion"]) for one in rubrics if _points(one) > 0]
    unwanted = [str(one["criterion"]) for one in rubrics if _points(one) < 0]
    parts = ["A good answer meets these criteria:", *(f"- {text}" for text in wanted)] if wanted else []
    who = "It" if wanted else "A good answer"
    parts += [f"{who} does none of this:", *(f"- {text}" for text in unwanted)] if unwanted else []
    return "\n".join(parts)


def _points(rubric: Mapping[str, Any]) -> float:
    points = rubric.get("points")
    return float(points) if isinstance(points, int | float) else 0.0


IMPORTER: Final = Importer(
    title="HealthBench",
    about="HealthBench, conversations as free text, criteria kept with their points",
    home="https://openai.com/index/healthbench/",
    licence="MIT",
    forms=(Columns(question="_question", answer=("_reference",), id="prompt_id"),),
    adapt=adapt,
    hub=Hub(
        "openai/healthbench",
        "40ee1968852fc57f625934251ac22be47077a8fb",
        ("2025-05-07-06-14-12_oss_eval.jsonl",),
    ),
)
