"""Rendering segments that are asked for line by line, as processes beside the one that leads do.

Each line asked is `PLAN FIRST STOP`, a segment of the plan with that digest. The answer is any number of
lines `encoded N`, then `made DIGEST` or `refused CODE`.
"""

from __future__ import annotations

from functools import lru_cache, partial
from pathlib import Path
from typing import Final, TextIO

from renderer.core.codec import decode
from renderer.core.render_plan import RenderPlan
from renderer.errors import ClipwrightError
from renderer.rendering.frames import open_plan
from renderer.rendering.segment_content import SegmentKeys
from renderer.rendering.segments import Rendering, find_segment, render_segment
from renderer.runtime.artifacts import ArtifactStore
from renderer.runtime.segment_helpers import NoSegmentHelpers
from renderer.runtime.shared_cache import NoSharedCache
from renderer.runtime.workspace import open_workspace, run_store, scratch_folder
from renderer.visuals.style_packs import StylePacks

EVERY: Final = 10
"""Frames between two lines about progress."""


def serve(workspace_root: Path, asked: TextIO, answers: TextIO, *, style_packs: StylePacks) -> None:
    """Render segments until there are no more lines."""

    def say(line: str) -> None:
        answers.write(f"{line}\n")
        answers.flush()

    def encoded(frames: int) -> None:
        if not frames % EVERY:
            say(f"encoded {frames}")

    workspace = open_workspace(workspace_root)
    with scratch_folder(workspace) as scratch:
        store = run_store(workspace, scratch)
        rendering = partial(
            Rendering,
            store=store,
            shared_cache=NoSharedCache(),
            helpers=NoSegmentHelpers(),
            scratch=scratch,
            advance=encoded,
            alone=False,
        )
        for line in asked:
            digest, first, stop = line.split()
            try:
                plan, keys = _plan(digest, store)
                drawn = partial(open_plan, pack=style_packs(plan.storyboard.pack))
                made = _made(plan, range(int(first), int(stop)), keys, rendering(open_plan=drawn))
            except ClipwrightError as error:
                say(f"refused {error.code}")
            else:
                say(f"made {made}")


def _made(plan: RenderPlan, frames: range, keys: SegmentKeys, rendering: Rendering) -> str:
    key = keys.key(frames)
    return find_segment(key, rendering) or render_segment(plan, frames, rendering, key=key)


@lru_cache(maxsize=1)
def _plan(digest: str, store: ArtifactStore) -> tuple[RenderPlan, SegmentKeys]:
    plan = decode(store.read(digest), RenderPlan)
    return plan, SegmentKeys(plan)
