"""Joining a video's segments in their order as they are finished, while the last ones are rendered."""

from __future__ import annotations

import threading
from collections.abc import Iterator, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import contextmanager
from functools import partial
from pathlib import Path
from typing import Final

from renderer.errors import ClipwrightError
from renderer.media.encoding.join import JoinedVideo, decoding_delay, join_in_turn, join_segments
from renderer.rendering.looking_ahead import Finished

_POLL_SECONDS: Final = 0.02


class _MoreDelayError(Exception):
    """A segment needs its pictures decoded earlier than those finished before it."""


class Joiner:
    """Joins segments into one file, on a thread of its own once `begin` is called.

    Its bytes do not depend on when that is. How early pictures must be decoded is only known for certain of
    all segments: should one that is finished late need more, everything is joined again in the end.
    """

    def __init__(self, segments: Sequence[range], video: JoinedVideo, worker: ThreadPoolExecutor) -> None:
        self._segments, self._video, self._worker = tuple(segments), video, worker
        self._delay = partial(decoding_delay, fps=video.fps)
        self._joined: Future[None] | None = None
        self._finished, self._given_up = threading.Event(), False

    def begin(self, finished: Finished) -> None:
        """Join what is finished, and wait for the rest; only the first call has an effect."""
        if self._joined is None:
            self._joined = self._worker.submit(self._join, finished)

    def finish(self, paths: Sequence[Path]) -> None:
        """Join the rest, now that all segments are finished.

        Raises:
            ClipwrightError: `disk_full` or `encoder_failed`.
        """
        self._finished.set()
        try:
            if self._joined is None:
                join_segments(paths, self._video)
            else:
                self._joined.result()
        except _MoreDelayError:
            join_segments(paths, self._video)

    def give_up(self) -> None:
        """Stop waiting for segments; nothing is left of the file if it is not complete."""
        self._given_up = True
        self._finished.set()

    def _join(self, finished: Finished) -> None:
        self._awaited(self._segments[0], finished)
        delay = self._delay(finished().values())
        join_in_turn(self._in_order(finished, delay=delay), self._video, delay=delay)

    def _in_order(self, finished: Finished, *, delay: int) -> Iterator[Path]:
        for segment in self._segments:
            path = self._awaited(segment, finished)
            if self._delay([path]) > delay:
                raise _MoreDelayError
            yield path

    def _awaited(self, segment: range, finished: Finished) -> Path:
        while (path := finished().get(segment)) is None:
            self._finished.wait(_POLL_SECONDS)
            if self._given_up:
                raise ClipwrightError("cancelled")
        return path


@contextmanager
def joining(segments: Sequence[range], video: JoinedVideo) -> Iterator[Joiner]:
    """A joiner, which gives up when the block ends before it has finished."""
    with ThreadPoolExecutor(max_workers=1, thread_name_prefix="join-segments") as worker:
        joiner = Joiner(segments, video, worker)
        try:
            yield joiner
        finally:
            joiner.give_up()
