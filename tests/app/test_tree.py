"""Claims about loading the dataset tree and finding each document's place in the result tree."""

import pytest
from builders import entry, model
from processes import write_bank

from omnibench.app.tree import load_images, load_sources, refuse_other_kinds
from omnibench.errors import DatasetInvalid, UsageError
from omnibench.plan.prompts import STYLES
from omnibench.records import Pair

PNG = b"\x89PNG\r\n\x1a\n"


@pytest.fixture
def picture(tmp_path):
    path = write_bank(tmp_path, 1, images=["x.png"]).with_name("x.png")
    path.write_bytes(PNG + b"as it was surveyed")
    return path


@pytest.fixture
def asked(tmp_path, picture):
    """A source and what is asked of it, as a survey found them."""
    (source,) = load_sources(tmp_path / "dataset", tmp_path / "result").sources
    (question,), (question_hash,) = source.document.questions, source.hashes
    return source, Pair(document=source.path, question=question, question_hash=question_hash, model=model())


def test_an_image_is_loaded_again_just_before_it_is_asked(asked):
    assert [PNG + b"as it was surveyed"] == [image.content for image in load_images(*asked)]


def test_an_image_that_was_replaced_since_the_survey_is_refused(picture, asked):
    picture.write_bytes(PNG + b"another one")
    with pytest.raises(DatasetInvalid) as caught:
        load_images(*asked)
    (fault,) = caught.value.faults

    assert ("general/bank.json", "q000", "images") == (fault.path, fault.item, fault.field)
    assert "were changed since the run began; start it again" == fault.reason


def test_an_image_that_went_away_since_the_survey_is_refused(picture, asked):
    picture.unlink()
    with pytest.raises(DatasetInvalid) as caught:
        load_images(*asked)

    assert ["'x.png' does not exist beside the document"] == [one.reason for one in caught.value.faults]


def test_results_are_never_written_over_the_questions(tmp_path):
    path = write_bank(tmp_path, 1)
    with pytest.raises(UsageError, match=f"would be written over the questions in {path}"):
        load_sources(tmp_path / "dataset", tmp_path / "dataset")


@pytest.mark.parametrize("name", ["result", "result/general", "result/general/bank.json"])
def test_results_are_never_written_over_the_questions_through_a_link(tmp_path, name):
    write_bank(tmp_path, 1)
    link = tmp_path / name
    link.parent.mkdir(parents=True, exist_ok=True)
    link.symlink_to(tmp_path / name.replace("result", "dataset"))
    with pytest.raises(UsageError, match="would be written over the questions"):
        load_sources(tmp_path / "dataset", tmp_path / "result")


@pytest.mark.parametrize(
    ("results", "field", "reason"),
    [
        ({"m": entry(judge="correct")}, "model_results.m", "`judge` must be an object or null"),
        ({"m": entry(), "n": entry(status=["ok"])}, "model_results.n", "`status` must be a text or null"),
        ({"m": "A"}, "model_results.m", "must be an object"),
        ([entry()], "model_results", "must be an object"),
    ],
)
def test_results_of_a_wrong_shape_that_a_bank_brings_with_it_are_faults(tmp_path, results, field, reason):
    write_bank(tmp_path, 1, model_results=results)
    with pytest.raises(DatasetInvalid) as caught:
        load_sources(tmp_path / "dataset", tmp_path / "result")

    assert [("items[0] (q000)", field, reason)] == [
        (one.item, one.field, one.reason) for one in caught.value.faults
    ]


def test_results_are_never_written_over_another_documents_questions_or_results(tmp_path):
    for name in ("a", "b"):
        write_bank(tmp_path, 1, name=f"general/{name}.json")
    link = tmp_path / "result/general/a.json"
    link.parent.mkdir(parents=True)
    link.symlink_to(tmp_path / "dataset/general/b.json")
    with pytest.raises(UsageError, match=r"results of general/a\.json would be written over the questions"):
        load_sources(tmp_path / "dataset", tmp_path / "result")
    link.unlink()
    link.symlink_to(tmp_path / "result/general/b.json")
    with pytest.raises(UsageError, match="would both be written"):
        load_sources(tmp_path / "dataset", tmp_path / "result")


LABEL = {"kind": "label", "options": {}, "answer": "POSITIVE"}
TEXT = {"kind": "free_text", "options": {}, "answer": "two"}


def refused(folder, prompt="medxpertqa"):
    """What is said of the documents of a folder when all of them are to be asked with a prompt."""
    with pytest.raises(UsageError) as caught:
        refuse_other_kinds(prompt, load_sources(folder / "dataset", folder / "result").sources)
    return caught.value.message, caught.value.hint


def test_documents_with_questions_that_a_prompt_does_not_ask_are_refused_by_name(tmp_path):
    for name, changes in {"choice": {}, "labels": LABEL, "texts": TEXT}.items():
        write_bank(tmp_path, 2, name=f"general/{name}.json", **changes)

    message, hint = refused(tmp_path)

    assert message == (
        "--prompt medxpertqa asks single_choice questions, and others stand in "
        "general/labels.json (label), general/texts.json (free_text)"
    )
    assert hint == (
        "Leave those documents out with --only, such as --only 'general/choice.json'. Nothing was asked."
    )


def test_of_many_documents_a_few_are_named(tmp_path):
    for number in range(7):
        write_bank(tmp_path, 1, name=f"general/choice{number}.json")
        write_bank(tmp_path, 1, name=f"general/label{number}.json", **LABEL)
    message, hint = refused(tmp_path)

    assert message.endswith("general/label4.json (label) and 2 more")
    assert hint == "Leave those documents out with --only. Nothing was asked."


def test_a_voided_question_is_not_asked_and_stands_in_nobodys_way(tmp_path):
    write_bank(tmp_path, 1, **LABEL, voided=True)

    refuse_other_kinds("medxpertqa", load_sources(tmp_path / "dataset", tmp_path / "result").sources)


@pytest.mark.parametrize("prompt", STYLES)
def test_the_prompts_of_the_kinds_ask_every_kind(tmp_path, prompt):
    for name, changes in {"choice": {}, "labels": LABEL, "texts": TEXT}.items():
        write_bank(tmp_path, 2, name=f"general/{name}.json", **changes)

    refuse_other_kinds(prompt, load_sources(tmp_path / "dataset", tmp_path / "result").sources)
