"""frame(n): the shots' pictures, the transitions between them and the sprites above them.

Any frame drawn alone has the same pixels as in sequence, so a frame can be previewed and a plan can be
cut into segments. Pictures are opened when the playhead arrives and dropped when it has passed: at most
two are alive. While a shot plays forward, the next one is opened in a helper thread, so that a costly
painter does not hold up the encoder at a cut; `prepare` turns that off, for when the thread would only take a
processor from other work.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Callable, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from functools import cached_property
from types import TracebackType
from typing import Self
from weakref import WeakKeyDictionary

from msgspec import Struct

from renderer.compositor.blend import blend_all, boxes_of
from renderer.compositor.damage import UNKNOWN, Shown
from renderer.compositor.look import Look
from renderer.compositor.picture import Overlay, Picture, RedrawnPicture, redrawn
from renderer.compositor.planes import Planes, allocate
from renderer.compositor.sprite import PlacedSprite
from renderer.compositor.transition import painter_of


class ShotSource(Struct, frozen=True, kw_only=True):
    """A shot on frames `[start, stop)`: how to open its picture and how it replaces the one before.

    `transition_frames` are taken from the shot's start; meanwhile the shot before keeps moving, so its
    picture is asked for up to that many frames past its own end. `open` may be called again after the
    picture was dropped and must then give the same pixels.
    """

    start: int
    stop: int
    open: Callable[[], Picture]
    transition: str = "cut"
    transition_frames: int = 0


class FrameSource:
    """Draws the frames of a video. Use from one thread at a time; close it (or use `with`) after use.

    Raises:
        ValueError: shots leave a gap, overlap, do not start at frame 0 or are shorter than their transition.
        ClipwrightError: `unknown_choice` when a transition does not exist.
    """

    def __init__(
        self, shots: Sequence[ShotSource], overlays: Sequence[Overlay], *, width: int, height: int, fps: int
    ) -> None:
        _check_tiling(shots)
        self.width, self.height, self.fps = width, height, fps
        self.frame_count = shots[-1].stop
        self._shots = tuple(shots)
        self._starts = [shot.start for shot in shots]
        self._overlays = tuple(overlays)
        self._stop, self._ahead = self.frame_count, True
        self._open: dict[int, Future[RedrawnPicture]] = {}
        self._opener = ThreadPoolExecutor(max_workers=1, thread_name_prefix="open-picture")
        self._frame, self._playing = -2, False  # a frame drawn alone opens nothing ahead
        self._placed: tuple[int, tuple[tuple[PlacedSprite, ...], ...]] = (-1, ())
        self._shown: WeakKeyDictionary[Planes, Shown] = WeakKeyDictionary()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def prepare(self, *, stop: int, ahead: bool) -> None:
        """Declare that frames from `stop` on are not due, so that no picture is opened ahead for them.

        Without `ahead` none is opened ahead at all: one fewer is held, and other work keeps the processors
        busy.
        """
        self._stop, self._ahead = stop, ahead

    def close(self) -> None:
        """Drop all pictures and end the helper thread."""
        self._open.clear()
        self._opener.shutdown(cancel_futures=True)

    def look(self, frame: int) -> Look:
        """What decides the pixels of frame `frame` in `[0, frame_count)`; equal looks mean equal pixels.

        Raises:
            IndexError: `frame` lies outside the video.
        """
        index = self._arrive(frame)
        if self._in_transition(index, frame):
            return frame
        self._keep(index, self._next_if_playing(index))
        return index, self._open[index].result().look(self._seconds(index, frame)), self._sprites(frame)

    def draw(self, frame: int, target: Planes) -> None:
        """Fill `target` (width x height) with frame number `frame` in `[0, frame_count)`.

        A target that is passed again must not have been changed in between: what it shows is not drawn anew.

        Raises:
            IndexError: `frame` lies outside the video.
        """
        over = self._shown.pop(target, UNKNOWN)
        shown = self._draw_picture(self._arrive(frame), frame, target, over=over)
        for sprites in self._sprites(frame):
            blend_all(target, sprites)
            shown = shown.beneath(boxes_of(sprites, target))
        self._shown[target] = shown

    def _arrive(self, frame: int) -> int:
        """Move the playhead to a frame and return the number of its shot."""
        if not 0 <= frame < self.frame_count:
            message = f"frame {frame} is outside [0, {self.frame_count})"
            raise IndexError(message)
        if frame != self._frame:
            self._frame, self._playing = frame, frame == self._frame + 1
        return bisect_right(self._starts, frame) - 1

    def _in_transition(self, index: int, frame: int) -> bool:
        shot = self._shots[index]
        return index > 0 and frame - shot.start < shot.transition_frames

    def _sprites(self, frame: int) -> tuple[tuple[PlacedSprite, ...], ...]:
        """The sprites of each overlay on a frame, kept because both `look` and `draw` need them."""
        if self._placed[0] != frame:
            self._placed = frame, tuple(tuple(overlay.placed_at(frame)) for overlay in self._overlays)
        return self._placed[1]

    def _draw_picture(self, index: int, frame: int, target: Planes, *, over: Shown) -> Shown:
        shot = self._shots[index]
        elapsed = frame - shot.start
        if not self._in_transition(index, frame):
            self._keep(index, self._next_if_playing(index))
            return self._draw_shot(index, frame, target, over=over)
        self._keep(index - 1, index)
        outgoing, incoming = self._both
        for number, room in ((index - 1, outgoing), (index, incoming)):
            before = self._shown.pop(room, UNKNOWN)
            self._shown[room] = self._draw_shot(number, frame, room, over=before)
        progress = (elapsed + 1) / (shot.transition_frames + 1)
        painter_of(shot.transition)(target, outgoing, incoming, progress)
        if elapsed + 1 == shot.transition_frames:  # hold neither buffers nor dropped pictures
            del self._shown[outgoing], self._shown[incoming], self._both
        return UNKNOWN

    def _next_if_playing(self, index: int) -> int:
        playing = self._ahead and self._playing
        return index + 1 if playing and self._shots[index].stop < self._stop else index

    @cached_property
    def _both(self) -> tuple[Planes, Planes]:
        """Buffers for the two pictures of a transition."""
        return allocate(self.width, self.height), allocate(self.width, self.height)

    def _draw_shot(self, index: int, frame: int, target: Planes, *, over: Shown) -> Shown:
        return self._open[index].result().redraw(target, self._seconds(index, frame), over=over)

    def _seconds(self, index: int, frame: int) -> float:
        """Seconds from the shot's start to the frame."""
        return (frame - self._shots[index].start) / self.fps

    def _keep(self, *wanted: int) -> None:
        """Have exactly the `wanted` shots open or opening."""
        for index in [index for index in self._open if index not in wanted]:
            del self._open[index]
        for index in wanted:
            if index not in self._open:
                self._open[index] = self._opener.submit(_opened, self._shots[index])


def _opened(shot: ShotSource) -> RedrawnPicture:
    return redrawn(shot.open())


def _check_tiling(shots: Sequence[ShotSource]) -> None:
    position = 0
    for shot in shots:
        painter_of(shot.transition)
        fits = 0 <= shot.transition_frames <= shot.stop - shot.start
        if shot.start != position or shot.stop <= shot.start or not fits:
            message = f"shot [{shot.start}, {shot.stop}) does not fit after frame {position}"
            raise ValueError(message)
        position = shot.stop
    if not position:
        message = "a video needs at least one shot"
        raise ValueError(message)
