"""Caption tracks, rendered frames and pictures to compare, for the caption tests."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction

import numpy as np
import numpy.typing as npt

from renderer.captions.drawing.overlay import open_captions
from renderer.captions.layout.lay_out import lay_out
from renderer.captions.layout.safe_area import Frame
from renderer.captions.showcase.specimens import LEAD_IN, specimen
from renderer.compositor.blend import blend
from renderer.compositor.picture import Overlay
from renderer.compositor.planes import Planes, allocate, planes_to_rgb, rgb_to_planes
from renderer.contract.vocabulary import CaptionPosition, CaptionStyle, Language
from renderer.core.captions import CaptionTrack, CaptionWord, Page
from renderer.core.script import Line, Role, Scene, Script, Token
from renderer.core.timecode import TimeRange
from renderer.core.words import Narration, Word
from renderer.text.languages import is_spaced

FPS = 30
SMALL = Frame(width=540, height=960)
Rgb = npt.NDArray[np.uint8]


def track_of(
    style: CaptionStyle = CaptionStyle.TIKTOK,
    language: Language = Language.EN,
    *,
    text: str = "",
    frame: Frame = SMALL,
    position: CaptionPosition = CaptionPosition.BOTTOM,
    safe_area: str = "organic",
) -> CaptionTrack:
    """A track of the language's sample sentence, or of `text`."""
    narration, script = specimen(language, text)
    return lay_out(
        narration, script, style=style, position=position, language=language, frame=frame, safe_area=safe_area
    )


def slow(language: Language, text: str, seconds: Fraction = Fraction(3, 5)) -> tuple[Narration, Script]:
    """Words of equal length without pauses, so that every movement has settled when the next one starts.

    The words start exactly on frames; otherwise an animation that begins with nothing would be seen a frame
    late.
    """
    gap = " " if is_spaced(language) else ""
    tokens = tuple(Token(display=part, spoken=part, gap=gap) for part in text.split())
    line = Line(id="s1.l1", tokens=tokens)
    script = Script(
        language=language,
        title="slow",
        scenes=(Scene(id="s1", role=Role.HOOK, lines=(line,)),),
        source="test",
    )
    words = tuple(
        Word(
            text=token.spoken,
            span=TimeRange(LEAD_IN + k * seconds, LEAD_IN + (k + 1) * seconds),
            line="s1.l1",
            token=k,
            confidence=1.0,
            source="test",
            gap=gap,
        )
        for k, token in enumerate(tokens)
    )
    end = words[-1].span.end
    return Narration(audio="", duration=end + 1, lines=(), words=words, engine="test"), script


@dataclass(frozen=True, slots=True, eq=False)
class Screen:
    """Captions over a ground, frame by frame."""

    overlay: Overlay
    ground: Planes

    def planes(self, frame: int) -> Planes:
        """The finished frame."""
        target = Planes(self.ground.y.copy(), self.ground.u.copy(), self.ground.v.copy())
        for sprite in self.overlay.placed_at(frame):
            blend(target, sprite)
        return target

    def rgb(self, frame: int) -> Rgb:
        """The finished frame in RGB."""
        return planes_to_rgb(self.planes(frame))


def screen(track: CaptionTrack, ground: Planes | None = None, fps: int = FPS) -> Screen:
    """A screen that shows a track on a ground, mid grey-blue by default."""
    under = ground or flat((70, 84, 110))
    return Screen(open_captions(track, width=under.width, height=under.height, fps=fps), under)


def flat(colour: tuple[int, int, int], frame: Frame = SMALL) -> Planes:
    """A frame of one colour."""
    if colour == (0, 0, 0):
        return allocate(frame.width, frame.height)
    return rgb_to_planes(np.full((frame.height, frame.width, 3), colour, np.uint8))


def words_of(page: Page) -> list[CaptionWord]:
    """All words of a page in reading order."""
    return [word for line in page.lines for word in line.words]
