from __future__ import annotations

import numpy as np
import pytest
from numpy.typing import NDArray
from PIL import Image, ImageDraw, ImageFont

from renderer.contract.vocabulary import Language
from renderer.text.typesetting.catalogue import catalogue, face
from renderer.text.typesetting.fonts import FontChain
from renderer.text.typesetting.raster import rasterise
from renderer.text.typesetting.shaped_run import Mask, ShapedRun
from renderer.text.typesetting.shaping import shape

FACES = FontChain.of(*map(face, ("montserrat-900", "cairo-900", "noto-sans-sc-900", "noto-sans-jp-900")))


def shaped(
    text: str, *, size: float = 120, language: Language = Language.EN, faces: FontChain = FACES
) -> ShapedRun:
    return shape(text, chain=faces, size=size, language=language)


def centre(mask: Mask) -> tuple[float, float]:
    """Centre of the ink in pixels from the pen's origin."""
    ink = mask.alpha.astype(np.float64)
    rows, columns = np.indices(ink.shape)
    total = ink.sum()
    return (ink * columns).sum() / total + mask.left, (ink * rows).sum() / total + mask.top


def drawn_by_pillow(text: str, face_id: str, size: int) -> NDArray[np.uint8]:
    """Drawn eight times as large and averaged down, so that FreeType's hinting has no visible effect."""
    path = str(catalogue()[face_id].path)
    font = ImageFont.truetype(path, 8 * size, layout_engine=ImageFont.Layout.BASIC)
    image = Image.new("L", (8 * 600, 8 * 300))
    ImageDraw.Draw(image).text((8 * 50, 8 * 200), text, font=font, fill=255, anchor="ls")
    return np.asarray(image.reduce(8))


@pytest.mark.parametrize(
    "face_id", ["montserrat-900", "playfair-display-600", "noto-sans-sc-900", "anton-400"]
)
def test_pixels_agree_with_an_independent_rasteriser(face_id: str) -> None:
    mask = rasterise(shaped("Og&", faces=FontChain.of(face(face_id))), padding=0)
    placed = np.zeros((300, 600), np.uint8)
    height, width = mask.alpha.shape
    placed[200 + mask.top : 200 + mask.top + height, 50 + mask.left : 50 + mask.left + width] = mask.alpha
    expected = drawn_by_pillow("Og&", face_id, 120)
    # the two smooth edges differently, and the basic layout does not read kerning from GPOS
    different = np.abs(placed.astype(int) - expected).sum() / expected.astype(int).sum()
    assert different < 0.1


def test_padding_surrounds_the_ink() -> None:
    bare, padded = rasterise(shaped("ink")), rasterise(shaped("ink"), padding=9)
    assert np.array_equal(padded.alpha[9:-9, 9:-9], bare.alpha)
    assert (padded.left, padded.top) == (bare.left - 9, bare.top - 9)
    assert padded.alpha.sum() == bare.alpha.astype(int).sum()
    for edge in (bare.alpha[0], bare.alpha[-1], bare.alpha[:, 0], bare.alpha[:, -1]):
        assert edge.any()


def test_capitals_stand_on_the_baseline() -> None:
    mask = rasterise(shaped("HHH"))
    assert mask.top + mask.alpha.shape[0] == 0
    assert mask.top == pytest.approx(-0.7 * 120, abs=2)


@pytest.mark.parametrize("shift", [0.25, 0.5, 0.9])
def test_the_pen_moves_by_parts_of_a_pixel(shift: float) -> None:
    still, moved = (centre(rasterise(shaped("Swim"), subpixel_x=x)) for x in (0.0, shift))
    assert moved[0] - still[0] == pytest.approx(shift, abs=0.01)
    assert moved[1] == pytest.approx(still[1], abs=0.01)


def test_slant_leans_about_the_baseline() -> None:
    upright, leaning = (rasterise(shaped("I"), slant=degrees) for degrees in (0.0, 10.0))
    (x0, y0), (x1, y1) = centre(upright), centre(leaning)
    assert x1 - x0 == pytest.approx(-y0 * np.tan(np.radians(10)), abs=0.2)
    assert y1 == pytest.approx(y0, abs=0.2)


@pytest.mark.parametrize(
    ("text", "language"), [("type", Language.EN), ("مدرسة", Language.AR), ("心脏", Language.ZH)]
)
def test_units_appear_one_after_another(text: str, language: Language) -> None:
    run = shaped(text, language=language)
    whole = rasterise(run, padding=3)
    steps = [rasterise(run, padding=3, units=count) for count in range(len(run.units) + 1)]
    assert all(step.alpha.shape == whole.alpha.shape for step in steps)
    assert not steps[0].alpha.any()
    assert np.array_equal(steps[-1].alpha, whole.alpha)
    ink = [int(step.alpha.sum(dtype=np.int64)) for step in steps]
    assert ink == sorted(set(ink))
    first = np.flatnonzero(steps[1].alpha.any(axis=0)) + whole.left
    unit = run.units[0]
    assert unit.left - 6 <= first.min() <= first.max() <= unit.right + 6


def test_text_without_ink_gives_empty_padding() -> None:
    mask = rasterise(shaped(" "), padding=4)
    assert mask.alpha.shape == (8, 8)
    assert not mask.alpha.any()
    assert rasterise(shaped("")).alpha.shape == (1, 1)


@pytest.mark.parametrize(("character", "alike"), [*((c, False) for c in "骨直海画"), ("口", True)])
def test_chinese_and_japanese_forms_differ_where_they_should(character: str, *, alike: bool) -> None:
    forms = []
    for face_id, language in (("noto-sans-sc-900", Language.ZH), ("noto-sans-jp-900", Language.JA)):
        mask = rasterise(shaped(character, language=language, faces=FontChain.of(face(face_id))))
        canvas = np.zeros((160, 160), np.uint8)
        canvas[
            120 + mask.top : 120 + mask.top + mask.alpha.shape[0], mask.left : mask.left + mask.alpha.shape[1]
        ] = mask.alpha
        forms.append(canvas > 127)
    shared = (forms[0] & forms[1]).sum() / (forms[0] | forms[1]).sum()
    assert shared == 1.0 if alike else shared < 0.92


def test_the_same_text_gives_the_same_bytes() -> None:
    first, second = (rasterise(shaped("Łódź قلب 心臓"), padding=2, subpixel_x=0.3) for _ in range(2))
    assert first.alpha.tobytes() == second.alpha.tobytes()
