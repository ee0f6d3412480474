"""One reader for every kind that chooses: gather what a text claims, keep the strongest, of these the last.

The last word wins, because models correct themselves; a doubt is kept as a doubt (`is_sure`), and where claims of a
weak form disagree there is no answer.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from itertools import islice
from typing import TYPE_CHECKING, Final

from omnibench.kinds import lexicon
from omnibench.kinds.announced import copulas, odd_ones, stated
from omnibench.kinds.claims import CALLED, DESCRIBED, FIELD, HINTED, JUDGED, Claim
from omnibench.kinds.formal import fields
from omnibench.kinds.pattern import Pattern
from omnibench.kinds.placed import head, lines, mentioned
from omnibench.kinds.remarks import is_remark
from omnibench.kinds.text import build_page, fold, phrases
from omnibench.kinds.verdicts import confirmed, exceptions, marked, others_denied, verdicts
from omnibench.records import Reading

if TYPE_CHECKING:
    from omnibench.kinds.choices import Choices
    from omnibench.kinds.text import Page
    from omnibench.records import Question

_REFUSAL: Final = Pattern(phrases(lexicon.REFUSALS))
_SECOND_THOUGHT: Final = Pattern(phrases(lexicon.SECOND_THOUGHTS, lexicon.RETRACTIONS))
_RETRACTION: Final = Pattern(phrases(lexicon.RETRACTIONS))
_REVISED: Final = Pattern(phrases(lexicon.REVISIONS, lexicon.RETRACTIONS, lexicon.SECOND_THOUGHTS))
_REMARKABLE: Final = {"chosen", "concluded", "copula", "confirmed"}
"""Claims that an explanation makes in passing."""
_FINISHED: Final = Pattern(r"[.!?。！？)\]}>\"'”」|:*`$]\s*$")
_ANOTHER: Final = Pattern(
    rf"\n[^\S\n]{{0,8}}+[#>*]{{0,4}}[^\S\n]?{phrases(lexicon.QUESTION_MARKS)}[ ]{{0,2}}(?:\d{{0,4}}[ ]{{0,2}}[:：.]|\d{{1,4}}[ ]{{0,2}}\n)"
)
_TURN: Final = Pattern(
    r"<[|｜](?:im_start|start_header_id|user|User|endoftext|eot_id|im_end|end)[|｜]>|<start_of_turn>|</s>|\[INST\]"
)
"""Chat templates that leak: what follows is another turn."""
_FORMS: Final = {"field", "tag", "box"}
_MANY: Final = 3
_MOST_QUESTIONS: Final = 3
_QUESTION_REACH: Final = 2000
"""What a question asks for stands at its end."""
_REFUSAL_REACH: Final = 400
"""A refusal stands at the beginning; later on, "I cannot" is a remark."""


def read_choice(text: str, choices: Choices, question: str = "") -> Reading:
    """Return which of `choices` a text names as its answer.

    Args:
        text: the answer, reasoning removed.
        choices: the options.
        question: the question's text, which says whether what is wrong was asked for.
    """
    page = build_page(text)
    claim = _before_another_question(page, choices, question) or _choose(page, choices, question)
    if claim is None or (claim.rank <= HINTED and _is_refusal(page)):
        return Reading(outcome="refused", how="refusal") if _is_refusal(page) else Reading()
    if not claim.keys:
        return Reading(
            how=f"{claim.how}_none", span=claim.span, outcome="refused" if _is_refusal(page) else "no_answer"
        )
    is_several = len(claim.keys) > 1 and (claim.is_open or not choices.is_plural)
    is_cut = claim.how in _FORMS and not claim.is_formal
    is_closed = not is_cut and (
        bool(_FINISHED.search(page.plain[-40:])) or _is_final_form(page, choices, claim)
    )
    is_end = not page.plain[claim.span[1] :].strip()
    is_final = is_end or (is_closed and not _SECOND_THOUGHT.search(page.low, claim.span[1]))
    return Reading(
        answer=claim.keys,
        how=claim.how,
        is_sure=is_final
        and not is_several
        and not claim.is_open
        and claim.rank >= CALLED
        and (claim.rank == FIELD or not is_remark(page, claim)),
        is_closed=is_closed,
        span=claim.span,
        outcome="several" if is_several else "answered",
    )


def _before_another_question(page: Page, choices: Choices, question: str) -> Claim | None:
    """Return the claim of what stands before a question that the model made up after its answer, if there is one.

    A restated question stands before the answer, and then nothing is claimed before it.
    """
    places = [found.start() for found in islice(_ANOTHER.finditer(page.low), _MOST_QUESTIONS)]
    places += [found.start() for found in islice(_TURN.finditer(page.original), _MOST_QUESTIONS)]
    for place in sorted(places):
        claim = _choose(page.part(0, place), choices, question)
        if claim is not None and claim.rank >= CALLED:
            return claim
    return None


def _choose(page: Page, choices: Choices, question: str) -> Claim | None:
    """Return the claim that holds: the last of the highest rank, unless weak ones disagree."""
    openings = [*head(page, choices)]
    if openings and openings[0].how == "whole":
        return openings[0]  # there is nothing else that could disagree
    asked = fold(question[-_QUESTION_REACH:])
    claims = [
        *fields(page, choices),
        *openings,
        *stated(page, choices),
        *copulas(page, choices),
        *confirmed(page, choices),
        *verdicts(page, choices, asked),
        *exceptions(page, choices, asked),
        *others_denied(page, choices),
        *odd_ones(page, choices, asked),
        *marked(page, choices),
        *lines(page, choices),
    ] or [*mentioned(page, choices)]
    if not claims:
        return None
    claims = _firm(page, _standing(page, claims))
    rank = max(claim.rank for claim in claims)
    best = [claim for claim in claims if claim.rank == rank]
    last = _last_word(page, best)
    if last is None or rank > JUDGED or len({claim.keys for claim in best}) == 1:
        return last
    if choices.is_plural and all(claim.how == "judged" for claim in best):
        return replace(last, keys=choices.sort([key for claim in best for key in claim.keys]))
    return None


def _standing(page: Page, claims: list[Claim]) -> list[Claim]:
    """Drop what was taken back, if anything is claimed behind the last such word: "A... no, scratch that. B."."""
    taken_back = max((found.start() for found in _RETRACTION.finditer(page.low)), default=-1)
    later = [claim for claim in claims if claim.span[0] > taken_back]
    return later if any(claim.keys for claim in later) else claims


def _last_word(page: Page, claims: list[Claim]) -> Claim | None:
    """Return the last of equally strong claims, unless a later one leaves the answer open, or they go round."""
    if _goes_round(claims):
        return None
    last = max(claims, key=_lateness)
    formal = max((claim for claim in claims if claim.is_formal and claim.keys), key=_lateness, default=last)
    if last.how in _REMARKABLE and not _REVISED.search(page.low, formal.span[1], last.span[0]):
        last = formal  # "ANSWER: B", and an explanation that says "so A and D are ..."
    return last if last.is_formal else _left_open(page, claims, last) or last


def _lateness(claim: Claim) -> tuple[bool, int, bool]:
    return not claim.is_open, claim.span[0], claim.is_formal


def _left_open(page: Page, claims: list[Claim], last: Claim) -> Claim | None:
    """Return the claim of a last sentence that leaves the answer of before open: "So B. ... It is B or C"."""
    return next(
        (
            claim
            for claim in claims
            if claim.is_open
            and len(claim.keys) > 1
            and set(claim.keys) > set(last.keys)
            and claim.span[0] > last.span[1]
            and not page.low[page.sentence_end(claim.span[1]) :].strip(" .!?\n")
        ),
        None,
    )


def _goes_round(claims: list[Claim]) -> bool:
    """Whether a text that repeats itself calls each of three or more options the answer, again and again."""
    counts = Counter(claim.keys for claim in claims if not claim.is_open)
    return sum(count > 1 for count in counts.values()) >= _MANY


def _firm(page: Page, claims: list[Claim]) -> list[Claim]:
    """Drop what is supposed, conditional or general, if anything is called the answer without a condition."""
    firm = [
        claim
        for claim in claims
        if claim.rank == FIELD or claim.how == "head" or not (is_supposed(claim) or is_remark(page, claim))
    ]
    return firm if any(claim.rank >= DESCRIBED and claim.keys for claim in firm) else claims


def is_supposed(claim: Claim) -> bool:
    """Whether a claim is doubted as a whole, and does not just leave several options standing."""
    return claim.is_open and len(claim.keys) == 1


def _is_final_form(page: Page, choices: Choices, claim: Claim) -> bool:
    """Whether a claim stands in a form that nothing can go on with; a list of options could, at its end."""
    if choices.is_plural:
        return claim.is_formal and bool(page.original[claim.span[1] :].strip())
    return claim.is_formal or claim.how in {"whole", "head"}


def _is_refusal(page: Page) -> bool:
    return bool(_REFUSAL.search(page.low, 0, _REFUSAL_REACH))


def is_expected(reading: Reading, question: Question) -> bool:
    """Whether exactly the options, or the label, of one right answer were read."""
    read = set(reading.answer)
    return bool(read) and any(read == set(right) for right in question.right_answers)
