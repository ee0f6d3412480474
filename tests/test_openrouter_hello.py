"""Is OpenRouter there? `python tests/test_openrouter_hello.py` sends one hello to gpt-oss:20b and prints what it says."""

import pytest
from hello import run_alone, say_hello


@pytest.mark.live
def test_hello():
    text = say_hello("openrouter")
    print(f"\nOpenRouter: {text}")

    assert text.strip()


if __name__ == "__main__":
    run_alone(__file__)
