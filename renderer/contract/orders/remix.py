"""The orders of a Remix project, one for each operation that a worker does for it.

What the operations work on comes as input objects of the job message: `source` (the uploaded video), and
where they exist `analysis`, `cues` and `voiceover_script` (JSON documents). An order names choices only, so
that a message stays small however many cues a project has.
"""

from __future__ import annotations

from enum import StrEnum
from typing import Annotated, Literal, TypeAlias

from pydantic import Field

from renderer.contract.message import Message
from renderer.contract.orders.base import CaptionSettings, Lexicon, OrderDocument
from renderer.contract.vocabulary import LONGEST_SOURCE_SECONDS, Language, Voice

Share = Annotated[float, Field(ge=0, le=1)]
Gain = Annotated[float, Field(ge=0, le=2)]
"""A linear factor on the amplitude."""


class Aspect(StrEnum):
    """Shape of the exported frame, width to height."""

    SOURCE = "source"
    PORTRAIT = "9:16"
    FEED = "4:5"
    SQUARE = "1:1"
    LANDSCAPE = "16:9"


class FramingMode(StrEnum):
    """What of the source the frame shows: the subject cut by cut, the middle, a chosen crop, or all of it."""

    AUTO = "auto"
    CENTER = "center"
    MANUAL = "manual"
    FIT = "fit"


class VoiceoverMode(StrEnum):
    """No voiceover, one instead of the original speech, or one over the ducked original."""

    OFF = "off"
    REPLACE = "replace"
    MIX = "mix"


class Framing(Message):
    """`x`, `y`: centre of the crop as shares of the source; `zoom`: 1 is the largest crop that fits."""

    mode: FramingMode = FramingMode.AUTO
    x: Share = 0.5
    y: Share = 0.5
    zoom: Annotated[float, Field(ge=1, le=4)] = 1.0


class RemixCaptions(CaptionSettings):
    """Caption settings, and whether captions are drawn at all."""

    enabled: bool = True


class OriginalAudio(Message):
    """Whether the source's own sound is heard, and how loud."""

    enabled: bool = True
    volume: Gain = 1.0


class Voiceover(Message):
    """Who speaks over the source, in which language, and how loud."""

    mode: VoiceoverMode = VoiceoverMode.OFF
    voice: Voice = Voice.WARM_STORYTELLER
    language: Language = Language.EN
    volume: Gain = 1.0


class Ducking(Message):
    """Whether the original is lowered while the voiceover speaks, and by how many decibels."""

    enabled: bool = True
    depth_db: Annotated[float, Field(ge=0, le=30)] = 12.0


class RemixSettings(Message):
    """The complete settings of a project at one revision."""

    aspect: Aspect = Aspect.PORTRAIT
    framing: Framing = Framing()
    captions: RemixCaptions = RemixCaptions()
    original_audio: OriginalAudio = OriginalAudio()
    voiceover: Voiceover = Voiceover()
    ducking: Ducking = Ducking()


class RemixOperation(OrderDocument):
    """The base of Remix orders: pipelines are named by operation, limits follow from the longest source."""

    workflow: Literal["remix"] = "remix"
    operation: str

    @property
    def pipeline(self) -> str:
        """One pipeline for each operation."""
        return f"{self.workflow}.{self.operation}"

    @property
    def expected_seconds(self) -> float:
        """Ten minutes, the longest that a source may be."""
        return LONGEST_SOURCE_SECONDS


class RemixProbe(RemixOperation):
    """Measure the uploaded source: duration, size, frame rate, sound."""

    operation: Literal["probe"] = "probe"


class RemixAnalyse(RemixOperation):
    """Transcribe the source, find its shots, measure its loudness."""

    operation: Literal["analyse"] = "analyse"


class RemixTranslate(RemixOperation):
    """Translate the cues, keeping their times."""

    operation: Literal["translate"] = "translate"
    target_language: Language


class RemixDraft(RemixOperation):
    """Draft a voiceover script from the transcript."""

    operation: Literal["draft"] = "draft"
    language: Language


class RemixPreview(RemixOperation):
    """Speak the voiceover and mix it with the original; `lexicon` as in a narrated video's order."""

    operation: Literal["preview"] = "preview"
    settings: RemixSettings
    lexicon: Lexicon = ""


class RemixExport(RemixOperation):
    """Make the finished video of one revision; `side` is its frame's shorter side in pixels.

    `lexicon` is as in a narrated video's order.
    """

    operation: Literal["export"] = "export"
    settings: RemixSettings
    lexicon: Lexicon = ""
    side: Annotated[int, Field(ge=144, le=2160, multiple_of=2)] = 1080


RemixOrder: TypeAlias = Annotated[
    RemixProbe | RemixAnalyse | RemixTranslate | RemixDraft | RemixPreview | RemixExport,
    Field(discriminator="operation"),
]
