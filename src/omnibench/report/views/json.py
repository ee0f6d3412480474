"""One object a model, or a part of its answers, and everything that the flat columns leave out."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

from omnibench.report.views.record import record_of

if TYPE_CHECKING:
    from collections.abc import Sequence

    from omnibench.report.tally import Tally


def render(tallies: Sequence[Tally]) -> str:
    """Return `{"models": [...]}`, indented."""
    models = [
        {
            **record_of(tally),
            "judge_methods": tally.judge_methods,
            "fallback_causes": tally.fallback_causes,
            "settings": list(tally.settings),
            "digests": tally.digests,
            "answered_by": {
                who: {"graded": share.n_graded, "correct": share.n_correct}
                for who, share in tally.answerers.items()
            },
        }
        for tally in tallies
    ]
    return json.dumps({"models": models}, indent=2, ensure_ascii=False) + "\n"
