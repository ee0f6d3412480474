"""Claims about columns that are known by their names, in many languages."""

import pytest

from omnibench.sources.columns import (
    Columns,
    ColumnsUnclear,
    fold,
    option_key,
    options_among,
    parse_map,
    rank_of,
    role_of,
)

LANGUAGES = {
    "en": ("Question Text", "Option A", "Correct Answer"),
    "es": ("Pregunta", "Opción A", "Respuesta correcta"),
    "fr": ("Énoncé", "Réponse A", "Bonne réponse"),
    "de": ("Frage", "Antwortmöglichkeit A", "Lösung"),
    "pt": ("Questão", "Alternativa A", "Gabarito"),
    "it": ("Quesito", "Opzione A", "Risposta esatta"),
    "nl": ("Vraag", "Optie A", "Juiste antwoord"),
    "pl": ("Pytanie", "Odpowiedź A", "Poprawna odpowiedź"),
    "tr": ("Soru", "Seçenek A", "Doğru Cevap"),
    "vi": ("Câu hỏi", "Lựa chọn A", "Đáp án đúng"),
    "ru": ("Вопрос", "Вариант A", "Правильный ответ"),
    "he": ("שאלה", "תשובה A", "תשובה נכונה"),
    "ar": ("السؤال", "A", "الإجابة الصحيحة"),
    "zh": ("题目", "选项A", "正确答案"),
    "ja": ("問題文", "選択肢A", "正解"),
    "ko": ("문제", "보기A", "정답"),
}


@pytest.mark.parametrize("names", LANGUAGES.values(), ids=LANGUAGES)
def test_names_are_known_in_many_languages(names):
    assert ["question", "option", "answer"] == [role_of(name) for name in names]
    assert option_key(names[1]) == "A"


@pytest.mark.parametrize(
    "name", ["score", "weight", "class", "explanation", "rationale", "reference", "", "-"]
)
def test_other_names_hold_nothing(name):
    assert role_of(name) is None


def test_a_name_is_known_however_it_is_written():
    assert {
        fold(name) for name in ("Correct Option", "correct_option", "CORRECT-OPTION ", "(correct) option:")
    } == {"correctoption"}
    assert role_of("_key") == "id"
    assert rank_of("question") < rank_of("pregunta") < rank_of("nothing")


@pytest.mark.parametrize(
    ("names", "expected"),
    [
        (["q", "B", "A", "C"], ["A", "B", "C"]),
        (["opa", "opb", "opc", "cop"], ["opa", "opb", "opc"]),
        (["option_1", "option_2", "option_3"], ["option_1", "option_2", "option_3"]),
        (["option_0", "option_1", "option_2"], ["option_0", "option_1", "option_2"]),
        ([f"option_{n}" for n in range(1, 13)], [f"option_{n}" for n in range(1, 13)]),
        (list("ABCDEFGHIJKL"), list("ABCDEFGHIJKL")),
        (["option_a", "option_b", "C"], ["option_a", "option_b"]),
        (["A", "B", "N"], ["A", "B"]),
        (["option_b", "option_c"], []),
        (["option_a"], []),
        (["is_correct_a", "is_correct_b"], []),
        ([], []),
    ],
)
def test_a_run_of_columns_holds_the_options(names, expected):
    assert tuple(expected) == options_among(names)


@pytest.mark.parametrize(
    ("names", "why"),
    [
        (["A", "B", "D"], r"gap.*--map options=A\+B\+D"),
        (["option_1", "option_2", "option_4"], "gap"),
        (["option_a", "option_b", "A", "B"], r"option_a\.\.option_b or A\.\.B"),
        (["answer_a", "answer_b", "option_a", "option_b"], r"answer_a\.\.answer_b or option_a\.\.option_b"),
    ],
)
def test_columns_that_are_unclear_are_not_guessed(names, why):
    with pytest.raises(ColumnsUnclear, match=why):
        options_among(names)


def test_a_map_is_read():
    assert parse_map(["question=Stem,answer=Key, options=A..E", "id=No, really"]) == {
        "question": "Stem",
        "answer": "Key",
        "options": "A..E",
        "id": "No, really",
    }


@pytest.mark.parametrize("text", ["Stem", "stem=Question", "question=a,question=b", ""])
def test_a_map_that_names_no_role_is_refused(text):
    with pytest.raises(ValueError, match=r"role"):
        parse_map([text])


def test_columns_that_are_not_there_are_left_out():
    columns = Columns(question="q", answer=("a", "b"), options=("c",), id="d", points="p")

    assert Columns(question="q", answer=("b",), points="p") == columns.without_absent({"q", "b", "p"})
    assert columns.names() == {
        "question": "q",
        "answer": ["a", "b"],
        "options": ["c"],
        "id": "d",
        "points": "p",
    }
