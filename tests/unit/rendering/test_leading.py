"""The leader gets every segment in the end: its own, others' beside or elsewhere, or taken back."""

from __future__ import annotations

from pathlib import Path

import pytest
from msgspec import structs

from renderer.clock import FakeClock
from renderer.compositor.compose import FrameSource
from renderer.core.render_plan import RenderPlan
from renderer.errors import ClipwrightError
from renderer.rendering import leading
from renderer.rendering.kept_frames import KeptFrames
from renderer.rendering.leading import lead
from renderer.rendering.segments import Rendering, find_segment, mark_begun, publish_plan, share_segment
from renderer.rendering.workers_elsewhere import LONGEST_WAIT, TAKE_OVER_FACTOR
from renderer.runtime.artifacts import ArtifactStore
from renderer.runtime.segment_processes import SegmentNews
from renderer.runtime.workspace import open_workspace
from tests.support.production.leading import (
    BY_LENGTH,
    KEYS,
    PLAN,
    SEGMENTS,
    TAKES,
    Crew,
    Helpers,
    Stage,
    Tier,
)


def nothing(_crew: Crew) -> SegmentNews:
    return SegmentNews()


def never_opened(_plan: RenderPlan, _store: ArtifactStore) -> FrameSource:
    raise AssertionError


@pytest.fixture
def stage(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Stage:
    clock, tier, helpers = FakeClock(), Tier(), Helpers()
    told: list[int] = []
    crew = Crew(clock=clock, does=nothing, places=0)
    made = Stage(
        rendering=Rendering(
            store=ArtifactStore(open_workspace(tmp_path / "work")),
            shared_cache=tier,
            helpers=helpers,
            scratch=tmp_path,
            open_plan=never_opened,
            advance=told.append,
            processes=crew,
            clock=clock,
        ),
        clock=clock,
        crew=crew,
        tier=tier,
        helpers=helpers,
        told=told,
    )

    def render_segment(
        _plan: RenderPlan, frames: range, rendering: Rendering, *, key: str, kept: KeptFrames
    ) -> str:
        assert kept.ended == -1  # no segment here ends within a shot
        made.here.append(frames)
        made.ahead.append(rendering.ahead())
        for done in range(0, len(frames), 10):
            clock.sleep(made.takes * 10 / len(frames))
            rendering.advance(done)
        digest = made.made(frames)
        share_segment(key, digest, rendering)
        return digest

    monkeypatch.setattr(leading, "render_segment", render_segment)
    return made


def test_alone_the_longest_goes_first_and_the_files_are_in_order(stage: Stage) -> None:
    assert stage.lead() == stage.whole
    assert stage.here == BY_LENGTH


def test_alone_a_segment_that_shows_the_same_picture_follows(
    stage: Stage, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(leading, "begins_within_shot", lambda _storyboard, frame, _fps: frame == 30)
    stage.crew.working = 0
    assert stage.lead() == stage.whole
    assert stage.here == list(SEGMENTS)


def test_whoever_has_nothing_to_render_is_told_what_is_finished(stage: Stage) -> None:
    """The other process still renders its last segment."""
    told: list[int] = []
    stage.lead(told)
    assert told == [len(SEGMENTS)]  # alone, the leader is never idle before all are done

    def finishes(crew: Crew) -> SegmentNews:
        return SegmentNews(made={part: stage.made(part) for part in crew.busy})

    for key in tuple(stage.tier.kept):
        del stage.tier.kept[key]
    for path in stage.rendering.store.workspace.keys.iterdir():
        path.unlink()
    stage.crew.places, stage.crew.does = 1, finishes
    told.clear()
    stage.lead(told)
    assert told[0] < len(SEGMENTS)
    assert told == sorted(told)
    assert told[-1] == len(SEGMENTS)


def test_progress_never_goes_back_and_ends_with_all_frames(stage: Stage) -> None:
    stage.lead()
    assert stage.told == sorted(stage.told)
    assert stage.told[-1] == 200
    assert len(set(stage.told)) > len(SEGMENTS)


def test_what_is_done_is_found_and_not_done_again(stage: Stage) -> None:
    for part in SEGMENTS[:2]:
        share_segment(KEYS[part], stage.made(part), stage.rendering)
    assert stage.lead() == stage.whole
    assert stage.here == [SEGMENTS[2], SEGMENTS[3]]
    assert stage.helpers.offered == [[SEGMENTS[3], SEGMENTS[2]]]


def test_what_is_lost_is_made_again(stage: Stage) -> None:
    """A record whose bytes are nowhere."""
    stage.tier.kept[KEYS[SEGMENTS[1]]] = b"0" * 64
    assert find_segment(KEYS[SEGMENTS[1]], stage.rendering) == ""
    assert stage.lead() == stage.whole
    assert len(stage.here) == 4


@pytest.mark.parametrize("record", [b"", b"\0" * 64, b"\xff" * 64, b"../" * 21 + b"a"])
def test_a_record_that_a_power_loss_has_damaged_counts_as_none(stage: Stage, record: bytes) -> None:
    (stage.rendering.store.workspace.keys / KEYS[SEGMENTS[1]]).write_bytes(record)
    assert find_segment(KEYS[SEGMENTS[1]], stage.rendering) == ""
    assert stage.lead() == stage.whole
    assert len(stage.here) == 4


def test_a_segment_that_a_power_loss_has_damaged_is_made_again(stage: Stage) -> None:
    part = SEGMENTS[1]
    share_segment(KEYS[part], stage.made(part), stage.rendering)
    (stage.rendering.store.workspace.keys / KEYS[part]).write_text(stage.made(part))
    stage.rendering.store.path(stage.made(part)).write_bytes(b"")
    stage.tier.kept.clear()
    assert find_segment(KEYS[part], stage.rendering) == ""


def test_helpers_are_offered_everything_from_the_far_end(stage: Stage) -> None:
    stage.lead()
    assert stage.helpers.offered == [list(reversed(SEGMENTS))]


def test_who_is_idle_beside_us_gets_work_and_what_it_makes_is_kept_and_shared(stage: Stage) -> None:
    def finishes(crew: Crew) -> SegmentNews:
        return SegmentNews(made={part: stage.made(part) for part in crew.busy})

    stage.crew.places, stage.crew.does = 1, finishes
    assert stage.lead() == stage.whole
    assert sorted([*stage.here, *stage.crew.given], key=lambda part: part.start) == list(SEGMENTS)
    assert stage.crew.given
    for part in stage.crew.given:
        assert find_segment(KEYS[part], stage.rendering) == stage.made(part)


@pytest.mark.parametrize(
    ("processors", "working", "drawn_ahead"),
    [(1, 0, {True}), (2, 1, {False}), (4, 3, {False}), (8, 1, {True})],
)
def test_frames_are_drawn_ahead_where_processors_are_left_for_it(
    stage: Stage, processors: int, working: int, drawn_ahead: set[bool]
) -> None:
    crew = stage.crew
    crew.processors, crew.working, crew.places = processors, working, working
    crew.does = lambda crew: SegmentNews(made={part: stage.made(part) for part in crew.busy[:1]})
    assert stage.lead() == stage.whole
    assert {*stage.ahead[:1], *crew.ahead[:1]} == drawn_ahead


def test_who_renders_the_last_segment_has_the_processors_to_itself(stage: Stage) -> None:
    stage.crew.does = lambda crew: SegmentNews(made={part: stage.made(part) for part in crew.busy})
    stage.lead()
    assert stage.ahead[-1]
    assert not any(stage.ahead[:-1])


def test_who_is_still_at_work_is_told_when_we_have_nothing_to_do(stage: Stage) -> None:
    """The first segment given to the process beside takes longer than all the others here."""
    begun = stage.clock.monotonic()

    def finishes_late(crew: Crew) -> SegmentNews:
        late = stage.clock.monotonic() - begun > 4 * TAKES
        return SegmentNews(made={part: stage.made(part) for part in crew.busy} if late else {})

    stage.crew.places, stage.crew.does = 1, finishes_late
    assert stage.lead() == stage.whole
    assert len(stage.here) == len(SEGMENTS) - 1
    assert set(stage.crew.freed) == set(stage.crew.given)
    assert stage.crew.ahead == [False]


def test_who_has_nothing_to_do_is_released_once_nothing_is_left(
    stage: Stage, monkeypatch: pytest.MonkeyPatch
) -> None:
    left: list[int] = []

    def finishes(crew: Crew) -> SegmentNews:
        left.append(len(SEGMENTS) - len(stage.here) - len(crew.given))
        return SegmentNews(made={part: stage.made(part) for part in crew.busy})

    released: list[int] = []
    monkeypatch.setattr(stage.crew, "release", lambda: released.append(left[-1]))
    stage.crew.places, stage.crew.does = 1, finishes
    assert stage.lead() == stage.whole
    assert set(released) == {0}


def test_nobody_is_told_to_draw_ahead_while_all_processors_are_busy(stage: Stage) -> None:
    stage.crew.places = 2
    stage.crew.working, stage.crew.processors = 2, 3
    stage.crew.does = lambda crew: SegmentNews(made={part: stage.made(part) for part in crew.busy[:1]})
    stage.lead()
    assert len(stage.crew.freed) <= 1  # one processor is free at the very end


def test_one_segment_is_always_left_for_us(stage: Stage) -> None:
    """Four places beside the leader and four segments: the leader must not be idle."""
    stage.crew.places = 4
    stage.crew.does = lambda crew: SegmentNews(made={part: stage.made(part) for part in crew.busy[:1]})
    assert stage.lead() == stage.whole
    assert stage.here


def test_what_comes_back_is_made_here_and_not_given_again(stage: Stage) -> None:
    stage.crew.places = 1
    stage.crew.does = lambda crew: SegmentNews(refused=tuple(crew.busy))
    assert stage.lead() == stage.whole
    assert len(stage.crew.given) == len(set(stage.crew.given))
    assert sorted(stage.here, key=lambda part: part.start) == list(SEGMENTS)


def test_who_hangs_loses_its_segment(stage: Stage) -> None:
    stage.crew.places = 1
    assert stage.lead() == stage.whole
    assert len(stage.crew.given) == 1
    assert stage.crew.given[0] in stage.here
    assert LONGEST_WAIT < stage.clock.monotonic() < 2 * LONGEST_WAIT


def test_frames_under_way_beside_us_count_as_progress(stage: Stage) -> None:
    stage.crew.places = 1
    stage.crew.does = lambda crew: SegmentNews(encoded=7 * bool(crew.busy))
    stage.lead()
    assert any(count % 10 == 7 for count in stage.told)


def test_what_another_worker_has_begun_is_left_to_it_until_it_takes_too_long(stage: Stage) -> None:
    """How long it waits depends on how long one segment took here."""
    begun = SEGMENTS[1]
    mark_begun(publish_plan(PLAN, stage.rendering), KEYS[begun], stage.rendering)
    assert stage.lead() == stage.whole
    assert stage.here[-1] == begun
    waited = stage.clock.monotonic() - 4 * TAKES
    assert TAKE_OVER_FACTOR * TAKES - 3 * TAKES - 1 < waited < TAKE_OVER_FACTOR * TAKES + 2


def test_what_another_worker_finishes_meanwhile_is_taken_from_it(stage: Stage) -> None:
    begun = SEGMENTS[1]
    mark_begun(publish_plan(PLAN, stage.rendering), KEYS[begun], stage.rendering)
    stage.takes = 30.0
    digest = stage.made(begun)
    sleep = stage.clock.sleep

    def later(seconds: float) -> None:
        sleep(seconds)
        if stage.clock.monotonic() > 60:
            stage.tier.kept[KEYS[begun]] = digest.encode()

    stage.clock.sleep = later  # type: ignore[method-assign]
    assert stage.lead() == stage.whole
    assert begun not in stage.here


def test_looking_for_what_others_made_takes_little_of_a_long_render(
    stage: Stage, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A bucket answers in a few hundredths of a second, and a film has hundreds of segments."""
    many = [range(start, start + 2) for start in range(0, PLAN.frame_count, 2)]
    asked: list[str] = []
    names = Tier.names

    def slow(tier: Tier, key: str) -> bytes:
        asked.append(key)
        stage.clock.sleep(0.02)
        return tier.kept.get(key, b"")

    def slowly(tier: Tier, folder: str) -> frozenset[str]:
        asked.append(folder)
        stage.clock.sleep(0.02)
        return names(tier, folder)

    monkeypatch.setattr(Tier, "record", slow)
    monkeypatch.setattr(Tier, "names", slowly)
    stage.takes = 1 / 5
    paths = lead(PLAN, many, stage.rendering)
    assert [path.read_bytes() for path in paths] == [stage.content(part) for part in many]
    assert len(asked) < 2 * len(many)  # each once before the first is rendered, then all at once each second
    assert stage.clock.monotonic() < 1.1 * len(many)


def test_what_another_worker_finished_between_two_looks_is_not_made_again(
    stage: Stage, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Each query takes so long here that there is only one look at all of them."""
    begun = SEGMENTS[1]
    mark_begun(publish_plan(PLAN, stage.rendering), KEYS[begun], stage.rendering)

    def slow(tier: Tier, key: str) -> bytes:
        stage.clock.sleep(1.0)
        if stage.clock.monotonic() > 6:
            tier.kept[KEYS[begun]] = stage.made(begun).encode()
        return tier.kept.get(key, b"")

    monkeypatch.setattr(Tier, "record", slow)
    stage.takes = 0.1
    assert stage.lead() == stage.whole
    assert begun not in stage.here


def test_what_was_begun_ahead_is_not_begun_twice(stage: Stage) -> None:
    ahead = SEGMENTS[1]
    stage.crew.underway = frozenset({KEYS[ahead]})

    def done(crew: Crew) -> SegmentNews:
        if find_segment(KEYS[ahead], stage.rendering):
            crew.underway = frozenset()
        elif stage.clock.monotonic() > 3 * TAKES + 1:
            record = stage.rendering.store.workspace.keys / KEYS[ahead]
            record.write_text(stage.made(ahead), "ascii")
        return SegmentNews()

    stage.crew.does = done
    assert stage.lead() == stage.whole
    assert ahead not in stage.here


def test_it_ends_when_it_is_told_to(stage: Stage) -> None:
    def cancelled() -> bool:
        return len(stage.here) == 2

    structs.force_setattr(stage.rendering, "cancelled", cancelled)
    with pytest.raises(ClipwrightError) as caught:
        stage.lead()
    assert caught.value.code == "cancelled"
    assert len(stage.here) == 2
