"""A page with its style resolved: the look of its words and boxes, as one value for drawing."""

from __future__ import annotations

from dataclasses import replace
from typing import Final

from msgspec import Struct, structs

from renderer.captions.layout.page_geometry import LetterForm, PageGeometry, PlacedWord, power_word
from renderer.captions.layout.safe_area import Rect
from renderer.captions.style.colours import PLAIN, WordColours, colours_for
from renderer.captions.style.schema import ActivateKind, Fill, PlateShape, Style, WordLook
from renderer.contract.vocabulary import Language
from renderer.core.captions import Page
from renderer.text.languages import is_rtl, is_spaced
from renderer.text.typesetting.raster import ink_extents

UNSPACED_GROWTH: Final = 0.4
"""Share of its growth that an active word keeps in scripts without spaces to grow into."""


class PageFacts(Struct, frozen=True):
    """What a page's look depends on besides the page itself: its index and that of its first power word."""

    number: int
    first_power: int


class StyledWord(Struct, frozen=True, kw_only=True, eq=False):
    """A placed word in its style.

    `power` says whether it is drawn as a power word while active, `growth` is its size then relative to its
    base size, and `colours` are what "@word" and "@ink" mean for it. The boxes, in frame pixels, may be drawn
    behind it.
    """

    placed: PlacedWord
    power: bool
    growth: float
    colours: WordColours
    pill: Rect
    power_box: Rect


class StyledPage(Struct, frozen=True, kw_only=True, eq=False):
    """A page as drawing needs it; `scale` is frame pixels per style pixel, `plates` are in frame pixels.

    `stroke` is the thickest outline of any look, in style pixels; `scrim` is the opacity of the dark backing.
    """

    style: Style
    geometry: PageGeometry
    scale: float
    words: tuple[StyledWord, ...]
    plates: tuple[Rect, ...]
    stroke: float
    letter_form: LetterForm
    scrim: float
    rtl: bool


def styled_page(
    page: Page, geometry: PageGeometry, *, style: Style, language: Language, facts: PageFacts
) -> StyledPage:
    """Resolve a page's style in a language."""
    scale = geometry.scale
    looks = (style.unsaid, style.active, style.said)
    stroke = max(sum(stroke.width for stroke in look.strokes) for look in looks)
    return StyledPage(
        style=style,
        geometry=geometry,
        scale=scale,
        words=_words(geometry, style, language, facts),
        plates=_plates(geometry, style),
        stroke=stroke,
        letter_form=LetterForm(
            slant=style.slant,
            tilt=style.tilt * (1 if facts.number % 2 else -1),
            center=geometry.block.center,
            stroke=stroke * scale,
        ),
        scrim=page.scrim,
        rtl=is_rtl(language),
    )


def active_look(style: Style, word: StyledWord) -> WordLook:
    """The look of an active word; a power word has a plain fill without strokes, shadows or glows."""
    if not word.power:
        return style.active
    return replace(style.active, fill=Fill(colour=style.power.fill), strokes=(), shadows=(), glows=())


def echo_look(style: Style) -> WordLook:
    """The look of the flat copy that a word leaves behind for a moment."""
    colour = next(move.colour for move in style.activate if move.kind is ActivateKind.ECHO)
    return WordLook(fill=Fill(colour=colour, alpha=0.5))


def _words(
    geometry: PageGeometry, style: Style, language: Language, facts: PageFacts
) -> tuple[StyledWord, ...]:
    scale = geometry.scale
    share = 1.0 if is_spaced(language) else UNSPACED_GROWTH
    growth = 1.0 + (style.active.scale - 1.0) * share
    pill, box = style.pill.box, style.power.box
    powers, words = facts.first_power, []
    for placed in geometry.words:
        power = power_word(style, placed.word)
        turns, turn = (style.power.colours, powers) if power else (style.palette, placed.order + facts.number)
        around = placed.box.grown(box.pad_x * scale, box.pad_y * scale)
        deep = max(0.0, ink_extents(placed.run).foot) + placed.baseline if power else placed.box.bottom
        words.append(
            StyledWord(
                placed=placed,
                power=power,
                growth=1.0 if power else growth,
                colours=colours_for(turns[turn % len(turns)]) if turns else PLAIN,
                pill=placed.box.grown(pill.pad_x * scale, pill.pad_y * scale),
                power_box=structs.replace(around, bottom=around.bottom - max(0.0, placed.box.bottom - deep)),
            )
        )
        powers += power
    return tuple(words)


def _plates(geometry: PageGeometry, style: Style) -> tuple[Rect, ...]:
    """Plates behind the lines or the block, top line first."""
    if style.plate.shape is PlateShape.NONE:
        return ()
    rects, box = geometry.lines, style.plate.box
    if style.plate.shape is PlateShape.BLOCK:
        block = Rect(
            min(rect.left for rect in rects),
            min(rect.top for rect in rects),
            max(rect.right for rect in rects),
            max(rect.bottom for rect in rects),
        )
        rects = (block,)
    return tuple(rect.grown(box.pad_x * geometry.scale, box.pad_y * geometry.scale) for rect in rects)
