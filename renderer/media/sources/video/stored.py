"""A user's video in the store: the original file, and a small document that says how to read it."""

from __future__ import annotations

from pathlib import Path

from msgspec import Struct

from renderer.core.codec import decode
from renderer.media.sources.planar_file import is_planar
from renderer.media.sources.video.facts import SourceFacts
from renderer.media.sources.video.frame_target import FrameTarget


class StoredVideo(Struct, frozen=True, kw_only=True):
    """How to read a stored video: `source` is the file's digest, `target` says which frames are wanted."""

    source: str
    facts: SourceFacts
    target: FrameTarget


def stored_video(path: Path) -> StoredVideo | None:
    """The video that the document at `path` describes; None if the file itself holds planar frames.

    Raises:
        ClipwrightError: `artifact_corrupt` when it is neither.
    """
    return None if is_planar(path) else decode(path.read_bytes(), StoredVideo)
