"""Claims about where a document belongs, by the name of its file."""

import pytest

from omnibench.sources.placing import PatternInvalid, Place, place_of, slug


@pytest.mark.parametrize(
    ("name", "pattern", "year", "folder", "facts"),
    [
        ("Examen_24A.json", "Examen_{yy}{form}.json", None, "2024/attending", {"form": "A"}),
        ("Examen_98A.json", "Examen_{yy}{form}.json", None, "1998/attending", {"form": "A"}),
        ("2019-resident.csv", "{yyyy}-{level}.csv", None, "2019/resident", {}),
        ("2019.csv", "{year}.csv", "2020", "2019/attending", {}),
        ("x_1.csv", "x_{part}.csv", "2020", "2020/attending", {"part": "1"}),
        ("x_1.csv", "x_{part}.csv", None, "general", {"part": "1"}),
        ("my_exam_of_2019.csv", "{title}_{yyyy}.csv", None, "2019/attending", {"title": "my_exam_of"}),
        ("a_b_c.csv", "{one}_{two}.csv", None, "general", {"one": "a", "two": "b_c"}),
        ("1.2.csv", "{one}{two}.csv", None, "general", {"one": "1", "two": ".2"}),
        ("a+b(2019).csv", "a+b({yyyy}).csv", None, "2019/attending", {}),
    ],
)
def test_a_name_tells_year_level_and_facts(name, pattern, year, folder, facts):
    place = place_of(name, pattern, year, None)

    assert (folder, facts) == (place.folder, place.facts)


@pytest.mark.parametrize(
    ("name", "pattern", "why"),
    [
        ("x.csv", "x.csv", "names no field"),
        ("2019_2020.csv", "{yyyy}_{yyyy}.csv", "twice"),
        ("19.csv", "{yyyy}.csv", "does not fit"),
        ("٢٠١٩.csv", "{yyyy}.csv", "does not fit"),
        ("_a.csv", "{one}_{two}.csv", "does not fit"),
        ("a" * 200 + ".csv", "".join(f"{{f{i}}}" for i in range(20)) + "!.csv", "does not fit"),
        ("a.csv", "".join(f"{{f{i}}}" for i in range(21)), "more than 20 fields"),
        ("2019_...csv", "{yyyy}_{level}.csv", "no folder's name"),
    ],
)
def test_a_name_that_does_not_fit_is_refused(name, pattern, why):
    with pytest.raises(PatternInvalid, match=why):
        place_of(name, pattern, None, None)


def test_a_level_counts_with_a_year_alone():
    assert Place(level="resident").folder == "general"
    assert Place(year="2024", level="resident").folder == "2024/resident"


def test_a_slug_is_a_files_name():
    assert slug("Prüfung 2024 / Теил-B!") == "prüfung_2024_теил_b"
    assert slug("../../etc") == "etc"
    assert slug("...") == "bank"
