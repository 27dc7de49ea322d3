"""The sprites of one page, each painted once, when it is first needed."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from functools import partial

import numpy as np

from renderer.captions.drawing.canvas import (
    GlyphMask,
    Mask,
    Raster,
    blank,
    blurred,
    cleared,
    lay_colour,
    rounded_box,
)
from renderer.captions.drawing.glyph_masks import glyph_mask_of, turned
from renderer.captions.drawing.paint import (
    StrokedMask,
    lay_shadows,
    light_reach,
    paint_box,
    paint_ground,
    paint_word,
    shape_of,
    stroke_of,
)
from renderer.captions.drawing.sprite_instance import SpriteInstance, instance_of
from renderer.captions.layout.lettering import CaptionLettering
from renderer.captions.layout.page_geometry import PageGeometry, PlacedWord, power_word
from renderer.captions.layout.safe_area import Rect
from renderer.captions.style.colours import WordColours, colours_for
from renderer.captions.style.schema import Box, Fill, PlateShape, Style, WordLook
from renderer.core.captions import Page
from renderer.text.languages import is_spaced
from renderer.text.typesetting.raster import ink_extents

SCRIM_PAD = 46.0
SCRIM_RADIUS = 70.0
SCRIM_BLUR = 30.0
UNSPACED_GROWTH = 0.4
PLAIN = WordColours()


@dataclass(frozen=True, slots=True)
class PageFacts:
    """What a page's looks depend on besides itself: its number, and that of its first power word."""

    number: int
    first_power: int


@dataclass(eq=False)
class PageSprites:
    """The painted parts of one page."""

    page: Page
    geometry: PageGeometry
    letters: CaptionLettering
    facts: PageFacts
    style: Style = field(init=False)
    scale: float = field(init=False)
    """Frame pixels per style pixel."""
    powers: tuple[bool, ...] = field(init=False)
    """Whether each word is drawn as a power word while active."""
    _parts: dict[tuple[str, int, int], SpriteInstance] = field(default_factory=dict)
    _shapes: dict[int, StrokedMask] = field(default_factory=dict)

    def __post_init__(self) -> None:
        self.style, self.scale = self.letters.style, self.geometry.scale
        self.powers = tuple(power_word(self.style, placed.word) for placed in self.geometry.words)
        looks = (self.style.unsaid, self.style.active, self.style.said)
        self._stroke = max(stroke_of(look) for look in looks)

    def shape(self, order: int) -> StrokedMask:
        """Letters of a word at its base size."""
        if order not in self._shapes:
            placed = self.geometry.words[order]
            ink = self._turned(glyph_mask_of(placed, placed.run, slant=self.style.slant))
            self._shapes[order] = shape_of(ink, self._stroke * self.scale)
        return self._shapes[order]

    def drawn_shape(self, order: int, *, active: bool) -> StrokedMask:
        """Letters of a word as they are drawn while it is spoken, or before and after."""
        return self._active_shape(order) if active else self.shape(order)

    def base(self, order: int, *, said: bool) -> SpriteInstance:
        """A word before or after it is spoken."""
        look = self.style.said if said else self.style.unsaid
        kind = 1 if said and self.style.said != self.style.unsaid else 0
        return self._part(
            "base", order, kind, lambda: paint_word(self.shape(order), look, self.colours(order), self.scale)
        )

    def active(self, order: int) -> SpriteInstance:
        """A word while it is spoken, at its full active size."""
        return self._part("active", order, 0, lambda: self._paint_active(order))

    def echo(self, order: int, colour: str) -> SpriteInstance:
        """A flat copy of the word in one colour."""
        look = WordLook(fill=Fill(colour=colour, alpha=0.5))
        return self._part("echo", order, 0, lambda: paint_word(self.shape(order), look, PLAIN, self.scale))

    def power_box(self, order: int) -> SpriteInstance:
        """The box behind a power word."""
        box, placed = self.style.power.box, self.geometry.words[order]
        around = self.box_around(order, box)
        deep = max(0.0, ink_extents(placed.run).foot) + placed.baseline
        rect = replace(around, bottom=around.bottom - max(0.0, placed.box.bottom - deep))
        return self._part("power", order, 0, lambda: self._paint_box(box, rect, self.colours(order)))

    def pill(self, order: int) -> SpriteInstance:
        """The resting pill behind a word."""
        box = self.style.pill.box
        return self._part(
            "pill", order, 0, lambda: self._paint_box(box, self.box_around(order, box), self.colours(order))
        )

    def pill_at(self, rect: Rect) -> SpriteInstance:
        """The pill on its way, not kept."""
        return instance_of(self._paint_box(self.style.pill.box, rect, PLAIN))

    def plates(self) -> tuple[SpriteInstance, ...]:
        """Plates behind lines or block, top line first."""
        shape = self.style.plate.shape
        if shape is PlateShape.NONE:
            return ()
        rects = self.geometry.lines
        if shape is PlateShape.BLOCK:
            sides = (
                min(r.left for r in rects),
                min(r.top for r in rects),
                max(r.right for r in rects),
                max(r.bottom for r in rects),
            )
            rects = (Rect(*sides),)
        return tuple(
            self._part("plate", k, 0, partial(self._paint_plate, rect, k)) for k, rect in enumerate(rects)
        )

    def ground(self) -> tuple[SpriteInstance, ...]:
        """Soft shadows and light below all words; empty where the style has none."""
        ground = self.style.ground
        if not ground.shadows and not ground.glows:
            return ()
        shapes = [self.shape(k) for k in range(len(self.geometry.words))]
        return (self._part("ground", 0, 0, lambda: paint_ground(shapes, self._stroke, ground, self.scale)),)

    def scrim(self) -> tuple[SpriteInstance, ...]:
        """The dark backing of a page on a bright picture; empty where none is needed."""
        if not self.page.scrim:
            return ()
        return (self._part("scrim", 0, 0, self._paint_scrim),)

    def light_mask(self, order: int) -> tuple[Mask, int, int]:
        """The active word's letters on even pixels, for light that crosses them."""
        ink = self._active_shape(order).ink
        return ink.mask, ink.x, ink.y

    @property
    def painted_bytes(self) -> int:
        """Memory of the sprites painted so far."""
        sprites = (instance.sprite for instance in self._parts.values())
        return sum(
            plane.nbytes for one in sprites for plane in (one.y, one.u, one.v, one.keep, one.keep_chroma)
        )

    def box_around(self, order: int, box: Box) -> Rect:
        """A word's core box with the padding of a box around it."""
        placed = self.geometry.words[order]
        return placed.box.grown(box.pad_x * self.scale, box.pad_y * self.scale)

    def growth(self, order: int) -> float:
        """How large a word is while active against its base size; without spaces there is little room."""
        if self.powers[order]:
            return 1.0
        share = 1.0 if is_spaced(self.letters.language) else UNSPACED_GROWTH
        return 1.0 + (self.style.active.scale - 1.0) * share

    def colours(self, order: int) -> WordColours:
        """What "@word" and "@ink" mean for a word."""
        if self.powers[order]:
            before = sum(self.powers[:order])
            turn = self.style.power.colours
            return colours_for(turn[(self.facts.first_power + before) % len(turn)])
        palette = self.style.palette
        return colours_for(palette[(order + self.facts.number) % len(palette)]) if palette else PLAIN

    def _paint_active(self, order: int) -> Raster:
        look = self.style.active
        if self.powers[order]:
            look = replace(look, fill=Fill(colour=self.style.power.fill), strokes=(), shadows=(), glows=())
        return paint_word(
            self._active_shape(order), look, self.colours(order), self.scale * self.growth(order)
        )

    def _active_shape(self, order: int) -> StrokedMask:
        factor = self.growth(order)
        if factor == 1.0:
            return self.shape(order)
        placed = self.geometry.words[order]
        run = self.letters.run(placed.run.text, placed.run.size * factor, self._levels(placed))
        ink = self._turned(glyph_mask_of(placed, run, slant=self.style.slant, factor=factor))
        return shape_of(ink, self._stroke * self.scale * factor)

    def _levels(self, placed: PlacedWord) -> tuple[int, ...]:
        line = self.page.lines[placed.line].words
        return self.letters.line_levels(line)[line.index(placed.word)]

    def _turned(self, ink: GlyphMask) -> GlyphMask:
        angle = self.style.tilt * (1 if self.facts.number % 2 else -1)
        return turned(ink, angle, self.geometry.block.center)

    def _paint_plate(self, line: Rect, number: int) -> Raster:
        plate = self.style.plate
        rect = line.grown(plate.box.pad_x * self.scale, plate.box.pad_y * self.scale)
        top = self._paint_box(plate.box, rect, PLAIN)
        if not plate.shadows and not plate.knockout:
            return top
        canvas, x, y = _canvas_around(rect, (light_reach((), plate.shadows) + 4.0) * self.scale)
        outline = rounded_box(
            canvas.shape[:2],
            (rect.left - x, rect.top - y, rect.right - x, rect.bottom - y),
            plate.box.radius * self.scale,
        )
        lay_shadows(canvas, outline, plate.shadows, PLAIN, self.scale)
        if plate.shadows:
            canvas = cleared(canvas, outline)
        lay_colour(canvas, outline, PLAIN.of(plate.box.colour), plate.box.alpha)
        if plate.knockout:
            canvas = cleared(canvas, self._letters_on(canvas.shape[:2], x, y, number))
        return Raster(canvas, x, y)

    def _letters_on(self, size: Sequence[int], x: int, y: int, line: int) -> Mask:
        """Letters of a line's words on a canvas whose corner is (`x`, `y`)."""
        mask = np.zeros((size[0], size[1]), np.uint8)
        block = self.style.plate.shape is PlateShape.BLOCK
        for placed in self.geometry.words:
            if block or placed.line == line:
                _stamp(mask, self.shape(placed.order).ink, x, y)
        return mask

    def _paint_scrim(self) -> Raster:
        """A soft dark patch behind the block; behind letters that are cut out, as large as their plates."""
        if self.style.plate.knockout:
            return self._paint_backing()
        rect = self.geometry.block.grown(SCRIM_PAD * self.scale, SCRIM_PAD * self.scale)
        canvas, x, y = _canvas_around(rect, 2.4 * SCRIM_BLUR * self.scale)
        inner = (rect.left - x, rect.top - y, rect.right - x, rect.bottom - y)
        shape = blurred(
            rounded_box(canvas.shape[:2], inner, SCRIM_RADIUS * self.scale), SCRIM_BLUR * self.scale
        )
        lay_colour(canvas, shape, (0, 0, 0), self.page.scrim)
        return Raster(canvas, x, y)

    def _paint_backing(self) -> Raster:
        box, scale = self.style.plate.box, self.scale
        block = self.geometry.block.grown(box.pad_x * scale, box.pad_y * scale)
        canvas, x, y = _canvas_around(block, 2.0)
        for line in self.geometry.lines:
            rect = line.grown(box.pad_x * scale - 1, box.pad_y * scale - 1)
            inner = (rect.left - x, rect.top - y, rect.right - x, rect.bottom - y)
            shape = rounded_box(canvas.shape[:2], inner, box.radius * scale)
            lay_colour(canvas, shape, (0, 0, 0), self.page.scrim)
        return Raster(canvas, x, y)

    def _paint_box(self, box: Box, rect: Rect, colours: WordColours) -> Raster:
        return paint_box(box, (rect.left, rect.top, rect.right, rect.bottom), colours, self.scale)

    def _part(self, kind: str, order: int, variant: int, paint: Callable[[], Raster]) -> SpriteInstance:
        key = (kind, order, variant)
        if key not in self._parts:
            self._parts[key] = instance_of(paint())
        return self._parts[key]


def _canvas_around(rect: Rect, reach: float) -> tuple[Mask, int, int]:
    x, y = 2 * math.floor((rect.left - reach) / 2), 2 * math.floor((rect.top - reach) / 2)
    width = 2 * math.ceil((rect.right + reach - x) / 2)
    height = 2 * math.ceil((rect.bottom + reach - y) / 2)
    return blank(height, width), x, y


def _stamp(mask: Mask, ink: GlyphMask, x: int, y: int) -> None:
    """Add an ink to a mask, clipped to it."""
    top, left = ink.y - y, ink.x - x
    rows = slice(max(0, top), min(mask.shape[0], top + ink.mask.shape[0]))
    columns = slice(max(0, left), min(mask.shape[1], left + ink.mask.shape[1]))
    if rows.start >= rows.stop or columns.start >= columns.stop:
        return
    part = ink.mask[rows.start - top : rows.stop - top, columns.start - left : columns.stop - left]
    np.maximum(mask[rows, columns], part, out=mask[rows, columns])
