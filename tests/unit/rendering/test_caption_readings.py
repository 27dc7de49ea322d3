"""Captions that were read in finished segments are not read in the joined file; nothing else counts."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from fractions import Fraction
from functools import partial
from itertools import pairwise
from pathlib import Path

import numpy as np
import pytest
from msgspec import structs

from pipelines.inspecting import SegmentCaptions, captions_read
from renderer.captions.drawing.overlay import open_captions, planned_captions
from renderer.compositor.blend import blend
from renderer.compositor.planes import Planes
from renderer.contract.vocabulary import CaptionStyle, StylePack
from renderer.core.encoding import EncoderProfile
from renderer.core.picture_spec import PainterSpec
from renderer.core.render_plan import RenderPlan
from renderer.core.storyboard import Shot, Storyboard
from renderer.core.timecode import TimeRange, nearest_frame
from renderer.media.encoding.audio_encode import encode_audio_beside
from renderer.media.encoding.encode import VideoShape, encode_segment
from renderer.media.encoding.frame_pipeline import Drawer
from renderer.media.encoding.join import JoinedVideo, join_segments
from renderer.media.inspection.frame_reader import frames_at
from renderer.media.inspection.inspect import Finding
from renderer.media.loudness import measure_loudness
from renderer.rendering.caption_contrast import contrast_frames
from renderer.rendering.caption_readings import KeptReadings
from renderer.rendering.caption_sync import caption_changes
from renderer.runtime.kept_parts import KeptParts
from tests.media.making import kept_parts, tone, write_wav
from tests.support.captions import FPS, SMALL, track_of

TRACK = track_of(CaptionStyle.TIKTOK, text="The sea rose fast and then it fell. " * 5)
COUNT = nearest_frame(TRACK.pages[-1].span.end, FPS) + 10
PROFILE = EncoderProfile(gop=30, threads=1)
SHAPE = VideoShape(width=SMALL.width, height=SMALL.height, fps=FPS)
CUTS = (0, 70, 190, COUNT)
SEGMENTS = tuple(range(start, stop) for start, stop in pairwise(CUTS))
PLAN = RenderPlan(
    width=SMALL.width,
    height=SMALL.height,
    fps=FPS,
    frame_count=COUNT,
    storyboard=Storyboard(
        pack=StylePack.DOCUMENTARY,
        shots=(
            Shot(
                span=TimeRange(Fraction(0), Fraction(COUNT, FPS)),
                scene="s1",
                picture=PainterSpec(painter="topographic", seed=1),
            ),
        ),
    ),
    captions=TRACK,
    audio="",
    encoder=PROFILE,
)


class Captioned(Drawer):
    """Captions over a grey that becomes lighter, `late` frames late."""

    def __init__(self, *, late: int = 0) -> None:
        self._late = late
        self._overlay = open_captions(TRACK, width=SMALL.width, height=SMALL.height, fps=FPS)

    def draw(self, frame: int, target: Planes) -> None:
        target.y[:] = 60 + frame % 60
        target.u[:], target.v[:] = 128, 128
        for sprite in self._overlay.placed_at(frame - self._late):
            blend(target, sprite)


def segments_in(folder: Path, source: Drawer) -> dict[range, Path]:
    made = {}
    for frames in SEGMENTS:
        made[frames] = folder / f"{frames.start}.mp4"
        encode_segment(source, frames=frames, shape=SHAPE, profile=PROFILE, into=made[frames])
    return made


def joined_in(folder: Path, paths: Sequence[Path]) -> Path:
    into = folder / "whole.mp4"
    beside = encode_audio_beside(
        write_wav(folder / "whole.wav", tone(COUNT / FPS)),
        duration=Fraction(COUNT, FPS),
        bit_rate=PROFILE.audio_bit_rate,
        scratch=folder / "sound.mp4",
        listen=measure_loudness,
    )
    with beside as sound:
        video = JoinedVideo(
            frame_count=COUNT, fps=SHAPE.fps, sound=sound, audio_bit_rate=PROFILE.audio_bit_rate, into=into
        )
        join_segments(paths, video)
    return into


@pytest.fixture(scope="module")
def finished(tmp_path_factory: pytest.TempPathFactory) -> dict[range, Path]:
    return segments_in(tmp_path_factory.mktemp("finished"), Captioned())


@pytest.fixture(scope="module")
def whole(finished: dict[range, Path], tmp_path_factory: pytest.TempPathFactory) -> Path:
    return joined_in(tmp_path_factory.mktemp("whole"), list(finished.values()))


@pytest.fixture
def parts(tmp_path: Path) -> KeptParts:
    return kept_parts(tmp_path)


def read_ahead(finished: Mapping[range, Path], parts: KeptParts, plan: RenderPlan = PLAN) -> None:
    captions = SegmentCaptions(plan, SEGMENTS, parts=parts, captions_of=planned_captions)
    for segment, path in finished.items():
        captions.read(segment, path)


def decoded(
    video: Path, parts: KeptParts, plan: RenderPlan = PLAN
) -> tuple[list[int], tuple[tuple[Finding, ...], dict[str, float]]]:
    """The frames that the inspection decodes, and its findings."""
    asked: list[int] = []

    def frames(numbers: Collection[int]) -> Mapping[int, Planes]:
        asked.extend(numbers)
        return frames_at(video, numbers, fps=FPS)

    readings = KeptReadings(parts, plan, segments=SEGMENTS, path=video)
    said = captions_read(planned_captions, plan, frames, readings)
    return sorted(asked), said


def crossing() -> list[int]:
    """Frames before and at onsets with which a segment begins."""
    changes = caption_changes(PLAN, planned_captions(PLAN))
    return [at for each in changes if each.onset in CUTS for at in (each.onset - 1, each.onset)]


def test_what_was_read_of_segments_is_not_decoded_again_and_says_the_same(
    finished: dict[range, Path], whole: Path, parts: KeptParts, tmp_path: Path
) -> None:
    unread, alone = decoded(whole, kept_parts(tmp_path / "other"))
    assert set(contrast_frames(PLAN)) < set(unread)
    assert alone[0] == ()
    assert alone[1]
    read_ahead(finished, parts)
    again, said = decoded(whole, parts)
    assert again == crossing()
    assert said == alone


def test_what_was_not_finished_in_time_is_decoded(
    finished: dict[range, Path], whole: Path, parts: KeptParts
) -> None:
    read_ahead({SEGMENTS[0]: finished[SEGMENTS[0]]}, parts)
    asked, said = decoded(whole, parts)
    assert asked
    assert not [number for number in asked if number in SEGMENTS[0] and number not in crossing()]
    assert said == decoded(whole, parts)[1]


def test_late_captions_are_found_however_early_they_were_read(parts: KeptParts, tmp_path: Path) -> None:
    late = segments_in(tmp_path, Captioned(late=1))
    read_ahead(late, parts)
    asked, (findings, _) = decoded(joined_in(tmp_path, list(late.values())), parts)
    assert asked == crossing()
    assert len(findings) == len(caption_changes(PLAN, planned_captions(PLAN)))


def test_readings_of_other_pictures_do_not_count(
    finished: dict[range, Path], parts: KeptParts, tmp_path: Path
) -> None:
    """The judged file has late captions, though its segments are said to be the ones that were read."""
    read_ahead(finished, parts)
    late = joined_in(tmp_path, list(segments_in(tmp_path, Captioned(late=1)).values()))
    _, (findings, _) = decoded(late, parts)
    assert findings


OTHERS = {
    "style": structs.replace(PLAN, captions=structs.replace(TRACK, style=CaptionStyle.HORMOZI)),
    "pages": structs.replace(PLAN, captions=structs.replace(TRACK, pages=TRACK.pages[1:])),
    "size": structs.replace(PLAN, height=PLAN.height - 2),
}


@pytest.mark.parametrize("other", OTHERS)
def test_readings_against_another_plan_do_not_count(
    finished: dict[range, Path], parts: KeptParts, other: str
) -> None:
    numbers = [range(number, number + 1) for number in contrast_frames(PLAN)]
    read_ahead(finished, parts)
    made = partial(KeptReadings, parts, segments=SEGMENTS, path=finished[SEGMENTS[0]])
    assert made(PLAN).known("contrast", numbers)
    assert not made(OTHERS[other]).known("contrast", numbers)


@pytest.mark.parametrize("damage", ["cut off", "short", "gone"])
def test_of_a_damaged_file_nothing_is_known_and_nothing_kept(
    finished: dict[range, Path], parts: KeptParts, tmp_path: Path, damage: str
) -> None:
    broken = tmp_path / "broken.mp4"
    if damage == "cut off":
        broken.write_bytes(finished[SEGMENTS[0]].read_bytes()[:-200])
    if damage == "short":  # only the beginning of the last segment
        broken.write_bytes(finished[SEGMENTS[0]].read_bytes())
    readings = KeptReadings(parts, PLAN, segments=SEGMENTS, path=broken)
    frame = range(COUNT - 5, COUNT - 4) if damage == "short" else range(5, 6)
    readings.keep("contrast", {frame: {"said": 5.0}})
    assert readings.known("contrast", [frame]) == {}


def test_a_damaged_record_counts_as_none(finished: dict[range, Path], parts: KeptParts) -> None:
    readings = KeptReadings(parts, PLAN, segments=SEGMENTS, path=finished[SEGMENTS[0]])
    frame = range(5, 6)
    readings.keep("contrast", {frame: {"said": 5.0}})
    assert readings.known("contrast", [frame]) == {frame: {"said": 5.0}}
    (record,) = parts.store.workspace.keys.iterdir()
    for damage in (b'{"said": ', b'{"\xff": 5.0}'):
        record.write_bytes(damage)
        assert readings.known("contrast", [frame]) == {}


def test_frames_of_a_segment_are_those_of_the_whole(finished: dict[range, Path], whole: Path) -> None:
    numbers = [75, 131, 189]
    ours = frames_at(finished[SEGMENTS[1]], numbers, fps=FPS, first=SEGMENTS[1].start)
    theirs = frames_at(whole, numbers, fps=FPS)
    for number in numbers:
        np.testing.assert_array_equal(ours[number].y, theirs[number].y)
