"""Rendering of shots of a single painter against the encode-only floor of the same frames.

    python -m benchmarks.painter_floor [--pack documentary] [--painter NAME ...] [--most 1.2] [--runs 3]

Each painter gets a video of its own: shots of 2.8 s, each with another seed and with other artwork that was
not drawn before, encoded as the product does and once more from memory. A painter whose rendering takes more
than `--most` times the floor is marked MISSED, and the exit status is 1. Run it on an idle machine; all
painters take 9 minutes. Where other load may disturb it, `--runs` alternates the two and compares the best of
each, and `--clock cpu` compares processor time.
"""

from __future__ import annotations

import argparse
import sys
import tempfile
from pathlib import Path

from benchmarks.painters import opener_of
from benchmarks.product import Remembered, encoder
from benchmarks.support.rendering.real_plan import FRAME
from renderer.compositor.compose import FrameSource, ShotSource
from renderer.compositor.planes import allocate
from renderer.contract.vocabulary import StylePack
from renderer.painters.artwork import artwork_names, forget_artwork
from renderer.painters.base import Painter
from renderer.painters.registry import PACKS, PAINTERS
from renderer.runtime.allocator import settle_allocator
from renderer.visuals.style_pack_files import load_pack

SHOTS = 6
FRAMES = 84
"""Frames of a shot: 2.8 s, the average length of a video's shots."""


def source_of(painter: Painter, style: StylePack, *, shots: int = SHOTS) -> FrameSource:
    """A video of this painter's shots, each in the next palette of its pack."""
    names = sorted(name for name in artwork_names() if not name.startswith(("flag-", "person-")))
    pack = load_pack(style)
    every = [
        ShotSource(
            start=number * FRAMES,
            stop=(number + 1) * FRAMES,
            open=opener_of(
                painter.name,
                pack,
                FRAME.width,
                FRAME.height,
                number=number,
                artwork=names[97 * number :: 31],
                palette=pack.palettes[number % len(pack.palettes)].name,
            ),
        )
        for number in range(shots)
    ]
    return FrameSource(every, (), width=FRAME.width, height=FRAME.height, fps=FRAME.fps)


def ratio_of(
    painter: Painter, pack: StylePack, *, shots: int, clock: str, runs: int = 1
) -> tuple[float, float]:
    """Milliseconds per frame by that clock, of the floor and of rendering: the best of alternating runs."""
    count = shots * FRAMES
    with tempfile.TemporaryDirectory() as folder:
        encode, frames = encoder(count, Path(folder)), []
        with source_of(painter, pack, shots=shots) as source:
            for number in range(count):
                frames.append(allocate(FRAME.width, FRAME.height))
                source.draw(number, frames[-1])
        floors, ours = [], []
        for _ in range(runs):
            floors.append(encode(Remembered(frames)))
            forget_artwork()
            with source_of(painter, pack, shots=shots) as source:
                ours.append(encode(source))
    least = [min(cost.cpu if clock == "cpu" else cost.wall for cost in costs) for costs in (floors, ours)]
    return least[0], least[1]


def main() -> bool:
    """Measure and print all painters; true when one missed the bar."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--pack", choices=list(StylePack))
    parser.add_argument("--painter", choices=sorted(PAINTERS), nargs="+", default=sorted(PAINTERS))
    parser.add_argument("--most", type=float, default=1.2)
    parser.add_argument("--clock", choices=["wall", "cpu"], default="wall")
    parser.add_argument("--runs", type=int, default=1)
    parser.add_argument("--shots", type=int, default=SHOTS)
    options = parser.parse_args()
    settle_allocator()
    missed = False
    print(f"{'pack':18} {'painter':18} {'floor ms':>9} {'ours ms':>8} {'ratio':>6}")
    for pack, painter in ((pack, painter) for pack, painters in PACKS.items() for painter in painters):
        if options.pack in (None, pack.value) and painter.name in options.painter:
            floor, ours = ratio_of(painter, pack, shots=options.shots, clock=options.clock, runs=options.runs)
            late = ours / floor > options.most
            missed |= late
            row = f"{pack.value:18} {painter.name:18} {floor:9.2f} {ours:8.2f} {ours / floor:6.3f}"
            print(row + "  MISSED" * late, flush=True)
    return missed


if __name__ == "__main__":
    sys.exit(main())
