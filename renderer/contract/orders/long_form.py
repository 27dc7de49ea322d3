"""The order of a long-form video: a source script becomes a horizontal film of 11 to 15 minutes."""

from __future__ import annotations

from enum import StrEnum
from typing import Annotated, Final, Literal, TypeAlias

from pydantic import Field, StrictBool, StrictFloat

from renderer.contract.orders.base import CaptionSettings, FrameSpec, NarratedOrder, VideoSettings

SCRIPT_CHARACTERS: Final = (3_000, 60_000)
"""Fewest and most Unicode characters of a source script."""
TITLE_CHARACTERS: Final = 120
MINUTES: Final = (11, 15)
"""Shortest and longest film that may be asked for."""
ScriptAdapting: TypeAlias = Literal["condense", "expand"]
"""What can be done with a script that does not fill its film: sentences go, or new ones are written."""
TargetMinutes: TypeAlias = Annotated[StrictFloat, Field(ge=MINUTES[0], le=MINUTES[1])]


class ChapterStyle(StrEnum):
    """How chapters show: title cards, only as marks in the file and the resource, or not at all."""

    CARDS = "cards"
    QUIET = "quiet"
    NONE = "none"


class LongFormCaptions(CaptionSettings):
    """Caption settings; long videos are watched with the player's captions unless `burn_in` is set."""

    burn_in: StrictBool = False


class LongFormSettings(VideoSettings):
    """The effective settings of a long-form video; `target_minutes` is the wanted length of the film."""

    captions: LongFormCaptions = LongFormCaptions()
    target_minutes: TargetMinutes = 13.0
    chapters: ChapterStyle = ChapterStyle.CARDS


class LongFormOrder(NarratedOrder):
    """One long-form video: a source script of paragraphs, whose Markdown headings become chapters.

    An empty `title` means: taken from the first heading, or written.
    """

    workflow: Literal["long_form"] = "long_form"
    script: Annotated[str, Field(min_length=SCRIPT_CHARACTERS[0], max_length=SCRIPT_CHARACTERS[1])]
    title: Annotated[str, Field(max_length=TITLE_CHARACTERS)] = ""
    settings: LongFormSettings = LongFormSettings()
    frame: FrameSpec = FrameSpec(width=1920, height=1080)

    @property
    def about(self) -> str:
        """The title, if one was given."""
        return self.title

    @property
    def expected_seconds(self) -> float:
        """The wanted length."""
        return 60 * self.settings.target_minutes
