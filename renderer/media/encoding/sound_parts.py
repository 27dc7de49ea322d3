"""A long sound as AAC in parts: encoded side by side, joined packet by packet.

An AAC frame overlaps the next one, and how its window is shaped follows from the sound around it. So every
part is encoded from a second before it begins and a little beyond its end, and of that nothing is kept: where
parts meet, both encoders have heard the same, have chosen the same windows, and have settled. Where a sound
is cut follows from its length alone, so the bytes do not depend on how many parts are encoded at a time.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from dataclasses import dataclass
from typing import Any, Final

FRAME: Final = 1024
"""Samples of an AAC-LC frame."""
PART_FRAMES: Final = 64 * 48
"""Frames of a part, 65.5 s; the last one has up to twice as many."""
BEFORE: Final = 48
"""Frames that are encoded before a part begins: a whole block, as the reader gives them."""
BEHIND: Final = 8
"""Frames that are encoded behind its end; the encoder looks one ahead."""
_AT_A_TIME: Final = 2


@dataclass(frozen=True, slots=True)
class SoundPart:
    """Samples `[start, stop)` of a sound, for which `[first, last)` are encoded."""

    start: int
    stop: int
    first: int
    last: int

    def own(self, packets: Sequence[Any]) -> list[Any]:
        """Those that are kept; the last part has what the encoder adds at its end."""
        ends = self.stop == self.last
        return [packet for packet in packets if self.start <= packet.pts and (ends or packet.pts < self.stop)]


def sound_parts(samples: int) -> tuple[SoundPart, ...]:
    """The parts of a sound of so many samples; one where it is too short for two."""
    count = max(samples // (PART_FRAMES * FRAME), 1)
    cuts = [number * PART_FRAMES * FRAME for number in range(count)]
    return tuple(
        SoundPart(
            start=start,
            stop=stop,
            first=max(start - BEFORE * FRAME, 0),
            last=min(stop + BEHIND * FRAME, samples),
        )
        for start, stop in zip(cuts, [*cuts[1:], samples], strict=True)
    )


def packets_in_order(samples: int, encode: Callable[[SoundPart], list[Any]]) -> Iterator[Any]:
    """All packets of a sound of so many samples, each part as `encode` has it; two are encoded at a time.

    Raises whatever `encode` raises.
    """
    parts, coming = deque(sound_parts(samples)), deque[Future[list[Any]]]()
    with ThreadPoolExecutor(_AT_A_TIME, thread_name_prefix="sound-part") as workers:
        while parts or coming:
            while parts and len(coming) < _AT_A_TIME:
                coming.append(workers.submit(encode, parts.popleft()))
            yield from coming.popleft().result()
