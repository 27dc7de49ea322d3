"""Documents that only pipelines know: cues for the sound, the encoded file, its thumbnail, its places."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from renderer.contract.results import ResultFile, VideoResult
from renderer.core.mix import SoundCue
from renderer.core.render_plan import RenderPlan


@dataclass(frozen=True, slots=True, kw_only=True)
class RenderedVideo:
    """The encoded MP4 (digest), its seconds, and the plan it was made from."""

    video: str
    duration: Fraction
    plan: RenderPlan


@dataclass(frozen=True, slots=True, kw_only=True)
class SoundCues:
    """Effects and their moments, when scenes begin to be spoken, and the end of the pictures; seconds."""

    cues: tuple[SoundCue, ...]
    accents: tuple[Fraction, ...]
    duration: Fraction


@dataclass(frozen=True, slots=True, kw_only=True)
class Thumbnail:
    """The picture that stands for the video: a JPEG (digest)."""

    picture: str


@dataclass(frozen=True, slots=True, kw_only=True)
class DeliveredFile:
    """A file that was delivered: its name in the result, where it is, its size in bytes and its digest."""

    name: str
    place: str
    size: int
    sha256: str
    media_type: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Publication:
    """The video (first) and its sidecars where they are, and the video's seconds and pixels.

    `description` is what a film has to be pasted under it.
    """

    files: tuple[DeliveredFile, ...]
    duration: Fraction
    width: int
    height: int
    description: str = ""

    @property
    def places(self) -> tuple[str, ...]:
        """Where the files are, the video first."""
        return tuple(file.place for file in self.files)


def published_video(documents: Mapping[type, Any]) -> VideoResult:
    """The result of a pipeline that ends in a `Publication` into object storage."""
    publication: Publication = documents[Publication]
    main, *others = publication.files
    return VideoResult(
        file=result_file(main),
        sidecars={file.name: result_file(file) for file in others},
        duration_seconds=float(publication.duration),
        width=publication.width,
        height=publication.height,
    )


def result_file(file: DeliveredFile) -> ResultFile:
    """A delivered file as the contract describes it."""
    return ResultFile(key=file.place, size=file.size, sha256=file.sha256, media_type=file.media_type)
