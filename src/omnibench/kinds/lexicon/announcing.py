"""Words that name an answer: nouns, verbs of choosing, what stands between, how options are joined."""

from __future__ import annotations

from typing import Final

ANSWER_NOUNS: Final = """
risposte corrette, korrekt ist, zutreffend ist, prawidłową odpowiedzią, poprawną odpowiedzią, poprawna odpowiedź
prawidłowe odpowiedzi, poprawne odpowiedzi, phương án đúng, lựa chọn đúng, chọn, yanıtı, doğru yanıt
doğru cevaplar, pilihan yang tepat, jawabannya, son correctas, estão corretas, são verdadeiras, sont exactes
réponses exactes, réponses correctes, propositions correctes, proposition exacte, answer, answers, ans
correct option, correct options, correct choice, correct choices, correct response, correct statement
correct statements, correct one, right option, right choice, best option, best choice, best response
appropriate option, appropriate choice, likely option, likely choice, suitable option, correct is, correct are
correct, final choice, final decision, my choice, chosen option, selected option, correct label, label
classification, conclusion, verdict, respuesta, respuestas, opción correcta, opciones correctas
alternativa correcta, alternativas correctas, la correcta, las correctas, opción más adecuada, opción más probable
resp, resposta, respostas, gabarito, opção correta, letra correta, alternativa correta, conduta correta
assertiva correta, a correta, opção mais adequada, alternativa mais adequada, alternativas corretas
opções corretas, as corretas, réponse, réponses, reponse, bonne réponse, option correcte, proposition correcte
propositions exactes, choix correct, antwort, antworten, lösung, richtige option, richtig ist, richtig sind
juiste optie, antwoord, risposta, risposte, opzione corretta, alternativa corretta, scelta corretta, odpowiedź
prawidłowa odpowiedź, odpověď, válasz, răspuns, svar, svaret, vastaus, yanıt, cevap, doğru seçenek, đáp án
câu trả lời, jawaban, jawapan, sagot, rätt svar, korrekta svaret, rätta svaret, rätt alternativ
det rätta alternativet, riktig svar, riktige svaret, riktig alternativ, rigtige svar, korrekte svar, oikea vastaus
oikea vaihtoehto, oikeat vastaukset, správná odpověď, správná možnost, správné odpovědi, správně je, správně jsou
správna odpoveď, helyes válasz, a helyes válasz, helyes opció, helyes válaszok, răspunsul corect, varianta corectă
răspunsurile corecte, răspunsul, variantele corecte, doğru yanıtlar, doğru şık, correctas, corretas, correctes
vraies sont, vraies, solución, la solución, solução, soluzione, oplossing, rozwiązanie, klasyfikacja
clasificación, classificação, classificazione, klassifikation, classificatie, chính xác là, đáp án chính xác
correct pick, right pick, juiste antwoord, correcte antwoord, goede antwoord, juiste antwoorden, gesucht ist
gesucht sind, gefragt ist, gesuchte antwort, is coded as, is classified as, coded as, classified as, the code is
correct code, right code, best code, icd-10 code, endgültige antwort, nihai cevap, nihai yanıt, slutgiltigt svar
slutsvar, endelig svar, endeligt svar, eindantwoord, definitieve antwoord, lopullinen vastaus, konečná odpověď
végső válasz, răspuns final, răspunsul final, ostateczna odpowiedź, końcowa odpowiedź, respuesta final
resposta final, réponse finale, risposta finale, jawaban akhir, only one left, only option left, only choice left
only remaining option, one left
我选择, 我選擇, 应选择, 應選擇, 故选择, 所以选择, 因此选择, 本题选择, 改选, 改選, 應是, 应是, 應該是, 应该是, 應為, 考虑为, 正答, 答案, 答案是, 答, 正确选项, 正確選項, 正确的选项
正确的是, 應選, 应选, 故选, 故選, 所以选, 因此选, 选择, 選擇, 本题选, 我选, 选, 選, 正解, 答え, 解答, 回答, 正しい選択肢, 正しいもの, 正しいのは, 適切なのは, 選択, 分类为, 分類為
分类, 分類, 判定, 判断, 结论, 結論, 诊断为, ラベル, 正しい答え, 正确答案, 正確答案, 正確解答, 最终答案, 最終答案, 最終的な答え, 最終解答, 最終回答, 正确的为
올바른 선택지, 정답, 답, 답변, 올바른 답, 올바른 선택, 옳은 것, 분류, 판정, 결론, 최종 답, 최종 정답, 최종 답변
правильным ответом, верным ответом, правильные ответы, верный вариант ответа, ответ, правильный вариант
верный вариант, відповідь, правильна відповідь, правильний варіант, вірна відповідь, правильною відповіддю
правильні відповіді, вірний варіант, верны, верны варианты, правильны, правильный выбор, правильний вибір, решение
окончательный ответ, окончательно, остаточна відповідь, верно –, верно -, верно:, правильно:, правильно –, верно —
απάντηση, σωστή απάντηση, η σωστή απάντηση, σωστή επιλογή, σωστή είναι, σωστές απαντήσεις, ορθή απάντηση
τελική απάντηση
האפשרות הנכונה, גזירת, תשובה, התשובה, התשובות הנכונות, התשובות
الاجابة, الجواب, الخيار الصحيح, اجابة, جواب, پاسخ, پاسخ صحیح, جواب درست, پاسخ درست, گزینه صحیح, گزینه درست
جواب صحیح, پاسخ های صحیح, الاجابات الصحيحة, الاجابات, الخيارات الصحيحة, پاسخ نهایی
सही जवाब, जवाब, उत्तर, सही विकल्प, सही उत्तर, अंतिम उत्तर
ตอบ, ข้อที่ถูกต้อง, คำตอบ, ข้อที่ถูก, คำตอบที่ถูกต้อง, คำตอบที่ถูก
উত্তর, பதில்
"""

OPTION_NOUNS: Final = """
both, option, options, choice, choices, answer, answers, letter, letters, alternative, statement, item, opción
opciones, alternativa, alternativas, inciso, letra, letras, la letra, respuesta, opção, opções, assertiva
resposta, proposition, propositions, lettre, réponse, l'option, la proposition, antwort, antwortmöglichkeit
möglichkeit, buchstabe, aussage, opzione, opzioni, lettera, risposta, phương án, lựa chọn, opsi, pilihan, seçenek
şık, optie, alternativ, vaihtoehto, odpowiedź, opcja, number, número, numéro, nummer, numero, numer, antwoord
możliwość, opcje, odpowiedzi, možnost, možnosti, odpověď, răspunsul, varianta, varianten, variantele, válasz
opció, vaihtoehdon, vaihtoehdot, vastaus, svar, alternativet, svaralternativ, opties, antwoorden, seçeneği, şıkkı
statements, propozycja, aussagen, affirmations, affermazioni, proposizioni, afirmaciones, afirmações, pick
stwierdzenie, stwierdzenia, zdanie
选项, 選項, 选择, 選択肢, 選擇, 答案, 第
보기, 선택지
вариант, варианты, буква, ответ, пункт, номер, варіант, варіанти, відповідь, відповіді, номером
επιλογή, επιλογές, απάντηση
אפשרות, תשובה, תשובות
الخيار, گزینه, گزینه های, اجابة, الاجابة, الاجابات
विकल्प, विकल्पों
ข้อ, ตัวเลือก
"""

FILLERS: Final = """
e', corrette, esatta, esatte, giusta, giuste, exactes, justes, poprawna, prawidłowa, jest, to, prawidłowo, będzie
tepat, paling, chính xác, korrekte, korrekt, is, are, was, be, would be, should be, will be, must be, is thus
seems to be, appears to be, =, ->, →, =>, :, the, this, that, question, for, of, in, case, scenario, here, given
above, below, following, my, as, so, then, therefore, thus, hence, likely, most, best, correct, right, appropriate
final, single, probable, accurate, indeed, clearly, definitely, probably, simply, just, among, options, option
choice, choices, letter, both, only, either, two, label, classification, answer, answers, response, i choose
i would choose, one, statement, statements, suitable, it, we, choose, select, patient, diagnosis, next step, step
management, treatment, all, and is, 's, es, son, sería, serían, la, el, los, las, de, a la, a esta, esta, este
pregunta, opción, opciones, más, adecuada, correcta, correctas, por lo tanto, letra, inciso, entonces, del, caso
apropiada, é, são, seria, seriam, a, o, os, da, do, para, questão, pergunta, opção, mais, adequada, correta
corretas, alternativa, alternativas, item, portanto, então, esse, paciente, está, na, está no, est, sont, serait
la bonne, le, les, à, cette, donc, l'option, proposition, propositions, lettre, correcte, exacte, c'est, ist, sind
wäre, lautet, lauten, die, der, das, auf, diese, frage, richtige, richtig, also, buchstabe, daher, è, sono
sarebbe, il, lo, alla, domanda, quindi, corretta, opzione, opzioni, lettera, dunque, —, –, -, brzmi, je, är, er
on, on vaihtoehto, là, của, câu, hỏi, đúng, phương án, adalah, ialah, yang, benar, opsi, pilihan, untuk, seçenek
şık, doğru, het, goede, juiste, optie, därför, således, alltså, det, den, rätta, korrekta, alternativ, siis, tehát
az, ezért, deci, sunt, varianta, tedy, proto, možnost, jsou, därmed, dus, antwoord, lautet daher, ➜, ➔, ⇒, jsou to
są to, są, sont les, le proposizioni, właśnie, zatem, więc, karenanya, yaitu, cuối cùng, finale, finales, finali
finais, finalna, końcowa, ostateczna, ostatecznie, akhir, akhirnya, nihai, lõplik, definitiva, definitivo
endgültig, endgültige, por, eso, nihayet, finală, odpowiedzi, opcje, risposte, réponses, respuestas, respostas
antworten, cevaplar, deshalb, alors, ist die, ist das, je to, is dus, to jest, c'est la proposition, might be
may be, could be, is probably, is most likely, would probably be, is likely
是, 为, 為, 应该, 應該, 应为, 应, 該, 该, 题, 題, 本题, 的, 最, 可能, 正确, 正確, 选项, 選項, 选择, 就是, 即, 有, 包括, 分别是, は, が, も, 選択肢, となります, として
番号, の, です, は、
는, 은, 가, 이, 번호, 선택지, 보기, 다음과 같습니다
ответа, является, это, вариант, под, буквой, на, вопрос, правильный, верный, є, це, варіант, отже, під, номером
номер, ответы, варианты, утверждения, будет, будут, есть
είναι, η, το, οι, τα, άρα, επιλογή, είναι η επιλογή, τελική
היא, הנכונה, הסופית, הסופי, סופית
هي, هو, الصحيحة, الصحيح, الخيار, است, گزینه, برابر, عبارت است از, النهائية, النهائي, اذن, اذًا, نهایی, الاجابات
है, विकल्प, सही
ที่ถูกต้อง, ที่ถูกต้องคือ, ที่ถูก, ที่ถูกคือ, คือข้อ, คือ, ข้อ, สุดท้าย
"""
"""What may stand between an answer noun and the answer itself."""

COPULAS: Final = """
e', jest, is, are, would be, should be, must be, will be, be, seems to be, appears to be, remains, becomes, =, :
being, include, includes, with, points to, suggests, indicates, suggest, supports, es, son, sería, serían, ser, é
são, seria, seriam, est, sont, serait, ist, sind, wäre, lautet, è, sono, sarebbe, —, là, adalah, är, er, on, je
este, sunt, jsou, są, van, blir, oli, zijn, lautet daher
是, 为, 為, 即, は, が
이다, 는, 은
является, это, є
είναι
היא
هي, هو, است
है
คือ
"""

LEADS: Final = """
most, best, correct, right, appropriate, likely, answer, answers, true, consistent, suitable, first-line
recommended, indicated, preferred, treatment of choice, of choice, next step, main diagnosis, leading diagnosis
principal, hipótese diagnóstica, hipótesis diagnóstica, diagnóstico principal, hypothèse principale
the option that, the one that, the statement that, alternativa que, opção que, assertiva que, afirmativa que
opción que, la que, más, mejor, correcta, correcto, adecuada, adecuado, respuesta, mais, melhor, correta, correto
adequada, adequado, resposta, indicada, verdadeira, plus, meilleure, correcte, exacte, réponse, richtige
wahrscheinlichste, antwort, beste, più, migliore, corretta, risposta, first choice, first option
wahrscheinlichsten, am ehesten, najbardziej, najlepszą, en olası, en uygun, nejpravděpodobnější, waarschijnlijkste
mest sannolika, mest sandsynlige, todennäköisin, legvalószínűbb, cel mai probabil, sehr wahrscheinlich
paling mungkin, paling tepat, phù hợp nhất, có khả năng nhất
最, 正确, 正確, 答案, 正解, 適切, 正しい, 首先, 最優先, 最优先, 優先, 优先, 第一步, 最も, 優先的
가장, 정답, 적절
наиболее, правильный, верный, ответ
πιο πιθανή
ביותר
الاكثر, الارجح
सबसे
"""
"""A sentence whose copula is followed by an option answers the question when one of these stands before it."""

CHOOSERS: Final = """
yo elegiría, marcaría, marcaria, je retiens, je pencherais pour, je dirais, il reste, queda, resta
ich entscheide mich für, ich würde, meine wahl fällt auf, bleibt, sceglierei, mi fa scegliere, direi, wybieram
tôi chọn, nên tôi chọn, saya memilih, memilih, i choose, i would choose, i'd choose, i'll choose, i select
i would select, i'll select, i'd select, i pick, i'd pick, i'll pick, i would pick, i'll go with, i'd go with
i would go with, i will go with, go with, going with, i will choose, i will select, we choose, we select
we can choose, select, my answer, i opt for, opt for, settle on, i am choosing, leaning towards, i mean, i meant
it's, it is, it must be, that's, that is, which is, this is, leaves, leaving, points to, corresponds to
corresponding to, matches, this matches, choose, pick, conclude, elijo, escojo, selecciono, me quedo con
corresponde a, marque, marcar, assinalar, escolho, seleciono, fico com, je choisis, ich wähle, scelgo, i'd say
i would say, my guess is, my best guess is, my pick is, my choice is, i'd guess, i'm going with, i lean towards
i'd lean towards, i'd opt for, i am going with, i vote for, väljer, jag väljer, jeg velger, jeg vælger
ik kies voor, ik kies, kies ik, ik ga voor, valitsen, volím, vybírám, zvolím, választom, a választásom, aleg
voi alege, seçiyorum, seçerim, opto per, scelgo la, optaría por, opto por, optaria por, eu marcaria, escolheria
je choisirais, j'opterais pour, j'opte pour, ich würde mich für, entscheide mich für, bleibt nur, nur noch, reste
resterebbe, pozostaje, zostaje, i'd lean toward, i lean toward, lean toward, we are left with, left with
leaves us with, that makes, leaving only, which leaves, remains, stawiam na, me decanto por, me inclino por
fico com a, je penche pour, saya pilih, pilihan saya, tips the balance to, tips the balance towards
tips the balance toward, tips the scale to, tips the scales to, tips the scales toward, point to, point towards
points towards, pointing to, come back to, came back to, return to, i'm back to, favors, favours, best matches
argues for, argue for, if i must pick one, if i must choose one, if i must choose, if i had to choose
if i had to choose one, if i had to pick, if i had to pick one, if i have to choose, if i have to pick one
if forced to choose, forced to choose, si tuviera que elegir, se tivesse que escolher, se tivesse de escolher
si je devais choisir, wenn ich wählen müsste, se dovessi scegliere, è la, es la, c'est la, c'est le, c'est, es ist
é a letra, é a alternativa, é a opção, wskazuje na, przemawia za, spricht für, deutet auf, apunta a, orienta a
aponta para, orienta vers, oriente vers, indica la, gợi ý, mengarah ke, past bij, talar för, taler for, svědčí pro
viittaa, pasuje do, wijst op, wybrałbym, wybrałabym, zaznaczam, zaznaczyłbym, zaznaczę, marco, marco la, marco a
assinalo, respondo, contesto, je réponds, je coche, ich antworte, ich tippe auf, rispondo, segno la
saya memilih opsi, seçeneğini seçiyorum, diyorum, e' la, e' l'opzione, è l'opzione, è l'alternativa, è la risposta
es la opción, c'est la proposition, c'est la réponse, es ist die, das ist die, remaining:, left:
classify the case as, classify this case as, classify this as, classify it as, i classify, label this as
label it as, label the case as, call this, clasifico, classifico, klasyfikuję, einstufen als, ich stufe
改选, 选择, を選ぶ, 选出, 我会选, 我會選, 应选, 我选, 我選, 我會選擇, 我会选择, 倾向于, 傾向於, 指向, 只剩, 只剩下, 仅剩, 僅剩, 剩下
выбираю, остаётся, остается, обираю, вибираю, указывает на, соответствует, отмечаю, отвечаю
επιλέγω, διαλέγω
בוחר ב, בוחר ב-, מצביע על
اختار, انتخاب می کنم, تشير الى, يشير الى
चुनता हूँ
เลือก, เลือกข้อ
"""

CONCLUSIONS: Final = """
therefore, thus, hence, so, consequently, in conclusion, conclusion, finally, actually, wait, correction, sorry
overall, in summary, final, result, correct, rather, instead, so it's, yes, por lo tanto, por tanto, entonces
así que, en conclusión, portanto, logo, assim, então, em conclusão, concluindo, donc, ainsi, en conclusion, daher
also, somit, folglich, quindi, dunque, pertanto, därför, alltså, således, derfor, dus, daarom, proto, tedy, tehát
ezért, deci, prin urmare, așadar, siis, joten, więc, zatem, dlatego, bu nedenle, dolayısıyla, sonuç olarak, vì vậy
do đó, vậy, jadi, oleh karena itu, ostatecznie, w końcu, letztlich, schließlich, en fin de cuentas, finalmente
al final, en definitiva, no final, por fim, au final, finalement, en définitive, alla fine, infine, in definitiva
sonunda, sonuçta, akhirnya, cuối cùng, uiteindelijk, slutligen, til slut, til slutt, lopulta, nakonec, végül
în final, în cele din urmă, ultimately, in the end, in short, all in all, altogether, on balance
因此, 所以, 故, 综上, 总之, 于是, したがって, よって, 以上より, 最终, 最終, 最終的に, 最後に
따라서, 그러므로, 결국, 최종적으로
следовательно, итак, таким образом, отже, тому, в итоге, в конечном счёте, в конечном итоге, окончательно, зрештою
επομένως, άρα, συνεπώς, τελικά
לכן, לבסוף, בסוף, לסיכום
بنابراین, در نتیجه, لذلك, اذن, في النهاية, اخيرا, اخيرًا, في الختام, در نهایت
इसलिए, अतः
ดังนั้น
"""

JOINERS: Final = """
ed, oraz, and, &, +, as well as, y, e, et, und, i, en, och, og, ja, ve, và, dan, also, along with, und auch, și
és, samt, sekä, ile, jak i, a także, jak również, als auch, sowie, como también, así como, bem como, assim como
ainsi que, de même que, così come, nonché, som även, samt även, sekä myös, hem de, ile birlikte, serta, maupun
cũng như, a zároveň, i také, pe lângă
和, 与, 與, 及, 以及, 还有, と, 及び, および, 同时, 並且, 并且, また, さらに
와, 과, 및, 하고, 그리고, 또한
и, та, а также, как и, равно как и
και
ו, ו-, וגם, וכן
و, وايضا, وكذلك
और
และ
"""

ALL_WORDS: Final = """
all, everything, every option, every statement, todas, todos, todo, toutes, tous, tout, alle, alles, tutte, tutti
wszystkie
все
"""

ALL_FILLERS: Final = """
of, the, these, them, options, option, statements, choices, answers, are, is, is true, true, correct, right, wrong
false, incorrect, las, los, opciones, son, correctas, verdaderas, as, opções, afirmativas, são, corretas, les
propositions, sont, exactes, vraies, aussagen, sind, richtig, falsch, le, risposte, sono, corrette, odpowiedzi, są
prawidłowe
варианты, верны, неверны
"""

BUT_FOR: Final = """
except, except for, but, save, other than, apart from, excepto, salvo, menos, exceto, sauf, à l'exception de
außer, bis auf, tranne, eccetto, oprócz, z wyjątkiem
кроме
"""

GUESSES: Final = """
probably, most likely, very likely, presumably, most probably, vermutlich, wahrscheinlich, am ehesten
probablemente, lo más probable, provavelmente, mais provavelmente, probablement, probabilmente, prawdopodobnie
najprawdopodobniej, waarschijnlijk, troligen, sandsynligvis, muhtemelen, kemungkinan besar, có lẽ
おそらく, 多分
아마
вероятно, скорее всего
ככל הנראה
على الارجح
शायद
"""
"""At the head of a text, before an option: it is given, though not for sure."""

PREFACES: Final = """
assistant, ai, model, system, response, output, solution, prediction, sure, okay, ok, of course, certainly, ans
json, text, only, just, solo, solamente, apenas, somente, nur, seulement, soltanto, tylko, here is my answer
here's my answer, claro, por supuesto, com certeza, bien sûr, natürlich, certo
只有, 仅, のみ, 好的, 当然, はい
네
только, конечно
"""
"""Before an answer that is all there is."""

COMPARISONS: Final = """
than, above, below, over, under, at least, at most, up to, beyond, less, more, near, almost, not quite, que, als
чем
"""
"""Before a label: what is meant lies beside it."""

REASONS: Final = """
because, since, as, due to, porque, ya que, pois, car, parce que, weil, da, perché, poiché, ponieważ, omdat
потому что, так как
"""

DOUBT_JOINERS: Final = """
or, and/or, o, u, ou, oder, lub, of, veya, hoặc, atau, eller, vagy, sau, either, vs, versus
或, 或者, 还是, または, か, もしくは
또는, 혹은, 이나
или
او
या
หรือ
"""

ALL_OF_THEM: Final = """
all of the above, all the above, all of them, all options, all of these, all are correct, todas las anteriores
todas as anteriores, todas as alternativas, toutes les réponses, alle genannten, tutte le precedenti, tất cả
以上全部, 以上都是, 全部, 以上すべて
모두
все вышеперечисленное
"""

QUESTION_MARKS: Final = """
question, q, next question, user, human, instruction, patient question, problem, example, pregunta
siguiente pregunta, pergunta, questão, usuário, usuario, frage, nächste frage, domanda, pytanie, câu hỏi
pertanyaan
问题, 題目, 题目, 下一题, 質問, 問題, 問
문제, 질문
вопрос
שאלה
سؤال
प्रश्न
"""
"""At the head of a line, with a colon: what follows is asked, not answered."""

AFTER_LETTERS: Final = """
are, were, estão, están, está, son, sont, est, sind, ist, sono, treffen, trifft, są, jest, nie, because, since, as
due, given, which, that, with the, and, or, but, not, only, alone, here, based, for, while, whereas, rather
in this, option, is, was, would, this, the, instead, according, from, considering, who, where, when, without
porque, pois, já, ya, debido, dado, puesto, que, é, es, com, por, car, parce, puisque, qui, weil, da, denn, perché
poiché, vì, karena, çünkü, y, e, et, und, o, ou, oder, der, die, das, den, el, les, il, wählen, nehmen, ankreuzen
convient, qui est, seçeneği, şıkkı
верны, верен, не, потому, так, поскольку, ведь, и
لان
क्योंकि
"""
"""A single letter before one of these is an option even where it is also a word of the language."""

JSON_FIELDS: Final = """
answer, answers, answer_choice, answer_choices, final_answer, finalanswer, correct_answer, correct_option, choice
option, answer_letter, selected_option, selected_answer, predicted_answer, prediction, chosen_option, response
result, label, ans, letter, correct_choice, best_answer, classification, verdict, respuesta, resposta, réponse
antwort, answerkey, answer_key, correctanswer, selectedoption, selectedanswer, selected, correctoption, bestanswer
answerchoice, final answer, correct answer, correct option, answer choice, best option, finalchoice, final_choice
pick, risposta, odpowiedź, cevap, jawaban, đáp án, antwoord, odpowiedz, prawidłowa_odpowiedź, prawidlowa_odpowiedz
poprawna_odpowiedz, reponse, reponse_finale, réponse_finale, respuesta_final, respuesta_correcta, opcion, opción
opción_correcta, opcion_correcta, resposta_final, resposta_correta, alternativa, opcao, opção, gabarito
richtige_antwort, endgültige_antwort, risposta_finale, risposta_corretta, lösung, loesung, svar, vastaus, válasz
valasz, odpověď, odpoved, răspuns, raspuns, dapan, jawaban_akhir, cevap_anahtari, yanıt, yanit
答案, 正解, 答え, 回答, 回答選項, 选项, 選項, 最终答案, 最終答案, 正确答案, 正確答案, 選択肢
정답, 답, 답안, 정답번호
ответ, відповідь
απάντηση
תשובה
الإجابة, پاسخ, الجواب, الإجابة_النهائية
उत्तर
คำตอบ
"""
