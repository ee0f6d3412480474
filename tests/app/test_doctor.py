"""A look at a provider ends in time, and says what it waits for."""

import asyncio

import pytest
from processes import write_bank
from provider_server import provider_server

from omnibench.app import doctor
from omnibench.settings import Flags, resolve


class Listener:
    def __init__(self):
        self.heard = []

    def said(self, text):
        self.heard.append(text)


@pytest.fixture(scope="module")
def running():
    with provider_server() as server:
        yield server


def hello(running, folder, **flags):
    """Look at a server that takes a question and is silent; the finding, and what was said meanwhile."""
    write_bank(folder, 1)
    running.reset(flavour="vllm", models=[{"id": "m"}], faults=[{"match": {}, "do": "hang"}])
    given = Flags(
        provider="vllm",
        base_url=running.base_url,
        dataset_dir=str(folder / "dataset"),
        models="m",
        judge_model="re",
        **flags,
    )
    settings = resolve(given, {}, folder)
    watcher = Listener()
    checkup = asyncio.run(doctor.examine(settings, watcher, asks=True))
    (finding,) = [one for one in checkup.findings if one.check == "hello"]
    return finding, watcher.heard


def test_a_silent_server_is_not_waited_for_as_long_as_an_answer_may_take(running, tmp_path, monkeypatch):
    monkeypatch.setattr(doctor, "_HELLO_S", 0.1)
    finding, heard = hello(running, tmp_path)

    assert ("bad", 30) == (finding.state, finding.exit_code)
    assert "--timeout" not in finding.hint
    assert "its log" in finding.hint
    assert "asking m one tiny question, for up to 0.1 s" in heard


def test_a_shorter_timeout_is_kept_and_named(running, tmp_path):
    finding, _ = hello(running, tmp_path, timeout=0.1)

    assert "--timeout" in finding.hint


def test_questions_that_lack_pictures_are_no_need_and_are_counted_apart(running, tmp_path):
    write_bank(tmp_path, 2, images_missing=True)
    running.reset(flavour="vllm", models=[{"id": "m"}])

    def need(**flags):
        given = Flags(
            provider="vllm",
            base_url=running.base_url,
            dataset_dir=str(tmp_path / "dataset"),
            models="m",
            judge_model="re",
            **flags,
        )
        checkup = asyncio.run(doctor.examine(resolve(given, {}, tmp_path), Listener(), asks=False))
        (found,) = [one.found for one in checkup.findings if one.check == "questions"]
        return checkup.need.n_questions, checkup.need.n_images_missing, "2 questions wait for pict" in found

    assert (0, 2, True) == need()
    assert (2, 0, False) == need(ask_without_images=True)
