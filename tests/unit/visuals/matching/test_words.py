"""Words as indexes spell them: what is folded, what is attached to a word, what counts as the same."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from renderer.contract.vocabulary import Language
from renderer.visuals.matching.compounds import tail_of
from renderer.visuals.matching.function_words import is_content
from renderer.visuals.matching.picture_index import picture_index
from renderer.visuals.matching.plain import plain, plain_text, readings, spellings
from renderer.visuals.matching.stemming import normalised, stem

EN, ES, ZH, HI, AR = Language.EN, Language.ES, Language.ZH, Language.HI, Language.AR
PT, FR, JA, DE, RU = Language.PT, Language.FR, Language.JA, Language.DE, Language.RU


@pytest.mark.parametrize(
    ("language", "word", "spelt"),
    [
        (EN, "“Farmer’s,", "farmer"),
        (EN, "dogs'", "dogs"),
        (EN, "James's", "james"),
        (EN, "don't", "don't"),
        (EN, "—", ""),
        (EN, "ﬁre", "fire"),
        (FR, "l’eau", "eau"),
        (FR, "qu'Alger", "alger"),
        (FR, "aujourd'hui", "aujourd'hui"),
        (FR, "«Pêche»", "pêche"),
        (FR, "péché", "péché"),
        (ES, "¿Qué?", "qué"),
        (DE, "Straße!", "strasse"),
        (RU, "Ёлка…", "елка"),
        (RU, "еще", "еще"),
        (HI, "फ़रवरी,", "फरवरी"),
        (AR, "أحمد،", "احمد"),
        (AR, "مُحَمَّد", "محمد"),
        (AR, "مصرـــ", "مصر"),
        (ZH, "「水」", "水"),
        (JA, "ｶﾀｶﾅ", "カタカナ"),
    ],
)
def test_a_word_is_spelt_as_the_index_has_it(language: Language, word: str, spelt: str) -> None:
    assert plain(word, language) == spelt


@given(st.text(max_size=12), st.sampled_from([*Language]))
@settings(max_examples=50, deadline=None)
def test_spelling_a_text_again_changes_nothing(text: str, language: Language) -> None:
    once = plain_text(text, language)
    assert "  " not in once
    assert once == once.strip()
    assert normalised(normalised(text, language), language) == normalised(text, language)


@pytest.mark.parametrize(
    ("word", "among", "never"),
    [
        ("والقاهرة", "القاهره قاهره", "هره"),
        ("بالكتاب", "كتاب", "تاب"),
        ("للبحر", "بحر", "حر"),
        ("ولد", "ولد", "لد"),
        ("كلب", "كلب", "لب"),
        ("بيت", "بيت", "يت"),
    ],
)
def test_arabic_words_are_read_without_what_leans_on_them(word: str, among: str, never: str) -> None:
    found = readings(word, AR)
    spelt = {normalised(one, AR) for one in among.split()}
    assert found[0] == plain(word, AR)
    assert {one.rstrip("ةه") for one in spelt} & {one.rstrip("ةه") for one in found}
    assert not {*never.split()} & {*found}


def test_only_arabic_words_have_several_readings() -> None:
    for language in set(Language) - {AR}:
        assert readings("والقاهرة", language) == (plain("والقاهرة", language),)


@pytest.mark.parametrize(
    ("run", "language", "term"),
    [
        (["New", "York’s"], EN, "new york"),
        (["l’Afrique", "du", "Sud,"], FR, "afrique du sud"),
        (["بالمملكة", "العربية"], AR, plain_text("المملكة العربية", AR)),
        (["والولايات", "المتحدة"], AR, plain_text("الولايات المتحدة", AR)),
        (["للسودان"], AR, plain_text("السودان", AR)),
    ],
)
def test_a_name_of_several_words_is_found_behind_what_leans_on_it(
    run: list[str], language: Language, term: str
) -> None:
    assert term in spellings(run, language)


@pytest.mark.parametrize(
    ("language", "words"),
    [
        (EN, "heart hearts heart's"),
        (EN, "city cities"),
        (EN, "box boxes"),
        (EN, "stop stopped stopping"),
        (EN, "bake baked baking"),
        (ES, "corazón corazones"),
        (PT, "nação nações"),
        (FR, "l'eau d'eau"),
        (FR, "cheval chevaux"),
        (DE, "Burg Burgen"),
        (RU, "банк банка банков банкам"),
        (RU, "ёлка елки"),
        (HI, "लड़का लड़के लड़कों"),
        (AR, "الكتاب كتاب وكتاب"),
    ],
)
def test_forms_of_a_word_meet(language: Language, words: str) -> None:
    assert len({stem(word, language) for word in words.split()}) == 1


@pytest.mark.parametrize(
    ("language", "words"),
    [
        (EN, "bus busy"),
        (EN, "glass gas"),
        (EN, "sing s"),
        (DE, "Haus Hau"),
        (DE, "Rose Ross"),
        (RU, "мир мера"),
        (AR, "ولد لد"),
    ],
)
def test_other_words_do_not_meet(language: Language, words: str) -> None:
    one, other = words.split()
    assert stem(one, language) != stem(other, language)


@pytest.mark.parametrize(
    ("language", "content", "empty"),
    [
        (EN, "octopus war Everest", "the and 1912 — of was"),
        (ES, "pulpo guerra", "el y 1912 de"),
        (PT, "polvo guerra", "o e de"),
        (FR, "pieuvre guerre", "le et de"),
        (DE, "Krake Krieg", "der und von"),
        (RU, "осьминог война", "и в на"),
        (HI, "युद्ध समुद्र", "और का में"),
        (AR, "حرب بحر", "في من و"),
        (ZH, "战争", "的"),
        (JA, "戦争", "の"),
    ],
)
def test_words_without_a_picture_are_known(language: Language, content: str, empty: str) -> None:
    assert all(is_content(word, language) for word in content.split())
    assert not any(is_content(word, language) for word in empty.split())


@pytest.mark.parametrize(
    ("word", "tail"),
    [
        ("goldmünze", "münze"),
        ("münze", ""),
        ("einfluss", ""),
        ("abcmünzex", ""),
        ("xymünze", ""),
    ],
)
def test_a_german_compound_is_what_its_end_names(word: str, tail: str) -> None:
    assert tail_of(word, picture_index(DE)) == tail
