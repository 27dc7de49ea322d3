"""Pictures stay open for a next segment that shows them, with the same pixels as when opened anew."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator
from contextlib import AbstractContextManager, closing
from fractions import Fraction
from functools import partial
from pathlib import Path

import numpy as np
import pytest
from msgspec.structs import replace

from renderer.compositor.planes import allocate
from renderer.core.camera import CameraMove, View
from renderer.core.picture_spec import PainterSpec
from renderer.core.render_plan import RenderPlan
from renderer.core.shot_frames import begins_within_shot
from renderer.core.storyboard import Storyboard, Transition
from renderer.media.encoding.frame_pipeline import FrameBuffer
from renderer.rendering import frames as drawn_frames
from renderer.rendering.frames import open_plan
from renderer.rendering.kept_frames import KeptFrames, OpenFrames
from renderer.runtime.artifacts import ArtifactStore
from renderer.runtime.workspace import open_workspace
from renderer.visuals.film.open_picture import open_picture
from renderer.visuals.style_pack_files import load_pack
from tests.support.production.leading import PLAN

CUT = [range(40), range(40, 130), range(130, 200)]
"""A dissolve into the second shot ends at 40, one into the third at 130; there is a hard cut at 180."""


def dissolving(plan: RenderPlan) -> RenderPlan:
    """The plan with dissolves of ten frames into its second and third shot, under a moving camera."""
    dissolve = Transition(kind="dissolve", duration=Fraction(10, plan.fps))
    move = CameraMove(start=View(zoom=1.02), end=View(zoom=1.1))
    first, second, third, last = (replace(shot, camera=move) for shot in plan.storyboard.shots)
    shots = (first, replace(second, transition=dissolve), replace(third, transition=dissolve), last)
    return replace(plan, storyboard=Storyboard(pack=plan.storyboard.pack, shots=shots))


WHOLE = dissolving(PLAN)


@pytest.fixture
def store(tmp_path: Path) -> ArtifactStore:
    return ArtifactStore(open_workspace(tmp_path / "work"))


@pytest.fixture
def opened(monkeypatch: pytest.MonkeyPatch) -> Counter[int]:
    """How often each picture was opened, by its seed."""
    counts: Counter[int] = Counter()

    def counted(spec: PainterSpec, **settings: object) -> object:
        counts[spec.seed] += 1
        return open_picture(spec, **settings)  # type: ignore[arg-type]  # handed on as they came

    monkeypatch.setattr(drawn_frames, "open_picture", counted)
    return counts


def of(
    kept: KeptFrames, segment: range, store: ArtifactStore, plan: RenderPlan = WHOLE
) -> AbstractContextManager[OpenFrames]:
    """Open a segment's source as rendering does."""
    opened = partial(open_plan, plan, store, pack=load_pack(plan.storyboard.pack))
    return kept.of(plan, segment.stop, opened)


def drawn(
    kept: KeptFrames, segment: range, store: ArtifactStore, plan: RenderPlan = WHOLE
) -> Iterator[bytes]:
    """Every frame of a segment."""
    target = allocate(plan.width, plan.height)
    with of(kept, segment, store, plan) as source:
        source.prepare(stop=segment.stop, ahead=True)
        for number in segment:
            source.draw(number, target)
            yield np.concatenate([target.y.ravel(), target.u.ravel(), target.v.ravel()]).tobytes()


def test_segments_in_order_open_each_picture_once(store: ArtifactStore, opened: Counter[int]) -> None:
    with closing(KeptFrames()) as kept:
        for segment in CUT:
            assert all(drawn(kept, segment, store))
    assert opened == {0: 1, 1: 1, 2: 1, 3: 1}


def test_pictures_kept_have_the_pixels_of_pictures_opened_anew(store: ArtifactStore) -> None:
    with closing(KeptFrames()) as kept:
        on = [frame for segment in CUT for frame in drawn(kept, segment, store)]
    apart: list[bytes] = []
    for segment in CUT:
        with closing(KeptFrames()) as kept:
            apart += drawn(kept, segment, store)
    assert len(set(on)) > len(on) / 2
    assert on == apart


def test_segments_that_do_not_follow_share_the_pictures_that_both_show(
    store: ArtifactStore, opened: Counter[int]
) -> None:
    """The second shot is seen on the first and the last of these, and so is the third on the last two."""
    with closing(KeptFrames()) as kept:
        for segment in (range(40, 60), range(90, 110), range(60, 90), range(120, 140), range(150, 170)):
            assert all(drawn(kept, segment, store))
    assert opened == {1: 1, 2: 1}


def test_pictures_have_the_same_pixels_in_whichever_order_segments_are_drawn(store: ArtifactStore) -> None:
    parts = [range(start, start + 10) for start in range(0, 200, 10)]
    with closing(KeptFrames()) as kept:
        forward = {part: list(drawn(kept, part, store)) for part in parts}
    with closing(KeptFrames()) as kept:
        for part in random.Random(4).sample(parts, len(parts)):  # noqa: S311 - an order, not a secret
            assert list(drawn(kept, part, store)) == forward[part]


def test_pictures_that_the_next_segment_does_not_show_are_opened_again(
    store: ArtifactStore, opened: Counter[int]
) -> None:
    with closing(KeptFrames()) as kept:
        for segment in (CUT[0], CUT[2], CUT[1]):
            assert all(drawn(kept, segment, store))
    assert opened == {0: 1, 1: 2, 2: 2, 3: 1}


def test_the_frames_of_another_plan_are_not_gone_on_with(store: ArtifactStore, opened: Counter[int]) -> None:
    other = replace(WHOLE, audio="other")
    with closing(KeptFrames()) as kept:
        assert all(drawn(kept, CUT[0], store))
        assert all(drawn(kept, CUT[1], store, other))
    assert opened[1] == 2


def test_nothing_is_kept_after_an_error_or_once_closed(store: ArtifactStore) -> None:
    kept = KeptFrames()
    assert all(drawn(kept, CUT[0], store))
    assert kept.ended == 40
    kept.close()
    assert kept.ended == -1
    assert all(drawn(kept, CUT[0], store))
    with pytest.raises(KeyError), of(kept, CUT[1], store):
        raise KeyError
    assert kept.ended == -1


def test_buffers_are_dropped_with_what_is_open() -> None:
    kept, size = KeptFrames(), (64, 64, 30)
    made = [FrameBuffer(None, allocate(64, 64))]
    again = partial(kept.buffers.taken, 1, size, allocated=lambda _: FrameBuffer(None, allocate(64, 64)))
    kept.buffers.keep(made, size)
    assert again() == made
    kept.buffers.keep(made, size)
    kept.close()
    assert again() != made


def test_a_segment_begins_within_a_shot_where_a_transition_has_ended() -> None:
    assert [
        frame
        for frame in (0, 30, 40, 120, 130, 180, 200)
        if begins_within_shot(WHOLE.storyboard, frame, WHOLE.fps)
    ] == [
        40,
        130,
    ]
