"""A media folder with everything that can go wrong: what is usable is shown, the rest is reported by name."""

from __future__ import annotations

import json
import struct
import zlib
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from PIL import Image

from pipelines.own_media import importing
from pipelines.own_media.importing import import_media
from renderer.contract.orders.base import FrameSpec
from renderer.media.sources.normalise import NormalisedMedia, normalise
from tests.media.making import plain_clip
from tests.support.rendering import render, small_order

FRAME = FrameSpec(width=144, height=256, fps=10)
LONG = """Why do octopuses have three hearts?

Two of them pump blood to the gills. The third one feeds the brain. It rests while the animal swims.

Their blood is blue. Copper carries the oxygen. Cold water makes it thick. So the hearts work hard.

They open jars, and they taste with their arms. Nobody taught them. Most live for two years only."""
USED = ("alpha.png", "animated.gif", "blink.mp4", "cmyk.jpg", "huge.png", "日本の城.png", "قلب أحمر.webp")
SKIPPED = {
    "broken.png": "not a whole PNG",
    "changing.png": "it changed while it was read",
    "empty.jpg": "it is empty",
    "giant.png": "at most 120 million",
    "list.mp4": "it is none of",
    "notes.pdf": "it is none of",
    "сломано.jpg": "not a whole JPEG",
}


def claimed_png(side: int) -> bytes:
    """A file of a few bytes whose header claims a square of `side` pixels."""

    def chunk(kind: bytes, data: bytes) -> bytes:
        return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))

    header = struct.pack(">IIBBBBB", side, side, 8, 2, 0, 0, 0)
    body = chunk(b"IHDR", header) + chunk(b"IDAT", zlib.compress(bytes(1000))) + chunk(b"IEND", b"")
    return b"\x89PNG\r\n\x1a\n" + body


def picture(colour: tuple[int, int, int], side: int = 300) -> Image.Image:
    return Image.new("RGB", (side, side), colour)


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    media = tmp_path / "media"
    media.mkdir()
    see_through = picture((250, 40, 40)).convert("RGBA")
    see_through.putalpha(128)
    see_through.save(media / "alpha.png")
    first, *rest = [picture((step * 60, 90, 120)) for step in range(4)]
    first.save(media / "animated.gif", save_all=True, append_images=rest, duration=200)
    flashes = [np.full((160, 96, 3), 40 * step, np.uint8) for step in range(6)]
    plain_clip(media / "blink.mp4", flashes)
    picture((20, 160, 90)).convert("CMYK").save(media / "cmyk.jpg")
    Image.new("L", (10_000, 10_000), 130).save(media / "huge.png", compress_level=1)
    picture((200, 30, 60)).save(media / "日本の城.png")
    picture((30, 60, 200)).save(media / "قلب أحمر.webp")
    (media / "broken.png").write_bytes(b"\x89PNG\r\n\x1a\nnothing")
    picture((90, 90, 90)).save(media / "changing.png")
    (media / "empty.jpg").write_bytes(b"")
    (media / "giant.png").write_bytes(claimed_png(40_000))
    (media / "list.mp4").write_bytes(b"#EXTM3U\n#EXTINF:10,\nfile:///etc/passwd\n")
    (media / "notes.pdf").write_bytes(b"%PDF-1.4")
    (media / "сломано.jpg").write_bytes(b"\xff\xd8\xff" + bytes(100))
    return media


@pytest.fixture
def _changing(monkeypatch: pytest.MonkeyPatch) -> None:
    """Change changing.png while it is read, as if it were saved again."""

    def interrupted(path: Path, into: Path, **facts: Any) -> NormalisedMedia:
        read = normalise(path, into, **facts)
        if path.name == "changing.png":
            path.write_bytes(path.read_bytes() + b" ")
        return read

    monkeypatch.setattr(importing, "normalise", interrupted)


@pytest.mark.usefixtures("_changing")
def test_the_manifest_names_what_was_shown_and_what_was_skipped(folder: Path, tmp_path: Path) -> None:
    render(small_order(script=LONG, frame=FRAME, media_dir=str(folder)), tmp_path)
    pictures = json.loads((tmp_path / "video.manifest.json").read_text("utf-8"))["pictures"]
    shown = {shot["media"] for shot in pictures["shots"]} - {""}
    assert len(shown) == len(USED)
    for name, reason in SKIPPED.items():
        notes = [note for note in pictures["notes"] if note.startswith(f"skipped {name}: ")]
        assert len(notes) == 1, name
        assert reason in notes[0]
    assert sum(note.startswith("skipped ") for note in pictures["notes"]) == len(SKIPPED)


@pytest.mark.usefixtures("_changing")
def test_each_kind_is_taken_for_what_it_is(folder: Path, tmp_path: Path) -> None:
    kept: list[str] = []

    def keep(path: Path) -> str:
        kept.append(path.name)
        return str(len(kept))

    found = import_media(str(folder), frame=FRAME, scratch=tmp_path, keep=keep)
    items = {item.name: item for item in found.items}
    assert set(items) == set(USED)
    assert {name for name, item in items.items() if item.kind == "clip"} == {"animated.gif"}
    assert items["animated.gif"].duration == pytest.approx(0.8, abs=0.1)
    assert max(items["huge.png"].width, items["huge.png"].height) < 400  # shrunk while it was read


def test_what_there_was_no_shot_for_is_named(tmp_path: Path) -> None:
    media = tmp_path / "media"
    media.mkdir()
    names = [f"{number:02}.png" for number in range(40)]
    for number, name in enumerate(names):
        picture((6 * number, 90, 120), side=64).save(media / name)
    render(small_order(script=LONG, frame=FRAME, media_dir=str(media)), tmp_path)
    pictures = json.loads((tmp_path / "video.manifest.json").read_text("utf-8"))["pictures"]
    shown = [shot["media"] for shot in pictures["shots"] if shot["painter"] != "closing_card"]
    assert all(shown)
    (note,) = [note for note in pictures["notes"] if note.startswith("not shown, ")]
    assert note.startswith("not shown, more files than shots: ")
    left_out = note.partition(": ")[2].split(", ")
    assert set(left_out) < set(names)
    assert len(left_out) == len(names) - len(set(shown))
