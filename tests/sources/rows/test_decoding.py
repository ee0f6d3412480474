"""Claims about text out of bytes: never guessed, and the person sees what the choice would be."""

import re

import pytest

from omnibench.sources.rows.decoding import decode
from omnibench.sources.table import SourceUnreadable

TEXT = "question\nWas hilft gegen Übelkeit? 恶心 😷\n"
IN_MANY_LANGUAGES = [
    ("cp1252", "¿Cuál es la causa más frecuente de ictericia en el recién nacido?"),
    ("cp1252", "L'adrénaline stimule tous ces processus métaboliques sauf un. Lequel est-ce, à jeun?"),
    ("gb18030", "患者男性，四十岁，因反复上腹部疼痛三年入院，最可能的诊断是什么"),
    ("big5", "病人男性，四十歲，因反覆上腹部疼痛三年入院，最可能的診斷是什麼"),
    ("shift_jis", "急性前立腺炎で誤っているのはどれか。患者は高齢の男性である。"),
    ("euc_kr", "다음 중 급성 심근경색 환자의 초기 치료로 가장 적절한 것은 무엇인가"),
    ("cp1251", "Какой препарат является средством выбора при анафилактическом шоке?"),
    ("cp1255", "מהו הטיפול המתאים ביותר בחולה עם אוטם שריר הלב?"),
    ("cp1256", "ما هو العلاج الأنسب لمريض مصاب باحتشاء عضلة القلب؟"),
    ("iso8859_2", "Które z poniższych leków są przeciwwskazane u chorych na astmę oskrzelową?"),
]


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "utf-16", "utf-32"])
def test_utf_8_and_every_byte_order_mark_are_read(encoding):
    assert decode(TEXT.encode(encoding), None) == TEXT


@pytest.mark.parametrize("order", ["le", "be"])
@pytest.mark.parametrize("width", [16, 32])
def test_both_byte_orders_are_read(width, order):
    assert decode(("\ufeff" + TEXT).encode(f"utf-{width}-{order}"), None) == TEXT


@pytest.mark.parametrize(("encoding", "text"), IN_MANY_LANGUAGES)
def test_the_encoding_that_is_said_is_taken(encoding, text):
    assert decode(text.encode(encoding), encoding) == text


def test_a_mark_says_more_than_the_person():
    assert decode(TEXT.encode("utf-8-sig"), "cp1252") == TEXT
    assert decode(TEXT.encode("utf-16"), "cp1252") == TEXT


@pytest.mark.parametrize(("encoding", "text"), IN_MANY_LANGUAGES)
def test_what_is_not_utf_8_is_shown_as_what_it_could_be(encoding, text):
    with pytest.raises(SourceUnreadable) as caught:
        decode(f"id,question\n1,{text}\n".encode(encoding) * 5, None)

    message = str(caught.value)
    shown = dict(re.findall(r"--encoding (\S+) \(['\"](.*?)['\"]\)(?:, |$)", message))
    first = next(index for index, char in enumerate(text) if not char.isascii())
    assert text[first : first + 10] in shown[encoding]
    assert 2 <= len(shown) <= 4
    assert all(len(passage) <= 30 for passage in shown.values())


@pytest.mark.parametrize(
    ("encoding", "text"),
    [one for one in IN_MANY_LANGUAGES if one[0] not in ("shift_jis", "euc_kr", "cp1255")],
)
def test_the_most_plausible_encoding_is_named_first(encoding, text):
    with pytest.raises(SourceUnreadable, match=f"is right: --encoding {encoding} "):
        decode(f"id,question\n1,{text}\n".encode(encoding), None)


def test_a_passage_is_shown_wherever_it_stands():
    with pytest.raises(SourceUnreadable, match="Süß") as caught:
        decode(("1,What is it?\n" * 20_000 + "2,Was ist Süßholz?\n").encode("cp1252"), None)

    assert "--encoding cp1252 (',Was ist Süßholz?')" in str(caught.value)


def test_the_place_of_the_first_wrong_byte_is_named():
    content = "aé".encode() + b"\xff"

    with pytest.raises(SourceUnreadable, match="offset 3 are not UTF-8"):
        decode(content, None)


def test_each_choice_reads_differently():
    with pytest.raises(SourceUnreadable) as caught:
        decode("café".encode("cp1252"), None)

    passages = re.findall(r"\('([^']*)'\)", str(caught.value))
    assert len(passages) == len(set(passages))


@pytest.mark.parametrize("name", ["utf-99", "zlib", "rot13", ""])
def test_what_is_no_encoding_of_text_is_refused(name):
    with pytest.raises(SourceUnreadable, match=r"--encoding|NUL"):
        decode(b"question\xff\n", name)


def test_text_that_is_not_what_was_said_is_refused():
    with pytest.raises(SourceUnreadable, match="offset 1 are not shift_jis"):
        decode(b"a\xff", "shift_jis")


def test_utf_16_without_a_mark_is_named():
    with pytest.raises(SourceUnreadable, match=r"line 1 .*--encoding utf-16-le"):
        decode("id,question\n".encode("utf-16-le"), None)
    with pytest.raises(SourceUnreadable, match="--encoding utf-16-be"):
        decode("id,вопрос\n".encode("utf-16-be") + b"\xd8\x00", None)


def test_a_nul_is_refused_by_its_line():
    with pytest.raises(SourceUnreadable, match=r"line 2 holds a NUL .*save the file again"):
        decode(b"id,question\n1,a\0b\n", None)


def test_an_encoding_that_fails_in_its_own_way_is_refused():
    with pytest.raises(SourceUnreadable, match="not idna"):
        decode("é".encode(), "idna")


def test_a_passage_is_shown_in_one_line():
    with pytest.raises(SourceUnreadable) as caught:
        decode("é\n\tè\n".encode("cp1252"), None)

    assert "('é è')" in str(caught.value)
