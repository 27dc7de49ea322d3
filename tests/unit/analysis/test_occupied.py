"""The boxes that captions keep clear of, and where captions go."""

from __future__ import annotations

from fractions import Fraction
from pathlib import Path

import cv2
import numpy as np
import pytest

from renderer.analysis.occupied import occupied_boxes
from renderer.analysis.picture_sizes import shown_size_within
from renderer.analysis.placement import clear_position
from renderer.analysis.tracks import linked, nearness
from renderer.analysis.watched import Watched, load, save
from renderer.analysis.watching import Detectors, watch, watching_rate
from renderer.backends.vision.base import DetectedBox
from renderer.backends.vision.fake import ColourDetector
from renderer.compositor.planes import rgb_to_planes
from renderer.contract.remix.analysis import OccupiedBox
from renderer.contract.vocabulary import CaptionPosition

WIDTH, HEIGHT, FPS = 320, 180, 30
FACE, TEXT = (250, 10, 240), (10, 240, 250)
BOTTOM, TOP, CENTER = CaptionPosition.BOTTOM, CaptionPosition.TOP, CaptionPosition.CENTER


def watched(*, seconds: int = 6, text: range = range(60, 150), speed: float = 0.0) -> Watched:
    """A face from 1 s to 4 s that moves `speed` pixels a frame, and text on frames `text`."""
    frames = []
    for n in range(seconds * FPS):
        frame = np.full((HEIGHT, WIDTH, 3), 90, np.uint8)
        if 30 <= n < 120:
            x = 100 + int(speed * (n - 30))
            cv2.rectangle(frame, (x, 40), (x + 39, 79), FACE, -1)
        if n in text:
            cv2.rectangle(frame, (60, 150), (259, 165), TEXT, -1)
        frames.append(frame)
    detectors = Detectors(faces=ColourDetector(colour=FACE), texts=ColourDetector(colour=TEXT))
    return watch(map(rgb_to_planes, frames), count=len(frames), fps=FPS, detectors=detectors)


def boxes(found: Watched) -> tuple[OccupiedBox, ...]:
    return occupied_boxes(found, duration=Fraction(found.frames, FPS))


def test_faces_and_text_are_boxed_for_as_long_as_they_stand() -> None:
    face, text = sorted(boxes(watched()), key=lambda box: box.kind)
    assert (face.kind, text.kind) == ("face", "text")
    assert 800 <= face.start_ms <= 1000
    assert 4000 <= face.end_ms <= 4200
    assert face.left <= 100 / WIDTH
    assert face.left + face.width >= 140 / WIDTH
    assert face.top <= 40 / HEIGHT
    assert face.width * face.height < 2.2 * (40 / WIDTH) * (40 / HEIGHT)
    assert 1500 <= text.start_ms <= 2000
    assert 5000 <= text.end_ms <= 5500
    assert text.top <= 150 / HEIGHT


def test_a_moving_face_is_covered_at_every_moment_by_boxes_that_are_not_its_whole_way() -> None:
    found = [box for box in boxes(watched(speed=1.6)) if box.kind == "face"]
    assert len(found) >= 3
    for frame in range(36, 114):
        x, now = 100 + int(1.6 * (frame - 30)), frame * 1000 / FPS
        there = [box for box in found if box.start_ms <= now < box.end_ms]
        assert min(box.left for box in there) * WIDTH <= x
        assert max(box.left + box.width for box in there) * WIDTH >= x + 40
    assert max(box.width for box in found) < 0.45


def test_what_is_seen_once_is_not_believed() -> None:
    assert [box.kind for box in boxes(watched(text=range(70, 76)))] == ["face"]


def test_the_end_of_the_video_ends_all_boxes() -> None:
    found = watched(seconds=4)
    assert max(box.end_ms for box in boxes(found)) == 4000


def test_notes_come_back_from_a_file_as_they_were_and_with_the_same_bytes(tmp_path: Path) -> None:
    found = watched(seconds=2)
    for name in ("a", "b"):
        save(found, tmp_path / name)
    back = load(tmp_path / "a")
    assert (tmp_path / "a").read_bytes() == (tmp_path / "b").read_bytes()
    assert back.face_boxes() == found.face_boxes()
    assert np.array_equal(back.luma, found.luma)
    assert (back.fps, back.text_step, back.frames) == (30, 15, 60)


def test_tracks_do_not_jump_between_two_faces() -> None:
    def box(x: float) -> DetectedBox:
        return DetectedBox(left=x, top=0.3, width=0.1, height=0.2, score=0.9)

    found = {n: (box(0.1 + n * 0.001), box(0.7 - n * 0.001)) for n in range(0, 60, 6)}
    tracks = linked(found, gap=12, alike=nearness, least=0.0)
    assert len(tracks) == 2
    assert [round(track.boxes[-1].left, 3) for track in tracks] == [0.154, 0.646]


def occupied(kind: str, top: float, height: float) -> OccupiedBox:
    return OccupiedBox.model_validate(
        {
            "start_ms": 1000,
            "end_ms": 2000,
            "kind": kind,
            "left": 0.2,
            "top": top,
            "width": 0.6,
            "height": height,
        }
    )


@pytest.mark.parametrize(
    ("there", "wanted", "found"),
    [
        ((), BOTTOM, BOTTOM),
        ((occupied("text", 0.82, 0.1),), BOTTOM, TOP),
        ((occupied("text", 0.82, 0.1), occupied("face", 0.05, 0.3)), BOTTOM, CENTER),
        ((occupied("face", 0.05, 0.3),), CENTER, CENTER),
        ((occupied("face", 0.1, 0.75), occupied("text", 0.85, 0.1)), CENTER, BOTTOM),
    ],
)
def test_captions_go_where_they_cover_least(
    there: tuple[OccupiedBox, ...], wanted: CaptionPosition, found: CaptionPosition
) -> None:
    assert clear_position(there, start_ms=1200, end_ms=1800, wanted=wanted) is found
    assert clear_position(there, start_ms=2000, end_ms=3000, wanted=wanted) is wanted


def test_sizes_and_rates_of_what_is_looked_at() -> None:
    assert shown_size_within(1920, 1080) == (640, 360)
    assert shown_size_within(1080, 1920) == (360, 640)
    assert shown_size_within(321, 181) == (320, 180)
    assert shown_size_within(3, 5000) == (2, 640)
    rates = {"24000/1001": 24, "30000/1001": 30, "30": 30, "25": 25, "120": 60, "1/2": 1, "25/2": 13}
    assert {text: watching_rate(Fraction(text)) for text in rates} == rates
