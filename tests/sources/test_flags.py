"""Claims about marks that say yes or no."""

import pytest

from omnibench.sources.flags import flag


@pytest.mark.parametrize("value", [True, 1, "1", "1.0", 1.0, "TRUE", " Sí ", "x", "是"])
def test_yes(value):
    assert flag(value) is True


@pytest.mark.parametrize("value", [None, False, 0, "0", "", "nan", "No", "nein", "否", float("nan")])
def test_no(value):
    assert flag(value) is False


@pytest.mark.parametrize("value", ["maybe", 2, "-1", [], "anulada"])
def test_neither(value):
    assert flag(value) is None
