"""The prompts that benchmarks were published with; `--prompt` takes their names beside `direct` and `cot`.

To add one, write `plan/prompts/<name>.py` (`_` for `/`) with a `PROMPT` and give it a line in `PROMPTS`.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from omnibench.plan.prompts import medxpertqa

if TYPE_CHECKING:
    from collections.abc import Mapping

    from omnibench.kinds.kind import Style
    from omnibench.plan.prompts.prompt import Prompt

STYLES: Final[tuple[Style, ...]] = ("direct", "cot")
"""The prompts that each kind of question has by itself."""

PROMPTS: Final[Mapping[str, Prompt]] = {
    "medxpertqa": medxpertqa.PROMPT,
}
