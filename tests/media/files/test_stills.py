"""Users' pictures are read upright, in their intended colours, on an opaque ground."""

from __future__ import annotations

import struct
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt
import pytest
from PIL import Image, ImageCms

from renderer.compositor.planes import planes_to_rgb
from renderer.media.image import save_jpeg, save_png
from renderer.media.sources.geometry import TargetBox
from renderer.media.sources.still import still_planes

Opened = Callable[[Path, str], Any]

BOX = TargetBox(width=64, height=64)
RED, GREEN, BLUE, GREY = (220, 30, 30), (30, 190, 40), (30, 40, 210), (128, 128, 128)

Rgb = npt.NDArray[np.uint8]


def quarters() -> Image.Image:
    """A picture of red and green above blue and grey, 64 x 64."""
    picture = Image.new("RGB", (64, 64), RED)
    for colour, corner in ((GREEN, (32, 0)), (BLUE, (0, 32)), (GREY, (32, 32))):
        picture.paste(colour, (*corner, corner[0] + 32, corner[1] + 32))
    return picture


def shown(image: Any, box: TargetBox = BOX) -> Rgb:
    return np.asarray(planes_to_rgb(still_planes(image, box)), np.uint8)


def stored(opened: Opened, picture: Image.Image, path: Path, **more: Any) -> Any:
    picture.save(path, **more)
    return opened(path, {".png": "PNG", ".jpg": "JPEG"}[path.suffix])


def corners(rgb: Rgb) -> list[str]:
    """The nearest of the four colours at the middle of each quarter: upper, then lower, left to right."""
    names = {"red": RED, "green": GREEN, "blue": BLUE, "grey": GREY}
    height, width = rgb.shape[:2]
    found = []
    for y, x in ((0.25, 0.25), (0.25, 0.75), (0.75, 0.25), (0.75, 0.75)):
        pixel = rgb[int(y * height), int(x * width)].astype(int)
        found.append(min(names, key=lambda name: int(np.abs(pixel - np.array(names[name])).sum())))
    return found


@pytest.mark.parametrize("name", ["PNG", "JPEG", "WEBP", "BMP", "TIFF", "GIF", "AVIF"])
def test_every_format_shows_its_colours_where_they_are(opened: Opened, tmp_path: Path, name: str) -> None:
    path = tmp_path / "picture"
    quarters().save(path, format=name, **({"quality": 95} if name in {"JPEG", "WEBP", "AVIF"} else {}))
    assert corners(shown(opened(path, name))) == ["red", "green", "blue", "grey"]


@pytest.mark.parametrize(
    ("orientation", "seen"),
    [
        (1, ["red", "green", "blue", "grey"]),
        (2, ["green", "red", "grey", "blue"]),
        (3, ["grey", "blue", "green", "red"]),
        (4, ["blue", "grey", "red", "green"]),
        (5, ["red", "blue", "green", "grey"]),
        (6, ["blue", "red", "grey", "green"]),
        (7, ["grey", "green", "blue", "red"]),
        (8, ["green", "grey", "red", "blue"]),
    ],
)
@pytest.mark.parametrize("side", [64, 600])
def test_a_turned_photograph_stands_upright(
    opened: Opened, tmp_path: Path, orientation: int, seen: list[str], side: int
) -> None:
    """All eight orientations of EXIF, also where the picture is made smaller before it is turned."""
    exif = Image.Exif()
    exif[0x0112] = orientation
    picture = quarters().resize((side, side * 2 // 3 // 2 * 2), Image.Resampling.NEAREST)
    image = stored(opened, picture, tmp_path / "photo.jpg", quality=95, exif=exif)
    whole = TargetBox(width=64, height=64, room=4.2)
    assert corners(shown(image, whole)) == seen


@pytest.mark.parametrize(
    ("colour", "light"), [((250, 240, 240), False), ((10, 12, 20), True)], ids=["light art", "dark art"]
)
@pytest.mark.parametrize("name", ["PNG", "WEBP"])
def test_transparent_art_stands_out_from_its_ground(
    opened: Opened, tmp_path: Path, name: str, colour: tuple[int, int, int], *, light: bool
) -> None:
    picture = Image.new("RGBA", (64, 64), (0, 255, 0, 0))
    picture.paste((*colour, 255), (16, 16, 48, 48))
    path = tmp_path / "art"
    picture.save(path, format=name, lossless=True)
    rgb = shown(opened(path, name)).astype(int)
    assert np.abs(rgb[32, 32] - colour).max() < 6
    assert (rgb[4, 4].min() > 220) if light else (rgb[4, 4].max() < 40)


def test_half_transparent_pixels_are_mixed_with_the_ground(opened: Opened, tmp_path: Path) -> None:
    image = stored(opened, Image.new("RGBA", (64, 64), (200, 200, 200, 128)), tmp_path / "veil.png")
    assert shown(image)[32, 32].astype(int) == pytest.approx(np.full(3, 112), abs=4)


@pytest.mark.parametrize("mode", ["1", "L", "LA", "P", "CMYK", "I;16", "F"])
def test_every_kind_of_pixels_keeps_dark_middle_and_light(opened: Opened, tmp_path: Path, mode: str) -> None:
    ramp = np.tile(np.repeat(np.array([0, 128, 255], np.uint8), 32), (96, 1))
    grey = Image.fromarray(ramp)
    deep = {
        "I;16": lambda: Image.fromarray(ramp.astype(np.uint16) * 257),
        "F": lambda: Image.fromarray(ramp.astype(np.float32) / 255),
        "P": lambda: grey.convert("RGB").convert("P", palette=Image.Palette.ADAPTIVE),
    }
    picture = deep[mode]() if mode in deep else grey.convert("RGB").convert(mode, dither=Image.Dither.NONE)
    path = tmp_path / "picture.tif"
    picture.save(path, format="TIFF")
    rgb = shown(opened(path, "TIFF"), TargetBox(width=96, height=96)).astype(int)
    dark, middle, light = (float(rgb[48, x].mean()) for x in (16, 48, 80))
    assert dark < 12
    assert light > 243
    assert middle in (pytest.approx(128, abs=12), pytest.approx(255, abs=12) if mode == "1" else -1)


def exchanged() -> bytes:
    """An ICC profile with red and green exchanged: values for red mean green."""
    profile = bytearray(ImageCms.ImageCmsProfile(ImageCms.createProfile("sRGB")).tobytes())
    count = struct.unpack(">I", profile[128:132])[0]
    places = {bytes(profile[132 + 12 * n : 136 + 12 * n]): 132 + 12 * n for n in range(count)}
    red, green = (slice(places[name] + 4, places[name] + 12) for name in (b"rXYZ", b"gXYZ"))
    profile[red], profile[green] = profile[green], profile[red]
    return bytes(profile)


@pytest.mark.parametrize("mode", ["RGB", "RGBA"])
def test_colours_mean_what_the_profile_says(opened: Opened, tmp_path: Path, mode: str) -> None:
    picture = Image.new("RGB", (64, 64), (255, 0, 0)).convert(mode)
    plain = shown(stored(opened, picture, tmp_path / "plain.png"))[32, 32].astype(int)
    managed = shown(stored(opened, picture, tmp_path / "managed.png", icc_profile=exchanged()))[
        32, 32
    ].astype(int)
    assert plain.argmax() == 0
    assert managed.argmax() == 1
    assert managed[1] - managed[0] > 100


def test_a_transparent_picture_with_a_profile_keeps_its_holes(opened: Opened, tmp_path: Path) -> None:
    picture = Image.new("RGBA", (64, 64), (0, 0, 0, 0))
    picture.paste((255, 0, 0, 255), (16, 16, 48, 48))
    rgb = shown(stored(opened, picture, tmp_path / "managed.png", icc_profile=exchanged())).astype(int)
    assert rgb[32, 32].argmax() == 1
    assert np.ptp(rgb[4, 4]) < 6


def test_a_broken_profile_is_no_reason_to_refuse(opened: Opened, tmp_path: Path) -> None:
    image = stored(opened, quarters(), tmp_path / "odd.png", icc_profile=b"no profile at all")
    assert corners(shown(image)) == ["red", "green", "blue", "grey"]


def test_pictures_of_ours_are_written_as_they_are(tmp_path: Path) -> None:
    rgb = np.asarray(quarters(), np.uint8)
    save_png(rgb, tmp_path / "ours.png")
    save_jpeg(rgb, tmp_path / "ours.jpg")
    with Image.open(tmp_path / "ours.png") as exact, Image.open(tmp_path / "ours.jpg") as close:
        assert np.array_equal(np.asarray(exact), rgb)
        assert close.format == "JPEG"
        assert np.abs(np.asarray(close).astype(int) - rgb).mean() < 2
