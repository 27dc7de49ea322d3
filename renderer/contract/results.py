"""What a completed job has made, by kind: a video with its sidecars, an analysis, a sound mix."""

from __future__ import annotations

from typing import Annotated, Final, Literal, TypeAlias

from pydantic import Field, TypeAdapter

from renderer.contract.facts import TITLE
from renderer.contract.message import Message

ObjectKey = Annotated[str, Field(min_length=1, max_length=512, pattern=r"^[A-Za-z0-9/_.-]+$")]
Digest = Annotated[str, Field(pattern=r"^[0-9a-f]{64}$")]
FileName = Annotated[str, Field(min_length=1, max_length=64, pattern=r"^[a-z0-9][a-z0-9_.-]*$")]
Seconds = Annotated[float, Field(ge=0)]
Pixels = Annotated[int, Field(ge=0, le=16_384)]
SIDECARS: Final = 16
"""The most files of a result beside its main one."""
CHAPTERS: Final = 100
DESCRIPTION: Final = 20_000
"""The most chapters of a video, and the most characters of its description."""


class ResultFile(Message):
    """A stored object: its key, its size in bytes, the SHA-256 of its bytes, its media type."""

    key: ObjectKey
    size: Annotated[int, Field(ge=1)]
    sha256: Digest
    media_type: Annotated[str, Field(max_length=100, pattern=r"^[a-z]+/[A-Za-z0-9.+-]+$")]


class ChapterStart(Message):
    """A chapter of a video, by the second at which it begins."""

    title: Annotated[str, Field(max_length=TITLE)]
    start_seconds: Seconds


class JobResult(Message):
    """The base of all results: the main file, and others by name (`captions.srt`, `thumbnail.jpg`)."""

    file: ResultFile
    sidecars: dict[FileName, ResultFile] = Field(default_factory=dict, max_length=SIDECARS)
    duration_seconds: Seconds

    @property
    def files(self) -> tuple[ResultFile, ...]:
        """All files, the main one first."""
        return (self.file, *self.sidecars.values())


class VideoResult(JobResult):
    """A finished video of `width` by `height` pixels; 0 in results from before anybody noted them.

    Long ones have `chapters` in order and a `description` ready to paste.
    """

    kind: Literal["video"] = "video"
    width: Pixels
    height: Pixels
    chapters: Annotated[tuple[ChapterStart, ...], Field(max_length=CHAPTERS)] = ()
    description: Annotated[str, Field(max_length=DESCRIPTION)] = ""


class AnalysisResult(JobResult):
    """What was found out about a source: the main file is a JSON document."""

    kind: Literal["analysis"] = "analysis"


class SoundResult(JobResult):
    """A finished sound mix."""

    kind: Literal["sound"] = "sound"


Result: TypeAlias = Annotated[VideoResult | AnalysisResult | SoundResult, Field(discriminator="kind")]
RESULT: Final[TypeAdapter[Result]] = TypeAdapter(Result)
