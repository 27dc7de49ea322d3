"""From storyboard and captions to frames that can be drawn: what render, preview and inspection share."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction

from renderer.captions.overlay import open_captions
from renderer.compositor.compose import FrameSource, ShotSource
from renderer.compositor.picture import Overlay, Picture
from renderer.contract.order import FrameSpec
from renderer.core.captions import CaptionTrack
from renderer.core.storyboard import Shot, Storyboard
from renderer.core.timecode import frame_range
from renderer.media.decode import PlanarFrames
from renderer.media.decode import open_frames as open_planar
from renderer.runtime.artifacts import ArtifactStore
from renderer.visuals.open import open_picture
from renderer.visuals.pack import StylePackFile, load_pack


@dataclass(frozen=True, slots=True)
class StoredMedia:
    """User media that an earlier stage normalised into the store."""

    store: ArtifactStore

    def frames(self, digest: str) -> PlanarFrames:
        """The frames of an image or clip."""
        return open_planar(self.store.path(digest))


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
    followers = (*storyboard.shots[1:], None)
    for shot, follower in zip(storyboard.shots, followers, strict=True):
        frames = frame_range(shot.span, frame.fps)
        overlap = follower.transition.duration if follower else Fraction(0)
        yield ShotSource(
            start=frames.start,
            stop=frames.stop,
            open=_Opener(
                shot=shot, pack=pack, frame=frame, seconds=shot.span.duration + overlap, media=media
            ),
            transition=shot.transition.kind,
            transition_frames=min(len(frames), int(shot.transition.duration * frame.fps)),
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
