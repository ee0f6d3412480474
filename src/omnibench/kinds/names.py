"""Letters that belong to names: "vitamin D", "hepatitis A and B", "E. coli", "V/Q scan", "K+", "GABA(A)".

Such a letter names no option, whatever announces it. The lists are data, written as in `lexicon`.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from omnibench.kinds import lexicon
from omnibench.kinds.pattern import Pattern
from omnibench.kinds.text import EDGE_BEFORE, LETTERS, fold, phrases

if TYPE_CHECKING:
    from collections.abc import Iterable

    from omnibench.kinds.text import Page

BEFORE_NAMES: Final = """
vitamin, vitamins, hepatitis, group, type, factor, class, grade, stage, protein, complex, influenza, subtype, blood group
category, phase, level, zone, area, lead, step, point, line, figure, image, table, part, section, appendix, child-pugh
haemophilia, hemophilia, coenzyme, immunoglobulin, ig, streptococcus, segment, panel, chain, cytochrome, apolipoprotein
botulinum toxin, toxin, le fort, salter-harris, mobitz, bipolar, cluster, axis, hla, staphylococcal, cyclosporin, complement
mr., mrs., ms., dr., mr, mrs, ms, dr, amphotericin, polymyxin, bleomycin, actinomycin
vitamina, tipo, grupo, classe, clase, fator, grado, grau, estadio, estádio, figura, imagem, imagen, tabela, tabla
vitamine, groupe, facteur, typ, gruppe, faktor, klasse, gruppo, fattore, витамин, гепатит, группа, тип, фактор
epatite, hépatite, hepatite, witamina, witaminy, вітамін, група, vitamín, skupina, grupa, grup, vitamini, grubu, tipi
βιταμίνη, ηπατίτιδα, ομάδα, csoport, ryhmä, ויטמין, קבוצה, فيتامين, ویتامین, विटामिन, हेपेटाइटिस, ग्रुप, วิตามิน, ไวรัสตับอักเสบ
viêm gan, nhóm, golongan, kelompok, hepatit, tip, grupp, typ, groep
维生素, 維生素, 肝炎, 乙型, 甲型, 型, 组, 组別, 因子, ビタミン, グループ, 비타민, 간염, 그룹, 제
"""
"""A letter or number after one of these is part of a name."""

AFTER_NAMES: Final = """
cell, cells, lymphocyte, lymphocytes, dimer, peptide, reactive, section, symptoms, fib, diff, chromosome, wave, waves, line
lines, scan, receptor, receptors, virus, toxin, chain, complex, antigen, ring, band, antagonist, fever, fiber, fibers
fibre, fibres, agar, bacillus, tap, graph, score, lesion, banding, sign, type, antigens, antibody, antibodies
mg, ml, mcg, kg, mmhg, mm, cm, days, day, weeks, week, months, month, years, year, hours, hour, minutes
"""
"""A letter or number before one of these is part of a name or of a quantity."""

COMPOUNDS: Final = """
false, true, gram, rh, non, pseudo, coagulase, falso, falsa, falsch, faux, pre, post, anti, semi, para, peri, sub, quasi
"""
"""A word such as "positive" behind one of these is not the label."""

SPECIES: Final = """
coli, difficile, diff, albicans, aureus, pneumoniae, botulinum, perfringens, tetani, diphtheriae, trachomatis, jejuni, lamblia
neoformans, cloacae, faecalis, faecium, pyogenes, pylori, influenzae, gondii, burgdorferi, pallidum, meningitidis
gonorrhoeae, aeruginosa, falciparum, vivax, immitis, dermatitidis, capsulatum, henselae, cereus, anthracis
pertussis, psittaci, fragilis, baumannii, fumigatus, flavus, niger, lumbricoides, latum, burnetii, medinensis, epidermidis
saprophyticus, monocytogenes, tuberculosis, leprae, avium, bovis, marinum, kansasii, pestis, enterocolitica, rickettsii
cholerae, vulnificus, parahaemolyticus, fowleri, volvulus, bancrofti, vaginalis, ducreyi, mirabilis, vulgaris, marcescens
agalactiae, mutans, viridans, sanguinis, gallolyticus, catarrhalis, pneumophila, tularensis, melitensis, abortus, suis
quintana, israelii, asteroides, brasiliensis, bacilliformis, recurrentis, interrogans, histolytica, intestinalis, hominis
parvum, malariae, ovale, knowlesi, cruzi, brucei, donovani, braziliensis, microti, divergens, vermicularis, trichiura
stercoralis, duodenale, americanus, solium, saginata, granulosus, multilocularis, mansoni, haematobium, japonicum, sinensis
buski, hepatica, westermani, spiralis, canis, loa, jirovecii, carinii, schenckii, marneffei, brasiliensis, auris, glabrata
tropicalis, krusei, parapsilosis, furfur, gattii, rubrum, tonsurans, mentagrophytes, oryzae, boydii, genitalium, urealyticum
typhi, paratyphi, typhimurium, enteritidis, sonnei, flexneri, dysenteriae, freundii, oxytoca, aerogenes, lari
maltophilia, cepacia, multocida, canimorsus, corrodens, moniliformis, whipplei, acnes, jeikeium, chaffeensis
phagocytophilum, prowazekii, tsutsugamushi, afzelii, garinii, hermsii, bivia, melaninogenica, necrophorum, nucleatum
scabiei
"""
"""A letter before one of these, with or without a dot, is the first part of a name."""

BEFORE_OPTIONS: Final = """
that, because, since, but, think, believe, say, why, when, while, whereas, though, although, conclude, only, clearly
hence, is, if, que, dass, che, statements, as, believing, feel, find, finding, means, suggests, not, except, than
alternativas, letras, assertivas, afirmativa, proposición, aussagen
zarówno, sowohl, tanto, tant, sia, både, sekä, hem, atât, gam, und auch, no, że, что, ότι, dat, att, che la, czy
"""
"""A single letter behind one of these words may be an option; behind any other it is part of a name."""

_REACH: Final = 32
CASE: Final = r"['’](?:[dt][iıuü]r|y?[iıuü]|n[iıuü]n|[dt][ae]n?|y?[ae])\b"
"""A Turkish ending: "B'dir" is "it is B", "B'yi" is B as an object."""
_GOES_ON: Final = Pattern(
    rf"(?:\s{{1,3}}{phrases(SPECIES)}"
    rf"|(?:/[a-z])?[ \-]{{1,2}}{phrases(AFTER_NAMES)}"
    r"|[²³]?\d?[+⁺](?!\s?[(\[]?[a-z0-9][)\]]?(?![a-z0-9]))"  # "K+", but not "A+C"
    r"|(?<=\bi),\s(?:as|for|like|too|myself|personally)\b)"  # "I, as a doctor"
)
_IN_WORD: Final = Pattern(rf"(?!{CASE})[*_`]{{0,3}}+[.'’\-–]?[{LETTERS}]")
"""Behind a letter that begins a word, be it set in bold: "B-cell", "**C**onfusion"."""
_BEFORE: Final = Pattern(
    rf"{phrases(BEFORE_NAMES)}[\s\-]{{0,3}}"
    rf"(?:[a-z0-9][\s,/&]{{0,3}}(?:{phrases(lexicon.JOINERS, lexicon.DOUBT_JOINERS)}\s{{0,2}})?)?$"
)
_GLUED: Final = Pattern(rf"[{LETTERS}]\($")
_LABEL_GLUED: Final = Pattern(rf"{phrases(lexicon.OPTION_NOUNS, lexicon.ANSWER_NOUNS)}\($")
_WORD_BEFORE: Final = Pattern(rf"{EDGE_BEFORE}(-?[A-Za-z]+)(\.? |[-\u2010\u2011])$")
_MAY_PRECEDE: Final = Pattern(
    phrases(
        lexicon.OPTION_NOUNS,
        lexicon.JOINERS,
        lexicon.DOUBT_JOINERS,
        lexicon.CONCLUSIONS,
        lexicon.FILLERS,
        BEFORE_OPTIONS,
    )
)
_EPITHET: Final = Pattern(r"\.\s{0,2}([a-z]{4,})(?![A-Za-z])")
_SPECIES: Final = Pattern(phrases(SPECIES))
_LATIN: Final = Pattern(r"[a-z]{2,}(?:us|um|ae|ii?|is|ensis|orum|icola|phila|genes)")
_MEDICAL: Final = Pattern(r"[a-z]*(?:itis|[aeoy]sis|psis|xis|ium|virus|lupus)")
_BINOMIAL: Final = Pattern(r"\s*([A-Z])[a-z]{2,}\s([a-z]{4,})\s*")


def begins_name(page: Page, end: int) -> bool:
    """Whether a letter that ends at `end` goes on into a word or a name: "B-cell", "C. diff", "V/Q scan", "K+"."""
    return bool(_GOES_ON.match(page.low, end) or _IN_WORD.match(page.original, end))


def ends_name(page: Page, place: int) -> bool:
    """Whether a letter at `place` belongs to what stands before it: "vitamin D", "hepatitis A and B", "GABA(A)"."""
    before = page.low[max(0, place - _REACH) : place]
    if _GLUED.search(before):
        return not _LABEL_GLUED.search(before)
    return bool(_BEFORE.search(before))


def ends_long_name(page: Page, place: int) -> bool:
    """Whether a letter ends a name of several words, as in "amphotericin B": no list of names is ever whole."""
    before = _WORD_BEFORE.search(page.original, max(0, place - 24), place)
    if not before or before[2] == ". ":
        return False
    if page.original[before.start() - 1 : before.start()] == "-":
        return True  # "Niemann-Pick C"
    return before[2] != " " or not _MAY_PRECEDE.fullmatch(before[1].lower())


def epithet_at(page: Page, end: int) -> str:
    """Return the word that may make a name of a letter that ends at `end`, "pertussis" of "B. pertussis"; else ""."""
    found = _EPITHET.match(page.plain, end)
    return found[1] if found else ""


def is_epithet(word: str, own: str, others: Iterable[str]) -> bool:
    """Whether "B. pertussis" is a name: a Latin word that does not stand in the option's own text.

    Args:
        word: behind the letter.
        own: the text of the letter's option, folded; empty where it is not known: then only known species count.
        others: the folded texts of the other options, which the name may shorten.
    """
    if word in own:
        return False
    if _SPECIES.fullmatch(word) or any(word in other for other in others):
        return True
    return bool(own) and bool(_LATIN.fullmatch(word)) and not _MEDICAL.fullmatch(word)


def shortened(text: str) -> str:
    """Return "B. pertussis" for "Bordetella pertussis", and nothing for a text that is no name of a species."""
    found = _BINOMIAL.fullmatch(text)
    if not found or not (_SPECIES.fullmatch(found[2]) or _LATIN.fullmatch(found[2])):
        return ""
    return (
        ""
        if _MEDICAL.fullmatch(found[2]) and not _SPECIES.fullmatch(found[2])
        else fold(f"{found[1]}. {found[2]}")
    )
