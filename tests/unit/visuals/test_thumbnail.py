"""The thumbnail shows the subject and the hook, in the pack's type, in every script."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import msgspec
import numpy as np
import pytest
from msgspec.structs import replace

from renderer.contract.vocabulary import Language, StylePack
from renderer.core.picture_spec import Card, CardSpec, PainterSpec
from renderer.core.script import Script
from renderer.core.storyboard import Shot
from renderer.errors import ClipwrightError
from renderer.painters.layered_picture import ByteImage
from renderer.visuals.direction.director import direct
from renderer.visuals.direction.similarity import no_painted_still
from renderer.visuals.media import NoMedia
from renderer.visuals.style_pack_files import load_pack
from renderer.visuals.thumbnail import compose_thumbnail, hook_text
from tests.support.narrated import OCTOPUS, narration_of

WIDTH, HEIGHT = 180, 320


def thumbnail(script: Script = OCTOPUS, pack: StylePack = StylePack.DOCUMENTARY) -> ByteImage:
    narration = narration_of(OCTOPUS)
    board = direct(
        OCTOPUS,
        narration,
        pack=load_pack(pack),
        seed=5,
        duration=narration.duration + Fraction(1),
        look=no_painted_still,
    )
    return compose_thumbnail(script, board, pack=load_pack(pack), width=WIDTH, height=HEIGHT, media=NoMedia())


def share_of(image: ByteImage, colour: tuple[int, int, int], rows: slice) -> float:
    near = np.abs(image[rows].astype(int) - np.array(colour)).max(axis=2) < 40
    return float(near.mean())


@pytest.mark.parametrize(
    ("language", "title", "pack"),
    [
        (Language.EN, "Why octopuses have three hearts", StylePack.DOCUMENTARY),
        (Language.AR, "لماذا للأخطبوط ثلاثة قلوب؟", StylePack.DRAMATIC_EXPLAINER),
        (Language.HI, "ऑक्टोपस के तीन दिल क्यों होते हैं?", StylePack.DARK_FINANCE),
        (Language.JA, "タコにはなぜ心臓が三つあるのか？", StylePack.CLEAN_EDUCATIONAL),
        (Language.RU, "Почему у осьминога три сердца", StylePack.DOCUMENTARY),
    ],
)
def test_hook_and_highlight_are_there(language: Language, title: str, pack: StylePack) -> None:
    image = thumbnail(replace(OCTOPUS, title=title, language=language), pack)
    assert image.shape == (HEIGHT, WIDTH, 3)
    style = load_pack(pack).lettering
    text = slice(int(0.47 * HEIGHT), int(0.86 * HEIGHT))
    assert share_of(image, style.fill, text) > 0.02
    assert share_of(image, style.highlight, text) > 0.01
    assert share_of(image, style.fill, slice(int(0.88 * HEIGHT), HEIGHT)) < 0.005


def test_the_text_stays_inside_the_frame() -> None:
    image = thumbnail(replace(OCTOPUS, title="Donaudampfschifffahrtsgesellschaft", language=Language.DE))
    fill = load_pack(StylePack.DOCUMENTARY).lettering.highlight
    columns = (np.abs(image.astype(int) - np.array(fill)).max(axis=2) < 40).any(axis=0)
    assert columns.any()
    assert not columns[:5].any()
    assert not columns[-5:].any()


def test_the_same_input_gives_the_same_pixels() -> None:
    assert np.array_equal(thumbnail(), thumbnail())


def test_a_long_title_gives_way_to_the_hook() -> None:
    script = replace(OCTOPUS, title="x" * 71)
    assert hook_text(script) == "An octopus has three hearts"
    assert hook_text(OCTOPUS) == OCTOPUS.title


def test_a_glyph_that_no_face_has_is_named() -> None:
    with pytest.raises(ClipwrightError) as caught:
        thumbnail(replace(OCTOPUS, title="Octopus \U00013080"))
    assert caught.value.code == "glyph_missing"


def test_the_subject_is_the_one_that_the_video_opens_with() -> None:
    narration = narration_of(OCTOPUS)
    board = direct(
        OCTOPUS,
        narration,
        pack=load_pack(StylePack.DOCUMENTARY),
        seed=5,
        duration=narration.duration,
        look=no_painted_still,
    )
    first, *rest = board.shots

    def showing(shot: Shot, *artwork: str) -> Shot:
        assert isinstance(shot.picture, PainterSpec)
        return replace(shot, picture=msgspec.structs.replace(shot.picture, artwork=artwork))

    bare, anchor = showing(first), showing(first, "anchor")

    def drawn(shot: Shot) -> ByteImage:
        shots = (shot, *(showing(one) for one in rest))
        return compose_thumbnail(
            OCTOPUS,
            replace(board, shots=shots),
            pack=load_pack(StylePack.DOCUMENTARY),
            width=WIDTH,
            height=HEIGHT,
            media=NoMedia(),
        )

    middle = slice(int(0.2 * HEIGHT), int(0.45 * HEIGHT))
    assert np.abs(drawn(anchor)[middle].astype(int) - drawn(bare)[middle]).mean() > 5
    assert np.abs(drawn(anchor)[middle].astype(int) - drawn(first)[middle]).mean() > 5


def test_the_words_of_a_card_never_stand_under_the_title() -> None:
    """A card's artwork may be the subject where no other picture has one."""
    narration = narration_of(OCTOPUS)
    pack = load_pack(StylePack.DOCUMENTARY)
    board = direct(OCTOPUS, narration, pack=pack, seed=5, duration=narration.duration, look=no_painted_still)
    first = board.shots[0]
    assert isinstance(first.picture, PainterSpec)
    bare = replace(first, picture=msgspec.structs.replace(first.picture, artwork=()))

    def drawn(**card: Any) -> ByteImage:
        shown = CardSpec(card=Card.CHAPTER, seed=1, palette=pack.palettes[0].name, **card)
        shots = (replace(first, picture=shown), bare)
        return compose_thumbnail(
            OCTOPUS, replace(board, shots=shots), pack=pack, width=WIDTH, height=HEIGHT, media=NoMedia()
        )

    one = drawn(text="Ink", number="2", artwork=("anchor",))
    assert np.array_equal(one, drawn(text="Every arm its own", number="7", artwork=("anchor",)))
    assert not np.array_equal(one, drawn(text="Ink", number="2"))
