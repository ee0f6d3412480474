import json

import pytest

from omnibench.app.pulling import PullChoice, pull_lines
from omnibench.errors import RegistryInvalid, UsageError

ENTRIES = [
    {"model_id": "a:1b", "family": "A", "mode": "think", "download_gb": 1.5, "enabled": True},
    {"model_id": "a:9b", "family": "A", "mode": "think", "download_gb": 20, "enabled": False},
    {"model_id": "a:1b", "model_key": "a_plain", "family": "A", "mode": "non_think", "download_gb": 1.5, "enabled": False},
    {"model_id": "b:1b", "family": "B", "mode": "non_think", "enabled": True},
]  # fmt: skip


@pytest.fixture
def lines(tmp_path):
    path = tmp_path / "registry.json"
    path.write_text(json.dumps(ENTRIES), "utf-8")
    return lambda **choice: pull_lines(path, PullChoice(**choice))


def pulls(lines):
    return [line.removeprefix("ollama pull ") for line in lines if not line.startswith("#") and line]


def test_everything_stands_under_its_mode_and_family_with_totals(lines):
    assert [
        "# think",
        "# A: 2 models, about 21.5 GB",
        "ollama pull a:1b",
        "ollama pull a:9b",
        "",
        "# non_think",
        "# A: 1 model, about 1.5 GB",
        "ollama pull a:1b",
        "# B: 1 model, 1 of unknown size",
        "ollama pull b:1b",
        "",
        "# all: 3 models, about 21.5 GB, 1 of unknown size",
    ] == lines()


@pytest.mark.parametrize(
    ("choice", "expected"),
    [
        ({"is_enabled_only": True}, ["a:1b", "b:1b"]),
        ({"families": ("b",)}, ["b:1b"]),
        ({"families": ("a", "b"), "is_enabled_only": True}, ["a:1b", "b:1b"]),
        ({"max_gb": 20}, ["a:1b", "a:9b", "a:1b"]),
        ({"max_gb": 19.9}, ["a:1b", "a:1b"]),
    ],
)
def test_flags_choose_together(lines, choice, expected):
    assert expected == pulls(lines(**choice))


def test_nothing_left_and_unknown_families_are_said(lines):
    with pytest.raises(UsageError, match="--family c is in no entry") as caught:
        lines(families=("a", "c"))
    assert "Known are A, B." == caught.value.hint
    with pytest.raises(UsageError, match="no entry"):
        lines(max_gb=0.1)


@pytest.mark.parametrize("size", [0, -1, True, "5GB", 1e7])
def test_a_size_that_is_none_is_a_fault_of_the_registry(tmp_path, size):
    path = tmp_path / "registry.json"
    path.write_text(json.dumps([{"model_id": "a", "download_gb": size}]), "utf-8")
    with pytest.raises(RegistryInvalid) as caught:
        pull_lines(path, PullChoice())
    assert ["download_gb"] == [fault.field for fault in caught.value.faults]
