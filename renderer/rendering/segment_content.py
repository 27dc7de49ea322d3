"""Where a plan is cut into segments, and what is in each of them.

A segment's key is made of what decides its pixels, with times counted from its own first frame: its shots,
the captions over them, the files of pack and caption style, frame size and encoder. So a segment that an edit
has only moved is found again, and one whose words, pictures or captions differ is not. Borders follow from
shots and encoder alone. They lie where a shot begins to be seen alone, at least `SHORTEST_SECONDS` after the
last such place, and wherever a key frame is due in between, if that costs little: where an encoder opens
quickly and no video plays, whose frames before the border would be decoded in vain. Segments are short enough
for several processes to finish at the same time.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterator, Sequence
from functools import lru_cache
from itertools import pairwise
from typing import Final

from renderer.assets import ASSETS
from renderer.captions.drawing.page_timing import PageTiming
from renderer.captions.style.style_files import load_style
from renderer.core.codec import decode, encode
from renderer.core.encoding import EncoderProfile
from renderer.core.render_plan import RenderPlan
from renderer.core.shot_frames import ShotFrames, shots_in_frames, video_plays
from renderer.errors import ClipwrightError
from renderer.runtime.artifacts import file_digest
from renderer.runtime.cache_key import stage_key

VERSION: Final = 19
SHORTEST_SECONDS: Final = 2
"""The distance of key frames: shorter segments would need more of them, which are larger than others."""


def segments_of(plan: RenderPlan) -> tuple[range, ...]:
    """The frames of each segment, in order."""
    return _segments(plan, until=plan.frame_count)


def settled_segments(plan: RenderPlan) -> tuple[range, ...]:
    """The segments that stay as they are whatever follows this plan, in order.

    None of them has the last shot: how long it is seen, the next transition included, is not known yet.
    """
    *_, last = shots_in_frames(plan.storyboard, plan.fps)
    return _segments(plan, until=last.start)


def _segments(plan: RenderPlan, *, until: int) -> tuple[range, ...]:
    """The segments between places at which shots begin to be seen alone, of which none is later."""
    shots = tuple(shots_in_frames(plan.storyboard, plan.fps))
    borders = [0, *_borders(shots, fps=plan.fps), plan.frame_count]
    between = (range(start, stop) for start, stop in pairwise(borders) if stop <= until)
    return tuple(
        segment
        for frames in between
        for segment in ([frames] if video_plays(shots, frames) else groups_of(frames, plan.encoder))
    )


def groups_of(frames: range, encoder: EncoderProfile) -> list[range]:
    """These frames as groups of equal length with a single key frame each; whole if encoders open slowly."""
    groups = -(-len(frames) // encoder.gop) if encoder.opens_quickly else 1
    borders = (frames.start + len(frames) * number // groups for number in range(groups + 1))
    return [range(start, stop) for start, stop in pairwise(borders)]


def key_frames(plan: RenderPlan) -> tuple[int, ...]:
    """The frames that can be decoded without any other, in order: the first of each segment and GOP."""
    return tuple(frame for segment in segments_of(plan) for frame in segment[:: plan.encoder.gop])


def frames_behind(keys: Sequence[int], frame: int) -> int:
    """How many frames a decoder passes before this one, counted from the last of these key frames."""
    return frame - keys[bisect_right(keys, frame) - 1]


def _borders(shots: Sequence[ShotFrames], *, fps: int) -> Iterator[int]:
    last, end, shortest = 0, shots[-1].stop, SHORTEST_SECONDS * fps
    for timed in shots[1:]:
        border = timed.start + timed.transition_frames
        if border - last >= shortest and end - border >= shortest and border < timed.stop:
            yield border
            last = border


class SegmentKeys:
    """Cache keys of a plan's segments; equal if the same pixels come out in the same encoding.

    A plan has the same keys before and after it is stored: 18 in a field of floats would be read as 18.0.

    Raises:
        ClipwrightError: `asset_missing`.
    """

    def __init__(self, plan: RenderPlan) -> None:
        plan = decode(encode(plan), RenderPlan)
        self._shots = tuple(shots_in_frames(plan.storyboard, plan.fps))
        track = plan.captions
        self._captions = PageTiming(track, fps=plan.fps, style=load_style(track.style))
        self._common = {
            "frame": [plan.width, plan.height, plan.fps],
            "encoder": plan.encoder,
            "pack": _file(f"style_packs/{plan.storyboard.pack}.toml"),
            "captions": [track.style, track.position, track.language, track.safe_area],
            "style": _file(f"caption_styles/{track.style}.toml"),
        }

    def key(self, frames: range) -> str:
        """The key of the segment with these frames of the plan."""
        params = {
            "count": len(frames),
            "shots": [_shot_content(shot, frames.start) for shot in self._in(frames)],
            "pages": self._captions.content(frames),
        }
        return stage_key(name="segment", version=VERSION, params=self._common | params, inputs=[])

    def _in(self, frames: range) -> list[ShotFrames]:
        """The shots seen on these frames, with the one before the first while it is still being replaced."""
        seen = [
            at for at, shot in enumerate(self._shots) if shot.start < frames.stop and frames.start < shot.stop
        ]
        first = self._shots[seen[0]]
        replacing = frames.start < first.start + first.transition_frames
        return list(self._shots[max(0, seen[0] - replacing) : seen[-1] + 1])


def _shot_content(timed: ShotFrames, origin: int) -> list[object]:
    """What decides a shot's pixels: frames and seconds, but neither its scene's name nor its exact times."""
    return [
        timed.start - origin,
        timed.stop - origin,
        timed.seconds,
        timed.shot.picture,
        timed.shot.camera,
        timed.shot.transition.kind,
        timed.transition_frames,
    ]


@lru_cache(maxsize=64)
def _file(name: str) -> str:
    """SHA-256 of `assets/<name>`."""
    try:
        return file_digest(ASSETS / name)
    except OSError as error:
        raise ClipwrightError("asset_missing", path=f"assets/{name}") from error
