"""Rendering against its floor and against other ways of doing the same: a table and a JSON file.

    python -m benchmarks.render [--seconds 60] [--runs 3] [--moviepy-seconds 12] [--flat 900]

Every contender runs in a process of its own, taking turns, and medians are compared. The floor is the
same encoder fed with the very same frames out of memory. `--flat SECONDS` also renders a long video and
compares peak memory. Run it on an idle machine.
"""

from __future__ import annotations

import argparse
import json
import os
import platform
import statistics
import subprocess
import sys
import tempfile
from dataclasses import replace
from pathlib import Path
from typing import Any

from benchmarks.support.jitter import jitter_rms
from benchmarks.support.job import Job, prepare

Figures = dict[str, float]

IDLE = 0.05
"""Share of the machine that others may take before the figures mean nothing."""


FFMPEG_SECONDS = 20
"""Its graph opens every still at once; with the twenty of a minute it fails, and its pace does not change."""


def run(name: str, job: Job) -> Figures:
    """Figures of one contender on one job, in a process of its own."""
    command = [sys.executable, "-m", "benchmarks.support.contenders", name, job.to_json()]
    done = subprocess.run(command, check=True, capture_output=True, text=True)
    figures: Figures = json.loads(done.stdout.splitlines()[-1])
    print(
        f"  {name:8} {figures['ms_per_frame']:8.2f} ms/frame {figures['peak_rss_mib']:7.0f} MiB", flush=True
    )
    return figures


def medians(runs: list[Figures]) -> Figures:
    """Median of each figure."""
    return {key: statistics.median(figures[key] for figures in runs) for key in runs[0]}


def measure(options: argparse.Namespace, folder: Path) -> dict[str, Any]:
    """All figures of the benchmark."""
    job = Job(folder=str(folder), frames=options.seconds * 30, width=options.width, height=options.height)
    prepare(job)
    short = replace(job, frames=min(job.frames, options.moviepy_seconds * 30))
    graph = replace(job, frames=min(job.frames, FFMPEG_SECONDS * 30))
    lengths = {"floor": job, "ours": job, "compose": job, "inspect": job, "ffmpeg": graph, "moviepy": short}
    collected: dict[str, list[Figures]] = {name: [] for name in lengths}
    for number in range(options.runs):
        print(f"run {number + 1} of {options.runs}", flush=True)
        for name, its_job in lengths.items():
            collected[name].append(run(name, its_job))
    results = {name: medians(figures) for name, figures in collected.items()}
    return {
        "machine": {
            "cpus": os.cpu_count(),
            "processor": platform.machine(),
            "python": platform.python_version(),
        },
        "seconds": options.seconds,
        "runs": options.runs,
        "results": results,
        "others_took": max(figures["foreign_share"] for figures in results.values()),
        "bars": bars(results) | flatness(options, job, results["ours"]) | {"jitter_rms_px": jitter_rms()},
    }


def bars(results: dict[str, Figures]) -> dict[str, float]:
    """The figures that docs and issues promise something about."""
    ours = results["ours"]["ms_per_frame"]
    return {
        "ours_over_floor": ours / results["floor"]["ms_per_frame"],
        "times_faster_than_moviepy": results["moviepy"]["ms_per_frame"] / ours,
        "times_faster_than_ffmpeg_graph": results["ffmpeg"]["ms_per_frame"] / ours,
        "inspection_share": results["inspect"]["seconds"] / results["ours"]["seconds"],
        "peak_rss_mib": results["ours"]["peak_rss_mib"],
    }


def flatness(options: argparse.Namespace, job: Job, ours: Figures) -> dict[str, float]:
    """How much more memory a video of `--flat` seconds takes."""
    if not options.flat:
        return {}
    long = replace(job, frames=options.flat * job.fps)
    prepare(long)
    return {"rss_growth_mib": run("ours", long)["peak_rss_mib"] - ours["peak_rss_mib"]}


def table(report: dict[str, Any]) -> str:
    """The report for people."""
    lines = [f"{'contender':10} {'ms/frame':>9} {'x real time':>12} {'peak MiB':>9} {'MB':>7}"]
    for name, figures in report["results"].items():
        speed = 1000 / 30 / figures["ms_per_frame"]
        size = figures["bytes"] / 1e6
        pace, memory = figures["ms_per_frame"], figures["peak_rss_mib"]
        lines.append(f"{name:10} {pace:9.2f} {speed:12.2f} {memory:9.0f} {size:7.1f}")
    if report["others_took"] > IDLE:
        lines += [
            "",
            f"other programs took up to {report['others_took']:.0%} of the machine: do not trust this",
        ]
    lines += ["", *(f"{name:32} {value:8.3f}" for name, value in report["bars"].items())]
    return "\n".join(lines)


def main() -> None:
    """Measure, print, store."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--seconds", type=int, default=60)
    parser.add_argument("--runs", type=int, default=3)
    parser.add_argument("--moviepy-seconds", type=int, default=12)
    parser.add_argument(
        "--flat", type=int, default=0, help="also render this many seconds and compare memory"
    )
    parser.add_argument("--width", type=int, default=1080)
    parser.add_argument("--height", type=int, default=1920)
    parser.add_argument("--json", type=Path, default=Path("out/bench-render.json"))
    options = parser.parse_args()
    with tempfile.TemporaryDirectory(prefix="clipwright-bench-") as folder:
        report = measure(options, Path(folder))
    options.json.write_text(json.dumps(report, indent=2) + "\n", encoding="utf-8")
    print()
    print(table(report))


if __name__ == "__main__":
    main()
