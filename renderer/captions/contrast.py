"""WCAG 2.2 contrast of caption text on the pictures it is shown on, measured page by page.

Letters are read by an edge: of their fill against a stroke, of a stroke against its surroundings (the plate,
the shadow or the picture), or of the fill against those surroundings when the strokes lie between them in
lightness. The best of these edges counts. Glow does not: it is brightest where it touches the letters and
reads as part of them. For letters cut out of a plate, the edge is that of the plate against the picture.
Colours are mixed as the compositor mixes them, in gamma-coded luma.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import lru_cache
from itertools import combinations
from typing import Final

import cv2
import numpy as np
import numpy.typing as npt
from msgspec import Struct
from msgspec.structs import replace

from renderer.captions.layout.geometry import lay_page
from renderer.captions.layout.lettering import CaptionLettering
from renderer.captions.layout.lettering_faces import lettering
from renderer.captions.layout.safe_area import Frame, Rect
from renderer.captions.style.colours import KNEE, WordColours, colours_for, luminance, rgb_of, to_gamma
from renderer.captions.style.schema import PillMotion, PlateShape, Shadow, Style, WordLook
from renderer.captions.style.style_files import load_style
from renderer.compositor.planes import Planes
from renderer.core.captions import CaptionTrack, Page
from renderer.core.timecode import nearest_frame

Probe = Callable[[int], Planes]
"""Returns the picture of a frame number without captions."""

Luma = npt.NDArray[np.float64]
"""Gamma-coded luma in [0, 1] of patches of the picture."""

ENOUGH: Final = 4.5
"""Contrast of normal text, WCAG 2.2 success criterion 1.4.3 (AA)."""

EVERY_GROUND: Final[Luma] = np.repeat(np.linspace(0.0, 1.0, 9), 20)
"""Black to white in equal shares, each larger than `WORST_SHARE`: a contrast measured on it holds on any
picture.
"""

SCRIMS: Final = (0.15, 0.25, 0.35, 0.45, 0.55, 0.65, 0.75)
PATCH: Final = 15
"""Side of a measured patch in pixels of a 1080 wide frame: about the thickness of a letter's stem."""

WORST_SHARE: Final = 10.0
"""Percentage of patches that may be worse than the reported contrast: a few sparks do not make text
unreadable.
"""

SOFT_EDGE: Final = 0.6
THIN: Final = 0.035
"""A stroke thinner than this share of the em separates letters from the picture only in proportion."""


class ContrastReading(Struct, frozen=True):
    """A page's contrast without and with the scrim chosen for it, and that scrim's opacity."""

    bare: float
    scrim: float
    contrast: float


def with_contrast(track: CaptionTrack, *, fps: int, probe: Probe, style: Style | None = None) -> CaptionTrack:
    """The track with every page's contrast, and a scrim where the text would be unreadable.

    Where the style alone gives enough contrast on any picture (a black rim, a solid plate), that guaranteed
    contrast counts and no frame is drawn. Otherwise a page is measured at its start, middle and end, and the
    worst counts.
    """
    used = style or load_style(track.style)
    if reads_anywhere(used):
        return on_any_picture(track, used)
    letters = lettering(used, track.language)
    pages = []
    for page in track.pages:
        reading = read_page(page, track=track, letters=letters, fps=fps, probe=probe)
        pages.append(replace(page, scrim=reading.scrim, contrast=round(reading.contrast, 2)))
    return replace(track, pages=tuple(pages))


def reads_anywhere(style: Style) -> bool:
    """Whether text of this style is readable on any picture."""
    return _anywhere(style) >= ENOUGH


def on_any_picture(track: CaptionTrack, style: Style) -> CaptionTrack:
    """The track with the contrast that its style has on the worst possible picture."""
    contrast = round(_anywhere(style), 2)
    return replace(track, pages=tuple(replace(page, contrast=contrast) for page in track.pages))


@lru_cache(maxsize=16)
def _anywhere(style: Style) -> float:
    """Contrast of a style on the worst picture."""
    return contrast_on(style, EVERY_GROUND)


def read_page(
    page: Page, *, track: CaptionTrack, letters: CaptionLettering, fps: int, probe: Probe
) -> ContrastReading:
    """Measure one page on the frames in which it is shown."""
    first, last = nearest_frame(page.span.start, fps), max(0, nearest_frame(page.span.end, fps) - 1)
    style = letters.style
    moments = sorted({first, (first + last) // 2, max(first, last)})
    patches: list[Luma] = []
    block = Rect(0, 0, 0, 0)
    for moment in moments:
        planes = probe(moment)
        frame = Frame(width=planes.width, height=planes.height)
        block = block if block.width else _block(page, track, letters, frame)
        patches.append(patches_of(planes, block))
    bare = min(contrast_on(style, patch) for patch in patches)
    if bare >= ENOUGH:
        return ContrastReading(bare, 0.0, bare)
    tried = [(scrim, min(contrast_on(style, patch, scrim) for patch in patches)) for scrim in SCRIMS]
    scrim, best = next((pair for pair in tried if pair[1] >= ENOUGH), max(tried, key=lambda pair: pair[1]))
    return ContrastReading(bare, scrim, best) if best > bare else ContrastReading(bare, 0.0, bare)


def patches_of(planes: Planes, block: Rect) -> Luma:
    """Mean luma of the patches of a frame that a block covers."""
    side = max(2, round(PATCH * min(planes.width, planes.height) / 1080))
    top, bottom = max(0, int(block.top)), min(planes.height, max(int(block.bottom), int(block.top) + side))
    left, right = max(0, int(block.left)), min(planes.width, max(int(block.right), int(block.left) + side))
    part = planes.y[top:bottom, left:right]
    size = max(1, part.shape[1] // side), max(1, part.shape[0] // side)
    small = cv2.resize(part, size, interpolation=cv2.INTER_AREA)
    return np.clip((small.astype(np.float64).ravel() - 16.0) / 219.0, 0.0, 1.0)


def contrast_on(style: Style, ground: Luma, scrim: float = 0.0) -> float:
    """Contrast of a style's least readable state on these patches, from 1 to 21."""
    base = ground * (1.0 - scrim)
    return min(_state_contrast(style, state, base) for state in _states(style))


def _block(page: Page, track: CaptionTrack, letters: CaptionLettering, frame: Frame) -> Rect:
    return lay_page(
        page, letters=letters, position=track.position, frame=frame, safe_area=track.safe_area
    ).block


def _states(style: Style) -> Sequence[tuple[WordLook, WordColours]]:
    """Every look that must be readable, in the darkest and the lightest colour of the palette."""
    ranked = sorted(style.palette, key=lambda colour: luminance(rgb_of(colour)))
    palette = [colours_for(colour) for colour in dict.fromkeys((*ranked[:1], *ranked[-1:]))] or [
        WordColours()
    ]
    looks = dict.fromkeys((style.unsaid, style.active, style.said))
    return [(look, colours) for look in looks for colours in palette]


def _state_contrast(style: Style, state: tuple[WordLook, WordColours], picture: Luma) -> float:
    """The best edge between any two of the letter's layers: fill, strokes outwards, surroundings."""
    look, colours = state
    around = _shaded(picture, (*style.ground.shadows, *look.shadows), colours)
    plate = style.plate
    if plate.shape is not PlateShape.NONE:
        around = _over(around, _luma(plate.box.colour, colours), plate.box.alpha)
        if plate.knockout and not look.fill.alpha:
            return _worst(around, picture)
    if style.pill.motion is not PillMotion.NONE and look == style.active:
        around = _over(around, _luma(style.pill.box.colour, colours), style.pill.box.alpha)
    inside = _over(picture if style.ground.hollow else around, _fill_luma(look, colours), look.fill.alpha)
    strokes = [
        _over(
            around, _luma(stroke.colour, colours), stroke.alpha * min(1.0, stroke.width / (THIN * style.size))
        )
        for stroke in look.strokes
    ]
    layers = [*(_mixed(around, layer, look.opacity) for layer in (inside, *strokes)), around]
    return max(_worst(one, other) for one, other in combinations(layers, 2))


def _fill_luma(look: WordLook, colours: WordColours) -> float:
    """Luma of the fill, averaged over a gradient."""
    if not look.fill.stops:
        return _luma(look.fill.colour, colours)
    at = np.linspace(0.1, 0.9, 9)
    tones = [_luma(stop.colour, colours) for stop in look.fill.stops]
    return float(np.interp(at, [stop.at for stop in look.fill.stops], tones).mean())


def _shaded(ground: Luma, shadows: Sequence[Shadow], colours: WordColours) -> Luma:
    for shadow in reversed(shadows):
        ground = _over(
            ground, _luma(shadow.colour, colours), shadow.alpha * (SOFT_EDGE if shadow.blur else 0.5)
        )
    return ground


def _luma(colour: str, colours: WordColours) -> float:
    """Luma of the grey with the same lightness as a colour."""
    return to_gamma(luminance(colours.of(colour)))


def _over(ground: Luma, luma: float, alpha: float) -> Luma:
    return ground * (1.0 - alpha) + luma * alpha


def _mixed(ground: Luma, upper: Luma, alpha: float) -> Luma:
    return ground * (1.0 - alpha) + upper * alpha


def _worst(one: Luma, other: Luma) -> float:
    """Contrast reached by all but the worst tenth of the patches."""
    light, dark = np.maximum(_linear(one), _linear(other)), np.minimum(_linear(one), _linear(other))
    return float(np.percentile((light + 0.05) / (dark + 0.05), WORST_SHARE))


def _linear(luma: Luma) -> Luma:
    """Convert gamma-coded luma to relative luminance (the sRGB curve of WCAG)."""
    return np.asarray(np.where(luma <= KNEE, luma / 12.92, ((luma + 0.055) / 1.055) ** 2.4))
