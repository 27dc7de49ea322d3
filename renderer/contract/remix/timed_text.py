"""Text with times: the cues that viewers read and the lines that a voiceover speaks."""

from __future__ import annotations

from itertools import pairwise
from typing import Annotated, Final, Self, TypeVar

from pydantic import Field, model_validator

from renderer.contract.message import Message
from renderer.contract.vocabulary import LONGEST_SOURCE_SECONDS

CUES: Final = 2_000
SCRIPT_LINES: Final = 500
"""The most cues, and the most voiceover lines, of a project."""
TEXT: Final = 300
"""The most characters of a cue or line."""
MILLISECONDS: Final = int(LONGEST_SOURCE_SECONDS * 1000)

DocumentT = TypeVar("DocumentT")
Milliseconds = Annotated[int, Field(ge=0, le=MILLISECONDS)]


class TimedText(Message):
    """`text` from `start_ms` up to, not including, `end_ms`."""

    start_ms: Milliseconds
    end_ms: Milliseconds
    text: Annotated[str, Field(min_length=1, max_length=TEXT)]

    @model_validator(mode="after")
    def _runs_forward(self) -> Self:
        if self.start_ms >= self.end_ms:
            message = "an entry ends after it starts"
            raise ValueError(message)
        return self


class CueList(Message):
    """Captions of a video in order, not overlapping; `language` is None where nobody knows it.

    Input object `cues` of translate, draft, preview and export; main file of a translation.
    """

    language: Annotated[str, Field(min_length=2, max_length=8)] | None = None
    cues: Annotated[tuple[TimedText, ...], Field(max_length=CUES)] = ()

    @model_validator(mode="after")
    def _in_order(self) -> Self:
        return _without_overlap(self, self.cues)


class VoiceoverScript(Message):
    """Lines of a voiceover with their windows, in order, not overlapping.

    Input object `voiceover_script` of preview and export; main file of a draft. `drafted_by` says who wrote
    it: `chat`, `transcript` (its own cues joined to sentences) or `owner`.
    """

    lines: Annotated[tuple[TimedText, ...], Field(max_length=SCRIPT_LINES)] = ()
    drafted_by: Annotated[str, Field(max_length=32, pattern=r"^[a-z]*$")] = ""

    @model_validator(mode="after")
    def _in_order(self) -> Self:
        return _without_overlap(self, self.lines)


def _without_overlap(document: DocumentT, entries: tuple[TimedText, ...]) -> DocumentT:
    if any(later.start_ms < earlier.end_ms for earlier, later in pairwise(entries)):
        message = "entries stand in order and do not overlap"
        raise ValueError(message)
    return document
