"""A user's video in the store: the file as it came, and a small document that says how it is read."""

from __future__ import annotations

from pathlib import Path

from msgspec import Struct

from renderer.core.codec import decode
from renderer.media.sources.planar_file import is_planar
from renderer.media.sources.video.facts import SourceFacts
from renderer.media.sources.video.frame_target import FrameTarget


class StoredVideo(Struct, frozen=True, kw_only=True):
    """`source` is the digest of the file; `target` what frames of it are wanted."""

    source: str
    facts: SourceFacts
    target: FrameTarget


def stored_video(path: Path) -> StoredVideo | None:
    """The video that the document at `path` is about; None where the file holds planar frames itself.

    Raises:
        ClipwrightError: `artifact_corrupt` when it is neither.
    """
    return None if is_planar(path) else decode(path.read_bytes(), StoredVideo)
