"""Candidates, keys and words for the tests of audits."""

from builders import question

from omnibench.report.audit import Candidate, Case, Key, Layer, Mark, Sheet, Stratum


def candidate(name="q1", model_key="m", *, is_correct=True, is_disputed=False, answer="B", **changes):
    """A stored answer with a verdict of a judge model."""
    facts = {
        "document": "general/x.json",
        "question": question(question_id=name),
        "model_key": model_key,
        "answer": answer,
        "is_correct": is_correct,
        "judge_method": "llm_judge_j",
        "rule_is_correct": is_correct is not is_disputed,
        "is_disputed": is_disputed,
    }
    return Candidate(**{**facts, **changes})


def candidates(right=0, wrong=0, *, disputed_right=0, disputed_wrong=0, model_key="m"):
    """So many of each."""
    counts = (
        (right, True, False),
        (wrong, False, False),
        (disputed_right, True, True),
        (disputed_wrong, False, True),
    )
    kinds = [kind for n, *kind in counts for _ in range(n)]
    return [
        candidate(f"q{i:04}", model_key, is_correct=is_correct, is_disputed=is_disputed)
        for i, (is_correct, is_disputed) in enumerate(kinds)
    ]


def audited(*groups, n_questions=None):
    """A key and a filled sheet.

    Each group is (verdict, answers in the stratum, words), a word being True, False, None (unsure) or "" (blank);
    further facts: `disputed`, `model`, `rules` (default: as the verdict, or its opposite where disputed), `method`.
    """
    layers, cases, marks = [], [], {}
    for verdict, n_answers, words, *more in groups:
        facts = {"disputed": False, "model": "m", "method": "llm_judge_j", **(more[0] if more else {})}
        rules = facts.get("rules", verdict is not facts["disputed"])
        stratum = Stratum(facts["model"], verdict, facts["disputed"])
        layers.append(Layer(stratum=stratum, n_answers=n_answers, n_drawn=len(words)))
        for word in words:
            audit_id = f"a{len(cases) + 1}"
            cases.append(
                Case(
                    audit_id=audit_id,
                    document="general/x.json",
                    question_id=f"q{len(cases)}",
                    stratum=stratum,
                    weight=n_answers / len(words),
                    judge_method=facts["method"],
                    rule_is_correct=rules,
                    answer_hash="a1:00",
                )
            )
            if word != "":
                marks[audit_id] = Mark(is_correct=word)
    n = n_questions or sum(layer.n_answers for layer in layers)
    key = Key(version="0", seed=1, n_questions=n, layers=tuple(layers), cases=tuple(cases))
    return key, Sheet(marks=marks)
