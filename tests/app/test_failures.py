from typing import get_args

import pytest

from omnibench.app.failures import advice_on, stopped_by
from omnibench.ask.presets import PRESETS, Endpoint
from omnibench.records import Failure, FailureCause, FailureKind

OLLAMA = Endpoint(preset=PRESETS["ollama"], base_urls=("http://u:p@h:1",), api_key="ollama", concurrency=1)


def missing(detail, status=404):
    return Failure(kind="not_found", detail=detail, status=status, is_fatal=True)


@pytest.mark.parametrize("detail", ["404 page not found", "Not Found", "no message", "<html>nginx</html>"])
def test_a_404_that_names_no_model_asks_for_the_address(detail):
    error = stopped_by(missing(detail), OLLAMA, model="qwen3:8b")

    assert "Is http://h:1 the base URL? Most servers' ends in /v1." == error.hint
    assert 30 == error.exit_code


@pytest.mark.parametrize(
    "failure",
    [
        missing("model 'qwen3:8b' not found"),
        missing("The model `x` does not exist."),
        missing("No endpoints found that support image input"),
        missing("Ollama does not list this model", None),
        missing("x is not a valid model ID", 400),
    ],
)
def test_a_missing_model_says_how_to_get_it(failure):
    error = stopped_by(failure, OLLAMA, model="qwen3:8b")

    assert "ollama pull qwen3:8b" == error.hint
    assert 32 == error.exit_code


@pytest.mark.parametrize(
    ("kind", "cause", "code", "hint"),
    [
        ("bad_request", "context", 30, "OLLAMA_CONTEXT_LENGTH"),
        ("server", "memory", 30, "smaller"),
        ("bad_request", "mode", 30, "registry"),
        ("not_found", "routing", 32, "privacy settings"),
    ],
)
def test_a_cause_that_is_known_has_a_hint_of_its_own(kind, cause, code, hint):
    error = stopped_by(Failure(kind=kind, detail="d", cause=cause), OLLAMA, model="m")

    assert code == error.exit_code
    assert hint in error.hint


@pytest.mark.parametrize(
    ("kind", "code", "hint"),
    [
        ("auth", 31, "OLLAMA_API_KEY"),
        ("quota", 33, "Add credits"),
        ("connection", 30, "running at http://h:1?"),
        ("timeout", 30, "--timeout"),
        ("rate_limit", 30, "--concurrency"),
        ("bad_request", 30, "--on-error skip"),
        ("server", 30, "same command again"),
    ],
)
def test_each_failure_has_its_exit_code_and_hint(kind, code, hint):
    error = stopped_by(Failure(kind=kind, detail="d"), OLLAMA, model="m")

    assert code == error.exit_code
    assert hint in error.hint


@pytest.mark.parametrize("kind", get_args(FailureKind))
@pytest.mark.parametrize("cause", [None, *get_args(FailureCause)])
def test_who_only_looks_is_not_told_how_a_run_goes_on(kind, cause):
    advice = advice_on(Failure(kind=kind, detail="d", cause=cause), OLLAMA, model="m")

    assert "same command again" not in advice
    assert advice == advice.strip()


def test_a_server_that_is_silent_when_asked_for_its_list_has_no_slow_model():
    error = stopped_by(Failure(kind="timeout", detail="d", cause="silent"), OLLAMA)

    assert "--timeout" not in error.hint
    assert "its log" in error.hint


def test_a_refused_key_is_not_blamed_where_the_address_has_a_password_of_its_own():
    refused = Failure(kind="auth", detail="no")
    plain = Endpoint(preset=PRESETS["ollama"], base_urls=("http://h:1",), api_key="ollama")

    assert "Check OLLAMA_API_KEY." == stopped_by(refused, plain).hint
    assert "user name and password in the address" in stopped_by(refused, OLLAMA).hint
