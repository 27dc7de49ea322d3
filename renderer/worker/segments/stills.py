"""Stills painted beside the director: a fork that paints what it is asked, in order, until its pipe ends.

Asked are pickled (spec, pack, seconds), answered pickled pictures; None stands for one that could not be
painted, which the director then paints itself and finds out why.
"""

from __future__ import annotations

import os
import pickle
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from typing import IO, TYPE_CHECKING, Final

from renderer.errors import ClipwrightError
from renderer.visuals.film.still import painted_still
from renderer.worker.segments.forking import ForkedChild, forked

if TYPE_CHECKING:
    from typing import TextIO

    from renderer.core.picture_spec import PainterSpec
    from renderer.painters.layered_picture import ByteImage
    from renderer.visuals.stills_beside import BeginStill, BegunStill
    from renderer.visuals.style_pack import StylePackFile

_LOST: Final = (OSError, EOFError, pickle.UnpicklingError)
"""What reading from a child raises that has died."""


class ForkedStills:
    """Stills by a fork of this process; it is made with the first one that is begun.

    For processes that can be forked until they draw (see `forked`), with a processor to spare.
    """

    @contextmanager
    def opened(self) -> Iterator[BeginStill]:
        """For one storyboard; the fork ends with the block, whatever it is doing."""
        painter = _Painter()
        try:
            yield painter.begin
        finally:
            painter.end()


@dataclass(slots=True)
class _Painter:
    """The fork, and what it has answered: pictures by the number of the question."""

    child: ForkedChild | None = None
    answers: IO[bytes] | None = None
    is_lost: bool = False
    asked: int = 0
    answered: list[ByteImage | None] = field(default_factory=list)

    def begin(self, spec: PainterSpec, pack: StylePackFile, seconds: float) -> BegunStill | None:
        """Ask for it."""
        if self.child is None and not self.is_lost:
            self.child = forked(_paint_all)
        if self.child is None:
            self.is_lost = True
            return None
        if self.answers is None:  # read whole, however the pipe cuts them up
            self.answers = os.fdopen(self.child.stdout.fileno(), "rb", closefd=False)
        with suppress(OSError):  # who has died answers nothing, which is found out then
            self.child.stdin.write(pickle.dumps((spec, pack, seconds)))
        number = self.asked
        self.asked += 1
        return lambda: self._picture(number)

    def end(self) -> None:
        """End the fork."""
        if self.child is not None:
            self.child.kill()
            self.child.wait()
            for pipe in (self.child.stdin, self.child.stdout):
                with suppress(OSError):
                    pipe.close()

    def _picture(self, number: int) -> ByteImage | None:
        while len(self.answered) <= number:
            self.answered.append(self._next())
        return self.answered[number]

    def _next(self) -> ByteImage | None:
        if self.answers is None or self.is_lost:
            return None
        try:
            picture: ByteImage | None = pickle.load(self.answers)  # noqa: S301 - our own child wrote it
        except _LOST:
            self.is_lost = True
            return None
        return picture


def _paint_all(asked: TextIO, answers: TextIO) -> None:
    """The fork's life."""
    questions: IO[bytes] = asked.buffer
    while True:
        try:
            spec, pack, seconds = pickle.load(questions)  # noqa: S301 - who asks is our own parent
        except EOFError:
            return
        pickle.dump(_painted(spec, pack, seconds), answers.buffer)
        answers.buffer.flush()


def _painted(spec: PainterSpec, pack: StylePackFile, seconds: float) -> ByteImage | None:
    try:
        return painted_still(spec, pack, seconds)
    except ClipwrightError:
        return None
