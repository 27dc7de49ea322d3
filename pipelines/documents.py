"""Documents that only pipelines know: sound cues, the encoded file, its thumbnail, what was published."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from typing import Any

from msgspec import Struct

from renderer.contract.results import ResultFile, VideoResult
from renderer.core.mix import SoundCue
from renderer.core.render_plan import RenderPlan


class RenderedVideo(Struct, frozen=True, kw_only=True):
    """The encoded MP4 (digest), its seconds, and the plan it was made from."""

    video: str
    duration: Fraction
    plan: RenderPlan


class SoundCues(Struct, frozen=True, kw_only=True):
    """Effects and their moments, when scenes begin to be spoken, and the end of the pictures; seconds."""

    cues: tuple[SoundCue, ...]
    accents: tuple[Fraction, ...]
    duration: Fraction


class Thumbnail(Struct, frozen=True, kw_only=True):
    """The picture that stands for the video: a JPEG (digest)."""

    picture: str


class DeliveredFile(Struct, frozen=True, kw_only=True):
    """A file that was delivered: its name in the result, where it is, its size in bytes and its digest."""

    name: str
    place: str
    size: int
    sha256: str
    media_type: str


class Publication(Struct, frozen=True, kw_only=True):
    """The published video (first) and its sidecars, and the video's seconds and size in pixels.

    `description` is the text to paste below a film.
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
