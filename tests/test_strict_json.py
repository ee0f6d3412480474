import pytest

from omnibench import strict_json


@pytest.mark.parametrize(
    ("content", "expected"),
    [(b'{"a": 1.5}', {"a": 1.5}), (b"\xef\xbb\xbf[1]", [1]), (b'"\\ud800"', "\ud800"), (b"1e300", 1e300)],
)
def test_what_is_json_is_read(content, expected):
    assert expected == strict_json.parse(content)


@pytest.mark.parametrize(
    ("content", "why"),
    [
        (b"NaN", "NaN is not a JSON value"),
        (b"[-Infinity]", "-Infinity is not a JSON value"),
        (b"[1e999]", "1e999 is not a JSON value"),
        (b'{"a": 1, "b": 2, "a": 3}', "the key 'a' stands twice"),
        (b"[" * 100_000, "nested too deeply"),
        (b"{", "Expecting"),
        (b"\xff", "utf-8"),
    ],
)
def test_what_would_be_lost_is_refused(content, why):
    with pytest.raises(ValueError, match=why):
        strict_json.parse(content)
