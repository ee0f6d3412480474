"""Claims about where each pair of a selection stands."""

import json

import pytest
from builders import entry, model, verdict
from processes import write_bank

from omnibench.app.survey import build_survey
from omnibench.app.tree import load_sources
from omnibench.errors import UsageError
from omnibench.settings import Flags, resolve


def survey_of(folder, asked, stored):
    """The survey of one question and one model, over an answer under that model's key."""
    write_bank(folder, 1)
    sources = load_sources(folder / "dataset", folder / "result").sources
    entries = {"general/bank.json": {("q000", asked.model_key): stored}}
    return build_survey(resolve(Flags(), {}, folder), sources, [asked], entries)


def test_a_key_made_from_a_name_that_holds_answers_of_another_model_is_refused(tmp_path):
    asked, stored = model("qwen3-8b", "qwen3_8b", mode_is_known=False), entry(model="qwen3:8b")
    with pytest.raises(
        UsageError,
        match=r"qwen3-8b would be stored as qwen3_8b, and general/bank\.json has answers of qwen3:8b there",
    ):
        survey_of(tmp_path, asked, stored)


def test_a_key_that_a_registry_names_is_not_refused_whoever_answered(tmp_path):
    asked, stored = model("qwen3-8b", "qwen3_8b"), entry(model="qwen3:8b", question_hash=None)

    assert 1 == survey_of(tmp_path, asked, stored).total("done")


@pytest.mark.parametrize("name", ["qwen3:8b", None])
def test_a_key_made_from_a_name_takes_its_own_answers(tmp_path, name):
    asked, stored = model(mode_is_known=False), entry(model=name, question_hash=None)

    assert 1 == survey_of(tmp_path, asked, stored).total("done")


def test_a_cut_answer_to_an_edited_question_is_asked_again_on_demand(tmp_path):
    write_bank(tmp_path, 1)
    sources = load_sources(tmp_path / "dataset", tmp_path / "result").sources
    entries = {"general/bank.json": {("q000", "qwen3_8b"): entry(status="truncated", question_hash="q1:old")}}
    n_asked = [
        build_survey(resolve(Flags(retry=retry), {}, tmp_path), sources, [model()], entries).total("to_ask")
        for retry in ("", "truncated")
    ]

    assert [0, 1] == n_asked


FREE = {"options": None, "answer": "scurvy"}


@pytest.mark.parametrize(
    ("changes", "expected", "n_to_judge"),
    [
        ({}, "A", 0),
        ({"accepted_answers": ["B"]}, "A", 1),
        ({"accepted_answers": ["B"]}, "A or B", 0),
        ({}, "A or B", 1),
        (FREE, "scurvy", 0),
        ({**FREE, "accepted_answers": ["Barlow"]}, "scurvy", 1),
        ({**FREE, "accepted_answers": ["Barlow"]}, "scurvy or Barlow", 0),
    ],
)
def test_an_answer_is_judged_again_when_what_is_right_too_was_changed(
    tmp_path, changes, expected, n_to_judge
):
    write_bank(tmp_path, 1, **changes)
    sources = load_sources(tmp_path / "dataset", tmp_path / "result").sources
    (question_hash,) = sources[0].hashes
    stored = entry("Barlow", question_hash=question_hash, judge=verdict(expected=expected))
    entries = {"general/bank.json": {("q000", "qwen3_8b"): stored}}
    survey = build_survey(resolve(Flags(), {}, tmp_path), sources, [model()], entries)

    assert (0, n_to_judge) == (survey.total("to_ask"), survey.total("to_judge"))


def waiting(folder, stored=None, **flags):
    """What is to ask and to judge of three questions, the first of which lacks its pictures; and how many wait."""
    path = write_bank(folder, 3)
    document = json.loads(path.read_text("utf-8"))
    document["items"][0]["images_missing"] = True
    path.write_text(json.dumps(document), "utf-8")
    sources = load_sources(folder / "dataset", folder / "result").sources
    held = {("q000", "qwen3_8b"): {**stored, "question_hash": sources[0].hashes[0]}} if stored else {}
    survey = build_survey(
        resolve(Flags(**flags), {}, folder),
        sources,
        [model(), model("other", "other")],
        {"general/bank.json": held},
    )
    return survey.total("to_ask"), survey.total("to_judge"), survey.n_images_missing


def test_a_question_that_lacks_its_pictures_is_asked_only_on_demand(tmp_path):
    assert (4, 0, 1) == waiting(tmp_path)
    assert (6, 0, 0) == waiting(tmp_path, ask_without_images=True)


def test_it_takes_no_place_of_a_limit(tmp_path):
    assert (2, 0, 1) == waiting(tmp_path, limit=1)


def test_an_answer_given_without_pictures_is_judged_as_any_other_and_not_asked_again(tmp_path):
    assert (4, 1, 1) == waiting(tmp_path, entry())
    assert (4, 0, 1) == waiting(tmp_path, entry(status="truncated"), retry="truncated")
    assert (6, 0, 0) == waiting(
        tmp_path, entry(status="truncated"), retry="truncated", ask_without_images=True
    )
