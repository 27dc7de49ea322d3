"""Text is centred in the shape drawn around it, and no part of it sticks out."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from itertools import pairwise

import numpy as np
import pytest

from renderer.captions.drawing.page_sprites import PageSprites, Part
from renderer.captions.drawing.page_timing import active_word
from renderer.captions.drawing.styled_page import PageFacts, styled_page
from renderer.captions.layout.lettering import CaptionLettering
from renderer.captions.layout.lettering_faces import lettering
from renderer.captions.layout.page_geometry import PageGeometry, PlacedWord, power_word
from renderer.captions.layout.safe_area import Frame, Rect
from renderer.captions.style.style_files import load_style
from renderer.contract.vocabulary import CaptionStyle, Language
from renderer.core.captions import CaptionTrack, Page
from renderer.core.timecode import first_frame
from renderer.text.typesetting.raster import ink_extents
from tests.support.captions import FPS, flat, screen, track_of
from tests.support.soundness import geometries

FULL = Frame(width=1080, height=1920)
PLATED = (CaptionStyle.MINIMAL, CaptionStyle.KNOCKOUT, CaptionStyle.GAMING)
RED = (200, 20, 30)
OFF = 0.1
"""How far text may be from the middle, in em; less cannot be seen."""

# Letters without and with marks below the line; to the eye both must be centred.
HINDI = ("तीन दिल", "कैसे", "भुजाओं तक", "पहुँचाते हैं")
ACCENTS = "Ação, É ÇÃO; Ŷ Žluť gjpqy"


@dataclass(frozen=True, slots=True)
class Gaps:
    """Space in em between the ink of a line and the edges of the shape behind it."""

    above: float
    below: float
    left: float
    right: float


def sprites_of(page: Page, geometry: PageGeometry, letters: CaptionLettering, number: int) -> PageSprites:
    facts = PageFacts(number, 0)
    styled = styled_page(page, geometry, style=letters.style, language=letters.language, facts=facts)
    return PageSprites(styled, letters)


def gaps(words: list[PlacedWord], rect: Rect) -> Gaps:
    inks = [(word, ink_extents(word.run)) for word in words]
    em = words[0].run.size
    return Gaps(
        above=(min(word.baseline + ink.top for word, ink in inks) - rect.top) / em,
        below=(rect.bottom - max(word.baseline + ink.foot for word, ink in inks)) / em,
        left=(min(word.x + ink.left for word, ink in inks) - rect.left) / em,
        right=(rect.right - max(word.x + ink.right for word, ink in inks)) / em,
    )


def lines_of(track: CaptionTrack) -> Iterator[tuple[PageGeometry, list[PlacedWord], Rect]]:
    box = load_style(track.style).plate.box
    for geometry in geometries(track, FULL):
        for number, line in enumerate(geometry.lines):
            words = [word for word in geometry.words if word.line == number]
            yield geometry, words, line.grown(box.pad_x * geometry.scale, box.pad_y * geometry.scale)


@pytest.mark.parametrize("style", [CaptionStyle.MINIMAL, CaptionStyle.KNOCKOUT])
@pytest.mark.parametrize("text", HINDI)
def test_devanagari_stands_in_the_middle_of_its_plates(style: CaptionStyle, text: str) -> None:
    for _, words, plate in lines_of(track_of(style, Language.HI, text=text, frame=FULL)):
        around = gaps(words, plate)
        assert abs(around.above - around.below) <= OFF


@pytest.mark.parametrize("style", PLATED)
@pytest.mark.parametrize("language", [Language.ZH, Language.JA])
def test_chinese_and_japanese_stand_in_the_middle_up_to_their_last_mark(
    style: CaptionStyle, language: Language
) -> None:
    for geometry, words, plate in lines_of(track_of(style, language, frame=FULL)):
        around = gaps(words, plate)
        assert abs(around.above - around.below) <= OFF
        if len(geometry.lines) == 1:
            assert abs(around.left - around.right) <= OFF


@pytest.mark.parametrize("style", PLATED)
@pytest.mark.parametrize("language", Language)
def test_plates_hold_all_ink(style: CaptionStyle, language: Language) -> None:
    tracks = [track_of(style, language, frame=FULL)]
    if language is Language.PT:
        tracks.append(track_of(style, language, text=ACCENTS, frame=FULL))
    for track in tracks:
        for _, words, plate in lines_of(track):
            around = gaps(words, plate)
            assert min(around.above, around.below) > 0.02
            assert min(around.left, around.right) > 0.1


def test_cut_out_letters_show_the_picture_everywhere() -> None:
    """Including accents, cedillas and the tails of commas."""
    track = track_of(CaptionStyle.KNOCKOUT, Language.PT, text=ACCENTS, frame=FULL)
    letters, show = lettering(load_style(track.style), track.language), screen(track, flat(RED, FULL))
    checked = 0
    for number, (page, geometry) in enumerate(zip(track.pages, geometries(track, FULL), strict=True)):
        cast = sprites_of(page, geometry, letters, number)
        wiped = page.span.start + Fraction(load_style(track.style).enter[0].seconds).limit_denominator(1000)
        first = geometry.words[0].word.span
        frame = first_frame(max(first.start + first.duration * 9 / 10, wiped), FPS)
        active = active_word(page, frame, FPS)
        picture = show.rgb(frame).astype(np.int16)
        for word in (word for word in geometry.words if word.order != active):
            ink = cast.drawn_shape(word.order, active=False).ink
            rows, columns = (slice(at, at + n) for at, n in zip((ink.y, ink.x), ink.mask.shape, strict=True))
            apart = np.abs(picture[rows, columns] - RED).max(axis=2)
            assert apart[ink.mask == 255].max() < 120
            checked += 1
    assert checked >= 2


def test_the_box_of_a_digit_among_arabic_letters_is_as_deep_as_the_digit() -> None:
    track = track_of(CaptionStyle.HORMOZI, Language.AR, text="أذرع 8 وواحد", frame=FULL)
    style, checked = load_style(CaptionStyle.HORMOZI), 0
    for number, (page, geometry) in enumerate(zip(track.pages, geometries(track, FULL), strict=True)):
        cast = sprites_of(page, geometry, lettering(style, track.language), number)
        for word in (word for word in geometry.words if power_word(style, word.word)):
            box, ink = cast.painted(Part.POWER_BOX, word.order), ink_extents(word.run)
            above = word.baseline + ink.top - box.y
            below = box.y + box.sprite.height - (word.baseline + ink.foot)
            assert abs(above - below) <= OFF * word.run.size
            checked += 1
    assert checked == 1


@pytest.mark.parametrize("language", [Language.ZH, Language.JA])
def test_a_pill_between_unspaced_words_leaves_its_neighbours_free(language: Language) -> None:
    track = track_of(CaptionStyle.STREAMER, language, frame=FULL)
    pad = load_style(CaptionStyle.STREAMER).pill.box.pad_x
    for geometry in geometries(track, FULL):
        for one, other in pairwise(geometry.words):
            if one.line == other.line:
                assert other.box.left - one.box.right >= 0.9 * pad * geometry.scale
