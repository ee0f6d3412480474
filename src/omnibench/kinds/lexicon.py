"""The words by which answers are announced, negated, doubted and refused, in the languages of the question banks.

Data only: to teach the reader a phrase or a language is to add it here. Phrases are separated by commas or line
ends, stand in lower case, and are turned into patterns by `omnibench.kinds.text.phrases`.
"""

from __future__ import annotations

from typing import Final

ANSWER_NOUNS: Final = """
我选择, 我選擇, 应选择, 應選擇, 故选择, 所以选择, 因此选择, 本题选择, 改选, 改選, 應是, 应是, 應該是, 应该是, 應為, 考虑为, 正答, 올바른 선택지, risposte corrette, korrekt ist, zutreffend ist, prawidłową odpowiedzią, poprawną odpowiedzią, poprawna odpowiedź, prawidłowe odpowiedzi, poprawne odpowiedzi, правильным ответом, верным ответом, правильные ответы, верный вариант ответа, האפשרות הנכונה, phương án đúng, lựa chọn đúng, chọn, yanıtı, doğru yanıt, doğru cevaplar, सही जवाब, जवाब, ตอบ, ข้อที่ถูกต้อง, pilihan yang tepat, jawabannya, son correctas, estão corretas, são verdadeiras, sont exactes, réponses exactes, réponses correctes, propositions correctes, proposition exacte
answer, answers, ans, correct option, correct options, correct choice, correct choices, correct response
correct statement, correct statements, correct one, right option, right choice, best option, best choice
best response, appropriate option, appropriate choice, likely option, likely choice, suitable option
correct is, correct are, correct, final choice, final decision, my choice, chosen option, selected option
correct label, label, classification, conclusion, verdict
答案, 答案是, 答, 正确选项, 正確選項, 正确的选项, 正确的是, 應選, 应选, 故选, 故選, 所以选, 因此选, 选择, 選擇, 本题选, 我选, 选, 選
正解, 答え, 解答, 回答, 正しい選択肢, 正しいもの, 正しいのは, 適切なのは, 選択
정답, 답, 답변, 올바른 답, 올바른 선택, 옳은 것
respuesta, respuestas, opción correcta, opciones correctas, alternativa correcta, alternativas correctas, la correcta, las correctas
opción más adecuada, opción más probable, resp
resposta, respostas, gabarito, opção correta, letra correta, alternativa correta, conduta correta, assertiva correta, a correta
opção mais adequada, alternativa mais adequada, alternativas corretas, opções corretas, as corretas
réponse, réponses, reponse, bonne réponse, option correcte, proposition correcte, propositions exactes, choix correct
antwort, antworten, lösung, richtige option, richtig ist, richtig sind, juiste optie, antwoord
risposta, risposte, opzione corretta, alternativa corretta, scelta corretta
ответ, правильный вариант, верный вариант, відповідь, odpowiedź, prawidłowa odpowiedź, odpověď, válasz, răspuns
svar, svaret, vastaus, απάντηση, yanıt, cevap, doğru seçenek, đáp án, câu trả lời, jawaban, jawapan, sagot
الإجابة, الجواب, الخيار الصحيح, إجابة, جواب, پاسخ, גזירת, תשובה, התשובה, उत्तर, सही विकल्प, คำตอบ, ข้อที่ถูก, উত্তর, பதில்
"""

OPTION_NOUNS: Final = """
both, option, options, choice, choices, answer, answers, letter, letters, alternative, statement, item
opción, opciones, alternativa, alternativas, inciso, letra, letras, la letra, respuesta
opção, opções, item, assertiva, resposta, proposition, propositions, lettre, réponse, l'option, la proposition
antwort, antwortmöglichkeit, möglichkeit, buchstabe, aussage, opzione, opzioni, lettera, risposta
вариант, варианты, буква, ответ, пункт, 选项, 選項, 选择, 選択肢, 選擇, 答案, 보기, 선택지, phương án, lựa chọn, opsi, pilihan, seçenek
şık, الخيار, विकल्प, ข้อ, optie, alternativ, vaihtoehto, odpowiedź, opcja, 第
"""

FILLERS: Final = """
e', corrette, esatta, esatte, giusta, giuste, exactes, justes, poprawna, prawidłowa, jest, to, prawidłowo, ответа, является, będzie, ที่ถูกต้อง, ที่ถูกต้องคือ, ที่ถูก, ที่ถูกคือ, คือข้อ, tepat, paling, chính xác, korrekte, korrekt
is, are, was, be, would be, should be, will be, must be, is thus, seems to be, appears to be, =, ->, →, =>, :
the, this, that, to, question, for, of, in, case, scenario, here, given, above, below, following, my, as, so, then
therefore, thus, hence, likely, most, best, correct, right, appropriate, final, single, probable, accurate, indeed
clearly, definitely, probably, simply, just, among, options, option, choice, choices, letter, both, only, either
two, label, classification, answer, answers, response, i choose, i would choose, one, statement, statements, suitable
1, 2, 3, 4, 5, it, we, choose, select, patient, diagnosis, next step, step, management, treatment, all, and is, 's
是, 为, 為, 应该, 應該, 应为, 应, 該, 该, 题, 題, 本题, 的, 最, 可能, 正确, 正確, 选项, 選項, 选择, 就是, 即, 有, 包括, 分别是
は, が, も, 選択肢, となります, として, 番号, の, です, は、, 는, 은, 가, 이, 번호, 선택지, 보기, 다음과 같습니다
es, son, sería, serían, la, el, los, las, de, a la, a esta, esta, este, pregunta, opción, opciones, más, probable
adecuada, correcta, correctas, por lo tanto, letra, inciso, entonces, del, caso, final, apropiada
é, são, seria, seriam, a, o, as, os, da, do, para, questão, pergunta, opção, mais, adequada, correta, corretas
alternativa, alternativas, item, portanto, então, esse, paciente, está, na, está no
est, sont, serait, la bonne, le, les, à, cette, donc, l'option, proposition, propositions, lettre, correcte, exacte, c'est
ist, sind, wäre, lautet, lauten, die, der, das, auf, diese, frage, richtige, richtig, also, option, buchstabe, daher
è, sono, sarebbe, il, lo, alla, domanda, quindi, corretta, giusta, opzione, opzioni, lettera, dunque
это, вариант, под, буквой, на, вопрос, правильный, верный, —, –, -, będzie, brzmi, je, är, er, on, on vaihtoehto
là, của, câu, hỏi, đúng, phương án, adalah, ialah, yang, benar, opsi, pilihan, untuk, seçenek, şık, doğru
هي, هو, الصحيحة, الصحيح, الخيار, היא, הנכונה, है, विकल्प, सही, คือ, ข้อ, het, de, goede, juiste, optie
"""
"""What may stand between an answer noun and the answer itself."""

COPULAS: Final = """
e', jest, является, 이다
is, are, would be, should be, must be, will be, be, seems to be, appears to be, remains, becomes, =, :, being
include, includes, with, points to, suggests, indicates, suggest, supports
是, 为, 為, 即, は, が, 는, 은, es, son, sería, serían, ser, é, são, seria, seriam, est, sont, serait, ist, sind, wäre, lautet
è, sono, sarebbe, это, —, là, adalah, هي, هو, है, คือ, jest, är, er, on, היא
"""

LEADS: Final = """
most, best, correct, right, appropriate, likely, answer, answers, true, consistent, suitable, first-line
recommended, indicated, preferred, treatment of choice, of choice, next step, main diagnosis, leading diagnosis
principal, hipótese diagnóstica, hipótesis diagnóstica, diagnóstico principal, hypothèse principale
the option that, the one that, the statement that, alternativa que, opção que, assertiva que, afirmativa que, opción que, la que
最, 正确, 正確, 答案, 正解, 適切, 正しい, 가장, 정답, 적절, más, mejor, correcta, correcto, adecuada, adecuado, respuesta
mais, melhor, correta, correto, adequada, adequado, resposta, indicada, verdadeira
plus, meilleure, correcte, exacte, réponse, richtige, wahrscheinlichste, antwort, beste, più, migliore, corretta, risposta
наиболее, правильный, верный, ответ
"""
"""A sentence whose copula is followed by an option answers the question when one of these stands before it."""

CHOOSERS: Final = """
yo elegiría, marcaría, marcaria, je retiens, je pencherais pour, je dirais, il reste, queda, resta, ich entscheide mich für, ich würde, meine wahl fällt auf, bleibt, sceglierei, mi fa scegliere, direi, wybieram, выбираю, остаётся, остается, בוחר ב, בוחר ב-, أختار, tôi chọn, nên tôi chọn, saya memilih, memilih, เลือก, เลือกข้อ, 改选, 选择
i choose, i would choose, i'd choose, i'll choose, i select, i would select, i'll select, i'd select, i pick, i'd pick
i'll pick, i would pick, i'll go with, i'd go with, i would go with, i will go with, go with, going with, i will choose
i will select, we choose, we select, we can choose, select, my answer, i opt for, opt for, settle on, i am choosing
leaning towards, i mean, i meant, it's, it is, it must be, that's, that is, which is, this is, leaves, leaving, points to
corresponds to, corresponding to, matches, this matches, choose, pick, conclude
elijo, escojo, selecciono, me quedo con, corresponde a, marque, marcar, assinalar, escolho, seleciono, fico com
je choisis, ich wähle, scelgo, выбираю, を選ぶ
"""

CONCLUSIONS: Final = """
therefore, thus, hence, so, consequently, in conclusion, conclusion, finally, actually, wait, correction, sorry
overall, in summary, final, result, correct, rather, instead, so it's, yes
因此, 所以, 故, 综上, 总之, 于是, したがって, よって, 以上より, 따라서, 그러므로
por lo tanto, por tanto, entonces, así que, en conclusión, portanto, logo, assim, então, em conclusão, concluindo, donc, ainsi
en conclusion, daher, also, somit, folglich, quindi, dunque, pertanto, следовательно, итак, таким образом
"""

CONFIRMED: Final = """
is the correct, is the right, is the best, is the answer, is the most likely, is the most appropriate, is the most probable, is the most suitable
is the most accurate, is the most consistent, is correct, is right, is the only correct, is true
is therefore correct, is therefore the correct, is thus the correct, is the likely, is most likely, is the single best
are correct, are the correct, are right, are both correct, are true, are the answers, is my answer, would be the best
would be the most likely, would be the most appropriate, would be the correct, is my final answer, best fits, fits best, is the appropriate, is also correct
is likely the correct, is the final answer, is the closest, seems the most likely, seems like the most likely, seems like the most appropriate, seems like the best, seems the best
seems most likely, appears most likely, seems like a reasonable, is an appropriate choice, is a reasonable choice, is an appropriate option, appears to be the most likely, appears to be the most appropriate
is the most crucial, is the most critical, is the most important, is the choice, is the answer choice, is consistent with, seems to be the most likely, is a correct, is most appropriate
是正确, 为正确, 正确, 是正確, 正確, 是对的, 是答案, 最合适, 最符合, 是最可能, 是最合适, 是最佳, 为最佳, 符合题意, 为本题答案
が正解, が正しい, は正しい, が最も適切, が適切, を選びます, を選択, が答え, を選ぶ, が該当, が最も適切, が正答
가 정답, 이 정답, 이 맞, 가 맞, 이 옳, 가 옳, 가 가장 적절, 이 가장 적절, 번이 정답
es la correcta, es la respuesta, es la opción, es correcta, es correcto, es la más probable, es la más adecuada, es la más apropiada, son correctas, son las correctas, sería la correcta
sería la más adecuada, sería la más probable, es la mejor, es la alternativa
é a correta, é a resposta, é a alternativa, é a opção, está correta, é correta, é o correto, é a mais adequada, é a mais provável, é a mais apropriada, é a mais indicada, estão corretas
são corretas, seria a mais adequada, seria a mais provável, é a letra, é a conduta correta, é a conduta mais adequada, está correto, é a melhor
est correcte, est la bonne, est la réponse, est exacte, est la plus probable, est la plus appropriée, sont correctes, sont exactes, est juste
ist richtig, ist korrekt, ist die richtige, ist die korrekte, sind richtig, trifft zu, ist die beste
è corretta, è la risposta, è la corretta, è giusta, è quella corretta, sono corrette, è la più probabile, è la più appropriata
является правильным, правильный, верно, верен, верный, является верным, правильно
là đáp án, là đúng, đúng, adalah jawaban, adalah benar, doğrudur, doğru, هي الصحيحة, هو الصحيح, सही है, ถูกต้อง
"""

TICKS: Final = """
○, 〇, (o), 맞음, prawidłowa, poprawna, נכון, נכונה, صحيح, صحيحة, सही, ถูก, ถูกต้อง, verdadero, verdadeiro, 对, 對, правильный, vraie, vrais, 正しい
correct, true, right, yes, correcta, correcto, correta, correto, verdadera, verdadeira, certo, certa, exacte, vrai, vraie, richtig
corretta, vero, vera, верно, правильно, 正确, 正確, 正しい, 맞음, 옳음, đúng, benar, doğru, ✅, ✔, ☑, ✓
"""
"""A verdict behind an option, of the kind that is given to each option in turn."""

MARKS: Final = "✅, ✔, ☑, ✓"
"""Set before the one option that is right, where all the others are crossed out or bare."""

DEFINITE: Final = """
the, my, answer, best fits, fits best, 答案, 正解, 答え, 正答, 正답, 정답, la, a, o, die, 最, 選, 選択
"""
"""A confirmation that holds one of these says which option is the answer; the others may judge one statement of many."""

DENIED: Final = """
está contraindicada, está contraindicado, is contraindicated, est contre-indiquée, est contre-indiqué, ist kontraindiziert, è controindicata, è controindicato, é contraindicada, é contraindicado, 禁忌, исключается, исключаются, se descarta, queda descartada, è esclusa, と考えましたが, と考えたが, と思いましたが, と迷
nie jest, jest błędna, jest nieprawidłowa, błędna, błędne, nieprawidłowa, אינה נכונה, לא נכונה, שגויה, שגוי, غير صحيح, غير صحيحة, خاطئ, خاطئة, خطأ, है गलत, गलत, नहीं, सही नहीं, değil, değildir, yanlış, yanlıştır, sai, không đúng, ผิด, ไม่ถูก, ไม่ถูกต้อง, salah, tidak benar, 번이 아니, 번이 아닙, 가 아닙, 이 아닙, 번은 틀, 번은 오답, 은 오답, 는 오답, 틀림, : 틀, ではあり, ではなく, でなく, ×, ✗, (x), falsch, inkorrekt, fausse, faux, inexacte, errata, falsa, falso, sbagliata, scheidet aus, неправильный, не подходит
unlikely, less likely, least likely, very unlikely, improbable, poco probable, menos probable, improvável, menos provável, peu probable
is not, is incorrect, is wrong, is false, isn't, are not, are incorrect, are wrong, aren't, would not, cannot be
can be ruled, is less likely, is unlikely, is less, are less likely, does not, do not, doesn't, could be, might be
may be, would be wrong, are both wrong, are both incorrect, was wrong, is a distractor, incorrect, wrong, false, can't be
错误, 不正确, 不对, 错, 不符合, 不是, 錯誤, 不正確, は誤り, は間違い, ではない, は不適切, じゃない, が誤り, 는 틀, 은 틀, 가 아니, 이 아니
no es, es incorrecta, es incorrecto, es falsa, no son, son incorrectas, incorrecta, não é, está incorreta, é incorreta
está errada, é falsa, não são, estão incorretas, incorreta, errada, n'est pas, est fausse, est incorrecte, est inexacte
ist falsch, ist nicht, sind falsch, non è, è errata, è sbagliata, è falsa, неверно, неправильно, не является, неверный
"""

NEGATORS: Final = """
not, isn't, aren't, never, n't, cannot be, can't be, neither, nor, except, excluding, other than, rather than, instead of
rule out, ruled out, rules out, no longer, incorrect, wrong, unlikely, 不是, 并非, 非, 不选, 而不是, 排除
no, no es, descarta, não, não é, descartar, excluir, ne, pas, n'est pas, nicht, kein, keine, non, не, не является, 除外
ではなく, ではない, 아니라, 아닌, khong, không, bukan, değil, ليس, नहीं, negates, ruling out, against, cannot, can't, unable
"""

BUTS: Final = """
lecz, ale, בל, אלא, بل, बल्कि, แต่เป็น, mà là, bensì, 應為, 应为, 应选, 應選, かわりに
but, but rather, but instead, it's, it is, rather, sino, sino la, mas, mas sim, e sim, mais, sondern, ma, bensì, а
而是, で、, で, 하고, nhưng, melainkan
"""

JOINERS: Final = """
ed, oraz
and, &, +, as well as, y, e, et, und, и, та, i, en, och, og, ja, και, ve, và, dan, و, और, และ, also, along with, und auch
和, 与, 與, 及, 以及, 还有, と, 及び, および, 와, 과, 및, 하고, 그리고
"""

DOUBT_JOINERS: Final = """
or, and/or, o, u, ou, oder, или, lub, of, veya, hoặc, atau, أو, या, หรือ, eller, vagy, sau, either, vs, versus
或, 或者, 还是, または, か, もしくは, 또는, 혹은, 이나
"""

VOIDS: Final = """
none, none of, not, unknown, unclear, uncertain, undetermined, cannot, can't, n/a, na, insufficient, information not
no answer, no correct, neither, unable, impossible, don't know, error, ninguna, nenhuma, aucune, keine, nessuna
不确定, 无法, 以上都不, 都不, 無法, わからない, 不明, 없음, 알 수 없
"""
"""What a place that should hold the answer holds when the model gives none."""

ALL_OF_THEM: Final = """
all of the above, all the above, all of them, all options, all of these, all are correct, 以上全部, 以上都是, 全部, 以上すべて
todas las anteriores, todas as anteriores, todas as alternativas, toutes les réponses, alle genannten, tutte le precedenti
모두, все вышеперечисленное, tất cả
"""

ASIDES: Final = """
other, others, remaining, rest, less, explanation of, let's look, analyze, analysis, each option, otras, otros, demás
outras, outros, demais, as opções, autres, andere, anderen, altre, altri, другие, остальные, 其他, 其它, 他の, 다른, 解析, 分析
"""
"""In a sentence: what follows is discussed, not chosen."""

HEDGES: Final = """
if, suppose, assuming, assume, whether, unless, could be, might be, may be, possibly, perhaps, maybe, say, what if
如果, 假如, 是否, 也许, 可能是, もし, 만약, si, quizás, tal vez, podría, se, talvez, poderia, peut-être, falls, wenn, forse, если
might, could, guess, guessing, best guess
"""
"""Before an answer: it is supposed or doubted, not stated."""

SECOND_THOUGHTS: Final = """
wait, hmm, however, let me, actually, on second thought, reconsider, but wait, alternatively, hold on, double-check
等等, 不对, 但是, 等一下, 待って, しかし, 잠깐, 하지만, espera, sin embargo, espere, no entanto, porém, cependant, attendez
moment, allerdings, aspetta, tuttavia, подождите, однако
"""
"""After an answer: it may not be the last word."""

EXCEPTIONS: Final = """
except, not, false, incorrect, least, wrong, untrue, excluding, 除, 不正确, 错误, 不包括, 不是, 誤, 適切でない, 옳지, 틀린, 아닌, excepto
salvo, no, incorrecta, falsa, exceto, incorreta, não, sauf, fausse, inexacte, falsch, nicht, eccetto, errata, non, кроме, неверно
"""
"""In a question: the answer is the odd one out."""

ODD_ONES: Final = """
incorrect, false, wrong, exception, untrue, incorrecta, falsa, incorreta, errada, exceção, excepción, 错误, 不正确, 誤っている
exception is, inappropriate, unsuitable, not appropriate, not true, inadequada, inadecuada, fausse, falsch, errata, неверный, неверно, 틀린, 옳지 않은, least likely
"""

REFUSALS: Final = """
i cannot, i can't, i can not, i am unable, i'm unable, i am not able, i'm not able, i'm sorry, i am sorry, unable to
i apologize, i must decline, i won't, i will not, i do not feel comfortable, i don't feel comfortable, as an ai
i am not comfortable, i'm not comfortable, not appropriate for me, i don't have the ability, i do not have the ability
i refuse, cannot assist, can't assist, cannot provide, can't provide, can't help, cannot help, cannot answer, can't answer
i don't have personal, it is not appropriate, it is not ethical, i strongly advise against, not able to provide
no puedo, lo siento, no me es posible, não posso, desculpe, lamento, sinto muito, não consigo, je ne peux pas, désolé
je suis désolé, ich kann nicht, ich kann diese, ich kann keine, es tut mir leid, leider kann ich, non posso, mi dispiace
не могу, извините, к сожалению, 我无法, 无法回答, 抱歉, 对不起, 不能回答, 我不能, 申し訳, お答えできません, 回答できません, お手伝いできません
죄송, 답변할 수 없, 대답할 수 없, 제공할 수 없, tôi không thể, xin lỗi, maaf, saya tidak dapat, üzgünüm, لا أستطيع, آسف, क्षमा करें
"""

QUESTION_MARKS: Final = """
question, q, next question, user, human, instruction, patient question, problem, example
问题, 題目, 题目, 下一题, 質問, 問題, 問, 문제, 질문, pregunta, siguiente pregunta, pergunta, questão, usuário, usuario
frage, nächste frage, domanda, вопрос, pytanie, câu hỏi, pertanyaan, سؤال, שאלה, प्रश्न
"""
"""At the head of a line, with a colon: what follows is asked, not answered."""

BEFORE_OPTIONS: Final = """
that, because, since, but, think, believe, say, why, when, while, whereas, though, although, conclude, only, clearly
hence, is, if, que, dass, che, statements, as, believing, feel, find, finding, means, suggests, not, except, than
alternativas, letras, assertivas, afirmativa, proposición, aussagen
"""
"""A single letter behind one of these words may be an option; behind any other it is part of a name."""

BEFORE_NAMES: Final = """
vitamin, vitamins, hepatitis, group, type, factor, class, grade, stage, protein, complex, influenza, subtype, blood group
category, phase, level, zone, area, lead, step, point, line, figure, image, table, part, section, appendix, child-pugh
haemophilia, hemophilia, coenzyme, immunoglobulin, ig, streptococcus, segment, panel, chain, cytochrome, apolipoprotein
botulinum toxin, toxin, le fort, salter-harris, mobitz, bipolar, cluster, axis, hla, staphylococcal, cyclosporin, complement
vitamina, tipo, grupo, classe, clase, fator, grado, grau, estadio, estádio, figura, imagem, imagen, tabela, tabla
vitamine, groupe, facteur, typ, gruppe, faktor, klasse, gruppo, fattore, витамин, гепатит, группа, тип, фактор
维生素, 維生素, 肝炎, 乙型, 甲型, 型, 组, 组別, 因子, ビタミン, グループ, 비타민, 간염, 그룹, 제
"""
"""A letter or number after one of these is part of a name."""

COMPOUNDS: Final = """
false, true, gram, rh, non, pseudo, coagulase, falso, falsa, falsch, faux
"""
"""A word such as "positive" behind one of these is not the label."""

SPECIES: Final = """
coli, difficile, albicans, aureus, pneumoniae, botulinum, perfringens, tetani, diphtheriae, trachomatis, jejuni, lamblia
neoformans, cloacae, faecalis, faecium, pyogenes, pylori, influenzae, gondii, burgdorferi, pallidum, meningitidis
gonorrhoeae, aeruginosa, falciparum, vivax, immitis, dermatitidis, capsulatum, henselae, cereus, anthracis
"""
"""A letter before one of these, with or without a dot, is the first part of a name."""

AFTER_NAMES: Final = """
cell, cells, lymphocyte, lymphocytes, dimer, peptide, reactive, section, symptoms, fib, diff, chromosome, wave, waves, line
lines, scan, receptor, receptors, virus, toxin, chain, complex, antigen, ring, band, antagonist
mg, ml, mcg, kg, mmhg, mm, cm, days, day, weeks, week, months, month, years, year, hours, hour, minutes
"""
"""A letter or number before one of these is part of a name or of a quantity."""

AFTER_LETTERS: Final = """
are, were, estão, están, está, son, sont, est, sind, ist, sono, treffen, trifft, są, jest, nie, верны, верен, не, потому
because, since, as, due, given, which, that, with the, and, or, but, not, only, alone, here, based, for, while, whereas
rather, in this, option, is, was, would, this, the, instead, according, from, considering, who, where, when, without
porque, pois, já, ya, debido, dado, puesto, que, é, es, com, por, car, parce, puisque, qui, weil, da, denn, perché, poiché
потому, так, поскольку, ведь, vì, karena, çünkü, لأن, क्योंकि, y, e, et, und, и, o, ou, oder
"""
"""A single letter before one of these is an option even where it is also a word of the language."""

JSON_FIELDS: Final = """
answer, answers, answer_choice, answer_choices, final_answer, finalanswer, correct_answer, correct_option, choice, option
answer_letter, selected_option, selected_answer, predicted_answer, prediction, chosen_option, response, result, label
ans, letter, correct_choice, best_answer, classification, verdict, 答案, 正解, 정답, respuesta, resposta, réponse, antwort
"""
