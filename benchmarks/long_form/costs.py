"""The cost of a film and of changing one word in it, each figure beside its bar."""

from __future__ import annotations

import json
import os
import re
import tempfile
from collections.abc import Callable, Iterator, Sequence
from functools import partial
from pathlib import Path
from statistics import median
from typing import Any, Final

from benchmarks.long_form.command import CommandCost, film_made, first_segment
from benchmarks.long_form.floor import floor, same_bytes
from renderer.core.render_plan import RenderPlan
from renderer.rendering.segment_content import SegmentKeys, segments_of
from renderer.runtime.artifacts import ArtifactStore
from renderer.runtime.workspace import open_workspace

BARS: Final = {
    "over_floor": 1.20,
    "wall_over_cpu_by_cores": 1.15,
    "without_rendering": 0.08,
    "peak_mb": 700.0,
    "first_progress_seconds": 1.0,
    "changed_word_share": 0.12,
    "changed_word_share_same_length": 0.06,
}
"""The upper bound of each figure."""
EDITS: Final[dict[str, Callable[[str], str]]] = {
    "edit": lambda word: word[::-1].lower(),
    "longer": lambda word: word + word[::-1].lower(),
}
"""The edits of `--parts`, each as a change of one word. Spelled backwards, a word is about as long to say."""
MEDIANS: Final = (
    "seconds",
    "cpu_seconds",
    "wall_over_cpu_by_cores",
    "without_rendering",
    "first_progress_seconds",
    "encoding_alone_seconds",
    "encoding_alone_cpu_seconds",
)
"""Figures that are reported as medians over several runs."""
OF_VOICE: Final = {
    "fast": {"over_floor", "without_rendering"},
    "default": {"wall_over_cpu_by_cores"},
}
"""Bars that hold for one voice only."""


def film_costs(
    script: Path,
    *,
    size: str,
    language: str,
    voice: str,
    keep: Path | None,
    parts: frozenset[str],
    runs: int = 1,
) -> dict[str, Any]:
    """Make and measure a film in a fresh workspace, with the given parts.

    The part "floor" encodes the film's frames alone; the others change a word in it. With several `runs` film
    and floor take turns, and their medians are compared; the memory peak is the highest of all runs.
    """
    text = script.read_text("utf-8")
    measured = partial(_film_and_parts, text, size=size, language=language, voice=voice)
    found = measured(keep, parts)
    more = [measured(None, parts & {"floor"}) for _ in range(runs - 1)]
    found = {"size": size, "voice": voice, "language": language} | _together([found, *more])
    print(json.dumps(found, indent=1), flush=True)
    found["missed"] = list(_judged(found, voice))
    return found


def _film_and_parts(
    text: str, keep: Path | None, parts: frozenset[str], *, size: str, language: str, voice: str
) -> dict[str, Any]:
    with tempfile.TemporaryDirectory() as folder:
        place = keep or Path(folder)
        first, plan = film_made(text, place, size=size, language=language, voice=voice)
        found = _first(first, plan, place)
        for part, change in EDITS.items():
            if part in parts:
                edited = one_word_changed(text, change)
                again, after = film_made(edited, place, size=size, language=language, voice=voice)
                share, found[part] = _edit(first, again, plan, after, place)
                found[share] = max(found[part]["share"], found.get(share, 0.0))
        if "floor" in parts:
            found |= _floor(first, plan, place)
    return found


def _together(runs: Sequence[dict[str, Any]]) -> dict[str, Any]:
    """The first run's figures, with `MEDIANS` taken over all runs, and each run's own figures in "runs"."""
    if len(runs) == 1:
        return runs[0]
    found = {
        name: median(run[name] for run in runs) if name in MEDIANS else runs[0][name] for name in runs[0]
    }
    found["peak_mb"] = max(run["peak_mb"] for run in runs)
    if "encoding_alone_seconds" in found:
        alone, cores = found["encoding_alone_cpu_seconds"], os.cpu_count() or 1
        found["over_floor"] = round(found["seconds"] / found["encoding_alone_seconds"], 3)
        found["over_undisturbed_floor"] = round(found["seconds"] / (alone / cores), 3)
        found["cpu_over_floor"] = round(found["cpu_seconds"] / alone, 3)
    told = (*MEDIANS, "over_floor", "peak_mb")
    found["runs"] = [{name: run[name] for name in told if name in run} for run in runs]
    return found


def _first(cost: CommandCost, plan: RenderPlan, place: Path) -> dict[str, Any]:
    cores = os.cpu_count() or 1
    began = first_segment(plan, place / "workspace", cost)
    return {
        "film_seconds": round(plan.frame_count / plan.fps, 1),
        "seconds": round(cost.wall, 1),
        "cpu_seconds": round(cost.cpu, 1),
        "wall_over_cpu_by_cores": round(cost.wall / (cost.cpu / cores), 3),
        "first_segment_done": round(began, 1),
        "last_line_spoken": round(cost.spoken, 1),
        "without_rendering": round(1 - (cost.rendered - began) / cost.wall, 3),
        "all_but_the_stage_that_renders": round(1 - cost.stages["render_film"] / cost.wall, 3),
        "peak_mb": round(cost.peak_mb),
        "first_progress_seconds": round(cost.first_progress, 2),
        "stages": cost.stages,
        "load": os.getloadavg()[0],
    }


def _floor(cost: CommandCost, plan: RenderPlan, place: Path) -> dict[str, Any]:
    """Compare the film with encoding alone, and with one undisturbed encoder's time divided by the cores."""
    alone = floor(plan, place / "workspace")
    return {
        "encoding_alone_seconds": round(alone.wall, 1),
        "encoding_alone_cpu_seconds": round(alone.cpu, 1),
        "over_floor": round(cost.wall / alone.wall, 3),
        "over_undisturbed_floor": round(cost.wall / (alone.cpu / (os.cpu_count() or 1)), 3),
        "cpu_over_floor": round(cost.cpu / alone.cpu, 3),
    }


def _edit(
    first: CommandCost, again: CommandCost, before: RenderPlan, after: RenderPlan, place: Path
) -> tuple[str, dict[str, Any]]:
    """The name of the bar's figure that this change yields, and everything measured about the change."""
    content = SegmentKeys(before)
    known = {content.key(frames) for frames in segments_of(before)}
    keys = SegmentKeys(after)
    fresh = [frames for frames in segments_of(after) if keys.key(frames) not in known]
    same = [frames for frames in segments_of(after) if keys.key(frames) in known]
    share = "changed_word_share_same_length" if _length_stays(before, after) else "changed_word_share"
    equal, compared = same_bytes(after, same, ArtifactStore(open_workspace(place / "workspace")))
    return share, {
        "seconds": round(again.wall, 1),
        "share": round(again.wall / first.wall, 3),
        "cpu_share": round(again.cpu / first.cpu, 3),
        "redrawn_share": round(sum(map(len, fresh)) / after.frame_count, 3),
        "untouched_segments": len(same),
        "compared": compared,
        "compared_and_equal": equal,
        "stages_again": again.stages,
    }


def _length_stays(before: RenderPlan, after: RenderPlan) -> bool:
    """Whether the changed word lasts as long as before: a longer one moves shots even if the length stays."""
    return [shot.span for shot in before.storyboard.shots] == [shot.span for shot in after.storyboard.shots]


def _judged(found: dict[str, Any], voice: str) -> Iterator[str]:
    """Print every figure that has a bar, and yield the names of those that exceed it."""
    others = set().union(*(bars for name, bars in OF_VOICE.items() if name != voice))
    for name, bar in BARS.items():
        if name in found and name not in others:
            over = found[name] > bar
            print(f"{'MISSED' if over else 'met':6} {name} {found[name]} (at most {bar:g})", flush=True)
            if over:
                yield name
    edits = [found[part] for part in EDITS if part in found]
    if any(edit["compared_and_equal"] != edit["compared"] for edit in edits):
        print("MISSED bytes of untouched segments", flush=True)
        yield "bytes"
    early = found["first_segment_done"] < found["last_line_spoken"]
    print(
        f"{'met' if early else 'MISSED':6} first segment after {found['first_segment_done']} s, "
        f"last line after {found['last_line_spoken']} s",
        flush=True,
    )
    if not early and voice == "default":
        yield "early rendering"


def one_word_changed(text: str, change: Callable[[str], str]) -> str:
    """The text with the longest word of its middle paragraph changed."""
    parts = text.split("\n\n")
    middle = len(parts) // 2
    at = next(number for number in range(middle, len(parts)) if parts[number][:1].isalpha())
    word = max(re.findall(r"[^\W\d_]+", parts[at]), key=len)
    parts[at] = parts[at].replace(word, change(word), 1)
    return "\n\n".join(parts)
