"""The key goes to JSON and back; one that does not fit together is refused by name."""

import json

import pytest
from audit_builders import candidates

from omnibench.errors import AuditInvalid
from omnibench.report.audit import draw, key_text, parse_key

KEY = draw(candidates(right=8, wrong=4, disputed_wrong=2), 8, 3, "0.1.0").key


def fault_of(content):
    with pytest.raises(AuditInvalid) as raised:
        parse_key("key.json", content if isinstance(content, bytes) else json.dumps(content).encode())
    [fault] = raised.value.faults
    return fault.reason


def changed(change):
    raw = json.loads(key_text(KEY))
    change(raw)
    return raw


def flip(raw):
    case = raw["cases"][0]
    case["is_correct"] = not case["is_correct"]


def test_a_key_comes_back_as_it_was():
    assert KEY == parse_key("key.json", key_text(KEY).encode())


def test_each_case_says_what_the_sheet_hides():
    case = json.loads(key_text(KEY))["cases"][0]

    assert [
        "audit_id", "document", "question_id", "model_key", "stratum", "weight", "is_correct",
        "judge_method", "rule_is_correct", "answer_hash",
    ] == list(case)  # fmt: skip


@pytest.mark.parametrize(
    ("content", "reason"),
    [
        (b"{", "is not JSON"),
        (b"\xff\xfe", "is not JSON"),
        ([], "is no key of an audit"),
        ({"items": []}, "is no key of an audit"),
        ({"audit_key": 2}, "has the format 2; this program reads 1"),
        ({"audit_key": 1}, "was changed: `strata` is not what was written"),
    ],
)
def test_what_is_no_key_is_refused(content, reason):
    assert fault_of(content).startswith(reason)


@pytest.mark.parametrize(
    ("change", "reason"),
    [
        (lambda raw: raw["cases"].pop(), "counts of a stratum of m do not fit"),
        (lambda raw: raw["cases"][0].update(audit_id="a2"), "an audit_id stands in it twice"),
        (lambda raw: raw["cases"][0].update(audit_id="A2"), "an audit_id stands in it twice"),
        (lambda raw: raw["cases"][0].update(stratum=9), "does not fit its stratum"),
        (lambda raw: raw["cases"][0].update(stratum=-3), "does not fit its stratum"),
        (lambda raw: raw["cases"][0].update(model_key="other"), "does not fit its stratum"),
        (lambda raw: raw["cases"][0].update(weight=9.5), "does not fit its stratum"),
        (flip, "does not fit its stratum"),
        (lambda raw: raw["cases"][0].update(stratum="0"), "`stratum` is not what was written"),
        (lambda raw: raw["cases"][0].update(rule_is_correct=1), "`rule_is_correct` is not what was written"),
        (lambda raw: raw["strata"][0].update(n_answers=1), "does not fit its stratum"),
        (lambda raw: raw["strata"][0].update(n_answers=10**400), "`n_answers` is not what was written"),
        (lambda raw: raw["strata"][0].update(n_drawn=0), "`n_drawn` is not what was written"),
        (lambda raw: raw["strata"][0].update(n_answers=True), "`n_answers` is not what was written"),
        (lambda raw: raw["strata"].__setitem__(1, "x"), "`model_key` is not what was written"),
        (lambda raw: raw.update(strata=[], cases=[]), "it holds no cases"),
        (lambda raw: raw.update(n_questions=0), "`n_questions` is not what was written"),
        (lambda raw: raw.update(n_questions=13), "`n_questions` does not fit"),
        (lambda raw: raw.update(n_questions=15), "`n_questions` does not fit"),
    ],
)
def test_a_key_that_does_not_fit_together_is_refused(change, reason):
    assert reason in fault_of(changed(change))
