"""Rendering ahead: segments about which everything is known are rendered while the next stages run."""

from __future__ import annotations

from collections.abc import Sequence

from renderer.contract.orders.base import OrderDocument
from renderer.core.codec import encode
from renderer.core.render_plan import RenderPlan
from renderer.rendering.segment_content import SegmentKeys
from renderer.runtime.segment_processes import SegmentProcesses
from renderer.runtime.stage import StageContext


def begin_rendering(
    context: StageContext[OrderDocument], plan: RenderPlan, segments: Sequence[range], *, frames: int
) -> None:
    """Have the segments that are not in the workspace yet rendered while the next stages run.

    `frames` is the number of frames of the whole video. Segments are kept under their content, where the
    rendering stage finds them. Only for runs that have such a stage: others ask for no encoder.
    """
    content, here = SegmentKeys(plan), context.store.workspace.keys
    keys = {segment: content.key(segment) for segment in segments}
    missing = {segment: key for segment, key in keys.items() if not (here / key).is_file()}
    if not missing:
        return
    processes = context.engine(SegmentProcesses)
    context.meanwhile.callback(processes.end)
    processes.begin(
        context.store.put_bytes(encode(plan)),
        context.store.workspace,
        missing,
        pixels=frames * plan.width * plan.height,
    )
