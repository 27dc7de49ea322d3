"""Time of each stage of a whole video, and the stages that a change of caption style runs again.

    python -m benchmarks.stages [--topic TEXT] [--pack all] [--voice fast] [--runs 3] [--most 0.15]

Each run is the command that a user would type, in a process and a workspace of its own, and then the same
command with another caption style. `--voice fast` is the embedded voice, for which the bar is meant;
`default` is the voice that the machine would use.

"beside rendering" is the time in which no frame is rendered, judged by the arrival of the command's JSON
lines. It has two parts: from the start to the first `segments_begun` (processes render ahead while sound is
mixed), or to the start of the render stage if there is none; and from that stage's last `stage_advanced`,
when all frames are encoded and kept, to the end of the process, which covers joining, inspecting, delivering
and exiting. The exit status is 1 when its median share of the whole exceeds `--most`, or when the new style
runs stages again that it does not affect. Run it on an idle machine.
"""

from __future__ import annotations

import argparse
import json
import os
import statistics
import subprocess
import sys
import tempfile
import time
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Final

from benchmarks.long_form.command import VOICES
from renderer.contract.vocabulary import StylePack

RENDERING: Final = "render_video"
OF_A_STYLE: Final = frozenset(
    {"storyboard", "cue_sound", "lay_out_captions", "draw_thumbnail", RENDERING, "inspect_video", "publish"}
)
"""Stages that may run again for another caption style.

Its caption box differs, and every picture, including that of the thumbnail, keeps the box clear. Script and
sound stay as they are.
"""


@dataclass(slots=True)
class Made:
    """Figures of a finished command: seconds from its start, seconds of each stage, and which stages ran.

    `first` is the time of the first line; `begun` and `drawn` bound the time in which frames are rendered.
    """

    wall: float = 0.0
    cpu: float = 0.0
    first: float = 0.0
    begun: float = 0.0
    drawn: float = 0.0
    stages: dict[str, float] = field(default_factory=dict)
    ran: set[str] = field(default_factory=set)

    @property
    def beside(self) -> float:
        """Share of the time in which no frame was rendered, in [0, 1]."""
        return 1 - (self.drawn - self.begun) / self.wall

    def see(self, event: dict[str, Any], *, at: float) -> None:
        """Take in one line of the command, which arrived `at` seconds after its start."""
        self.first = self.first or at
        stage = event.get("stage")
        match event["event"]:
            case "segments_begun":
                self.begun = self.begun or at
            case "stage_started" if stage == RENDERING:
                self.begun = self.begun or at
            case "stage_advanced" if stage == RENDERING:
                self.drawn = at
            case "stage_finished":
                self.stages[event["stage"]] = event["seconds"]
                self.ran |= set() if event["cached"] else {event["stage"]}


def made(options: argparse.Namespace, folder: Path, *, pack: str, style: str) -> Made:
    """Run the command and watch its JSON lines."""
    command = [sys.executable, "-c", "from renderer.cli.main import main; main()", "render", "--json"]
    command += ["--topic", options.topic, "--style-pack", pack, "--caption-style", style]
    command += ["--size", options.size, "--workspace", str(folder / "workspace")]
    command += ["--out", str(folder / "v.mp4")]
    environment = os.environ | {"CLIPWRIGHT_SPEAKERS": VOICES[options.voice]}
    found, began, before = Made(), time.perf_counter(), os.times()
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True, env=environment) as process:
        for line in process.stdout or ():
            found.see(json.loads(line), at=time.perf_counter() - began)
    if process.returncode:
        message = f"the command failed with status {process.returncode}"
        raise SystemExit(message)
    after = os.times()
    found.wall = time.perf_counter() - began
    found.cpu = after.children_user + after.children_system - before.children_user - before.children_system
    return found


def judged(options: argparse.Namespace, pack: str) -> bool:
    """Measure and print one pack; true when it keeps to the bars."""
    runs, again = [], set[str]()
    for _ in range(options.runs):
        with tempfile.TemporaryDirectory(prefix="clipwright-bench-") as folder:
            runs.append(made(options, Path(folder), pack=pack, style="tiktok"))
            again = again or made(options, Path(folder), pack=pack, style="hormozi").ran
    print(f"{pack}, voice {options.voice}")
    for name in runs[0].stages:
        print(f"{name:18} {statistics.median(run.stages[name] for run in runs):8.3f} s")
    moments = {"first line": "first", "rendering begun": "begun", "frames done": "drawn"}
    for said, name in {**moments, "whole command": "wall", "processors": "cpu"}.items():
        print(f"{said:18} {statistics.median(getattr(run, name) for run in runs):8.3f} s")
    beside = statistics.median(run.beside for run in runs)
    late, more = beside > options.most, again - OF_A_STYLE
    print(f"{'beside rendering':18} {beside:8.1%}{'  MISSED' * late}")
    print(f"another caption style makes again: {', '.join(sorted(again))}{'  MISSED' * bool(more)}")
    return not (late or more)


def main() -> int:
    """Measure the packs; returns 1 when one missed a bar."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--topic", default="Why octopuses have three hearts")
    parser.add_argument("--pack", choices=[*StylePack, "all"], default=StylePack.DOCUMENTARY)
    parser.add_argument("--voice", choices=list(VOICES), default="fast")
    parser.add_argument("--size", default="1080x1920")
    parser.add_argument("--runs", type=int, default=3)
    parser.add_argument("--most", type=float, default=0.15)
    options = parser.parse_args()
    packs = list(StylePack) if options.pack == "all" else [options.pack]
    missed = [pack for pack in packs if not judged(options, pack)]
    return int(bool(missed))


if __name__ == "__main__":
    sys.exit(main())
