"""Every error that ends a command has a code of its own, a sentence of what it is, and a remedy."""

import re

import pytest

from omnibench import errors
from omnibench.cli import exit_codes
from omnibench.errors import (
    DatasetInvalid,
    ModelUnknown,
    OmnibenchError,
    ProviderStopped,
    ResultCorrupt,
    RunLocked,
    SettingsInvalid,
)
from omnibench.records import Failure, Fault

ALL = [
    error for error in vars(errors).values() if isinstance(error, type) and issubclass(error, OmnibenchError)
]


def fault(path="a.json", item="items[3]", reason="must be text"):
    return Fault(path=path, item=item, field="answer", reason=reason)


def test_exit_codes_are_unique_and_none_means_something_else():
    codes = [error.exit_code for error in ALL]
    assert len(codes) == len(set(codes))
    others = {code for code in vars(exit_codes).values() if isinstance(code, int)}
    assert {0, 1} <= others
    assert not others & set(codes)
    assert all(1 < code < 126 for code in codes)


@pytest.mark.parametrize("error", ALL, ids=lambda error: error.__name__)
def test_every_class_says_what_it_is_and_what_to_do(error):
    assert error.__dict__["__doc__"].strip().endswith(".")
    assert error.__dict__["remedy"].strip()
    assert "exit_code" in error.__dict__


@pytest.mark.parametrize("error", ALL, ids=lambda error: error.__name__)
def test_the_tree_at_the_top_of_the_module_is_the_tree_of_the_classes(error):
    line = re.search(rf"^([│├└─ ]*){error.__name__} +([0-9]+) ", errors.__doc__, re.MULTILINE)
    assert line
    assert error.exit_code == int(line[2])
    assert len(line[1]) // 4 == error.mro().index(OmnibenchError)


def test_an_error_without_a_hint_gives_its_remedy():
    assert SettingsInvalid.remedy == SettingsInvalid("x is wrong").hint
    assert "do this" == SettingsInvalid("x is wrong", hint="do this").hint
    assert "x is wrong" == str(SettingsInvalid("x is wrong")) == SettingsInvalid("x is wrong").message


@pytest.mark.parametrize(
    ("faults", "message"),
    [
        ([fault()], "1 fault in 1 dataset file"),
        ([fault(), fault(item="items[4]")], "2 faults in 1 dataset file"),
        ([fault(), fault(path="b.json")], "2 faults in 2 dataset files"),
    ],
)
def test_a_bad_dataset_keeps_every_fault(faults, message):
    error = DatasetInvalid(faults)
    assert (message, tuple(faults)) == (str(error), error.faults)


def test_a_stopped_run_names_cause_model_and_question():
    failure = Failure(kind="rate_limit", detail="slow down", status=429, n_tries=5)
    error = ProviderStopped(failure, model="m", question="a.json q1")
    assert "rate limit 429 after 5 tries: slow down\n  model: m\n  question: a.json q1" == str(error)
    assert (failure, ProviderStopped.remedy) == (error.failure, error.hint)
    bare = ModelUnknown(Failure(kind="not_found", detail="no m"), hint="ollama pull m")
    assert ("not found: no m", "ollama pull m") == (str(bare), bare.hint)


def test_errors_of_the_result_tree_name_the_place():
    assert "r.json: is no JSON" == str(ResultCorrupt("r.json", "is no JSON"))
    assert "j.jsonl, line 7: is no JSON" == str(ResultCorrupt("j.jsonl", "is no JSON", line=7))
    assert "r.json is being written by pid 7 on host" == str(RunLocked("r.json", "pid 7 on host"))
