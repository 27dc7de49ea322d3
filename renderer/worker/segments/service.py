"""The service of a segment process: renders segments for the leader, with a line protocol.

A request is the line `PLAN FIRST STOP`, a segment of the plan with that digest. ` ahead` is appended when a
processor is free to draw frames while others are encoded; if one becomes free during a segment, the leader
sends the line `ahead`. The answer to a segment is any number of lines `encoded N`, then `made DIGEST` or
`refused CODE`. The request for the next segment may come before the answer to the last.
"""

from __future__ import annotations

from collections.abc import Callable
from contextlib import closing
from functools import lru_cache, partial
from pathlib import Path
from typing import Final, TextIO

from renderer.core.codec import decode
from renderer.core.render_plan import RenderPlan
from renderer.errors import ClipwrightError
from renderer.media.encoding.making_ahead import always
from renderer.rendering.every import Every
from renderer.rendering.frames import open_plan
from renderer.rendering.kept_frames import KeptFrames
from renderer.rendering.segment_content import SegmentKeys
from renderer.rendering.segments import Rendering, find_segment, render_segment
from renderer.runtime.artifacts import ArtifactStore
from renderer.runtime.segment_helpers import NoSegmentHelpers
from renderer.runtime.shared_cache import NoSharedCache
from renderer.runtime.workspace import open_workspace, run_store, scratch_folder
from renderer.visuals.style_packs import StylePacks
from renderer.worker.segments.requests import Requests

EVERY: Final = 10
"""Frames between two progress lines."""


def serve(workspace_root: Path, asked: TextIO, answers: TextIO, *, style_packs: StylePacks) -> None:
    """Render the requested segments until `asked` ends."""

    def say(line: str) -> None:
        answers.write(f"{line}\n")
        answers.flush()

    def telling() -> Callable[[int], None]:
        due = Every(EVERY, first=EVERY)

        def encoded(frames: int) -> None:
            if due.passed(frames):
                say(f"encoded {frames}")

        return encoded

    workspace = open_workspace(workspace_root)
    with scratch_folder(workspace) as scratch, closing(KeptFrames()) as kept:
        store = run_store(workspace, scratch)
        rendering = partial(
            Rendering,
            store=store,
            shared_cache=NoSharedCache(),
            helpers=NoSegmentHelpers(),
            scratch=scratch,
        )
        requests = Requests(asked.fileno())
        for line in requests.segments(idle=kept.close):
            digest, first, stop, *ahead = line.split()
            try:
                plan, keys = _plan(digest, store)
                drawn = partial(open_plan, pack=style_packs(plan.storyboard.pack))
                frames = range(int(first), int(stop))
                free = always if ahead else requests.told_ahead
                ours = rendering(open_plan=drawn, advance=telling(), ahead=free)
                made = _made(plan, frames, ours, key=keys.key(frames), kept=kept)
            except ClipwrightError as error:
                say(f"refused {error.code}")
            else:
                say(f"made {made}")


def _made(plan: RenderPlan, frames: range, rendering: Rendering, *, key: str, kept: KeptFrames) -> str:
    return find_segment(key, rendering) or render_segment(plan, frames, rendering, key=key, kept=kept)


@lru_cache(maxsize=1)
def _plan(digest: str, store: ArtifactStore) -> tuple[RenderPlan, SegmentKeys]:
    plan = decode(store.read(digest), RenderPlan)
    return plan, SegmentKeys(plan)
