"""Opens the frames of a storyboard with its captions, for rendering, previews and inspection alike."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction

from msgspec import Struct

from renderer.captions.drawing.overlay import open_captions
from renderer.compositor.compose import FrameSource, ShotSource
from renderer.compositor.picture import Overlay, Picture
from renderer.contract.orders.base import FrameSpec
from renderer.core.captions import CaptionTrack
from renderer.core.render_plan import RenderPlan
from renderer.core.shot_frames import shots_in_frames
from renderer.core.storyboard import Shot, Storyboard
from renderer.rendering.stored_media import StoredMedia
from renderer.runtime.artifacts import ArtifactStore
from renderer.visuals.film.open_picture import open_picture
from renderer.visuals.style_pack import StylePackFile


def open_frames(
    storyboard: Storyboard,
    captions: CaptionTrack | None,
    *,
    pack: StylePackFile,
    frame: FrameSpec,
    store: ArtifactStore,
) -> FrameSource:
    """The frames of a video; `captions` is None while they are still to be laid out.

    Pictures are opened when the playhead reaches them. Close the source after use (`with`).
    """
    overlays: list[Overlay] = []
    if captions:
        overlays.append(open_captions(captions, width=frame.width, height=frame.height, fps=frame.fps))
    shots = list(_shot_sources(storyboard, pack=pack, frame=frame, media=StoredMedia(store)))
    return FrameSource(shots, overlays, width=frame.width, height=frame.height, fps=frame.fps)


def open_plan(plan: RenderPlan, store: ArtifactStore, *, pack: StylePackFile) -> FrameSource:
    """The frames of a plan in the look of its pack, with captions; close the source after use."""
    frame = FrameSpec(width=plan.width, height=plan.height, fps=plan.fps)
    return open_frames(plan.storyboard, plan.captions, pack=pack, frame=frame, store=store)


def _shot_sources(
    storyboard: Storyboard, *, pack: StylePackFile, frame: FrameSpec, media: StoredMedia
) -> Iterator[ShotSource]:
    for timed in shots_in_frames(storyboard, frame.fps):
        yield ShotSource(
            start=timed.start,
            stop=timed.stop,
            open=_Opener(shot=timed.shot, pack=pack, frame=frame, seconds=timed.seconds, media=media),
            transition=timed.shot.transition.kind,
            transition_frames=timed.transition_frames,
        )


class _Opener(Struct, frozen=True, kw_only=True):
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
