"""Animations keep their times; what is no picture, or too large a one, is refused by name."""

from __future__ import annotations

import gc
import struct
import zlib
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from PIL import Image

from renderer.compositor.planes import planes_to_rgb
from renderer.media.sources import still_answer
from renderer.media.sources.geometry import TargetBox
from renderer.media.sources.planar_file import open_frames
from renderer.media.sources.refusal import Refusal
from renderer.media.sources.still import frame_starts, open_still, still_planes

Opened = Callable[[Path, str], Any]

BOX = TargetBox(width=64, height=64)
RED, GREEN, BLUE, GREY = (220, 30, 30), (30, 190, 40), (30, 40, 210), (128, 128, 128)


def animated(path: Path, durations: list[int]) -> Path:
    frames = [Image.new("RGB", (32, 32), colour) for colour in (RED, GREEN, BLUE, GREY)]
    frames[0].save(
        path, format="GIF", save_all=True, append_images=frames[1 : len(durations)], duration=durations
    )
    return path


def test_an_animation_has_its_own_times(opened: Opened, tmp_path: Path) -> None:
    image = opened(animated(tmp_path / "a.gif", [200, 100, 400]), "GIF")
    assert frame_starts(image, 10.0) == pytest.approx([0.0, 0.2, 0.3, 0.7])
    assert frame_starts(image, 0.25) == pytest.approx([0.0, 0.2, 0.3])
    assert image.tell() == 0


def test_frames_without_a_time_take_a_tenth_and_none_takes_for_ever(opened: Opened, tmp_path: Path) -> None:
    image = opened(animated(tmp_path / "a.gif", [0, 0, 60_000]), "GIF")
    assert frame_starts(image, 60.0) == pytest.approx([0.0, 0.1, 0.2, 10.2])


def test_pages_of_a_document_are_no_animation(opened: Opened, tmp_path: Path) -> None:
    path = tmp_path / "pages.tif"
    pages = [Image.new("RGB", (64, 64), colour) for colour in (RED, BLUE)]
    pages[0].save(path, format="TIFF", save_all=True, append_images=pages[1:])
    assert len(frame_starts(opened(path, "TIFF"), 10.0)) == 2


@pytest.fixture
def still_answer_opened(monkeypatch: pytest.MonkeyPatch, opened: Opened) -> None:
    monkeypatch.setattr(still_answer, "open_still", opened)


@pytest.mark.parametrize(("pictures", "kind", "frames"), [(4, "clip", 20), (1, "still", 1)])
def test_the_answer_says_what_a_picture_became(
    still_answer_opened: None, tmp_path: Path, pictures: int, kind: str, frames: int
) -> None:
    del still_answer_opened
    path, into = tmp_path / "a.gif", tmp_path / "out"
    animated(path, [500] * pictures)
    asked = {"into": str(into), "fps": 10, "max_seconds": 30, "max_width": 64, "max_height": 64}
    answer = still_answer.normalised(path, "GIF", asked)
    assert (answer["kind"], answer["frames"]) == (kind, frames)
    written = open_frames(into)
    first, last = (planes_to_rgb(written[number]).astype(int) for number in (0, frames - 1))
    assert np.abs(first[16, 16] - RED).max() < 8
    assert np.abs(last[16, 16] - (GREY if frames > 1 else RED)).max() < 8


def png_of(width: int, height: int) -> bytes:
    """The head of a PNG that claims so many pixels, without any pixels."""
    body = b"IHDR" + struct.pack(">IIBBBBB", width, height, 8, 2, 0, 0, 0)
    chunk = struct.pack(">I", 13) + body + struct.pack(">I", zlib.crc32(body))
    return (
        b"\x89PNG\r\n\x1a\n" + chunk + struct.pack(">I", 0) + b"IDAT" + struct.pack(">I", zlib.crc32(b"IDAT"))
    )


@pytest.mark.parametrize(
    ("content", "name"),
    [
        (png_of(20_000, 20_000), "too_many_pixels"),
        (png_of(70_000, 100), "too_many_pixels"),
        (png_of(1, 500), "too_small"),
        (b"\x89PNG\r\n\x1a\nrubbish", "broken_file"),
        (b"", "broken_file"),
        (b"GIF89a", "broken_file"),
    ],
    ids=["bomb", "too long", "too narrow", "rubbish", "nothing", "another format"],
)
@pytest.mark.filterwarnings("ignore::ResourceWarning")  # a refused file is closed as the child ends
def test_what_cannot_be_read_is_refused_by_name(tmp_path: Path, content: bytes, name: str) -> None:
    path = tmp_path / "secret-folder-name.png"
    path.write_bytes(content)
    with pytest.raises(Refusal) as caught:
        open_still(path, "PNG")
    assert caught.value.name == name
    assert "secret" not in str(caught.value)
    del caught
    gc.collect()


def test_a_file_that_ends_too_soon_is_damaged(opened: Opened, tmp_path: Path) -> None:
    noise = np.random.default_rng(1).integers(0, 255, (256, 256, 3), dtype=np.uint8)
    Image.fromarray(noise).save(tmp_path / "whole.jpg", quality=95)
    whole = (tmp_path / "whole.jpg").read_bytes()
    (tmp_path / "half.jpg").write_bytes(whole[: len(whole) // 2])
    with pytest.raises(Refusal) as caught:
        still_planes(opened(tmp_path / "half.jpg", "JPEG"), BOX)
    assert caught.value.name == "damaged"
