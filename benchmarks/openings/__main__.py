"""Cost of opening all pictures of real videos: processor seconds by part and painter, memory, pixel digests.

    python -m benchmarks.openings [--film examples/films/the-hour-we-share.md]
    python -m benchmarks.openings --topic "Why octopuses have three hearts" [--pack documentary]

Every picture of the plan is opened once, in order, in one thread, with artwork that was not drawn before.
"paint" is painting, "grade" the conversion of the base to graded planes, "layers" the preparation of cels,
"prints" what is computed ahead for the camera move, and "rest" everything else (media, softening).
`opened_apart` counts how often pictures are opened when every segment is rendered by itself.
`peak` is the process's highest resident memory, less its memory before the first picture. With `--pixels`,
frames of every picture are drawn and their digests printed: equal pictures give equal digests. Plans are kept
in the folder `--keep`, where a second run finds them.
"""

from __future__ import annotations

import argparse
import json
import tempfile
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

import cv2

from benchmarks.openings.measured import opened, opened_apart
from pipelines.long_form import LONG_FORM
from pipelines.short import SHORT
from renderer.contract.orders.base import FrameSpec, NarratedOrder, VideoSettings
from renderer.contract.orders.long_form import LongFormOrder
from renderer.contract.orders.short import ShortOrder
from renderer.contract.vocabulary import StylePack
from renderer.core.shot_frames import shots_in_frames
from renderer.core.storyboard import Storyboard
from renderer.runtime.allocator import settle_allocator
from renderer.runtime.artifacts import ArtifactStore
from renderer.runtime.execution.dependencies import needed_for
from renderer.runtime.execution.run import Run
from renderer.runtime.execution.runner import run_pipeline
from renderer.runtime.workspace import open_workspace
from renderer.worker.composition.wiring import build_capabilities, chosen_engines
from renderer.worker.settings import WorkerSettings


def planned(order: NarratedOrder, folder: Path) -> tuple[Storyboard, ArtifactStore]:
    """Run the pipeline up to the storyboard, with the embedded voice."""
    workspace = open_workspace(folder / "workspace")
    capabilities = build_capabilities(
        order, rim={}, settings=WorkerSettings(), engine_settings=chosen_engines(speakers="embedded")
    )
    run = Run(order=order, capabilities=capabilities, workspace=workspace)
    stages = LONG_FORM.stages if isinstance(order, LongFormOrder) else SHORT.stages
    documents = run_pipeline(needed_for(stages, Storyboard), run).documents
    return documents[Storyboard], ArtifactStore(workspace)


def report(storyboard: Storyboard, store: ArtifactStore, frame: FrameSpec, *, pixels: bool) -> dict[str, Any]:
    """Measure all figures of a plan."""
    found = opened(storyboard, store, frame, pixels=pixels)
    frames = list(shots_in_frames(storyboard, frame.fps))[-1].stop
    seconds = sum(found.painters.values())
    return {
        "frames": frames,
        "pictures": found.pictures.total(),
        "opened_apart": opened_apart(storyboard, frame),
        "seconds": seconds,
        "ms_per_frame": 1000 * seconds / frames,
        "peak_mb": found.peak_mb,
        "parts": _by_cost(found.parts),
        "painters": {
            name: [found.pictures[name], cost, found.painted[name], found.digests[name]]
            for name, cost in _by_cost(found.painters).items()
        },
    }


def _by_cost(costs: Mapping[str, float]) -> dict[str, float]:
    return dict(sorted(costs.items(), key=lambda each: -each[1]))


def show(title: str, row: dict[str, Any]) -> None:
    """Print the figures of a plan."""
    print(
        f"{title}: {row['pictures']} pictures in {row['frames']} frames, opened {row['opened_apart']} times"
        f" in segments apart; each once {row['seconds']:.2f} s of CPU, {row['ms_per_frame']:.2f} ms a frame,"
        f" peak {row['peak_mb']:.0f} MB"
    )
    print("  " + ", ".join(f"{part} {cost:.2f} s" for part, cost in row["parts"].items()))
    for name, (count, cost, painted, digest) in row["painters"].items():
        print(
            f"  {name:22} {count:3} x {1000 * cost / count:6.1f} ms, of it painting"
            f" {1000 * painted / count:6.1f}  {digest}"
        )


def orders(film: Path | None, topic: str, packs: Sequence[StylePack]) -> Iterator[tuple[str, NarratedOrder]]:
    """The film in its own look, or the topic in each pack."""
    if film:
        yield film.stem, LongFormOrder(script=film.read_text("utf-8").strip())
        return
    for pack in packs:
        yield pack.value, ShortOrder(topic=topic, settings=VideoSettings(style_pack=pack))


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--film", type=Path)
    parser.add_argument("--topic", default="Why octopuses have three hearts")
    parser.add_argument("--pack", type=StylePack, choices=list(StylePack), action="append")
    parser.add_argument("--pixels", action="store_true")
    parser.add_argument("--keep", type=Path)
    parser.add_argument("--json", type=Path)
    options = parser.parse_args()
    settle_allocator()
    cv2.setNumThreads(1)
    rows = {}
    with tempfile.TemporaryDirectory() as name:
        for title, order in orders(options.film, options.topic, options.pack or list(StylePack)):
            storyboard, store = planned(order, options.keep or Path(name))
            rows[title] = report(storyboard, store, order.frame, pixels=options.pixels)
            show(title, rows[title])
    if options.json:
        options.json.write_text(json.dumps(rows, indent=1), "utf-8")


if __name__ == "__main__":
    main()
