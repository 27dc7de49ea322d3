"""The quality gate detects captions that come a frame early or late, whatever picture is below them."""

from __future__ import annotations

import itertools
from fractions import Fraction

import numpy as np
import pytest
from msgspec.structs import replace

from renderer.captions.drawing.overlay import open_captions, planned_captions
from renderer.captions.layout.lay_out import lay_out
from renderer.captions.showcase.specimens import specimen
from renderer.compositor.blend import blend
from renderer.compositor.planes import Planes, allocate
from renderer.contract.orders.base import FrameSpec
from renderer.contract.vocabulary import CaptionPosition, CaptionStyle, Language, StylePack
from renderer.core.encoding import EncoderProfile
from renderer.core.picture_spec import PainterSpec
from renderer.core.render_plan import RenderPlan
from renderer.core.storyboard import Shot, Storyboard
from renderer.core.timecode import TimeRange
from renderer.rendering.caption_readings import UNKEPT
from renderer.rendering.caption_sync import CHECKS, CaptionChange, caption_changes, late_onsets

FRAME = FrameSpec(width=360, height=640, fps=30)
SHOT = Shot(
    span=TimeRange(Fraction(0), Fraction(10)), scene="s1", picture=PainterSpec(painter="topographic", seed=1)
)


def plan_of(style: CaptionStyle, language: Language = Language.EN) -> RenderPlan:
    narration, script = specimen(language)
    track = lay_out(
        narration, script, style=style, position=CaptionPosition.CENTER, language=language, frame=FRAME
    )
    return RenderPlan(
        width=FRAME.width,
        height=FRAME.height,
        fps=FRAME.fps,
        frame_count=300,
        storyboard=Storyboard(pack=StylePack.DOCUMENTARY, shots=(SHOT,)),
        captions=track,
        audio="",
        encoder=EncoderProfile(),
    )


def noisy_frames(plan: RenderPlan, numbers: set[int], *, late: int) -> dict[int, Planes]:
    """Frames with captions over a busy picture, `late` frames after their time, with a codec's noise."""
    overlay = open_captions(plan.captions, width=plan.width, height=plan.height, fps=plan.fps)
    random = np.random.default_rng(3)
    picture = random.integers(16, 236, (plan.height, plan.width), np.uint8)
    found = {}
    for number in numbers:
        planes = allocate(plan.width, plan.height)
        planes.y[:] = picture
        for sprite in overlay.placed_at(number - late):
            blend(planes, sprite)
        planes.y[:] = np.clip(planes.y + random.normal(0, 3, planes.y.shape), 0, 255)
        found[number] = planes
    return found


def changes_of(plan: RenderPlan) -> tuple[CaptionChange, ...]:
    return caption_changes(plan, planned_captions(plan))


@pytest.mark.parametrize("style", CaptionStyle)
def test_captions_a_frame_off_are_found_in_every_style(style: CaptionStyle) -> None:
    plan = plan_of(style)
    changes = changes_of(plan)
    onsets = {change.onset for change in changes}
    numbers = set(itertools.chain.from_iterable((onset - 1, onset) for onset in onsets))
    assert changes, f"{style} has no onset that can be judged"

    def out_of_sync(late: int) -> set[int]:
        shown = noisy_frames(plan, numbers, late=late)
        return set(late_onsets(changes, frames=lambda _: shown, readings=UNKEPT))

    assert out_of_sync(0) == set()
    assert out_of_sync(1) == onsets
    assert out_of_sync(-1) == onsets


def test_onsets_are_spread_over_the_video() -> None:
    changes = changes_of(plan_of(CaptionStyle.TIKTOK))
    assert len(changes) == CHECKS
    assert len({change.onset for change in changes}) == CHECKS


def test_a_video_without_captions_has_nothing_to_judge() -> None:
    plan = plan_of(CaptionStyle.TIKTOK)
    assert changes_of(replace(plan, captions=replace(plan.captions, pages=()))) == ()
