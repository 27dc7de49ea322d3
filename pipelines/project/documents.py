"""Documents of the pipelines that work on a Remix project: its texts, its voiceover, its sound."""

from __future__ import annotations

from enum import StrEnum
from fractions import Fraction

from msgspec import Struct

from renderer.contract.vocabulary import Language
from renderer.core.render_plan import RenderPlan
from renderer.core.storyboard import Storyboard
from renderer.core.timecode import TimeRange, sample_time
from renderer.core.words import Word
from renderer.dubbing.fit import LinePlacement


class ProjectTexts(Struct, frozen=True, kw_only=True):
    """Digests of the project's JSON documents (`renderer.contract.remix`), "" for each that is missing."""

    analysis: str
    cues: str
    script: str


class DubbedLine(Struct, frozen=True, kw_only=True):
    """A line of the voiceover: its window, the wording that was spoken, its placement.

    `words` are its tokens on the video's clock, none if the engine knows no word times.
    """

    start_ms: int
    end_ms: int
    text: str
    placement: LinePlacement
    reworded: bool
    words: tuple[Word, ...]

    @property
    def span(self) -> TimeRange:
        """When it is heard; empty for a line that is not."""
        return TimeRange(Fraction(self.placement.start_ms, 1000), sample_time(self.placement.stop))


class Dub(Struct, frozen=True, kw_only=True):
    """The voiceover: `audio` is the digest of a mono float WAV at 48 kHz as long as the video, "" for none.

    `speaker` names the engine, `engine` versions it; `fingerprint` changes with the lines, the voice, the
    language and the engine; `notes` say what a person should know.
    """

    audio: str
    language: Language
    lines: tuple[DubbedLine, ...]
    speaker: str
    engine: str
    fingerprint: str
    notes: tuple[str, ...]


class ReframedSource(Struct, frozen=True, kw_only=True):
    """Which part of the source every frame of the export shows, in shots; sizes in pixels.

    `cuts` are the frames at which the source's own shots begin; `shown` has the shares of the frame's width
    and height that the centred picture takes; `untouched` if every frame shows all of the source.
    """

    width: int
    height: int
    fps: int
    frame_count: int
    storyboard: Storyboard
    cuts: tuple[int, ...]
    shown: tuple[float, float]
    untouched: bool

    @property
    def duration(self) -> Fraction:
        """Seconds."""
        return Fraction(self.frame_count, self.fps)


class PicturePath(StrEnum):
    """How the pictures of an export were made."""

    ENCODED = "encoded"
    COPIED = "copied"
    SPLICED = "spliced"
    """Copied except for some stretches, which were encoded."""


class EncodedStretch(Struct, frozen=True, kw_only=True):
    """Frames `[first, stop)` of an export that were encoded; `video` is the digest of their silent MP4."""

    first: int
    stop: int
    video: str


class EncodedExport(Struct, frozen=True, kw_only=True):
    """The exported MP4 (digest), how its pictures were made, and `why` in one sentence.

    `plan` is what was encoded, None if every packet is the source's own; for a spliced export it counts the
    source's own frames, and `stretches` are those that were drawn. A copy, whole or in part, has the source's
    own `frames` at their own times, and `sound` is the digest of the MP4 with its sound alone, "" for an
    encoded export; `width` and `height` are in upright square pixels.
    """

    video: str
    duration: Fraction
    frames: int
    width: int
    height: int
    pictures: PicturePath
    why: str
    plan: RenderPlan | None
    sound: str = ""
    stretches: tuple[EncodedStretch, ...] = ()

    @property
    def drawn(self) -> int:
        """Frames that were encoded."""
        if self.pictures is PicturePath.ENCODED:
            return self.frames
        return sum(stretch.stop - stretch.first for stretch in self.stretches)
