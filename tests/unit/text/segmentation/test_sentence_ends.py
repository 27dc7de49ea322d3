"""Marks that end a sentence and marks that do not: abbreviations, amounts, dates, quotations."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from renderer.contract.vocabulary import Language
from renderer.text.segmentation.sentences import sentences

EN, ES, ZH, HI, AR = Language.EN, Language.ES, Language.ZH, Language.HI, Language.AR
PT, FR, JA, DE, RU = Language.PT, Language.FR, Language.JA, Language.DE, Language.RU


@pytest.mark.parametrize(
    ("language", "text"),
    [
        (EN, "It cost $3.5 million in Jan. 1912 and Sept. 5 was cold.|Then it sank."),
        (EN, "Mr. Smith met Dr. J. R. Jones in St. Louis.|He left."),
        (EN, "See fig. 3 and no. 5.|Then stop."),
        (EN, "They met in May.|12 men came."),
        (EN, "He died in 1912.|1,500 others died."),
        (EN, "He asked, “Why?”|She said no."),
        (EN, "“Run!” he cried.|They ran."),
        (EN, "He left...|Then he came back."),
        (EN, "What?!|Really…|Yes!"),
        (EN, "It grew (a lot.)|Then it fell."),
        (EN, "The U.S. Army left.|Visit example.com."),
        (DE, "Am 15. April 1912 sank das Schiff.|Es war kalt."),
        (DE, "Es kostete 3,5 Mio. Euro und 2 Mrd. Mark.|Viel Geld."),
        (DE, "Das war z. B. so.|Dann nicht."),
        (DE, "Ludwig XIV. regierte im 17. Jahrhundert.|Er starb."),
        (DE, "„Halt!“, rief er.|Sie blieb."),
        (DE, "Er kam 1912.|Danach ging er."),
        (DE, "Nr. 5 lebt.|Das ist gut."),
        (DE, "Er sagte: „Ich gehe.“|Sie blieb."),
        (DE, "„Kommst du?“|Maria lachte.|»Ja.«|Er ging."),
        (DE, "Sie rief: ‚Halt!‘|Er blieb."),
        (DE, "(„Er ging.“)|Er rief.|»Bleib!«, rief er.|„Wer da?“ fragte er."),
        (FR, "Il dit : « Viens ! »|Elle vint."),
        (FR, "M. Dupont et Mme Curie vinrent.|Fin."),
        (FR, "Quoi ?|Non !"),
        (ES, "¿Qué?|¡No!|El Sr. López llegó."),
        (ES, "EE. UU. ganó la guerra.|Fin."),
        (ES, "Vio el mar.|12 barcos llegaron."),
        (PT, "O Sr. Silva chegou.|Viu o mar.|12 barcos vieram."),
        (RU, "В 1912 г. Титаник затонул.|Конец."),
        (RU, "А. С. Пушкин писал.|Он жил."),
        (RU, "Он сказал: „Я ухожу.“|Она осталась.|„Кто там?“ спросил он."),
        (RU, "«Он сказал: „Иди!“»|Она ушла.|«Я остаюсь», сказала она."),
        (RU, "Он получил 3 млрд долл. США и 5 млн руб.|Потом ушёл."),
        (EN, "He left.|“Run!” he cried and paid Rs. 500 at noon."),
        (EN, "He died in 44 B.C.|Then Rome fell.|In 44 B.C. Caesar died."),
        (FR, "Il mourut en 44 av. J.-C.|Puis Rome changea.|En 44 av. J.-C. César mourut."),
        (ES, "Murió en 44 a. C.|Pero Roma cambió.|En 44 a.C. César murió."),
        (DE, "Er lebte um 500 v. u. Z.|Dann kam Rom.|Um 500 v. u. Z. Gold zu finden war schwer."),
        (RU, "Он умер в 44 году до н. э.|Потом Рим изменился.|В 44 г. до н. э. Цезарь умер."),
        (HI, "उसने रु. 500 दिए।|वह गया।"),
        (HI, "यह कब हुआ?|डॉ. राव आए।|वे गए।"),
        (AR, "من هو؟|د. أحمد جاء.|ذهب."),
        (AR, "بدأ عام 300 ق.م. ثم انتهى.|نعم!"),
    ],
)
def test_a_sentence_ends_where_a_reader_stops(language: Language, text: str) -> None:
    assert sentences(text.replace("|", " "), language) == text.split("|")


@pytest.mark.parametrize(
    ("language", "text"),
    [
        (ZH, "他来了。|“为什么？”她问。|然后走了！"),
        (ZH, "价格3.5元。|好……|真的？"),
        (JA, "「行こう。」と言った。|終わり。"),
        (JA, "3.5倍だ。|え？|本当！"),
        (HI, "एक।|दो॥|तीन।"),
    ],
)
def test_marks_of_scripts_without_spaces_need_none(language: Language, text: str) -> None:
    assert sentences(text.replace("|", ""), language) == text.split("|")


@given(
    st.lists(
        st.sampled_from(["Mr. A", "B.", "“C!”", "3.5", "d…", "É?", "12.", "。", "।", "\n\n", "»", "Jan."]),
        max_size=20,
    ),
    st.sampled_from([*Language]),
)
@settings(max_examples=50, deadline=None)
def test_nothing_is_lost_added_or_moved(parts: list[str], language: Language) -> None:
    text = " ".join(parts)
    found = sentences(text, language)
    assert "".join("".join(found).split()) == "".join(text.split())
    assert all(one == one.strip() and one for one in found)


@given(
    st.sampled_from([*Language]), st.lists(st.sampled_from(["Wort eins.", "एक।", "一。", "One!"]), max_size=6)
)
@settings(max_examples=50, deadline=None)
def test_sentences_of_sentences_are_themselves(language: Language, parts: list[str]) -> None:
    found = sentences("\n\n".join(parts), language)
    assert [again for one in found for again in sentences(one, language)] == found
