"""The job as a render plan, with the product's own pictures of a user's photographs, captions and sound."""

from __future__ import annotations

from fractions import Fraction

from benchmarks.support.job import CAPTION_FRAMES, CAPTIONS, FIRST_ZOOM, PROFILE, ZOOM, Job
from renderer.contract.vocabulary import CaptionPosition, CaptionStyle, Language, StylePack
from renderer.core.camera import CameraMove, View
from renderer.core.captions import CaptionLine, CaptionTrack, CaptionWord, Page
from renderer.core.picture_spec import MediaSpec
from renderer.core.render_plan import RenderPlan
from renderer.core.storyboard import Shot, Storyboard, Transition
from renderer.core.timecode import TimeRange
from renderer.runtime.artifacts import ArtifactStore

_MOVE = CameraMove(start=View(zoom=FIRST_ZOOM), end=View(zoom=ZOOM))


def plan_of(job: Job, store: ArtifactStore) -> RenderPlan:
    """Make the job's render plan, and put its pictures and its sound into the store."""
    media = [store.put_bytes(job.planar(shot).read_bytes()) for shot in range(6)]
    dissolve = Transition(kind="dissolve", duration=Fraction(job.dissolve_frames, job.fps))
    shots = tuple(
        Shot(
            span=_span(span, job.fps),
            scene=f"scene{number}",
            picture=MediaSpec(media=media[number % len(media)], seed=number),
            camera=_MOVE,
            transition=dissolve if number and len(span) > job.dissolve_frames else Transition(),
        )
        for number, span in enumerate(job.shots)
    )
    return RenderPlan(
        width=job.width,
        height=job.height,
        fps=job.fps,
        frame_count=job.frames,
        storyboard=Storyboard(pack=StylePack.DOCUMENTARY, shots=shots),
        captions=_captions(job),
        audio=store.put_bytes(job.sound.read_bytes()),
        encoder=PROFILE,
    )


def _captions(job: Job) -> CaptionTrack:
    """Pages of two words, each active for as long as the other contenders show one caption sprite."""
    words = [word for caption in CAPTIONS for word in caption.split()]
    pages = []
    for number, first in enumerate(range(0, job.frames - 2 * CAPTION_FRAMES + 1, 2 * CAPTION_FRAMES)):
        spans = [
            _span(range(start, start + CAPTION_FRAMES), job.fps) for start in (first, first + CAPTION_FRAMES)
        ]
        shown = tuple(
            CaptionWord(text=words[index % len(words)], span=span, index=index)
            for index, span in enumerate(spans, start=2 * number)
        )
        page = TimeRange(spans[0].start, spans[1].end)
        pages.append(Page(span=page, lines=(CaptionLine(words=shown),)))
    return CaptionTrack(
        style=CaptionStyle.TIKTOK,
        position=CaptionPosition.BOTTOM,
        language=Language.EN,
        safe_area="organic",
        pages=tuple(pages),
    )


def _span(frames: range, fps: int) -> TimeRange:
    return TimeRange(Fraction(frames.start, fps), Fraction(frames.stop, fps))
