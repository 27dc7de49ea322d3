"""`clipwright render`: turns a topic or a script into a finished video with its sidecars."""

from __future__ import annotations

from contextlib import AbstractContextManager, nullcontext
from functools import partial
from pathlib import Path
from typing import Any, Final

import click

from pipelines.registry import SHORT
from renderer.backends.knowledge.base import Answer, Answers, NoAnswers
from renderer.cli.making import file_stem, forked_segments, make_video
from renderer.cli.options import build_order, order_options
from renderer.contract.orders.base import FrameSpec, NarratedOrder
from renderer.contract.orders.short import ShortOrder
from renderer.runtime.allocator import loading
from renderer.runtime.capabilities import CapabilitySet, Factories
from renderer.worker.forked_answer import answered_apart
from renderer.worker.processors import usable_cores
from renderer.worker.settings import WorkerSettings

DRAFT_SPEAKER: Final = "embedded"
DRAFT_SIDE: Final = 640
"""Pixels of a draft's longer side."""
DRAFT_FPS: Final = 15

_ASKING: Final = ("", "summaries")
"""Values of `--writer` with which the summaries may be asked."""


@click.command()
@order_options
@click.option("--out", type=Path, default=None, help="The MP4's path [default: out/<topic>.mp4].")
@click.option("--draft", is_flag=True, help="An instant try: espeak speaks, the picture is small.")
@click.option("--json", "as_json", is_flag=True, help="Report as JSON lines on standard output.")
def render(
    *,
    out: Path | None,
    as_json: bool,
    workspace: Path | None,
    writer: str,
    offline: bool,
    draft: bool,
    **given: Any,
) -> None:
    """Make a video from a topic or a script.

    Run the same command again after any interruption: it goes on where it stopped.
    """
    order = build_order(**given)
    order = drafted(order) if draft else order
    text = order.topic or order.script.strip().splitlines()[0]
    make_video(
        order,
        entry=SHORT,
        out=out or Path("out") / f"{file_stem(text)}.mp4",
        as_json=as_json,
        workspace=workspace,
        open_engines=partial(
            _engines, writer=writer, offline=offline, speakers=DRAFT_SPEAKER if draft else ""
        ),
        ask=partial(_asked, order, writer=writer),
    )


def _engines(
    order: NarratedOrder,
    rim: Factories,
    settings: WorkerSettings,
    *,
    writer: str,
    offline: bool,
    speakers: str,
) -> CapabilitySet:
    from renderer.worker.composition.wiring import (  # noqa: PLC0415 - slow: after the first line of output
        build_capabilities,
        chosen_engines,
    )

    chosen = chosen_engines(writer=writer, offline=offline, speakers=speakers)
    return build_capabilities(
        order, rim=rim, settings=settings, engine_settings=chosen, forking=forked_segments
    )


def _asked(order: ShortOrder, *, writer: str) -> AbstractContextManager[Answers]:
    """What the summaries have about the topic, looked up in a fork on a core that is still idle."""
    if not order.topic or order.script or order.facts or writer not in _ASKING or usable_cores() == 1:
        return nullcontext(NoAnswers())
    return answered_apart(partial(_look_up, order))


def _look_up(order: ShortOrder) -> Answer | None:
    with loading():
        from renderer.worker.composition.knowledge_ahead import asked_summaries  # noqa: PLC0415 - in the fork

    return asked_summaries(order.topic, order.settings.language)


def drafted(order: ShortOrder) -> ShortOrder:
    """The order with a smaller picture and frame rate: at most `DRAFT_SIDE` pixels and `DRAFT_FPS`."""
    frame = order.frame
    scale = min(1.0, DRAFT_SIDE / max(frame.width, frame.height))
    small = FrameSpec(
        width=max(144, 2 * round(frame.width * scale / 2)),
        height=max(144, 2 * round(frame.height * scale / 2)),
        fps=min(frame.fps, DRAFT_FPS),
    )
    return order.model_copy(update={"frame": small})
