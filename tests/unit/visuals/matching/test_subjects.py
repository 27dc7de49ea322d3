"""Words find what they mean in all ten languages, and nothing where the meaning is not certain."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from benchmarks.support.picture_judge import homonyms, shown_by
from renderer.contract.vocabulary import Language
from renderer.painters.artwork import artwork_names
from renderer.text.segmentation.tokens import tokenise
from renderer.visuals.matching.build_index import build_index
from renderer.visuals.matching.function_words import is_content
from renderer.visuals.matching.picture_index import picture_index
from renderer.visuals.matching.places.gazetteer import places_in
from renderer.visuals.matching.stemming import stem
from renderer.visuals.matching.subjects import match_subjects
from renderer.visuals.matching.things import things


def words(text: str, language: Language) -> list[str]:
    return [piece.display for piece in tokenise(text, language)]


def shown(text: str, language: Language) -> set[str]:
    return {name for subject in match_subjects(words(text, language), language) for name in subject.artwork}


@pytest.mark.parametrize(
    ("language", "text", "first"),
    [
        (Language.EN, "An octopus swims.", "octopus"),
        (Language.ES, "El pulpo nada.", "octopus"),
        (Language.ZH, "章鱼会游泳。", "octopus"),
        (Language.HI, "ऑक्टोपस तैरता है।", "octopus"),
        (Language.AR, "للأخطبوط ثلاثة قلوب.", "octopus"),
        (Language.PT, "O polvo vive no mar.", "octopus"),
        (Language.FR, "La pieuvre nage.", "octopus"),
        (Language.JA, "タコは海にいる。", "octopus"),
        (Language.DE, "Der Oktopus schwimmt.", "octopus"),
        (Language.RU, "У осьминога три сердца.", "octopus"),
        (Language.EN, "The stock market collapsed.", "bar-chart"),
        (Language.EN, "Scientists looked through it.", "microscope"),
        (Language.DE, "Die Goldmünze lag dort.", "coin"),
        (Language.RU, "Кораблей больше не видели.", "ship"),
        (Language.ES, "Los barcos volvieron.", "ship"),
        (Language.FR, "L'avocat a plaidé.", "balance-scale"),
        (Language.AR, "وبالسفينة عبروا.", "ship"),
    ],
)
def test_a_noun_in_any_form_finds_its_concept(language: Language, text: str, first: str) -> None:
    assert first in shown(text, language)


@pytest.mark.parametrize("language", list(Language))
def test_every_sure_word_of_the_table_finds_its_artwork(language: Language) -> None:
    stopped = {word.text for thing in things(language) if not thing.artwork for word in thing.words}
    sure = [
        (word.text, thing.artwork)
        for thing in things(language)
        if thing.artwork
        for word in thing.words
        if not word.cues and word.text not in stopped and is_content(word.text, language)
    ]
    assert len(sure) > 200
    missed = [text for text, artwork in sure if not set(artwork) & shown(text, language)]
    assert len(missed) <= 0.02 * len(sure), missed


@pytest.mark.parametrize("language", list(Language))
def test_no_homonym_is_taken_for_its_other_sense(language: Language) -> None:
    sentences = [sentence for sentence in homonyms() if sentence.language is language]
    assert len(sentences) == 60
    assert [sentence.text for sentence in sentences if shown_by(sentence)] == []


@settings(max_examples=60, deadline=None)
@given(text=st.text(max_size=60), language=st.sampled_from(list(Language)))
def test_any_text_gives_known_artwork_in_falling_order(text: str, language: Language) -> None:
    found = match_subjects(text.split(), language)
    assert {name for subject in found for name in subject.artwork} <= artwork_names()
    scores = [subject.score for subject in found]
    assert scores == sorted(scores, reverse=True)
    assert all(subject.word for subject in found)


@pytest.mark.parametrize("language", list(Language))
def test_the_shipped_index_is_what_its_sources_give(language: Language) -> None:
    """If this fails: python -m tools.build_index."""
    assert picture_index(language) == build_index(language)


def test_what_the_title_names_outranks_the_rest() -> None:
    found = match_subjects(["The", "lighthouse", "saw", "the", "ship"], Language.EN, title=["The", "ship"])
    assert found[0].word == "ship"
    assert match_subjects(["The", "lighthouse", "saw", "the", "ship"], Language.EN)[0].word == "lighthouse"


def test_the_rest_of_the_sentence_says_what_is_meant() -> None:
    assert "bow-and-arrow" in shown("Лук натянули и пустили стрелу.", Language.RU)
    assert not shown("Лук порезали.", Language.RU)
    near = words("и пустили стрелу", Language.RU)
    found = match_subjects(["Лук", "натянули"], Language.RU, near=near)
    assert found[0].artwork[0] == "bow-and-arrow"


@pytest.mark.parametrize(
    ("language", "meant", "other", "artwork"),
    [
        (Language.DE, "Der Zahn tut weh.", "Das Rad lässt einen Zahn weiter.", "tooth"),
        (Language.RU, "Болит зуб.", "У шестерни сломан зуб.", "tooth"),
        (
            Language.FR,
            "La torche éclaire la grotte.",
            "Il allume la torche de poche.",
            "game-primitive-torch",
        ),
    ],
)
def test_a_word_nearby_can_say_that_another_meaning_is_meant(
    language: Language, meant: str, other: str, artwork: str
) -> None:
    assert artwork in shown(meant, language)
    assert artwork not in shown(other, language)


def test_function_words_and_numbers_have_no_picture() -> None:
    assert match_subjects(["and", "so", "they", "had", "two", "of", "them"], Language.EN) == ()
    assert not is_content("1929", Language.EN)


@pytest.mark.parametrize(
    ("language", "text", "code"),
    [
        (Language.EN, "It began in France.", "FR"),
        (Language.DE, "Das geschah in Japan.", "JP"),
        (Language.JA, "日本で始まりました。", "JP"),
        (Language.ZH, "这发生在埃及。", "EG"),
        (Language.AR, "حدث ذلك في مصر.", "EG"),
        (Language.HI, "यह भारत में हुआ।", "IN"),
        (Language.RU, "Это было во Франции.", "FR"),
    ],
)
def test_countries_are_places(language: Language, text: str, code: str) -> None:
    assert places_in(words(text, language), language)[0].code == code


def test_a_country_needs_its_capital_letter() -> None:
    assert places_in(["in", "france"], Language.EN) == ()
    assert places_in(["in", "France"], Language.EN)[0].code == "FR"


@pytest.mark.parametrize(
    ("language", "one", "other"),
    [
        (Language.EN, "Hearts,", "heart"),
        (Language.EN, "stopped", "stop"),
        (Language.EN, "cities", "city"),
        (Language.EN, "swims", "swimming"),
        (Language.ES, "corazones", "corazón"),
        (Language.PT, "corações", "coração"),
        (Language.FR, "l'animal", "animaux"),
        (Language.DE, "Häuser", "Haus"),
        (Language.RU, "осьминога", "осьминог"),
        (Language.HI, "किताबें", "किताब"),
        (Language.AR, "البنوك", "بنوك"),
    ],
)
def test_forms_of_a_word_share_their_stem(language: Language, one: str, other: str) -> None:
    assert stem(one, language) == stem(other, language) != ""


@pytest.mark.parametrize(
    ("language", "text", "never"),
    [
        (Language.EN, "Then Inspector Fox opened the door.", "fox"),
        (Language.EN, "In 1903 Jack Bear sold the farm.", "bear"),
        (Language.DE, "Damals kaufte Herr Wolf das Haus.", "wolf"),
        (Language.RU, "Тогда профессор Волк открыл дверь.", "wolf"),
        (Language.EN, "A sea of debt swallowed the bank.", "water-wave"),
        (Language.ES, "Un mar de dudas llenó la casa.", "water-wave"),
        (Language.FR, "Un océan de questions attendait.", "water-wave"),
        (Language.RU, "Море слез ждало их.", "water-wave"),
    ],
)
def test_names_and_amounts_of_what_is_no_thing_are_no_subjects(
    language: Language, text: str, never: str
) -> None:
    assert never not in shown(text, language)


def test_things_keep_their_meaning_in_the_names_of_places() -> None:
    assert "water-wave" in shown("They sailed the Black Sea at night.", Language.EN)
    assert "game-centurion-helmet" in shown("The Roman soldiers crossed the Alps.", Language.EN)


def test_what_is_missing_comes_after_what_is_there() -> None:
    found = match_subjects(words("The ship had no anchor in the storm.", Language.EN), Language.EN)
    assert found[-1].artwork[0] == "anchor"


@pytest.mark.parametrize(
    ("text", "first"),
    [
        ("لماذا لا يسقط النمل عندما يعبر الماء", "ant"),
        ("لا نمل في الماء", "droplet"),
        ("بقي الماء ولا نار", "droplet"),
    ],
)
def test_an_arabic_no_before_a_verb_does_not_deny_its_subject(text: str, first: str) -> None:
    assert match_subjects(words(text, Language.AR), Language.AR)[0].artwork[0] == first


@pytest.mark.parametrize(
    ("language", "text", "first"),
    [
        (Language.ZH, "晚上她数星星。", "milky-way"),
        (Language.EN, "At night the lighthouse stands alone.", "game-lighthouse"),
        (Language.HI, "रात को हाथी पानी पीते हैं।", "elephant"),
        (Language.EN, "It was night.", "crescent-moon"),
    ],
)
def test_when_something_happens_comes_after_what_it_happens_to(
    language: Language, text: str, first: str
) -> None:
    assert match_subjects(words(text, language), language)[0].artwork[0] == first


@pytest.mark.parametrize(
    ("language", "text"),
    [
        (Language.JA, "技師はカワセミのくちばしを見た。"),
        (Language.ZH, "工程师看见了翠鸟。"),
        (Language.HI, "गौरैया छत पर बैठी थी।"),
        (Language.AR, "وقف النورس على السفينة."),
    ],
)
def test_a_kind_of_bird_is_a_bird(language: Language, text: str) -> None:
    found = match_subjects(words(text, language), language)
    assert "bird" in {subject.artwork[0] for subject in found}


@pytest.mark.parametrize(
    ("text", "falls"),
    [("لماذا انهار سوق الأسهم؟", True), ("تجري أنهار كثيرة في أفريقيا.", False), ("انهار الجدار.", False)],
)
def test_an_arabic_market_collapses_and_rivers_do_not(text: str, *, falls: bool) -> None:
    found = match_subjects(words(text, Language.AR), Language.AR)
    assert ("chart-decreasing" in {subject.artwork[0] for subject in found}) is falls


def test_where_persons_are_barred_an_astronaut_is_a_rocket() -> None:
    found = match_subjects(["astronaut"], Language.EN)[0].artwork
    assert found == ("astronaut", "rocket")


@pytest.mark.parametrize(
    ("line", "first"),
    [
        ("It is also called house cat.", "cat"),
        ("A jeans factory runs all night.", "factory"),
        ("Only the ship captain knew.", "game-ship-wheel"),
        ("A horse, a cow and a pig.", "horse"),
        ("The horse, cow and pig.", "horse"),
    ],
)
def test_of_two_english_nouns_in_a_row_the_second_is_shown(line: str, first: str) -> None:
    assert match_subjects(words(line, Language.EN), Language.EN)[0].artwork[0] == first
