"""Short sounds placed on a long timeline, block by block: how notes become music and cues an effects stem."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

import numpy as np
from msgspec import Struct

from renderer.audio.signal.samples import Samples, blocks
from renderer.kernels.sound.adding import add, add_to_both


class SoundPlacement(Struct, frozen=True, eq=False):
    """A sound (2, frames) at factor `gain` from frame `start` (>= 0) on, sent to a hall at factor `send`."""

    start: int
    sound: Samples
    gain: float
    send: float = 0.0

    @property
    def end(self) -> int:
        """First frame after the sound."""
        return self.start + int(self.sound.shape[1])


def laid(placements: Iterable[SoundPlacement], frames: int) -> Iterator[tuple[Samples, Samples]]:
    """Sum all placements, dry and as sent to the hall, in pairs of (2, n) blocks that tile `frames`.

    `placements` must come in rising order of their starts. Each is requested only when its block is due and
    dropped after its last one, so that its sound need not exist for longer. Anything past the end is cut.
    """
    upcoming = iter(placements)
    sounding: list[SoundPlacement] = []
    waiting = next(upcoming, None)
    for start, end in blocks(frames):
        while waiting is not None and waiting.start < end:
            sounding.append(waiting)
            waiting = next(upcoming, None)
        dry, sent = np.zeros((2, 2, end - start), np.float32)
        for placement in sounding:
            _add(dry, sent, placement, start)
        sounding = [placement for placement in sounding if placement.end > end]
        yield dry, sent


def _add(dry: Samples, sent: Samples, placement: SoundPlacement, start: int) -> None:
    first = max(placement.start - start, 0)
    last = min(placement.end - start, dry.shape[1])
    if last <= first:
        return
    offset = start - placement.start
    sound = placement.sound[:, first + offset : last + offset]
    if placement.send:
        targets = dry[:, first:last], sent[:, first:last]
        add_to_both(targets, sound, (placement.gain, placement.send))
    else:
        add(dry[:, first:last], sound, placement.gain)
