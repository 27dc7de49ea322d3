"""The frame of a page at one moment: what is on it, in which order, and how it comes and goes."""

from __future__ import annotations

from itertools import pairwise

import numpy as np
import pytest
from msgspec.structs import replace

from renderer.captions.drawing.page_frame import page_frame
from renderer.captions.drawing.page_sprites import PageSprites, Part
from renderer.captions.drawing.page_timing import PageMoment
from renderer.captions.drawing.styled_page import PageFacts, styled_page
from renderer.captions.layout.geometry import lay_page
from renderer.captions.layout.lettering_faces import lettering
from renderer.captions.style.schema import EnterKind, PillMotion, PlateShape, Reveal
from renderer.captions.style.style_files import load_style
from renderer.compositor.sprite import PlacedSprite
from renderer.contract.vocabulary import CaptionStyle, Language
from tests.support.captions import SMALL, track_of

SETTLED = PageMoment(
    seconds=10.0,
    page=10.0,
    active=0,
    word=10.0,
    may_flicker=False,
    page_moves=True,
    opens=False,
    word_moves=True,
)
TYPED = [style for style in CaptionStyle if load_style(style).reveal is Reveal.TYPEWRITER]
"""Styles whose words appear one by one."""


def sprites_of(style: CaptionStyle, language: Language = Language.EN, *, scrim: float = 0.0) -> PageSprites:
    """Sprites of the first page of a track that has at least two words."""
    track = track_of(style, language)
    page = next(page for page in track.pages if sum(len(line.words) for line in page.lines) > 1)
    page = replace(page, scrim=scrim)
    letters = lettering(load_style(style), language)
    geometry = lay_page(page, letters=letters, position=track.position, frame=SMALL, safe_area="organic")
    return PageSprites(
        styled_page(page, geometry, style=letters.style, language=language, facts=PageFacts(0, 0)), letters
    )


def ink(placed: list[PlacedSprite]) -> float:
    """Area covered by the sprites, weighted with their opacity."""
    return sum(one.opacity / 255 * float(np.sum(255 - one.sprite.keep)) for one in placed)


@pytest.mark.parametrize("style", CaptionStyle)
def test_the_same_moment_gives_the_same_frame(style: CaptionStyle) -> None:
    sprites = sprites_of(style)
    for moment in (SETTLED, replace(SETTLED, page=0.05, word=0.03), replace(SETTLED, active=1, word=0.1)):
        one, other = page_frame(sprites, moment), page_frame(sprites, moment)
        assert [(each.x, each.y, each.opacity) for each in one] == [
            (each.x, each.y, each.opacity) for each in other
        ]
        assert all(np.array_equal(a.sprite.y, b.sprite.y) for a, b in zip(one, other, strict=True))


@pytest.mark.parametrize("style", CaptionStyle)
def test_every_sprite_lies_on_even_pixels(style: CaptionStyle) -> None:
    sprites = sprites_of(style)
    for step in range(12):
        for placed in page_frame(sprites, replace(SETTLED, page=step / 30, word=step / 30)):
            assert placed.x % 2 == placed.y % 2 == 0
            assert 0 <= placed.opacity <= 255


@pytest.mark.parametrize("style", [style for style in CaptionStyle if style not in TYPED])
def test_every_word_is_there_once_a_page_has_settled(style: CaptionStyle) -> None:
    sprites = sprites_of(style)
    placed = page_frame(sprites, SETTLED)
    for word in sprites.page.geometry.words:
        x, y = word.box.center
        assert any(
            one.x - 4 <= x <= one.x + one.sprite.width + 4 and one.y - 4 <= y <= one.y + one.sprite.height + 4
            for one in placed
        )


def test_a_typewriter_shows_no_word_before_its_turn_and_types_the_one_it_is() -> None:
    sprites = sprites_of(TYPED[0])
    last = len(sprites.page.geometry.words) - 1
    shown = [ink(page_frame(sprites, replace(SETTLED, active=order))) for order in range(last + 1)]
    assert shown == sorted(shown)
    assert shown[0] < shown[-1]
    typing = [ink(page_frame(sprites, replace(SETTLED, active=last, word=at / 20))) for at in range(20)]
    assert typing[0] < typing[-1]


@pytest.mark.parametrize("style", [style for style in CaptionStyle if not load_style(style).ground.pulse])
def test_the_page_that_opens_a_video_is_at_once_what_it_will_be(style: CaptionStyle) -> None:
    sprites = sprites_of(style)
    still = replace(SETTLED, opens=True, word_moves=False)
    first = page_frame(sprites, replace(still, page=0.0))
    later = page_frame(sprites, replace(still, page=3.0))
    assert [(one.x, one.y, one.opacity) for one in first] == [(one.x, one.y, one.opacity) for one in later]


@pytest.mark.parametrize("style", list(CaptionStyle))
def test_hurried_pages_keep_growing_and_rising_and_lose_changes_of_light(style: CaptionStyle) -> None:
    moves = {move.kind for move in load_style(style).enter}
    hurried = replace(SETTLED, page_moves=False)
    sprites = sprites_of(style)
    first, later = (page_frame(sprites, replace(hurried, page=seconds)) for seconds in (0.0, 3.0))
    places = [[(one.x, one.y) for one in shown] for shown in (first, later)]
    assert (places[0] != places[1]) is bool(moves & {EnterKind.SCALE, EnterKind.RISE})
    assert [one.opacity for one in first] == [one.opacity for one in later]


def test_before_the_first_word_none_is_lit_and_all_are_there() -> None:
    sprites = sprites_of(CaptionStyle.TIKTOK)
    waiting = page_frame(sprites, replace(SETTLED, active=-1, opens=True))
    words = len(sprites.page.geometry.words)
    assert len(waiting) >= words
    lit = page_frame(sprites, replace(SETTLED, active=0, opens=True))
    assert [one.sprite for one in waiting] != [one.sprite for one in lit]


def test_a_scrim_lies_below_everything_and_only_where_the_page_asks_for_it() -> None:
    plain, dark = sprites_of(CaptionStyle.TIKTOK), sprites_of(CaptionStyle.TIKTOK, scrim=0.6)
    without, with_it = page_frame(plain, SETTLED), page_frame(dark, SETTLED)
    assert len(with_it) == len(without) + 1
    lowest = with_it[0].sprite
    assert lowest.width * lowest.height > max(one.sprite.width * one.sprite.height for one in without)


def test_plates_lie_below_the_words() -> None:
    style = next(style for style in CaptionStyle if load_style(style).plate.shape is not PlateShape.NONE)
    sprites = sprites_of(style)
    drawn = [sprites.painted(Part.PLATE, number) for number in range(len(sprites.page.plates))]
    plates = {id(plate.sprite) for plate in drawn}
    placed = [id(one.sprite) for one in page_frame(sprites, SETTLED)]
    assert plates
    assert set(placed[: len(plates)]) == plates


def test_a_moving_pill_goes_from_the_word_before_to_the_active_one() -> None:
    style = next(style for style in CaptionStyle if load_style(style).pill.motion is PillMotion.MOVING)
    sprites = sprites_of(style)
    order = next(
        word.placed.order
        for before, word in pairwise(sprites.page.words)
        if before.placed.line == word.placed.line and not before.power and not word.power
    )
    seconds = sprites.page.style.pill.seconds

    def middle(word: float) -> float:
        """Middle of the pill, which is the first sprite that is neither plate nor ground."""
        ground = sprites.page.style.ground
        below = len(sprites.page.plates) + bool(ground.shadows or ground.glows)
        pill = page_frame(sprites, replace(SETTLED, active=order, word=word))[below]
        return pill.x + pill.sprite.width / 2

    way = [middle(seconds * step / 6) for step in range(7)]
    rests = sprites.page.geometry.words[order].box.center[0]
    assert way == sorted(way)
    assert abs(way[-1] - rests) <= abs(way[0] - rests)
    assert way[-1] == pytest.approx(rests, abs=4)


def test_arabic_pages_are_wiped_from_the_right() -> None:
    wiping = [
        style for style in CaptionStyle if any(part.kind.value == "wipe" for part in load_style(style).enter)
    ]
    for style in wiping:
        edges = {}
        for language in (Language.EN, Language.AR):
            sprites = sprites_of(style, language)
            block = sprites.page.geometry.block
            early = page_frame(sprites, replace(SETTLED, page=0.04))
            left = min(one.x for one in early)
            right = max(one.x + one.sprite.width for one in early)
            edges[language] = (left - block.left, block.right - right)
        assert edges[Language.EN][1] > edges[Language.EN][0]
        assert edges[Language.AR][0] > edges[Language.AR][1]
