"""The real worker, embedded or behind a broker, with film stages that last as long as a test wants.

Run `python -m tests.support.production.held_worker embedded`, or `… held_worker worker --queues …`. The
environment variable `HELD_STAGE` is the path of a file with the name of a stage that no job passes. The
stage's real work, which takes the product milliseconds, is repeated until the file names a later stage or the
worker is stopped; files are stored in slow pieces. The name "starting" holds a job between its claim and its
first stage. Nothing here checks for cancellation: that is left to the product. Segments are longer than the
product's, since storing a hundred of them in a local bucket would take longer than rendering them so small.
"""

from __future__ import annotations

import os
import shutil
import sys
import time
from collections.abc import Callable
from itertools import count
from pathlib import Path
from typing import Any, Final

from msgspec.structs import replace

from pipelines.registry import PIPELINES
from renderer.cli import worker as worker_command
from renderer.cli.main import main as command_line
from renderer.rendering import segment_content
from renderer.runtime.pipeline import Pipeline, PipelineEntry, Registry
from renderer.runtime.stage import Stage, StageContext
from renderer.worker.composition import context as context_module
from renderer.worker.job.worker_context import WorkerContext
from renderer.worker.process import embedded

HELD_STAGE: Final = "HELD_STAGE"
STARTING: Final = "starting"
LONG: Final = frozenset({"record_lines", "score_film", "render_film"})
"""Stages that take seconds even at the smallest size, and are not prolonged."""
SIDECARS: Final = 0.05
"""Share of the stored bytes that the sidecars stay below."""
PIECE_SECONDS: Final = 0.5
SEGMENT_SECONDS: Final = 40


def held_stage() -> str:
    """The stage that no job passes; empty for none."""
    path = Path(os.environ[HELD_STAGE])
    return path.read_text("utf-8") if path.exists() else ""


def held_context(*args: Any, **kwargs: Any) -> WorkerContext:
    return replace(context_module.make_worker_context(*args, **kwargs), pipelines=held_pipelines())


def held_pipelines() -> Registry:
    """The product's pipelines, with the one for films held at the stage that the file names."""
    entry = PIPELINES["long_form"]
    return {**PIPELINES, "long_form": PipelineEntry(order=entry.order, load=lambda: _loaded(entry))}


def _loaded(entry: PipelineEntry[Any]) -> Pipeline[Any]:
    while held_stage() == STARTING:
        time.sleep(0.02)
    pipeline = entry.load()
    names = [stage.name for stage in pipeline.stages]
    held = (_held(stage, frozenset(names[: at + 1])) for at, stage in enumerate(pipeline.stages))
    return replace(pipeline, stages=tuple(held))


def _held(stage: Stage[Any], up_to_here: frozenset[str]) -> Stage[Any]:
    def run(context: StageContext[Any]) -> object:
        if stage.name in LONG or held_stage() not in up_to_here:
            return stage.run(context)
        if not stage.cached:
            return stage.run(replace(context, advance=_slow(context.advance)))
        return _over_and_over(stage, context, up_to_here)

    return replace(stage, run=run)


def _over_and_over(stage: Stage[Any], context: StageContext[Any], up_to_here: frozenset[str]) -> object:
    for number in count():
        folder = context.scratch / str(number)
        folder.mkdir()
        document = stage.run(replace(context, scratch=folder))
        if held_stage() not in up_to_here:
            return document
        shutil.rmtree(folder)
    raise AssertionError


def _slow(advance: Callable[[float, str], None]) -> Callable[[float, str], None]:
    def slowly(fraction: float, detail: str) -> None:
        advance(fraction, detail)
        if fraction > SIDECARS:
            time.sleep(PIECE_SECONDS)

    return slowly


def main() -> None:
    vars(segment_content)["SHORTEST_SECONDS"] = SEGMENT_SECONDS
    vars(segment_content)["groups_of"] = lambda frames, _encoder: [frames]
    for module in (worker_command, embedded):
        vars(module)["make_worker_context"] = held_context
    if sys.argv[1] == "embedded":
        embedded.main()
    else:
        command_line()


if __name__ == "__main__":
    main()
