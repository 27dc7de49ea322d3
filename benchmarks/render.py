"""Rendering against its floor and against other ways of doing the same job: a table and a JSON file.

    python -m benchmarks.render [--seconds 60] [--runs 3] [--moviepy-seconds 6] [--flat 900]

Every contender runs in a process of its own, in turns of half a second (`turns`), and medians are compared.
`before` is one encoder with the settings and the four threads used before decision 0030, fed with the same
frames from memory. `floor` is the CPU time of encoding those frames with today's settings while every core
encodes, divided by the number of cores; `fixed` is the same with the settings of decision 0030, which stays
when the product's encoder becomes faster, and therefore has the bar (docs/decisions/0067). `ours` is the
product with its segments in parallel; its memory is that of the whole process tree. `--flat SECONDS` also
renders a long video and compares peak memory. Quality is luma PSNR, taken twice: against a smooth, ideal
view of the stills (`true_picture`; the product's frames without the look of its pack), which has the bar;
and of encoded frames against the same frames before encoding, each contender against its own. A missed bar
is marked, and the exit status is 1. All contenders together hold 8 GB. The defaults take some seven minutes
on an idle machine with two cores, and `--flat 900` four more; `--runs 1 --seconds 30` takes two and a half.
"""

from __future__ import annotations

import argparse
import json
import os
import platform
import statistics
import sys
import tempfile
from dataclasses import replace
from pathlib import Path
from typing import Any, Final

from benchmarks.support.jitter import jitter_rms
from benchmarks.support.job import Job, prepare
from benchmarks.support.rendering.kept import psnr_of_graph, psnr_of_ours, true_psnrs
from benchmarks.support.rendering.others import OthersShare
from benchmarks.support.rendering.turns import Ran, run_in_turns

Figures = dict[str, float]

IDLE: Final = 0.05
"""Share of the machine that other programs may take before the figures mean nothing."""
FLOOR_SECONDS: Final = 30
"""Length of video for the floors; their time per frame does not depend on it."""
FFMPEG_SECONDS: Final = 10
"""Length of video for the ffmpeg graph, whose time per frame does not depend on it.

The graph opens every still at once, and fails with the twenty of a minute.
"""
MOST: Final = {
    "ours_over_before": 0.72,
    "ours_over_fixed_floor": 1.20,
    "peak_tree_rss_mib": 700.0,
    "rss_growth_mib": 60.0,
}
LEAST: Final = {
    "times_faster_than_moviepy": 12.0,
    "times_faster_than_ffmpeg_graph": 2.5,
    "true_psnr_above_ffmpeg_graph": 0.0,
}


def run(jobs: dict[str, Job]) -> dict[str, Figures]:
    """Run contenders on their jobs, each in a process of its own, in turns; returns their figures."""
    others = OthersShare()
    commands = {
        name: [sys.executable, "-m", "benchmarks.support.contenders", name, job.to_json()]
        for name, job in jobs.items()
    }
    figures = {name: _figures(ran) for name, ran in run_in_turns(commands).items()}
    share = others.share()
    for name, its in figures.items():
        its["foreign_share"] = share
        print(f"  {name:11} {its['ms_per_frame']:8.2f} ms/frame {its['tree_rss_mib']:7.0f} MiB", flush=True)
    return figures


def _figures(ran: Ran) -> Figures:
    said: Figures = json.loads(ran.said.splitlines()[-1])
    return said | {"tree_rss_mib": ran.rss, "tree_pss_mib": ran.pss}


def medians(runs: list[Figures]) -> Figures:
    """Median of each figure."""
    return {key: statistics.median(figures[key] for figures in runs) for key in runs[0]}


def measure(options: argparse.Namespace, folder: Path) -> dict[str, Any]:
    """Measure all figures of the benchmark."""
    job = Job(folder=str(folder), frames=options.seconds * 30, width=options.width, height=options.height)
    prepare(job)
    short, graph, window = (
        replace(job, frames=min(job.frames, seconds * 30))
        for seconds in (options.moviepy_seconds, FFMPEG_SECONDS, FLOOR_SECONDS)
    )
    lengths = {
        "before": window,
        "floor": window,
        "fixed": window,
        "ours": job,
        "compose": window,
        "ffmpeg": graph,
        "moviepy": short,
    }
    collected = []
    for number in range(options.runs):
        print(f"run {number + 1} of {options.runs}", flush=True)
        collected.append(run(lengths) | run({"inspect": job}))
    results = {name: medians([figures[name] for figures in collected]) for name in collected[0]}
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
        "bars": bars(results)
        | qualities(job)
        | flatness(options, job, results["ours"])
        | {"jitter_rms_px": jitter_rms()},
    }


def bars(results: dict[str, Figures]) -> dict[str, float]:
    """Figures derived from the results, among them those that have a bar."""
    ours = results["ours"]["ms_per_frame"]
    return {
        "ours_over_before": ours / results["before"]["ms_per_frame"],
        "ours_over_floor": ours / results["floor"]["ms_per_frame"],
        "ours_over_fixed_floor": ours / results["fixed"]["ms_per_frame"],
        "times_faster_than_moviepy": results["moviepy"]["ms_per_frame"] / ours,
        "times_faster_than_ffmpeg_graph": results["ffmpeg"]["ms_per_frame"] / ours,
        "inspection_share": results["inspect"]["seconds"] / results["ours"]["seconds"],
        "peak_tree_rss_mib": results["ours"]["tree_rss_mib"],
        "peak_tree_pss_mib": results["ours"]["tree_pss_mib"],
    }


def qualities(job: Job) -> dict[str, float]:
    """PSNR in decibels against the ideal view, and how far both PSNRs are above the hand-written graph's."""
    encoded = psnr_of_ours(job) - psnr_of_graph(job)
    ours, graph = true_psnrs(job)
    return {
        "true_psnr": ours,
        "true_psnr_above_ffmpeg_graph": ours - graph,
        "encoded_psnr_above_ffmpeg_graph": encoded,
    }


def missed(name: str, value: float) -> bool:
    """Whether a figure is on the wrong side of its bar."""
    return value > MOST.get(name, value) or value < LEAST.get(name, value)


def flatness(options: argparse.Namespace, job: Job, ours: Figures) -> dict[str, float]:
    """How much more peak memory a video of `--flat` seconds takes, in MiB; empty without the option."""
    if not options.flat:
        return {}
    long = replace(job, frames=options.flat * job.fps)
    prepare(long)
    return {"rss_growth_mib": run({"ours": long})["ours"]["tree_rss_mib"] - ours["tree_rss_mib"]}


def table(report: dict[str, Any]) -> str:
    """The report as text."""
    lines = [f"{'contender':11} {'ms/frame':>9} {'x real time':>12} {'peak MiB':>9} {'MB':>7}"]
    for name, figures in report["results"].items():
        speed = 1000 / 30 / figures["ms_per_frame"]
        size = figures["bytes"] / 1e6
        pace, memory = figures["ms_per_frame"], figures["tree_rss_mib"]
        lines.append(f"{name:11} {pace:9.2f} {speed:12.2f} {memory:9.0f} {size:7.1f}")
    if report["others_took"] > IDLE:
        lines += [
            "",
            f"other programs took up to {report['others_took']:.0%} of the machine: do not trust this",
        ]
    lines.append("")
    for name, value in report["bars"].items():
        lines.append(f"{name:32} {value:8.3f}{'  MISSED' * missed(name, value)}")
    return "\n".join(lines)


def main() -> int:
    """Measure, print and store the report; returns the exit status."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--seconds", type=int, default=60)
    parser.add_argument("--runs", type=int, default=3)
    parser.add_argument("--moviepy-seconds", type=int, default=6)
    parser.add_argument(
        "--flat", type=int, default=0, help="also render this many seconds and compare memory"
    )
    parser.add_argument("--width", type=int, default=1080)
    parser.add_argument("--height", type=int, default=1920)
    parser.add_argument("--json", type=Path, default=Path("out/bench-render.json"))
    options = parser.parse_args()
    with tempfile.TemporaryDirectory(prefix="clipwright-bench-") as folder:
        report = measure(options, Path(folder))
    options.json.parent.mkdir(parents=True, exist_ok=True)
    options.json.write_text(json.dumps(report, indent=2) + "\n", encoding="utf-8")
    print()
    print(table(report))
    return int(any(missed(name, value) for name, value in report["bars"].items()))


if __name__ == "__main__":
    sys.exit(main())
