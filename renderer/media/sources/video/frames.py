"""Frames of a user's video by number or time, from a decoder that runs only as far ahead as its pipe."""

from __future__ import annotations

import shutil
import tempfile
import weakref
from bisect import bisect_right
from fractions import Fraction
from pathlib import Path
from types import TracebackType
from typing import Final, Self

import numpy as np

from renderer.compositor.planes import Planes
from renderer.errors import ClipwrightError
from renderer.media.sources.geometry import Fit, TargetBox, cover
from renderer.media.sources.refusal import Refusal
from renderer.media.sources.tone_map import write_cube
from renderer.media.sources.video.decoder import RawPipe, start_decoder
from renderer.media.sources.video.facts import SourceFacts
from renderer.media.sources.video.frame_target import FrameTarget
from renderer.media.sources.video.graph import PictureRun, is_hdr, picture_arguments

_NOTHING: Final = -1
_TABLE: Final = "tone.cube"
_SKIPPED: Final = 300
"""Most frames that a decoder may skip without output: with more of them it might be taken for stalled."""


class SourceFrames:
    """The frames of a video at a constant rate; use from one thread at a time, close after use.

    Reading forwards is streaming; going back or far ahead starts a decoder at the nearest entry before it. A
    frame's pixels depend on the file and its number alone: each stretch between two entries is always decoded
    separately, so damage in it looks the same wherever reading started.
    """

    def __init__(self, path: Path, facts: SourceFacts, target: FrameTarget) -> None:
        self._path, self._facts, self._target, self._fps = path, facts, target, target.fps
        fit = cover(*facts.picture.shown_size, TargetBox(width=target.width, height=target.height))
        self._fit = Fit(fit.width, fit.height, *_within(fit, target.cut)) if target.cut[2] else fit
        self.width, self.height = self._fit.columns, self._fit.rows
        self._count = facts.packets if target.firsts else facts.frame_count(target.fps)
        firsts = target.firsts or [-int(-entry * target.fps // 1) for entry in facts.entries]
        self._firsts = [first for first in firsts if first < self._count]
        self._decoder: RawPipe | None = None
        self._run, self._at = _NOTHING, _NOTHING
        self._shown: Planes | None = None
        self._table_folder: Path | None = None

    def __len__(self) -> int:
        return self._count

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def __getitem__(self, index: int) -> Planes:
        """Frame `index`; read only.

        Raises:
            IndexError: there is no such frame.
            ClipwrightError: `media_unreadable` when the file is gone or cannot be decoded there.
        """
        if not 0 <= index < self._count:
            message = f"frame {index} is outside [0, {self._count})"
            raise IndexError(message)
        run = bisect_right(self._firsts, index) - 1
        if run != self._run or index < self._at:
            self._begin(run, index)
        while self._at < index:
            self._advance()
        return self._current()

    def at(self, moment: Fraction) -> Planes:
        """The frame on screen `moment` seconds after the first; beyond either end, the frame at that end."""
        return self[min(max(int(moment * self._fps), 0), self._count - 1)]

    def close(self) -> None:
        """End the decoder; reading again starts a new one."""
        if self._decoder:
            self._decoder.close()
        self._decoder, self._run = None, _NOTHING

    def _begin(self, number: int, index: int) -> None:
        """Start the decoder of a stretch, at frame `index` where possible, else at the stretch's start."""
        first = self._firsts[number]
        before = self._shown if number == self._run + 1 and self._at == first - 1 else None
        if 0 < index - first <= _SKIPPED:
            self._start(number, index - first)
            self._shown, self._at = self._next(), index
            if self._shown is not None:
                return
        self._start(number, 0)
        self._shown, self._at = before, first - 1
        self._advance()

    def _start(self, number: int, skipped: int) -> None:
        self.close()
        first = self._firsts[number]
        stop = self._firsts[number + 1] if number + 1 < len(self._firsts) else self._count
        run = PictureRun(
            entry=self._facts.entries[number],
            first=first,
            count=stop - first,
            fps=self._fps,
            fit=self._fit,
            table=self._table(),
            own=bool(self._target.firsts),
            skipped=skipped,
        )
        self._decoder = start_decoder(picture_arguments(self._facts, run), self._path)
        self._run = number

    def _advance(self) -> None:
        """Go to the next frame; if the decoder has no more, hold the last one."""
        found = self._next()
        if found is None and self._shown is None:
            self._shown = self._last_before(self._run)
        self._shown, self._at = found or self._shown, self._at + 1

    def _next(self) -> Planes | None:
        luma, half = self.width * self.height, (self.height // 2, self.width // 2)
        raw = np.empty(luma * 3 // 2, np.uint8)
        if self._decoder is None or self._decoder.fill(raw) < len(raw):
            return None
        chroma = luma + luma // 4
        return Planes(
            raw[:luma].reshape(self.height, self.width),
            raw[luma:chroma].reshape(half),
            raw[chroma:].reshape(half),
        )

    def _last_before(self, run: int) -> Planes:
        """The frame before a stretch, shown when nothing of the stretch can be decoded."""
        if not run:
            raise ClipwrightError("media_unreadable", path=self._path.name, reason=Refusal("no_frames"))
        with SourceFrames(self._path, self._facts, self._target) as other:
            return other[self._firsts[run] - 1]

    def _current(self) -> Planes:
        if self._shown is None:
            raise ClipwrightError("media_unreadable", path=self._path.name, reason=Refusal("no_frames"))
        return self._shown

    def _table(self) -> Path | None:
        if not is_hdr(self._facts):
            return None
        if self._table_folder is None:
            self._table_folder = Path(tempfile.mkdtemp(prefix="clipwright-"))
            weakref.finalize(self, shutil.rmtree, self._table_folder, ignore_errors=True)
            write_cube(self._table_folder / _TABLE, self._facts.picture.transfer)
        return self._table_folder / _TABLE


def _within(fit: Fit, cut: tuple[int, int, int, int]) -> tuple[int, int, int, int]:
    left, top, columns, rows = cut
    return fit.left + left, fit.top + top, columns, rows
