from __future__ import annotations

import io

import cv2
import numpy as np
import numpy.typing as npt
import pytest
from PIL import Image

from renderer.captions.drawing.backings import paint_box
from renderer.captions.drawing.canvas import (
    Raster,
    blank,
    cleared,
    lay_colour,
    lay_gradient,
    rounded_box,
)
from renderer.captions.drawing.glyph_masks import turned
from renderer.captions.drawing.light import blurred
from renderer.captions.drawing.masks import GlyphMask, distance_outside, shape_of, within
from renderer.captions.drawing.paint import paint_word
from renderer.captions.drawing.posing import cropped, frosted, scaled
from renderer.captions.drawing.sprite_instance import SpriteInstance, instance_of
from renderer.captions.layout.safe_area import Rect
from renderer.captions.showcase.gallery import (
    COLUMNS,
    LABEL_ROWS,
    LANGUAGE_NAMES,
    SHEET,
    contact_sheet,
    loop,
    page_html,
)
from renderer.captions.style.colours import WordColours, colours_for
from renderer.captions.style.schema import Box, Fill, Glow, GradientStop, Shadow, Stroke, WordLook
from renderer.contract.vocabulary import CaptionStyle, Language
from tests.support.golden_captions import ROOT

Mask = npt.NDArray[np.uint8]
PLAIN = WordColours()


def disc(radius: float, size: int = 161) -> Mask:
    """An anti-aliased disc in the middle of a square."""
    at = np.arange(size) - size // 2
    return np.asarray(255 * np.clip(radius + 0.5 - np.hypot(at[:, None], at[None, :]), 0, 1), np.uint8)


def ink(mask: Mask) -> GlyphMask:
    return GlyphMask(mask, 100, 200, 200.0, 200.0 + mask.shape[0])


def painted(look: WordLook, mask: Mask, scale: float = 1.0) -> Raster:
    stroke = sum(stroke.width for stroke in look.strokes) * scale
    return paint_word(shape_of(ink(mask), stroke), look, PLAIN, scale)


def at(raster: Raster, x: float, y: float) -> list[int]:
    """RGBA at a point of the frame."""
    return [int(value) for value in raster.rgba[int(y) - raster.y, int(x) - raster.x]]


def test_distances_are_exact_to_a_sixth_of_a_pixel_around_smooth_shapes() -> None:
    size, radius = 161, 40.3
    away = np.hypot(*np.meshgrid(np.arange(size) - size // 2, np.arange(size) - size // 2)) - radius
    field = distance_outside(disc(radius))
    ring = (away > 2) & (away < 30)
    assert np.abs(field - away)[ring].max() < 0.7
    assert np.abs(field - away)[ring].mean() < 0.17


def test_strokes_have_their_width_and_a_smooth_edge() -> None:
    outer = within(distance_outside(disc(40)), 10.0).astype(np.float64) / 255
    assert outer.sum() == pytest.approx(np.pi * 50**2, rel=0.01)
    smooth = disc(50).astype(np.float64) / 255
    assert np.abs(outer - smooth).max() < 0.55


def test_layers_lie_in_order_fill_on_strokes_on_light() -> None:
    look = WordLook(
        fill=Fill(colour="#FF0000"),
        strokes=(Stroke(width=6, colour="#00FF00"), Stroke(width=4, colour="#0000FF")),
        glows=(Glow(radius=20, colour="#FFFFFF", alpha=0.5),),
        shadows=(Shadow(dx=0, dy=0, colour="#000000", alpha=0.5, blur=10),),
    )
    raster = painted(look, disc(40))
    x, y = 100 + 80, 200 + 80
    assert at(raster, x, y) == [255, 0, 0, 255]
    assert at(raster, x + 43, y) == [0, 255, 0, 255]
    assert at(raster, x + 48, y) == [0, 0, 255, 255]
    light = at(raster, x + 54, y)
    assert 0 < light[3] < 255
    assert light[0] > 0


def test_colour_never_exceeds_alpha() -> None:
    look = WordLook(
        fill=Fill(stops=(GradientStop(at=0, colour="#FFFFFF"), GradientStop(at=1, colour="#3B82F6"))),
        strokes=(Stroke(width=5, colour="#FDE047", alpha=0.7),),
        glows=(Glow(radius=60, colour="#FF1E00", alpha=0.7),),
        opacity=0.6,
    )
    rgba = painted(look, disc(40)).rgba
    assert (rgba[..., :3].max(axis=2).astype(int) <= rgba[..., 3].astype(int) + 1).all()


def test_hollow_letters_keep_their_inside_clear() -> None:
    look = WordLook(fill=Fill(alpha=0.0), strokes=(Stroke(width=5, colour="#FFFFFF"),))
    raster = painted(look, disc(40))
    assert at(raster, 180, 280)[3] == 0
    assert at(raster, 180 + 43, 280)[3] == 255


def test_gradients_run_from_the_top_of_the_line_to_its_foot() -> None:
    look = WordLook(
        fill=Fill(stops=(GradientStop(at=0, colour="#000000"), GradientStop(at=1, colour="#FFFFFF")))
    )
    raster = painted(look, np.full((100, 40), 255, np.uint8))
    column = raster.rgba[200 - raster.y : 300 - raster.y, 20 + 100 - raster.x, 0]
    assert column[0] < 4
    assert column[-1] > 251
    assert (np.diff(column.astype(int)) >= 0).all()


def test_a_plate_lets_the_picture_through_where_letters_are_cut() -> None:
    canvas = blank(40, 40)
    lay_colour(canvas, np.full((40, 40), 255, np.uint8), (255, 255, 255), 0.94)
    letters = np.zeros((40, 40), np.uint8)
    letters[10:30, 10:30] = 255
    cut = cleared(canvas, letters)
    assert cut[20, 20, 3] == 0
    assert cut[5, 5, 3] == 240


def test_rounded_boxes_cover_their_area() -> None:
    mask = rounded_box((60, 120), (10, 10, 110, 50), 12)
    assert mask.sum() / 255 == pytest.approx(100 * 40 - (4 - np.pi) * 12**2, rel=0.005)
    box = Box(colour="#FFFFFF", border=4, border_colour="#FF0000")
    raster = paint_box(box, Rect(20, 20, 80, 60), PLAIN, 1.0)
    assert at(raster, 21, 40) == [255, 0, 0, 255]
    assert at(raster, 50, 40) == [255, 255, 255, 255]


def test_wide_blurs_on_a_small_copy_look_like_the_real_ones() -> None:
    mask = disc(30)
    exact = cv2.GaussianBlur(mask, (0, 0), 12.0).astype(np.float64)
    assert np.abs(blurred(mask, 12.0).astype(np.float64) - exact).max() < 6


def test_ink_colour_reads_on_its_word_colour() -> None:
    assert colours_for("#FDE047").ink == (0, 0, 0)
    assert colours_for("#3B82F6").ink == (0, 0, 0)
    assert colours_for("#7F1D1D").ink == (255, 255, 255)


def test_turning_keeps_ink_and_turns_it_about_the_centre() -> None:
    bar = np.full((20, 200), 255, np.uint8)
    original = GlyphMask(bar, 300, 400, 400.0, 420.0)
    leaned = turned(original, 2.0, (400.0, 410.0))
    assert leaned.mask.sum() / 255 == pytest.approx(4000, rel=0.01)
    columns = np.flatnonzero(leaned.mask.max(axis=0) > 127)
    left = leaned.mask[:, columns[2]].astype(float)
    right = leaned.mask[:, columns[-3]].astype(float)
    rows = np.arange(leaned.mask.shape[0])
    fall = (rows * right).sum() / right.sum() - (rows * left).sum() / left.sum()
    assert fall == pytest.approx(200 * np.tan(np.radians(2)), abs=0.8)
    assert leaned.x + leaned.mask.shape[1] / 2 == pytest.approx(400, abs=1.5)


def _actor() -> SpriteInstance:
    canvas = blank(40, 80)
    lay_colour(canvas, np.full((40, 80), 255, np.uint8), (200, 120, 40), 1.0)
    return instance_of(Raster(canvas, 100, 60))


def test_actors_scale_about_a_point_and_crop_to_columns() -> None:
    actor = _actor()
    double = scaled(actor, 2.0, (140.0, 80.0))
    assert (double.x, double.y, double.sprite.width, double.sprite.height) == (60, 40, 160, 80)
    part = cropped(actor, 120, 150)
    assert (part.x, part.sprite.width) == (120, 30)
    assert part.sprite.u.shape == (20, 15)


def test_frost_spreads_light_without_losing_it() -> None:
    actor = _actor()
    frosted_actor = frosted(actor, 6.0)
    before = (255 - actor.sprite.keep.astype(int)).sum()
    after = (255 - frosted_actor.sprite.keep.astype(int)).sum()
    assert after == pytest.approx(before, rel=0.02)
    assert frosted_actor.sprite.keep.min() >= actor.sprite.keep.min()
    assert frosted_actor.x < actor.x


def test_an_empty_raster_makes_an_empty_actor() -> None:
    empty = instance_of(Raster(blank(20, 20), 0, 0))
    assert (empty.sprite.keep == 255).all()


def test_gradient_layers_are_premultiplied() -> None:
    canvas = blank(2, 2)
    rows = np.full((2, 3), 200, np.float32)
    lay_gradient(canvas, np.full((2, 2), 255, np.uint8), rows, 0.5)
    assert canvas[0, 0].tolist() == [100, 100, 100, 128]


def test_the_contact_sheet_shows_the_asked_styles_with_their_names() -> None:
    sheet = contact_sheet(Language.EN, [CaptionStyle.TIKTOK, CaptionStyle.KNOCKOUT])
    height = SHEET.bottom - SHEET.top + LABEL_ROWS
    assert sheet.shape == (height, COLUMNS * SHEET.width, 3)
    first, second = sheet[:-LABEL_ROWS, : SHEET.width], sheet[:-LABEL_ROWS, SHEET.width : 2 * SHEET.width]
    assert np.abs(first.astype(int) - second.astype(int)).mean() > 3
    assert sheet[-LABEL_ROWS:, : SHEET.width].max() > 180


def test_a_loop_moves() -> None:
    pictures = loop(CaptionStyle.STREAMER)
    assert len(pictures) >= 20
    assert max(np.abs(one.astype(int) - pictures[0].astype(int)).mean() for one in pictures[1:]) > 1


def test_the_page_shows_every_style_and_language() -> None:
    page = page_html()
    assert all(f"loop-{style.value}.webp" in page for style in CaptionStyle)
    assert all(f"styles-{language.value}.webp" in page for language in Language)
    assert set(LANGUAGE_NAMES) == set(Language)


def test_committed_gallery_is_complete_small_and_readable() -> None:
    folder = ROOT / "docs" / "gallery"
    names = {"styles.png", "index.html"}
    names |= {f"styles-{language.value}.webp" for language in Language}
    names |= {f"loop-{style.value}.webp" for style in CaptionStyle}
    assert names <= {path.name for path in folder.iterdir()}
    assert sum((folder / name).stat().st_size for name in names) < 3_000_000
    with Image.open(io.BytesIO((folder / "loop-fire.webp").read_bytes())) as picture:
        assert getattr(picture, "n_frames", 1) > 10
