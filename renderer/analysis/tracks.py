"""Tracks: the boxes of one thing from sample to sample, such as a face or a line of text."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field

from renderer.backends.vision.base import DetectedBox

Likeness = Callable[[DetectedBox, DetectedBox], float]


@dataclass(slots=True)
class BoxTrack:
    """The boxes of one thing, with the frames they were found on, in order."""

    frames: list[int] = field(default_factory=list)
    boxes: list[DetectedBox] = field(default_factory=list)

    def add(self, frame: int, box: DetectedBox) -> None:
        """Append the next box."""
        self.frames.append(frame)
        self.boxes.append(box)


def linked(
    found: Mapping[int, Sequence[DetectedBox]],
    *,
    gap: int,
    alike: Likeness,
    least: float,
) -> list[BoxTrack]:
    """Tracks in order of their first frame; each box joins the track whose last box is most `alike`.

    Args:
        found: Boxes by frame.
        gap: Largest distance in frames between two boxes of a track.
        alike: Likeness of two boxes.
        least: Least likeness for a box to join a track.
    """
    tracks: list[BoxTrack] = []
    for frame in sorted(found):
        open_tracks = [track for track in tracks if frame - track.frames[-1] <= gap]
        pairs = sorted(
            (
                (alike(track.boxes[-1], box), number, place)
                for number, track in enumerate(open_tracks)
                for place, box in enumerate(found[frame])
            ),
            key=lambda pair: -pair[0],
        )
        taken: set[int] = set()
        placed: set[int] = set()
        for likeness, number, place in pairs:
            if likeness >= least and number not in taken and place not in placed:
                open_tracks[number].add(frame, found[frame][place])
                taken.add(number)
                placed.add(place)
        for place, box in enumerate(found[frame]):
            if place not in placed:
                tracks.append(BoxTrack([frame], [box]))
    return tracks


def overlap(one: DetectedBox, other: DetectedBox) -> float:
    """Shared area as a share of the smaller box."""
    width = min(one.right, other.right) - max(one.left, other.left)
    height = min(one.bottom, other.bottom) - max(one.top, other.top)
    if width <= 0 or height <= 0:
        return 0.0
    return width * height / min(one.width * one.height, other.width * other.height)


def same_line(one: DetectedBox, other: DetectedBox) -> float:
    """Shared height as a share of the height that both span; 0 if they do not overlap horizontally."""
    if min(one.right, other.right) <= max(one.left, other.left):
        return 0.0
    shared = min(one.bottom, other.bottom) - max(one.top, other.top)
    return max(0.0, shared) / (max(one.bottom, other.bottom) - min(one.top, other.top))


def nearness(one: DetectedBox, other: DetectedBox) -> float:
    """1 for the same middle, falling to 0 (and below) where the middles are one mean side apart."""
    size = (one.width + other.width + one.height + other.height) / 4
    across = abs(one.middle[0] - other.middle[0]) + abs(one.middle[1] - other.middle[1])
    return 1.0 - across / max(size, 1e-6)


def around(boxes: Sequence[DetectedBox]) -> DetectedBox:
    """The smallest box that contains all of them."""
    left, top = min(box.left for box in boxes), min(box.top for box in boxes)
    return DetectedBox(
        left=left,
        top=top,
        width=max(box.right for box in boxes) - left,
        height=max(box.bottom for box in boxes) - top,
        score=max(box.score for box in boxes),
    )
