"""What each stage of a whole video takes, and what a new caption style makes again.

    python -m benchmarks.stages [--topic TEXT] [--pack documentary] [--runs 3] [--most 0.12]

Each run is the command a person would type, in a process and a workspace of its own; then the same once more
with another caption style. "beside rendering" is all of the command's time but the rendering stage, the
start of the program included. Above `--most` of the whole (median), or where the new style makes more than
captions, pictures, inspection and files again, the exit status is 1. Run it on an idle machine.
"""

from __future__ import annotations

import argparse
import json
import statistics
import subprocess
import sys
import tempfile
import time
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from renderer.contract.vocabulary import StylePack

RENDERING: Final = "render_video"
OF_A_STYLE: Final = frozenset({"lay_out_captions", RENDERING, "inspect_video", "publish"})
"""Stages that may run again for another caption style."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Made:
    """A finished command: its seconds from start to end, those of each stage, and which stages ran."""

    wall: float
    stages: dict[str, float]
    ran: frozenset[str]

    @property
    def beside(self) -> float:
        """Share of the time that was not rendering, in [0, 1]."""
        return 1 - self.stages[RENDERING] / self.wall


def made(options: argparse.Namespace, folder: Path, *, style: str) -> Made:
    """Run the command; its JSON lines say what the stages took."""
    command = [sys.executable, "-c", "from renderer.cli.main import main; main()", "render", "--json"]
    wishes = ["--topic", options.topic, "--style-pack", options.pack, "--caption-style", style]
    places = [
        "--size",
        options.size,
        "--workspace",
        str(folder / "workspace"),
        "--out",
        str(folder / "v.mp4"),
    ]
    began = time.perf_counter()
    done = subprocess.run([*command, *wishes, *places], check=True, capture_output=True, text=True)
    wall = time.perf_counter() - began
    events = [json.loads(line) for line in done.stdout.splitlines()]
    finished = [event for event in events if event["event"] == "stage_finished"]
    return Made(
        wall=wall,
        stages={event["stage"]: event["seconds"] for event in finished},
        ran=frozenset(event["stage"] for event in finished if not event["cached"]),
    )


def main() -> int:
    """Measure and print."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--topic", default="Why octopuses have three hearts")
    parser.add_argument("--pack", choices=list(StylePack), default=StylePack.DOCUMENTARY)
    parser.add_argument("--size", default="1080x1920")
    parser.add_argument("--runs", type=int, default=3)
    parser.add_argument("--most", type=float, default=0.12)
    options = parser.parse_args()
    runs, again = [], frozenset[str]()
    for _ in range(options.runs):
        with tempfile.TemporaryDirectory(prefix="clipwright-bench-") as folder:
            runs.append(made(options, Path(folder), style="tiktok"))
            if not again:
                again = made(options, Path(folder), style="hormozi").ran
    for name in runs[0].stages:
        print(f"{name:18} {statistics.median(run.stages[name] for run in runs):8.3f} s")
    beside = statistics.median(run.beside for run in runs)
    late, more = beside > options.most, again - OF_A_STYLE
    print(f"{'whole command':18} {statistics.median(run.wall for run in runs):8.3f} s")
    print(f"{'beside rendering':18} {beside:8.1%}{'  MISSED' * late}")
    print(f"another caption style makes again: {', '.join(sorted(again))}{'  MISSED' * bool(more)}")
    return int(late or bool(more))


if __name__ == "__main__":
    sys.exit(main())
