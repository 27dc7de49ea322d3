"""Where every word of a page stands, in frame pixels."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Final
from unicodedata import east_asian_width

from renderer.captions.layout.lettering import CaptionLettering, Extent
from renderer.captions.layout.page_geometry import PageGeometry, PlacedWord, power_word
from renderer.captions.layout.safe_area import WIDE_SHARE, WIDEST, Frame, Rect, safe_rect, style_scale
from renderer.captions.style.schema import PillMotion, PlateShape, Style
from renderer.contract.vocabulary import CaptionPosition
from renderer.core.captions import CaptionLine, CaptionWord, Page
from renderer.text.segmentation.punctuation import CLOSING
from renderer.text.typesetting.raster import ink_extents
from renderer.text.typesetting.shaped_run import ShapedRun

BOX_GAP: Final = 0.17
"""Space in em beside a word in a box where the script has no spaces."""

SHALLOW: Final = 0.2
"""Share of the script's depth below the baseline that boxes have on every page."""

PLATE_EDGE: Final = 0.045
"""Em of plate that stays around the farthest ink."""

HANG_REST: Final = 0.06
"""Em left after a closing mark whose empty half is cut."""


@dataclass(frozen=True, slots=True)
class Margins:
    """What a style paints around its text, in style pixels: beside a line and above and below the block."""

    x: float
    y: float


def margins_of(style: Style) -> Margins:
    """Strokes and plates count, light and soft shadows do not."""
    looks = (style.unsaid, style.active, style.said)
    stroke = max(sum(stroke.width for stroke in look.strokes) for look in looks)
    plated = style.plate.shape is not PlateShape.NONE
    pads = [
        (box.pad_x, box.pad_y)
        for box in ([style.plate.box] if plated else []) + [style.pill.box, style.power.box]
    ]
    return Margins(max(stroke, *(x for x, _ in pads)), max(stroke, *(y for _, y in pads)))


def available_width(style: Style, frame: Frame, safe_area: str) -> float:
    """How wide a line may be, its margins included: centred in the frame, inside the safe area."""
    safe = safe_rect(frame, safe_area)
    middle = frame.width / 2
    inside = 2 * min(middle - safe.left, safe.right - middle)
    widest = max(WIDEST * style_scale(frame), WIDE_SHARE * frame.width)
    return min(inside, widest + 2 * margins_of(style).x * style_scale(frame))


def growth(style: Style, word: CaptionWord) -> float:
    """By how much a word gets larger while active."""
    return 0.0 if style.power.kinds and word.emphasis in style.power.kinds else style.active.scale - 1.0


def lay_page(
    page: Page, *, letters: CaptionLettering, position: CaptionPosition, frame: Frame, safe_area: str
) -> PageGeometry:
    """Places the words of a page; its lines are already chosen."""
    style = letters.style
    scale = style_scale(frame) * page.scale
    size = style.size * scale
    margins = margins_of(style)
    runs = [_runs(line, letters, size) for line in page.lines]
    core = _core([run for line in runs for run in line], letters, size, scale)
    leading = letters.leading * size
    if style.plate.shape is PlateShape.LINE:
        leading += core.above + core.below - (letters.core.above + letters.core.below) * size
    height = letters.full.above * size + leading * (len(page.lines) - 1) + letters.full.below * size
    top = _block_top(height + 2 * margins.y * scale, position, safe_rect(frame, safe_area), frame)
    top += page.shift * frame.height
    first_baseline = top + margins.y * scale + letters.full.above * size
    placed: list[PlacedWord] = []
    boxes: list[Rect] = []
    for number, line in enumerate(page.lines):
        baseline = first_baseline + number * leading
        words, box = _lay_line(
            line,
            runs[number],
            letters=letters,
            size=size,
            middle=frame.width / 2,
            edges=(baseline - core.above, baseline + core.below),
        )
        placed += [
            PlacedWord(word, len(placed) + k, number, run, x, baseline, rect)
            for k, (word, run, x, rect) in enumerate(words)
        ]
        boxes.append(box)
    left, right = min(box.left for box in boxes), max(box.right for box in boxes)
    block = Rect(left, first_baseline - letters.full.above * size, right, top + margins.y * scale + height)
    return PageGeometry(tuple(placed), tuple(boxes), block.grown(margins.x * scale, margins.y * scale), scale)


def _block_top(height: float, position: CaptionPosition, safe: Rect, frame: Frame) -> float:
    if position is CaptionPosition.TOP:
        return safe.top
    if position is CaptionPosition.BOTTOM:
        return safe.bottom - height
    return min(max((frame.height - height) / 2, safe.top), safe.bottom - height)


def _runs(line: CaptionLine, letters: CaptionLettering, size: float) -> list[ShapedRun]:
    levels = letters.line_levels(line.words)
    return [
        letters.run(letters.display(word), size, own) for word, own in zip(line.words, levels, strict=True)
    ]


def _core(runs: Sequence[ShapedRun], letters: CaptionLettering, size: float, scale: float) -> Extent:
    """How far a page's boxes go above and below its baselines, in pixels.

    Below only as far as its ink, so that text stands in their middle: marks under the line are rare in
    Devanagari, and with room for them on every page its letters would sit high. A plate holds all ink,
    the accents of capitals and the tails of commas too, or they would be cut off where it is cut out.
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
    runs: Sequence[ShapedRun],
    *,
    letters: CaptionLettering,
    size: float,
    middle: float,
    edges: tuple[float, float],
) -> tuple[list[tuple[CaptionWord, ShapedRun, float, Rect]], Rect]:
    """Words of a line in reading order with their pens and boxes, and the box of the line."""
    order = letters.visual_order(line.words)
    gaps = gaps_after(line.words, letters, size)
    hangs = [_hang(run) for run in runs]
    # A gap belongs after the word that is read first of two neighbours on the screen.
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
        (word, run, pens[k], Rect(pens[k], edges[0], pens[k] + run.advance - hangs[k], edges[1]))
        for k, (word, run) in enumerate(zip(line.words, runs, strict=True))
    ]
    return words, Rect(middle - width / 2, edges[0], middle + width / 2, edges[1])


def gaps_after(words: Sequence[CaptionWord], letters: CaptionLettering, size: float) -> list[float]:
    """The space after each word: the style's, and what boxes and a growing active word take of it.

    Boxes between unspaced words get a little room.
    """
    pill = letters.style.pill.motion is not PillMotion.NONE
    boxed = [pill or power_word(letters.style, word) for word in words]
    neighbours = [*(one or other for one, other in pairwise(boxed)), False][: len(words)]
    taken = [*(max(one, other) for one, other in pairwise(_overhangs(words, letters, size))), 0.0]
    return [
        letters.word_space(size) + over if word.gap else BOX_GAP * size * (boxes and not word.broken)
        for word, boxes, over in zip(words, neighbours, taken, strict=False)
    ]


def _overhangs(words: Sequence[CaptionWord], letters: CaptionLettering, size: float) -> list[float]:
    """How far each word, or its box, reaches into the spaces beside it at its widest, pixels."""
    style = letters.style
    found = []
    for word in words:
        grown = growth(style, word) * letters.run(letters.display(word), size).advance / 2
        box = style.power.box.pad_x * size / style.size if power_word(style, word) else 0.0
        found.append(max(grown, box))
    return found


def _hang(run: ShapedRun) -> float:
    """The empty half of a full-width mark that closes a word: boxes and centring leave it out (JLReq)."""
    if not run.text or east_asian_width(run.text[-1]) not in "WF" or not CLOSING.match(run.text[-1]):
        return 0.0
    return max(0.0, run.advance - ink_extents(run).right - HANG_REST * run.size)
