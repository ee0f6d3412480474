"""Claims about which models and documents a command works on."""

import pytest
from builders import model

from omnibench.errors import UsageError
from omnibench.plan.registry import model_named
from omnibench.plan.select import (
    MAX_UNREGISTERED,
    in_order_of_size,
    select_documents,
    select_models,
    size_gb,
)

PATHS = (
    "general/kidney_disease.json",
    "general/deep/kidney.json",
    "2025/attending/internal_medicine.json",
    "2025/senior/internal_medicine.json",
)


@pytest.mark.parametrize(
    ("pattern", "expected"),
    [
        (None, PATHS),
        ("", PATHS),
        ("*", PATHS),
        ("general/kidney_disease.json", PATHS[:1]),
        ("general/kidney_disease", PATHS[:1]),
        ("kidney_disease.json", PATHS[:1]),
        ("kidney_disease", PATHS[:1]),
        ("kidney*", PATHS[:2]),
        ("general/*", PATHS[:2]),
        ("general", PATHS[:2]),
        ("general/deep/", PATHS[1:2]),
        ("2025", PATHS[2:]),
        ("2025/senior", PATHS[3:]),
        ("*/senior/*", PATHS[3:]),
        ("internal_medicine", PATHS[2:]),
        ("internal_medicine, kidney ,", PATHS[1:]),
        ("*kidney*,general/*", PATHS[:2]),
        ("[0-9]*/attending/*", PATHS[2:3]),
    ],
)
def test_only_names_documents_by_path_name_or_folder_in_the_order_of_the_tree(pattern, expected):
    assert expected == select_documents(PATHS, pattern)


@pytest.mark.parametrize("pattern", ["kidney_", "202", "Kidney*", "/", ",", "attending"])
def test_a_pattern_that_matches_nothing_is_refused(pattern):
    with pytest.raises(UsageError, match="matches none of 4 documents"):
        select_documents(PATHS, pattern)


THINK = model("qwen3:8b", "qwen3_8b_think", mode="think")
PLAIN = model("qwen3:8b", "qwen3_8b")
OFF = model("gemma3:4b", "gemma3_4b", enabled=False)
BIG = model("llama3:70b", "llama3_70b")
REGISTRY = (THINK, PLAIN, OFF, BIG)


def test_without_names_the_enabled_models_run_in_the_order_of_the_registry():
    assert (THINK, PLAIN, BIG) == select_models(REGISTRY, ())


@pytest.mark.parametrize(
    ("named", "expected"),
    [
        (["llama3:70b"], (BIG,)),
        (["llama3_70b"], (BIG,)),
        (["llama3:70b", "qwen3_8b"], (BIG, PLAIN)),
        (["qwen3:8b"], (THINK, PLAIN)),
        (["qwen3_8b_think"], (THINK,)),
        (["gemma3:4b"], (OFF,)),
        (["gemma3_4b"], (OFF,)),
        (["phi4"], (model_named("phi4"),)),
    ],
)
def test_names_select_by_key_or_id_in_the_order_named(named, expected):
    assert expected == select_models(REGISTRY, named)


def test_a_named_id_selects_its_enabled_modes_else_the_first():
    off = model("a", "a_think", mode="think", enabled=False)
    on = model("a", "a")

    assert (on,) == select_models((off, on), ["a"])
    assert (off,) == select_models((off, model("a", "a", enabled=False)), ["a"])


def test_an_id_that_is_another_models_key_is_the_id():
    one, other = model("x", "x"), model("y", "y2")

    assert (one,) == select_models((one, other), ["x"])


def test_names_need_no_registry():
    assert (model_named("phi4"), model_named("qwen3:8b")) == select_models(None, ["phi4", "qwen3:8b"])


@pytest.mark.parametrize("named", [["phi4", "phi4"], ["phi4", "PHI4"], ["qwen3:8b", "qwen3_8b"]])
def test_two_models_with_one_key_are_refused(named):
    with pytest.raises(UsageError, match="share the key"):
        select_models(REGISTRY, named)


@pytest.mark.parametrize("registry", [(), (OFF,)])
def test_a_registry_without_an_enabled_model_is_refused(registry):
    with pytest.raises(UsageError, match="no model is enabled"):
        select_models(registry, ())


def test_without_a_registry_a_few_offered_models_run():
    offered = [f"m{i}" for i in range(MAX_UNREGISTERED)]

    assert tuple(map(model_named, offered)) == select_models(None, (), offered)


def test_more_offered_models_are_refused_and_named():
    offered = [f"m{i}" for i in range(MAX_UNREGISTERED + 1)]
    with pytest.raises(UsageError, match="lists 6 models") as caught:
        select_models(None, (), offered)

    assert caught.value.hint.endswith(": m0, m1, m2, m3, m4, m5")


def test_of_very_many_the_first_are_named():
    with pytest.raises(UsageError) as caught:
        select_models(None, (), [f"m{i}" for i in range(300)])

    assert caught.value.hint.endswith("m19, ...")


@pytest.mark.parametrize("offered", [None, ()])
def test_a_provider_without_models_is_refused(offered):
    with pytest.raises(UsageError, match="lists no models"):
        select_models(None, (), offered)


# --- the order of models -----------------------------------------------------------------------------


def order_of(*models, **told):
    return [one.model_key for one in in_order_of_size(models, told)]


def test_the_smallest_model_comes_first_by_whatever_tells_its_size():
    models = (
        model("a", "a", download_gb=9.0),
        model("b", "b", size="70B"),
        model("c", "c", size="135M"),
        model("d", "d", size="30B-A3B"),
        model("e", "e"),
        model("f", "f", download_gb=0.5, size="70B"),
    )

    assert ["c", "f", "e", "a", "d", "b"] == order_of(*models, e=4.7)


def test_models_of_equal_size_keep_their_order_and_those_of_unknown_size_come_last():
    models = [model(name, name) for name in "dcba"]
    models[2] = model("b", "b", download_gb=5)
    models[3] = model("a", "a", download_gb=5)

    assert ["b", "a", "d", "c"] == order_of(*models)
    assert ["d", "c"] == order_of(*models[:2])


def test_the_modes_of_one_model_stay_together():
    models = (
        model("a", "a_think", download_gb=5),
        model("b", "b", download_gb=5),
        model("a", "a_plain"),
        model("x", "x_think"),
        model("y", "y"),
        model("x", "x_plain"),
    )

    assert ["a_think", "a_plain", "b", "x_think", "x_plain", "y"] == order_of(*models)


@pytest.mark.parametrize(
    ("one", "told", "expected"),
    [
        (model(download_gb=5.2), {"qwen3:8b": 9.0}, 5.2),
        (model(size="8B"), {"qwen3:8b": 9.0}, pytest.approx(4.8)),
        (model(size="1.5 b"), {}, pytest.approx(0.9)),
        (model(size="large"), {"qwen3:8b": 9.0}, 9.0),
        (model(size="8x7B"), {}, None),
        (model("m:latest", "m"), {"m": 2.0}, 2.0),
        (model(), {}, None),
    ],
)
def test_a_size_is_that_of_the_registry_else_what_the_provider_tells(one, told, expected):
    assert expected == size_gb(one, told)
