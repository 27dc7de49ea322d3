"""What decides a picture's pixels besides frame size and pack: same spec, same pixels.

Stored documents tell the specs apart by a tag.
"""

from __future__ import annotations

from decimal import Decimal
from enum import StrEnum
from typing import Literal, TypeAlias

import msgspec
from msgspec import Struct

from renderer.contract.vocabulary import Language

Point = tuple[float, float]
"""Fractions of width and height, from the top left."""
Region = tuple[float, float, float, float]
"""Left, top, right and bottom as fractions of width and height, from the top left."""
NO_REGION: Region = (0.0, 0.0, 0.0, 0.0)
"""An empty region."""
ALL: Region = (0.0, 0.0, 1.0, 1.0)
"""All of a picture, as left, top, width and height."""
MEDIA_PAINTER = "media"
"""Stands in for the painter's name where a picture is the user's own or was found."""


class Figure(Struct, frozen=True, kw_only=True):
    """A number in the text: its value, how it is written there, and its unit: "%", an ISO 4217 code or ""."""

    value: Decimal = Decimal(0)
    text: str = ""
    unit: str = ""


class Measure(Struct, frozen=True, kw_only=True):
    """One of several values that are compared: `label` names its subject, `text` is how it is written.

    `artwork`: the drawing that shows the subject, or "".
    """

    label: str
    value: Decimal
    text: str
    artwork: str = ""


Spread: TypeAlias = Literal["", "height", "length", "area"]
"""The dimension of a drawn thing that grows with its value."""


class Place(Struct, frozen=True, kw_only=True):
    """A place in the text: a country, a `city` in it, a state of it, or a feature of the Earth.

    `code`: ISO 3166, of the country or the state ("US-TX"), or the feature's English name; `text`: how it is
    written in the text; `name`: its name in the language; `east`, `north`: degrees, of the city or where the
    name belongs on a map.
    """

    code: str = ""
    text: str = ""
    name: str = ""
    east: float = 0.0
    north: float = 0.0
    city: bool = False


class CalendarDay(Struct, frozen=True, kw_only=True):
    """A day in the text, with the calendar page of its month; `year` is 0 if there is no day.

    `month`: the month's name with the year; `days`: how many it has, the first of them in column `first` of
    the 7 that `weekdays` names.
    """

    year: int = 0
    month: str = ""
    day: int = 0
    days: int = 0
    first: int = 0
    weekdays: tuple[str, ...] = ()


Relation: TypeAlias = Literal["parent", "spouse", "sibling"]
"""How two people are related."""


class Kin(Struct, frozen=True, kw_only=True):
    """Two people named in the text; if `relation` is "parent", the first is the parent of the second."""

    names: tuple[str, str]
    relation: Relation


class PictureFacts(Struct, frozen=True, kw_only=True):
    """Facts of a phrase that a picture can show; one that was not found is empty or has an empty text.

    `number` is the one most worth showing; `years` and `places` are in the order of the text; `series` has
    none or at least two entries. `journey`: the text goes from the first place to the next. `around`: large
    cities nearby that the text does not name, to label on its map. `count`: how many of the subject the text
    speaks of, or 0. `sizes`, none or at least two, are drawn to scale in the dimension `spread`; `change` is
    empty or two states of one thing, the earlier first, with the value 0 where none is given. `kin` joins two
    to four people into one family.
    """

    number: Figure = Figure()
    years: tuple[int, ...] = ()
    series: tuple[Measure, ...] = ()
    trend: Literal["", "up", "down"] = ""
    places: tuple[Place, ...] = ()
    journey: bool = False
    around: tuple[Place, ...] = ()
    date: CalendarDay = CalendarDay()
    count: int = 0
    sizes: tuple[Measure, ...] = ()
    spread: Spread = ""
    change: tuple[Measure, ...] = ()
    kin: tuple[Kin, ...] = ()


class PainterSpec(msgspec.Struct, frozen=True, kw_only=True, tag="painter"):
    """A painted picture.

    `painter` is a key of the registry; `seed` lies in [0, 2**32); `palette` is one of the pack's, "" for its
    first; `focus` is where the subject stands; `words` are the phrase's content words, and `subject` the one
    of them that names the subject, or ""; `artwork` names icons; `captions` is the caption box.
    """

    painter: str
    seed: int
    palette: str = ""
    language: Language = Language.EN
    focus: Point = (0.5, 0.36)
    words: tuple[str, ...] = ()
    subject: str = ""
    artwork: tuple[str, ...] = ()
    facts: PictureFacts = PictureFacts()
    captions: Region = NO_REGION


class MediaSpec(msgspec.Struct, frozen=True, kw_only=True, tag="media"):
    """An image or clip, the user's own or found.

    `media` is the digest of the normalised file; `fps` is the frame rate of a clip, 0 for a still image;
    `first` is the clip's frame that is shown first; `seed` decides the grain; `captions` is the caption box;
    `named`: its name or caption says what the line says.
    """

    media: str
    seed: int
    name: str = ""
    fps: int = 0
    first: int = 0
    captions: Region = NO_REGION
    named: bool = False


class Card(StrEnum):
    """What a card shows: the name of a chapter or of the film, a quotation, a table, the closing words."""

    CHAPTER = "chapter_card"
    QUOTE = "quote_card"
    TABLE = "table_card"
    CLOSING = "closing_card"


class CardSpec(msgspec.Struct, frozen=True, kw_only=True, tag="card"):
    """A picture of text that fills the screen, in the pack's type.

    `text` and `number` are as written, "" for none; `rows` are a table's, the header first; `artwork` is the
    card's motif.
    """

    card: Card
    seed: int
    palette: str = ""
    language: Language = Language.EN
    text: str = ""
    number: str = ""
    rows: tuple[tuple[str, ...], ...] = ()
    artwork: tuple[str, ...] = ()


class SourceSpec(msgspec.Struct, frozen=True, kw_only=True, tag="source"):
    """A user's video as it plays, ungraded, from its frame `first` on, at `fps` frames per second.

    `media` is the digest of the document about it. The frame shows a crop of `extent` (width and height as
    shares of the picture) along `path` (rising frames from the shot's beginning, and the crop's left and top
    as shares), or, with `whole`, all of the picture over a blurred copy of itself. The media hold only `part`
    of the picture: left, top, width and height, as shares.
    """

    media: str
    fps: int
    first: int
    extent: Point = (1.0, 1.0)
    path: tuple[tuple[float, float, float], ...] = ((0.0, 0.0, 0.0),)
    part: Region = ALL
    whole: bool = False


PictureSpec: TypeAlias = PainterSpec | MediaSpec | CardSpec | SourceSpec


def media_of(spec: PictureSpec) -> str:
    """Digest of the file that is shown; "" for a painted picture."""
    return spec.media if isinstance(spec, MediaSpec | SourceSpec) else ""


def plays(spec: PictureSpec) -> bool:
    """Whether frames of a video are shown, which are decoded one after another."""
    return isinstance(spec, MediaSpec | SourceSpec) and spec.fps > 0


def captions_of(spec: PictureSpec) -> Region:
    """The caption box that a painter keeps clear.

    Empty for cards, which are text themselves, and for media, of which nothing is blurred.
    """
    return spec.captions if isinstance(spec, PainterSpec) else NO_REGION


def artwork_of(spec: PictureSpec) -> tuple[str, ...]:
    """Names of the icons that are drawn."""
    return () if isinstance(spec, MediaSpec | SourceSpec) else spec.artwork


def painter_of(spec: PictureSpec) -> str:
    """The painter's name, the card's, or `MEDIA_PAINTER`."""
    match spec:
        case PainterSpec():
            return spec.painter
        case CardSpec():
            return spec.card.value
        case MediaSpec() | SourceSpec():
            return MEDIA_PAINTER
