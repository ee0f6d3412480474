"""Claims about questions with one right option."""

from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from omnibench.kinds.single_choice import KIND, instruct, read
from omnibench.records import Question, Reading

VITAMINS = Question(
    question_id="v1",
    text="Which vitamin is needed to make collagen?",
    kind="single_choice",
    options={
        "A": "Vitamin A",
        "B": "Vitamin B12",
        "C": "Vitamin C",
        "D": "Vitamin D",
        "E": "Vitamin D and calcium",
    },
    expected=("C",),
)
DRUGS = Question(
    question_id="d1",
    text="Which drug comes next?",
    kind="single_choice",
    options={
        "A": "Propranolol",
        "B": "Digoxin",
        "C": "Adenosine",
        "D": "Amiodarone",
        "E": "None of the above",
    },
    expected=("C",),
)
TEN = Question(
    question_id="t1",
    text="Which one?",
    kind="single_choice",
    options={letter: f"Finding number {place}" for place, letter in enumerate("ABCDEFGHIJ", 100)},
    expected=("I",),
)
NUMBERED = Question(
    question_id="n1",
    text="¿Cuál?",
    kind="single_choice",
    options={"1": "Asma", "2": "Neumonía", "3": "Embolia", "4": "Derrame", "5": "Neumotórax"},
    expected=("3",),
)
GERMS = Question(
    question_id="g1",
    text="Which germ?",
    kind="single_choice",
    options={
        "A": "S. aureus",
        "B": "C. difficile",
        "C": "E. coli",
        "D": "Group A streptococcus",
        "E": "H. pylori",
    },
    expected=("B",),
)
ODD = Question(
    question_id="o1",
    text="All of the following are true EXCEPT:",
    kind="single_choice",
    options={"A": "It is common", "B": "It is rare", "C": "It is curable", "D": "It is painful"},
    expected=("B",),
)

PLAIN = [
    ("C", "C"),
    ("c", "C"),
    ("C.", "C"),
    ("(C)", "C"),
    ("[C]", "C"),
    ("{C}", "C"),
    ("**C**", "C"),
    ("`C`", "C"),
    ("Ｃ", "C"),
    ("（Ｃ）", "C"),
    ("Ⓒ", "C"),
    ("ⓒ", "C"),
    ("⒞", "C"),
    ("🅒", "C"),
    ("𝐂", "C"),
    ("A", "A"),
    ("a", "A"),
    ("\n\n  D)  \n", "D"),
    ("Option C", "C"),
    ("C. Adenosine", "C"),
    ("C) Adenosine", "C"),
    ("C - Adenosine", "C"),
    ("**C) Adenosine**\n\nIt blocks the node; digoxin is slower.", "C"),
    ("Adenosine", "C"),
    ("adenosine.", "C"),
    ("B\n\nAdenosine would be too short-lived.", "B"),
    ("A. Propranolol\n\nB is slower and C is too short-lived.", "A"),
]
MARKED = [
    ("Answer: C", "C"),
    ("answer: c", "C"),
    ("ANSWER: C", "C"),
    ("ANSWER:C", "C"),
    ("ANSWER: $C$", "C"),
    ("ANSWER: **C**", "C"),
    ("ANSWER: (C)", "C"),
    ("ANSWER: C.", "C"),
    ("**ANSWER:** C", "C"),
    ("**Answer: C**", "C"),
    ("Reasoning first.\n\nANSWER: A", "A"),
    ("Reasoning first.\n\nANSWER: A\n\nA short note follows.", "A"),
    ("Final answer: \\boxed{C}", "C"),
    ("$\\boxed{\\text{C}}$", "C"),
    ("\\[ \\boxed{\\mathrm{(C)}} \\]", "C"),
    ("So it is \\boxed{C. Adenosine}", "C"),
    ("<answer>C</answer>", "C"),
    ("<answer> c) Adenosine </answer>", "C"),
    ("The answer is C", "C"),
    ("The correct answer is C", "C"),
    ("The correct answer is (C) because it is quick.", "C"),
    ("The correct answer is **C. Adenosine**.", "C"),
    ("The correct answer is adenosine.", "C"),
    ("The best option is therefore D, amiodarone.", "D"),
    ("The correct option is:\n\nC. Adenosine\n\nIt is quick.", "C"),
    ("I would choose D.", "D"),
    ("I'd go with option B here.", "B"),
    ("Therefore, option D.", "D"),
    ("The most appropriate next drug in this patient is D.", "D"),
    ("C is the correct answer.", "C"),
    ("Option C is correct.", "C"),
    ("The correct answer is A because it slows the node.", "A"),
    ("The answer is A: propranolol.", "A"),
    ("Answer choice C is the best.", "C"),
    ("The answer is not B but C.", "C"),
    ("The answer is C, not B.", "C"),
    ("The answer is none of the above.", "E"),
    ("ANSWER: None of the above", "E"),
]
JSON = [
    ('{"answer": "C"}', "C"),
    ('{"reason": "the answer is B at first sight", "answer": "C"}', "C"),
    ('```json\n{"answer_choice": "C. Adenosine"}\n```', "C"),
    ("{'final_answer': 'C'}", "C"),
    ('{"answer": "Adenosine"}', "C"),
    ('{"answer": ["C"]}', "C"),
    ('{"answer": {"choice": "C"}}', "C"),
    ('{"steps": "long", "answer": "C', "C"),
    ('{"answer": C}', "C"),
    ('{"thinking": "a\\n\\nB is slow", "answer": "C"}', "C"),
]
LANGUAGES = [
    ("答案：C", "C"),
    ("答案是C。", "C"),
    ("正确答案是 C", "C"),
    ("故选C。", "C"),
    ("因此，本题应选择选项C", "C"),
    ("正解はCです。", "C"),
    ("正解：ｃ", "C"),
    ("答えは「C」です。", "C"),
    ("Cが正解です。", "C"),
    ("정답은 C입니다.", "C"),
    ("정답: C", "C"),
    ("La respuesta correcta es la C.", "C"),
    ("Respuesta: C", "C"),
    ("La opción correcta es C) Adenosina", "C"),
    ("A resposta correta é a C.", "C"),
    ("A alternativa correta é a letra C.", "C"),
    ("A resposta correta é a letra A.", "A"),
    ("Resposta: A\n\nA droga age no nó.", "A"),
    ("Gabarito: E", "E"),
    ("La bonne réponse est la C.", "C"),
    ("Réponse : C", "C"),
    ("Die richtige Antwort ist C.", "C"),
    ("Antwort: C", "C"),
    ("La risposta corretta è C.", "C"),
    ("Risposta: C", "C"),
    ("Правильный ответ: C", "C"),
    ("Ответ: С", "C"),
    ("Đáp án: C", "C"),
    ("Jawaban: C", "C"),
    ("Doğru cevap: C", "C"),
    ("الإجابة الصحيحة هي C", "C"),
    ("תשובה: C", "C"),
    ("सही उत्तर: C", "C"),
    ("คำตอบ: C", "C"),
]
SECOND_THOUGHTS = [
    ("The answer is B. Wait, no. The answer is C.", "C"),
    ("I first thought of D. The correct answer is C.", "C"),
    ("Answer: B\n\nOn reflection that is wrong.\n\nFinal answer: C", "C"),
    ("B is incorrect. D is incorrect. C is correct.", "C"),
    ("A is incorrect.\nB is not correct.\nThe answer is C.", "C"),
    ("The correct answer is C. B is incorrect, because digoxin is slow.", "C"),
]
NOTHING = [
    "",
    "   \n ",
    "The patient most likely needs rest.",
    "A 45-year-old man was seen in the clinic.",
    "A blood test is the next step.",
    "I do not know.",
    "I think that more tests are needed.",
    "ANSWER: Don't know",
    "ANSWER: ",
    "The answer is a matter of debate.",
    "B is incorrect.",
    "The answer is not B.",
    "Options: A. Propranolol B. Digoxin C. Adenosine D. Amiodarone",
    "A. Propranolol\nB. Digoxin\nC. Adenosine\nD. Amiodarone\nE. None of the above",
    "Is the answer B?",
    '{"answer": null}',
    '{"answer": "cannot be determined"}',
    "Blood group AB is common.",
    "The patient most likely has vitamin D deficiency.",
    "The most likely cause is hepatitis B.",
    "The answer is group A streptococcus.",
    "The best drug is one against factor V.",
]


@pytest.mark.parametrize(("text", "key"), PLAIN + MARKED + JSON + LANGUAGES + SECOND_THOUGHTS)
def test_an_answer_is_read_in_whatever_form_it_is_given(text: str, key: str) -> None:
    reading = read(text, DRUGS)

    assert ((key,), "answered") == (reading.answer, reading.outcome)


@pytest.mark.parametrize("text", NOTHING)
def test_a_letter_is_never_invented(text: str) -> None:
    assert () == read(text, DRUGS).answer


@pytest.mark.parametrize(
    ("text", "key"),
    [
        ("The patient has hepatitis B and vitamin B12 is normal.", "B"),
        ("Hepatitis C is the most common cause.", None),
        ("The answer is vitamin D.", "D"),
        ("The answer is vitamin D and calcium.", "E"),
        ("The answer is C. Vitamin D is a distractor.", "C"),
        ("Factor V and protein C are unrelated.", None),
        ("Type A personality is correct.", None),
    ],
)
def test_letters_in_names_are_no_answers(text: str, key: str | None) -> None:
    assert ((key,) if key else ()) == read(text, VITAMINS).answer


@pytest.mark.parametrize(
    ("text", "key"),
    [
        ("C. difficile", "B"),
        ("The answer is E. coli.", "C"),
        ("The most likely germ is C. difficile.", "B"),
        ("C. E. coli", "C"),
        ("The correct answer is Group A streptococcus.", "D"),
        ("ANSWER: B", "B"),
    ],
)
def test_an_option_text_that_looks_like_a_letter_is_a_text(text: str, key: str) -> None:
    assert (key,) == read(text, GERMS).answer


@pytest.mark.parametrize(
    "text", ["I cannot answer this question.", "I'm sorry, but I can't help with that.", "抱歉，我无法回答。"]
)
def test_a_refusal_is_never_option_i(text: str) -> None:
    assert ((), "refused") == (read(text, TEN).answer, read(text, TEN).outcome)


@pytest.mark.parametrize(
    ("text", "key"),
    [("ANSWER: I", "I"), ("I", "I"), ("I think the correct answer is D.", "D"), ("The answer is I.", "I")],
)
def test_i_is_an_option_where_it_is_announced(text: str, key: str) -> None:
    assert (key,) == read(text, TEN).answer


@pytest.mark.parametrize(
    ("text", "key"),
    [
        ("3", "3"),
        ("３", "3"),
        ("③", "3"),
        ("Respuesta: 3", "3"),
        ("La respuesta correcta es la 3.", "3"),
        ("정답은 3번입니다.", "3"),
        ("正解は③です", "3"),
        ("3. Embolia", "3"),
        ("ANSWER: 3", "3"),
        ("La respuesta es embolia.", "3"),
        ("Tiene 3 hijos y 2 perros.", None),
        ("Se dan 5 mg cada 8 horas.", None),
    ],
)
def test_numbered_options_are_read(text: str, key: str | None) -> None:
    assert ((key,) if key else ()) == read(text, NUMBERED).answer


@pytest.mark.parametrize(
    "text",
    [
        "A and C",
        "Both A and C are correct.",
        "ANSWER: B or C",
        "The answer is either B or C.",
        '{"answer": "B/C"}',
        "答案：A和C",
        "ANSWER: A, B, and C",
        "ANSWER: AC",
    ],
)
def test_several_answers_to_a_single_choice_are_said_to_be_several(text: str) -> None:
    reading = read(text, DRUGS)

    assert ("several", False) == (reading.outcome, reading.is_sure)
    assert KIND.is_correct(reading, DRUGS) is False


@pytest.mark.parametrize(
    "text",
    [
        "The incorrect statement is B.",
        "The exception is B. It is rare.",
        "A is true. C is true. D is true. The false statement is B.",
    ],
)
def test_the_odd_one_out_is_the_answer_when_asked_for(text: str) -> None:
    assert ("B",) == read(text, ODD).answer


@pytest.mark.parametrize(
    "text",
    [
        "C",
        "ANSWER: C",
        "The correct answer is C.",
        "<answer>C</answer>",
        "\\boxed{C}",
        '{"answer": "C"}',
        "**C. Adenosine**\n\nIt is quick.",
        "The answer is C. It is quick, and digoxin is slow.",
    ],
)
def test_a_stated_final_answer_is_sure(text: str) -> None:
    assert read(text, DRUGS).is_sure


@pytest.mark.parametrize(
    "text",
    [
        "First I look at option B. Digoxin is slow, but it",
        "If the answer is B then the rate would fall, and",
        "It might be C",
        "So the answer is C? Let me check the",
        "The answer is B. But wait, the QRS is wide, so",
        "Perhaps the answer is D",
        "Let me think. The best choice is B since it slows the node, whereas the",
        "B could be correct",
    ],
)
def test_unfinished_reasoning_is_not_sure(text: str) -> None:
    assert not read(text, DRUGS).is_sure


def test_equal_option_texts_are_ambiguous() -> None:
    question = Question(
        question_id="q",
        text="",
        kind="single_choice",
        options={"A": "Yes", "B": "Same", "C": "Same", "D": ""},
    )

    assert () == read("The answer is: same.", question).answer
    assert ("B",) == read("B. Same", question).answer


def test_the_span_is_where_the_answer_stands() -> None:
    text = "Some thoughts. The correct answer is **C**."
    start, end = read(text, DRUGS).span or (0, 0)

    assert "C" == text[start:end]


def test_correct_means_exactly_the_expected_option() -> None:
    assert KIND.is_correct(Reading(answer=("C",)), DRUGS) is True
    assert KIND.is_correct(Reading(answer=("B",)), DRUGS) is False
    assert KIND.is_correct(Reading(), DRUGS) is False


def test_an_option_that_the_bank_accepts_too_is_right_and_both_together_are_not() -> None:
    asked = replace(DRUGS, accepted=("B",))
    verdicts = [
        KIND.is_correct(Reading(answer=keys), asked) for keys in (("C",), ("B",), ("A",), ("B", "C"), ())
    ]

    assert [True, True, False, False, False] == verdicts


def test_the_instruction_names_letters_or_numbers() -> None:
    assert "letter" in instruct(DRUGS, "direct")
    assert "number" in instruct(NUMBERED, "direct")
    assert instruct(DRUGS, "cot").endswith("ANSWER: X")


PIECES = [
    "A",
    "B",
    "C",
    "i",
    "answer",
    "the answer is",
    ":",
    "\n",
    "**",
    "(",
    ")",
    "{",
    "}",
    '"',
    "'",
    "\\boxed{",
    "<answer>",
    " ",
    "not",
    "and",
    "答案",
    "は",
    '{"answer": ',
    "Adenosine",
    ".",
    ",",
    "\ud800",
    "\x00",
    "İ",
    "ﬁ",
    "?",
]


@settings(max_examples=300, deadline=None)
@given(
    st.one_of(
        st.text(max_size=300),
        st.lists(st.sampled_from(PIECES), max_size=40).map(" ".join),
        st.lists(st.sampled_from(PIECES), max_size=40).map("".join),
    )
)
def test_any_text_is_read_within_its_bounds(text: str) -> None:
    for question in (DRUGS, TEN, NUMBERED):
        reading = read(text, question)
        start, end = reading.span or (0, 0)

        assert 0 <= start <= end <= len(text)
        assert set(reading.answer) <= set(question.options)
        assert bool(reading.answer) == (reading.outcome in {"answered", "several"})
