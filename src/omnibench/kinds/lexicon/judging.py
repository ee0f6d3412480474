"""Words that say what an option is worth: right, wrong, doubtful, better than another, or right in another case."""

from __future__ import annotations

from typing import Final

CONFIRMED: Final = """
is the correct, is the right, is the best, is the answer, is the most likely, is the most appropriate
is the most probable, is the most suitable, is the most accurate, is the most consistent, is correct, is right
is the only correct, is true, is therefore correct, is therefore the correct, is thus the correct, is the likely
is most likely, is the single best, are correct, are the correct, are right, are both correct, are true
are the answers, is my answer, would be the best, would be the most likely, would be the most appropriate
would be the correct, is my final answer, best fits, fits best, is the appropriate, is also correct
is likely the correct, is the final answer, is the closest, seems the most likely, seems like the most likely
seems like the most appropriate, seems like the best, seems the best, seems most likely, appears most likely
seems like a reasonable, is an appropriate choice, is a reasonable choice, is an appropriate option
appears to be the most likely, appears to be the most appropriate, is the most crucial, is the most critical
is the most important, is the choice, is the answer choice, is consistent with, seems to be the most likely
is a correct, is most appropriate, es la correcta, es la respuesta, es la opción, es correcta, es correcto
es la más probable, es la más adecuada, es la más apropiada, son correctas, son las correctas, sería la correcta
sería la más adecuada, sería la más probable, es la mejor, es la alternativa, é a correta, é a resposta
é a alternativa, é a opção, está correta, é correta, é o correto, é a mais adequada, é a mais provável
é a mais apropriada, é a mais indicada, estão corretas, são corretas, seria a mais adequada, seria a mais provável
é a letra, é a conduta correta, é a conduta mais adequada, está correto, é a melhor, est correcte, est la bonne
est la réponse, est exacte, est la plus probable, est la plus appropriée, sont correctes, sont exactes, est juste
ist richtig, ist korrekt, ist die richtige, ist die korrekte, sind richtig, trifft zu, ist die beste, è corretta
è la risposta, è la corretta, è giusta, è quella corretta, sono corrette, è la più probabile, è la più appropriata
là đáp án, là đúng, đúng, adalah jawaban, adalah benar, doğrudur, doğru, is the right pick, the right pick
the right choice, has to be correct, must be correct, has to be the answer, hold, holds, is the right answer
är korrekt, är rätt, är riktigt, är det rätta, är rätt svar, is het juiste antwoord, is juist
is het goede antwoord, on oikein, on oikea, on oikea vastaus, er riktig, er korrekt, er rigtig, je správně
je správná, je správná odpověď, jsou správné, jsou správně, a helyes, a helyes válasz, helyes, este corectă
este corect, este răspunsul corect, sunt corecte, seçeneği doğru, doğru cevaptır, doğru yanıttır
seçeneği doğrudur, doğru seçenektir, są prawidłowe, są poprawne, jest prawidłowa, jest poprawna, jest prawidłową
sono vere, sono giuste, sono esatte, è vera, è esatta, es verdadera, son verdaderas, son ciertas, es cierta
é verdadeira, são verdadeiras, sont vraies, sont justes, est vraie, est la réponse exacte, ist wahr
ist die lösung, sind wahr, sind korrekt, stimmt, stimmen, là chính xác, chính xác, đều đúng, yang benar
yang tepat, is the better, is the better choice, is a better, is the best fit, is the best option
is the best answer, is preferred, is the preferred, would be correct, fits, wins, is what fits, seçiyorum, seçerim
şıkkını seçiyorum, seçeneğini seçiyorum, diyorum, seçenekleri doğrudur, seçenekleri doğru, şıkları doğrudur
şıkkı doğrudur, doğru cevap, doğru yanıt, treffen zu, ist zutreffend, sind zutreffend, ist die antwort
ist die beste antwort, ist die wahrscheinlichste, wäre richtig, passt am besten, passt, è quella giusta
è la migliore, è la scelta, è la più adatta, è l'opzione, convient, est la bonne réponse, est la meilleure
est la plus adaptée, es la indicada, es la alternativa correcta, es lo correcto, é o mais adequado
é o mais provável, é o indicado, là lựa chọn đúng, là phương án đúng, là chính xác nhất, là đúng nhất
phù hợp nhất, adalah yang paling tepat, adalah pilihan, paling tepat, paling sesuai, passar bäst, passer best
passer bedst, past het best, sopii parhaiten, je nejpravděpodobnější, a legvalószínűbb, este cea mai
qui est exacte, qui est correcte, qui est vraie, qui convient, que es correcta, que está correta, is the one
is the only one that fits, is the one that fits
是正确, 为正确, 正确, 是正確, 正確, 是对的, 是答案, 最合适, 最符合, 是最可能, 是最合适, 是最佳, 为最佳, 符合题意, 为本题答案, が正解, が正しい, は正しい, が最も適切, が適切, を選びます
を選択, が答え, を選ぶ, が該当, が正答, 均正确, 均正確, 都正确, 都正確, 都对, 是正确的, 皆正确, 皆正確, 更符合, 更合适, 更合適, 更恰当, 更恰當, 更可能, 更为合适, 最適當, 最適合, 最恰當
最恰当, 最為適當, 最为恰当, 最正确, 最正確, 是最佳选择, 是最佳選擇, 是最好的, を選択します, を選びたい, に該当, を正解, が妥当, が最適, が適当
가 정답, 이 정답, 이 맞, 가 맞, 이 옳, 가 옳, 가 가장 적절, 이 가장 적절, 번이 정답, 를 선택, 을 선택, 번을 선택, 를 고르, 을 고르, 를 고릅, 을 고릅, 를 답으로, 을 답으로
является правильным, правильный, верно, верен, верный, является верным, правильно, є правильною, є правильним
є вірною, правильна, є правильними, верны, правильны, подходит, подходят, соответствует условию, является ответом
является верным ответом, является правильным ответом
είναι σωστή, είναι η σωστή, είναι σωστό, είναι σωστές, ταιριάζει, είναι η πιο
נכונות, נכונה, נכון, היא הנכונה, צודקת, היא התשובה הנכונה, היא התשובה, הוא התשובה, הוא הנכון, היא הנכונה ביותר
هي الصحيحة, هو الصحيح, صحیح است, درست است, پاسخ صحیح است, صحيحة, صحيح, صحيحتان, هو الجواب الصحيح, هو الجواب
هي الاجابة الصحيحة, هي الاجابة, هو الخيار الصحيح, هي الصواب, هو الصواب, هو الاصح, هي الاصح
सही है, सही हैं, सही उत्तर है, सही जवाब है, सही विकल्प है, चुनूंगा, चुनूँगा, चुनूंगी, चुनता हूँ, चुनती हूँ
उत्तर है
ถูกต้อง, ถูกต้องที่สุด, เป็นคำตอบ, คือคำตอบ, เหมาะสมที่สุด
"""

TICKS: Final = """
○, 〇, (o), prawidłowa, poprawna, verdadero, verdadeiro, vraie, vrais, correct, true, right, yes, correcta
correcto, correta, correto, verdadera, verdadeira, certo, certa, exacte, vrai, richtig, corretta, vero, vera, đúng
benar, doğru, ✅, ✔, ☑, ✓, exactes, exacts, correctes, corrects, vraies, justes, correctas, correctos, ciertas
ciertos, verdaderas, verdaderos, corretas, corretos, verdadeiras, verdadeiros, corrette, corretti, vere, veri
esatte, giuste, poprawne, prawidłowe, prawdziwe, zutreffend, doğrudur, juist, goed, rätt, korrekt, oikein, správně
helyes, corect, corectă, prawda
对, 對, 正しい, 正确, 正確
맞음, 옳음, 맞다
правильный, верно, правильно, верны, правильны, верные, правильные
σωστό, σωστή
נכון, נכונה, נכונות
صحيح, صحيحة, صحيحة كلها, درست
सही
ถูก, ถูกต้อง
"""
"""A verdict behind an option, of the kind that is given to each option in turn."""

CROSSES: Final = """
false, wrong, incorrect, no, not correct, not true, not the answer, untrue, ❌, ✗, ✘, ×, ✖, (x), falso, falsa
incorrecta, incorrecto, incorreta, incorreto, errada, errado, faux, fausse, inexacte, falsch, nicht richtig
errata, sbagliata, sbagliato, nieprawidłowa, błędna, fałsz, nie, nein, não, non, sai, salah, yanlış, hayır
onjuist, fout, fel, väärin, ruled out, is ruled out, are ruled out, ruled-out, excluded, is excluded, eliminated
is eliminated, rejected, valt af, vallen af, fällt weg, scheidet aus, ausgeschlossen, ist ausgeschlossen, entfällt
descartada, descartado, descartadas, descartados, eliminada, eliminado, excluida, excluído, excluída, éliminée
éliminé, exclue, exclu, écartée, esclusa, escluso, scartata, odpada, odrzucone, wykluczone, vyloučeno, odpadá
loại, bị loại, dieliminasi, elenir, eliyoruz, not it, out
错误, 错, 錯誤, 不正确, 不正確, 不对, 誤り, 間違い, 不適切, 排除, 除外
틀림, 오답, 아님, 제외
неверно, неправильно, неверный, нет, ні, невірно, исключён, исключена, исключается
απορρίπτεται, απορρίπτονται, λάθος
שגוי, לא נכון, מופרך, נשלל
غلط, خطا, خاطئة, مستبعد, مستبعدة
गलत
ผิด
"""
"""The opposite of a tick."""

VERDICT_COPULAS: Final = """
is, are, es, é, est, ist, è, jest, er, är, this is, é a, es la, est la, is the, ist die, è la, this is the, es una
é uma
是, は
은, 는
это
"""

MARKS: Final = "✅, ✔, ☑, ✓"
"""Set before the one option that is right, where all the others are crossed out or bare."""

DEFINITE: Final = """
the, my, answer, best fits, fits best, la, a, o, die, det, den, het, oikea, správná, helyes, cevaptır, yanıttır
答案, 正解, 答え, 正答, 正답, 最, 選, 選択
정답
η, το
صحیح
"""
"""A confirmation that holds one of these says which option is the answer; the others may judge one statement of many."""

ANSWER_WORDS: Final = """
answer, the correct, the right, the only correct, respuesta, la correcta, la opción correcta, resposta, a correta
o correto, réponse, la bonne, antwort, die richtige, risposta, la corretta, quella corretta, odpowiedź
odpowiedzią, đáp án, jawaban, cevap, yanıt, svar, svaret, antwoord, vastaus, odpověď, válasz, răspunsul, cevaptır
yanıttır, the right pick, has to be correct, must be correct, lösung
答案, 正解, 答え, 正答
정답
ответ, правильным, відповідь, відповіддю
απάντηση
תשובה
الاجابة, پاسخ
उत्तर, जवाब
คำตอบ
"""
"""A confirmation that holds one of these gives the answer, and does not only call an option the best of some."""

DENIED: Final = """
está contraindicada, está contraindicado, is contraindicated, est contre-indiquée, est contre-indiqué
ist kontraindiziert, è controindicata, è controindicato, é contraindicada, é contraindicado, se descarta
queda descartada, è esclusa, nie jest, jest błędna, jest nieprawidłowa, błędna, błędne, nieprawidłowa, değil
değildir, yanlış, yanlıştır, sai, không đúng, salah, tidak benar, ×, ✗, (x), falsch, inkorrekt, fausse, faux
inexacte, errata, falsa, falso, sbagliata, scheidet aus, unlikely, less likely, least likely, very unlikely
improbable, poco probable, menos probable, improvável, menos provável, peu probable, is not, is incorrect
is wrong, is false, isn't, are not, are incorrect, are wrong, aren't, would not, cannot be, can be ruled
is less likely, is unlikely, is less, are less likely, does not, do not, doesn't, could be, might be, may be
would be wrong, are both wrong, are both incorrect, was wrong, is a distractor, incorrect, wrong, false, can't be
no es, es incorrecta, es incorrecto, es falsa, no son, son incorrectas, incorrecta, não é, está incorreta
é incorreta, está errada, é falsa, não são, estão incorretas, incorreta, errada, n'est pas, est fausse
est incorrecte, est inexacte, ist falsch, ist nicht, sind falsch, non è, è errata, è sbagliata, è falsa
is the incorrect, is the false, is the wrong, is the exception, is not true, is untrue, is the odd one
passt nicht, scheiden aus, fällt weg, entfällt, is onjuist, is niet juist, är fel, är inte, är felaktig, er feil
er forkert, ei ole, on väärin, není, je nesprávně, je špatně, nem helyes, nem, hibás, este greșită, este incorectă
nu este, has been ruled out, is ruled out, is out, is too, ruled out, excluded, eliminated, rejected, valt af
vallen af, valt weg, vallen weg, odpada, odpadá, odpadają, elenir, ist ausgeschlossen, ausgeschlossen, descartada
descartado, eliminada, éliminée, exclue, scartata, bị loại, loại, sont fausses, sont inexactes, sont incorrectes
sono false, sono errate, sono sbagliate, son falsas, son erróneas, são falsas, são erradas, są błędne
są nieprawidłowe, sind unrichtig, não procedem, treffen nicht zu, trifft nicht zu, är felaktiga, er forkerte
zijn onjuist, ovat vääriä, nejsou správné, nem helyesek, sunt greșite, is excluded, are excluded, is eliminated
are eliminated, is rejected, are rejected, are ruled out, was ruled out, were ruled out, can be excluded
can be eliminated, can be rejected, must be wrong, sind ausgeschlossen, est exclue, est exclu, est éliminée
está descartada, está descartado, è escluso, é descartada, é excluída, are inferior, is inferior, inferior
are less, less suitable, less appropriate, are less suitable, not typically, not as, son menos, são menos
são incorretas, sont moins, sind weniger, sono meno
禁忌, と考えましたが, と考えたが, と思いましたが, と迷, ではあり, ではなく, でなく, 错误, 不正确, 不对, 错, 不符合, 不是, 錯誤, 不正確, は誤り, は間違い, ではない, は不適切, じゃない
が誤り, 排除, 除外, 可以排除, 可排除, 较不, 不太, 不适合, 不適合
번이 아니, 번이 아닙, 가 아닙, 이 아닙, 번은 틀, 번은 오답, 은 오답, 는 오답, 틀림, : 틀, 는 틀, 은 틀, 가 아니, 이 아니
исключается, исключаются, неправильный, не подходит, неверно, неправильно, не является, неверный, не є
є неправильною, неправильна, невірна, исключён, исключена, неверны, неправильны
δεν είναι, είναι λάθος, είναι λανθασμένη, απορρίπτεται, απορρίπτονται, είναι λανθασμένες
אינה נכונה, לא נכונה, שגויה, שגוי, מופרכת, נשללת
غير صحيح, غير صحيحة, خاطئ, خاطئة, خطا, نادرست است, غلط است, صحیح نیست, نیست, مستبعد, مستبعدة
है गलत, गलत, नहीं, सही नहीं
ผิด, ไม่ถูก, ไม่ถูกต้อง
"""

NEGATORS: Final = """
not, isn't, aren't, never, n't, cannot be, can't be, neither, nor, except, excluding, other than, rather than
instead of, rule out, ruled out, rules out, no longer, incorrect, wrong, unlikely, no, no es, descarta, não, não é
descartar, excluir, ne, pas, n'est pas, nicht, kein, keine, non, khong, không, bukan, değil, negates, ruling out
against, cannot, can't, unable, inte, ikke, ei, není, nem, nu, nie, niet, geen, yok, nejde o, nejsou, hayır
jangan, đừng, ne pas, không phải, không phải là, non è, non sono, nie jest to, er ikke, är inte, is niet
ist nicht, sind nicht, nu este, ce n'est pas, no se trata de, no son
不是, 并非, 非, 不选, 而不是, 排除, 除外, ではなく, ではない, 未见, 未見, 无, 無, 没有, 沒有, 否认, 否認
아니라, 아닌
не, не является, не є
δεν, όχι
אינה, אינו, אין, לא
ليس, نیست, لست, ليست, لیس, لیست
नहीं
ไม่, ไม่ใช่
"""

REJECTORS: Final = """
not, isn't, n't, cannot be, no es, no son, não é, não são, n'est pas, ne sont pas, nicht, kein, keine, non è
non sono, nie jest, nie, not be, ikke, inte, ei ole, ei, není, nejsou, nem, nu este, nu, niet, geen, bukan
không phải, không, không phải là, no, não, non, ne
不是, 并非, 並非, 非, 不, 別, 别, 勿, 不能, 不应, 不應
не, это не, не є
δεν είναι, δεν, όχι
לא, אינה, אינו
ليس, ليست, لا, لیس, نیست
ไม่ใช่
"""
"""Directly before an answer noun or a verb of choosing: what follows is not the answer."""

INSTEADS: Final = """
değil, değil de
ではなく, ではなくて, じゃなく, じゃなくて, でなく
가 아니라, 이 아니라, 번이 아니라, 는 아니고, 은 아니고, 가 아닌, 이 아닌, 번이 아닌
नहीं, नहीं बल्कि, नहीं है बल्कि
"""
"""Behind an option, before another one: not the first but the second."""

BUTS: Final = """
lecz, ale, mà là, bensì, but, but rather, but instead, it's, it is, rather, sino, sino la, mas, mas sim, e sim
mais, sondern, ma, nhưng, melainkan, tylko, sondern um, ma è, ma la, mais plutôt, mais bien, mais la, c'est
es ist, es la, è la, é a, pero, pero la, maar, maar wel, utan, men, vaan, nýbrž, hanem, ci
應為, 应为, 应选, 應選, かわりに, 而是, で、, で
하고
а, але
αλλά
בל, אלא
بل, بلکه, بل هو, بل هي
बल्कि
แต่เป็น
"""

CONTRASTS: Final = """
rather than, instead of, and not, but not, not, as opposed to, over, en lugar de, en vez de, y no, em vez de
e não, ao invés de, plutôt que, et non, au lieu de, statt, anstelle von, und nicht, anziché, invece di, e non
zamiast, a nie, in plaats van, i stället för, thay vì
而不是, 而非
вместо, а не, замість
"""
"""Between two options, of which the first is chosen and the second is not."""

VOIDS: Final = """
none, none of, not, unknown, unclear, uncertain, undetermined, cannot, can't, n/a, na, insufficient
information not, no answer, no correct, neither, unable, impossible, don't know, error, ninguna, nenhuma, aucune
keine, nessuna
不确定, 无法, 以上都不, 都不, 無法, わからない, 不明
없음, 알 수 없
"""
"""What a place that should hold the answer holds when the model gives none."""

OTHERS: Final = """
other options, other choices, other answers, other answer choices, other alternatives, remaining options
the others, the rest, otras opciones, demás opciones, las demás, outras opções, outras alternativas
demais alternativas, as demais, autres options, autres propositions, les autres, andere optionen, anderen optionen
anderen antworten, die anderen, altre opzioni, le altre, pozostałe odpowiedzi, pozostałe opcje, diğer seçenekler
其他选项, 其它选项, 其他選項, 其余选项, 他の選択肢, その他の選択肢
다른 선택지, 나머지 선택지, 다른 보기
остальные варианты, другие варианты
"""
"""All options but the one that was spoken of."""

ASIDES: Final = """
other, others, remaining, rest, less, explanation of, let's look, analyze, analysis, each option, otras, otros
demás, outras, outros, demais, as opções, autres, andere, anderen, altre, altri, second, second best, second-best
second choice, runner-up, next best, segunda, segundo, zweite, seconde, deuxième, seconda
其他, 其它, 他の, 解析, 分析, 第二
다른
другие, остальные, второй
"""
"""In a sentence: what follows is discussed, not chosen."""

HEDGES: Final = """
if, suppose, assuming, assume, whether, unless, could be, might be, may be, possibly, perhaps, maybe, say, what if
quizás, tal vez, podría, talvez, poderia, peut-être, falls, wenn, forse, might, could, guess, guessing, best guess
om, hvis, jos, pokud, jestli, ha, dacă, jeśli, eğer, nếu, jika, kanske, možná, talán, poate, może, belki, có thể
mungkin, même si, sauf si, comme si, incluso si, pero si, y si, mais si, et si, ma se, e se, mas se, o se
anche se
如果, 假如, 是否, 也许, 可能是, もし
만약
если, якщо, можливо
αν, ίσως
اگر, شاید
"""
"""Before an answer: it is supposed or doubted, not stated."""

SECOND_THOUGHTS: Final = """
wait, hmm, however, let me, actually, on second thought, reconsider, but wait, alternatively, hold on
double-check, espera, sin embargo, espere, no entanto, porém, cependant, attendez, moment, allerdings, aspetta
tuttavia
等等, 不对, 但是, 等一下, 待って, しかし
잠깐, 하지만
подождите, однако
"""
"""After an answer: it may not be the last word."""

CONDITIONS: Final = """
if, in, for, with, during, when, unless, had, were, should, otherwise, usually, typically, generally, si, en, para
con, cuando, se, em, com, quando, wenn, falls, bei, für, chez, pour, dans, lors, in caso di, per, nei, nelle
jeśli, gdyby, u pacjentów, als, om, vid, hos, eğer, nếu, jika, apabila, pada, trong, dacă, ha, pokud, jos
如果, 若, 假如, 对于, 對於, 在, もし
만약
если, при, для, у пациентов, якщо
αν
אם
اذا, لو, اگر
यदि, अगर
ถ้า, หาก
"""
"""At the head of a sentence: what follows holds in a case of its own."""

CONDITIONS_AFTER: Final = """
if, in, for, only, when, unless, with, during, would be, in case of, among, before, after, si, en caso de, en
para, solo, sólo, cuando, se, em, apenas, quando, somente, wenn, falls, bei, nur, chez, pour, en cas de, solo se
in caso di, per, nei, nelle, jeśli, jeżeli, tylko
если, при, только
"""
"""Behind an option that is called right: it is so in that case."""

THIS_CASE: Final = """
this, these, that, the, our, his, her, him, conclusion, summary, short, brief, order, addition, general, view
light, my, me, such, a patient, a man, a woman, an, fact, contrast, other words, question, scenario, here, it
reasons, this reason, medicine, este, esta, esto, conclusión, resumen, el caso, la pregunta, el paciente
la paciente, nuestro, lo tanto, mi, ello, cambio, esse, essa, neste, nesse, conclusão, resumo, o caso, o paciente
a paciente, isso, suma, relação, questão, diesem, dieser, diese, diesen, dem, der, unserem, ce, cet, cette, ces
résumé, le cas, le patient, la patiente, questo, questa, questi, conclusione, sintesi, il paziente, la paziente
tym, tej, tego, này, ini, bu
本题, 此, 这, 该, 本例, 上述
этого, этом, данного, данном
"""
"""Behind a condition: it is the case in hand."""

OTHER_PEOPLE: Final = """
students, student, many, others, some, people, examinees, candidates, test takers, test-takers, clinicians
physicians, doctors, one might, some might, you might, often, commonly choose, frequently, estudiantes, muchos
algunos, alunos, estudantes, muitos, alguns, étudiants, beaucoup, certains, viele, manche, studenten, studenti
molti, alcuni, studenci, wielu, niektórzy
学生, 很多, 许多, 有人, 考生, 多くの
학생
студенты, многие, некоторые
"""
"""Before a verb of choosing: it is not the model that chooses."""

RETRACTIONS: Final = """
scratch that, strike that, correction, let me correct, let me revise, i made a mistake, i was wrong, my mistake
i misread, changed my mind, no wait, corrección, rectifico, me equivoqué, correção, corrijo, je corrige
je me suis trompé, korrektur, correggo, mi correggo, poprawka, düzeltme, koreksi
更正, 我错了, 我錯了, 訂正
정정
исправляю
"""
"""What was said before is taken back as a whole."""

REVISIONS: Final = """
wait, actually, correction, on second thought, on reflection, scratch that, let me correct, let me revise
i made a mistake, i was wrong, my mistake, i misread, sorry, reconsider, reconsidering, revised answer, no longer
changed my mind, re-reading, espera, corrección, rectifico, me equivoqué, na verdade, correção, corrijo, espere
attendez, je corrige, je me suis trompé, moment, korrektur, genauer betrachtet, aspetta, correggo, mi correggo
poprawka, chwila, właściwie, aslında, düzeltme, khoan, tunggu, koreksi, no wait, strike that
等等, 更正, 重新考虑, 我错了, 不对, 等一下, 待って, 訂正
잠깐, 정정
подождите, исправляю, на самом деле
"""
"""What follows takes back what was said."""

EXCEPTIONS: Final = """
except, not, false, incorrect, least, wrong, untrue, excluding, excepto, salvo, no, incorrecta, falsa, exceto
incorreta, não, sauf, fausse, inexacte, falsch, nicht, eccetto, errata, non
除, 不正确, 错误, 不包括, 不是, 誤, 適切でない
옳지, 틀린, 아닌
кроме, неверно
"""
"""In a question: the answer is the odd one out."""

ODD_ONES: Final = """
incorrect, false, wrong, exception, untrue, incorrecta, falsa, incorreta, errada, exceção, excepción, exception is
inappropriate, unsuitable, not appropriate, not true, inadequada, inadecuada, fausse, falsch, errata, least likely
not correct, the odd one, fałszywe, nieprawidłowe, błędne, nieprawdziwe
错误, 不正确, 誤っている, 不對, 不正確, 誤り
틀린, 옳지 않은
неверный, неверно
"""

REFUSALS: Final = """
i cannot, i can't, i can not, i am unable, i'm unable, i am not able, i'm not able, i'm sorry, i am sorry
unable to, i apologize, i must decline, i won't, i will not, i do not feel comfortable, i don't feel comfortable
as an ai, i am not comfortable, i'm not comfortable, not appropriate for me, i don't have the ability
i do not have the ability, i refuse, cannot assist, can't assist, cannot provide, can't provide, can't help
cannot help, cannot answer, can't answer, i don't have personal, it is not appropriate, it is not ethical
i strongly advise against, not able to provide, no puedo, lo siento, no me es posible, não posso, desculpe
lamento, sinto muito, não consigo, je ne peux pas, désolé, je suis désolé, ich kann nicht, ich kann diese
ich kann keine, es tut mir leid, leider kann ich, non posso, mi dispiace, tôi không thể, xin lỗi, maaf
saya tidak dapat, üzgünüm, przepraszam, nie mogę, niestety nie, przykro mi, sorry, ik kan geen, ik kan niet
het spijt me, helaas kan ik, tyvärr, jag kan inte, jag kan tyvärr, beklager, jeg kan ikke, desværre, omlouvám se
nemohu, bohužel, îmi pare rău, nu pot, sajnálom, nem adhatok, nem tudok, valitettavasti, en voi, olen pahoillani
veremem, cevap veremem, maalesef, mohon maaf, tidak bisa memberikan
我无法, 无法回答, 抱歉, 对不起, 不能回答, 我不能, 申し訳, お答えできません, 回答できません, お手伝いできません, 無法提供, 無法回答, 无法提供, 很抱歉
죄송, 답변할 수 없, 대답할 수 없, 제공할 수 없
не могу, извините, к сожалению, вибачте, на жаль, я не можу
λυπάμαι, δεν μπορώ, συγγνώμη
מצטער, איני יכול, אינני יכול, לא יכול, איני יכולה
لا استطيع, اسف, عذراً, لا يمكنني, اعتذر, متاسفم, نمی توانم
क्षमा करें, मैं चिकित्सा सलाह नहीं, माफ़ करें
ขออภัย, ขอโทษ, ไม่สามารถ
"""
