"""The topic of a whole video: what its title names, but not the person whose relative it is about."""

from __future__ import annotations

import pytest

from renderer.contract.vocabulary import Language, VideoMode
from renderer.visuals.direction.topic import title_words, topic_of
from tests.support.narrated import script_of


@pytest.mark.parametrize(
    ("language", "title", "anchor"),
    [
        (Language.ZH, "一个农民的女儿怎样成为宇航员", "rocket"),
        (Language.ZH, "国王的儿子和大象", "elephant"),
        (Language.JA, "王の娘と象の旅", "elephant"),
        (Language.HI, "किसान की बेटी और हाथी", "elephant"),
        (Language.AR, "ابنة الملك والسفينة", "sailboat"),
        (Language.RU, "Дочь короля и слон", "elephant"),
        (Language.ZH, "国王和大象", "crown"),
        (Language.JA, "王の城", "crown"),
    ],
)
def test_whose_relative_somebody_is_is_not_what_a_video_is_about(
    language: Language, title: str, anchor: str
) -> None:
    topic = topic_of(script_of(title, [["…"]], language), VideoMode.MOTIVATIONAL)
    assert anchor in topic.anchor


@pytest.mark.parametrize(
    ("language", "title"),
    [
        (Language.EN, "On a cold night the Berlin Wall opened by mistake"),
        (Language.ES, "Una noche cayó el Muro de Berlín"),
    ],
)
def test_a_wall_with_a_name_is_what_a_video_is_about_and_not_the_night(
    language: Language, title: str
) -> None:
    topic = topic_of(script_of(title, [["…"]], language), VideoMode.DARK_HISTORY)
    assert topic.anchor
    assert all("wall" in name or name == "brick" for name in topic.anchor)


@pytest.mark.parametrize(
    ("line", "shown"),
    [
        ("Families were divided, and one street could belong to two countries.", True),
        ("The bankers of the street called it the wall.", False),
    ],
)
def test_another_sense_is_told_only_by_sentences_that_have_the_word(line: str, *, shown: bool) -> None:
    script = script_of("The wall that fell in one night", [["It was long."], [line]])
    anchor = topic_of(script, VideoMode.DARK_HISTORY).anchor
    assert ("brick" in anchor) is shown


@pytest.mark.parametrize(
    ("language", "title", "words"),
    [
        (Language.JA, "リーマン・ショックが教えたこと", ("リーマン・ショック",)),
        (Language.JA, "タコの心臓はなぜ三つあるのか", ("タコ", "心臓")),
        (Language.ZH, "章鱼为什么有三颗心脏", ("章鱼", "心脏")),
        (Language.EN, "Why octopuses have three hearts", ("octopuses", "hearts")),
    ],
)
def test_words_of_a_title_in_type_carry_no_particles(
    language: Language, title: str, words: tuple[str, ...]
) -> None:
    topic = topic_of(script_of(title, [["…"]], language), VideoMode.DARK_HISTORY)
    shown = title_words(topic, language)
    assert set(words) <= set(shown)
    assert all(not word.endswith(("が", "は", "の", "を", "に")) for word in shown)
