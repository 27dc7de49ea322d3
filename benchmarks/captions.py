"""Cost of captions: layout, painting and drawing of a 60 s video in every style, in CPU time of one thread.

    python -m benchmarks.captions [--language en] [--runs 3] [--frame-ms 11.5] [--json FILE]

`paint` is work done once per word or page, `draw` is work done for every frame (placing, scaling, blending).
Bars: painting takes at most 3 % of the render time of the same video, drawing adds at most 10 % to a frame
with captions in the style `minimal`, and painted pages take at most 16 MiB at any moment. A missed bar is
printed as MISSED, and the exit status is then 1. Render time is taken as `--frame-ms` per frame: by default
what the encoder alone takes on two cores (the floor of benchmarks.render), so the shares of a real video are
smaller. The styles take turns in every run, and each style's best time counts.
"""

from __future__ import annotations

import argparse
import json
import sys
import time
from dataclasses import asdict, dataclass, replace
from pathlib import Path

import cv2

from renderer.captions.drawing.overlay import CaptionOverlay
from renderer.captions.drawing.page_sprites import PageSprites, Part
from renderer.captions.drawing.sprite_instance import SpriteInstance
from renderer.captions.layout.lay_out import lay_out
from renderer.captions.layout.safe_area import Frame
from renderer.captions.showcase.specimens import SENTENCES, specimen
from renderer.captions.style.style_files import load_style
from renderer.compositor.blend import blend
from renderer.compositor.planes import allocate
from renderer.contract.vocabulary import CaptionPosition, CaptionStyle, Language

FRAME = Frame(width=1080, height=1920)
FPS = 30
SECONDS = 60
FRAME_MS = 11.5
MOST_PAINT, MOST_DRAW, MOST_MIB = 0.03, 0.10, 16.0


@dataclass(frozen=True, slots=True)
class Cost:
    """CPU times of one style (seconds per video, milliseconds per frame), and peak MiB of painted pages."""

    style: str
    words: int
    pages: int
    layout_s: float
    paint_s: float
    draw_ms: float
    kept_mib: float


@dataclass(frozen=True, slots=True)
class Shares:
    """A style's shares: painting in the render time, and drawing added to a frame with `minimal` captions."""

    paint: float
    draw: float

    def missed(self, cost: Cost) -> list[str]:
        """The names of the bars that are missed."""
        bars = {"paint": self.paint <= MOST_PAINT, "draw": self.draw <= MOST_DRAW}
        bars["memory"] = cost.kept_mib <= MOST_MIB
        return [name for name, met in bars.items() if not met]


def shares(cost: Cost, minimal: Cost, frame_ms: float) -> Shares:
    """Compute the shares of a style; `frame_ms` is the time of a frame without captions."""
    paint = cost.paint_s / (SECONDS * FPS * frame_ms / 1000)
    return Shares(paint, (cost.draw_ms - minimal.draw_ms) / (frame_ms + minimal.draw_ms))


class TimedSprites(PageSprites):
    """Page sprites that add up the CPU seconds of their painting, over all pages."""

    spent = 0.0

    def painted(self, part: Part, order: int = 0) -> SpriteInstance:
        """Paint the part as the base class does, and count the time."""
        started = time.process_time()
        instance = super().painted(part, order)
        TimedSprites.spent += time.process_time() - started
        return instance


def measure(style: CaptionStyle, language: Language) -> Cost:
    """Measure one run of one style."""
    sentences = SECONDS // 5
    narration, script = specimen(language, " ".join([SENTENCES[language]] * sentences))
    started = time.process_time()
    track = lay_out(
        narration, script, style=style, position=CaptionPosition.BOTTOM, language=language, frame=FRAME
    )
    layout = time.process_time() - started
    overlay = CaptionOverlay(track, frame=FRAME, fps=FPS, style=load_style(style), sprites_type=TimedSprites)
    target = allocate(FRAME.width, FRAME.height)
    TimedSprites.spent = spent = most = 0.0
    frames = int(narration.duration * FPS)
    for frame in range(frames):
        started = time.process_time()
        for sprite in overlay.placed_at(frame):
            blend(target, sprite)
        spent += time.process_time() - started
        most = max(most, overlay.kept_bytes / 2**20)
    share = SECONDS * FPS / frames
    return Cost(
        style=style.value,
        words=len(narration.words),
        pages=len(track.pages),
        layout_s=layout * share,
        paint_s=TimedSprites.spent * share,
        draw_ms=(spent - TimedSprites.spent) / frames * 1000,
        kept_mib=most,
    )


def best(runs: list[Cost]) -> Cost:
    """The lowest of each time over the runs, since other load on the machine only adds to it."""
    return replace(
        runs[0],
        layout_s=min(run.layout_s for run in runs),
        paint_s=min(run.paint_s for run in runs),
        draw_ms=min(run.draw_ms for run in runs),
    )


def main() -> int:
    """Measure, print the table, and return 1 if a bar is missed."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--language", type=Language, default=Language.EN)
    parser.add_argument("--runs", type=int, default=3)
    parser.add_argument("--frame-ms", type=float, default=FRAME_MS)
    parser.add_argument("--json", type=Path)
    options = parser.parse_args()
    cv2.setNumThreads(1)
    measure(CaptionStyle.TIKTOK, options.language)
    rounds = [[measure(style, options.language) for style in CaptionStyle] for _ in range(options.runs)]
    costs = [best(list(runs)) for runs in zip(*rounds, strict=True)]
    minimal = next(cost for cost in costs if cost.style == CaptionStyle.MINIMAL)
    titles = ("words", "pages", "layout s", "paint s", "of render", "draw ms", "on minimal", "kept MiB")
    print(f"{'style':16}" + "".join(f"{title:>11}" for title in titles))
    rows = []
    for cost in costs:
        share = shares(cost, minimal, options.frame_ms)
        missed = share.missed(cost)
        rows.append(asdict(cost) | asdict(share) | {"missed": missed})
        print(
            f"{cost.style:16}{cost.words:11}{cost.pages:11}{cost.layout_s:11.3f}{cost.paint_s:11.2f}"
            f"{share.paint:11.1%}{cost.draw_ms:11.2f}{share.draw:11.1%}{cost.kept_mib:11.1f}"
            + (f"  MISSED: {', '.join(missed)}" if missed else "")
        )
    if options.json:
        options.json.write_text(json.dumps(rows, indent=2))
    return int(any(row["missed"] for row in rows))


if __name__ == "__main__":
    sys.exit(main())
