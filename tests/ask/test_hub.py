"""A bank is fetched through huggingface_hub, at one revision; the way there and back is played in end_to_end/test_import.py."""

import sys

import pytest

from omnibench.ask.hub import fetch, page_of
from omnibench.errors import DataUnavailable, HubUnreachable
from omnibench.sources.importers import IMPORTERS

WITH_HUB = {name: importer.hub for name, importer in IMPORTERS.items() if importer.hub}


def test_a_missing_library_is_named_with_what_installs_it(monkeypatch):
    monkeypatch.setitem(sys.modules, "huggingface_hub", None)

    with pytest.raises(DataUnavailable) as raised:
        fetch("owner/name", "0" * 40, ["a.json"])
    assert "omnibench[data]" in raised.value.hint


@pytest.mark.parametrize(
    ("repo", "name"), [("no such thing/at/all", "a.json"), ("owner/name", "../../a.json")]
)
def test_a_name_that_is_none_ends_in_the_same_clear_error(monkeypatch, repo, name):
    monkeypatch.setattr("huggingface_hub.constants.HF_HUB_OFFLINE", True)

    with pytest.raises(HubUnreachable) as raised:
        fetch(repo, "0" * 40, [name])
    assert page_of(repo, "0" * 40, name) in raised.value.hint


@pytest.mark.parametrize("name", WITH_HUB)
def test_every_bank_of_the_hub_is_pinned_to_a_commit(name):
    hub = WITH_HUB[name]

    assert 40 == len(hub.revision)
    assert set(hub.revision) <= set("0123456789abcdef")
    assert 1 == hub.repo.count("/")
    assert hub.files
