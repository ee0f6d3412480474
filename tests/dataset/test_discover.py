"""Claims about which files of a dataset tree are documents."""

import pytest

from omnibench.dataset.discover import classify_paths


@pytest.mark.parametrize(
    "path",
    [
        "general/kidney.json",
        "general/deep/er/kidney.json",
        "2025/attending/internal_medicine.json",
        "1999/住院/内科 1.json",
        "general/v1.2.json",
    ],
)
def test_these_are_documents(path):
    assert ((path,), ()) == (classify_paths([path]).documents, classify_paths([path]).ignored)


@pytest.mark.parametrize(
    "path",
    [
        "kidney.json",
        "General/kidney.json",
        "2025/internal_medicine.json",
        "2025/attending/deep/internal_medicine.json",
        "2025/attending/x.json/y.json",
        "25/attending/x.json",
        "20255/attending/x.json",
        "２０２５/attending/x.json",
        "other/x.json",
        "general/x.JSON",
    ],
)
def test_other_json_files_are_named_as_ignored(path):
    assert ((), (path,)) == (classify_paths([path]).documents, classify_paths([path]).ignored)


@pytest.mark.parametrize(
    "path",
    [
        "general/.x.json",
        "general/.git/x.json",
        ".cache/x.json",
        "general/x.temp.json",
        "general/x.jsonl",
        "general/readme.md",
        "general/figures/1.png",
    ],
)
def test_hidden_and_temporary_files_and_other_kinds_are_neither(path):
    assert ((), ()) == (classify_paths([path]).documents, classify_paths([path]).ignored)


def test_general_comes_first_then_years_and_levels_whatever_the_order_of_the_walk():
    expected = (
        "general/a.json",
        "general/b/a.json",
        "2024/senior/a.json",
        "2025/attending/a.json",
        "2025/senior/a.json",
    )

    assert expected == classify_paths(reversed(expected)).documents
    assert ("a.json", "b.json") == classify_paths(["b.json", "a.json"]).ignored


def test_an_empty_tree_has_no_documents():
    assert ((), ()) == (classify_paths([]).documents, classify_paths([]).ignored)
