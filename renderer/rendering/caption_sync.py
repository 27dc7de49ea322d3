"""Caption sync on the finished file: does the picture change at the frame where the word starts?

A caption over a picture of luma B looks like V(B), which is affine in B. Around an onset the picture below
hardly moves, so the decoded pair is explained best by the plan's V before and V after, for some B at each
pixel. A caption that changes late shows V before in both frames; one that changes early, V after.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Final

import numpy as np
import numpy.typing as npt
from msgspec import Struct
from msgspec.structs import replace

from renderer.compositor.blend import blend
from renderer.compositor.picture import Overlay
from renderer.compositor.planes import Planes, allocate
from renderer.compositor.sprite import PlacedSprite
from renderer.core.captions import CaptionTrack
from renderer.core.render_plan import RenderPlan
from renderer.core.timecode import nearest_frame
from renderer.rendering.caption_readings import CaptionReadings, DecodeFrames
from renderer.rendering.segment_content import frames_behind, key_frames

KIND: Final = "change"
"""Kind of a caption reading: whether a caption changes late or early."""
CHECKS: Final = 3
"""Onsets looked at per video: near the start, in the middle, near the end."""

_TRIES: Final = 4
"""Onsets examined in each part of a video before the part counts as having no clear change."""
_CHANGED: Final = 24
"""Levels of luma by which a pixel must change to be examined."""
_ENOUGH: Final = 30
_BLACK, _WHITE = 16.0, 235.0
_LATE: Final = "late"

Levels = npt.NDArray[np.float32]


class CaptionAppearance(Struct, frozen=True, kw_only=True, eq=False):
    """A caption at some pixels: `colour + keep * B` over a picture of luma B."""

    colour: Levels
    keep: Levels

    def over(self, picture: Levels) -> Levels:
        """Luma of the caption over a picture of this luma."""
        return self.colour + self.keep * picture


class CaptionChange(Struct, frozen=True, kw_only=True, eq=False):
    """Planned looks on the frames before and at an onset, at pixels `where` (indices into the flat luma)."""

    onset: int
    where: npt.NDArray[np.intp]
    before: CaptionAppearance
    at: CaptionAppearance


def caption_changes(plan: RenderPlan, overlay: Overlay) -> tuple[CaptionChange, ...]:
    """Clear changes at word onsets, spread over the video and close after key frames (cheap to decode).

    `overlay` draws the captions of the plan. Fewer than `CHECKS` if words hardly change the picture.
    """
    keys = key_frames(plan)
    onsets = [onset for onset in _onsets(plan.captions, plan.fps) if 0 < onset < plan.frame_count]
    found: list[CaptionChange] = []
    for part in range(CHECKS):
        some = onsets[len(onsets) * part // CHECKS : len(onsets) * (part + 1) // CHECKS]
        nearest = sorted(some, key=lambda onset: frames_behind(keys, onset - 1))[:_TRIES]
        changes = (_change(overlay, onset, plan=plan) for onset in nearest)
        found.extend(_first_clear(changes))
    return tuple(found)


def late_onsets(
    changes: Sequence[CaptionChange], *, frames: DecodeFrames, readings: CaptionReadings
) -> tuple[int, ...]:
    """The onsets whose change is not where it was planned; frames are decoded only around unread onsets."""
    asked = {range(change.onset - 1, change.onset + 1): change for change in changes}
    known = {each: reading for each, reading in readings.known(KIND, asked).items() if _LATE in reading}
    fresh = {each: change for each, change in asked.items() if each not in known}
    decoded = frames({number for each in fresh for number in each})
    read = {each: {_LATE: float(not _is_in_sync(change, decoded))} for each, change in fresh.items()}
    readings.keep(KIND, read)
    found = {**known, **read}
    return tuple(change.onset for each, change in asked.items() if found[each][_LATE])


def _onsets(track: CaptionTrack, fps: int) -> list[int]:
    """Frames at which a word becomes active on a page that is already on screen."""
    onsets = {
        frame
        for page in track.pages
        for word in [word for line in page.lines for word in line.words][1:]
        if (frame := nearest_frame(word.span.start, fps)) > nearest_frame(page.span.start, fps)
    }
    return sorted(onsets)


def _first_clear(changes: Iterator[CaptionChange]) -> Iterator[CaptionChange]:
    for change in changes:
        if len(change.where) >= _ENOUGH:
            yield change
            return


def _change(overlay: Overlay, onset: int, *, plan: RenderPlan) -> CaptionChange:
    placed = [overlay.placed_at(frame) for frame in (onset - 1, onset)]
    rows = _rows_of([sprite for sprites in placed for sprite in sprites], plan.height)
    before, at = (_seen(sprites, rows, width=plan.width) for sprites in placed)
    moved = np.max([np.abs(one - other) for one, other in zip(before, at, strict=True)], axis=0)
    inside = np.flatnonzero(moved > _CHANGED)
    where = inside + rows.start * plan.width
    return CaptionChange(onset=onset, where=where, before=_look(before, inside), at=_look(at, inside))


def _rows_of(sprites: Sequence[PlacedSprite], height: int) -> range:
    """The rows of the frame that these captions touch, extended to even bounds."""
    top = min((sprite.y for sprite in sprites), default=0) // 2 * 2
    bottom = max((sprite.y + sprite.sprite.height for sprite in sprites), default=0)
    return range(min(max(top, 0), height), min(max(-(-bottom // 2) * 2, 0), height))


def _seen(sprites: Sequence[PlacedSprite], rows: range, *, width: int) -> tuple[Levels, Levels]:
    """Flat luma of these rows of a frame: its captions over black, and over white."""
    shown = []
    for ground in (_BLACK, _WHITE):
        planes = allocate(width, len(rows))
        planes.y[:] = ground
        for sprite in sprites:
            blend(planes, replace(sprite, y=sprite.y - rows.start))
        shown.append(planes.y.ravel().astype(np.float32))
    return shown[0], shown[1]


def _look(seen: tuple[Levels, Levels], where: npt.NDArray[np.intp]) -> CaptionAppearance:
    over_black, over_white = seen[0][where], seen[1][where]
    keep = (over_white - over_black) / (_WHITE - _BLACK)
    return CaptionAppearance(colour=over_black - keep * _BLACK, keep=keep)


def _is_in_sync(change: CaptionChange, decoded: Mapping[int, Planes]) -> bool:
    """Whether two decoded frames, the one before the onset and the one at it, change as planned."""
    before = _levels(decoded[change.onset - 1], change.where)
    at = _levels(decoded[change.onset], change.where)
    picture = _picture(change.before, change.at, before=before, at=at)
    visible = np.abs(change.at.over(picture) - change.before.over(picture)) > _CHANGED
    if np.count_nonzero(visible) < _ENOUGH:
        return True
    planned, late, early = (
        _misfit(one, other, before=before, at=at)[visible].mean()
        for one, other in (
            (change.before, change.at),
            (change.before, change.before),
            (change.at, change.at),
        )
    )
    return bool(planned <= min(late, early))


def _levels(planes: Planes, where: npt.NDArray[np.intp]) -> Levels:
    return np.asarray(planes.y.ravel()[where], np.float32)


def _picture(one: CaptionAppearance, other: CaptionAppearance, *, before: Levels, at: Levels) -> Levels:
    """The luma below the caption for which the two looks fit the two frames best (least squares)."""
    power = np.square(one.keep) + np.square(other.keep)
    along = one.keep * (before - one.colour) + other.keep * (at - other.colour)
    fitted = along / np.maximum(power, np.float32(1e-3))
    return np.asarray(np.clip(fitted, np.float32(_BLACK), np.float32(_WHITE)), np.float32)


def _misfit(one: CaptionAppearance, other: CaptionAppearance, *, before: Levels, at: Levels) -> Levels:
    picture = _picture(one, other, before=before, at=at)
    misfit = np.abs(one.over(picture) - before) + np.abs(other.over(picture) - at)
    return np.asarray(misfit, np.float32)
