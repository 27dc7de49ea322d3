"""From storyboard and captions to frames that can be drawn: what render, preview and inspection share."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction

from renderer.captions.drawing.overlay import open_captions
from renderer.compositor.compose import FrameSource, ShotSource
from renderer.compositor.picture import Overlay, Picture
from renderer.contract.orders.base import FrameSpec
from renderer.core.captions import CaptionTrack
from renderer.core.shot_frames import shots_in_frames
from renderer.core.storyboard import Shot, Storyboard
from renderer.media.sources.planar_file import open_frames as open_planar
from renderer.media.sources.video.frames import SourceFrames
from renderer.media.sources.video.stored import stored_video
from renderer.runtime.artifacts import ArtifactStore
from renderer.visuals.film.open_picture import open_picture
from renderer.visuals.media import Frames
from renderer.visuals.style_pack import StylePackFile
from renderer.visuals.style_pack_files import load_pack


@dataclass(frozen=True, slots=True)
class StoredMedia:
    """User media that an earlier stage normalised into the store."""

    store: ArtifactStore

    def frames(self, digest: str) -> Frames:
        """The frames of an image, a clip or a video."""
        path = self.store.path(digest)
        video = stored_video(path)
        if video is None:
            return open_planar(path)
        return SourceFrames(self.store.path(video.source), video.facts, video.target)


def media_artifacts(digest: str, store: ArtifactStore) -> Iterator[str]:
    """All artifacts that a picture's media consists of, each once those before it are in the store."""
    yield digest
    video = stored_video(store.path(digest))
    if video:
        yield video.source


def open_frames(
    storyboard: Storyboard, captions: CaptionTrack | None, *, frame: FrameSpec, store: ArtifactStore
) -> FrameSource:
    """The frames of a video; without captions where they are still to be laid out.

    Pictures are opened when the playhead reaches them. Close the source after use (`with`).
    """
    overlays: list[Overlay] = []
    if captions:
        overlays.append(open_captions(captions, width=frame.width, height=frame.height, fps=frame.fps))
    shots = list(_shot_sources(storyboard, frame=frame, media=StoredMedia(store)))
    return FrameSource(shots, overlays, width=frame.width, height=frame.height, fps=frame.fps)


def _shot_sources(storyboard: Storyboard, *, frame: FrameSpec, media: StoredMedia) -> Iterator[ShotSource]:
    pack = load_pack(storyboard.pack)
    for timed in shots_in_frames(storyboard, frame.fps):
        yield ShotSource(
            start=timed.start,
            stop=timed.stop,
            open=_Opener(shot=timed.shot, pack=pack, frame=frame, seconds=timed.seconds, media=media),
            transition=timed.shot.transition.kind,
            transition_frames=timed.transition_frames,
        )


@dataclass(frozen=True, slots=True, kw_only=True)
class _Opener:
    shot: Shot
    pack: StylePackFile
    frame: FrameSpec
    seconds: Fraction
    media: StoredMedia

    def __call__(self) -> Picture:
        return open_picture(
            self.shot.picture,
            camera=self.shot.camera,
            pack=self.pack,
            width=self.frame.width,
            height=self.frame.height,
            duration=float(self.seconds),
            media=self.media,
        )
