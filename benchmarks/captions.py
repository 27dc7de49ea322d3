"""What captions cost: layout, painting and drawing of a 60 s video in every style, CPU time of one thread.

    python benchmarks/captions.py [--language en] [--json FILE]

`paint` is what is made once a word or page, `draw` what every frame pays (placing, scaling, blending),
`budget` the share of `paint` in the render time of the same video at 16 ms a frame (at most 3 %),
`frame` the share of `draw` in those 16 ms (at most 10 %).
"""

from __future__ import annotations

import argparse
import json
import time
from collections.abc import Callable
from dataclasses import asdict, dataclass
from pathlib import Path

import cv2

from renderer.captions.canvas import Raster
from renderer.captions.cast import Cast
from renderer.captions.frame import Frame
from renderer.captions.layout import lay_out
from renderer.captions.morph import Actor
from renderer.captions.overlay import CaptionOverlay
from renderer.captions.specimens import SENTENCES, specimen
from renderer.captions.style import load_style
from renderer.compositor.blend import blend
from renderer.compositor.planes import allocate
from renderer.contract.vocabulary import CaptionPosition, CaptionStyle, Language

FRAME = Frame(width=1080, height=1920)
FPS = 30
SECONDS = 60
FRAME_MS = 16.0


@dataclass(frozen=True, slots=True)
class Cost:
    """CPU times of one style: seconds for the whole video, milliseconds a frame."""

    style: str
    words: int
    pages: int
    layout_s: float
    paint_s: float
    draw_ms: float

    @property
    def budget(self) -> float:
        """Painting against rendering."""
        return self.paint_s / (SECONDS * FPS * FRAME_MS / 1000)

    @property
    def frame(self) -> float:
        """Drawing against a frame."""
        return self.draw_ms / FRAME_MS


class TimedCast(Cast):
    """A cast that counts the CPU seconds of its painting, over all casts."""

    spent = 0.0

    def _part(self, kind: str, order: int, variant: int, paint: Callable[[], Raster]) -> Actor:
        started = time.process_time()
        actor = super()._part(kind, order, variant, paint)
        TimedCast.spent += time.process_time() - started
        return actor


def measure(style: CaptionStyle, language: Language) -> Cost:
    sentences = SECONDS // 5
    narration, script = specimen(language, " ".join([SENTENCES[language]] * sentences))
    started = time.process_time()
    track = lay_out(
        narration, script, style=style, position=CaptionPosition.BOTTOM, language=language, frame=FRAME
    )
    layout = time.process_time() - started
    overlay = CaptionOverlay(track, frame=FRAME, fps=FPS, style=load_style(style), cast_type=TimedCast)
    target = allocate(FRAME.width, FRAME.height)
    TimedCast.spent = 0.0
    started = time.process_time()
    frames = int(narration.duration * FPS)
    for frame in range(frames):
        for sprite in overlay.placed_at(frame):
            blend(target, sprite)
    total = time.process_time() - started
    share = SECONDS * FPS / frames
    return Cost(
        style=style.value,
        words=len(narration.words),
        pages=len(track.pages),
        layout_s=layout * share,
        paint_s=TimedCast.spent * share,
        draw_ms=(total - TimedCast.spent) / frames * 1000,
    )


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--language", type=Language, default=Language.EN)
    parser.add_argument("--json", type=Path)
    options = parser.parse_args()
    cv2.setNumThreads(1)
    measure(CaptionStyle.TIKTOK, options.language)
    costs = [measure(style, options.language) for style in CaptionStyle]
    titles = ("words", "pages", "layout s", "paint s", "budget", "draw ms", "frame")
    print(f"{'style':16}" + "".join(f"{title:>9}" for title in titles))
    for cost in costs:
        print(
            f"{cost.style:16}{cost.words:9}{cost.pages:9}{cost.layout_s:9.3f}{cost.paint_s:9.2f}"
            f"{cost.budget:9.1%}{cost.draw_ms:9.2f}{cost.frame:9.1%}"
        )
    if options.json:
        rows = [asdict(cost) | {"budget": cost.budget, "frame": cost.frame} for cost in costs]
        options.json.write_text(json.dumps(rows, indent=2))


if __name__ == "__main__":
    main()
