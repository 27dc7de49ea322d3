"""Shorts rendered while they are directed: what is begun ahead equals that part of the whole video."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from functools import partial
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from msgspec.structs import replace
from PIL import Image

from pipelines.documents import RenderedVideo
from pipelines.rendering import silent_plan
from pipelines.short import SHORT
from renderer.captions.contrast import reads_anywhere
from renderer.captions.style.style_files import load_style
from renderer.contract.orders.base import CaptionSettings
from renderer.contract.orders.short import ShortOrder
from renderer.contract.vocabulary import CaptionStyle, StylePack
from renderer.core.captions import CaptionTrack
from renderer.core.render_plan import RenderPlan
from renderer.core.storyboard import Storyboard
from renderer.rendering.segment_content import SegmentKeys, segments_of
from renderer.runtime.execution.dependencies import needed_for
from renderer.runtime.segment_processes import SegmentProcesses
from renderer.runtime.stage import Stage, StageContext
from tests.support.noted_segments import NotedSegments
from tests.support.rendering import render, settings_of, small_order


def not_rendered(context: StageContext[ShortOrder]) -> RenderedVideo:
    """Stands in for rendering."""
    plan = silent_plan(context, context.read(Storyboard), context.read(CaptionTrack))
    return RenderedVideo(video="", duration=Fraction(1), plan=plan)


STOP: Stage[ShortOrder] = Stage(
    name="stop", version=1, weight=1, needs=(Storyboard, CaptionTrack), makes=RenderedVideo, run=not_rendered
)
DIRECTED = needed_for(SHORT.stages, Storyboard, CaptionTrack)


def directed(
    order: ShortOrder, folder: Path, stages: Sequence[Stage[ShortOrder]] = (*DIRECTED, STOP)
) -> tuple[NotedSegments, int, dict[type, Any]]:
    """Segments begun, how many of them before the storyboard was complete, and the run's documents."""
    noted, before = NotedSegments(), 0

    def counting(stage: Stage[ShortOrder], context: StageContext[ShortOrder]) -> object:
        nonlocal before
        made = stage.run(context)
        before = len(noted.begun)
        return made

    counted = tuple(
        replace(stage, run=partial(counting, stage)) if stage.makes is Storyboard else stage
        for stage in stages
    )
    outcome = render(order, folder, stages=counted, engines={SegmentProcesses: lambda: noted})
    return noted, before, outcome.documents


def told(**settings: Any) -> ShortOrder:
    return small_order(topic="Why octopuses have three hearts", script="", settings=settings_of(**settings))


def pictures(folder: Path) -> Path:
    folder.mkdir()
    rng = np.random.default_rng(3)
    for number in range(3):
        image = rng.integers(0, 255, (40, 60, 3), np.uint8)
        Image.fromarray(image).resize((600, 400)).save(folder / f"{number}.png")
    return folder


@pytest.mark.parametrize("pack", list(StylePack))
def test_what_is_begun_while_shots_are_decided_is_part_of_the_whole(pack: StylePack, tmp_path: Path) -> None:
    noted, before, documents = directed(told(style_pack=pack), tmp_path)
    plan: RenderPlan = documents[RenderedVideo].plan
    content = SegmentKeys(plan)
    whole = {content.key(frames): frames for frames in segments_of(plan)}
    assert before >= len(whole) // 3
    assert all(whole[key] == frames for frames, key in noted.begun)
    assert set(whole) == {key for _, key in noted.begun}
    assert noted.ended


def test_own_pictures_are_begun_as_well(tmp_path: Path) -> None:
    order = told().model_copy(update={"media_dir": str(pictures(tmp_path / "media"))})
    noted, before, documents = directed(order, tmp_path)
    plan: RenderPlan = documents[RenderedVideo].plan
    assert before
    assert {key for _, key in noted.begun} == set(map(SegmentKeys(plan).key, segments_of(plan)))


def test_captions_that_are_judged_on_their_pictures_wait_for_all_of_them(tmp_path: Path) -> None:
    style = next(each for each in CaptionStyle if not reads_anywhere(load_style(each)))
    noted, before, _ = directed(told(captions=CaptionSettings(style=style)), tmp_path)
    assert not before
    assert noted.begun


def test_a_run_that_renders_nothing_begins_nothing(tmp_path: Path) -> None:
    noted, _, _ = directed(told(), tmp_path, DIRECTED)
    assert not noted.begun
