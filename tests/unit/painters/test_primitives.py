"""The building blocks of painters: noise, dither, lines, counters, charts, cut-outs."""

from __future__ import annotations

from collections.abc import Callable
from decimal import Decimal
from functools import partial

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec.structs import replace

from renderer.contract.vocabulary import Language, StylePack
from renderer.core.picture_spec import Measure, PictureFacts
from renderer.painters.base import PaintRequest
from renderer.painters.drawing import curve, motion, tone
from renderer.painters.drawing.calm import caption_row, under_captions
from renderer.painters.drawing.canvas import Cutout, developed, lay, stain, tinted
from renderer.painters.drawing.cutout import empty_below, rotated, shadowed
from renderer.painters.drawing.layering import visible_box
from renderer.painters.drawing.lettering import OVERHANG, lettering, line_of
from renderer.painters.drawing.lettering_face import LetteringFace
from renderer.painters.drawing.noise import fractal, ridged, smoothstep, stretched
from renderer.painters.props import chart, rolling_counter
from renderer.painters.props.comparison import entries
from renderer.painters.props.subject import bordered, engraved, subject
from renderer.visuals.style_pack_files import load_pack

SEEDS = st.integers(0, 2**32 - 1)


def rng(seed: int = 1) -> np.random.Generator:
    return np.random.Generator(np.random.PCG64(seed))


def request(facts: PictureFacts = PictureFacts()) -> PaintRequest:  # noqa: B008 - frozen
    return PaintRequest(
        width=216,
        height=384,
        duration=3.0,
        seed=1,
        palette=load_pack(StylePack.DOCUMENTARY).palettes[0],
        artwork=("octopus", "elephant"),
        facts=facts,
    )


@given(seed=SEEDS)
@settings(max_examples=15, deadline=None)
def test_noise_fills_its_range_and_repeats(seed: int) -> None:
    for make in (fractal, ridged):
        field = make(rng(seed), (60, 40), cell=16)
        assert field.min() == 0.0
        assert field.max() == pytest.approx(1.0)
        assert np.array_equal(field, make(rng(seed), (60, 40), cell=16))


def test_a_flat_field_is_stretched_to_zero() -> None:
    assert not stretched(np.full((4, 4), 3.0, np.float32)).any()


def test_smoothstep_runs_both_ways() -> None:
    ramp = np.linspace(0, 1, 11, dtype=np.float32)
    assert np.allclose(smoothstep(ramp, 0.2, 0.8), 1 - smoothstep(ramp, 0.8, 0.2), atol=1e-6)


def test_dark_gradients_are_dithered_not_banded() -> None:
    """The mean over any small area follows the true gradient to far less than a level."""
    ramp = np.linspace(0, 1, 256, dtype=np.float32)[:, None] + np.zeros((256, 128), np.float32)
    ground = tinted(ramp, (10, 12, 20), (16, 18, 28))
    canvas = developed(ground, (256, 512), rng())
    means = canvas.reshape(32, 16, 8, 32, 3).mean(axis=(1, 3))
    wanted = (ground * 255).reshape(32, 8, 8, 16, 3).mean(axis=(1, 3))
    assert np.abs(means - wanted).max() < 0.2


def test_stain_mixes_by_the_mask() -> None:
    canvas = np.full((2, 3, 3), 100, np.uint8)
    stain(canvas, np.array([[0, 128, 255], [0, 128, 255]], np.uint8), (200, 0, 100))
    assert np.abs(canvas[0].astype(int) - [[100, 100, 100], [150, 50, 100], [200, 0, 100]]).max() <= 1


@pytest.mark.parametrize("at", [(-30, 4), (60, 60), (5, -80), (90, 2)])
def test_a_cutout_is_clipped_at_the_canvas_edge(at: tuple[int, int]) -> None:
    canvas = np.zeros((64, 96, 3), np.uint8)
    lay(canvas, Cutout(np.full((40, 40, 3), 255, np.uint8), np.full((40, 40), 255, np.uint8)), at)
    columns = max(0, min(at[0] + 40, 96) - max(at[0], 0))
    rows = max(0, min(at[1] + 40, 64) - max(at[1], 0))
    assert (canvas[..., 0] == 255).sum() == columns * rows


@given(points=st.lists(st.tuples(st.floats(0, 500), st.floats(0, 500)), min_size=3, max_size=8, unique=True))
@settings(max_examples=30, deadline=None)
def test_even_points_lie_at_even_distances(points: list[tuple[float, float]]) -> None:
    line = curve.spline(np.array(points, np.float32))
    even = curve.evenly(line, 200)
    assert np.allclose(even[0], line[0], atol=1e-3)
    assert np.allclose(even[-1], line[-1], atol=1e-3)
    gaps = np.hypot(*np.diff(even, axis=0).T)
    assert gaps.max() <= curve.length(line) / 199 * 1.01 + 1e-3


def test_isolines_close_around_a_hill() -> None:
    y, x = np.mgrid[0:80, 0:80].astype(np.float32)
    hill = np.exp(-((x - 40) ** 2 + (y - 40) ** 2) / 400)
    lines = curve.isolines(hill, 0.5, scale=2.0)
    assert len(lines) == 1
    radii = np.hypot(*(lines[0] - 80).T)
    assert np.allclose(radii, 2 * np.sqrt(400 * np.log(2)), atol=4)


@pytest.mark.parametrize("easing", [motion.ease_out, motion.ease_in_out, motion.overshoot])
def test_easings_start_at_zero_and_land_on_one(easing: Callable[[float], float]) -> None:
    assert easing(-1.0) == pytest.approx(0.0, abs=1e-9)
    assert easing(0.0) == pytest.approx(0.0, abs=1e-9)
    assert easing(1.0) == pytest.approx(1.0)
    assert easing(2.0) == pytest.approx(1.0)


@pytest.mark.parametrize(
    ("text", "language"),
    [
        ("$4.2M", Language.EN),
        ("٤٫٢ مليون", Language.AR),
        ("४२ लाख", Language.HI),
        ("420万", Language.ZH),
        ("4,2 Mrd. €", Language.DE),
        ("1 500 ₽", Language.RU),
    ],
)
def test_a_counter_rolls_to_the_digits_of_its_text(text: str, language: Language) -> None:
    layers = rolling_counter.counter(
        text,
        at=(300.0, 100.0),
        size=90,
        widest=500,
        face=LetteringFace.PLAIN,
        colour=(255, 255, 255),
        language=language,
        start=0.0,
        end=1.5,
    )
    drums = [layer for layer in layers if layer.window != (0, 0)]
    digits = [int(character) for character in text if rolling_counter.is_digit(character)]
    shown = [round(layer.motion(3.0).scroll_y / layer.window[1]) % 10 for layer in drums]
    assert sorted(shown) == sorted(digits)
    left = min(layer.motion(0.0).x - (layer.window[0] or layer.image.shape[1]) / 2 for layer in layers)
    right = max(layer.motion(0.0).x + (layer.window[0] or layer.image.shape[1]) / 2 for layer in layers)
    assert right - left <= 505
    assert (left + right) / 2 == pytest.approx(300, abs=2)


@pytest.mark.parametrize("size", [24.0, 28.5, 33.0, 64.0])
@pytest.mark.parametrize("text", ["In favour", "Against", "Tonnen", "für"])
def test_no_letter_of_a_line_is_cut_off_within_its_overhang(text: str, size: float) -> None:
    written = partial(line_of, text, size=size, height=round(size * 1.6), language=Language.DE)
    cell, roomy = (written(face=LetteringFace.PLAIN, gap=ems * size) for ems in (OVERHANG, 1.0))
    assert cell.sum(dtype=np.int64) == roomy.sum(dtype=np.int64)


@pytest.mark.parametrize("language", list(Language))
def test_lettering_has_ink_in_every_language(language: Language) -> None:
    words = {
        Language.ZH: "章鱼",
        Language.JA: "三つの心臓",
        Language.AR: "أخطبوط",
        Language.HI: "ऑक्टोपस",
        Language.RU: "Осьминог",
    }
    for face in LetteringFace:
        mask = lettering(
            words.get(language, "Übermaß ñ ç"), size=40, face=face, language=language, widest=120
        )
        assert mask.max() > 200
        assert mask.shape[1] <= 124


@given(seed=SEEDS, down=st.booleans())
@settings(max_examples=30, deadline=None)
def test_a_market_path_ends_where_its_trend_says(seed: int, *, down: bool) -> None:
    path = chart.walk(rng(seed), 40, down=down)
    assert path.min() >= 0.03
    assert path.max() <= 0.97
    assert bool(path[-1] < path[0]) == down


def test_comparisons_come_largest_first_with_their_labels() -> None:
    given = (("a", "3"), ("b", "12.5"), ("c", "7"))
    series = tuple(Measure(label=label, value=Decimal(text), text=text) for label, text in given)
    found = entries(request(PictureFacts(series=series)))
    assert [(entry.label, entry.value, entry.text) for entry in found] == [
        ("b", 12.5, "12.5"),
        ("c", 7.0, "7"),
        ("a", 3.0, "3"),
    ]


def test_a_turned_cutout_keeps_its_area_and_a_shadow_only_adds() -> None:
    piece = Cutout(np.full((60, 90, 3), 80, np.uint8), np.full((60, 90), 255, np.uint8))
    turned = rotated(piece, 30)
    assert turned.alpha.sum() / 255 == pytest.approx(60 * 90, rel=0.03)
    cast = shadowed(piece, blur=6, offset=(3, 5), strength=0.5)
    pad = (cast.size[0] - 90) // 2
    assert (cast.alpha[pad : pad + 60, pad : pad + 90] == 255).all()
    assert cast.alpha.sum() > piece.alpha.sum()


def test_artwork_fills_a_square_whatever_its_own_shape() -> None:
    for index in range(2):
        assert subject(request(), 96, index=index).rgb.shape == (96, 96, 3)


def test_treatments_keep_the_shape() -> None:
    art = subject(request(), 120)
    printed = engraved(art, ink=(20, 20, 20), page=(240, 230, 210), pitch=4)
    assert ((printed.alpha > 127) >= (art.alpha > 127)).all()
    sticker = bordered(art, width=6, colour=(255, 255, 255))
    assert sticker.size == (136, 136)
    assert visible_box(sticker.alpha).width > visible_box(art.alpha).width
    assert 0 <= empty_below(art.alpha) < 60


def test_captions_are_expected_away_from_the_subject() -> None:
    base = request()
    rows = {focus: caption_row(replace(base, focus=(0.5, focus))) for focus in (0.3, 0.38, 0.58)}
    assert rows == {0.3: 0.5, 0.38: 0.68, 0.58: 0.2}
    assert under_captions(base, 0.5 * base.height)
    assert not under_captions(base, 0.3 * base.height)


@pytest.mark.parametrize("pack", list(StylePack))
def test_every_palette_has_a_dark_and_a_light_end(pack: StylePack) -> None:
    for palette in load_pack(pack).palettes:
        assert tone.luma(tone.darkest(palette)) < 0.25
        assert tone.luma(tone.lightest(palette)) > 0.75
        assert tone.luma(tone.night(palette)) < 0.2
