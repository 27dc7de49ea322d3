"""The sprites of one page, each painted once, when it is first needed."""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import Enum, auto

from renderer.captions.drawing.backings import paint_backing, paint_box, paint_plate, paint_scrim
from renderer.captions.drawing.canvas import Raster
from renderer.captions.drawing.glyph_masks import stroked_mask
from renderer.captions.drawing.masks import Mask, StrokedMask
from renderer.captions.drawing.paint import paint_ground, paint_word
from renderer.captions.drawing.sprite_instance import SpriteInstance, instance_of
from renderer.captions.drawing.styled_page import StyledPage, active_look, echo_look
from renderer.captions.layout.lettering import CaptionLettering
from renderer.captions.layout.safe_area import Rect
from renderer.captions.style.colours import PLAIN
from renderer.captions.style.schema import PlateShape


class Part(Enum):
    """The parts of a page, bottom first.

    There is one `PLATE` per line or block, and one of each part after `GROUND` per word. `UNSAID`, `ACTIVE`
    and `SAID` are a word before, while and after it is spoken; `ECHO` is a flat copy of it.
    """

    SCRIM = auto()
    PLATE = auto()
    GROUND = auto()
    POWER_BOX = auto()
    PILL = auto()
    UNSAID = auto()
    SAID = auto()
    ECHO = auto()
    ACTIVE = auto()


@dataclass(eq=False)
class PageSprites:
    """The painted parts of one page."""

    page: StyledPage
    letters: CaptionLettering
    _parts: dict[tuple[Part, int], SpriteInstance] = field(default_factory=dict)
    _shapes: dict[int, StrokedMask] = field(default_factory=dict)

    def painted(self, part: Part, order: int = 0) -> SpriteInstance:
        """A part of the page, painted on first access; `order` is the index of the word or plate."""
        if part is Part.SAID and self.page.style.said == self.page.style.unsaid:
            part = Part.UNSAID
        if (part, order) not in self._parts:
            self._parts[part, order] = instance_of(self._paint(part, order))
        return self._parts[part, order]

    def pill_at(self, rect: Rect) -> SpriteInstance:
        """The pill while it moves, which is not kept."""
        return instance_of(paint_box(self.page.style.pill.box, rect, PLAIN, self.page.scale))

    def drawn_shape(self, order: int, *, active: bool) -> StrokedMask:
        """A word's letters as drawn while it is spoken (`active`), or before and after."""
        word = self.page.words[order]
        if active and word.growth != 1.0:
            placed = word.placed
            run = self.letters.run(placed.run.text, placed.run.size * word.growth, placed.levels)
            return stroked_mask(placed, run, self.page.letter_form, factor=word.growth)
        if order not in self._shapes:
            self._shapes[order] = stroked_mask(word.placed, word.placed.run, self.page.letter_form)
        return self._shapes[order]

    def light_mask(self, order: int) -> tuple[Mask, int, int]:
        """The active word's letters on even pixels, for light that crosses them."""
        ink = self.drawn_shape(order, active=True).ink
        return ink.mask, ink.x, ink.y

    @property
    def painted_bytes(self) -> int:
        """Memory in bytes of the sprites painted so far."""
        sprites = (instance.sprite for instance in self._parts.values())
        return sum(
            plane.nbytes for one in sprites for plane in (one.y, one.u, one.v, one.keep, one.keep_chroma)
        )

    def _paint(self, part: Part, order: int) -> Raster:
        page, style = self.page, self.page.style
        match part:
            case Part.SCRIM if style.plate.knockout:
                lines, block = page.geometry.lines, page.geometry.block
                return paint_backing(style.plate, lines, block, page.scrim, scale=page.scale)
            case Part.SCRIM:
                return paint_scrim(page.geometry.block, page.scrim, page.scale)
            case Part.PLATE:
                return self._paint_plate(order)
            case Part.GROUND:
                shapes = [self.drawn_shape(number, active=False) for number in range(len(page.words))]
                return paint_ground(shapes, page.stroke, style.ground, page.scale)
            case _:
                return self._paint_word(part, order)

    def _paint_word(self, part: Part, order: int) -> Raster:
        word, style, scale = self.page.words[order], self.page.style, self.page.scale
        if part is Part.POWER_BOX:
            return paint_box(style.power.box, word.power_box, word.colours, scale)
        if part is Part.PILL:
            return paint_box(style.pill.box, word.pill, word.colours, scale)
        shape = self.drawn_shape(order, active=part is Part.ACTIVE)
        if part is Part.ACTIVE:
            return paint_word(shape, active_look(style, word), word.colours, scale * word.growth)
        if part is Part.ECHO:
            return paint_word(shape, echo_look(style), PLAIN, scale)
        return paint_word(shape, style.said if part is Part.SAID else style.unsaid, word.colours, scale)

    def _paint_plate(self, number: int) -> Raster:
        plate, inks = self.page.style.plate, []
        if plate.knockout:
            whole = plate.shape is PlateShape.BLOCK
            behind = [
                order for order, word in enumerate(self.page.words) if whole or word.placed.line == number
            ]
            inks = [self.drawn_shape(order, active=False).ink for order in behind]
        return paint_plate(plate, self.page.plates[number], inks, self.page.scale)
