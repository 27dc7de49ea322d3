"""How a segment is encoded: at a constant quantiser where it is drawn, and within the limit of bits."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

import numpy as np
import pytest
from msgspec.structs import replace

from renderer.compositor.look import Look
from renderer.compositor.planes import Planes
from renderer.core.encoding import EncoderProfile
from renderer.core.picture_spec import SourceSpec
from renderer.core.render_plan import RenderPlan
from renderer.media.inspection.frame_reader import frames_at
from renderer.rendering.kept_frames import KeptFrames
from renderer.rendering.segments import Rendering, encoders_of, render_segment
from renderer.runtime.artifacts import ArtifactStore
from renderer.runtime.segment_helpers import NoSegmentHelpers
from renderer.runtime.shared_cache import NoSharedCache
from renderer.runtime.workspace import open_workspace
from tests.support.production.leading import PLAN, SEGMENTS

FRAMES = SEGMENTS[2]


@dataclass
class Textured:
    """Frames of noise that moves, `strong` levels up and down."""

    strong: int

    def look(self, frame: int) -> Look:
        return frame

    def draw(self, frame: int, target: Planes) -> None:
        rng = np.random.default_rng(frame)
        for plane in (target.y, target.u, target.v):
            plane[:] = 128 + rng.integers(-self.strong, self.strong + 1, plane.shape)

    def prepare(self, *, stop: int, ahead: bool) -> None:
        del stop, ahead

    def close(self) -> None:
        pass


def rendered(folder: Path, plan: RenderPlan, strong: int) -> tuple[Path, list[int]]:
    """The segment's file, and the numbers of frames that were reported as done."""
    store = ArtifactStore(open_workspace(folder / "workspace"))
    reported: list[int] = []
    rendering = Rendering(
        store=store,
        shared_cache=NoSharedCache(),
        helpers=NoSegmentHelpers(),
        scratch=folder,
        open_plan=lambda _plan, _store: Textured(strong),
        advance=reported.append,
    )
    kept = KeptFrames()
    made = render_segment(plan, FRAMES, rendering, key="0" * 64, kept=kept)
    return store.path(made), reported


@pytest.mark.parametrize("strong", [1, 12])
def test_what_is_drawn_has_a_constant_quantiser(tmp_path: Path, strong: int) -> None:
    coarser = replace(PLAN, encoder=replace(PLAN.encoder, drawn_qps=(30,)))
    sizes = [
        rendered(tmp_path / name, plan, strong)[0].stat().st_size
        for name, plan in (("fine", PLAN), ("coarse", coarser))
    ]
    assert sizes[0] > sizes[1]


def test_what_would_take_too_many_bits_is_encoded_again_within_the_limit(tmp_path: Path) -> None:
    encoder = replace(PLAN.encoder, max_rate=600_000, buffer_size=600_000)
    free, _ = rendered(tmp_path / "free", PLAN, strong=60)
    held, reported = rendered(tmp_path / "held", replace(PLAN, encoder=encoder), strong=60)
    seconds = len(FRAMES) / PLAN.fps
    assert 8 * free.stat().st_size > 4 * encoder.max_rate * seconds
    assert 8 * held.stat().st_size < 1.5 * encoder.max_rate * seconds
    assert len(frames_at(held, range(len(FRAMES)), fps=PLAN.fps)) == len(FRAMES)
    assert reported == sorted(set(reported))
    assert reported[-1] == len(FRAMES)


def test_what_takes_somewhat_too_many_bits_has_the_next_quantiser(tmp_path: Path) -> None:
    fine, coarse = (
        rendered(tmp_path / name, replace(PLAN, encoder=replace(PLAN.encoder, drawn_qps=qps)), strong=12)[0]
        for name, qps in (("fine", (20,)), ("coarse", (23,)))
    )
    seconds = len(FRAMES) / PLAN.fps
    rates = [8 * each.stat().st_size / seconds for each in (fine, coarse)]
    between = replace(PLAN, encoder=replace(PLAN.encoder, max_rate=int(sum(rates) / 2)))
    chosen, reported = rendered(tmp_path / "between", between, strong=12)
    assert chosen.read_bytes() == coarse.read_bytes()
    assert reported == sorted(set(reported))
    assert reported[-1] == len(FRAMES)


def test_a_video_that_plays_keeps_to_the_rate_from_the_start() -> None:
    shots = list(PLAN.storyboard.shots)
    shots[1] = replace(shots[1], picture=SourceSpec(media="0" * 64, first=0, fps=PLAN.fps))
    plan = replace(PLAN, storyboard=replace(PLAN.storyboard, shots=tuple(shots)))
    assert encoders_of(plan, SEGMENTS[1]) == (plan.encoder,) == (EncoderProfile(),)
    assert encoders_of(plan, SEGMENTS[2]) == (*plan.encoder.drawn, plan.encoder)
    assert encoders_of(plan, range(SEGMENTS[1].stop - 1, SEGMENTS[2].stop)) == (plan.encoder,)
