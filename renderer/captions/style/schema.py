"""The vocabulary of caption style files: everything that the painter can do, as frozen values.

A style is data. Lengths are pixels on a 1080x1920 frame, colours are "#RRGGBB" or one of the two names that
depend on the word: "@word" (the word's own colour out of `palette`) and "@ink" (black or white, whichever is
readable on "@word"). The descriptions below are the source of docs/CAPTION_STYLES.md.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import Annotated

from pydantic import ConfigDict, Field

from renderer.captions.style.easing import Ease
from renderer.core.emphasis import Emphasis

STRICT = ConfigDict(extra="forbid", strict=False)

Colour = Annotated[str, Field(pattern=r"^(#[0-9A-Fa-f]{6}|@word|@ink)$")]
Alpha = Annotated[float, Field(ge=0, le=1)]
Pixels = Annotated[float, Field(ge=0, le=400)]
Offset = Annotated[float, Field(ge=-100, le=100)]
Seconds = Annotated[float, Field(ge=0, le=2)]


class Case(StrEnum):
    """How letters are cased; scripts without case are left alone."""

    AS_WRITTEN = "as-written"
    UPPER = "upper"
    TITLE = "title"


class PlateShape(StrEnum):
    """What a plate covers."""

    NONE = "none"
    LINE = "line"
    BLOCK = "block"


class PillMotion(StrEnum):
    """How the plate behind the active word behaves."""

    NONE = "none"
    STILL = "still"
    MOVING = "moving"


class Reveal(StrEnum):
    """When the words of a page become visible."""

    PAGE = "page"
    TYPEWRITER = "typewriter"


class EnterKind(StrEnum):
    """How a page comes in."""

    SCALE = "scale"
    RISE = "rise"
    FADE = "fade"
    WIPE = "wipe"
    FROST = "frost"
    GHOST = "ghost"


class ActivateKind(StrEnum):
    """How a word becomes active."""

    SCALE = "scale"
    FADE = "fade"
    FLICKER = "flicker"
    JITTER = "jitter"
    ECHO = "echo"
    SHINE = "shine"


@dataclass(frozen=True, slots=True, kw_only=True)
class FaceChoice:
    """Which face draws a script."""

    __pydantic_config__ = STRICT

    face: Annotated[str, Field(description="id of a face in fonts/catalog.toml")]
    scale: Annotated[
        float,
        Field(
            ge=0.5, le=2, description="size of this script against `size`, so that scripts look equally big"
        ),
    ] = 1.0
    leading: Annotated[float, Field(ge=0.8, le=3, description="distance of baselines in em")] = 1.12


@dataclass(frozen=True, slots=True, kw_only=True)
class Faces:
    """One face for every class of script."""

    __pydantic_config__ = STRICT

    latin: FaceChoice
    cyrillic: FaceChoice
    arabic: FaceChoice
    devanagari: FaceChoice
    chinese: FaceChoice
    japanese: FaceChoice


@dataclass(frozen=True, slots=True, kw_only=True)
class GradientStop:
    """One colour of a gradient."""

    __pydantic_config__ = STRICT

    at: Annotated[float, Field(ge=0, le=1, description="0 = top of the line's ink, 1 = its foot")]
    colour: Colour


@dataclass(frozen=True, slots=True, kw_only=True)
class Fill:
    """What letters are filled with: one colour, or a vertical gradient when `stops` is given."""

    __pydantic_config__ = STRICT

    colour: Colour = "#FFFFFF"
    alpha: Alpha = 1.0
    stops: Annotated[
        tuple[GradientStop, ...], Field(description="two or more stops, top first; empty = `colour`")
    ] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Stroke:
    """An outline outside the letters; several are stacked from the letter outwards."""

    __pydantic_config__ = STRICT

    width: Annotated[float, Field(gt=0, le=60, description="pixels added outside what is already there")]
    colour: Colour
    alpha: Alpha = 1.0


@dataclass(frozen=True, slots=True, kw_only=True)
class Glow:
    """Light around the letters that fades to nothing at `radius`."""

    __pydantic_config__ = STRICT

    radius: Annotated[float, Field(gt=0, le=200)]
    colour: Colour
    alpha: Alpha = 1.0


@dataclass(frozen=True, slots=True, kw_only=True)
class Shadow:
    """A copy of the letters below them; `blur` 0 gives a hard copy."""

    __pydantic_config__ = STRICT

    dx: Offset = 0.0
    dy: Offset = 0.0
    blur: Annotated[
        float, Field(ge=0, le=100, description="width of the soft edge in pixels (two sigma)")
    ] = 0.0
    colour: Colour = "#000000"
    alpha: Alpha = 1.0


@dataclass(frozen=True, slots=True, kw_only=True)
class Highlight:
    """A bright rim inside the letters on the side that (`dx`, `dy`) points to."""

    __pydantic_config__ = STRICT

    dx: Offset
    dy: Offset
    colour: Colour = "#FFFFFF"
    alpha: Alpha = 1.0


@dataclass(frozen=True, slots=True, kw_only=True)
class Box:
    """A rounded rectangle behind text."""

    __pydantic_config__ = STRICT

    colour: Colour = "#000000"
    alpha: Alpha = 1.0
    radius: Pixels = 0.0
    pad_x: Pixels = 0.0
    pad_y: Pixels = 0.0
    border: Annotated[Pixels, Field(description="width of the border inside the box")] = 0.0
    border_colour: Colour = "#FFFFFF"


@dataclass(frozen=True, slots=True, kw_only=True)
class WordLook:
    """Everything painted for one word in one state."""

    __pydantic_config__ = STRICT

    fill: Fill = Fill()
    strokes: tuple[Stroke, ...] = ()
    glows: Annotated[tuple[Glow, ...], Field(description="drawn below the strokes")] = ()
    shadows: Annotated[tuple[Shadow, ...], Field(description="shadows that move with the word")] = ()
    highlight: tuple[Highlight, ...] = ()
    opacity: Annotated[Alpha, Field(description="of the finished word")] = 1.0
    scale: Annotated[float, Field(ge=1, le=1.3, description="size of the word; neighbours do not move")] = 1.0


@dataclass(frozen=True, slots=True, kw_only=True)
class Ground:
    """What lies below all words of a page, whatever their state."""

    __pydantic_config__ = STRICT

    shadows: tuple[Shadow, ...] = ()
    glows: tuple[Glow, ...] = ()
    hollow: Annotated[bool, Field(description="keep the inside of the letters clear of it")] = False
    pulse: Annotated[Alpha, Field(description="how far the ground's opacity breathes, at `pulse_rate`")] = 0.0
    pulse_rate: Annotated[float, Field(ge=0, le=12, description="hertz")] = 0.0


@dataclass(frozen=True, slots=True, kw_only=True)
class Plate:
    """The plate behind a line or the whole block."""

    __pydantic_config__ = STRICT

    shape: PlateShape = PlateShape.NONE
    box: Box = Box()
    shadows: tuple[Shadow, ...] = ()
    knockout: Annotated[bool, Field(description="the letters are cut out, the picture shows through")] = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Pill:
    """The plate behind the active word."""

    __pydantic_config__ = STRICT

    motion: PillMotion = PillMotion.NONE
    box: Box = Box()
    seconds: Annotated[Seconds, Field(description="time it takes to slide to the next word")] = 0.0
    start: Annotated[float, Field(ge=0.1, le=1, description="how much of the way lies behind it at once")] = (
        0.35
    )
    ease: Ease = Ease.OUT_CUBIC


@dataclass(frozen=True, slots=True, kw_only=True)
class Power:
    """How words that carry a number, money, a negation or the writer's stress are drawn while active."""

    __pydantic_config__ = STRICT

    kinds: Annotated[tuple[Emphasis, ...], Field(description="which words; empty = none")] = ()
    colours: Annotated[tuple[Colour, ...], Field(description="taken in turn through the video as @word")] = ()
    box: Box = Box()
    fill: Colour = "@ink"


@dataclass(frozen=True, slots=True, kw_only=True)
class Enter:
    """One movement of a page coming in; several run together."""

    __pydantic_config__ = STRICT

    kind: EnterKind
    seconds: Annotated[Seconds, Field(gt=0)]
    start: Annotated[
        float,
        Field(
            ge=-400,
            le=400,
            description="scale: first size; rise: pixels below; fade: first opacity; frost: pixels of blur",
        ),
    ] = 0.0
    ease: Ease = Ease.OUT_CUBIC


@dataclass(frozen=True, slots=True, kw_only=True)
class Activate:
    """One movement of a word becoming active; several run together."""

    __pydantic_config__ = STRICT

    kind: ActivateKind
    seconds: Annotated[Seconds, Field(gt=0)]
    amount: Annotated[
        float,
        Field(
            ge=0,
            le=100,
            description="fade: first opacity; jitter, echo: pixels; shine: peak alpha; else unused",
        ),
    ] = 0.0
    rate: Annotated[float, Field(ge=0, le=30, description="jitter: hertz")] = 0.0
    colour: Colour = "#FFFFFF"
    ease: Ease = Ease.OUT_CUBIC


@dataclass(frozen=True, slots=True, kw_only=True)
class Paging:
    """How much text a page takes."""

    __pydantic_config__ = STRICT

    words: Annotated[int, Field(ge=1, le=12, description="most words on a page")]
    aim: Annotated[int, Field(ge=1, le=12, description="words a page should have")]
    characters: Annotated[int, Field(ge=6, le=120, description="most characters on a page (spaced scripts)")]
    line_characters: Annotated[
        int, Field(ge=6, le=60, description="most characters on a line (spaced scripts)")
    ] = 60
    lines: Annotated[int, Field(ge=1, le=3)] = 2
    cjk_characters: Annotated[
        int, Field(ge=4, le=24, description="most characters on a page in zh and ja")
    ] = 10
    seconds: Annotated[float, Field(gt=0, le=10, description="longest page")] = 4.0


@dataclass(frozen=True, slots=True, kw_only=True)
class Style:
    """A whole caption style."""

    __pydantic_config__ = STRICT

    title: Annotated[str, Field(description="the name people see")]
    summary: Annotated[str, Field(description="one sentence about the look")]
    size: Annotated[float, Field(ge=20, le=200, description="em in pixels")]
    faces: Faces
    paging: Paging
    unsaid: WordLook
    active: WordLook
    said: WordLook
    case: Case = Case.AS_WRITTEN
    tracking: Annotated[
        float, Field(ge=-0.05, le=0.3, description="extra space between letters in em (never in ar, hi)")
    ] = 0.0
    word_space: Annotated[float, Field(ge=0.1, le=1, description="space between words in em")] = 0.26
    slant: Annotated[float, Field(ge=0, le=20, description="degrees")] = 0.0
    tilt: Annotated[
        float, Field(ge=0, le=6, description="pages turn by plus and minus this many degrees in turn")
    ] = 0.0
    ground: Ground = Ground()
    plate: Plate = Plate()
    pill: Pill = Pill()
    power: Power = Power()
    palette: Annotated[tuple[Colour, ...], Field(description="@word colours, one word after the other")] = ()
    reveal: Reveal = Reveal.PAGE
    enter: tuple[Enter, ...] = ()
    activate: tuple[Activate, ...] = ()
