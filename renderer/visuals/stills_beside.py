"""The port of stills painted beside: another processor's part in what a director looks at."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager
from typing import TYPE_CHECKING, Protocol, TypeAlias

if TYPE_CHECKING:
    from renderer.core.picture_spec import PainterSpec
    from renderer.painters.layered_picture import ByteImage
    from renderer.visuals.style_pack import StylePackFile

BegunStill: TypeAlias = "Callable[[], ByteImage | None]"
"""Waits for a still that was begun beside; None where nobody has painted it."""
BeginStill: TypeAlias = "Callable[[PainterSpec, StylePackFile, float], BegunStill | None]"
"""Has a still of a spec, its pack and its seconds painted beside; None where nobody is there."""


def nobody_beside(_spec: PainterSpec, _pack: StylePackFile, _seconds: float) -> None:
    """Stills are painted where they are looked at."""


class StillsBeside(Protocol):
    """Whoever paints stills beside; they are the same as those painted here."""

    def opened(self) -> AbstractContextManager[BeginStill]:
        """For one storyboard."""
        ...


class NoStillsBeside:
    """All are painted where they are looked at."""

    @contextmanager
    def opened(self) -> Iterator[BeginStill]:
        """Nobody."""
        yield nobody_beside
