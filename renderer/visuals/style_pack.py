"""Style packs as values: palettes, grade, painters, camera, transitions, rhythm, lettering."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from fractions import Fraction

from msgspec import Struct

from renderer.contract.vocabulary import StylePack
from renderer.core.picture_spec import Card
from renderer.errors import ClipwrightError
from renderer.painters.base import Painter, Palette
from renderer.painters.cards.base import PaintCard
from renderer.painters.drawing.lettering_face import LetteringFace
from renderer.visuals.grade import Grade
from renderer.visuals.rhythm import Rhythm

Weights = tuple[tuple[str, float], ...]
"""Names with their relative frequencies, in file order, all above 0."""


class PainterChoice(Struct, frozen=True, kw_only=True):
    """A painter of the pack, and how often it is chosen relative to the others."""

    painter: Painter
    weight: float


class TransitionChoice(Struct, frozen=True, kw_only=True):
    """A transition of the pack; `seconds` is its length."""

    kind: str
    weight: float
    seconds: Fraction


class ThumbnailLettering(Struct, frozen=True, kw_only=True):
    """Lettering of thumbnails; `fill` colours the text, `highlight` marks one line, `edge` outlines both."""

    face: LetteringFace
    capitals: bool
    fill: tuple[int, int, int]
    edge: tuple[int, int, int]
    highlight: tuple[int, int, int]


@dataclass(frozen=True, slots=True, kw_only=True)
class StylePackFile:
    """One pack; `reach` scales its camera moves. Its music is in assets/music under the same name.

    `cards` paint pictures of text, in the palette and type of any pack.
    """

    pack: StylePack
    label: str
    grade: Grade
    palettes: tuple[Palette, ...]
    painters: tuple[PainterChoice, ...]
    moves: Weights
    easings: tuple[str, ...]
    reach: float
    transitions: tuple[TransitionChoice, ...]
    rhythm: Rhythm
    lettering: ThumbnailLettering
    cards: Mapping[Card, PaintCard] = field(hash=False)

    def palette(self, name: str) -> Palette:
        """The palette of that name, or the first one if the pack has none of that name."""
        return next((palette for palette in self.palettes if palette.name == name), self.palettes[0])

    def painter(self, name: str) -> Painter:
        """The painter of that name.

        Raises:
            ClipwrightError: `unknown_choice` if the pack has none of that name.
        """
        names = [each.painter.name for each in self.painters]
        if name not in names:
            raise ClipwrightError("unknown_choice", field="painter", value=name, choices=", ".join(names))
        return self.painters[names.index(name)].painter
