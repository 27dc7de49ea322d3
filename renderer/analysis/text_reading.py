"""Text that is burned into pictures, read beside everything else that looks at them: it takes longest.

Every second picture is read. One between two that show the same lines has them too; where they differ it has
those of the one that it clearly looks like, as on either side of a cut, and is read when that is not plain.
A line that came and went between two readings is lost: it would have been found once, and what
is found once is not believed (`occupied.LEAST_SAMPLES`).
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
"""Pixels of the longer side of pictures in which text is looked for."""
WAITING: Final = 8
"""Pictures that wait to be read, at most."""
STILL: Final = 10
"""A picture that differs from the one before by no more (levels of luma, small) has the text that it had."""
SAME: Final = 0.7
"""Lines that share this part of their height are the same."""
PLAIN: Final = 3.0
"""A picture that is so many times nearer to one neighbour than to the other is of the same shot."""
_MARK: Final = (96, 96)

Boxes: TypeAlias = tuple[DetectedBox, ...]


class TextReader:
    """Reads pictures in their order on a thread of its own."""

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
        """Look at frame `number` later; one that shows nothing new has the text of the one before."""
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
        """The lines on each frame; `waited` is called before each picture that is not read yet."""
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
    """What is found, and the one picture that waits for what the next shows; used by one thread."""

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
        """Nothing new comes: what waited is read."""
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
