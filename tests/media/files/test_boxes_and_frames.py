"""The boxes of an MP4 and single frames of a finished video are read as they are in the file."""

from __future__ import annotations

import struct
from pathlib import Path

import pytest

from renderer.errors import ClipwrightError
from renderer.media.inspection.frame_reader import frames_at
from renderer.media.inspection.mp4_boxes import Layout, read_layout
from tests.media.making import FPS, make_video, number_in

FRAMES = 40


def box(kind: bytes, *inner: bytes) -> bytes:
    content = b"".join(inner)
    return struct.pack(">I4s", 8 + len(content), kind) + content


def large(kind: bytes, content: bytes) -> bytes:
    """A box with a 64-bit size after its name."""
    return struct.pack(">I4sQ", 1, kind, 16 + len(content)) + content


def to_the_end(kind: bytes, content: bytes) -> bytes:
    return struct.pack(">I4s", 0, kind) + content


def laid_out(folder: Path, *boxes: bytes) -> Layout:
    path = folder / "file.mp4"
    path.write_bytes(b"".join(boxes))
    return read_layout(path)


TRACK = box(b"trak", box(b"tkhd", bytes(84)), box(b"edts", box(b"elst", bytes(20))))
PLAIN_TRACK = box(b"trak", box(b"tkhd", bytes(84)), box(b"mdia", box(b"mdhd", bytes(24))))


def test_boxes_are_told_in_their_order(tmp_path: Path) -> None:
    found = laid_out(tmp_path, box(b"ftyp", b"isom"), box(b"moov"), box(b"free"), box(b"mdat", bytes(30)))
    assert found.order == ("ftyp", "moov", "free", "mdat")
    assert found.edit_lists == 0


@pytest.mark.parametrize(
    ("order", "fast"),
    [
        ((b"ftyp", b"moov", b"mdat"), True),
        ((b"ftyp", b"mdat", b"moov"), False),
        ((b"ftyp", b"mdat", b"moov", b"mdat"), False),
        ((b"ftyp", b"moov"), False),
        ((b"mdat",), False),
        ((), False),
    ],
)
def test_a_player_can_start_when_the_index_stands_before_the_media(
    tmp_path: Path, order: tuple[bytes, ...], *, fast: bool
) -> None:
    assert laid_out(tmp_path, *(box(kind) for kind in order)).fast_start is fast


@pytest.mark.parametrize("tracks", [0, 1, 2])
def test_edit_lists_are_counted_track_by_track(tmp_path: Path, tracks: int) -> None:
    inner = [TRACK] * tracks + [PLAIN_TRACK]
    assert laid_out(tmp_path, box(b"ftyp"), box(b"moov", *inner), box(b"mdat")).edit_lists == tracks


def test_what_only_looks_like_an_edit_list_is_none(tmp_path: Path) -> None:
    """Neither the letters inside media data nor a box of that name outside a track is an edit list."""
    found = laid_out(tmp_path, box(b"moov", box(b"udta", box(b"elst"))), box(b"mdat", box(b"elst")))
    assert found.edit_lists == 0


def test_sizes_of_eight_bytes_and_boxes_to_the_end_of_the_file(tmp_path: Path) -> None:
    found = laid_out(tmp_path, large(b"mdat", bytes(100)), box(b"moov", TRACK), to_the_end(b"free", bytes(9)))
    assert found == Layout(order=("mdat", "moov", "free"), edit_lists=1)


@pytest.mark.parametrize("size", [2, 7])
def test_an_impossible_size_ends_the_reading(tmp_path: Path, size: int) -> None:
    broken = struct.pack(">I4s", size, b"junk") + bytes(20)
    assert laid_out(tmp_path, box(b"ftyp"), broken, box(b"moov")).order == ("ftyp",)


def test_a_box_that_says_it_is_longer_than_its_file(tmp_path: Path) -> None:
    longer = struct.pack(">I4s", 10_000, b"moov") + TRACK
    assert laid_out(tmp_path, box(b"ftyp"), longer) == Layout(order=("ftyp", "moov"), edit_lists=1)


@pytest.fixture(scope="module")
def video(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A video whose frames show their own number, with a key frame every 15."""
    return make_video(tmp_path_factory.mktemp("frames"), frames=FRAMES)


@pytest.mark.parametrize(
    "numbers", [(0,), (FRAMES - 1,), (14, 15, 16), (29, 2, 17, 2), tuple(range(0, FRAMES, 7))]
)
def test_frames_are_those_with_the_numbers_that_were_asked_for(video: Path, numbers: tuple[int, ...]) -> None:
    found = frames_at(video, numbers, fps=FPS)
    assert list(found) == list(dict.fromkeys(numbers))
    assert [number_in(planes.y) for planes in found.values()] == list(found)


def test_planes_are_copies_of_their_frame(video: Path) -> None:
    planes = frames_at(video, [3], fps=FPS)[3]
    assert planes.y.shape == (160, 96)
    assert planes.u.shape == planes.v.shape == (80, 48)
    planes.y[:] = 0
    assert number_in(frames_at(video, [3], fps=FPS)[3].y) == 3


def test_no_numbers_give_no_frames(video: Path) -> None:
    assert frames_at(video, [], fps=FPS) == {}


def test_a_frame_beyond_the_end_is_named(video: Path) -> None:
    with pytest.raises(ClipwrightError) as caught:
        frames_at(video, [5, FRAMES, FRAMES + 9], fps=FPS)
    assert caught.value.code == "quality_gate"
    assert str(FRAMES) in caught.value.sentence
