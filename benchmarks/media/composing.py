"""Cost of composing a frame, by parts, without encoding.

    python -m benchmarks.media.composing [--pack documentary] [--every 2] [--runs 3] [--keep FOLDER]

Draws every n-th segment of a real plan of each pack, frame by frame as rendering does, and prints
milliseconds of CPU per frame: in total, and of each part without the parts nested in it. With `--keep` a plan
is made once and found again in the folder. Artwork is drawn anew in each run. The lowest run is printed,
since other load only adds to it. `--digest` prints the SHA-256 of all pixels drawn; `--film` draws 1920 x
1080 without captions.
"""

from __future__ import annotations

import argparse
import hashlib
import tempfile
import threading
import time
from collections import defaultdict
from collections.abc import Callable
from functools import wraps
from pathlib import Path
from typing import Any

from msgspec import structs
from msgspec.structs import replace

from benchmarks.product import plan
from benchmarks.support.rendering.real_plan import render_plan_of
from renderer.captions.drawing import overlay
from renderer.compositor import assembled, compose, transition
from renderer.compositor.planes import Planes, allocate
from renderer.contract.vocabulary import StylePack
from renderer.core.picture_spec import NO_REGION
from renderer.core.render_plan import RenderPlan
from renderer.painters.artwork import forget_artwork
from renderer.rendering import frames as rendering_frames
from renderer.rendering.segment_content import segments_of
from renderer.runtime.allocator import settle_allocator
from renderer.runtime.artifacts import ArtifactStore
from renderer.visuals.camera import views
from renderer.visuals.film import layered_film, softened
from renderer.visuals.style_pack_files import load_pack

PARTS: list[tuple[str, Any, str]] = [
    ("opening", rendering_frames, "open_picture"),
    ("camera", layered_film, "film"),
    ("camera", views, "film"),
    ("restore", assembled, "lay"),
    ("layers", layered_film.FilmedLayers, "_scene"),
    ("layers", assembled, "draw_sheets"),
    ("softening", softened, "soften"),
    ("captions", overlay.CaptionOverlay, "placed_at"),
    ("blending", compose, "blend_all"),
]
"""Name of a part, and the module or class and the name of the function that does it."""

Spent = dict[str, float]


class PartClock:
    """Counts the CPU time of each part in all threads, without that of the parts nested in it."""

    def __init__(self) -> None:
        self.spent: Spent = defaultdict(float)
        self._inside = threading.local()

    def timed(self, part: str, function: Callable[..., Any]) -> Callable[..., Any]:
        """Wrap a function so that its time is counted for a part."""

        @wraps(function)
        def run(*arguments: Any, **named: Any) -> Any:
            outer = getattr(self._inside, "seconds", 0.0)
            self._inside.seconds = 0.0
            began = time.thread_time()
            try:
                return function(*arguments, **named)
            finally:
                took = time.thread_time() - began
                self.spent[part] += took - self._inside.seconds
                self._inside.seconds = outer + took

        return run

    def watch(self) -> None:
        """Wrap the functions of all parts, so that they are counted from now on."""
        for part, home, name in PARTS:
            setattr(home, name, self.timed(part, getattr(home, name)))
        for kind, painter in transition.TRANSITIONS.items():
            transition.TRANSITIONS[kind] = self.timed("transitions", painter)


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--pack", choices=list(StylePack), action="append")
    parser.add_argument("--topic", default="Why octopuses have three hearts")
    parser.add_argument("--every", type=int, default=2)
    parser.add_argument("--runs", type=int, default=3)
    parser.add_argument("--keep", type=Path, help="folder for what is planned")
    parser.add_argument("--film", action="store_true")
    parser.add_argument("--digest", action="store_true")
    options = parser.parse_args()
    settle_allocator()
    clock = PartClock()
    clock.watch()
    parts = list(dict.fromkeys([*(part for part, _, _ in PARTS), "transitions", "the rest"]))
    print(
        " ".join(
            ["pack".ljust(18), *(name.rjust(11) for name in ("frames", "ms a frame", "drawing", *parts))]
        )
    )
    for pack in options.pack or list(StylePack):
        with tempfile.TemporaryDirectory() as name:
            folder = (options.keep or Path(name)) / pack
            folder.mkdir(parents=True, exist_ok=True)
            storyboard, captions, store = plan(StylePack(pack), options.topic, folder)
            whole = render_plan_of(storyboard, captions, store, seconds=0)
            whole = as_film(whole) if options.film else whole
            runs = [drawn(whole, store, options.every, clock) for _ in range(options.runs)]
        count, spent, digest = min(runs, key=lambda run: sum(run[1].values()))
        total = sum(spent.values())
        figures = [total, total - spent["opening"], *(spent.get(part, 0.0) for part in parts)]
        cells = [f"{seconds / count * 1000:11.3f}" for seconds in figures]
        print(
            " ".join([pack.ljust(18), f"{count:11d}", *cells, digest[:16] if options.digest else ""]),
            flush=True,
        )


def as_film(whole: RenderPlan) -> RenderPlan:
    """The plan at the frame size of a film, without captions and without room for them."""
    shots = tuple(replace(shot, picture=_without_captions(shot.picture)) for shot in whole.storyboard.shots)
    captions = replace(whole.captions, pages=())
    storyboard = replace(whole.storyboard, shots=shots)
    return replace(whole, width=1920, height=1080, storyboard=storyboard, captions=captions)


def _without_captions(picture: Any) -> Any:
    return structs.replace(picture, captions=NO_REGION) if hasattr(picture, "captions") else picture


def drawn(whole: RenderPlan, store: ArtifactStore, every: int, clock: PartClock) -> tuple[int, Spent, str]:
    """Draw every n-th segment; returns the number of frames, the seconds of each part, and the digest."""
    forget_artwork()
    clock.spent.clear()
    pixels, target, count = hashlib.sha256(), allocate(whole.width, whole.height), 0
    for segment in segments_of(whole)[::every]:
        with rendering_frames.open_plan(whole, store, pack=load_pack(whole.storyboard.pack)) as source:
            source.prepare(stop=segment.stop, ahead=True)
            draw = clock.timed("the rest", source.draw)
            for number in segment:
                draw(number, target)
                add_pixels(pixels, target)
        count += len(segment)
    return count, dict(clock.spent) | {"opening": clock.spent["opening"]}, pixels.hexdigest()


def add_pixels(pixels: Any, target: Planes) -> None:
    for plane in (target.y, target.u, target.v):
        pixels.update(plane)


if __name__ == "__main__":
    main()
