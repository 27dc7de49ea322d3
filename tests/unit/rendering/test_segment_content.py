from __future__ import annotations

from fractions import Fraction

from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from renderer.contract.vocabulary import CaptionPosition, CaptionStyle, Language, StylePack
from renderer.core.captions import CaptionLine, CaptionTrack, CaptionWord, Page
from renderer.core.codec import decode, encode
from renderer.core.encoding import EncoderProfile
from renderer.core.picture_spec import MediaSpec, PainterSpec
from renderer.core.render_plan import RenderPlan
from renderer.core.shot_frames import shots_in_frames
from renderer.core.storyboard import Shot, Storyboard, Transition
from renderer.core.timecode import TimeRange
from renderer.rendering.segment_content import SegmentKeys, key_frames, segments_of, settled_segments

FPS = 30


def plan(lengths: list[tuple[int, str, bool]], *, pages: tuple[Page, ...] = ()) -> RenderPlan:
    """Shots of so many frames, in a scene each, dissolving or not; scene and length give the picture."""
    shots: list[Shot] = []
    at = 0
    for number, (frames, scene, dissolves) in enumerate(lengths):
        span = TimeRange(Fraction(at, FPS), Fraction(at + frames, FPS))
        transition = (
            Transition(kind="dissolve", duration=Fraction(1, 3)) if dissolves and number else Transition()
        )
        picture = PainterSpec(painter="topographic", seed=frames * 1000 + ord(scene[0]))
        shots.append(Shot(span=span, scene=scene, picture=picture, transition=transition))
        at += frames
    return RenderPlan(
        width=320,
        height=180,
        fps=FPS,
        frame_count=at,
        storyboard=Storyboard(pack=StylePack.DOCUMENTARY, shots=tuple(shots)),
        captions=CaptionTrack(
            style=CaptionStyle.MINIMAL,
            position=CaptionPosition.BOTTOM,
            language=Language.EN,
            safe_area="organic",
            pages=pages,
        ),
        audio="",
        encoder=EncoderProfile(),
    )


def keys(made: RenderPlan) -> list[str]:
    content = SegmentKeys(made)
    return [content.key(frames) for frames in segments_of(made)]


def test_keys_of_a_plan_made_and_of_the_same_read_are_equal() -> None:
    made = plan(SHOTS, pages=(page(20, "one"),))
    made = replace(made, encoder=replace(made.encoder, crf=19))  # a whole number where floats are expected
    assert keys(made) == keys(decode(encode(made), RenderPlan))


SHOTS = [(150, "a", False), (180, "a", True), (200, "b", False), (170, "b", False), (240, "c", False)]


def page(start: int, text: str) -> Page:
    word = CaptionWord(
        text=text, span=TimeRange(Fraction(start, FPS), Fraction(start + 20, FPS)), index=start
    )
    return Page(span=TimeRange(word.span.start, word.span.end), lines=(CaptionLine(words=(word,)),))


def test_a_longer_shot_changes_its_own_segment_and_the_rest_only_moves() -> None:
    before = keys(plan(SHOTS))
    after = keys(plan([SHOTS[0], SHOTS[1], (233, "b", False), *SHOTS[3:]]))
    assert (len(before), len(after)) == (3 + 3 + 4 + 3 + 4, 3 + 3 + 4 + 3 + 4)
    assert unlike(before, after) == [6, 7, 8, 9]


def test_captions_count_where_they_are_seen() -> None:
    without, early, late = (
        keys(plan(SHOTS, pages=pages)) for pages in ((), (page(10, "one"),), (page(390, "one"),))
    )
    assert unlike(without, early) == [0]
    assert unlike(without, late) == [7]
    moved = keys(plan([(160, "a", False), *SHOTS[1:]], pages=(page(400, "one"),)))
    assert moved[7] == late[7]


def unlike(some: list[str], others: list[str]) -> list[int]:
    """Numbers of the segments that differ."""
    return [number for number, (one, other) in enumerate(zip(some, others, strict=True)) if one != other]


def test_a_picture_that_is_still_being_replaced_counts() -> None:
    one, other = plan(SHOTS), plan([(150, "z", False), *SHOTS[1:]])
    frames = range(155, 300)
    assert SegmentKeys(one).key(frames) != SegmentKeys(other).key(frames)
    later = range(165, 300)
    assert SegmentKeys(one).key(later) == SegmentKeys(other).key(later)


def test_encoder_and_size_count() -> None:
    made = plan(SHOTS)
    assert keys(made)[0] != keys(replace(made, encoder=EncoderProfile(crf=21)))[0]
    assert keys(made)[0] != keys(replace(made, width=640))[0]


@given(
    st.lists(st.tuples(st.integers(30, 400), st.sampled_from("abc"), st.booleans()), min_size=1, max_size=30)
)
def test_segments_tile_the_plan_and_without_groups_begin_in_no_transition(
    lengths: list[tuple[int, str, bool]],
) -> None:
    """Groups of pictures between those borders may begin anywhere."""
    made = plan(lengths)
    whole = segments_of(replace(made, encoder=EncoderProfile(codec="h264_nvenc")))
    assert [frame for part in whole for frame in part] == list(range(made.frame_count))
    seen_alone = {shot.start + shot.transition_frames for shot in shots_in_frames(made.storyboard, FPS)}
    assert {part.start for part in whole} <= seen_alone
    groups = segments_of(made)
    assert [frame for part in groups for frame in part] == list(range(made.frame_count))
    assert {part.start for part in whole} <= {part.start for part in groups}
    assert max(map(len, groups)) <= made.encoder.gop


@given(
    st.lists(st.tuples(st.integers(30, 400), st.sampled_from("abc"), st.booleans()), min_size=2, max_size=20),
    st.data(),
)
def test_what_is_settled_stays_as_it_is_whatever_comes(
    lengths: list[tuple[int, str, bool]], data: st.DataObject
) -> None:
    beginning = plan(lengths[: data.draw(st.integers(1, len(lengths)))])
    whole = plan(lengths)
    settled = settled_segments(beginning)
    assert settled == segments_of(whole)[: len(settled)]
    assert [SegmentKeys(beginning).key(each) for each in settled] == keys(whole)[: len(settled)]


def test_all_but_what_the_last_shot_is_in_is_settled() -> None:
    assert settled_segments(slowly(SHOTS)) == segments_of(slowly(SHOTS))[:-1]
    assert settled_segments(slowly(DISSOLVING)) == segments_of(slowly(DISSOLVING))[:-2]


def slowly(lengths: list[tuple[int, str, bool]]) -> RenderPlan:
    """The same for an encoder that is opened as rarely as possible."""
    made = plan(lengths)
    return replace(made, encoder=EncoderProfile(codec="h264_nvenc"))


def test_a_segment_has_one_key_frame_unless_a_video_plays_or_encoders_open_slowly() -> None:
    made = plan(SHOTS)
    assert key_frames(made) == tuple(segment.start for segment in segments_of(made))
    assert {len(segment) for segment in segments_of(made)} <= set(range(50, 61))
    shots = list(made.storyboard.shots)
    shots[2] = replace(shots[2], picture=MediaSpec(media="0" * 64, seed=1, fps=FPS))
    playing = replace(made, storyboard=replace(made.storyboard, shots=tuple(shots)))
    assert range(330, 530) in segments_of(playing)
    assert len(segments_of(playing)) == len(segments_of(made)) - 3
    assert [len(segment) for segment in segments_of(slowly(SHOTS))] == [160, 170, 200, 170, 240]


DISSOLVING = [(length, scene, True) for length, scene, _ in SHOTS]
