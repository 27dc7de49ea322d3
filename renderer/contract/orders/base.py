"""What orders of several workflows share: the base of all orders, settings of narrated videos, the frame.

To add a workflow: 1. a module here with an order that derives from `OrderDocument` and has a `workflow` of
its own; 2. its place in the union of `renderer.contract.orders`; 3. a row in `pipelines.registry`.
"""

from __future__ import annotations

from typing import Annotated, Final, Literal, TypeAlias

from pydantic import Field

from renderer.contract.message import Message
from renderer.contract.vocabulary import (
    CaptionPosition,
    CaptionStyle,
    Language,
    StylePack,
    VideoMode,
    Voice,
)

SPOKEN_CHARACTERS_PER_SECOND: Final = 12.0
"""A cautious estimate over all languages; for time limits, never for timing."""


class CaptionSettings(Message):
    """Caption style and position; defaults of the API document."""

    style: CaptionStyle = CaptionStyle.TIKTOK
    position: CaptionPosition = CaptionPosition.CENTER


class VideoSettings(Message):
    """The effective settings of a narrated video; defaults of the API document."""

    video_mode: VideoMode = VideoMode.DARK_HISTORY
    style_pack: StylePack = StylePack.DOCUMENTARY
    voice: Voice = Voice.WARM_STORYTELLER
    language: Language = Language.EN
    captions: CaptionSettings = CaptionSettings()


class FrameSpec(Message):
    """Size in pixels (even) and constant frame rate (frames per second, whole)."""

    width: Annotated[int, Field(ge=144, le=3840, multiple_of=2)] = 1080
    height: Annotated[int, Field(ge=144, le=3840, multiple_of=2)] = 1920
    fps: Annotated[int, Field(ge=10, le=60)] = 30


class OrderDocument(Message):
    """The base of all orders: everything a caller chose about one job of one workflow."""

    workflow: str

    @property
    def pipeline(self) -> str:
        """Name of the pipeline for the order: the workflow, or WORKFLOW.OPERATION if it has several."""
        return self.workflow

    @property
    def expected_seconds(self) -> float:
        """Rough seconds of sound or video that the job is about; its time limits follow from them."""
        raise NotImplementedError

    @property
    def private_texts(self) -> tuple[str, ...]:
        """What the caller wrote; no log may show any of it."""
        return ()

    @property
    def local_folder(self) -> str:
        """A folder of the machine that renders; "" in every order that comes from elsewhere."""
        return ""


Lexicon: TypeAlias = Annotated[str, Field(max_length=60_000)]
"""The text of a lexicon file, "" for none."""


class NarratedOrder(OrderDocument):
    """What the stages of a narrated video ask of its order, whichever workflow it is of.

    `script` and `facts` hold the text itself, never a path; of facts a script is composed. `lexicon` is the
    text of the caller's own pronunciations (renderer/text/pronunciation.py).
    `media_dir` is a folder on the machine that renders
    (command line only; the API never sets it). `effects` says whether cuts and numbers are heard.
    `seed` 0 means "derived from what the video is about".
    """

    script: str
    facts: Annotated[str, Field(max_length=60_000)] = ""
    lexicon: Lexicon = ""
    settings: VideoSettings = VideoSettings()
    frame: FrameSpec = FrameSpec()
    safe_area: Literal["organic", "ads-strict"] = "organic"
    seed: Annotated[int, Field(ge=0, lt=2**32)] = 0
    media_dir: str = ""
    effects: Literal["subtle", "off"] = "subtle"

    @property
    def about(self) -> str:
        """What the video is about in the caller's words: its topic or title, or ""."""
        raise NotImplementedError

    @property
    def private_texts(self) -> tuple[str, ...]:
        """What it is about, the script, the facts and the lexicon."""
        return (self.about, self.script, self.facts, self.lexicon)

    @property
    def local_folder(self) -> str:
        """The media folder."""
        return self.media_dir
