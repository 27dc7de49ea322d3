from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from renderer.visuals.direction.stretches import with_stretches
from renderer.visuals.media import MediaItem, MediaKind


def video(name: str, seconds: int) -> MediaItem:
    return MediaItem(
        digest=name, name=name, kind=MediaKind.CLIP, width=90, height=160, frames=seconds * 30, fps=30
    )


IMAGE = MediaItem(digest="i", name="i", kind=MediaKind.IMAGE, width=90, height=160)


def test_images_and_short_clips_are_shown_once() -> None:
    placed = {2: IMAGE, 5: video("short", 6), 7: video("eleven", 11)}
    assert with_stretches(placed, 20) == placed


def test_a_long_video_alone_fills_what_it_can_in_its_own_order() -> None:
    filled = with_stretches({1: video("a", 60)}, 8)
    assert sorted(filled) == list(range(8))
    assert [filled[shot].first for shot in range(8)] == [n * 225 for n in range(8)]


def test_two_videos_take_turns() -> None:
    filled = with_stretches({0: video("a", 18), 1: video("b", 60)}, 6)
    assert sorted(item.name for item in filled.values()) == ["a"] * 3 + ["b"] * 3
    assert with_stretches({0: video("a", 18)}, 30).keys() == {0, 1, 29}


@given(st.integers(0, 700), st.integers(1, 60), st.integers(0, 59))
def test_no_stretch_runs_past_the_end_or_into_the_next(seconds: int, count: int, at: int) -> None:
    filled = with_stretches({at % count: video("a", seconds)}, count)
    firsts = [filled[shot].first for shot in sorted(filled)]
    ends = [*firsts[1:], seconds * 30]
    assert len(firsts) == 1 or all(end - first >= 180 for first, end in zip(firsts, ends, strict=True))
