"""The banks that ship keep their promises: whole, sourced, varied, and not to be answered from their form alone."""

import json
import re
from collections import Counter

import pytest
from processes import ROOT
from statsmodels.stats.proportion import binom_test

GENERAL = (
    "health_classification",
    "kidney_disease_specialty_questions",
    "united_states_medical_licensing_exam",
)
EXAMS = [(year, level) for year in (2025, 2026) for level in ("attending", "senior")]
PATHS = [f"general/{name}" for name in GENERAL] + [f"{y}/{level}/internal_medicine" for y, level in EXAMS]
NOTES = {"rationale", "source", "difficulty", "specialty", "body_system"}


def load(path):
    return json.loads((ROOT / f"dataset/{path}.json").read_text("utf-8"))


ITEMS = [item for path in PATHS for item in load(path)["items"]]
SINGLE = [item for item in ITEMS if "options" in item and len(item["answer"]) == 1]


def words(text):
    return set(re.findall(r"[a-z]{4,}", text.lower()))


@pytest.mark.parametrize("path", PATHS)
def test_every_item_says_why_and_whence(path):
    document = load(path)
    assert (24 if path.startswith("general") else 10) == len(document["items"])
    for number, item in enumerate(document["items"], start=1):
        assert item["question_id"] == f"{path.rsplit('/', 1)[-1]}_{number:06}"
        assert set(item["metadata"]) == NOTES
        assert all(isinstance(value, str) and value.strip() for value in item["metadata"].values())
        assert item["metadata"]["difficulty"] in ("easy", "medium", "hard")
        assert re.search(r"(?:19|20)\d\d|\d+(?:st|nd|rd|th) ed", item["metadata"]["source"]), (
            f"{item['question_id']}: no edition or year"
        )
        assert {} == item["model_results"]


def test_no_question_stands_twice():
    assert len(ITEMS) == len({item["question_text"] for item in ITEMS}) == 112


def test_the_general_banks_have_single_and_several_answers_and_balanced_labels():
    labels = Counter(item["answer"] for item in load("general/health_classification")["items"])
    n_several = [
        sum("," in item["answer"] for item in load(f"general/{name}")["items"]) for name in GENERAL[1:]
    ]

    assert {"POSITIVE": 12, "NEGATIVE": 12} == labels
    assert min(n_several) >= 4


@pytest.mark.parametrize("path", PATHS[1:])
def test_the_right_option_stands_everywhere(path):
    n = Counter(item["answer"] for item in load(path)["items"] if len(item["answer"]) == 1)

    assert set("ABCDE") == set(n)
    assert max(n.values()) - min(n.values()) <= 1


def test_the_senior_level_is_the_harder_one():
    def hard(level):
        return sum(
            item["metadata"]["difficulty"] == "hard"
            for year in (2025, 2026)
            for item in load(f"{year}/{level}/internal_medicine")["items"]
        )

    assert (0, 20) == (hard("attending"), hard("senior"))


# Ways to guess without medicine. Each returns a score of an option; the guess is the one with the highest.
GUESSES = {
    "longest": lambda item, key: len(item["options"][key]),
    "shortest": lambda item, key: -len(item["options"][key]),
    "most words of the question": lambda item, key: len(words(item["options"][key]) & words(item["question_text"])),
    "most words of other options": lambda item, key: sum(
        len(words(item["options"][key]) & words(text)) for other, text in item["options"].items() if other != key
    ),
    "fewest words of other options": lambda item, key: -GUESSES["most words of other options"](item, key),
    "most numbers": lambda item, key: len(re.findall(r"\d+", item["options"][key])),
    "middle": lambda item, key: -abs(ord(key) - ord("C")),
    "most hedged": lambda item, key: len(re.findall(r"\b(?:may|can|usually|often|if|unless)\b", item["options"][key])),
}  # fmt: skip


@pytest.mark.parametrize("name", GUESSES)
def test_form_alone_answers_no_better_than_chance(name):
    """A guesser that picks among its favourites at random: expected hits, against one in five."""
    hits = 0.0
    for item in SINGLE:
        scores = {key: GUESSES[name](item, key) for key in item["options"]}
        best = [key for key, score in scores.items() if score == max(scores.values())]
        hits += (item["answer"] in best) / len(best)

    assert len(SINGLE) >= 70
    assert binom_test(round(hits), len(SINGLE), 1 / 5, alternative="larger") > 0.01, (
        f"{hits:.1f} of {len(SINGLE)}"
    )


def test_a_label_is_not_told_by_length_or_wording():
    items = load("general/health_classification")["items"]
    features = {
        "long": len,
        "numbers": lambda text: len(re.findall(r"\d+", text)),
        "negations": lambda text: len(re.findall(r"\b(?:no|not|without|never|only)\b", text)),
    }
    for name, feature in features.items():
        ranked = sorted(items, key=lambda item, of=feature: of(item["question_text"]))
        upper = sum(item["answer"] == "POSITIVE" for item in ranked[12:])
        assert binom_test(max(upper, 12 - upper), 12, 0.5, alternative="larger") > 0.01, name
