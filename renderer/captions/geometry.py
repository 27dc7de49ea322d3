"""Where every word of a page stands, in frame pixels."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import pairwise

from renderer.captions.frame import WIDE_SHARE, WIDEST, Frame, Rect, safe_rect, style_scale
from renderer.captions.lettering import Lettering
from renderer.captions.schema import PlateShape, Style
from renderer.contract.vocabulary import CaptionPosition
from renderer.core.captions import CaptionLine, CaptionWord, Emphasis, Page
from renderer.text.run import ShapedRun


@dataclass(frozen=True, slots=True, eq=False)
class PlacedWord:
    """One word on the page. `order` counts in reading order; the pen starts at (`x`, `baseline`).

    `box` is what the word takes in its line: its advance wide, the line's core ink high.
    """

    word: CaptionWord
    order: int
    line: int
    run: ShapedRun
    x: float
    baseline: float
    box: Rect


@dataclass(frozen=True, slots=True, eq=False)
class PageGeometry:
    """A laid-out page. `scale` is frame pixels per style pixel, page shrinkage included.

    `lines` are the core boxes of the lines (what plates are drawn around), `block` holds all ink,
    strokes and plates.
    """

    words: tuple[PlacedWord, ...]
    lines: tuple[Rect, ...]
    block: Rect
    scale: float


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
    page: Page, *, letters: Lettering, position: CaptionPosition, frame: Frame, safe_area: str
) -> PageGeometry:
    """Places the words of a page; its lines are already chosen."""
    style = letters.style
    scale = style_scale(frame) * page.scale
    size = style.size * scale
    margins = margins_of(style)
    leading = letters.leading * size
    height = letters.full.above * size + leading * (len(page.lines) - 1) + letters.full.below * size
    top = _block_top(height + 2 * margins.y * scale, position, safe_rect(frame, safe_area), frame)
    first_baseline = top + margins.y * scale + letters.full.above * size
    placed: list[PlacedWord] = []
    boxes: list[Rect] = []
    for number, line in enumerate(page.lines):
        words, box = _lay_line(
            line,
            letters=letters,
            size=size,
            middle=frame.width / 2,
            baseline=first_baseline + number * leading,
        )
        placed += [
            PlacedWord(word, len(placed) + k, number, run, x, first_baseline + number * leading, rect)
            for k, (word, run, x, rect) in enumerate(words)
        ]
        boxes.append(box)
    left, right = min(box.left for box in boxes), max(box.right for box in boxes)
    block = Rect(left, first_baseline - letters.full.above * size, right, top + margins.y * scale + height)
    return PageGeometry(tuple(placed), tuple(boxes), block.grown(margins.x * scale, margins.y * scale), scale)


def power_word(style: Style, word: CaptionWord) -> bool:
    """Whether the style draws this word as a power word."""
    return word.emphasis is not Emphasis.NONE and word.emphasis in style.power.kinds


def _block_top(height: float, position: CaptionPosition, safe: Rect, frame: Frame) -> float:
    if position is CaptionPosition.TOP:
        return safe.top
    if position is CaptionPosition.BOTTOM:
        return safe.bottom - height
    return min(max((frame.height - height) / 2, safe.top), safe.bottom - height)


def _lay_line(
    line: CaptionLine, *, letters: Lettering, size: float, middle: float, baseline: float
) -> tuple[list[tuple[CaptionWord, ShapedRun, float, Rect]], Rect]:
    """Words of a line in reading order with their pens and boxes, and the box of the line."""
    levels = letters.line_levels(line.words)
    runs = [letters.run(letters.display(w), size, own) for w, own in zip(line.words, levels, strict=True)]
    order = letters.visual_order(line.words)
    gaps = [letters.word_space(size) if word.gap else 0.0 for word in line.words]
    # A gap belongs after the word that is read first of two neighbours on the screen.
    total = sum(run.advance for run in runs) + sum(gaps[min(a, b)] for a, b in pairwise(order))
    pen = middle - total / 2
    top, foot = baseline - letters.core.above * size, baseline + letters.core.below * size
    pens: dict[int, float] = {}
    for place, index in enumerate(order):
        pens[index] = pen
        pen += runs[index].advance
        if place + 1 < len(order):
            pen += gaps[min(index, order[place + 1])]
    words = [
        (word, run, pens[k], Rect(pens[k], top, pens[k] + run.advance, foot))
        for k, (word, run) in enumerate(zip(line.words, runs, strict=True))
    ]
    return words, Rect(middle - total / 2, top, middle + total / 2, foot)
