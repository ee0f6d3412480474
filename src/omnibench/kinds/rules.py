"""The rules of the reader in one table: what each looks for, why, what it takes and what it must leave alone.

The strongest claim of a text wins, and of equally strong ones the last (`claims.py` has the ranks). The examples are
the test of the table, and docs/grading.md is printed from it. All of them answer one question with the options
A Rest, B Surgery, C Aspirin, D Heparin.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

EXAMPLE_OPTIONS: Final = {"A": "Rest", "B": "Surgery", "C": "Aspirin", "D": "Heparin"}


@dataclass(frozen=True, slots=True)
class Rule:
    """One way in which a text names its answer."""

    name: str
    """What stands in `Reading.how`."""
    reason: str
    examples: tuple[tuple[str, str], ...]
    """Text and the answer that this rule reads in it."""
    counter_examples: tuple[tuple[str, str], ...]
    """Texts that look alike, and the answer that they give, empty for none; this rule reads none of them."""


RULES: Final = (
    Rule(
        "field",
        "A JSON field named like an answer serves for nothing else; quotes, fences and a missing end do not matter.",
        (
            ('{"answer": "B"}', "B"),
            ('```json\n{"final_answer": "B. Surgery"', "B"),
            ("{'answer_choice': 'B'}", "B"),
        ),
        (('{"dose": "B"}', ""), ('{"answer": "E"}', ""), ('{"answer": "unclear"}', "")),
    ),
    Rule(
        "tag",
        "An answer tag holds the answer and nothing else.",
        (("<answer>B</answer>", "B"), ("Rest is slow. <final_answer>Surgery</final_answer>", "B")),
        (("<answer></answer>", ""), ("<b>B</b>", "B")),
    ),
    Rule(
        "box",
        "A LaTeX box is how models trained on mathematics give a final answer.",
        ((r"\boxed{B}", "B"), (r"So $\boxed{\text{B}}$.", "B")),
        ((r"\boxed{42}", ""), ("[B]", "B")),
    ),
    Rule(
        "whole",
        "A text that is one option, whatever stands around it, has nothing else that could be meant.",
        (("B", "B"), ("**(B)** Surgery.", "B"), ("ANSWER: $B$", "B"), ("Surgery", "B"), ("BBBBB", "B")),
        (("A man came in.", ""), ("E", ""), ("not B", "")),
    ),
    Rule(
        "head",
        "A text that begins with an option and goes on to explain has chosen it.",
        (("B. Surgery\n\nRest is too slow.", "B"), ("B, since the others are slow.", "B")),
        (("A. Rest\nB. Surgery\nC. Aspirin\nD. Heparin", ""), ("A 45-year-old man has pain.", "")),
    ),
    Rule(
        "line",
        "A line that begins with a word for the answer and a colon is the form that prompts ask for.",
        (("Rest is slow.\nANSWER: B", "B"), ("**Final answer:** (B)\nIt cures.", "B")),
        (("Answer choices:\nA. Rest\nB. Surgery\nC. Aspirin\nD. Heparin", ""), ("The answer is B.", "B")),
    ),
    Rule(
        "marker",
        "A word for the answer with the option behind it, in the languages of the banks.",
        (
            ("The best answer is B.", "B"),
            ("正确答案是B。", "B"),
            ("La respuesta correcta es la B.", "B"),
            ("A resposta é a letra B.", "B"),
            ("The answer is A. Actually, the answer is B.", "B"),
        ),
        (("I cannot answer B.", ""), ("This is not the answer: B", ""), ("The answer is E.", "")),
    ),
    Rule(
        "marker_text",
        "The same with the option's text, or its letter in brackets, later in the sentence.",
        (("The answer can only be the use of aspirin.", "C"), ("The answer is a blood thinner (D).", "D")),
        (("The answer is not aspirin.", ""), ("The answer lies between aspirin and heparin.", "")),
    ),
    Rule(
        "chosen",
        "A verb of choosing.",
        (("I would choose B.", "B"), ("I'll go with B here.", "B")),
        (("I would choose between B and C.", ""),),
    ),
    Rule(
        "concluded",
        "A word that concludes, with the option at once behind it.",
        (("Rest is slow. Therefore, B.", "B"), ("Portanto, B.", "B")),
        (
            ("Therefore, A and C are incorrect.", ""),
            ("Como explicado no item A.", ""),
            ("D is excluded, and so is B.", ""),
        ),
    ),
    Rule(
        "copula",
        "A sentence that says what is best or likeliest, a verb, and the option.",
        (("The most likely treatment is B.", "B"), ("A principal conduta é:\n\n**B) Surgery**", "B")),
        (("The most likely treatment is not B.", ""), ("The least useful of all is B.", "")),
    ),
    Rule(
        "confirmed",
        "The option first, and behind it that it is the answer.",
        (("B is the correct answer.", "B"), ("Surgery is the best choice.", "B"), ("Bが正解です。", "B")),
        (("B is not the correct answer.", ""), ("We cannot say whether B is the best.", "")),
    ),
    Rule(
        "judged",
        "Options that are each called right or wrong: the one that is right, if it is the only one.",
        (("A: Incorrect.\nB: Correct.\nC: Incorrect.", "B"), ("B is correct.", "B")),
        (("B is correct. C is correct.", ""), ("Hepatitis B is correct.", "")),
    ),
    Rule(
        "exception",
        "All options but one are called alike; where several can be right, all but those.",
        (("All of these thin the blood except B.", "B"), ("All but C are wrong.", "C")),
        (("Give all of it except the sedation.", ""), ("All of them are right.", "")),
    ),
    Rule(
        "eliminated",
        "Every option but one, and at least two, is ruled out; never sure.",
        (("Option A is ruled out by the pain.\nC is wrong.\nD is excluded by the bleeding.", "B"),),
        (
            ("A is ruled out and C is wrong.", ""),
            ("A is ruled out. C is wrong. D is excluded. B is wrong.", ""),
        ),
    ),
    Rule(
        "others_denied",
        "One option is spoken of, then all others are turned down; never sure.",
        (("Surgery (B) is done at once.\nWhy the other options are less suitable: they are slow.", "B"),),
        (("Rest and surgery help. The other options are wrong.", ""), ("The other options are wrong.", "")),
    ),
    Rule(
        "marked",
        "A tick before one option, and before no other.",
        (("✅ B) Surgery\n❌ A) Rest", "B"),),
        (("✅ A) Rest\n✅ B) Surgery", ""),),
    ),
    Rule(
        "last_line",
        "A letter alone on the last line, after work that names no option.",
        (("0.8 x 0.1 / 0.26 = 0.31\n\nB", "B"),),
        (("We thought.\nA man came in.", ""),),
    ),
    Rule(
        "only_line",
        "One option, and no other, at the head of a line.",
        (("Let us see.\nB. Surgery\nIt helps.", "B"),),
        (("A. Rest\nB. Surgery", ""),),
    ),
    Rule(
        "last_sentence",
        "The last sentence names one option, and no other, by its text; weak, and never sure.",
        (("Aspirin and heparin thin the blood. He needs surgery.", "B"),),
        (("He does not need surgery.", ""), ("He needs surgery or rest.", "")),
    ),
    Rule(
        "only_mention",
        "The whole text names one option, and no other; the weakest rule, and never sure.",
        (("Surgery is done at once. The wound is closed.", "B"),),
        (("Surgery or aspirin might be given. The wound is closed.", ""),),
    ),
    Rule(
        "odd_one",
        "Where the question asks for what is wrong: the option that is called wrong.",
        (),
        (("The incorrect statement is B.", ""),),
    ),
    Rule(
        "refusal",
        "The model declines and names no option in a strong form.",
        (("I'm sorry, but I cannot provide medical advice.", ""),),
        (("I cannot examine him, but the answer is B.", "B"),),
    ),
)
"""From the strongest form to the weakest."""
