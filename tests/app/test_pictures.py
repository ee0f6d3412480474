"""Pictures are looked through once each, before anything is asked, and not for a run that is ending."""

import asyncio
from dataclasses import replace

import pytest
from builders import document_bytes, item, model
from picture_files import picture

from omnibench.app.pictures import Pictures
from omnibench.app.survey import Place, Survey, Unit
from omnibench.app.tree import load_source
from omnibench.ask.presets import PRESETS
from omnibench.ask.stop import Stop
from omnibench.errors import DatasetInvalid
from omnibench.records import Pair


class Listener:
    def __init__(self):
        self.heard = []

    def said(self, text):
        self.heard.append(text)


@pytest.fixture
def survey(tmp_path):
    """Two models that are to be asked one question with a broken picture."""
    folder = tmp_path / "dataset/general"
    folder.mkdir(parents=True)
    (folder / "a.png").write_bytes(picture(size=(60, 60))[:-40])
    (folder / "x.json").write_bytes(document_bytes(item(images=["a.png"])))
    source = load_source(tmp_path / "dataset", tmp_path / "result", "general/x.json")
    (question,), (question_hash,) = source.document.questions, source.hashes
    units = []
    for key in ("m", "n"):
        one = model(model_key=key)
        pair = Pair(document=source.path, question=question, question_hash=question_hash, model=one)
        place = Place(pair=pair, entry=None, standing="new", changes=(), is_to_ask=True, is_to_judge=False)
        units.append(Unit(source=source, model=one, places=(place,)))
    return Survey(tuple(units))


def check(survey, *, is_ending=False):
    async def checking():
        stop = Stop()
        if is_ending:
            stop.by_signal(2)
        await Pictures([PRESETS["vllm"]], Listener()).check(survey, stop)

    asyncio.run(checking())


def test_a_picture_is_named_once_however_many_models_are_asked(survey):
    with pytest.raises(DatasetInvalid) as raised:
        check(survey)

    assert [("general/x.json", "q1", "images")] == [(f.path, f.item, f.field) for f in raised.value.faults]


def test_a_run_that_is_ending_looks_at_nothing_more(survey):
    check(survey, is_ending=True)


def test_what_is_not_to_be_asked_is_not_looked_at(survey):
    done = tuple(
        replace(unit, places=tuple(replace(place, is_to_ask=False) for place in unit.places))
        for unit in survey.units
    )

    check(Survey(done))


def test_a_picture_that_changed_since_it_was_looked_through_is_not_sent(survey):
    unit = survey.units[0]
    unit.source.dataset_path.with_name("a.png").write_bytes(picture())

    with pytest.raises(DatasetInvalid):
        Pictures([PRESETS["vllm"]], Listener()).load(unit.source, unit.places[0].pair)
