from __future__ import annotations

import struct
import zlib
from fractions import Fraction
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt
import pytest
from PIL import Image, ImageCms

from renderer.compositor.planes import planes_to_rgb
from renderer.errors import ClipwrightError
from renderer.media.sources.normalise import NormalisedMedia, normalise, open_frames, survey_video
from renderer.media.sources.sandbox import SandboxLimits, ask_child
from renderer.media.sources.tone_map import HLG, PQ, to_sdr
from tests.media.making import make_video, plain_clip

RED, GREEN, BLUE, WHITE = (220, 30, 30), (30, 200, 40), (30, 40, 220), (255, 255, 255)

Pixels = npt.NDArray[np.uint8]


def quadrants(width: int = 240, height: int = 160) -> Pixels:
    """Red, green / blue, white, so that the orientation can be seen."""
    picture = np.empty((height, width, 3), np.uint8)
    picture[: height // 2, : width // 2], picture[: height // 2, width // 2 :] = RED, GREEN
    picture[height // 2 :, : width // 2], picture[height // 2 :, width // 2 :] = BLUE, WHITE
    return picture


def flat(colour: tuple[int, int, int], width: int = 64, height: int = 96) -> Pixels:
    return np.full((height, width, 3), colour, np.uint8)


def made(
    path: Path, size: tuple[int, int] = (120, 120), seconds: float = 3
) -> tuple[NormalisedMedia, list[Pixels]]:
    into = path.parent / "normalised"
    media = normalise(path, into, max_width=size[0], max_height=size[1], fps=30, max_seconds=seconds)
    frames = open_frames(into)
    assert len(frames) == media.frames
    assert (frames.footer.width, frames.footer.height) == (media.width, media.height)
    return media, [planes_to_rgb(frames[n]) for n in range(len(frames))]


def corners(picture: Pixels) -> list[tuple[int, int, int]]:
    rows, columns = picture.shape[0], picture.shape[1]
    places = [(r, c) for r in (rows // 4, rows * 3 // 4) for c in (columns // 4, columns * 3 // 4)]
    known = (RED, GREEN, BLUE, WHITE)
    return [min(known, key=lambda k: int(np.abs(picture[p].astype(int) - k).sum())) for p in places]


@pytest.mark.parametrize("name", ["a.png", "a.jpg", "a.webp", "a.avif", "a.bmp", "a.tiff", "a.gif"])
def test_pictures_of_all_common_kinds_are_read(tmp_path: Path, name: str) -> None:
    Image.fromarray(quadrants()).save(tmp_path / name)
    media, frames = made(tmp_path / name)
    assert (media.kind, media.width, media.height) == ("still", 180, 120)
    assert corners(frames[0]) == [RED, GREEN, BLUE, WHITE]


def test_a_name_does_not_decide(tmp_path: Path) -> None:
    Image.fromarray(quadrants()).save(tmp_path / "a.png")
    renamed = (tmp_path / "a.png").rename(tmp_path / "-i concat:evil.mp4")
    assert corners(made(renamed)[1][0]) == [RED, GREEN, BLUE, WHITE]


def test_exif_orientation_is_applied(tmp_path: Path) -> None:
    exif = Image.Exif()
    exif[0x0112] = 6  # turned clockwise to be upright
    Image.fromarray(quadrants()).save(tmp_path / "a.jpg", exif=exif, quality=95)
    media, frames = made(tmp_path / "a.jpg")
    assert (media.width, media.height) == (120, 180)
    assert corners(frames[0]) == [BLUE, RED, WHITE, GREEN]


def test_cmyk_deep_palette_and_profiled_pictures_keep_their_colours(tmp_path: Path) -> None:
    Image.fromarray(quadrants()).convert("CMYK").save(tmp_path / "cmyk.jpg", quality=95)
    assert corners(made(tmp_path / "cmyk.jpg")[1][0]) == [RED, GREEN, BLUE, WHITE]
    Image.fromarray(quadrants()).quantize(16).save(tmp_path / "palette.png")
    assert corners(made(tmp_path / "palette.png")[1][0]) == [RED, GREEN, BLUE, WHITE]
    Image.fromarray(np.full((64, 64), 40_000, np.uint16)).save(tmp_path / "deep.png")
    assert made(tmp_path / "deep.png")[1][0].mean() == pytest.approx(40_000 / 257, abs=2)
    srgb = ImageCms.ImageCmsProfile(ImageCms.createProfile("sRGB")).tobytes()
    Image.fromarray(quadrants()).save(tmp_path / "profile.png", icc_profile=srgb)
    assert corners(made(tmp_path / "profile.png")[1][0]) == [RED, GREEN, BLUE, WHITE]
    Image.fromarray(quadrants()).save(tmp_path / "broken.png", icc_profile=b"not a profile")
    assert corners(made(tmp_path / "broken.png")[1][0]) == [RED, GREEN, BLUE, WHITE]


@pytest.mark.parametrize(("ink", "ground"), [((0, 0, 0), 236), ((255, 255, 255), 24)])
def test_transparent_pictures_stand_out_from_their_ground(
    tmp_path: Path, ink: tuple[int, int, int], ground: int
) -> None:
    rgba = np.zeros((80, 80, 4), np.uint8)
    rgba[20:60, 20:60] = (*ink, 255)
    Image.fromarray(rgba).save(tmp_path / "logo.png")
    picture = made(tmp_path / "logo.png")[1][0]
    assert picture[5, 5].tolist() == pytest.approx([ground] * 3, abs=3)
    assert picture[40, 40].tolist() == pytest.approx(list(ink), abs=3)


def test_large_pictures_are_shrunk_to_cover_and_small_ones_left(tmp_path: Path) -> None:
    Image.fromarray(np.resize(quadrants(3000, 2000), (2000, 3000, 3))).save(tmp_path / "large.png")
    media, _ = made(tmp_path / "large.png", size=(108, 192))
    assert (media.width, media.height) == (288, 192)
    Image.fromarray(quadrants(50, 30)).save(tmp_path / "small.png")
    media, frames = made(tmp_path / "small.png", size=(108, 192))
    assert (media.width, media.height) == (50, 30)
    assert corners(frames[0]) == [RED, GREEN, BLUE, WHITE]


def test_animations_become_clips_with_their_own_timing(tmp_path: Path) -> None:
    pictures = [Image.fromarray(flat(colour)) for colour in (RED, GREEN, BLUE)]
    pictures[0].save(tmp_path / "a.gif", save_all=True, append_images=pictures[1:], duration=[200, 500, 300])
    media, frames = made(tmp_path / "a.gif")
    assert (media.kind, media.frames) == ("clip", 30)
    shown = [corners(frame)[0] for frame in frames]
    assert shown == [RED] * 6 + [GREEN] * 15 + [BLUE] * 9


def test_a_clip_is_read_frame_by_frame(tmp_path: Path) -> None:
    clip = make_video(tmp_path, frames=30)
    media, frames = made(clip, size=(96, 160))
    assert (media.kind, media.frames, media.width, media.height) == ("clip", 30, 96, 160)
    bars = [[frame[40, bit * 12 + 6].mean() > 125 for bit in range(8)] for frame in frames]
    assert [sum(1 << bit for bit in range(8) if row[bit]) for row in bars] == list(range(30))


def test_a_clip_is_cut_to_the_seconds_asked_for(tmp_path: Path) -> None:
    assert made(make_video(tmp_path, frames=45), seconds=0.7)[0].frames == 21


@pytest.mark.parametrize("rotation", [90, 180, 270])
def test_a_turned_phone_clip_stands_upright(tmp_path: Path, rotation: int) -> None:
    upright = quadrants(96, 160)
    stored = np.ascontiguousarray(np.rot90(upright, -rotation // 90))
    clip = plain_clip(tmp_path / "a.mp4", [stored] * 20, rotation=rotation)
    assert survey_video(clip).picture.shown_size == (96, 160)
    media, frames = made(clip, size=(96, 160))
    assert (media.width, media.height) == (96, 160)
    assert corners(frames[0]) == [RED, GREEN, BLUE, WHITE]


def test_variable_frame_times_become_constant_ones(tmp_path: Path) -> None:
    times = [Fraction(n, 100) for n in (0, 3, 50, 51, 52, 90)]
    colours = [RED, GREEN, BLUE, RED, WHITE, GREEN]
    clip = plain_clip(tmp_path / "a.mp4", [flat(colour) for colour in colours], times=times)
    media, frames = made(clip, size=(64, 96))
    shown = [corners(frame)[0] for frame in frames]
    assert media.kind == "clip"
    assert shown[:28] == [RED] + [GREEN] * 14 + [BLUE] + [WHITE] * 11 + [GREEN]


def test_a_fifth_of_a_second_is_a_still(tmp_path: Path) -> None:
    clip = plain_clip(tmp_path / "a.mp4", [flat(c) for c in (RED, RED, RED, GREEN, BLUE, BLUE)])
    media, frames = made(clip, size=(64, 96))
    assert (media.kind, media.frames) == ("still", 1)
    assert corners(frames[0])[0] == GREEN


def test_untagged_matrices_and_full_range_keep_colours(tmp_path: Path) -> None:
    small = plain_clip(tmp_path / "a.mp4", [quadrants(96, 160)] * 18, matrix=5, format="yuvj420p")
    assert corners(made(small, size=(96, 160))[1][0]) == [RED, GREEN, BLUE, WHITE]
    back = made(small, size=(96, 160))[1][0]
    assert np.abs(back[40, 24].astype(int) - RED).max() <= 6


def test_webm_and_mkv_are_read(tmp_path: Path) -> None:
    for name, codec in (("a.mkv", "libx264"), ("a.webm", "libvpx-vp9")):
        clip = plain_clip(tmp_path / name, [quadrants(96, 160)] * 18, codec=codec)
        assert corners(made(clip, size=(96, 160))[1][3]) == [RED, GREEN, BLUE, WHITE]


@pytest.mark.parametrize("transfer", [PQ, HLG])
def test_hdr_is_toned_down_to_sdr(tmp_path: Path, transfer: int) -> None:
    grey = 0.58 if transfer == PQ else 0.75  # BT.2408: reference white
    code = round(grey * 255)
    clip = plain_clip(
        tmp_path / "a.mp4",
        [flat((code, code, code))] * 18,
        transfer=transfer,
        matrix=9,
        format="yuv420p10le",
    )
    seen = made(clip, size=(64, 96))[1][0][40, 30].astype(float)
    expected = to_sdr(np.array([[code / 255] * 3]), transfer)[0] * 255
    assert seen == pytest.approx(expected, abs=5)
    assert 190 < expected[0] < 250


def test_tone_mapping_keeps_order_neutral_greys_and_the_range() -> None:
    for transfer in (PQ, HLG):
        ramp = np.repeat(np.linspace(0, 1, 64)[:, None], 3, axis=1)
        mapped = to_sdr(ramp, transfer)
        assert mapped.min() >= 0
        assert mapped.max() <= 1
        assert (np.diff(mapped[:, 0]) >= -1e-9).all()
        assert np.ptp(mapped, axis=1).max() < 0.01
        assert mapped[0, 0] < 0.02
        assert mapped[-1, 0] > 0.95


def claimed_png(width: int, height: int) -> bytes:
    def chunk(kind: bytes, data: bytes) -> bytes:
        return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))

    header = struct.pack(">IIBBBBB", width, height, 8, 2, 0, 0, 0)
    body = chunk(b"IHDR", header) + chunk(b"IDAT", zlib.compress(bytes(1000))) + chunk(b"IEND", b"")
    return b"\x89PNG\r\n\x1a\n" + body


PLAYLIST = b"#EXTM3U\n#EXTINF:10,\nfile:///etc/passwd\n"
CONCAT = b"ffconcat version 1.0\nfile '/etc/passwd'\n"


@pytest.mark.parametrize(
    ("content", "words"),
    [
        (b"", "empty"),
        (b"hello", "none of PNG"),
        (PLAYLIST, "none of PNG"),
        (CONCAT, "none of PNG"),
        (b"RIFF\0\0\0\0AVI LIST", "none of PNG"),
        (b"\0\0\0\x18ftypheic\0\0\0\0mif1heic", "HEIC"),
        (claimed_png(40_000, 40_000), "120 million"),
        (claimed_png(300, 300), "damaged"),
        (b"\xff\xd8\xff" + bytes(100), "whole JPEG"),
        (b"\0\0\0\x18ftypmp42" + bytes(200), "whole mov"),
        (b"\x1aE\xdf\xa3" + b"\xff" * 200, "whole matroska"),
    ],
)
def test_what_cannot_be_used_is_refused_with_its_reason(tmp_path: Path, content: bytes, words: str) -> None:
    path = tmp_path / "video.mp4"
    path.write_bytes(content)
    with pytest.raises(ClipwrightError, match=words) as caught:
        made(path)
    assert caught.value.code == "media_unreadable"
    assert not (tmp_path / "normalised").exists()


def test_a_missing_file_is_refused(tmp_path: Path) -> None:
    with pytest.raises(ClipwrightError, match="not a readable file"):
        made(tmp_path / "nothing.png")


def test_a_broken_off_clip_gives_what_can_be_decoded(tmp_path: Path) -> None:
    whole = make_video(tmp_path, frames=60).read_bytes()
    cut = tmp_path / "cut.mp4"
    cut.write_bytes(whole[: len(whole) * 2 // 3])
    media, frames = made(cut, size=(96, 160))
    assert 10 < media.frames < 60
    assert len(frames) == media.frames


def test_a_child_that_needs_too_much_memory_or_time_is_ended(tmp_path: Path) -> None:
    Image.fromarray(np.zeros((3000, 3000, 3), np.uint8)).save(tmp_path / "a.png")
    into = str(tmp_path / "n")
    request: dict[str, Any] = {"into": into, "max_width": 90, "max_height": 90, "fps": 30, "max_seconds": 1}
    with pytest.raises(ClipwrightError, match="too much memory"):
        ask_child("normalise", tmp_path / "a.png", SandboxLimits(file_bytes=1000), **request)
    with pytest.raises(ClipwrightError, match="more than 0 s"):
        ask_child("normalise", tmp_path / "a.png", SandboxLimits(seconds=0), **request)


def test_a_damaged_planar_file_is_noticed(tmp_path: Path) -> None:
    Image.fromarray(quadrants()).save(tmp_path / "a.png")
    made(tmp_path / "a.png")
    whole = (tmp_path / "normalised").read_bytes()
    for damaged in (b"", whole[:-1], whole[100:], bytes(200)):
        (tmp_path / "damaged").write_bytes(damaged)
        with pytest.raises(ClipwrightError) as caught:
            open_frames(tmp_path / "damaged")
        assert caught.value.code == "artifact_corrupt"


def test_pages_and_stereo_pairs_are_no_animation(tmp_path: Path) -> None:
    pages = [Image.fromarray(flat(colour, 90, 90)) for colour in (RED, BLUE, GREEN)]
    for name, kind in (("pages.tiff", "TIFF"), ("pair.jpg", "MPO")):
        pages[0].save(tmp_path / name, format=kind, save_all=True, append_images=pages[1:])
        media, frames = made(tmp_path / name)
        assert (media.kind, media.frames) == ("still", 1)
        assert corners(frames[0])[0] == RED
