"""Shots of an export: frames of the source divided by cuts and entries, and which of them are read."""

from __future__ import annotations

from fractions import Fraction
from itertools import pairwise

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pipelines.project.picture import ExportShape
from pipelines.project.reframing import SEGMENT_SECONDS, Reframing, shots_of
from renderer.contract.orders.remix import Framing, FramingMode
from renderer.contract.remix.analysis import SourceShot, SubjectPoint
from renderer.core.picture_spec import ALL, SourceSpec
from renderer.core.storyboard import Shot
from renderer.core.timecode import frame_range
from renderer.media.sources.geometry import TargetBox, cover
from renderer.media.sources.video.facts import SourceFacts
from renderer.media.sources.video.frame_target import FrameTarget
from tests.unit.pipelines.project.values import source_facts

FPS = 30
LANDSCAPE, PORTRAIT = (1920, 1080), (1080, 1920)


def facts(*entries: Fraction) -> SourceFacts:
    return source_facts(*entries, width=LANDSCAPE[0], height=LANDSCAPE[1], seconds=60, rate=FPS)


def source_shot(start: int, end: int, *points: tuple[int, float, float]) -> SourceShot:
    path = tuple(SubjectPoint(at_ms=at, x=x, y=y) for at, x, y in points or ((start, 0.5, 0.5),))
    return SourceShot(start_ms=start, end_ms=end, path=path)


def reframing(mode: FramingMode = FramingMode.AUTO, *, whole: bool = False, **more: float) -> Reframing:
    framing = Framing.model_validate({"mode": mode, **more})
    return Reframing(source=LANDSCAPE, frame=PORTRAIT, framing=framing, whole=whole)


def shots(
    cuts: list[SourceShot], source: SourceFacts, *, count: int, way: Reframing | None = None
) -> list[Shot]:
    asked: list[FrameTarget] = []

    def media(target: FrameTarget) -> str:
        asked.append(target)
        return f"document {len(asked)}"

    shape = ExportShape(frame_count=count, fps=FPS)
    found = list(shots_of(way or reframing(), cuts, shape, source, media=media))
    assert len(asked) == len({shot.scene for shot in found})
    return found


def frames(found: list[Shot]) -> list[tuple[int, int]]:
    return [(span.start, span.stop) for span in (frame_range(shot.span, FPS) for shot in found)]


def spec(shot: Shot) -> SourceSpec:
    assert isinstance(shot.picture, SourceSpec)
    return shot.picture


def test_one_shot_of_the_source_is_one_of_the_export() -> None:
    (shot,) = shots([source_shot(0, 60_000)], facts(), count=1800)
    assert frames([shot]) == [(0, 1800)]
    assert spec(shot).first == 0
    assert spec(shot).path == ((0.0, round((1 - 0.31640625) / 2, 6), 0.0),)


def test_a_cut_begins_a_shot_on_the_first_frame_that_is_not_before_it() -> None:
    found = shots([source_shot(0, 1001), source_shot(1001, 2000)], facts(), count=60)
    assert frames(found) == [(0, 31), (31, 60)]


def test_two_cuts_between_two_frames_leave_no_empty_shot() -> None:
    cuts = [source_shot(0, 1001), source_shot(1001, 1020), source_shot(1020, 2000)]
    assert frames(shots(cuts, facts(), count=60)) == [(0, 31), (31, 60)]


def test_a_cut_behind_the_last_frame_is_not_shown() -> None:
    assert frames(shots([source_shot(0, 1990), source_shot(1990, 2400)], facts(), count=60)) == [(0, 60)]


def test_entries_part_shots_and_a_scene_begins_at_the_first_that_is_late_enough() -> None:
    entries = [Fraction(second) for second in (0, 5, 11, 12, 20, 24)]
    found = shots([source_shot(0, 30_000)], facts(*entries), count=900)
    assert [start for start, _ in frames(found)] == [0, 150, 330, 360, 600, 720]
    assert [shot.scene for shot in found] == ["r0", "r0", "r0", "r1", "r1", "r2"]
    assert SEGMENT_SECONDS == 12


def test_a_cut_that_is_no_entry_begins_no_scene() -> None:
    found = shots([source_shot(0, 20_000), source_shot(20_000, 30_000)], facts(Fraction(0)), count=900)
    assert [shot.scene for shot in found] == ["r0", "r0"]


def test_a_centred_frame_and_a_manual_one_are_where_they_were_put() -> None:
    cut = source_shot(0, 2000, (0, 0.1, 0.1), (2000, 0.9, 0.9))
    (centred,) = shots([cut], facts(), count=60, way=reframing(FramingMode.CENTER))
    (left,) = shots([cut], facts(), count=60, way=reframing(FramingMode.MANUAL, x=0.0, y=1.0, zoom=2.0))
    assert spec(centred).path == ((0.0, 0.341797, 0.0),)
    assert spec(left).path == ((0.0, 0.0, 0.5),)
    assert spec(left).extent == pytest.approx((0.158203125, 0.5))


def test_points_at_one_moment_count_once_and_the_path_begins_with_its_shot() -> None:
    cut = source_shot(1000, 3000, (1000, 0.3, 0.5), (1000, 0.9, 0.5), (3000, 0.5, 0.5))
    *_, shot = shots([source_shot(0, 1000), cut], facts(), count=90)
    path = spec(shot).path
    assert [at for at, _, _ in path] == [0.0, 60.0]
    assert path[0][1] == pytest.approx(0.3 - 0.31640625 / 2, abs=1e-6)


def test_a_whole_picture_is_read_whole_and_no_larger_than_it_is_drawn() -> None:
    way = reframing(whole=True)
    (shot,) = shots([source_shot(0, 2000)], facts(), count=60, way=way)
    assert (spec(shot).extent, spec(shot).part, spec(shot).whole) == ((1.0, 1.0), ALL, True)
    assert way.target(FPS) == FrameTarget(width=1080, height=608, fps=FPS)


@settings(max_examples=50, deadline=None)
@given(
    st.lists(st.integers(1, 20_000), min_size=1, max_size=8),
    st.lists(st.integers(1, 12_000), max_size=8),
    st.integers(1, 1500),
)
def test_shots_tile_the_export_whatever_cuts_and_entries_there_are(
    lasts: list[int], entries: list[int], count: int
) -> None:
    edges = [0]
    for one in lasts:
        edges.append(edges[-1] + one)
    cuts = [source_shot(start, end) for start, end in pairwise(edges)]
    begins = [Fraction(0)]
    for one in entries:
        begins.append(begins[-1] + Fraction(one, 1000))
    found = frames(shots(cuts, facts(*begins), count=count))
    assert found[0][0] == 0
    assert found[-1][1] == count
    assert all(earlier[1] == later[0] for earlier, later in pairwise(found))
    assert all(start < stop for start, stop in found)


SHARE = st.floats(0, 1)


@settings(max_examples=50, deadline=None)
@given(
    st.tuples(st.integers(16, 4000), st.integers(16, 4000)),
    st.sampled_from((PORTRAIT, (1080, 1350), (1080, 1080), LANDSCAPE, (180, 320))),
    st.floats(1, 4),
    st.lists(st.tuples(SHARE, SHARE), min_size=1, max_size=4),
)
def test_what_is_read_holds_every_crop_and_is_even(
    source: tuple[int, int], frame: tuple[int, int], zoom: float, middles: list[tuple[float, float]]
) -> None:
    framing = Framing(mode=FramingMode.MANUAL, zoom=zoom)
    way = Reframing(source=source, frame=frame, framing=framing, whole=False)
    points = [
        point
        for x, y in middles
        for point in Reframing(
            source=source, frame=frame, framing=framing.model_copy(update={"x": x, "y": y}), whole=False
        ).path(source_shot(0, 1000), FPS)
    ]
    part = way.part(points, FPS)
    fit = cover(*source, TargetBox(width=part.target.width, height=part.target.height))
    left, top, columns, rows = part.target.cut
    assert left % 2 == top % 2 == 0
    assert 0 <= left < left + columns <= fit.columns
    assert 0 <= top < top + rows <= fit.rows
    for point in points:
        assert left <= point.left * fit.columns + 1e-6
        assert left + columns >= (point.left + way.extent.width) * fit.columns - 1e-6
        assert top <= point.top * fit.rows + 1e-6
        assert top + rows >= (point.top + way.extent.height) * fit.rows - 1e-6
