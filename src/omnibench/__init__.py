"""OmniBench: what language models really get right on medical questions."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from omnibench.kinds.answer import read_answer
    from omnibench.records import Reading

__all__ = ["Reading", "__version__", "read_answer"]

__version__ = "0.1.0"


def __getattr__(name: str) -> Any:
    """Import the public names when they are asked for: the command line needs only the version at once."""
    if name == "read_answer":
        from omnibench.kinds.answer import read_answer  # noqa: PLC0415

        return read_answer
    if name == "Reading":
        from omnibench.records import Reading  # noqa: PLC0415

        return Reading
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
