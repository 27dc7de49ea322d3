"""Detects text burned into pictures, in parallel with the rest of the analysis, since it takes longest.

Only every second picture is read. The one between two pictures with the same lines gets those lines too. If
their lines differ, it gets those of the picture that it clearly resembles, as on either side of a cut, and is
read if it resembles neither clearly. A line that comes and goes between two readings is lost, but it would
have been found on a single sample only, and is then ignored anyway (`occupied.LEAST_SAMPLES`).
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from types import TracebackType
from typing import Final, Self, TypeAlias

import cv2
import numpy as np
from msgspec import Struct

from renderer.analysis.picture_sizes import shown_size_within
from renderer.analysis.tracks import same_line
from renderer.analysis.watched import Bytes
from renderer.backends.vision.base import DetectedBox, Rgb, TextDetector

TEXT_SIDE: Final = 480
"""Longer side, in pixels, of the pictures in which text is searched for."""
WAITING: Final = 8
"""Most pictures that wait to be read."""
STILL: Final = 10
"""Largest difference (levels of luma, reduced size) at which a picture keeps the text of the previous one."""
SAME: Final = 0.7
"""Least share of their height that two boxes of the same line have in common."""
PLAIN: Final = 3.0
"""A picture this many times closer to one neighbour than to the other belongs to the same shot."""
_MARK: Final = (96, 96)

Boxes: TypeAlias = tuple[DetectedBox, ...]


class TextReader:
    """Reads pictures in order on its own thread."""

    def __init__(self, texts: TextDetector) -> None:
        self._worker = ThreadPoolExecutor(max_workers=1, thread_name_prefix="text")
        self._lines = _Lines(texts)
        self._asked: list[Future[None]] = []
        self._last: Bytes | None = None

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._worker.shutdown(cancel_futures=True)

    def read(self, number: int, luma: Bytes, picture: Rgb) -> None:
        """Queue frame `number` for reading; a frame with nothing new gets the text of the previous one."""
        mark = np.asarray(cv2.resize(luma, _MARK, interpolation=cv2.INTER_AREA), np.uint8)
        if self._last is not None and cv2.absdiff(mark, self._last).max() <= STILL:
            self._asked.append(self._worker.submit(self._lines.repeat, number))
            return
        self._last = mark
        if len(self._asked) >= WAITING:
            self._asked[-WAITING].result()
        seen = _Seen(number=number, mark=mark, picture=picture)
        self._asked.append(self._worker.submit(self._lines.take, seen))

    def found(self, waited: Callable[[], None]) -> Sequence[tuple[int, Boxes]]:
        """The lines on each frame; `waited` is called before waiting for a picture that is not yet read."""
        for coming in [*self._asked, self._worker.submit(self._lines.end)]:
            if not coming.done():
                waited()
            coming.result()
        return self._lines.found


class _Seen(Struct, frozen=True, kw_only=True, eq=False):
    number: int
    mark: Bytes
    picture: Rgb


class _Lines:
    """The lines found, and the one picture that waits for the lines of the next; used by one thread."""

    def __init__(self, texts: TextDetector) -> None:
        self.found: list[tuple[int, Boxes]] = []
        self._texts = texts
        self._waiting: list[_Seen] = []
        self._last: list[_Seen] = []

    def take(self, seen: _Seen) -> None:
        if self.found and not self._waiting:
            self._waiting = [seen]
            return
        boxes = self._look(seen.picture)
        for waiting, before in zip(self._waiting, self._last, strict=False):
            self._settle(self._between(before, waiting, seen, boxes))
        self.found.append((seen.number, boxes))
        self._last = [seen]

    def repeat(self, number: int) -> None:
        self.end()
        self.found.append((number, self.found[-1][1]))

    def end(self) -> None:
        """Read the waiting picture itself, when no picture with new content follows."""
        for waiting in self._waiting:
            self._settle(self._look(waiting.picture))
            self._last = [waiting]

    def _between(self, before: _Seen, waiting: _Seen, after: _Seen, boxes: Boxes) -> Boxes:
        earlier = self.found[-1][1]
        if _same(earlier, boxes):
            return boxes
        to_before, to_after = _distance(before, waiting), _distance(waiting, after)
        if to_before * PLAIN <= to_after:
            return earlier
        return boxes if to_after * PLAIN <= to_before else self._look(waiting.picture)

    def _settle(self, boxes: Boxes) -> None:
        self.found += [(waiting.number, boxes) for waiting in self._waiting]
        self._waiting = []

    def _look(self, picture: Rgb) -> Boxes:
        height, width = picture.shape[:2]
        size = shown_size_within(width, height, side=TEXT_SIDE)
        scaled = cv2.resize(picture, size, interpolation=cv2.INTER_AREA)
        return self._texts.detect(np.asarray(scaled, np.uint8))


def _same(one: Boxes, other: Boxes) -> bool:
    return len(one) == len(other) and all(
        same_line(first, second) >= SAME for first, second in zip(one, other, strict=True)
    )


def _distance(one: _Seen, other: _Seen) -> float:
    return float(cv2.norm(one.mark, other.mark, cv2.NORM_L1))
