"""Whether a reply comes from the model that was asked: servers name it in a form of their own. Pure."""

from __future__ import annotations


def is_same_model(asked: str, served: str | None, aliases: frozenset[str] = frozenset()) -> bool:
    """Whether the model that replied is the one that was asked: by its name, a dated form of it, or an alias."""
    wanted, name = _plain(asked), _plain(served or "")
    is_dated = name.startswith(f"{wanted}-") and name.removeprefix(f"{wanted}-").replace("-", "").isdigit()
    return name == wanted or is_dated or name in aliases


def aliases_of(*names: str) -> frozenset[str]:
    """Return names in the form in which replies are compared."""
    return frozenset(_plain(name) for name in names)


def _plain(name: str) -> str:
    return name.casefold().removesuffix(":latest")
