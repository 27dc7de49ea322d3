"""How the user's media is placed: fitting ones first, the rest in order, the opening last."""

from __future__ import annotations

from fractions import Fraction

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from renderer.contract.vocabulary import Language
from renderer.core.script import Role, Scene
from renderer.core.timecode import TimeRange
from renderer.core.words import Word
from renderer.visuals.direction.phrase import Phrase
from renderer.visuals.direction.placing import place_media, words_said
from renderer.visuals.media import MediaItem, MediaKind

SCENE = Scene(id="s", role=Role.BEAT, lines=())


def phrase(number: int, text: str) -> Phrase:
    span = TimeRange(Fraction(3 * number), Fraction(3 * number + 3))
    words = tuple(
        Word(text=word, span=span, line="l", token=at, confidence=1.0, source="test")
        for at, word in enumerate(text.split())
    )
    return Phrase(span=span, scene=SCENE, words=words, opens_scene=False)


def phrases(*texts: str) -> list[Phrase]:
    return [phrase(number, text) for number, text in enumerate(texts)]


def image(name: str, caption: str = "") -> MediaItem:
    return MediaItem(digest=name, name=name, kind=MediaKind.IMAGE, width=90, height=160, caption=caption)


def clip(name: str, seconds: int) -> MediaItem:
    return MediaItem(
        digest=name, name=name, kind=MediaKind.CLIP, width=90, height=160, frames=seconds * 30, fps=30
    )


def placed(texts: list[str], *media: MediaItem, language: Language = Language.EN) -> dict[int, str]:
    found = place_media(phrases(*texts), media, language)
    return {number: item.name for number, item in found.items()}


TEXTS = ["Nothing was there", "A whale came by", "The old lighthouse burned", "Then it was dark"]


def test_items_stand_where_their_names_are_said() -> None:
    assert placed(TEXTS, image("lighthouse.jpg"), image("blue_whale.png")) == {
        1: "blue_whale.png",
        2: "lighthouse.jpg",
    }


def test_a_caption_says_what_a_name_does_not() -> None:
    assert placed(TEXTS, image("IMG_0042.jpg", caption="Our lighthouse at night")) == {2: "IMG_0042.jpg"}


@pytest.mark.parametrize(
    ("language", "texts", "name", "at"),
    [
        (Language.DE, ["Es war dunkel", "Der Leuchtturm brannte", "Alle gingen"], "leuchtturm.jpg", 1),
        (Language.RU, ["Было темно", "Горел маяк", "Все ушли"], "маяк.jpg", 1),
        (Language.JA, ["夜 だった", "灯台 が 燃えた", "みんな 帰った"], "灯台.jpg", 1),
        (Language.AR, ["كان الليل", "احترقت المنارة", "ذهب الجميع"], "المنارة.jpg", 1),
        (Language.HI, ["रात थी", "सब गए", "समुद्र शांत था"], "समुद्र.jpg", 2),
    ],
)
def test_names_are_found_in_other_scripts(language: Language, texts: list[str], name: str, at: int) -> None:
    assert placed(texts, image(name), language=language) == {at: name}


def test_the_better_fit_wins_and_the_other_item_takes_what_is_free() -> None:
    found = placed(TEXTS, image("dog_house_tree_whale.jpg"), image("whale.jpg"))
    assert found[1] == "whale.jpg"
    assert sorted(found.values()) == ["dog_house_tree_whale.jpg", "whale.jpg"]


def test_what_fits_nothing_does_not_open_the_video_while_there_is_another_shot() -> None:
    assert placed(TEXTS, image("a1.jpg")) == {1: "a1.jpg"}
    assert placed(TEXTS, image("a1.jpg"), image("b2.jpg")) == {1: "a1.jpg", 3: "b2.jpg"}
    assert placed(TEXTS[:1], image("a1.jpg")) == {0: "a1.jpg"}


def test_with_as_many_items_as_shots_one_opens_the_video_rather_than_be_left_out() -> None:
    names = ["a1.jpg", "b2.jpg", "c3.jpg", "d4.jpg"]
    assert placed(TEXTS, *map(image, names[:3])) == {1: "a1.jpg", 2: "b2.jpg", 3: "c3.jpg"}
    assert placed(TEXTS, *map(image, names)) == {0: "a1.jpg", 1: "b2.jpg", 2: "c3.jpg", 3: "d4.jpg"}


def test_what_fits_the_opening_opens() -> None:
    assert placed(["A whale came by", *TEXTS[2:]], image("whale.jpg")) == {0: "whale.jpg"}


def test_a_long_video_fills_free_shots_but_not_an_opening_that_it_does_not_fit() -> None:
    found = place_media(phrases(*TEXTS), [clip("x9.mp4", 30)], Language.EN)
    assert sorted(found) == [1, 2, 3]
    assert [found[number].first for number in (1, 2, 3)] == [0, 300, 600]


def test_no_media_and_no_phrases_place_nothing() -> None:
    assert placed(TEXTS) == {}
    assert placed([], image("a.jpg")) == {}


def test_the_words_of_a_phrase_are_as_they_are_shown() -> None:
    assert words_said(phrase(0, "In 1848, whales…")) == ["In", "1848,", "whales…"]


NAMES = ("whale.jpg", "lighthouse.jpg", "x1.jpg", "x2.jpg", "x3.jpg", "dark.jpg", "x4.jpg")


@settings(max_examples=30, deadline=None)
@given(
    st.lists(st.sampled_from(TEXTS), min_size=2, max_size=6),
    st.lists(st.sampled_from(NAMES), unique=True, max_size=7),
)
def test_images_are_shown_once_and_nothing_is_painted_while_there_are_some_left(
    texts: list[str], names: list[str]
) -> None:
    found = placed(texts, *map(image, names))
    assert len(set(found.values())) == len(found)
    assert set(found) <= set(range(len(texts)))
    unused = set(names) - set(found.values())
    assert not unused or set(found) == set(range(len(texts)))
