"""Cost of each painter: set-up with artwork drawn anew, memory held and released, drawing of a frame.

CPU time of one core, with the real camera. "cold" is the work done once per shot with artwork not drawn
before, "warm" the same with artwork already drawn, each the best of several runs. "held" is the memory that
the open picture keeps, "peak" the most during its set-up, "left" what remains after it is dropped. A painter
whose cold set-up takes more than 250 ms, which holds more than 60 MB at its peak or leaves more than 2 MB
behind, is marked MISSED, and the exit status is 1.

Run: python -m benchmarks.painters [--pack documentary] [--painter NAME] [--width 1080 --height 1920]
"""

from __future__ import annotations

import argparse
import gc
import json
import resource
import sys
import time
import tracemalloc
from collections.abc import Callable, Sequence
from decimal import Decimal
from functools import partial

import cv2
from msgspec.structs import replace

from renderer.compositor.picture import Picture
from renderer.compositor.planes import Planes, allocate
from renderer.contract.vocabulary import StylePack
from renderer.core.camera import CameraMove, View
from renderer.core.picture_spec import Measure, PainterSpec, Place
from renderer.painters.artwork import forget_artwork
from renderer.painters.registry import PACKS, PAINTERS
from renderer.visuals.film.open_picture import open_picture
from renderer.visuals.gallery import SAMPLE_FACTS
from renderer.visuals.media import NoMedia
from renderer.visuals.style_pack import StylePackFile
from renderer.visuals.style_pack_files import load_pack

FACTS = replace(
    SAMPLE_FACTS,
    series=tuple(
        Measure(label=label, value=Decimal(value), text=value)
        for label, value in (("Pacific", "54"), ("Atlantic", "36"), ("Indian", "21"), ("Arctic", "9"))
    ),
    trend="up",
    places=(
        Place(code="PT", text="Lisbon", name="Lisbon", east=-9.14, north=38.72, city=True),
        Place(code="MA", text="Morocco", name="Morocco", east=-7.2, north=31.65),
    ),
    journey=True,
    count=12,
    around=(Place(code="ES", name="Madrid", east=-3.7, north=40.42, city=True),),
)
FOCUS = (0.5, 0.3)
ARTWORK = ("octopus", "red-heart", "ship")
DURATION = 3.5
CAMERAS = {
    "hold": CameraMove(),
    "pan": CameraMove(start=View(x=0.47, zoom=1.08), end=View(x=0.53, zoom=1.08)),
    "push": CameraMove(start=View(zoom=1.01), end=View(x=0.51, y=0.48, zoom=1.1)),
}
"""Camera moves as the director gives them: "hold" to moving painters, "pan" to deep ones, else "push"."""


MOST_COLD_MS = 250.0
MOST_PEAK_MB = 60.0
MOST_LEFT_MB = 2.0
RUNS = 5
DRAWN = 24

Opener = Callable[[], Picture]


def measure(name: str, pack: StylePackFile, width: int, height: int) -> dict[str, float | str]:
    open_shot = opener_of(name, pack, width, height)
    cold = min(_timed(open_shot, before=forget_artwork) for _ in range(RUNS))
    warm = min(_timed(open_shot) for _ in range(RUNS))
    held, peak, left = memory_of(open_shot)
    frames = drawing(open_shot(), allocate(width, height))
    missed = cold > MOST_COLD_MS or peak > MOST_PEAK_MB or left > MOST_LEFT_MB
    return {
        "pack": pack.pack.value,
        "painter": name,
        "cold_ms": round(cold, 1),
        "warm_ms": round(warm, 1),
        "draw_ms": round(sum(frames) / len(frames), 2),
        "worst_ms": round(sorted(frames)[-2], 2),
        "held_mb": round(held, 1),
        "peak_mb": round(peak, 1),
        "left_mb": round(left, 1),
        "verdict": "MISSED" if missed else "",
    }


def opener_of(
    name: str,
    pack: StylePackFile,
    width: int,
    height: int,
    *,
    number: int = 7,
    artwork: Sequence[str] = ARTWORK,
    palette: str = "",
) -> Opener:
    """A function that opens a shot as a video does, with seed `number`; no `palette` is the pack's first."""
    painter = PAINTERS[name]
    spec = PainterSpec(
        painter=name,
        seed=number,
        words=("octopus", "hearts"),
        artwork=tuple(artwork[: painter.subjects]),
        palette=palette or pack.palettes[0].name,
        focus=FOCUS,
        facts=FACTS,
    )
    camera = CAMERAS["hold" if painter.moving else "pan" if painter.deep else "push"]
    return partial(
        open_picture,
        spec,
        camera=camera,
        pack=pack,
        width=width,
        height=height,
        duration=DURATION,
        media=NoMedia(),
    )


def _nothing() -> None:
    pass


def _timed(open_shot: Opener, *, before: Callable[[], None] = _nothing) -> float:
    """Milliseconds of processor time to open a shot."""
    before()
    start = time.process_time()
    open_shot()
    return (time.process_time() - start) * 1000


def memory_of(open_shot: Opener) -> tuple[float, float, float]:
    """MB that the open picture holds, the peak while it opens, and what is left after it is dropped."""
    forget_artwork()
    gc.collect()
    tracemalloc.start()
    picture = open_shot()
    held, peak = tracemalloc.get_traced_memory()
    del picture
    forget_artwork()
    gc.collect()
    left = tracemalloc.get_traced_memory()[0]
    tracemalloc.stop()
    return held / 1e6, peak / 1e6, left / 1e6


def drawing(picture: Picture, target: Planes) -> list[float]:
    """Milliseconds of processor time to draw each of some frames."""
    frames = []
    for index in range(DRAWN):
        start = time.process_time()
        picture.draw(target, index * DURATION / DRAWN)
        frames.append((time.process_time() - start) * 1000)
    return frames


def main() -> bool:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--pack", choices=[pack.value for pack in StylePack])
    parser.add_argument("--painter", choices=sorted(PAINTERS))
    parser.add_argument("--width", type=int, default=1080)
    parser.add_argument("--height", type=int, default=1920)
    parser.add_argument("--json", action="store_true")
    options = parser.parse_args()
    cv2.setNumThreads(1)
    rows = [
        measure(name, load_pack(pack), options.width, options.height)
        for pack in StylePack
        if options.pack in (None, pack.value)
        for name in (painter.name for painter in PACKS[pack])
        if options.painter in (None, name)
    ]
    missed = any(row["verdict"] for row in rows)
    if options.json:
        print(json.dumps(rows, indent=2))
        return missed
    print(
        f"{'pack':18} {'painter':18} {'cold ms':>8} {'warm ms':>8} {'draw ms':>8} {'worst':>7}"
        f" {'held MB':>8} {'peak MB':>8} {'left MB':>8}"
    )
    for row in rows:
        print(
            f"{row['pack']:18} {row['painter']:18} {row['cold_ms']:>8} {row['warm_ms']:>8}"
            f" {row['draw_ms']:>8} {row['worst_ms']:>7} {row['held_mb']:>8} {row['peak_mb']:>8}"
            f" {row['left_mb']:>8} {row['verdict']}"
        )
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
    print(f"peak memory of the process: {peak:.0f} MB")
    return missed


if __name__ == "__main__":
    sys.exit(main())
