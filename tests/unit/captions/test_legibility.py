"""Contrast measured on decoded frames: every style on pictures of every pack, and the meter itself."""

from __future__ import annotations

import numpy as np
import pytest

from renderer.captions.contrast import ENOUGH
from renderer.captions.drawing.overlay import open_captions
from renderer.captions.layout.safe_area import Frame
from renderer.captions.legibility import WordState, word_contrasts
from renderer.compositor.planes import rgb_to_planes
from renderer.contract.vocabulary import CaptionStyle, Language, StylePack
from tests.support.captioned.contrasts import composed, lowest_by_state, moments
from tests.support.captions import FPS, flat, track_of

FULL = Frame(width=1080, height=1920)


@pytest.mark.parametrize("pack", list(StylePack))
@pytest.mark.parametrize("style", list(CaptionStyle))
def test_every_style_reads_on_every_pack(style: CaptionStyle, pack: StylePack) -> None:
    found = lowest_by_state(style, pack)
    assert {"active", "said"} <= set(found)
    assert min(found.values()) >= ENOUGH, found


@pytest.mark.parametrize("language", [Language.RU, Language.AR, Language.HI, Language.ZH, Language.JA])
@pytest.mark.parametrize("style", [CaptionStyle.ELEGANT, CaptionStyle.NEON_PINK, CaptionStyle.KNOCKOUT])
def test_thin_and_dense_scripts_read_on_light_ground(style: CaptionStyle, language: Language) -> None:
    found = lowest_by_state(style, StylePack.DOCUMENTARY, language)
    assert min(found.values()) >= ENOUGH, found


def test_the_meter_says_what_white_letters_have_on_a_grey_ground() -> None:
    """Without rim and shadow it is the two colours' ratio, and less where half of the ground is white."""
    for grey, wanted in ((0, 21.0), (118, 4.54), (200, 1.67)):
        contrast = _measured(np.full((1920, 1080, 3), grey, np.uint8))
        assert contrast == pytest.approx(wanted, rel=0.06)
    striped = np.full((1920, 1080, 3), 40, np.uint8)
    striped[:, 540:] = 235
    assert _measured(striped) < 1.5


def test_words_are_told_apart_by_where_the_voice_is() -> None:
    track = track_of(CaptionStyle.HORMOZI, frame=FULL)
    under = flat((70, 84, 110), FULL)
    page = max(track.pages, key=lambda page: sum(len(line.words) for line in page.lines))
    number = moments(page, track.style)[1]
    overlay = open_captions(track, width=1080, height=1920, fps=FPS)
    found = overlay.page_at(number)
    assert found is not None
    words = word_contrasts(composed(overlay, under, number), *found)
    states = [word.state for word in words]
    assert states == sorted(states, key=[WordState.SAID, WordState.ACTIVE, WordState.UNSAID].index)
    assert WordState.ACTIVE in states


def _measured(picture: np.ndarray) -> float:
    """The lowest contrast of plain white letters, drawn into the picture where a page is."""
    track = track_of(CaptionStyle.MINIMAL, frame=FULL)
    number = moments(track.pages[0], track.style)[0]
    overlay = open_captions(track, width=1080, height=1920, fps=FPS)
    found = overlay.page_at(number)
    assert found is not None
    sprites, active = found
    for order in range(len(sprites.page.words)):
        ink = sprites.drawn_shape(order, active=order == active).ink
        rows, columns = (slice(at, at + n) for at, n in zip((ink.y, ink.x), ink.mask.shape, strict=True))
        cover = ink.mask[..., None] / 255
        picture[rows, columns] = (picture[rows, columns] * (1 - cover) + 255 * cover).astype(np.uint8)
    return min(word.contrast for word in word_contrasts(rgb_to_planes(picture), sprites, active))
