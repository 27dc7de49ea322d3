from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from renderer.captions.contrast import ENOUGH, contrast_on, patches_of, with_contrast
from renderer.captions.drawing.overlay import open_captions
from renderer.captions.layout.geometry import lay_page
from renderer.captions.layout.lettering_faces import lettering
from renderer.captions.layout.safe_area import Rect
from renderer.captions.style.colours import contrast, luminance, rgb_of
from renderer.captions.style.schema import Plate, Style
from renderer.captions.style.style_files import load_style
from renderer.compositor.planes import Planes
from renderer.contract.vocabulary import CaptionStyle
from renderer.core.timecode import nearest_frame
from tests.support.captions import FPS, SMALL, Screen, flat, screen, track_of, words_of

GREYS = (5, 60, 128, 190, 250)


def bare() -> Style:
    """White letters with nothing around them: a style that needs a scrim."""
    return replace(load_style(CaptionStyle.MINIMAL), plate=Plate())


def test_wcag_reference_values() -> None:
    assert contrast(luminance((255, 255, 255)), luminance((0, 0, 0))) == pytest.approx(21)
    assert contrast(luminance(rgb_of("#777777")), luminance((255, 255, 255))) == pytest.approx(4.48, abs=0.01)


@pytest.mark.parametrize("style", CaptionStyle)
@pytest.mark.parametrize("grey", GREYS)
def test_every_page_of_every_style_is_readable_on_any_grey(style: CaptionStyle, grey: int) -> None:
    ground = flat((grey, grey, grey))
    track = with_contrast(track_of(style), fps=FPS, probe=lambda _: ground)
    for page in track.pages:
        assert page.contrast >= ENOUGH
        assert 0 <= page.scrim < 0.8


def test_a_scrim_is_added_only_where_it_is_needed_and_is_seen_on_the_frame() -> None:
    white, black = flat((250, 250, 250)), flat((8, 8, 8))
    style = bare()
    track = track_of(CaptionStyle.MINIMAL)
    bright = with_contrast(track, fps=FPS, probe=lambda _: white, style=style)
    dark = with_contrast(track, fps=FPS, probe=lambda _: black, style=style)
    assert all(page.scrim == 0 for page in dark.pages)
    assert all(page.scrim > 0 for page in bright.pages)
    geometry = lay_page(
        bright.pages[0],
        letters=lettering(style, track.language),
        position=track.position,
        frame=SMALL,
        safe_area="organic",
    )
    frame = nearest_frame(words_of(bright.pages[0])[0].span.start, FPS) + 8
    corner = (
        slice(int(geometry.block.top) + 2, int(geometry.block.top) + 8),
        slice(int(geometry.block.left), int(geometry.block.left) + 6),
    )
    lit, plain = (
        Screen(open_captions(shown, width=SMALL.width, height=SMALL.height, fps=FPS, style=style), white)
        for shown in (bright, track)
    )
    assert lit.planes(frame).y[corner].mean() < plain.planes(frame).y[corner].mean() - 15


def test_the_frames_of_the_page_are_probed_and_the_worst_counts() -> None:
    asked: list[int] = []
    track = track_of(CaptionStyle.MINIMAL)
    page = track.pages[0]
    last = nearest_frame(page.span.end, FPS) - 1

    def probe(frame: int) -> Planes:
        asked.append(frame)
        return flat((250, 250, 250)) if frame == last else flat((20, 20, 20))

    measured = with_contrast(track, fps=FPS, probe=probe, style=bare())
    assert {nearest_frame(page.span.start, FPS), last} <= set(asked)
    assert measured.pages[0].contrast < measured.pages[1].contrast


def test_measured_pixels_agree_with_the_figure_for_white_on_a_plate() -> None:
    """The whitest letters are compared with the plate around them in the finished frame."""
    grey = 170
    ground = flat((grey, grey, grey))
    track = with_contrast(track_of(CaptionStyle.MINIMAL), fps=FPS, probe=lambda _: ground)
    style = load_style(CaptionStyle.MINIMAL)
    geometry = lay_page(
        track.pages[0],
        letters=lettering(style, track.language),
        position=track.position,
        frame=SMALL,
        safe_area="organic",
    )
    frame = nearest_frame(words_of(track.pages[0])[0].span.start, FPS) + 8
    picture = screen(track, ground).rgb(frame)
    last = geometry.words[-1].box
    unsaid = picture[int(last.top) : int(last.bottom), int(last.left) : int(last.right)].reshape(-1, 3)
    levels = np.sort(unsaid.mean(axis=1))
    letters = luminance([float(np.percentile(levels, 99.5))] * 3)
    plate = luminance([float(np.percentile(levels, 10))] * 3)
    assert contrast(letters, plate) == pytest.approx(contrast_on(style, np.array([grey / 255])), rel=0.12)
    assert track.pages[0].contrast <= contrast(letters, plate), "what a style has on any picture is less"


def test_patches_are_the_pictures_under_the_block() -> None:
    planes = flat((0, 0, 0))
    planes.y[100:200] = 235
    assert patches_of(planes, Rect(0, 100, 540, 200)).min() == pytest.approx(1)
    assert patches_of(planes, Rect(0, 300, 540, 400)).max() == pytest.approx(0)


def test_a_scrim_helps_light_letters_on_light_ground() -> None:
    style = load_style(CaptionStyle.OUTLINE_WHITE)
    white = np.array([1.0])
    assert contrast_on(style, white, 0.6) > contrast_on(style, white)
