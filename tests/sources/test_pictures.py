"""Claims about pictures: found by the name a bank gives, and never another one."""

import pytest
from foreign_banks import bank, imported

from omnibench.sources.pictures import Pictures, is_mark, is_picture, names_in

HERE = Pictures(["x.zip/a/one.png", "x.zip/b/one.png", "x.zip/two.JPG", "x.zip/Q7-1.png", "x.zip/Q7-2.png"])


@pytest.mark.parametrize(
    ("value", "names"),
    [
        ("one.png", ["one.png"]),
        ("one.png; two.png", ["one.png", "two.png"]),
        ("one.png, two.png", ["one.png", "two.png"]),
        ("one.png|two.png", ["one.png", "two.png"]),
        ("liver, left.png", ["liver, left.png"]),
        ("['one.png', 'two.png']", ["one.png", "two.png"]),
        (["one.png", {"path": "two.png", "caption": "x"}], ["one.png", "two.png"]),
        ({"file_name": "one.png", "bytes": None}, ["one.png"]),
        ("https://host/one.png", ["https://host/one.png"]),
        ("None", []),
        ("-", []),
        ("no", []),
        ("true", []),
        ("", []),
        (None, []),
        (True, []),
        (3, []),
        ({"bytes": "aGVsbG8="}, []),
    ],
)
def test_names_stand_in_a_field_in_many_ways(value, names):
    assert tuple(names) == names_in(value)


@pytest.mark.parametrize(
    ("name", "found"),
    [
        ("two.JPG", "x.zip/two.JPG"),
        ("images\\two.JPG", "x.zip/two.JPG"),
        ("../../two.JPG", "x.zip/two.JPG"),
        ("https://host/two.JPG", "x.zip/two.JPG"),
        ("b/one.png", "x.zip/b/one.png"),
        ("b\\one.png", "x.zip/b/one.png"),
        ("one.png", None),
        ("wo.JPG", None),
        ("", None),
    ],
)
def test_a_picture_is_found_when_one_alone_is_meant(name, found):
    assert found == HERE.find(name)


def test_pictures_are_found_by_the_question_they_are_named_after():
    assert HERE.of_question("Q7") == ("x.zip/Q7-1.png", "x.zip/Q7-2.png")
    assert HERE.of_question("Q") == ()


def test_names_of_pictures_end_as_such():
    assert is_picture("a/B.JPEG")
    assert not is_picture("png")


def test_a_mark_names_no_picture():
    assert all(map(is_mark, (True, 0, None, "Yes", "n/a", "-")))
    assert not any(map(is_mark, ("one.png", [], {})))


@pytest.mark.parametrize(
    ("fields", "images", "is_missing"),
    [
        ({"image": "two.JPG"}, ["x.zip/two.JPG"], False),
        ({"image": "three.png"}, None, True),
        ({"image": ["two.JPG", "three.png"]}, ["x.zip/two.JPG"], True),
        ({"image": True}, None, True),
        ({"image": "None"}, None, False),
        ({"image": False}, None, False),
        ({"has_image": "yes", "id": "Q7"}, ["x.zip/Q7-1.png", "x.zip/Q7-2.png"], False),
        ({"has_image": True}, None, True),
        ({"images_missing": True}, None, True),
        ({"image": "A" * 100_000}, None, True),
    ],
)
def test_a_question_says_which_pictures_it_has_and_whether_some_are_missing(fields, images, is_missing):
    (item,) = imported([bank("A")[0] | fields], pictures=HERE).items

    assert (images, is_missing) == (item.get("images"), item.get("images_missing", False))


def test_case_does_not_count_where_one_picture_alone_is_meant():
    assert Pictures(["a/spleen.png"]).find("Spleen.PNG") == "a/spleen.png"
    assert Pictures(["a/spleen.png", "a/SPLEEN.png"]).find("SPLEEN.png") == "a/SPLEEN.png"
