"""Key frames that were decoded before are not decoded again in another film; new ones are."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from pathlib import Path
from typing import Any

import av
import numpy as np
import pytest

from renderer.compositor.planes import Planes
from renderer.core.encoding import EncoderProfile
from renderer.media.encoding.encode import VideoShape, encode_segment
from renderer.media.inspection.inspect import Expectation, inspect_video
from renderer.media.inspection.thumbnails import SHAPE as CELLS
from renderer.media.inspection.thumbnails import KeyFrames
from renderer.media.inspection.video_scan import VideoScan, scan_video
from renderer.media.loudness import FileLoudness
from renderer.media.sample_table import read_sample_table
from renderer.rendering import kept_pictures as module
from renderer.rendering.kept_pictures import KeptPictures
from renderer.runtime.kept_parts import KeptParts
from tests.media.making import FPS, HEIGHT, WIDTH, Numbered, kept_parts

SHAPE = VideoShape(width=WIDTH, height=HEIGHT, fps=FPS)
PROFILE = EncoderProfile(gop=30, threads=1)
LENGTH = 4 * FPS


class Inverted(Numbered):
    """The same frames with inverted luma."""

    def draw(self, frame: int, target: Planes) -> None:
        super().draw(frame, target)
        target.y[:] = 255 - target.y


class Black(Numbered):
    """All frames black."""

    def draw(self, frame: int, target: Planes) -> None:
        super().draw(frame, target)
        target.y[:], target.u[:], target.v[:] = 16, 128, 128


@pytest.fixture
def parts(tmp_path: Path) -> KeptParts:
    return kept_parts(tmp_path)


@pytest.fixture
def decoded(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """Numbers of the samples that were actually decoded."""
    found: list[int] = []
    original = KeyFrames._decoded

    def decoding(frames: KeyFrames, numbers: Sequence[int]) -> Any:
        found.extend(numbers)
        return original(frames, numbers)

    monkeypatch.setattr(KeyFrames, "_decoded", decoding)
    return found


def film(folder: Path, *sources: Numbered) -> Path:
    """A film of joined segments of four seconds, each drawn by one of the sources."""
    into = folder / f"{'-'.join(type(source).__name__ for source in sources)}.mp4"
    segments = [segment(folder, source, place) for place, source in enumerate(sources)]
    with av.open(segments[0]) as first, av.open(into, "w") as whole:
        stream = whole.add_stream_from_template(first.streams.video[0])
        for place, path in enumerate(segments):
            with av.open(path) as container:
                for number, packet in enumerate(container.demux(video=0)):
                    if packet.pts is not None:
                        step = int(1 / packet.time_base) // FPS
                        packet.pts += place * LENGTH * step
                        packet.dts = (place * LENGTH + number - 2) * step
                        packet.stream = stream
                        whole.mux(packet)
    return into


def segment(folder: Path, source: Numbered, place: int) -> Path:
    into = folder / f"{place}.mp4"
    encode_segment(source, frames=range(LENGTH), shape=SHAPE, profile=PROFILE, into=into)
    return into


def scan(path: Path, parts: KeptParts) -> VideoScan:
    return scan_video(path, still=Fraction(1), kept=KeptPictures(parts))


def measured(path: Path) -> FileLoudness:
    """A loudness without faults, so that only the pictures matter."""
    del path
    length = Fraction(2 * LENGTH, FPS)
    return FileLoudness(
        lufs=-14.0, true_peak_dbtp=-2.0, quiet=(), start=Fraction(0), duration=length, peaks=()
    )


def test_a_film_that_was_seen_is_not_decoded_again(
    tmp_path: Path, parts: KeptParts, decoded: list[int]
) -> None:
    path = film(tmp_path, Numbered(), Inverted())
    first = scan(path, parts)
    assert len(decoded) == 4
    decoded.clear()
    assert scan(path, parts) == first
    assert decoded == []
    assert scan_video(path, still=Fraction(1)) == first
    assert len(decoded) == 4


def test_of_an_edited_film_only_what_is_new_is_decoded(
    tmp_path: Path, parts: KeptParts, decoded: list[int]
) -> None:
    scan(film(tmp_path, Numbered(), Numbered()), parts)
    decoded.clear()
    edited = film(tmp_path, Numbered(), Inverted(), Numbered())
    found = scan(edited, parts)
    assert sorted(decoded) == [LENGTH, LENGTH + 2 * FPS]
    assert found == scan_video(edited, still=Fraction(1))


def test_a_replaced_packet_is_looked_at(tmp_path: Path, parts: KeptParts) -> None:
    assert scan(film(tmp_path, Numbered(), Numbered(), Numbered()), parts).black == ()
    found = scan(film(tmp_path, Numbered(), Black(), Numbered()), parts)
    assert found.black == ((Fraction(4), Fraction(7)),)
    assert found.frozen == ((Fraction(4), Fraction(7)),)


def test_a_packet_that_no_longer_decodes_is_a_fault_of_the_file(tmp_path: Path, parts: KeptParts) -> None:
    path = film(tmp_path, Numbered(), Inverted())
    scan(path, parts)
    table, data = read_sample_table(path), bytearray(path.read_bytes())
    start = int(table.offsets[LENGTH])
    data[start : start + int(table.sizes[LENGTH])] = bytes(int(table.sizes[LENGTH]))
    path.write_bytes(data)
    expected = Expectation(width=WIDTH, height=HEIGHT, fps=FPS, frame_count=2 * LENGTH)
    found = inspect_video(path, expected, listen=measured, kept=KeptPictures(parts))
    assert [finding.code for finding in found.findings] == ["unreadable"]


def test_the_record_holds_the_latest(parts: KeptParts, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "MOST", 3)
    kept, setup = KeptPictures(parts), b"setup"
    pictures = {bytes([number] * 32): np.full(CELLS, number, np.uint8) for number in range(5)}
    for digest, picture in pictures.items():
        kept.remember(setup, {digest: picture})
    found = kept.recall(setup)
    assert sorted(found) == sorted(pictures)[2:]
    assert all((found[digest] == pictures[digest]).all() for digest in found)
    assert kept.recall(b"another") == {}


@pytest.mark.parametrize("damage", ["flipped", "cut", "emptied", "noise"])
def test_a_damaged_record_is_none(tmp_path: Path, parts: KeptParts, decoded: list[int], damage: str) -> None:
    path = film(tmp_path, Numbered(), Inverted(), Numbered())
    first = scan(path, parts)
    (record,) = parts.store.workspace.keys.iterdir()
    data = bytearray(record.read_bytes())
    data[200] ^= 1
    damaged = {"flipped": data, "cut": data[:-1], "emptied": bytearray(), "noise": bytearray(3000)}
    record.write_bytes(damaged[damage])
    decoded.clear()
    assert scan(path, parts) == first
    assert len(decoded) == 6
    decoded.clear()
    assert scan(path, parts) == first
    assert decoded == []
