"""Users' media that an earlier stage has put into the store."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field

from renderer.media.sources.planar_file import open_frames as open_planar
from renderer.media.sources.video.frames import SourceFrames
from renderer.media.sources.video.stored import stored_video
from renderer.runtime.artifacts import ArtifactStore
from renderer.visuals.media import Frames

KEPT = 3
"""Decoders kept open: for the shot on screen, the next one, which is opened ahead, and the one before."""


@dataclass(frozen=True, slots=True)
class StoredMedia:
    """User media that an earlier stage normalised into the store."""

    store: ArtifactStore
    _playing: dict[str, Frames] = field(default_factory=dict, repr=False, compare=False)

    def frames(self, digest: str) -> Frames:
        """The frames of an image, a clip or a video."""
        path = self.store.path(digest)
        video = stored_video(path)
        if video is None:
            return open_planar(path)
        return SourceFrames(self.store.path(video.source), video.facts, video.target)

    def playing(self, digest: str) -> Frames:
        """The frames of a video, with one decoder for all its shots; the last `KEPT` videos stay open."""
        frames = self._playing.pop(digest, None) or self.frames(digest)
        self._playing[digest] = frames
        while len(self._playing) > KEPT:
            left = self._playing.pop(next(iter(self._playing)))
            if isinstance(left, SourceFrames):
                left.close()
        return frames


def media_artifacts(digest: str, store: ArtifactStore) -> Iterator[str]:
    """All artifacts that a picture's media consist of; the store must have each before the next is taken."""
    yield digest
    video = stored_video(store.path(digest))
    if video:
        yield video.source
