"""Fetches the files of a bank from the Hugging Face hub, at one revision. The only door to that network."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Final

from omnibench.errors import DataUnavailable, HubUnreachable

if TYPE_CHECKING:
    from collections.abc import Sequence

_SHOWN: Final = 300
"""Characters of an error that are shown."""


def fetch(repo: str, revision: str, files: Sequence[str]) -> tuple[Path, ...]:
    """Download files of a dataset repository into the hub's own cache, which keeps them; `HF_ENDPOINT` is honoured.

    Args:
        repo: `owner/name`.
        revision: a commit, so that the same bytes come every time.
        files: paths in the repository.

    Returns:
        Where each lies.

    Raises:
        DataUnavailable: huggingface_hub is not installed.
        HubUnreachable: with the addresses from which a person can fetch what is missing.
    """
    try:
        from huggingface_hub import hf_hub_download  # noqa: PLC0415 - an extra, and slow to import
        from huggingface_hub.errors import HfHubHTTPError, HFValidationError  # noqa: PLC0415
    except ImportError as error:
        raise DataUnavailable(
            f"the hub is asked through huggingface_hub, which is missing ({error})"
        ) from None
    found = []
    for name in files:
        try:
            found.append(Path(hf_hub_download(repo, name, repo_type="dataset", revision=revision)))
        except (HfHubHTTPError, HFValidationError, OSError, ValueError) as error:
            why = " ".join(str(_root(error)).split())[:_SHOWN] or type(error).__name__
            raise HubUnreachable(
                f"{name} of {repo} could not be fetched: {why}",
                hint=f"Fetch it by hand from {page_of(repo, revision, name)} and import the file.",
            ) from None
    return tuple(found)


def _root(error: BaseException) -> BaseException:
    """Return what an error was caused by in the end; the outer ones say only that something went wrong."""
    while (cause := error.__cause__ or error.__context__) is not None:
        error = cause
    return error


def page_of(repo: str, revision: str, name: str) -> str:
    """Return the address at which a person can download a file."""
    return f"https://huggingface.co/datasets/{repo}/resolve/{revision}/{name}"
