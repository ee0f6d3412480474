"""What a column of a foreign bank holds, told by its name in many languages; and the choice of columns itself."""

from __future__ import annotations

import re
import unicodedata
from dataclasses import dataclass, fields
from functools import lru_cache
from itertools import takewhile
from typing import TYPE_CHECKING, Any, Final

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Mapping, Sequence

NAMES: Final[Mapping[str, str]] = {
    "question": """question question_text stem question_stem questiontext prompt_question body problem problem_text qtext query
        enunciado pregunta pergunta questao questão énoncé enonce intitulé domanda quesito testo frage fragetext
        fragestellung vraag pytanie otázka kérdés soru вопрос питання 问题 題目 题目 题干 試題 问 設問 問題 問題文
        질문 문제 câu hỏi cauhoi soal pertanyaan คำถาม प्रश्न سؤال السؤال سوال שאלה ερώτηση""",
    "options": """options option choices choice opa_ope answers alternatives alternativas opciones opcoes opções
        respuestas propositions réponses reponses opzioni risposte antworten antwortmöglichkeiten optionen auswahl
        opties odpowiedzi варианты варианты ответов ответы 选项 選項 备选答案 選択肢 選択枝 선택지 보기 lựa chọn
        các lựa chọn pilihan seçenekler siklar şıklar الخيارات خيارات אפשרויות תשובות""",
    "answer": """answer_idx answer_index answer_key answerkey answer_letter correct_answer correct_answers
        correct_option correct_options correct_choice correct_letter correct_answer_idx right_answer right_option answer
        correct label labels key gold gold_answer gold_label target target_answer solution cop ra final_decision ground_truth exact_answer
        respuesta respuesta_correcta resposta resposta_correta gabarito clave clave_correcta correcta
        réponse reponse bonne_reponse bonnes_reponses réponse_correcte bonne réponse risposta risposta_corretta risposta_esatta
        antwort richtige_antwort korrekte_antwort lösung loesung goed antwoord antwoord odpowiedź poprawna_odpowiedź
        doğru_cevap cevap ответ правильный_ответ відповідь 答案 正确答案 正確答案 标准答案 解答 正解 正答 정답 답
        đáp án dap_an đáp_án_đúng jawaban kunci_jawaban คำตอบ उत्तर الإجابة الجواب الإجابة الصحيحة תשובה
        תשובה נכונה απάντηση""",
    "id": """id question_id questionid qid q_id item_id itemid item item_no uid uuid unique_id key_id problem_id pmid numero número number
        num no nr n° nº number_question question_number q_number qno index idx nummer numéro 番号 問題番号 设问编号 编号
        編號 题号 題號 번호 문항번호 номер mã câu hỏi stt""",
    "context": """context contexts passage abstract vignette case_text scenario clinical_case caso_clinico
        caso_clínico contexto cas_clinique contexte fallbeschreibung контекст 症例 case caso cas fall fallvignette
        病例 사례 случай""",
    "images": """image images image_path image_paths image_file image_files img imgs picture pictures imagen imagenes
        imagem imagens figura figure figures figuras bild bilder 图片 圖片 画像 画像ファイル 이미지 hình ảnh""",
    "has_image": """has_image hasimage has_images with_image contains_image image_required needs_image
        tem_imagem tiene_imagen avec_image 画像有無""",
    "voided": """voided void annulled annulé annulée annulled_question anulada anulado annullata annulliert gestrichen
        eliminada eliminado cancelada deleted is_deleted withdrawn excluded cancelled canceled 作废 削除 除外 採点除外
        不適切問題 무효""",
    "accepted": """accepted_answers accepted alternative_answers also_accepted alternatives_accepted
        respuestas_aceptadas 別解""",
    "points": """points marks puntos pontos punteggio punkte баллы 分值 配点 배점""",
    "section": """section sections block exam_section sección secao seção sezione teil abschnitt раздел 部分 単元""",
    "forbidden_options": """forbidden_options forbidden contraindicated_options 禁忌肢 禁忌選択肢""",
}
"""A role to the names under which columns of it are known; the first of a role are the surest."""
CASES: Final = frozenset({"case", "caso", "cas", "fall", "fallvignette", "病例", "사례", "случай", "症例"})
"""Names of contexts, folded, under which a case may as well be only named."""

_OPTION: Final = re.compile(
    r"(?:options?|opt|op|choices?|answers?|ans|alternativ[ae]?|opciones|opcion|opcao|respuesta|resposta|reponse|"
    r"proposition|risposta|opzione|antwort(?:moglichkeit)?|antwoord|optie|odpowiedz|secenek|sik|вариант(?:ответа)?|ответ|"
    r"选项|選項|選択肢|選択枝|보기|선택지|dapan|luachon|phuongan|pilihan|opsi|תשובה|אפשרות|option_?text)([a-z]|1\d|\d)"
)
_GAP: Final = 3
"""Keys behind a run among which another one shows that an option is missing."""
_LONE_KEY: Final = re.compile(r"[a-z]|1\d|\d")


def fold(name: str) -> str:
    """Return a name without case, accents of Latin letters, and separators."""
    decomposed = unicodedata.normalize("NFKD", name.strip().casefold())
    latin = "".join(c for c in decomposed if not unicodedata.combining(c)).replace("đ", "d").replace("ı", "i")
    return re.sub(r"[\s_\-./:()\[\]#*]+", "", unicodedata.normalize("NFC", latin))


def _by_name() -> dict[str, tuple[str, int]]:
    found: dict[str, tuple[str, int]] = {}
    for role, names in NAMES.items():
        for rank, name in enumerate(names.split()):
            found.setdefault(fold(name), (role, rank))
    for role, phrases in _PHRASES.items():
        for phrase in phrases:
            found.setdefault(fold(phrase), (role, 0))
    return found


_PHRASES: Final[Mapping[str, Sequence[str]]] = {
    "question": ("câu hỏi", "nội dung câu hỏi", "текст вопроса", "نص السؤال", "שאלה"),
    "options": ("варианты ответов", "các lựa chọn", "lựa chọn"),
    "answer": (
        "bonne réponse",
        "réponse correcte",
        "goed antwoord",
        "juiste antwoord",
        "correcte antwoord",
        "opción correcta",
        "opção correta",
        "alternativa correta",
        "alternativa correcta",
        "opzione corretta",
        "richtige lösung",
        "prawidłowa odpowiedź",
        "верный ответ",
        "đáp án",
        "đáp án đúng",
        "الإجابة الصحيحة",
        "תשובה נכונה",
        "answer key",
    ),
    "id": ("mã câu hỏi",),
}
_ROLES: Final = _by_name()


def role_of(name: str) -> str | None:
    """Return what a column of this name holds: a role of `NAMES`, `option` for one option's column, or None."""
    if name == "_key":  # what a record is keyed by, in JSON
        return "id"
    folded = fold(name)
    if folded in _ROLES:
        return _ROLES[folded][0]
    return "option" if option_key(name) else None


def rank_of(name: str) -> int:
    """Return how sure a name is among those of its role; 0 is the surest."""
    return _ROLES.get(fold(name), ("", 99))[1]


def option_key(name: str) -> str | None:
    """Return the key of the option that a column of this name holds, `C` for `option_c`, `3` for `opción 3`."""
    _, key = _family_and_key(name)
    return key


@lru_cache(maxsize=4096)
def _family_and_key(name: str) -> tuple[str, str | None]:
    folded = fold(name)
    found = _LONE_KEY.fullmatch(folded) or _OPTION.fullmatch(folded)
    key = found[found.lastindex or 0] if found else ""
    return folded.removesuffix(key), key.upper() or None


class ColumnsUnclear(ValueError):
    """The columns of the options cannot be told; the message says why and what to do, in one sentence."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Columns:
    """Which column holds what; the names are those of the file. `a.b` is the field b of the object in a."""

    question: str
    answer: tuple[str, ...] = ()
    """Several must say the same."""
    options: tuple[str, ...] = ()
    """One column with all options, or one column an option."""
    id: str | None = None
    context: tuple[str, ...] = ()
    """Stand before the question."""
    images: tuple[str, ...] = ()
    has_image: str | None = None
    voided: str | None = None
    accepted: str | None = None
    points: str | None = None
    section: str | None = None
    forbidden_options: str | None = None

    def without_absent(self, names: Collection[str]) -> Columns:
        """Return the same without the columns that a table does not have."""

        def there(held: Any) -> Any:
            if isinstance(held, tuple):
                return tuple(name for name in held if name in names)
            return held if held in names else None

        kept = {field.name: there(getattr(self, field.name)) for field in fields(self)}
        return Columns(**kept | {"question": self.question})

    def names(self) -> Mapping[str, str | Sequence[str]]:
        """Return the columns in use by their role, as `--map` writes them."""
        every = {field.name: getattr(self, field.name) for field in fields(self)}
        return {role: list(held) if isinstance(held, tuple) else held for role, held in every.items() if held}


def options_among(names: Iterable[str]) -> tuple[str, ...]:
    """Return the columns that hold one option each: a run of keys from A, 1 or 0 on, at least two.

    Raises:
        ColumnsUnclear: more than one run may be the options, or one has a gap.
    """
    families: dict[tuple[str, bool], dict[str, str]] = {}
    for name in names:
        family, key = _family_and_key(name)
        if key:
            families.setdefault((family, key.isdigit()), {}).setdefault(key, name)
    runs = [run for family, held in families.items() if (run := _run(held, is_lone=not family[0]))]
    if len(runs) > 1:
        told = " or ".join(f"{run[0]}..{run[-1]}" for run in runs)
        raise ColumnsUnclear(
            f"the options may be {told}; say which with --map options={runs[0][0]}..{runs[0][-1]}"
        )
    return runs[0] if runs else ()


def _run(held: Mapping[str, str], *, is_lone: bool) -> tuple[str, ...]:
    """Return the columns of a run of keys in their order."""
    numbers = [str(n) for n in range(20)]
    for keys in (numbers, numbers[1:], list("ABCDEFGHIJKLMNOPQRSTUVWXYZ")):
        if keys[0] in held and keys[1] in held:
            run = tuple(held[key] for key in keys if key in held)
            whole = tuple(held[key] for key in takewhile(held.__contains__, keys))
            is_far = is_lone and not any(key in held for key in keys[len(whole) : len(whole) + _GAP])
            if run == whole or is_far:
                return whole  # a lone letter far behind is something else
            raise ColumnsUnclear(
                f"the options {', '.join(run)} have a gap; say which they are with --map options={'+'.join(run)}"
            )
    return ()


def parse_map(texts: Iterable[str]) -> dict[str, str]:
    """Read `question=Stem,answer=Key,options=A..E`; a name may hold commas.

    Raises:
        ValueError: a part has no role that is known, or a role stands twice.
    """
    known = [field.name for field in fields(Columns)]
    roles = "|".join(known)
    found: dict[str, str] = {}
    for text in texts:
        for part in re.split(rf",\s*(?=(?:{roles})\s*=)", text):
            role, sign, name = part.partition("=")
            role = role.strip()
            if not sign or role not in known:
                msg = f"{part!r} is no role with its column, such as question=Stem; roles are {', '.join(known)}"
                raise ValueError(msg)
            if role in found:
                msg = f"the role {role} stands twice"
                raise ValueError(msg)
            found[role] = name.strip()
    return found
