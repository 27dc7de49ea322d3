"""Positions of every word of a page, in frame pixels."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from typing import Final
from unicodedata import east_asian_width

from renderer.captions.layout.lettering import CaptionLettering, Extent, ShapedLine
from renderer.captions.layout.page_geometry import PLATE_EDGE, PageGeometry, PlacedWord
from renderer.captions.layout.safe_area import Frame, Rect
from renderer.captions.layout.spacing import spaced
from renderer.captions.layout.text_area import TextArea, text_area
from renderer.captions.style.schema import PlateShape
from renderer.contract.vocabulary import CaptionPosition
from renderer.core.captions import CaptionLine, Page
from renderer.text.segmentation.punctuation import CLOSING
from renderer.text.typesetting.raster import ink_extents
from renderer.text.typesetting.shaped_run import ShapedRun

SHALLOW: Final = 0.2
"""Share of the script's depth below the baseline that boxes cover on every page."""

HANG_REST: Final = 0.06
"""Em kept after a closing mark when its empty half is cut off."""


def lay_page(
    page: Page, *, letters: CaptionLettering, position: CaptionPosition, frame: Frame, safe_area: str
) -> PageGeometry:
    """Place the words of a page whose lines are already chosen."""
    style, area = letters.style, text_area(letters.style, frame, safe_area)
    scale, margins = area.scale * page.scale, area.margins
    size = style.size * scale
    lines = [letters.line(line.words, size) for line in page.lines]
    core = _core([run for line in lines for run in line.runs], letters, size, scale)
    leading = letters.leading * size
    if style.plate.shape is PlateShape.LINE:
        leading += core.above + core.below - (letters.core.above + letters.core.below) * size
    height = letters.full.above * size + leading * (len(page.lines) - 1) + letters.full.below * size
    top = _block_top(height + 2 * margins.y * scale, position, area)
    top += page.shift * frame.height
    first_baseline = top + margins.y * scale + letters.full.above * size
    placed: list[PlacedWord] = []
    boxes: list[Rect] = []
    for number, line in enumerate(page.lines):
        baseline = first_baseline + number * leading
        words, box = _lay_line(
            line,
            lines[number],
            letters=letters,
            size=size,
            middle=frame.width / 2,
            edges=(baseline - core.above, baseline + core.below),
        )
        placed += [
            PlacedWord(word, len(placed) + k, number, run, levels, x, baseline, rect)
            for k, (word, run, levels, (x, rect)) in enumerate(
                zip(line.words, lines[number].runs, lines[number].levels, words, strict=True)
            )
        ]
        boxes.append(box)
    left, right = min(box.left for box in boxes), max(box.right for box in boxes)
    block = Rect(left, first_baseline - letters.full.above * size, right, top + margins.y * scale + height)
    return PageGeometry(tuple(placed), tuple(boxes), block.grown(margins.x * scale, margins.y * scale), scale)


def _block_top(height: float, position: CaptionPosition, area: TextArea) -> float:
    safe = area.safe
    if position is CaptionPosition.TOP:
        return safe.top
    if position is CaptionPosition.BOTTOM:
        return safe.bottom - height
    return min(max((area.frame.height - height) / 2, safe.top), safe.bottom - height)


def _core(runs: Sequence[ShapedRun], letters: CaptionLettering, size: float, scale: float) -> Extent:
    """How far a page's boxes extend above and below its baselines, in pixels.

    Below, they extend only as far as the page's ink, so that text is centred in them: marks under the line
    are rare in Devanagari, and with room for them on every page its letters would sit high. A plate contains
    all ink, including the accents of capitals and the tails of commas, which would be clipped in cut-out
    letters otherwise.
    """
    deepest, inks = letters.core.below * size, [ink_extents(run) for run in runs]
    top, foot = max(-ink.top for ink in inks), max(ink.foot for ink in inks)
    above, below = letters.core.above * size, min(deepest, max(SHALLOW * deepest, foot))
    plate = letters.style.plate
    if plate.shape is PlateShape.NONE:
        return Extent(above, below)
    room = plate.box.pad_y * scale - PLATE_EDGE * size
    return Extent(max(above, top - room), max(below, foot - room))


def _lay_line(
    line: CaptionLine,
    shaped: ShapedLine,
    *,
    letters: CaptionLettering,
    size: float,
    middle: float,
    edges: tuple[float, float],
) -> tuple[list[tuple[float, Rect]], Rect]:
    """Pens and boxes of a line's words in reading order, and the box of the line."""
    order, runs = shaped.order, shaped.runs
    gaps = [word.gap for word in spaced(line.words, letters, size)]
    hangs = [_hang(run) for run in runs]
    # The gap between two neighbours on screen is the one after whichever of them is read first.
    width = sum(run.advance for run in runs) + sum(gaps[min(a, b)] for a, b in pairwise(order))
    width -= hangs[order[-1]]
    pen = middle - width / 2
    pens: dict[int, float] = {}
    for place, index in enumerate(order):
        pens[index] = pen
        pen += runs[index].advance
        if place + 1 < len(order):
            pen += gaps[min(index, order[place + 1])]
    words = [
        (pens[k], Rect(pens[k], edges[0], pens[k] + run.advance - hangs[k], edges[1]))
        for k, run in enumerate(runs)
    ]
    return words, Rect(middle - width / 2, edges[0], middle + width / 2, edges[1])


def _hang(run: ShapedRun) -> float:
    """The empty half of a full-width closing mark, which boxes and centring leave out (JLReq)."""
    if not run.text or east_asian_width(run.text[-1]) not in "WF" or not CLOSING.match(run.text[-1]):
        return 0.0
    return max(0.0, run.advance - ink_extents(run).right - HANG_REST * run.size)
